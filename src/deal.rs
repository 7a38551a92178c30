//! Deals of all 28 tiles (R4), numbered, and the neutral lot for the opener (R5, R7).

use arrayvec::ArrayVec;

use crate::bits::{Bits, Portable};
use crate::error::Error;
use crate::rng::Rng;
use crate::seat::{BySeat, Seat};
use crate::tile::{TILES, Tile, TileSet};

/// Tiles dealt to each seat (R4).
pub const HAND: usize = TILES / 4;

/// The number of different deals: 28! / (7!)^4 = C(28, 7) × C(21, 7) × C(14, 7).
pub const DEALS: u64 = choose(28, 7) * choose(21, 7) * choose(14, 7);

/// Four hands of seven tiles: every tile of the set in exactly one of them (R4).
///
/// Deals are numbered 0 to [`DEALS`] − 1, and a random deal is one uniform draw of its number.
///
/// ```
/// use sevenrocks::{Deal, Rng};
/// let deal = Deal::random(&mut Rng::new(7));
/// assert_eq!(Deal::from_index(deal.index())?, deal);
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal(BySeat<TileSet>);

impl Deal {
    /// The deal of these hands; refuses hands that are not seven tiles each, or share a tile.
    pub fn new(hands: BySeat<TileSet>) -> Result<Self, Error> {
        check_hands(hands.map(Some))?;
        Ok(Self(hands))
    }

    /// A deal drawn uniformly from all [`DEALS`].
    pub fn random(rng: &mut Rng) -> Self {
        Self::random_by::<Portable>(rng)
    }

    /// The same deal, picked by the bits of `B`.
    #[inline(always)]
    pub(crate) fn random_by<B: Bits>(rng: &mut Rng) -> Self {
        Self::unrank::<B>(rng.below(DEALS))
    }

    /// Deal number `index`, or [`Error::DealRange`] from [`DEALS`] on.
    pub fn from_index(index: u64) -> Result<Self, Error> {
        if index < DEALS { Ok(Self::unrank::<Portable>(index)) } else { Err(Error::DealRange { found: index }) }
    }

    #[inline(always)]
    fn unrank<B: Bits>(index: u64) -> Self {
        let (index, third) = (index / SUBSETS_OF_14, index % SUBSETS_OF_14);
        let (first, second) = (index / SUBSETS_OF_21, index % SUBSETS_OF_21);
        let mut rest = TileSet::FULL;
        let mut take = |rank, high_positions| {
            let hand = TileSet::from_bits(B::deposit(unrank_subset(rank, high_positions), rest.mask()));
            rest = rest - hand;
            hand
        };
        let hands = [take(first, 14), take(second, 7), take(third, 0)];
        Self(BySeat([hands[0], hands[1], hands[2], rest]))
    }

    /// The deal's number.
    ///
    /// It is (first × C(21, 7) + second) × C(14, 7) + third, where each figure ranks the hand of seat 0, 1, 2
    /// among the sevens of the tiles not yet given out. Sevens are ordered by how many of their tiles stand
    /// among the first 14 of those, then by these as a binary number, then by the others.
    pub fn index(self) -> u64 {
        let mut rest = TileSet::FULL;
        let mut rank = |seat: usize, high_positions| {
            let hand = self.0.0[seat];
            let rank = rank_subset(extract(hand, rest), high_positions);
            rest = rest - hand;
            rank
        };
        let (first, second, third) = (rank(0, 14), rank(1, 7), rank(2, 0));
        (first * SUBSETS_OF_21 + second) * SUBSETS_OF_14 + third
    }

    /// The four hands.
    pub const fn hands(self) -> BySeat<TileSet> {
        self.0
    }
}

/// The tiles of the known `hands` as dealt; refuses hands that are not seven tiles each, or share a tile.
pub(crate) fn check_hands(hands: BySeat<Option<TileSet>>) -> Result<TileSet, Error> {
    let mut dealt = TileSet::EMPTY;
    for (seat, hand) in hands.iter().filter_map(|(seat, &hand)| Some((seat, hand?))) {
        if hand.len() != HAND {
            return Err(Error::HandSize { seat, found: hand.len() });
        }
        if let Some(tile) = (dealt & hand).iter().next() {
            return Err(Error::TileDealtTwice { tile, seat });
        }
        dealt = dealt | hand;
    }
    Ok(dealt)
}

const SUBSETS_OF_21: u64 = choose(21, 7);
const SUBSETS_OF_14: u64 = choose(14, 7);

/// The number of `k`-subsets of `n` things.
const fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways
}

/// All subsets of 14 positions, by size and then as binary numbers; and where each size begins.
static SUBSETS: ([u16; 1 << 14], [u16; 16]) = {
    let mut begins = [0_u16; 16];
    let mut size = 0;
    while size < 15 {
        begins[size + 1] = begins[size] + choose(14, size as u64) as u16;
        size += 1;
    }
    let mut next = begins;
    let mut sorted = [0; 1 << 14];
    let mut subset = 0_u16;
    while subset < 1 << 14 {
        let size = subset.count_ones() as usize;
        sorted[next[size] as usize] = subset;
        next[size] += 1;
        subset += 1;
    }
    (sorted, begins)
};

/// For 14, 7 and no high positions: how many sevens there are with 0, 1, … 7 of the low 14, and how many ways
/// the high ones have in each.
static SEVENS: [[(u32, u32); 8]; 3] = {
    let mut sevens = [[(0, 0); 8]; 3];
    let mut sevenths = 0;
    while sevenths < 3 {
        let mut low_size = 0;
        while low_size <= 7 {
            let high_ways = choose(7 * sevenths, 7 - low_size);
            let ways = choose(14, low_size) * high_ways;
            sevens[sevenths as usize][low_size as usize] = (ways as u32, high_ways as u32);
            low_size += 1;
        }
        sevenths += 1;
    }
    sevens
};

/// The subset number `rank` of the sevens of 14 low and `high_positions` (0, 7 or 14) high positions.
#[inline(always)]
fn unrank_subset(rank: u64, high_positions: u64) -> u32 {
    let (sorted, begins) = &SUBSETS;
    let subset = |size: usize, rank: u32| u32::from(sorted[usize::from(begins[size]) + rank as usize]);
    let mut rank = rank as u32;
    for (low_size, &(ways, high_ways)) in SEVENS[high_positions as usize / 7].iter().enumerate() {
        if rank < ways {
            return subset(low_size, rank / high_ways) | subset(7 - low_size, rank % high_ways) << 14;
        }
        rank -= ways;
    }
    unreachable!("a rank is below the number of subsets")
}

/// The inverse of [`unrank_subset`].
fn rank_subset(subset: u32, high_positions: u64) -> u64 {
    let (sorted, begins) = &SUBSETS;
    let rank_within = |part: u32| {
        let size = part.count_ones() as usize;
        let ranked = &sorted[begins[size] as usize..begins[size + 1] as usize];
        ranked.partition_point(|&other| u32::from(other) < part) as u64
    };
    let (low, high) = (subset & 0x3fff, subset >> 14);
    let low_size = u64::from(low.count_ones());
    let before: u64 = (0..low_size).map(|size| choose(14, size) * choose(high_positions, 7 - size)).sum();
    before + rank_within(low) * choose(high_positions, 7 - low_size) + rank_within(high)
}

/// The positions in `among` of the tiles of `hand`.
fn extract(hand: TileSet, among: TileSet) -> u32 {
    among
        .iter()
        .enumerate()
        .filter(|&(_, tile)| hand.contains(tile))
        .fold(0, |subset, (position, _)| subset | 1 << position)
}

/// One drawing of a lot: the tile each seat drew face down, `None` for a seat already out of it.
pub type Drawing = BySeat<Option<Tile>>;

/// A neutral lot (R5, R7): who opens, and every drawing that led there.
///
/// Each of the four draws one face-down tile of the whole set; the most pips open, and those who tie for
/// the most put their tiles back and draw again.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lot {
    drawings: Vec<Drawing>,
    opener: Seat,
}

impl Lot {
    /// Holds a lot with `rng`, keeping every drawing.
    pub fn hold(rng: &mut Rng) -> Self {
        let mut drawings = Vec::with_capacity(1);
        let mut left: ArrayVec<Seat, 4> = Seat::ALL.into();
        while left.len() > 1 {
            let mut face_down = TileSet::FULL;
            let mut drawing = Drawing::default();
            for &seat in &left {
                let position = rng.below(face_down.len() as u64) as usize;
                let tile = face_down.nth(position);
                face_down = tile.map_or(face_down, |tile| face_down.without(tile));
                drawing[seat] = tile;
            }
            left = heaviest(drawing);
            drawings.push(drawing);
        }
        Self { drawings, opener: left[0] }
    }

    /// The lot in which these drawings were made, if they are a whole lot: all four draw first, then exactly
    /// those who tied, until one stands alone.
    pub fn new(drawings: Vec<Drawing>) -> Result<Self, Error> {
        let mut left: ArrayVec<Seat, 4> = Seat::ALL.into();
        for drawing in &drawings {
            let drew: ArrayVec<Seat, 4> = drawing.iter().filter_map(|(seat, tile)| tile.map(|_| seat)).collect();
            let tiles: TileSet = drawing.0.iter().copied().flatten().collect();
            if left.len() == 1 || drew != left || tiles.len() != drew.len() {
                return Err(Error::LotDrawing);
            }
            left = heaviest(*drawing);
        }
        match *left {
            [opener] => Ok(Self { drawings, opener }),
            _ => Err(Error::LotDrawing),
        }
    }

    /// The drawings in order; all but the last ended in a tie.
    pub fn drawings(&self) -> &[Drawing] {
        &self.drawings
    }

    /// The seat that opens.
    pub const fn opener(&self) -> Seat {
        self.opener
    }
}

/// The seats whose drawn tile has the most pips.
fn heaviest(drawing: Drawing) -> ArrayVec<Seat, 4> {
    let pips = |tile: &Option<Tile>| tile.map(Tile::pips);
    let most = drawing.0.iter().map(pips).max().flatten();
    drawing.iter().filter(|(_, tile)| tile.is_some() && pips(tile) == most).map(|(seat, _)| seat).collect()
}
