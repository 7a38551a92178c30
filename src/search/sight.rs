//! What can be told of a position at sight: bounds on what the sides can still earn.

use super::bounds::{Span, WIN};
use super::position::{Position, deduction};
use crate::arm::Arm;
use crate::seat::{BySeat, BySide};
use crate::tile::{TILES, Tile, TileSet};

impl Span {
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
