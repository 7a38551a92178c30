//! Uniform over the legal turns.

use super::{Policy, PolicyFault};
use crate::rng::Rng;
use crate::turn::Turn;
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

    #[inline]
    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        let legal = view.legal_turns()?;
        let position = self.rng.below(legal.len() as u64);
        Ok(legal.nth_by_arm(position as usize).unwrap_or(Turn::PASS))
    }
}
