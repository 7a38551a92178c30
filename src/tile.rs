//! Tiles of the double-six set (R2), their halves' pips, and sets of tiles.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not, Sub};
use std::str::FromStr;

use crate::error::Error;

/// The pips on one half of a tile: 0 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pip(u8);

impl Pip {
    /// All seven values, 0 to 6.
    pub const ALL: [Self; 7] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The value `pips`, or [`Error::PipsRange`] above 6.
    pub const fn new(pips: u8) -> Result<Self, Error> {
        if pips <= 6 { Ok(Self(pips)) } else { Err(Error::PipsRange { found: pips as i128 }) }
    }

    /// The value in the low three bits, which the caller has bounded by 6.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        debug_assert!(bits <= 6);
        Self(bits)
    }

    /// The pips as a number.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// This value as an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Pip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One of the 28 tiles of the double-six set (R2), `low` ≤ `high`.
///
/// Tiles are numbered 0 to 27 by low half, then high half: `[0|0]`, `[0|1]`, … `[6|6]`.
///
/// ```
/// use sevenrocks::Tile;
/// let tile: Tile = "6|3".parse()?;
/// assert_eq!((tile.low().get(), tile.high().get(), tile.pips()), (3, 6, 9));
/// assert_eq!(tile.to_string(), "3|6");
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// Tiles in the set: 7 doubles and 7 × 6 / 2 others.
pub const TILES: usize = 7 + 7 * 6 / 2;

/// The low and high half of every tile, by index.
const HALVES: [(u8, u8); TILES] = {
    let mut halves = [(0, 0); TILES];
    let (mut low, mut high, mut index) = (0, 0, 0);
    while index < TILES {
        halves[index] = (low, high);
        index += 1;
        high += 1;
        if high > 6 {
            low += 1;
            high = low;
        }
    }
    halves
};

impl Tile {
    /// The tile with these two halves, in either order.
    pub const fn new(half: Pip, other: Pip) -> Self {
        let (low, high) = if half.0 <= other.0 { (half.0, other.0) } else { (other.0, half.0) };
        // Before row `low` stand 7 + 6 + … = 7 × low − low × (low − 1) / 2 tiles.
        Self(7 * low - low * low.saturating_sub(1) / 2 + (high - low))
    }

    /// The double with both halves showing `pips`.
    pub const fn double(pips: Pip) -> Self {
        Self::new(pips, pips)
    }

    /// The tile numbered `index`, or [`Error::TileRange`] above 27.
    pub const fn from_index(index: usize) -> Result<Self, Error> {
        if index < TILES { Ok(Self(index as u8)) } else { Err(Error::TileRange { found: index as i128 }) }
    }

    /// The tile numbered `index`, which the caller has bounded by 27.
    pub(crate) const fn at(index: u8) -> Self {
        debug_assert!((index as usize) < TILES);
        Self(index)
    }

    /// Every tile in index order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..TILES as u8).map(Self)
    }

    /// The tile's number, 0 to 27, by low half then high half.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The half with fewer pips.
    pub const fn low(self) -> Pip {
        Pip(HALVES[self.index()].0)
    }

    /// The half with more pips.
    pub const fn high(self) -> Pip {
        Pip(HALVES[self.index()].1)
    }

    /// The pips of both halves together.
    pub const fn pips(self) -> u8 {
        self.low().0 + self.high().0
    }

    /// Whether both halves show the same pips.
    #[inline(always)]
    pub const fn is_double(self) -> bool {
        DOUBLES.contains(self)
    }

    /// Whether one half shows `pips`.
    pub const fn shows(self, pips: Pip) -> bool {
        self.low().0 == pips.0 || self.high().0 == pips.0
    }

    /// The half away from the one that shows `pips`; the same pips again for a double.
    ///
    /// The caller has made sure that the tile shows `pips`.
    pub const fn far_half(self, pips: Pip) -> Pip {
        debug_assert!(self.shows(pips));
        Pip(self.pips() - pips.0)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}|{}", self.low(), self.high())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

impl FromStr for Tile {
    type Err = Error;

    /// Reads `3|6`, `[3|6]` or `3-6`, halves in either order.
    fn from_str(text: &str) -> Result<Self, Error> {
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
        match *inner.as_bytes() {
            [half @ b'0'..=b'6', b'|' | b'-', other @ b'0'..=b'6'] => {
                Ok(Self::new(Pip(half - b'0'), Pip(other - b'0')))
            }
            _ => Err(Error::TileText { found: text.into() }),
        }
    }
}

/// An immutable set of tiles: one bit a tile, bit number = tile index.
///
/// ```
/// use sevenrocks::{Tile, TileSet};
/// let hand: TileSet = ["1|4", "6|6"].into_iter().map(|text| text.parse::<Tile>().unwrap()).collect();
/// assert_eq!((hand.len(), hand.pips()), (2, 17));
/// assert_eq!((TileSet::FULL - hand).pips(), 168 - 17);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileSet(u32);

/// The tiles as bits in the order of their pips: for each byte of a mask, the ranks of its tiles. The bit of the
/// heaviest tile is the highest.
const RANKS: [[u32; 256]; 4] = {
    let mut ranks = [[0; 256]; 4];
    let mut index = 0;
    while index < TILES {
        let mut mask = 0;
        while mask < 256 {
            if mask >> (index % 8) & 1 == 1 {
                ranks[index / 8][mask] |= 1 << rank_by_pips(index);
            }
            mask += 1;
        }
        index += 1;
    }
    ranks
};

/// The tiles with the pips of the heaviest one, by the leading zeros of its rank's bit; none without a tile.
const WEIGHING: [TileSet; 33] = {
    let mut sets = [TileSet::EMPTY; 33];
    let mut index = 0;
    while index < TILES {
        let mut other = 0;
        while other < TILES {
            if Tile(other as u8).pips() == Tile(index as u8).pips() {
                sets[31 - rank_by_pips(index)].0 |= 1 << other;
            }
            other += 1;
        }
        index += 1;
    }
    sets
};

/// The number of tiles with fewer pips than tile `index`, or as many and a lower index.
const fn rank_by_pips(index: usize) -> usize {
    let (pips, mut rank, mut other) = (Tile(index as u8).pips(), 0, 0);
    while other < TILES {
        let others = Tile(other as u8).pips();
        if others < pips || others == pips && other < index {
            rank += 1;
        }
        other += 1;
    }
    rank
}

/// The seven doubles.
const DOUBLES: TileSet = {
    let mut doubles = TileSet::EMPTY;
    let mut index = 0;
    while index < TILES {
        if HALVES[index].0 == HALVES[index].1 {
            doubles.0 |= 1 << index;
        }
        index += 1;
    }
    doubles
};

/// The seven tiles that show each value, by pips.
const SHOWING: [TileSet; 7] = {
    let mut sets = [TileSet::EMPTY; 7];
    let mut index = 0;
    while index < TILES {
        let (low, high) = HALVES[index];
        sets[low as usize].0 |= 1 << index;
        sets[high as usize].0 |= 1 << index;
        index += 1;
    }
    sets
};

impl TileSet {
    /// No tile.
    pub const EMPTY: Self = Self(0);
    /// All 28 tiles.
    pub const FULL: Self = Self((1 << TILES) - 1);

    /// The set with this bit mask, or [`Error::MaskRange`] if it has bits above the 28th.
    pub const fn from_mask(mask: u32) -> Result<Self, Error> {
        if mask & !Self::FULL.0 == 0 { Ok(Self(mask)) } else { Err(Error::MaskRange { found: mask as i128 }) }
    }

    /// The set with this bit mask, which the caller knows to be in range.
    pub(crate) const fn from_bits(mask: u32) -> Self {
        debug_assert!(mask & !Self::FULL.0 == 0);
        Self(mask)
    }

    /// The seven tiles that show `pips` on a half.
    pub const fn showing(pips: Pip) -> Self {
        SHOWING[pips.index()]
    }

    /// The bit mask.
    pub const fn mask(self) -> u32 {
        self.0
    }

    /// The number of tiles.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no tile in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `tile` is in the set.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    /// Whether every tile of `other` is in this set.
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set with `tile` added.
    #[must_use]
    pub const fn with(self, tile: Tile) -> Self {
        Self(self.0 | 1 << tile.0)
    }

    /// The set without `tile`.
    #[must_use]
    pub const fn without(self, tile: Tile) -> Self {
        Self(self.0 & !(1 << tile.0))
    }

    /// The tiles of the set that have the most pips.
    #[must_use]
    #[inline(always)]
    pub const fn heaviest(self) -> Self {
        let [a, b, c, d] = self.0.to_le_bytes();
        let ranks = RANKS[0][a as usize] | RANKS[1][b as usize] | RANKS[2][c as usize] | RANKS[3][d as usize];
        Self(self.0 & WEIGHING[ranks.leading_zeros() as usize].0)
    }

    /// The pips of all its tiles together: 168 for the full set.
    pub fn pips(self) -> u8 {
        self.iter().map(Tile::pips).sum()
    }

    /// Tile number `position` of the set in index order, `None` from [`len`](Self::len) on.
    #[inline]
    pub const fn nth(self, position: usize) -> Option<Tile> {
        let (mut left, mut before) = (self.0, position);
        while before > 0 {
            left &= left.wrapping_sub(1);
            before -= 1;
        }
        if left == 0 { None } else { Some(Tile(left.trailing_zeros() as u8)) }
    }

    /// The tiles in index order.
    pub const fn iter(self) -> TileSetIter {
        TileSetIter(self.0)
    }
}

impl BitAnd for TileSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for TileSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for TileSet {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Sub for TileSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for TileSet {
    type Output = Self;
    fn not(self) -> Self {
        Self::FULL - self
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        tiles.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = TileSetIter;
    fn into_iter(self) -> TileSetIter {
        self.iter()
    }
}

/// The tiles of a [`TileSet`] in index order.
#[derive(Clone, Debug)]
pub struct TileSetIter(u32);

impl Iterator for TileSetIter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(Tile(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for TileSetIter {}

impl fmt::Display for TileSet {
    /// The tiles in index order, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, tile) in self.iter().enumerate() {
            if position > 0 {
                f.write_str(" ")?;
            }
            tile.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A set of pips values: one bit a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PipSet(u8);

impl PipSet {
    /// The set with this mask of 7 bits, which the caller knows to be in range.
    pub(crate) const fn from_bits(mask: u8) -> Self {
        debug_assert!(mask < 1 << 7);
        Self(mask)
    }

    /// The values of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// No value.
    pub const EMPTY: Self = Self(0);

    /// Whether `pips` is in the set.
    pub const fn contains(self, pips: Pip) -> bool {
        self.0 >> pips.0 & 1 == 1
    }

    /// The set with `pips` added.
    #[must_use]
    pub const fn with(self, pips: Pip) -> Self {
        Self(self.0 | 1 << pips.0)
    }

    /// The values in rising order.
    pub fn iter(self) -> impl Iterator<Item = Pip> {
        Pip::ALL.into_iter().filter(move |&pips| self.contains(pips))
    }

    /// The tiles that show one of the values.
    pub fn tiles(self) -> TileSet {
        self.iter().fold(TileSet::EMPTY, |tiles, pips| tiles | TileSet::showing(pips))
    }
}

impl fmt::Debug for PipSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
