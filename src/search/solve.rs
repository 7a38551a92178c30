//! The value of a position, of each of its turns, and one best line.

use std::ops::ControlFlow;

use super::bounds::{Bounds, SURE, Span, WIN, turned};
use super::limits::{Limits, Meter, Stop};
use super::objective::Objective;
use super::ordering::candidates;
use super::position::Position;
use super::probe::Search;
use super::transpositions::Transpositions;
use crate::round::Round;
use crate::turn::{LegalTurns, Turn};

/// How to solve.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Solve {
    /// What for: the points of the round, or the match first.
    pub objective: Objective,
    /// Only the value and one best line, without the value of every turn: about a third of the work.
    pub best_only: bool,
    /// What it may take.
    pub limits: Limits,
}

/// What a solve came to.
///
/// Values are side 0's gain less side 1's over the rest of the round: the points of every placement, and the
/// deductions at its end (R17, R21); or [`Bounds::WIN`] and its opposite, for the objective [`Win`](Objective::Win).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value of the position with best play; exact unless the solve was stopped.
    pub value: Bounds,
    /// The value after each legal turn, the turn's own points included, in index order; empty if only the value was
    /// asked for, and in a round that is over.
    pub turns: Vec<(Turn, Bounds)>,
    /// One best line to the end of the round; shorter if the solve was stopped.
    pub line: Vec<Turn>,
    /// The positions searched.
    pub nodes: u64,
    /// What stopped the solve before its end, `None` if nothing did.
    pub stopped: Option<Stop>,
}

impl Solution {
    /// The best turn, if it was found.
    pub fn best(&self) -> Option<Turn> {
        self.line.first().copied()
    }
}

/// Solves `round` within `limits`: the value of every legal turn, and one best line.
///
/// The round is played for its points: its target is ignored.
///
/// ```
/// use sevenrocks::search::{Limits, solve};
/// use sevenrocks::{BySide, Deal, Rng, Round, Seat};
/// let mut round = Round::new(Deal::random(&mut Rng::new(7)), Seat::ALL[0], BySide::default(), None)?;
/// for _ in 0..12 {
///     round = round.play(round.legal_turns().iter().next().unwrap())?;
/// }
/// let solution = solve(&round, &Limits::default());
/// let value = solution.value.exact().unwrap();
/// assert!(solution.turns.iter().any(|&(_, after)| after.exact() == Some(value)));
/// let mut end = round;
/// for &turn in &solution.line {
///     end = end.play(turn)?;
/// }
/// let gain = |side: usize| end.scores().0[side].0 - round.scores().0[side].0;
/// assert_eq!(gain(0) - gain(1), value);
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub fn solve(round: &Round, limits: &Limits) -> Solution {
    Solve { limits: limits.clone(), ..Solve::default() }.run(round, &mut || ControlFlow::Continue(()))
}

impl Solve {
    /// Solves `round`, asking `poll` every few thousand nodes whether to go on.
    pub fn run(&self, round: &Round, poll: &mut dyn FnMut() -> ControlFlow<()>) -> Solution {
        let mut solution =
            Solution { value: Bounds::default(), turns: Vec::new(), line: Vec::new(), nodes: 0, stopped: None };
        let position = Position::of(round, self.objective);
        let side = position.seat.side();
        if round.is_over() {
            solution.value = Span::exact(position.ended().unwrap_or(0)).to_side_0(side);
            return solution;
        }
        let mut search = Search::new(&position, self.objective, &self.limits, poll);
        let value = if self.best_only {
            search.value(&position, FIRST_GUESS)
        } else {
            let turns = search.turns(&position, round.legal_turns());
            solution.turns = turns.iter().map(|&(turn, value)| (turn, value.to_side_0(side))).collect();
            best_of(&turns)
        };
        solution.value = value.to_side_0(side);
        if value.is_exact() {
            solution.line = search.line(round, value.lower);
        }
        (solution.nodes, solution.stopped) = (search.meter.nodes(), search.meter.stopped());
        solution
    }
}

/// Where the first probe of a solve begins, in fives: the side to act gains a little.
pub(super) const FIRST_GUESS: i32 = 2;

/// The value of a position, from those of its turns.
fn best_of(turns: &[(Turn, Span)]) -> Span {
    let most = |bound: fn(&Span) -> i32| turns.iter().map(|(_, value)| bound(value)).max().unwrap_or(0);
    Span { lower: most(|value| value.lower), upper: most(|value| value.upper) }
}

impl<'a> Search<'a> {
    /// A search of the positions from `start` on.
    pub(super) fn new(
        start: &Position,
        objective: Objective,
        limits: &Limits,
        poll: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Self {
        let table = Transpositions::for_search(start, limits.table_bytes);
        Self { objective, table, meter: Meter::new(limits, poll) }
    }

    /// The value of every legal turn, to the side to act; each is guessed to be worth what the one before was.
    fn turns(&mut self, position: &Position, legal: LegalTurns) -> Vec<(Turn, Span)> {
        let mut guess = FIRST_GUESS;
        let mut value = |turn| {
            let (next, gain) = position.play(turn);
            let value = self.value(&next, gain - guess).before(gain);
            guess = value.lower;
            (turn, value)
        };
        legal.iter().map(&mut value).collect()
    }

    /// One best line from `round`, which is worth `value` to the side to act; as far as the meter lets it go.
    fn line(&mut self, round: &Round, value: i32) -> Vec<Turn> {
        let (mut round, mut value, mut line) = (*round, value, Vec::new());
        if self.objective == Objective::Points {
            round = round.without_target();
        }
        while !round.is_over() {
            let position = Position::of(&round, self.objective);
            let Some(turn) = self.best_turn(&position, value) else { break };
            let (_, gain) = position.play(turn);
            round.play_unchecked(turn);
            line.push(turn);
            value = turned(gain, value);
        }
        line
    }

    /// A turn that keeps the `value` of the position; `None` if the meter stops.
    fn best_turn(&mut self, position: &Position, value: i32) -> Option<Turn> {
        let mut candidates = candidates(position, value);
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        let turns = candidates.iter().map(|candidate| Turn::place(candidate.tile, candidate.arm));
        let turns: Vec<Turn> = if candidates.is_empty() { vec![Turn::PASS] } else { turns.collect() };
        let (&last, others) = turns.split_last()?;
        for &turn in others {
            let (next, gain) = position.play(turn);
            let keeps = value == -WIN || self.is_at_most(&next, gain - value.min(SURE));
            if self.meter.stopped().is_some() {
                return None;
            }
            if keeps {
                return Some(turn);
            }
        }
        Some(last)
    }

    /// Whether a position is worth no more than `most` to the side to act.
    fn is_at_most(&mut self, position: &Position, most: i32) -> bool {
        position.ended().unwrap_or_else(|| self.probe(*position, most + 1)) <= most
    }
}
