//! The table of positions met before: two bounds on the value of each, in eight bytes.

use super::bounds::{Span, WIN};
use super::key::{KEY_BITS, Key};
use super::position::Position;
use super::reach::Reach;

/// Stands for a win in an entry, as its opposite does for a loss: in fives, farther than any difference is.
const FAR: i32 = 127;

/// One position: 40 bits of its mixed key above 8 of the effort it took, the power of two in its nodes, and 8 of each
/// bound. Zero knows nothing, whatever its key.
#[derive(Clone, Copy)]
struct Entry(u64);

const EFFORT_SHIFT: u32 = 16;
const TAG_SHIFT: u32 = 24;

impl Entry {
    #[inline(always)]
    fn new(tag: u64, known: Span, effort: u64) -> Self {
        let [lower, upper] = [known.lower, known.upper].map(|bound| bound.clamp(-FAR, FAR));
        debug_assert!(lower <= upper);
        let [lower, upper] = [FAR + lower, FAR - upper].map(|bound| u64::from(bound.unsigned_abs()));
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
    const fn known(self) -> Span {
        let [lower, upper, ..] = self.0.to_le_bytes();
        Span { lower: bound(lower), upper: -bound(upper) }
    }
}

/// A bound as an entry holds it.
#[inline(always)]
const fn bound(byte: u8) -> i32 {
    match byte as i32 - FAR {
        FAR => WIN,
        fives if fives == -FAR => -WIN,
        fives => fives,
    }
}

/// An odd factor that sends positions alike but for their reach to different places.
const SPREAD: usize = 0x9e37_79b1;

/// Positions that fall to the same place; half a cache line.
const BUCKET: usize = 4;

/// A bounded table of positions of one deal.
pub(super) struct Transpositions {
    /// [`Entry`]s as words, which the system hands over zeroed.
    buckets: Vec<[u64; BUCKET]>,
    /// The reach of each entry where one is told apart, else nothing: a quarter of the table again.
    reaches: Vec<[u16; BUCKET]>,
    tag_bits: u32,
}

/// The fewest buckets, as a power of two, at which the rest of a key still fits an entry.
const LEAST_BITS: u32 = KEY_BITS - (64 - TAG_SHIFT);

impl Transpositions {
    /// A table for a search that begins at `start`, of at most `bytes` but never less than 32 KiB.
    ///
    /// The more tiles are left the more positions are met: about 1.7 times as many a tile. Positions that differ in
    /// reach are told apart in a table for a search in which there is one.
    pub(super) fn for_search(start: &Position, bytes: usize) -> Self {
        let wanted = (LARGEST_BITS + start.left().len() as u32 * 3 / 4).saturating_sub(28 * 3 / 4);
        let allowed = (bytes / size_of::<[u64; BUCKET]>()).checked_ilog2().unwrap_or(0);
        let bits = wanted.min(allowed).max(LEAST_BITS);
        let reaches = if start.reach == Reach::NEITHER { 0 } else { 1 << bits };
        Self { buckets: vec![[0; BUCKET]; 1 << bits], reaches: vec![[0; BUCKET]; reaches], tag_bits: KEY_BITS - bits }
    }

    #[inline(always)]
    fn locate(&self, key: Key) -> (usize, u64) {
        let mixed = key.mixed();
        let elsewhere = usize::from(key.reach.bits()).wrapping_mul(SPREAD) & (self.buckets.len() - 1);
        ((mixed >> self.tag_bits) as usize ^ elsewhere, mixed & ((1 << self.tag_bits) - 1))
    }

    /// Whether an entry is of a position with this reach.
    #[inline(always)]
    fn is_of(&self, index: usize, number: usize, reach: Reach) -> bool {
        self.reaches.is_empty() || self.reaches[index][number] == reach.bits()
    }

    /// What is known of the position.
    #[inline(always)]
    pub(super) fn get(&self, key: Key) -> Span {
        let (index, tag) = self.locate(key);
        let bucket = &self.buckets[index];
        for (number, entry) in bucket.map(Entry).into_iter().enumerate() {
            if entry.tag() == tag && self.is_of(index, number, key.reach) {
                return entry.known();
            }
        }
        Span::ANY
    }

    /// Remembers what is known of the position, which took `nodes` to learn, in the place of what took the least.
    #[inline(always)]
    pub(super) fn put(&mut self, key: Key, known: Span, nodes: u64) {
        let effort = u64::from((nodes + 1).ilog2());
        let (index, tag) = self.locate(key);
        let mut place = 0;
        let mut least = u64::MAX;
        for (number, entry) in self.buckets[index].map(Entry).into_iter().enumerate() {
            if entry.0 == 0 || entry.tag() == tag && self.is_of(index, number, key.reach) {
                place = number;
                break;
            }
            if entry.effort() < least {
                (place, least) = (number, entry.effort());
            }
        }
        self.buckets[index][place] = Entry::new(tag, known, effort).0;
        if !self.reaches.is_empty() {
            self.reaches[index][place] = key.reach.bits();
        }
    }
}

/// The buckets for a whole deal, as a power of two: 2^17 × 32 bytes are 4 MiB.
const LARGEST_BITS: u32 = 17;
