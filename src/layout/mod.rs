//! The layout: tiles on the table in order, how they join, where one may join, and what counts.

mod arms;
mod ends;
mod picture;

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

pub use arms::{ArmEnd, Arms, ArmsKey};
pub use ends::{CountedEnd, Half, Join, OpenEnd, TileHalf};
pub use picture::{Picture, PictureStyle};

use crate::arm::Arm;
use crate::error::Error;
use crate::score::Points;
use crate::tile::{TILES, Tile, TileSet};
use crate::turn::Turn;

/// One tile as it was placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The tile.
    pub tile: Tile,
    /// The arm it was placed on.
    pub arm: Arm,
    /// The halves that met; `None` for the opening tile.
    pub join: Option<Join>,
}

/// The table: every tile in the order it was placed, and the open and counted ends that follow.
///
/// ```
/// use sevenrocks::Layout;
/// let layout: Layout = "1|4L 1|1L 4|4R".parse()?;
/// assert_eq!(layout.count(), 10);
/// assert_eq!(layout.spinner(), Some("1|1".parse()?));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Layout {
    arms: Arms,
    placements: ArrayVec<Placement, TILES>,
    /// The outer half on each arm.
    outer: [Option<TileHalf>; 4],
}

impl Layout {
    /// The empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The layout that these turns build, passes left aside.
    pub fn of_turns(turns: &[Turn]) -> Result<Self, Error> {
        let mut layout = Self::new();
        for (tile, arm) in turns.iter().filter_map(|turn| turn.placement()) {
            layout.place(tile, arm)?;
        }
        Ok(layout)
    }

    /// Places `tile` on `arm` and gives its points; refuses what the rules of joining do not allow, changing
    /// nothing (R6, R8, R11).
    pub fn place(&mut self, tile: Tile, arm: Arm) -> Result<Points, Error> {
        if self.tiles().contains(tile) {
            return Err(Error::AlreadyPlayed { tile });
        }
        self.arms.check(tile, arm)?;
        let join = self.name_halves(tile, arm);
        let points = self.arms.place(tile, arm);
        self.placements.push(Placement { tile, arm, join });
        if let Some(tile) = self.arms.spinner() {
            // Named from the start: whether a branch is open, its arm tells.
            self.outer[Arm::Up.index()].get_or_insert(TileHalf { tile, half: Half::BranchA });
            self.outer[Arm::Down.index()].get_or_insert(TileHalf { tile, half: Half::BranchB });
        }
        Ok(points)
    }

    /// Names the outer halves as they will be, and the halves that meet if `tile` is not the opening one.
    fn name_halves(&mut self, tile: Tile, arm: Arm) -> Option<Join> {
        let Some(pips) = self.arms.shows(arm).pips() else {
            let (left, right) = Half::of_opening(tile);
            self.outer[Arm::Left.index()] = Some(TileHalf { tile, half: left });
            self.outer[Arm::Right.index()] = Some(TileHalf { tile, half: right });
            return None;
        };
        let (half, outer) = Half::attached(tile, pips);
        let at = self.outer[arm.index()].replace(TileHalf { tile, half: outer })?;
        Some(Join { at, by: TileHalf { tile, half } })
    }

    /// What the arms show.
    pub const fn arms(&self) -> &Arms {
        &self.arms
    }

    /// Every tile in the order it was placed, with its arm and join.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// The tiles on the table, as a set.
    pub fn tiles(&self) -> TileSet {
        self.placements.iter().map(|placement| placement.tile).collect()
    }

    /// The spinner: the first double placed (R10).
    pub const fn spinner(&self) -> Option<Tile> {
        self.arms.spinner()
    }

    /// The joins in order; one fewer than the tiles.
    pub fn joins(&self) -> impl Iterator<Item = Join> + '_ {
        self.placements.iter().filter_map(|placement| placement.join)
    }

    /// The open ends in arm order, branches that may be started included (R12).
    pub fn open_ends(&self) -> impl Iterator<Item = OpenEnd> + '_ {
        Arm::ALL.into_iter().filter_map(|arm| {
            let TileHalf { tile, half } = self.outer[arm.index()]?;
            Some(OpenEnd { arm, tile, half, pips: self.arms.shows(arm).pips()? })
        })
    }

    /// The counted ends in arm order: a lone tile that is no double stands there with each half, a lone
    /// double once (R14–R16).
    pub fn counted_ends(&self) -> impl Iterator<Item = CountedEnd> + '_ {
        Arm::ALL.into_iter().filter(|&arm| self.arms.shows(arm).is_counted()).filter_map(|arm| {
            let TileHalf { tile, .. } = self.outer[arm.index()]?;
            Some(CountedEnd { tile, value: self.arms.shows(arm).value() })
        })
    }

    /// The sum of the counted ends (R14).
    pub const fn count(&self) -> u8 {
        self.arms.count()
    }

    /// The layout drawn in text.
    pub const fn picture(&self, style: PictureStyle) -> Picture<'_> {
        Picture::new(self, style)
    }
}

impl fmt::Display for Layout {
    /// The placements in order: `1|4L 1|1L 4|4R`; nothing for the empty table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, &Placement { tile, arm, .. }) in self.placements.iter().enumerate() {
            let space = if position == 0 { "" } else { " " };
            write!(f, "{space}{}", Turn::place(tile, arm))?;
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = Error;

    /// Reads placements separated by white space.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut layout = Self::new();
        for word in text.split_whitespace() {
            let turn: Turn = word.parse()?;
            let (tile, arm) = turn.placement().ok_or_else(|| Error::TurnText { found: word.into() })?;
            layout.place(tile, arm)?;
        }
        Ok(layout)
    }
}
