//! A round looked at again: what every turn of it gave away.

use std::ops::ControlFlow;

use super::bounds::{Bounds, Span, given_away};
use super::limits::{Limits, Stop};
use super::objective::Objective;
use super::position::Position;
use super::probe::Search;
use super::solve::FIRST_GUESS;
use crate::round::PlayedRound;
use crate::turn::Turn;

/// A turn of a round, and what it was worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnalyzedTurn {
    /// The turn as it was played.
    pub turn: Turn,
    /// The value of the position before it: side 0's gain less side 1's over the rest of the round, with best play
    /// of both.
    pub value: Bounds,
    /// What the turn gave away: the points by which the best turn was better for the side that played; never below
    /// zero. [`Bounds::WIN`] if that was a win, or the last hope against one.
    pub loss: Bounds,
}

/// A round with the value before every turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The turns in order.
    pub turns: Vec<AnalyzedTurn>,
    /// The value of the present position: zero in a round that is over.
    pub now: Bounds,
    /// The positions searched.
    pub nodes: u64,
    /// What stopped the analysis before its end, `None` if nothing did. It goes from the last turn to the first, so
    /// the later turns are known.
    pub stopped: Option<Stop>,
}

/// Finds what every turn of `played` was worth and gave away, within `limits` for all of them together, asking
/// `poll` every few thousand nodes whether to go on.
///
/// Positions are solved from the last one backwards with one table, so that each finds most of its answer there. The
/// round is looked at for its points, its target ignored, if it ended at the target as if it had gone on; or for the
/// match first, with [`Objective::Win`].
///
/// ```
/// use std::ops::ControlFlow;
/// use sevenrocks::search::{Limits, Objective, analyze_round};
/// use sevenrocks::{BySide, Deal, PlayedRound, Rng, Round, Seat};
/// let start = Round::new(Deal::random(&mut Rng::new(7)), Seat::ALL[0], BySide::default(), None)?;
/// let mut played = PlayedRound::new(start)?;
/// while !played.now().is_over() {
///     played.play(played.now().legal_turns().iter().next().unwrap())?;
/// }
/// let analysis = analyze_round(&played, Objective::Points, &Limits::default(), &mut || ControlFlow::Continue(()));
/// assert_eq!(analysis.turns.len(), played.turns().len());
/// assert!(analysis.turns.iter().all(|turn| turn.loss.exact().unwrap() >= 0));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub fn analyze_round(
    played: &PlayedRound,
    objective: Objective,
    limits: &Limits,
    poll: &mut dyn FnMut() -> ControlFlow<()>,
) -> Analysis {
    let mut search = Search::new(&Position::of(played.start(), objective), objective, limits, poll);
    let now = Position::of(played.now(), objective);
    let mut after = if played.now().ending().is_some_and(|ending| ending.finisher.is_none()) && now.is_blocked() {
        Span::exact(0)
    } else {
        search.value(&now, FIRST_GUESS)
    };
    let known_now = after.to_side_0(now.seat.side());
    let mut turns: Vec<AnalyzedTurn> = Vec::with_capacity(played.turns().len());
    for (round, turn) in played.replay().collect::<Vec<_>>().into_iter().rev() {
        let position = Position::of(&round, objective);
        let (_, gain) = position.play(turn);
        let outcome = after.before(gain);
        let value = search.value_of_choice(position, round.legal_turns().len(), outcome);
        let loss = if position.is_blocked() {
            Bounds::of(0)
        } else {
            Bounds {
                lower: given_away(value.lower, outcome.upper).max(0),
                upper: given_away(value.upper, outcome.lower),
            }
        };
        turns.push(AnalyzedTurn { turn, value: value.to_side_0(position.seat.side()), loss });
        after = value;
    }
    turns.reverse();
    Analysis { turns, now: known_now, nodes: search.meter.nodes(), stopped: search.meter.stopped() }
}

impl Search<'_> {
    /// The value of a position with so many legal turns, one of which is worth `outcome`: if there is a better one,
    /// the first probe finds out.
    fn value_of_choice(&mut self, mut position: Position, legal: usize, outcome: Span) -> Span {
        if position.is_blocked() {
            return Span::exact(position.settled());
        }
        if legal == 1 {
            return outcome;
        }
        let sight = Span::at_sight(&mut position);
        let known = Span { lower: sight.lower.max(outcome.lower), upper: sight.upper };
        self.narrowed(&position, known, outcome.lower + 1)
    }
}
