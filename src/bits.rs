//! Bit deposit and select, in portable code and in the instructions of newer x86-64 processors.
//!
//! This is the crate's only module with unsafe code. What it buys: one compile of the match loop for processors with
//! BMI2 and hardware popcount, chosen at run time, plays about 1.4 times as many matches a second as the portable
//! compile (`make bench-builds`).

#![allow(unsafe_code)]

/// How a compile of a hot loop picks bits.
pub(crate) trait Bits {
    /// The place of set bit number `position` of `word`, which has more than `position` set bits.
    fn select(word: u64, position: u32) -> u32;

    /// The low bits of `bits` put, in order, at the places of the set bits of `places`.
    fn deposit(bits: u32, places: u32) -> u32;
}

/// Bits picked in portable code.
pub(crate) struct Portable;

impl Bits for Portable {
    #[inline(always)]
    fn select(word: u64, position: u32) -> u32 {
        let mut left = word;
        for _ in 0..position {
            left &= left - 1;
        }
        left.trailing_zeros()
    }

    #[inline(always)]
    fn deposit(bits: u32, places: u32) -> u32 {
        let (mut left, mut deposited, mut position) = (places, 0, 0);
        while left != 0 {
            let place = left & left.wrapping_neg();
            deposited |= place * (bits >> position & 1);
            left ^= place;
            position += 1;
        }
        deposited
    }
}

/// Work that runs faster on newer processors.
pub(crate) trait Task {
    /// What it gives.
    type Done;

    /// Does it. To gain anything, this and all that is hot below must be inlined.
    fn run<B: Bits>(self) -> Self::Done;
}

/// Does `task` with the best instructions this processor has.
#[cfg(target_arch = "x86_64")]
pub(crate) fn dispatch<T: Task>(task: T) -> T::Done {
    if is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("popcnt") {
        // SAFETY: the processor has the features that `run_bmi2` is compiled for.
        unsafe { x86::run(task) }
    } else {
        task.run::<Portable>()
    }
}

/// Does `task`.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn dispatch<T: Task>(task: T) -> T::Done {
    task.run::<Portable>()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{_pdep_u32, _pdep_u64};

    use super::{Bits, Task};

    /// Bits picked by the instructions of BMI2; used by nothing but `run`.
    struct Bmi2;

    impl Bits for Bmi2 {
        #[inline(always)]
        fn select(word: u64, position: u32) -> u32 {
            // SAFETY: `Bmi2` is used below `run` alone, whose caller has made sure of the feature.
            unsafe { _pdep_u64(1 << position, word) }.trailing_zeros()
        }

        #[inline(always)]
        fn deposit(bits: u32, places: u32) -> u32 {
            // SAFETY: as above.
            unsafe { _pdep_u32(bits, places) }
        }
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    pub(super) fn run<T: Task>(task: T) -> T::Done {
        task.run::<Bmi2>()
    }
}
