//! A batch of matches on one or many threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::{Columns, Fault, MatchRow, SeatPolicies, play_match};
use crate::error::Error;
use crate::matchplay::TARGET;
use crate::score::Score;

/// Which matches to play: the unit of work is (seed, first match, matches).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The seed of the batch.
    pub seed: u64,
    /// The number of the first match in the batch.
    pub first_match: u64,
    /// How many matches.
    pub matches: u64,
    /// The score that wins.
    pub target: Score,
    /// The most rounds a match may have; `None` for no limit.
    pub rounds: Option<u32>,
}

impl Plan {
    /// The first `matches` matches of the batch `seed`, to the usual target.
    pub const fn new(seed: u64, matches: u64) -> Self {
        Self { seed, first_match: 0, matches, target: TARGET, rounds: None }
    }

    /// Columns with room for every match, so that they never hold twice the memory of their rows; but no more than
    /// the rows of a long run, which a caller may mean to stop.
    fn columns(&self) -> Columns {
        const ROOM: u64 = 1 << 26;
        Columns::with_capacity(self.matches.min(ROOM) as usize)
    }

    /// Plays match number `index` of the plan.
    fn play(&self, index: u64, seats: &mut SeatPolicies) -> Result<MatchRow, Fault> {
        play_match(seats, self.seed, self.first_match.wrapping_add(index), self.target, self.rounds)
    }
}

/// What a batch came to.
#[derive(Debug)]
pub struct Outcome {
    /// The finished matches, in order and without a gap from the first.
    pub columns: Columns,
    /// Whether the observer stopped the batch before its end.
    pub stopped: bool,
}

/// Matches a thread takes at a time: a few milliseconds of work.
const CHUNK: u64 = 64;

/// How often the observer is called.
const TICK: Duration = Duration::from_millis(50);

/// Plays the matches of `plan` on `threads` threads, each with policies of its own from `seat`; with one
/// thread, or none, on the calling thread itself.
///
/// The rows are the same for any number of threads. `observe` is called about every 50 ms on the calling thread
/// with the number of matches finished; when it breaks, the batch stops and gives what was finished without a
/// gap. A fault ends the batch.
///
/// ```
/// use std::ops::ControlFlow;
/// use sevenrocks::simulate::{Plan, seat_policies, simulate};
/// let plan = Plan::new(7, 100);
/// let seat = || seat_policies(&["greedy", "random"]);
/// let outcome = simulate(&plan, 2, seat, |_| ControlFlow::Continue(())).unwrap();
/// assert_eq!(outcome.columns.len(), 100);
/// ```
pub fn simulate(
    plan: &Plan,
    threads: usize,
    seat: impl Fn() -> Result<SeatPolicies, Error> + Sync,
    observe: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Outcome, Fault> {
    let mut observer = Observer { observe, called: Instant::now() };
    if threads <= 1 { play_here(plan, seat()?, &mut observer) } else { play_apart(plan, threads, &seat, &mut observer) }
}

/// Calls `observe`, but not more often than every [`TICK`].
struct Observer<F> {
    observe: F,
    called: Instant,
}

impl<F: FnMut(u64) -> ControlFlow<()>> Observer<F> {
    fn tick(&mut self, finished: usize) -> ControlFlow<()> {
        if self.called.elapsed() < TICK {
            return ControlFlow::Continue(());
        }
        self.called = Instant::now();
        (self.observe)(finished as u64)
    }
}

fn play_here<F: FnMut(u64) -> ControlFlow<()>>(
    plan: &Plan,
    mut seats: SeatPolicies,
    observer: &mut Observer<F>,
) -> Result<Outcome, Fault> {
    let mut columns = plan.columns();
    for index in 0..plan.matches {
        columns.push(&plan.play(index, &mut seats)?);
        if observer.tick(columns.len()).is_break() {
            return Ok(Outcome { columns, stopped: true });
        }
    }
    Ok(Outcome { columns, stopped: false })
}

fn play_apart<F: FnMut(u64) -> ControlFlow<()>>(
    plan: &Plan,
    threads: usize,
    seat: &(impl Fn() -> Result<SeatPolicies, Error> + Sync),
    observer: &mut Observer<F>,
) -> Result<Outcome, Fault> {
    let (next_chunk, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let mut gathered = Gathered { columns: plan.columns(), ..Gathered::default() };
    let mut end = Ok(ControlFlow::Continue(()));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next_chunk, stop) = (send.clone(), &next_chunk, &stop);
            scope.spawn(move || work(plan, seat, next_chunk, stop, &send));
        }
        drop(send);
        while let Ok(ControlFlow::Continue(())) = end {
            end = match receive.recv_timeout(TICK) {
                Ok(Ok((chunk, rows))) => {
                    gathered.take(chunk, rows);
                    Ok(observer.tick(gathered.columns.len()))
                }
                Ok(Err(fault)) => Err(fault),
                Err(RecvTimeoutError::Timeout) => Ok(observer.tick(gathered.columns.len())),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        stop.store(true, Ordering::Relaxed);
    });
    Ok(Outcome { stopped: end?.is_break(), columns: gathered.columns })
}

/// One thread's part: chunk after chunk until none is left, a policy fails or `stop` is set.
fn work(
    plan: &Plan,
    seat: &(impl Fn() -> Result<SeatPolicies, Error> + Sync),
    next_chunk: &AtomicU64,
    stop: &AtomicBool,
    send: &Sender<Result<(u64, Vec<MatchRow>), Fault>>,
) {
    let mut seats = match seat() {
        Ok(seats) => seats,
        // If nobody listens any more, the batch has ended already: so too below.
        Err(error) => return drop(send.send(Err(error.into()))),
    };
    while !stop.load(Ordering::Relaxed) {
        let chunk = next_chunk.fetch_add(1, Ordering::Relaxed);
        let matches = chunk * CHUNK..plan.matches.min((chunk + 1) * CHUNK);
        if matches.is_empty() {
            break;
        }
        let rows = matches.map(|index| plan.play(index, &mut seats)).collect::<Result<_, _>>();
        if send.send(rows.map(|rows| (chunk, rows))).is_err() {
            break;
        }
    }
}

/// Rows put back in order as chunks come in out of order.
#[derive(Default)]
struct Gathered {
    columns: Columns,
    next_chunk: u64,
    early: BTreeMap<u64, Vec<MatchRow>>,
}

impl Gathered {
    fn take(&mut self, chunk: u64, rows: Vec<MatchRow>) {
        self.early.insert(chunk, rows);
        while let Some(rows) = self.early.remove(&self.next_chunk) {
            for row in &rows {
                self.columns.push(row);
            }
            self.next_chunk += 1;
        }
    }
}
