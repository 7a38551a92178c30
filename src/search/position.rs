//! A position as the search sees it: hands, arms, and whose turn it is.

use super::bounds::WIN;
use super::key::Key;
use super::objective::Objective;
use super::reach::Reach;
use crate::arm::Arm;
use crate::layout::Arms;
use crate::round::Round;
use crate::score::Deduction;
use crate::seat::{BySeat, Seat};
use crate::tile::{TILES, Tile, TileSet};
use crate::turn::Turn;

/// Everything that the rest of a round depends on: no passes in a row, since a blocked round is seen at once, and of
/// scores and target no more than how far they are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) hands: BySeat<TileSet>,
    pub(super) arms: Arms,
    pub(super) seat: Seat,
    pub(super) reach: Reach,
}

impl Position {
    pub(super) fn of(round: &Round, objective: Objective) -> Self {
        let reach = match objective {
            Objective::Points => Reach::NEITHER,
            Objective::Win => Reach::of(round),
        };
        Self { hands: round.hands(), arms: *round.table().arms(), seat: round.seat(), reach }
    }

    /// The hand of the seat to act.
    #[inline(always)]
    pub(super) fn hand(&self) -> TileSet {
        self.hands[self.seat]
    }

    /// The tiles in all hands.
    #[inline(always)]
    pub(super) fn left(&self) -> TileSet {
        let [a, b, c, d] = self.hands.0;
        a | b | c | d
    }

    /// Whether no tile of any hand can be placed (R18).
    #[inline(always)]
    pub(super) fn is_blocked(&self) -> bool {
        (self.arms.joined_by() & self.left()).is_empty()
    }

    /// Whether a seat has gone out (R18).
    fn is_out(&self) -> bool {
        self.hands.0.iter().any(|hand| hand.is_empty())
    }

    /// What a position is worth to the side to act after which no turn follows (R18, R24); going out is settled by
    /// the turn that did it.
    pub(super) fn ended(&self) -> Option<i32> {
        match self.reach.reached() {
            Some(side) if side == self.seat.side() => Some(WIN),
            Some(_) => Some(-WIN),
            None => self.is_out().then_some(0),
        }
    }

    /// Whether so many points, in fives, win the match for the side to act (R23).
    #[inline(always)]
    pub(super) fn is_won_with(&self, points: i32) -> bool {
        self.reach.is_reached_with(self.seat.side(), points)
    }

    /// The position after a legal turn, and what the turn brings the side that plays it, in fives: its points, and
    /// what going out settles. A blocked round is settled where its value is told, not by its passes.
    pub(super) fn play(&self, turn: Turn) -> (Self, i32) {
        let Some((tile, arm)) = turn.placement() else { return (self.after_pass(), 0) };
        let (arms, points) = self.placed(tile, arm);
        let next = self.after(tile, arms, points);
        let settles = next.is_out() && !self.is_won_with(points);
        (next, points - if settles { next.settled() } else { 0 })
    }

    /// The position after a pass.
    #[inline(always)]
    pub(super) fn after_pass(self) -> Self {
        Self { seat: self.seat.next(), ..self }
    }

    /// The position after `tile` has left the hand, the arms have become `arms` and `points` were earned, in fives.
    ///
    /// All hands are written anew: one that is written by itself and read with the others stalls the processor.
    #[inline(always)]
    pub(super) fn after(self, tile: Tile, arms: Arms, points: i32) -> Self {
        let hands = BySeat::from_fn(|seat| {
            let hand = self.hands[seat];
            if seat == self.seat { hand.without(tile) } else { hand }
        });
        Self { hands, arms, seat: self.seat.next(), reach: self.reach.after(self.seat.side(), points) }
    }

    /// The arms after a legal placement, and its points in fives.
    #[inline(always)]
    pub(super) fn placed(&self, tile: Tile, arm: Arm) -> (Arms, i32) {
        let mut arms = self.arms;
        let points = arms.place(tile, arm);
        (arms, i32::from(points.get()) / 5)
    }

    /// What the end of the round brings the side to act, in fives: the others' deductions less its own (R20, R21).
    #[inline(always)]
    pub(super) fn settled(&self) -> i32 {
        let cost = |steps| deduction(self.hands[self.seat.clockwise(steps)]);
        cost(1) + cost(3) - cost(0) - cost(2)
    }

    /// The key under which the position is remembered, exact within one deal.
    #[inline(always)]
    pub(super) fn key(&self) -> Key {
        Key::new(self.left(), self.arms.packed_key(), self.seat, self.reach)
    }
}

/// How many placements there are on all arms.
#[inline(always)]
pub(super) fn ways(placements: &[TileSet; 4]) -> u32 {
    let [left, right, up, down] = placements.map(|tiles| tiles.mask().count_ones());
    left + right + up + down
}

/// What a hand costs at the end, in fives (R20).
#[inline(always)]
pub(super) fn deduction(hand: TileSet) -> i32 {
    i32::from(Deduction::nearest_five(pips(hand)).get()) / 5
}

/// The pips of the tiles in each byte of a mask.
const PIPS: [[u8; 256]; 4] = {
    let mut pips = [[0; 256]; 4];
    let mut index = 0;
    while index < TILES {
        let mut mask = 0;
        while mask < 256 {
            if mask >> (index % 8) & 1 == 1 {
                pips[index / 8][mask] += Tile::at(index as u8).pips();
            }
            mask += 1;
        }
        index += 1;
    }
    pips
};

/// The pips of `tiles`, by four look-ups.
#[inline(always)]
fn pips(tiles: TileSet) -> u8 {
    let [a, b, c, d] = tiles.mask().to_le_bytes().map(usize::from);
    PIPS[0][a] + PIPS[1][b] + PIPS[2][c] + PIPS[3][d]
}

#[cfg(test)]
mod tests {
    use super::pips;
    use crate::rng::Rng;
    use crate::tile::TileSet;

    #[test]
    fn pips_are_those_of_the_set() {
        let mut rng = Rng::new(7);
        for _ in 0..1000 {
            let tiles = TileSet::from_bits(rng.below(1 << 28) as u32);
            assert_eq!(pips(tiles), tiles.pips());
        }
    }
}
