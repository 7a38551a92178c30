//! Most points now, then the heavier tile.

use super::{Picks, Policy, PolicyFault, any, equals};
use crate::bits::{Bits, Portable};
use crate::layout::Arms;
use crate::rng::Rng;
use crate::turn::{LegalTurns, Turn};
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

    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        Ok(self.pick::<Portable>(view.legal_turns()?, || *view))
    }
}

impl Picks for Greedy {
    #[inline(always)]
    fn pick<'a, B: Bits>(&mut self, legal: LegalTurns, view: impl FnOnce() -> View<'a>) -> Turn {
        any::<B>(Self::choices(legal, *view().table().arms()), &mut self.rng)
    }
}

impl Greedy {
    /// The turns of those that are `legal` from which it chooses, each as likely.
    #[inline(always)]
    pub(crate) fn choices(legal: LegalTurns, arms: Arms) -> LegalTurns {
        let scoring = arms.scoring_turns(legal);
        if scoring.is_empty() {
            let heaviest = legal.tiles().heaviest();
            legal.filter(|_| heaviest)
        } else {
            equals(scoring, |tile, arm| (arms.points_of(tile, arm), tile.pips()))
        }
    }
}
