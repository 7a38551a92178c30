//! What the four arms show: all that joining and counting need, in six bytes.

use crate::arm::Arm;
use crate::error::Error;
use crate::score::Points;
use crate::tile::{Pip, Tile, TileSet};
use crate::turn::LegalTurns;

/// What one arm shows: nothing, or pips to join on and what they add to the count.
///
/// Open ends and counted ends are different things (R12), so one byte tells both: the low three bits are the
/// pips to join on (7: closed), the bits above say how they count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmEnd(u8);

impl ArmEnd {
    /// No open end here.
    pub const CLOSED: Self = Self(COUNTS_NOTHING | NO_PIPS);

    /// The outer half of an ordinary tile: open, and counted once (R14).
    const fn plain(pips: Pip) -> Self {
        Self(COUNTS_ONCE | pips.get())
    }

    /// A terminal double: open, and counted with both halves (R14, R15).
    const fn double(pips: Pip) -> Self {
        Self(COUNTS_TWICE | pips.get())
    }

    /// Open, but counting nothing: a branch not started (R12), or the second side of a lone double.
    const fn uncounted(pips: Pip) -> Self {
        Self(COUNTS_NOTHING | pips.get())
    }

    /// The pips a tile must show to join here, `None` if the arm is closed.
    #[inline]
    pub const fn pips(self) -> Option<Pip> {
        let pips = self.0 & PIPS;
        if pips == NO_PIPS { None } else { Some(Pip::from_bits(pips)) }
    }

    /// What the arm adds to the count (R14–R16).
    #[inline]
    pub const fn value(self) -> u8 {
        VALUES[(self.0 & 31) as usize]
    }

    /// Whether a counted end is here.
    pub const fn is_counted(self) -> bool {
        self.0 < COUNTS_NOTHING
    }

    /// The tiles that would join here.
    #[inline]
    pub const fn joined_by(self) -> TileSet {
        JOINED_BY[(self.0 & PIPS) as usize]
    }
}

const PIPS: u8 = 7;
const NO_PIPS: u8 = 7;
const COUNTS_ONCE: u8 = 0;
const COUNTS_TWICE: u8 = 8;
const COUNTS_NOTHING: u8 = 16;

/// The value of each arm end, by its byte.
const VALUES: [u8; 32] = {
    let mut values = [0; 32];
    let mut pips = 0;
    while pips < NO_PIPS {
        values[(COUNTS_ONCE | pips) as usize] = pips;
        values[(COUNTS_TWICE | pips) as usize] = 2 * pips;
        pips += 1;
    }
    values
};

/// The tiles showing each value; none for a closed arm.
const JOINED_BY: [TileSet; 8] = {
    let mut sets = [TileSet::EMPTY; 8];
    let mut pips = 0;
    while pips < 7 {
        sets[pips as usize] = TileSet::showing(Pip::from_bits(pips));
        pips += 1;
    }
    sets
};

/// The four arms of a layout as they stand, and its spinner (R10, R11).
///
/// This is the one place where the rules of joining, of the spinner and of the count are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arms {
    shows: [ArmEnd; 4],
    spinner: Option<Pip>,
}

impl Default for Arms {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Arms {
    /// The empty table.
    pub const EMPTY: Self = Self { shows: [ArmEnd::CLOSED; 4], spinner: None };

    /// What `arm` shows.
    #[inline]
    pub const fn shows(&self, arm: Arm) -> ArmEnd {
        self.shows[arm.index()]
    }

    /// Whether no tile has been placed.
    #[inline]
    pub fn is_empty(&self) -> bool {
        // Once a tile lies, both ends of the main line stay open for good.
        self.shows[Arm::Left.index()] == ArmEnd::CLOSED
    }

    /// The spinner: the first double placed, the opening tile included (R10).
    pub const fn spinner(&self) -> Option<Tile> {
        match self.spinner {
            Some(pips) => Some(Tile::double(pips)),
            None => None,
        }
    }

    /// The sum of the counted ends (R14–R16).
    #[inline]
    pub const fn count(&self) -> u8 {
        let [left, right, up, down] = self.shows;
        left.value() + right.value() + up.value() + down.value()
    }

    /// The legal turns of a seat that holds `hand`: any tile to open with, on the left arm (R6), else those that
    /// show the pips of an open end (R8), else the pass (R13).
    #[inline]
    pub fn legal_turns(&self, hand: TileSet) -> LegalTurns {
        if self.is_empty() {
            return LegalTurns::of_placements([hand, TileSet::EMPTY, TileSet::EMPTY, TileSet::EMPTY]);
        }
        LegalTurns::of_placements(self.shows.map(|end| hand & end.joined_by()))
    }

    /// Refuses a placement of `tile` on `arm` that the rules of joining do not allow (R6, R8, R11).
    pub fn check(&self, tile: Tile, arm: Arm) -> Result<(), Error> {
        if self.is_empty() {
            return if arm == Arm::Left { Ok(()) } else { Err(Error::OpeningArm { tile, arm }) };
        }
        match self.shows(arm).pips() {
            None => Err(Error::ArmClosed { tile, arm }),
            Some(pips) if tile.shows(pips) => Ok(()),
            Some(pips) => Err(Error::DoesNotFit { tile, arm, pips }),
        }
    }

    /// Places `tile` on `arm`, which [`check`](Self::check) allows, and gives the points (R14–R17).
    #[inline]
    pub fn place(&mut self, tile: Tile, arm: Arm) -> Points {
        debug_assert_eq!(self.check(tile, arm), Ok(()));
        match self.shows(arm).pips() {
            Some(pips) => self.join(tile, arm, pips),
            None => self.open(tile),
        }
        if tile.is_double() && self.spinner.is_none() {
            self.spinner = Some(tile.low()); // R10
        }
        Points::of_count(self.count())
    }

    fn open(&mut self, tile: Tile) {
        let (left, right) = if tile.is_double() {
            // Both sides are open, but the double counts once, with both halves (R14).
            (ArmEnd::double(tile.low()), ArmEnd::uncounted(tile.low()))
        } else {
            (ArmEnd::plain(tile.low()), ArmEnd::plain(tile.high()))
        };
        self.shows = [left, right, ArmEnd::CLOSED, ArmEnd::CLOSED];
    }

    #[inline]
    fn join(&mut self, tile: Tile, arm: Arm, pips: Pip) {
        if let Some(spinner) = self.spinner
            && pips == spinner
        {
            self.leave_spinner(arm, spinner);
        }
        // The other half becomes the new outer end (R8); a double lies crosswise and is terminal (R9).
        self.shows[arm.index()] =
            if tile.is_double() { ArmEnd::double(pips) } else { ArmEnd::plain(tile.far_half(pips)) };
    }

    /// What a placement on `arm` changes elsewhere if the spinner itself is what shows there.
    fn leave_spinner(&mut self, arm: Arm, spinner: Pip) {
        let [left, right, ..] = self.shows;
        if left == ArmEnd::double(spinner) && right == ArmEnd::uncounted(spinner) {
            // The first straight side of a lone double is filled: whichever it is, the other side stays a
            // terminal double (R15).
            self.shows[Arm::Right.index()] = ArmEnd::double(spinner);
        } else if self.shows(arm) == ArmEnd::double(spinner) {
            // The second straight side is filled: the branches may start, and count nothing till then (R11, R12).
            self.shows[Arm::Up.index()] = ArmEnd::uncounted(spinner);
            self.shows[Arm::Down.index()] = ArmEnd::uncounted(spinner);
        }
    }

    /// What all layouts with the same future share.
    ///
    /// Arms are interchangeable: what may be placed, and every count from here on, depends on what the four
    /// show and not on which shows what. Which double the spinner is matters only while it is terminal; after
    /// that its branches show its pips as long as they are not started.
    pub fn canonical_key(&self) -> ArmsKey {
        let mut shows = self.shows;
        shows.sort_unstable();
        let spinner = match self.spinner {
            None => 8,
            Some(pips) if self.shows.contains(&ArmEnd::double(pips)) => pips.get(),
            Some(_) => 7,
        };
        ArmsKey([shows[0].0, shows[1].0, shows[2].0, shows[3].0, spinner])
    }
}

/// Equal for layouts that differ only in which arm shows what; see [`Arms::canonical_key`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmsKey(pub(crate) [u8; 5]);
