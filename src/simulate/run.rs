//! A batch of matches on one or many threads.

use std::cell::Cell;
use std::ops::{ControlFlow, Range};

use super::columns::{Column, Columns, MATCH_COLUMNS, MatchRow, ROUND_COLUMNS, RoundRow};
use super::{Extras, Fault, Kept, PlayMatch, SeatPolicies};
use crate::bits::dispatch;
use crate::error::Error;
use crate::matchplay::TARGET;
use crate::score::Score;
use crate::workers::{Clock, in_order};

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
    let mut outcome = plan.outcome().map_err(Fault::from)?;
    let end = if threads <= 1 {
        play_here(plan, &seat, observe, &mut outcome)
    } else {
        play_apart(plan, threads, &seat, observe, &mut outcome)
    };
    match end {
        Ok(end) => Ok(Outcome { stopped: end.is_break(), ..outcome }),
        Err(fault) => Err(Box::new(Unfinished { finished: outcome, fault })),
    }
}

fn play_here<F: FnMut(u64) -> ControlFlow<()>>(
    plan: &Plan,
    seat: &impl Fn() -> Result<SeatPolicies, Error>,
    mut observe: F,
    outcome: &mut Outcome,
) -> Result<ControlFlow<()>, Fault> {
    let (mut seats, mut clock) = (seat()?, Clock::new());
    for index in 0..plan.matches {
        outcome.append(plan.play_chunk(index..index + 1, &mut seats)?);
        if clock.is_due() && observe(outcome.matches.len() as u64).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn play_apart<F: FnMut(u64) -> ControlFlow<()>>(
    plan: &Plan,
    threads: usize,
    seat: &(impl Fn() -> Result<SeatPolicies, Error> + Sync),
    mut observe: F,
    outcome: &mut Outcome,
) -> Result<ControlFlow<()>, Fault> {
    let finished = Cell::new(0);
    let mut end = Ok(ControlFlow::Continue(()));
    in_order(
        0..plan.matches.div_ceil(CHUNK),
        threads,
        || {
            let mut seats = seat();
            move |number, poll: &mut dyn FnMut() -> ControlFlow<()>| {
                if poll().is_break() {
                    return Ok(None);
                }
                let matches = number * CHUNK..plan.matches.min((number + 1) * CHUNK);
                match &mut seats {
                    Ok(seats) => plan.play_chunk(matches, seats).map(Some),
                    Err(error) => Err(error.clone().into()),
                }
            }
        },
        |played| {
            end = match played {
                Ok(Some(chunk)) => {
                    outcome.append(chunk);
                    finished.set(outcome.matches.len() as u64);
                    return ControlFlow::Continue(());
                }
                Ok(None) => Ok(ControlFlow::Break(())),
                Err(fault) => Err(fault),
            };
            ControlFlow::Break(())
        },
        || observe(finished.get()),
    )?;
    end
}
