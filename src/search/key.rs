//! The name of a position within one deal, exact.

use super::reach::Reach;
use crate::seat::Seat;
use crate::tile::{TILES, TileSet};

/// The bits of a key: 28 tiles left, whose owners the deal has fixed; four arm ends of 5; 2 for the seat.
pub(super) const KEY_BITS: u32 = TILES as u32 + 4 * 5 + 2;

/// A position of one deal, in [`KEY_BITS`] bits and those of its [`Reach`]: positions have the same key exactly when
/// their future is the same but for which arm shows what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    bits: u64,
    pub(super) reach: Reach,
}

impl Key {
    #[inline(always)]
    pub(super) const fn new(left: TileSet, packed_arms: u32, seat: Seat, reach: Reach) -> Self {
        Self { bits: (left.mask() as u64) << 22 | (packed_arms as u64) << 2 | seat.get() as u64, reach }
    }

    /// The key but for its reach, mixed one to one: an odd factor can be divided out again.
    #[inline(always)]
    pub(super) const fn mixed(self) -> u64 {
        self.bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) & ((1 << KEY_BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::objective::Objective;
    use super::super::position::Position;
    use crate::deal::Deal;
    use crate::layout::ArmsKey;
    use crate::rng::Rng;
    use crate::round::Round;
    use crate::seat::{BySide, Seat};

    /// Within one deal, keys are equal exactly when the tiles left, the canonical arms and the seat are.
    #[test]
    fn keys_are_exact() {
        let deal = Deal::random(&mut Rng::new(7));
        let mut rng = Rng::new(8);
        let mut by_key = HashMap::new();
        let mut by_parts: HashMap<(u32, ArmsKey, Seat), u64> = HashMap::new();
        let mut met = 0;
        for _ in 0..20_000 {
            let mut round = Round::new(deal, Seat::ALL[0], BySide::default(), None).expect("a round");
            while !round.is_over() {
                let position = Position::of(&round, Objective::Points);
                let parts = (position.left().mask(), position.arms.canonical_key(), position.seat);
                let key = position.key().mixed();
                assert_eq!(*by_key.entry(key).or_insert(parts), parts);
                assert_eq!(*by_parts.entry(parts).or_insert(key), key);
                met += 1;
                let legal = round.legal_turns();
                let turn = legal.nth_by_arm(rng.below(legal.len() as u64) as usize).expect("a legal turn");
                round.play_unchecked(turn);
            }
        }
        assert!(by_key.len() < met, "no position was met twice");
    }
}
