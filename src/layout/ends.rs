//! The named places of a layout: halves, joins, open ends and counted ends.

use std::fmt;
use std::str::FromStr;

use crate::arm::Arm;
use crate::error::Error;
use crate::tile::{Pip, Tile};

/// A place on a tile where another may join, named as in the rules.
///
/// A double's track A is the side by which it was attached, track B the opposite one; the spinner has two
/// branches besides (R11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Half {
    /// The half with fewer pips.
    Low,
    /// The half with more pips.
    High,
    /// The side by which a double was attached; of an opening double, the left.
    TrackA,
    /// The side of a double opposite track A.
    TrackB,
    /// The spinner's side branch on the up arm.
    BranchA,
    /// The spinner's side branch on the down arm.
    BranchB,
}

impl Half {
    /// Every half.
    pub const ALL: [Self; 6] = [Self::Low, Self::High, Self::TrackA, Self::TrackB, Self::BranchA, Self::BranchB];

    /// The name in words: `low`, `high`, `track A`, `track B`, `branch A`, `branch B`.
    pub const fn name(self) -> &'static str {
        ["low", "high", "track A", "track B", "branch A", "branch B"][self as usize]
    }

    /// The half by which `tile` is attached to an end showing `pips`, and the half that becomes the outer end.
    pub(super) fn attached(tile: Tile, pips: Pip) -> (Self, Self) {
        if tile.is_double() {
            (Self::TrackA, Self::TrackB)
        } else if tile.low() == pips {
            (Self::Low, Self::High)
        } else {
            (Self::High, Self::Low)
        }
    }

    /// The halves of an opening `tile` on the left and on the right arm.
    pub(super) fn of_opening(tile: Tile) -> (Self, Self) {
        if tile.is_double() { (Self::TrackA, Self::TrackB) } else { (Self::Low, Self::High) }
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Half {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|half| half.name() == text).ok_or_else(|| Error::HalfText { found: text.into() })
    }
}

/// A half of a certain tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileHalf {
    /// The tile.
    pub tile: Tile,
    /// The half of it.
    pub half: Half,
}

impl fmt::Debug for TileHalf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.tile, self.half)
    }
}

/// Two joined halves, which show the same pips (R8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Join {
    /// The half that was open.
    pub at: TileHalf,
    /// The half of the placed tile that joined it.
    pub by: TileHalf,
}

/// A place where a tile may join (R12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenEnd {
    /// The arm it is on.
    pub arm: Arm,
    /// The tile it belongs to.
    pub tile: Tile,
    /// The half of that tile.
    pub half: Half,
    /// The pips that a tile must show to join.
    pub pips: Pip,
}

/// A tile that adds to the count, and what it adds (R12, R14–R16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CountedEnd {
    /// The tile.
    pub tile: Tile,
    /// What it adds: one half's pips, or a terminal double's two halves.
    pub value: u8,
}
