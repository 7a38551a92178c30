//! Which placement to try first.

use arrayvec::ArrayVec;

use super::position::Position;
use crate::arm::Arm;
use crate::layout::{ArmEnd, Arms};
use crate::tile::{TILES, Tile};

/// A placement, what it leads to, and how soon to try it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) tile: Tile,
    pub(super) arm: Arm,
    /// The arms after it.
    pub(super) arms: Arms,
    /// Its points in fives.
    pub(super) points: i8,
    /// The higher the sooner.
    pub(super) order: i32,
}

/// The placements of a position, at most seven tiles on each of four arms.
pub(super) type Candidates = ArrayVec<Candidate, 28>;

/// The placements that lead to different positions, in order for a search that asks whether the position is worth
/// `goal`.
#[inline(always)]
pub(super) fn candidates(position: &Position, goal: i32) -> Candidates {
    let mut candidates = Candidates::new();
    let answers = Answers::of(position);
    let placements = position.arms.distinct_placements(position.hand());
    for (arm, tiles) in Arm::ALL.into_iter().zip(placements) {
        for tile in tiles {
            let (arms, points) = position.placed(tile, arm);
            let order = order(position, &arms, points, goal, &answers);
            candidates.push(Candidate { tile, arm, arms, points: points as i8, order });
        }
    }
    candidates
}

/// How much more than the goal a placement need not seem to gain.
const ENOUGH: i32 = 3;

/// How soon to try a placement: the first one tried reaches the goal nearly always where any does, so what counts is
/// how little it takes to show it, and that is how few ways both opponents have to answer. The gain at sight, points
/// less the best reply, counts as far as the goal needs it. The weights are those that took the fewest nodes in
/// `docs/solver.md`.
#[inline(always)]
fn order(position: &Position, arms: &Arms, points: i32, goal: i32, answers: &Answers) -> i32 {
    let next = position.hands[position.seat.next()];
    let gain = points - i32::from(arms.best_points(next)) / 5;
    gain.min(goal + ENOUGH) - answers.to(*arms)
}

/// The tiles with which the opponents can answer on each pips, those of the next one weighing three and those of the
/// other two: a byte for each pips, the last one zero for closed arms.
struct Answers(u64);

impl Answers {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        let sum = |steps| position.hands[position.seat.clockwise(steps)].iter().map(|tile| SHOWN[tile.index()]).sum();
        let (next, third): (u64, u64) = (sum(1), sum(3));
        Self(3 * next + 2 * third)
    }

    /// The ways to answer on these arms.
    #[inline(always)]
    fn to(&self, arms: Arms) -> i32 {
        let ways = |end: ArmEnd| end.pips().map_or(0, |pips| (self.0 >> (8 * pips.index())) as i32 & 255);
        let [left, right, up, down] = arms.distinct_ends().map(ways);
        left + right + up + down
    }
}

/// One in the byte of each pips that a tile shows.
const SHOWN: [u64; TILES] = {
    let mut shown = [0; TILES];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::at(index as u8);
        shown[index] = 1 << (8 * tile.low().index()) | 1 << (8 * tile.high().index());
        index += 1;
    }
    shown
};

/// The candidate to try next, taken out.
#[inline(always)]
pub(super) fn take_first(candidates: &mut Candidates) -> Option<Candidate> {
    let (place, _) = candidates.iter().enumerate().max_by_key(|(_, candidate)| candidate.order)?;
    Some(candidates.swap_remove(place))
}
