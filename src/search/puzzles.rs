//! Positions worth solving: open hands, and one turn that is better than all others.

use std::cell::Cell;
use std::ops::{ControlFlow, RangeInclusive};

use super::bounds::Bounds;
use super::solve::{Solution, Solve};
use crate::error::Error;
use crate::matchplay::{Match, TARGET};
use crate::policy::{Counting, Policy};
use crate::rng::stream;
use crate::round::{PlayedRound, Round};
use crate::seat::BySeat;
use crate::tile::TILES;
use crate::turn::Turn;
use crate::workers::in_order;

/// The candidates in a row that may fail before the search for puzzles gives up.
pub const PATIENCE: usize = 10_000;

/// A position with exactly one best turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The round up to the turn that is asked for, played for itself, with no target.
    pub played: PlayedRound,
    /// The one best turn.
    pub best: Turn,
    /// By how many points it is better than any other legal turn.
    pub gap: i32,
    /// What the solver found: the value of every legal turn, and one best line.
    pub solution: Solution,
}

/// Which puzzles to look for.
///
/// Candidate i is the first round of match i of the batch `seed`, dealt and opened as [`Match::shuffled`] does, and
/// played by four `counting` policies, reset as [`simulate`](crate::simulate) resets them, until `tiles_left` are left
/// in all hands and the seat to act has a choice.
/// It is a puzzle if one legal turn is worth at least `min_gap` points more than every other, with best play of both
/// sides after it, for the points of the round. Turns are told apart by tile and arm: where the best tile goes on two
/// arms alike, there are two best turns, and no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzlePlan {
    /// Where the deals come from.
    pub seed: u64,
    /// The tiles in all hands, 4 to 28.
    pub tiles_left: usize,
    /// The least gap in points, 1 to 500.
    pub min_gap: i32,
}

impl PuzzlePlan {
    /// What [`tiles_left`](Self::tiles_left) may be.
    pub const TILES_LEFT: RangeInclusive<i64> = 4..=28;

    /// What [`min_gap`](Self::min_gap) may be.
    pub const MIN_GAP: RangeInclusive<i64> = 1..=500;

    /// The first `n` puzzles, in the order of their candidates, looked for on `threads` threads, at least one; the same
    /// for any number of them, and the first of a larger number.
    ///
    /// `observe` is called about every 50 ms on the calling thread with the number of puzzles found. When it breaks,
    /// what was found by then is all there is. [`Error::NumberRange`] for tiles or a gap out of range,
    /// [`Error::PuzzlesRare`] if [`PATIENCE`] candidates in a row are none.
    ///
    /// ```
    /// use std::ops::{ControlFlow, RangeInclusive};
    /// use sevenrocks::search::PuzzlePlan;
    /// let plan = PuzzlePlan { seed: 7, tiles_left: 12, min_gap: 15 };
    /// let puzzles = plan.find(3, 1, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(puzzles.len(), 3);
    /// assert!(puzzles.iter().all(|puzzle| puzzle.gap >= 15 && puzzle.solution.best() == Some(puzzle.best)));
    /// # Ok::<(), sevenrocks::Error>(())
    /// ```
    pub fn find(
        &self,
        n: usize,
        threads: usize,
        mut observe: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Puzzle>, Error> {
        let (mut puzzles, found, mut failed) = (Vec::new(), Cell::new(0), 0);
        self.check()?;
        if n == 0 {
            return Ok(puzzles);
        }
        in_order(
            0..u64::MAX,
            threads,
            || |index, poll: &mut _| self.candidate(index, poll),
            |tried| {
                match tried {
                    Tried::Puzzle(puzzle) => {
                        puzzles.push(*puzzle);
                        failed = 0;
                    }
                    Tried::No => failed += 1,
                    Tried::Stopped => return ControlFlow::Break(()),
                }
                found.set(puzzles.len());
                if puzzles.len() == n || failed == PATIENCE {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
            || observe(found.get()),
        )?;
        if failed == PATIENCE {
            let Self { tiles_left, min_gap, .. } = *self;
            return Err(Error::PuzzlesRare { tried: PATIENCE, found: puzzles.len(), tiles_left, min_gap });
        }
        Ok(puzzles)
    }

    /// Refuses what no position can be.
    fn check(&self) -> Result<(), Error> {
        let within = |name, found: i64, range: RangeInclusive<i64>| {
            let (least, most) = range.clone().into_inner();
            if range.contains(&found) {
                Ok(())
            } else {
                Err(Error::NumberRange { name, found: found.into(), least, most })
            }
        };
        within("the number of tiles left", self.tiles_left as i64, Self::TILES_LEFT)?;
        within("the gap", self.min_gap.into(), Self::MIN_GAP)
    }

    fn candidate(&self, index: u64, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Tried {
        let Some(played) = self.position(index) else { return Tried::No };
        let solution = Solve::default().run(played.now(), poll);
        if solution.stopped.is_some() {
            return Tried::Stopped;
        }
        match gap(played.now(), &solution) {
            Some((best, gap)) if gap >= self.min_gap => Tried::Puzzle(Box::new(Puzzle { played, best, gap, solution })),
            _ => Tried::No,
        }
    }

    /// The position of candidate `index`, `None` if its round has none with so many tiles and a choice.
    fn position(&self, index: u64) -> Option<PlayedRound> {
        let start = *Match::shuffled(self.seed, index, TARGET).expect("250 is in range").round().start();
        let mut played = PlayedRound::new(start.without_target()).expect("a round not begun");
        let seed = stream(self.seed, index);
        let mut policies = BySeat::from_fn(|seat| {
            let mut policy = Counting::default();
            policy.reset(stream(seed, seat.index() as u64));
            policy
        });
        while !played.now().is_over() {
            let legal = played.now().legal_turns();
            let left = TILES - played.now().table().played().len();
            if left < self.tiles_left {
                return None;
            }
            if left == self.tiles_left && legal.len() > 1 {
                return Some(played);
            }
            let seat = played.now().seat();
            let turn = policies[seat].choose(&played.view(seat)).expect("counting has no faults of its own");
            played.play_unchecked(turn);
        }
        None
    }
}

/// What became of a candidate.
enum Tried {
    Puzzle(Box<Puzzle>),
    No,
    Stopped,
}

/// The best turn, and by how much it is better than the next to the side that plays it.
fn gap(round: &Round, solution: &Solution) -> Option<(Turn, i32)> {
    let sign = if round.seat().side().get() == 0 { 1 } else { -1 };
    let worth = |value: Bounds| value.exact().map(|points| sign * points);
    let mut turns: Vec<(i32, Turn)> =
        solution.turns.iter().map(|&(turn, value)| Some((worth(value)?, turn))).collect::<Option<_>>()?;
    turns.sort_unstable_by_key(|&(worth, _)| std::cmp::Reverse(worth));
    let [(best, turn), (next, _), ..] = *turns else { return None };
    Some((turn, best - next))
}
