//! Numbered pieces of work, done on many threads and taken in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;

/// How often an observer is called.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread: the exact search goes 28 placements deep, with some kilobytes each.
const STACK: usize = 2 << 20;

/// Tells when an observer is due.
pub(crate) struct Clock {
    called: Instant,
}

impl Clock {
    pub(crate) fn new() -> Self {
        Self { called: Instant::now() }
    }

    /// Whether 50 ms have gone by since the last time this was true.
    pub(crate) fn is_due(&mut self) -> bool {
        let is_due = self.called.elapsed() >= TICK;
        if is_due {
            self.called = Instant::now();
        }
        is_due
    }

    /// The time until then.
    fn left(&self) -> Duration {
        TICK.saturating_sub(self.called.elapsed())
    }
}

/// Does the pieces of work with these `numbers` on `threads` threads, at least one, each with a worker of its own, and
/// hands what they gave to `take` on the calling thread, in order, until that breaks.
///
/// `observe` is called about every 50 ms on the calling thread, until it breaks. Then the poll that the workers are given
/// breaks too, and what is left is done under it.
pub(crate) fn in_order<T: Send, W: FnMut(u64, &mut dyn FnMut() -> ControlFlow<()>) -> T>(
    numbers: Range<u64>,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
    mut observe: impl FnMut() -> ControlFlow<()>,
) -> Result<(), Error> {
    let (next, stop, enough) = (AtomicU64::new(numbers.start), AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for started in 0..threads.max(1) {
            let (send, next, stop, enough, worker) = (send.clone(), &next, &stop, &enough, &worker);
            let task = move || {
                let stops = || stop.load(Ordering::Relaxed) || enough.load(Ordering::Relaxed);
                let mut poll = || if stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                let mut work = worker();
                while !enough.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end || send.send((number, work(number, &mut poll))).is_err() {
                        break;
                    }
                }
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task).is_err() {
                enough.store(true, Ordering::Relaxed);
                return Err(Error::ThreadsRefused { started, threads });
            }
        }
        drop(send);
        let (mut early, mut awaited, mut clock) = (BTreeMap::new(), numbers.start, Clock::new());
        loop {
            match receive.recv_timeout(clock.left()) {
                Ok((number, done)) => {
                    early.insert(number, done);
                    while let Some(done) = early.remove(&awaited) {
                        awaited += 1;
                        if take(done).is_break() {
                            enough.store(true, Ordering::Relaxed);
                            return Ok(());
                        }
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            // However much comes in, the observer has its turn.
            if clock.is_due() && !stop.load(Ordering::Relaxed) && observe().is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    })
}
