//! Many rounds solved on many threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::solve::{Solution, Solve};
use crate::error::Error;
use crate::round::Round;

/// How often the observer is called.
const TICK: Duration = Duration::from_millis(50);

/// The stack of a thread: the search goes 28 placements deep, with some kilobytes each.
const STACK: usize = 2 << 20;

/// Solves each of `rounds` as `solve` says, on `threads` threads, at least one; in the order given.
///
/// Limits hold for each round by itself, and so does the memory: each thread has one table at a time. The answers
/// are the same for any number of threads. `observe` is called about every 50 ms on the calling thread with the number
/// of rounds solved; when it breaks, what is not solved by then keeps to bounds, and says that it was stopped.
///
/// ```
/// use std::ops::ControlFlow;
/// use sevenrocks::search::{Solve, solve_many};
/// # fn main() -> Result<(), sevenrocks::Error> {
/// assert!(solve_many(&[], &Solve::default(), 2, |_| ControlFlow::Continue(()))?.is_empty());
/// # Ok(())
/// # }
/// ```
pub fn solve_many(
    rounds: &[Round],
    solve: &Solve,
    threads: usize,
    mut observe: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Solution>, Error> {
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let threads = threads.min(rounds.len()).max(1);
    let mut solutions: Vec<Option<Solution>> = vec![None; rounds.len()];
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for started in 0..threads {
            let (send, next, stop) = (send.clone(), &next, &stop);
            let work = move || {
                let mut poll =
                    || if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(round) = rounds.get(number) else { break };
                    if send.send((number, solve.run(round, &mut poll))).is_err() {
                        break;
                    }
                }
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                stop.store(true, Ordering::Relaxed);
                return Err(Error::ThreadsRefused { started, threads });
            }
        }
        drop(send);
        let mut solved = 0;
        loop {
            match receive.recv_timeout(TICK) {
                Ok((number, solution)) => {
                    solutions[number] = Some(solution);
                    solved += 1;
                }
                Err(RecvTimeoutError::Timeout) if observe(solved).is_break() => stop.store(true, Ordering::Relaxed),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    })?;
    Ok(solutions.into_iter().flatten().collect())
}
