//! Count → points → score: what lies open, what a placement earns, what a side has.

use std::fmt;
use std::ops::{AddAssign, SubAssign};

use crate::error::Error;

/// What a placement earns: 0 or a multiple of five up to 35 (R17).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(u8);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// The points of a placement that leaves `count` on the table: the count itself if it is a multiple
    /// of five, else nothing (R17).
    #[inline(always)]
    pub const fn of_count(count: u8) -> Self {
        Self(if count.is_multiple_of(5) { count } else { 0 })
    }

    /// The points as a number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a side has in the match; may be negative (R22).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(pub i32);

impl Score {
    /// The farthest from zero that a caller may set a score or a target, so that no sum overflows.
    pub const LIMIT: i32 = 1_000_000;

    /// This score as the one that wins, [`Error::TargetRange`] outside 1 to 1,000,000.
    pub fn check_target(self) -> Result<Self, Error> {
        if (1..=Self::LIMIT).contains(&self.0) { Ok(self) } else { Err(Error::TargetRange { found: self.0.into() }) }
    }
}

impl AddAssign<Points> for Score {
    fn add_assign(&mut self, points: Points) {
        self.0 += i32::from(points.0);
    }
}

impl SubAssign<Deduction> for Score {
    fn sub_assign(&mut self, deduction: Deduction) {
        self.0 -= i32::from(deduction.0);
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What one hand's leftovers cost its side: its pips rounded to the nearest five (R20, R21).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Deduction(u8);

impl Deduction {
    /// The deduction for a hand with `pips` left: a remainder of 1 or 2 goes down, 3 or 4 up (R20).
    pub const fn nearest_five(pips: u8) -> Self {
        Self((pips + 2) / 5 * 5)
    }

    /// The deduction as a number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
