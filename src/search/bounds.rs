//! What is known of a value: bounds, equal when it is known exactly.

use super::position::{Position, deduction};
use crate::arm::Arm;
use crate::seat::{BySeat, Side};
use crate::tile::{TILES, Tile, TileSet};

/// A number of points between two bounds, both included; known exactly when they are equal.
///
/// All values are multiples of five, and so are bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// The least it can be.
    pub lower: i32,
    /// The most it can be.
    pub upper: i32,
}

impl Bounds {
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
        Self { lower: gain - self.upper, upper: gain - self.lower }
    }

    /// The same in points, to side 0, if it was `side` to act.
    pub(super) const fn to_side_0(self, side: Side) -> Bounds {
        match side.get() {
            0 => Bounds { lower: 5 * self.lower, upper: 5 * self.upper },
            _ => Bounds { lower: -5 * self.upper, upper: -5 * self.lower },
        }
    }

    /// Bounds that hold for any play: a side can gain no more than its tiles can earn, but for one that stays in a
    /// hand, and the others' present deductions.
    ///
    /// They tell something before any search is done; within one they cost more than they save.
    pub(super) fn at_sight(position: &Position) -> Self {
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
        let most = |one: usize, partner: usize| earned(hands.0[one] | hands.0[partner], largest);
        let cost = |one: usize, partner: usize| deduction(hands.0[one]) + deduction(hands.0[partner]);
        Self { lower: -most(1, 3) - cost(0, 2), upper: most(0, 2) + cost(1, 3) }
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
