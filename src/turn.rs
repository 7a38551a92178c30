//! Turns: a placement or a pass, in the one numbering used everywhere; sets and lists of them.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use crate::arm::Arm;
use crate::bits::{Bits, Portable};
use crate::deal::HAND;
use crate::error::Error;
use crate::tile::{TILES, Tile, TileSet};

/// Turns there are: 28 tiles × 4 arms, and the pass.
pub const TURNS: usize = TILES * 4 + 1;

/// The most placements a round can have: the finisher's 7 and 6 of each other seat.
pub const MAX_PLACEMENTS: usize = HAND + 3 * (HAND - 1);

/// The most turns a round can have: every placement but the first after three passes. (A blocked round has
/// fewer placements, and ends with one pass more.)
pub const MAX_TURNS: usize = MAX_PLACEMENTS + 3 * (MAX_PLACEMENTS - 1);

/// The public turns of a round in order, at most [`MAX_TURNS`].
pub type Turns = ArrayVec<Turn, MAX_TURNS>;

/// One turn: a placement of a tile on an arm (R8), or a pass (R13).
///
/// Numbered 4 × tile index + arm for a placement, 112 for the pass. The opening is on the left arm.
///
/// ```
/// use sevenrocks::{Arm, Turn};
/// let turn = Turn::place("3|6".parse()?, Arm::Right);
/// assert_eq!((turn.to_string(), turn.index()), ("3|6R".to_string(), 4 * 21 + 1));
/// assert_eq!("pass".parse::<Turn>()?, Turn::PASS);
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u8);

impl Turn {
    /// The pass, number 112.
    pub const PASS: Self = Self((TURNS - 1) as u8);

    /// The placement of `tile` on `arm`.
    pub const fn place(tile: Tile, arm: Arm) -> Self {
        Self((4 * tile.index() + arm.index()) as u8)
    }

    /// Turn number `index`, or [`Error::TurnRange`] above 112.
    pub const fn from_index(index: usize) -> Result<Self, Error> {
        if index < TURNS { Ok(Self(index as u8)) } else { Err(Error::TurnRange { found: index as i128 }) }
    }

    /// The turn's number, 0 to 112.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is the pass.
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// The tile and arm of a placement, `None` for the pass.
    #[inline(always)]
    pub const fn placement(self) -> Option<(Tile, Arm)> {
        if self.is_pass() { None } else { Some((Tile::at(self.0 / 4), Arm::from_bits(self.0))) }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.placement() {
            Some((tile, arm)) => write!(f, "{tile}{}", arm.letter()),
            None => f.write_str("pass"),
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Turn {
    type Err = Error;

    /// Reads `pass`, or a tile and an arm's letter: `3|6R`, `[3|6]R`, `3-6R`.
    fn from_str(text: &str) -> Result<Self, Error> {
        if text == "pass" {
            return Ok(Self::PASS);
        }
        let fault = || Error::TurnText { found: text.into() };
        let arm = Arm::ALL.into_iter().find(|arm| text.ends_with(arm.letter())).ok_or_else(fault)?;
        let tile = text[..text.len() - 1].parse().map_err(|_| fault())?;
        Ok(Self::place(tile, arm))
    }
}

/// The legal turns of a position: the tiles that may go on each arm, or the forced pass alone (R13).
///
/// Two words hold two arms each, so that one population count and one select take in both: the left and up arms in
/// the low halves, right and down in the high ones. The pass stands where a 29th tile of the left arm would, as its
/// number 112 = 4 × 28 does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegalTurns([u64; 2]);

/// The bit of the pass in the first word.
const PASS_BIT: u64 = 1 << TILES;

impl LegalTurns {
    /// No turn at all, as when a round is over.
    pub const NONE: Self = Self([0; 2]);

    /// These placements by arm, or the pass if there is none (R13).
    #[inline(always)]
    pub(crate) const fn of_placements(by_arm: [TileSet; 4]) -> Self {
        let Self([main_line, branches]) = Self::placements(by_arm);
        let pass = (main_line | branches == 0) as u64 * PASS_BIT;
        Self([main_line | pass, branches])
    }

    #[inline(always)]
    const fn placements([left, right, up, down]: [TileSet; 4]) -> Self {
        Self([left.mask() as u64 | (right.mask() as u64) << 32, up.mask() as u64 | (down.mask() as u64) << 32])
    }

    /// The tiles that may be placed on `arm`.
    #[inline(always)]
    pub const fn on(&self, arm: Arm) -> TileSet {
        let word = self.0[arm.index() / 2] >> (32 * (arm.index() % 2));
        TileSet::from_bits(word as u32 & TileSet::FULL.mask())
    }

    /// The tiles that may be placed on any arm.
    #[inline(always)]
    pub const fn tiles(&self) -> TileSet {
        let both = self.0[0] | self.0[1];
        TileSet::from_bits((both | both >> 32) as u32 & TileSet::FULL.mask())
    }

    /// The placements among them that `keep` names by arm; no pass.
    #[inline(always)]
    pub(crate) fn filter(self, keep: impl Fn(Arm) -> TileSet) -> Self {
        let kept = |arm| self.on(arm) & keep(arm);
        Self::placements([kept(Arm::Left), kept(Arm::Right), kept(Arm::Up), kept(Arm::Down)])
    }

    /// Whether the pass is the one legal turn.
    #[inline(always)]
    pub const fn is_pass(&self) -> bool {
        self.0[0] & PASS_BIT != 0
    }

    /// How many turns there are.
    #[inline(always)]
    pub const fn len(&self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// Whether there is none: the round is over.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Whether `turn` is among them.
    #[inline(always)]
    pub const fn contains(&self, turn: Turn) -> bool {
        let (tile, arm) = (turn.0 / 4, turn.0 % 4);
        self.0[arm as usize / 2] >> (tile + 32 * (arm % 2)) & 1 == 1
    }

    /// The turns in index order.
    pub fn iter(&self) -> impl Iterator<Item = Turn> + use<> {
        let legal = *self;
        let on_arms = move |tile| {
            Arm::ALL.into_iter().filter(move |&arm| legal.on(arm).contains(tile)).map(move |arm| Turn::place(tile, arm))
        };
        legal.tiles().iter().flat_map(on_arms).chain(self.is_pass().then_some(Turn::PASS))
    }

    /// The set with `turn` added.
    #[inline(always)]
    pub(crate) const fn with(mut self, turn: Turn) -> Self {
        let (tile, arm) = (turn.0 / 4, turn.0 % 4);
        self.0[arm as usize / 2] |= 1 << (tile + 32 * (arm % 2));
        self
    }

    /// The turns arm by arm.
    #[inline(always)]
    pub(crate) const fn by_arm(self) -> ByArm {
        ByArm { word: self.0[0], later: self.0[1], arm: 0 }
    }

    /// Turn number `position`, arm by arm and in tile order on each: the quickest way to pick one at random.
    /// `None` from [`len`](Self::len) on.
    pub fn nth_by_arm(&self, position: usize) -> Option<Turn> {
        (position < self.len()).then(|| self.select::<Portable>(position as u32))
    }

    /// Turn number `position`, arm by arm, of more than `position` turns.
    #[inline(always)]
    pub(crate) fn select<B: Bits>(&self, position: u32) -> Turn {
        let main_line = self.0[0].count_ones();
        let (word, position, arm) =
            if position < main_line { (self.0[0], position, 0) } else { (self.0[1], position - main_line, 2) };
        let place = B::select(word, position);
        Turn((4 * (place % 32) + arm + place / 32) as u8)
    }
}

/// The turns of [`LegalTurns`] arm by arm.
pub(crate) struct ByArm {
    word: u64,
    later: u64,
    arm: u32,
}

impl Iterator for ByArm {
    type Item = Turn;

    #[inline(always)]
    fn next(&mut self) -> Option<Turn> {
        if self.word == 0 {
            (self.word, self.later, self.arm) = (self.later, 0, 2);
        }
        if self.word == 0 {
            return None;
        }
        let place = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(Turn((4 * (place % 32) + self.arm + place / 32) as u8))
    }
}
