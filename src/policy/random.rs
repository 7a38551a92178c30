//! Uniform over the legal turns.

use super::{Picks, Policy, PolicyFault};
use crate::bits::{Bits, Portable};
use crate::rng::Rng;
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

pub(super) const ABOUT: &str = "any legal turn, each as likely";

/// Plays any legal (tile, open end), each as likely as the others.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Default for Random {
    fn default() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl Policy for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        Ok(self.pick::<Portable>(view.legal_turns()?, || *view))
    }
}

impl Picks for Random {
    /// One of `legal`, each as likely; a pass takes no draw.
    #[inline(always)]
    fn pick<'a, B: Bits>(&mut self, legal: LegalTurns, _view: impl FnOnce() -> View<'a>) -> Turn {
        if legal.is_pass() { Turn::PASS } else { legal.select::<B>(self.rng.below(legal.len() as u64) as u32) }
    }
}
