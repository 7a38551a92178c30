//! The project's own random generator: xoshiro256++ seeded through [`SplitMix64`].
//!
//! Both are public-domain generators by Blackman and Vigna (<https://prng.di.unimi.it>), with published
//! outputs that `tests/rng.rs` checks. They are written here, and bounded draws with them, so that a seed
//! gives the same bytes on every platform and in every release.

/// The finaliser of [`SplitMix64`]: a bijection of the 64-bit integers.
const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The generator `SplitMix64` (Steele, Lea, Flood 2014): one word of state, used to seed [`Rng`] and to derive seeds from seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The increment: 2^64 divided by the golden ratio, made odd.
    const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The generator with this state.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::GAMMA);
        mix(self.0)
    }
}

/// The seed of stream `index` under `seed`: match `index` of a batch, or seat `index` of a match.
///
/// For one seed, different indices always give different streams.
pub const fn stream(seed: u64, index: u64) -> u64 {
    mix(SplitMix64::new(seed).next_u64().wrapping_add(index))
}

/// xoshiro256++: four words of state, period 2^256 − 1.
///
/// ```
/// use sevenrocks::Rng;
/// let mut rng = Rng::new(7);
/// let mut twin = rng.clone();
/// assert_eq!(rng.below(28), twin.below(28));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rng([u64; 4]);

impl Rng {
    /// The generator seeded with four outputs of [`SplitMix64`], as its authors advise.
    pub const fn new(seed: u64) -> Self {
        let mut words = SplitMix64::new(seed);
        Self([words.next_u64(), words.next_u64(), words.next_u64(), words.next_u64()])
    }

    /// The generator in a given state, which must not be all zeros. For checking published outputs.
    pub const fn from_state(state: [u64; 4]) -> Self {
        Self(state)
    }

    /// The next 64 bits.
    #[inline(always)]
    pub const fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.0;
        let next = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let s2 = s2 ^ s0;
        let s3 = s3 ^ s1;
        self.0 = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17), s3.rotate_left(45)];
        next
    }

    /// A number from 0 to `bound` − 1, each exactly as likely as the others (Lemire 2019, arXiv 1805.10941).
    ///
    /// `bound` must not be 0.
    #[inline(always)]
    pub const fn below(&mut self, bound: u64) -> u64 {
        debug_assert!(bound > 0);
        let mut wide = self.next_u64() as u128 * bound as u128;
        if (wide as u64) < bound {
            // Of the 2^64 draws, the first 2^64 mod `bound` in each residue would come once too often.
            let surplus = bound.wrapping_neg() % bound;
            while (wide as u64) < surplus {
                wide = self.next_u64() as u128 * bound as u128;
            }
        }
        (wide >> 64) as u64
    }
}
