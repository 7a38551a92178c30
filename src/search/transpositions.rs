//! The table of positions met before: two bounds on the value of each, in eight bytes.

use super::key::{KEY_BITS, Key};

/// Stands for "no lower bound" below and, as its opposite, for "no upper bound" above: in fives, farther than any
/// value can be.
///
/// A side makes at most 7 + 6 = 13 placements of at most 35 points, and the others pay for at most the heaviest 14
/// tiles, 118 pips or 120 points: 455 + 120 points are 115 fives.
pub(super) const FAR: i32 = 127;

/// What is known of a position: bounds on its value to the side to act, in fives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Known {
    pub(super) const NOTHING: Self = Self { lower: -FAR, upper: FAR };
}

/// One position: 40 bits of its mixed key above 8 of the effort it took, the power of two in its nodes, and 8 of each
/// bound. Zero knows nothing, whatever its key.
#[derive(Clone, Copy)]
struct Entry(u64);

const EFFORT_SHIFT: u32 = 16;
const TAG_SHIFT: u32 = 24;

impl Entry {
    #[inline(always)]
    fn new(tag: u64, known: Known, effort: u64) -> Self {
        debug_assert!(known.lower.abs() <= FAR && known.upper.abs() <= FAR && known.lower <= known.upper);
        let [lower, upper] = [known.lower + FAR, FAR - known.upper].map(|bound| u64::from(bound.unsigned_abs()));
        Self(tag << TAG_SHIFT | effort << EFFORT_SHIFT | upper << 8 | lower)
    }

    #[inline(always)]
    const fn tag(self) -> u64 {
        self.0 >> TAG_SHIFT
    }

    #[inline(always)]
    const fn effort(self) -> u64 {
        self.0 >> EFFORT_SHIFT & 255
    }

    #[inline(always)]
    const fn known(self) -> Known {
        let [lower, upper, ..] = self.0.to_le_bytes();
        Known { lower: lower as i32 - FAR, upper: FAR - upper as i32 }
    }
}

/// Positions that fall to the same place; half a cache line.
const BUCKET: usize = 4;

/// A bounded table of positions of one deal.
pub(super) struct Transpositions {
    /// [`Entry`]s as words, which the system hands over zeroed.
    buckets: Vec<[u64; BUCKET]>,
    tag_bits: u32,
}

/// The fewest buckets, as a power of two, at which the rest of a key still fits an entry.
const LEAST_BITS: u32 = KEY_BITS - (64 - TAG_SHIFT);

impl Transpositions {
    /// A table for a search that begins with `tiles` in all hands, of at most `bytes` but never less than 32 KiB.
    ///
    /// The more tiles are left the more positions are met: about 1.7 times as many a tile.
    pub(super) fn for_tiles(tiles: usize, bytes: usize) -> Self {
        let wanted = (LARGEST_BITS + tiles as u32 * 3 / 4).saturating_sub(28 * 3 / 4);
        let allowed = (bytes / size_of::<[u64; BUCKET]>()).checked_ilog2().unwrap_or(0);
        Self::with_bits(wanted.min(allowed).max(LEAST_BITS))
    }

    fn with_bits(bits: u32) -> Self {
        Self { buckets: vec![[0; BUCKET]; 1 << bits], tag_bits: KEY_BITS - bits }
    }

    #[inline(always)]
    fn locate(&self, key: Key) -> (usize, u64) {
        let mixed = key.mixed();
        ((mixed >> self.tag_bits) as usize, mixed & ((1 << self.tag_bits) - 1))
    }

    /// What is known of the position.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Known {
        let (index, tag) = self.locate(key);
        let bucket = &self.buckets[index];
        for entry in bucket.map(Entry) {
            if entry.tag() == tag {
                return entry.known();
            }
        }
        Known::NOTHING
    }

    /// Remembers what is known of the position, which took `nodes` to learn, in the place of what took the least.
    #[inline(always)]
    pub(super) fn put(&mut self, key: Key, known: Known, nodes: u64) {
        let effort = u64::from((nodes + 1).ilog2());
        let (index, tag) = self.locate(key);
        let bucket = &mut self.buckets[index];
        let mut place = 0;
        let mut least = u64::MAX;
        for (number, entry) in bucket.map(Entry).into_iter().enumerate() {
            if entry.0 == 0 || entry.tag() == tag {
                place = number;
                break;
            }
            if entry.effort() < least {
                (place, least) = (number, entry.effort());
            }
        }
        bucket[place] = Entry::new(tag, known, effort).0;
    }
}

/// The buckets for a whole deal, as a power of two: 2^17 × 32 bytes are 4 MiB.
const LARGEST_BITS: u32 = 17;
