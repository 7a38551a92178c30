//! The four arms of the table, the same through a whole round (R11).

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// One of the four arms: the two ends of the main line, and the spinner's two branches (R11).
///
/// The opening tile's low half (a double's track A) is on the left arm, its high half (track B)
/// on the right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Arm {
    /// The main line's end on the side of the opening tile's low half or track A.
    Left = 0,
    /// The main line's end on the side of the opening tile's high half or track B.
    Right = 1,
    /// The spinner's branch A.
    Up = 2,
    /// The spinner's branch B.
    Down = 3,
}

impl Arm {
    /// The four arms in index order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// Arm number `arm`, or [`Error::ArmRange`] above 3.
    pub const fn new(arm: usize) -> Result<Self, Error> {
        if arm < 4 { Ok(Self::ALL[arm]) } else { Err(Error::ArmRange { found: arm as i128 }) }
    }

    /// The arm in the low two bits of `bits`.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self::ALL[(bits & 3) as usize]
    }

    /// The arm's number: left 0, right 1, up 2, down 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter used in notation: L, R, U or D.
    pub const fn letter(self) -> char {
        ['L', 'R', 'U', 'D'][self as usize]
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["left", "right", "up", "down"][*self as usize])
    }
}

impl FromStr for Arm {
    type Err = Error;

    /// Reads a letter (`L`) or a word (`left`), in either case.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|arm| {
                text.eq_ignore_ascii_case(&arm.to_string())
                    || text.eq_ignore_ascii_case(arm.letter().encode_utf8(&mut [0; 4]))
            })
            .ok_or_else(|| Error::ArmText { found: text.into() })
    }
}
