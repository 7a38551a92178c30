//! Most points now, then the heavier tile.

use super::{Policy, PolicyFault, best};
use crate::rng::Rng;
use crate::turn::Turn;
use crate::view::View;

pub(super) const ABOUT: &str = "most points now, then the heavier tile";

/// Plays the placement with the most points, among these the one with the heaviest tile.
#[derive(Clone, Debug)]
pub struct Greedy {
    rng: Rng,
}

impl Default for Greedy {
    fn default() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl Policy for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    #[inline(always)]
    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        let arms = view.table().arms();
        Ok(best(view.legal_turns()?, &mut self.rng, |tile, arm| {
            let mut after = *arms;
            (after.place(tile, arm), tile.pips())
        }))
    }
}
