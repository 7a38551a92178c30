//! How far the sides are from the target, where a round is solved for the win.

use crate::round::Round;
use crate::seat::{BySide, Side};

/// The fives that each side still needs to reach the target, a byte a side; [`OUT_OF_REACH`] for a side that cannot
/// earn so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach(u16);

const OUT_OF_REACH: u8 = u8::MAX;

impl Reach {
    /// No side can reach the target, or there is none: the round is played for its points.
    pub(super) const NEITHER: Self = Self(u16::MAX);

    /// How far the sides are in `round`.
    pub(super) fn of(round: &Round) -> Self {
        let Some(target) = round.table().target() else { return Self::NEITHER };
        let needs = round.scores().0.map(|score| (target.0 - score.0 + 4).div_euclid(5).max(0));
        Self::of_needs(BySide(needs.map(|fives| u8::try_from(fives).unwrap_or(OUT_OF_REACH))))
    }

    const fn of_needs(needs: BySide<u8>) -> Self {
        Self(u16::from_le_bytes(needs.0))
    }

    const fn needs(self) -> BySide<u8> {
        BySide(self.0.to_le_bytes())
    }

    /// Whether `fives` bring `side` to the target (R23).
    #[inline(always)]
    pub(super) fn is_reached_with(self, side: Side, fives: i32) -> bool {
        self != Self::NEITHER && i32::from(self.needs()[side]) <= fives
    }

    /// The side that has reached the target.
    pub(super) fn reached(self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.needs()[side] == 0)
    }

    /// How far the sides are once `side` has earned `fives`.
    #[inline(always)]
    pub(super) fn after(self, side: Side, fives: i32) -> Self {
        if self == Self::NEITHER {
            return self;
        }
        let mut needs = self.needs();
        if needs[side] != OUT_OF_REACH {
            needs[side] = needs[side].saturating_sub(fives.unsigned_abs() as u8);
        }
        Self::of_needs(needs)
    }

    /// How far the sides are if they can earn no more than `most`.
    pub(super) fn within(self, most: BySide<i32>) -> Self {
        let needs = self.needs();
        let need = |side| if i32::from(needs[side]) <= most[side] { needs[side] } else { OUT_OF_REACH };
        Self::of_needs(BySide(Side::ALL.map(need)))
    }

    /// Whether `side` may still reach the target.
    pub(super) fn is_open_to(self, side: Side) -> bool {
        self.needs()[side] != OUT_OF_REACH
    }

    /// Sixteen bits, all zero for [`NEITHER`](Self::NEITHER).
    #[inline(always)]
    pub(super) const fn bits(self) -> u16 {
        !self.0
    }
}
