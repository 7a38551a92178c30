//! A batch of matches on one or many threads.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::columns::{Column, Columns, MATCH_COLUMNS, MatchRow, ROUND_COLUMNS, RoundRow};
use super::{Extras, Fault, Kept, PlayMatch, SeatPolicies};
use crate::bits::dispatch;
use crate::error::Error;
use crate::matchplay::TARGET;
use crate::score::Score;

/// Which matches to play: the unit of work is (seed, first match, matches).
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// The columns of the matches' table, by name.
    pub columns: Vec<String>,
    /// What is kept besides.
    pub extras: Extras,
}

impl Plan {
    /// The first `matches` matches of the batch `seed`, to the usual target.
    pub fn new(seed: u64, matches: u64) -> Self {
        let columns = MATCH_COLUMNS.iter().map(|column| column.name.into()).collect();
        Self { seed, first_match: 0, matches, target: TARGET, rounds: None, columns, extras: Extras::default() }
    }

    /// The columns asked for; [`Error::ColumnUnknown`] names one there is not.
    fn columns(&self) -> Result<Vec<&'static Column<MatchRow>>, Error> {
        let column = |name: &String| {
            MATCH_COLUMNS.iter().find(|column| column.name == name).ok_or_else(|| Error::ColumnUnknown {
                found: name.as_str().into(),
                known: MATCH_COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(", ").into(),
            })
        };
        self.columns.iter().map(column).collect()
    }

    /// An outcome without matches, but with room for all, so that the columns never hold twice the memory of their
    /// rows; not for more than a caller may mean to stop.
    fn outcome(&self) -> Result<Outcome, Error> {
        const ROOM: u64 = 1 << 26;
        Ok(Outcome {
            matches: Columns::new(self.columns()?, self.matches.min(ROOM) as usize),
            rounds: self.extras.rounds.then(|| Columns::new(&ROUND_COLUMNS, 0)),
            records: self.extras.records.then(Vec::new),
            stopped: false,
        })
    }

    /// Plays match number `index` of the plan.
    fn play(&self, index: u64, seats: &mut SeatPolicies, kept: &mut Kept) -> Result<MatchRow, Fault> {
        let Self { seed, first_match, target, rounds, .. } = *self;
        dispatch(PlayMatch { seats, seed, index: first_match.wrapping_add(index), target, rounds, kept })
    }

    /// Plays some matches of the plan.
    fn play_chunk(&self, matches: Range<u64>, seats: &mut SeatPolicies) -> Result<Chunk, Fault> {
        let mut kept = Kept::of(self.extras);
        let rows = matches.map(|index| self.play(index, seats, &mut kept)).collect::<Result<_, _>>()?;
        Ok(Chunk { rows, kept })
    }
}

/// What a batch came to: the finished matches, in order and without a gap from the first.
#[derive(Debug)]
pub struct Outcome {
    /// A row for each match.
    pub matches: Columns<MatchRow>,
    /// A row for each round, if asked for.
    pub rounds: Option<Columns<RoundRow>>,
    /// The record of each match, if asked for.
    pub records: Option<Vec<String>>,
    /// Whether the observer stopped the batch before its end.
    pub stopped: bool,
}

impl Outcome {
    fn append(&mut self, chunk: Chunk) {
        for row in &chunk.rows {
            self.matches.push(row);
        }
        if let Some(rounds) = &mut self.rounds {
            chunk.kept.rounds.iter().flatten().for_each(|row| rounds.push(row));
        }
        if let Some(records) = &mut self.records {
            records.extend(chunk.kept.records.into_iter().flatten());
        }
    }
}

/// A batch that a fault ended, and what was finished before it.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct Unfinished {
    /// The matches that were finished.
    pub finished: Outcome,
    /// What ended the batch.
    #[source]
    pub fault: Fault,
}

impl From<Fault> for Box<Unfinished> {
    /// A batch that did not begin.
    fn from(fault: Fault) -> Self {
        let finished = Outcome { matches: Columns::new([], 0), rounds: None, records: None, stopped: false };
        Self::new(Unfinished { finished, fault })
    }
}

/// Some matches in a row.
struct Chunk {
    rows: Vec<MatchRow>,
    kept: Kept,
}

/// Matches a thread takes at a time: a few milliseconds of work.
const CHUNK: u64 = 64;

/// The stack of a thread: matches need little.
const STACK: usize = 1 << 20;

/// How often the observer is called.
const TICK: Duration = Duration::from_millis(50);

/// Plays the matches of `plan` on `threads` threads, each with policies of its own from `seat`; with one
/// thread, or none, on the calling thread itself.
///
/// The rows are the same for any number of threads. `observe` is called about every 50 ms on the calling thread
/// with the number of matches finished; when it breaks, the batch stops and gives what was finished without a
/// gap. A fault ends the batch, and brings along what was finished before.
///
/// ```
/// use std::ops::ControlFlow;
/// use sevenrocks::simulate::{Plan, seat_policies, simulate};
/// let plan = Plan::new(7, 100);
/// let seat = || seat_policies(&["greedy", "random"]);
/// let outcome = simulate(&plan, 2, seat, |_| ControlFlow::Continue(())).unwrap();
/// assert_eq!(outcome.matches.len(), 100);
/// ```
pub fn simulate(
    plan: &Plan,
    threads: usize,
    seat: impl Fn() -> Result<SeatPolicies, Error> + Sync,
    observe: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<Outcome, Box<Unfinished>> {
    let mut observer = Observer { observe, called: Instant::now() };
    let mut outcome = plan.outcome().map_err(Fault::from)?;
    let end = if threads <= 1 {
        play_here(plan, &seat, &mut observer, &mut outcome)
    } else {
        play_apart(plan, threads, &seat, &mut observer, &mut outcome)
    };
    match end {
        Ok(end) => Ok(Outcome { stopped: end.is_break(), ..outcome }),
        Err(fault) => Err(Box::new(Unfinished { finished: outcome, fault })),
    }
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
    seat: &impl Fn() -> Result<SeatPolicies, Error>,
    observer: &mut Observer<F>,
    outcome: &mut Outcome,
) -> Result<ControlFlow<()>, Fault> {
    let mut seats = seat()?;
    for index in 0..plan.matches {
        outcome.append(plan.play_chunk(index..index + 1, &mut seats)?);
        if observer.tick(outcome.matches.len()).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn play_apart<F: FnMut(u64) -> ControlFlow<()>>(
    plan: &Plan,
    threads: usize,
    seat: &(impl Fn() -> Result<SeatPolicies, Error> + Sync),
    observer: &mut Observer<F>,
    outcome: &mut Outcome,
) -> Result<ControlFlow<()>, Fault> {
    let (next_chunk, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let (send, receive) = mpsc::channel();
    let mut gathered = Gathered { outcome, next_chunk: 0, early: BTreeMap::new() };
    thread::scope(|scope| {
        let mut end = Ok(ControlFlow::Continue(()));
        for started in 0..threads {
            let (send, next_chunk, stop) = (send.clone(), &next_chunk, &stop);
            let thread = thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, move || work(plan, seat, next_chunk, stop, &send)).is_err() {
                end = Err(Error::ThreadsRefused { started, threads }.into());
                break;
            }
        }
        drop(send);
        while let Ok(ControlFlow::Continue(())) = end {
            end = match receive.recv_timeout(TICK) {
                Ok(Ok((number, chunk))) => {
                    gathered.take(number, chunk);
                    Ok(observer.tick(gathered.outcome.matches.len()))
                }
                Ok(Err(fault)) => Err(fault),
                Err(RecvTimeoutError::Timeout) => Ok(observer.tick(gathered.outcome.matches.len())),
                Err(RecvTimeoutError::Disconnected) => break,
            };
        }
        stop.store(true, Ordering::Relaxed);
        end
    })
}

/// One thread's part: chunk after chunk until none is left, a policy fails or `stop` is set.
fn work(
    plan: &Plan,
    seat: &(impl Fn() -> Result<SeatPolicies, Error> + Sync),
    next_chunk: &AtomicU64,
    stop: &AtomicBool,
    send: &Sender<Result<(u64, Chunk), Fault>>,
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
        let played = plan.play_chunk(matches, &mut seats);
        if send.send(played.map(|played| (chunk, played))).is_err() {
            break;
        }
    }
}

/// Chunks put back in order as they come in out of order.
struct Gathered<'a> {
    outcome: &'a mut Outcome,
    next_chunk: u64,
    early: BTreeMap<u64, Chunk>,
}

impl Gathered<'_> {
    fn take(&mut self, number: u64, chunk: Chunk) {
        self.early.insert(number, chunk);
        while let Some(chunk) = self.early.remove(&self.next_chunk) {
            self.outcome.append(chunk);
            self.next_chunk += 1;
        }
    }
}
