//! What is known of a value: bounds, equal when it is known exactly.

use super::position::{Position, deduction};
use crate::arm::Arm;
use crate::seat::{BySeat, BySide, Side};
use crate::tile::{TILES, Tile, TileSet};

/// A number of points between two bounds, both included; known exactly when they are equal.
///
/// All values are multiples of five, and so are bounds, but for [`WIN`](Self::WIN) and its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// The least it can be.
    pub lower: i32,
    /// The most it can be.
    pub upper: i32,
}

impl Bounds {
    /// Stands above all points: side 0 reaches the target first whatever side 1 does. `-WIN` stands below them, for
    /// side 1. Only the objective [`Win`](super::Objective::Win) gives either.
    pub const WIN: i32 = i32::MAX;

    /// The number itself, known exactly.
    pub const fn of(points: i32) -> Self {
        Self { lower: points, upper: points }
    }

    /// The number, if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether `points` is not ruled out.
    pub const fn contains(self, points: i32) -> bool {
        self.lower <= points && points <= self.upper
    }
}

/// Stands for a match won, in fives: so far above all differences that a win stays one whatever points are added to
/// it on the way back to where the search began.
///
/// A side makes at most 7 + 6 = 13 placements of at most 35 points, and the others pay for at most the heaviest 14
/// tiles, 118 pips or 120 points: 455 + 120 points are 115 fives.
pub(super) const WIN: i32 = 1000;

/// What no difference reaches, and every win with what is added to it.
pub(super) const SURE: i32 = WIN / 2;

/// The value before a turn that brought the side to act `gain`, of the value after it.
pub(super) const fn turned(gain: i32, value: i32) -> i32 {
    match value {
        WIN => -WIN,
        value if value == -WIN => WIN,
        _ => gain - value,
    }
}

/// What a probe found, without what was added to a win on the way.
pub(super) const fn normalized(value: i32) -> i32 {
    match value {
        SURE.. => WIN,
        value if value <= -SURE => -WIN,
        _ => value,
    }
}

/// Bounds on a value as the search counts: in fives, to the side to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Span {
    pub(super) const fn exact(fives: i32) -> Self {
        Self { lower: fives, upper: fives }
    }

    pub(super) const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The value before a turn that brought the side to act `gain`, of the value after it.
    pub(super) const fn before(self, gain: i32) -> Self {
        Self { lower: turned(gain, self.upper), upper: turned(gain, self.lower) }
    }

    /// The same in points, to side 0, if it was `side` to act.
    pub(super) const fn to_side_0(self, side: Side) -> Bounds {
        match side.get() {
            0 => Bounds { lower: points(self.lower), upper: points(self.upper) },
            _ => Bounds { lower: -points(self.upper), upper: -points(self.lower) },
        }
    }

    /// Bounds that hold for any play: a side can gain no more than its tiles can earn, but for one that stays in a
    /// hand, and the others' present deductions.
    ///
    /// They tell something before any search is done; within one they cost more than they save. Whether the target can
    /// be reached is told by the same sums, and kept in the position.
    pub(super) fn at_sight(position: &mut Position) -> Self {
        let mut largest = [0_u8; 4];
        let tiles = position.left().iter().map(|tile| OUTER[tile.index()]);
        for mut value in tiles.chain(Arm::ALL.map(|arm| position.arms.shows(arm).value())) {
            for place in &mut largest {
                if value > *place {
                    std::mem::swap(place, &mut value);
                }
            }
        }
        let hands = BySeat::from_fn(|seat| position.hands[position.seat.clockwise(seat.index())]);
        let cost = |one: usize, partner: usize| deduction(hands.0[one]) + deduction(hands.0[partner]);
        let most = [earned(hands.0[0] | hands.0[2], largest), earned(hands.0[1] | hands.0[3], largest)];
        let side = position.seat.side();
        position.reach = position.reach.within(if side.get() == 0 { BySide(most) } else { BySide([most[1], most[0]]) });
        Self {
            lower: if position.reach.is_open_to(side.other()) { -WIN } else { -most[1] - cost(0, 2) },
            upper: if position.reach.is_open_to(side) { WIN } else { most[0] + cost(1, 3) },
        }
    }
}

/// The points by which one value is better than another, in fives both.
pub(super) const fn given_away(best: i32, played: i32) -> i32 {
    points(normalized(best - played))
}

/// Fives in points.
const fn points(fives: i32) -> i32 {
    match fives {
        WIN => Bounds::WIN,
        fives if fives == -WIN => -Bounds::WIN,
        _ => 5 * fives,
    }
}

/// The most that the outer end of each tile can add to a count (R14).
const OUTER: [u8; TILES] = {
    let mut outer = [0; TILES];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::at(index as u8);
        outer[index] = if tile.is_double() { tile.pips() } else { tile.high().get() };
        index += 1;
    }
    outer
};

/// More fives than a side can earn with `tiles` where no ends are larger than these four.
fn earned(tiles: TileSet, largest: [u8; 4]) -> i32 {
    let four: u8 = largest.iter().sum();
    let three = four - largest[3];
    let points = tiles.iter().map(|tile| i32::from((three + OUTER[tile.index()]).min(four)) / 5);
    points.clone().sum::<i32>() - points.min().unwrap_or(0)
}
