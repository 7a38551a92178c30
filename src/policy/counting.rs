//! One placement ahead: points, what the next two seats can be expected to answer, and what stays playable.

use super::{Picks, Policy, PolicyFault, best};
use crate::arm::Arm;
use crate::bits::{Bits, Portable};
use crate::deal::HAND;
use crate::layout::Arms;
use crate::rng::Rng;
use crate::score::Points;
use crate::seat::Seat;
use crate::tile::{TILES, Tile, TileSet};
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

pub(super) const ABOUT: &str =
    "points, less the next opponent's expected best reply, and a look at what stays playable";

/// What the partner's expected best reply is worth against the opponent's: the opponent plays before it.
const PARTNER_REPLY: f64 = 0.15;
/// What getting rid of a pip is worth, in points.
const PIP: f64 = 0.15;
/// What an own tile that fits afterwards is worth, in points.
const TILE_THAT_FITS: f64 = 0.5;

/// Weighs each placement by its points, less what the next opponent can be expected to answer:
///
/// points − E\[next opponent's best reply\] + 0.15 E\[partner's best reply\] + 0.15 for each pip of the tile, and 0.5
/// for each own tile that fits afterwards.
///
/// The expectations are exact for a hand drawn uniformly from the unseen tiles that the seat's passes do not
/// exclude, on the table as the placement leaves it. A placement that reaches the target is played at once, and one
/// that goes out is answered by nobody.
#[derive(Clone, Debug)]
pub struct Counting {
    rng: Rng,
}

impl Default for Counting {
    fn default() -> Self {
        Self { rng: Rng::new(0) }
    }
}

impl Policy for Counting {
    fn name(&self) -> String {
        "counting".into()
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        Ok(self.pick::<Portable>(view.legal_turns()?, || *view))
    }
}

impl Picks for Counting {
    #[inline(always)]
    fn pick<'a, B: Bits>(&mut self, legal: LegalTurns, view: impl FnOnce() -> View<'a>) -> Turn {
        let view = view();
        let weights = Weights::new(&view);
        best::<B, _>(legal, &mut self.rng, |tile, arm| weights.worth(tile, arm))
    }
}

impl Counting {
    /// What each placement of those that are `legal` is worth to the viewing seat, in points.
    pub(crate) fn worths(view: &View<'_>, legal: LegalTurns) -> impl Iterator<Item = (Turn, f64)> {
        let weights = Weights::new(view);
        legal.by_arm().filter_map(move |turn| turn.placement().map(|(tile, arm)| (turn, weights.worth(tile, arm))))
    }
}

/// What is the same for all placements of a decision.
struct Weights<'a> {
    view: &'a View<'a>,
    opponent: Answers,
    partner: Answers,
}

impl<'a> Weights<'a> {
    #[inline(always)]
    fn new(view: &'a View<'a>) -> Self {
        Self {
            view,
            opponent: Answers::new(view, view.seat().next()),
            partner: Answers::new(view, view.seat().partner()),
        }
    }

    /// What the placement of `tile` on `arm` is worth to the viewing seat.
    #[inline(always)]
    fn worth(&self, tile: Tile, arm: Arm) -> f64 {
        let (view, table) = (self.view, self.view.table());
        let mut after = *table.arms();
        let points = after.place(tile, arm);
        let mut score = table.scores()[view.seat().side()];
        score += points;
        if points > Points::ZERO && table.target().is_some_and(|target| score >= target) {
            return f64::INFINITY;
        }
        let immediate = f64::from(points.get()) + PIP * f64::from(tile.pips());
        let kept = view.hand().without(tile);
        if kept.is_empty() {
            return immediate;
        }
        let fitting = after.legal_turns(kept).tiles().len() as u8;
        immediate - self.opponent.expected(after)
            + PARTNER_REPLY * self.partner.expected(after)
            + TILE_THAT_FITS * f64::from(fitting)
    }
}

/// The tiles that a seat may answer with, its hand being any of them alike.
struct Answers {
    possible: TileSet,
    /// The chance that it holds none of so many certain ones.
    none_of: &'static [f64; MOST_SCORING + 1],
}

impl Answers {
    #[inline(always)]
    fn new(view: &View<'_>, seat: Seat) -> Self {
        let possible = view.possible(seat);
        let held = usize::from(view.table().hand_sizes()[seat]);
        Self { possible, none_of: &NONE_HELD[possible.len()][held] }
    }

    /// The points of the best placement that the seat can be expected to have on `arms`.
    #[inline(always)]
    fn expected(&self, arms: Arms) -> f64 {
        let (mut better, mut expected) = (0, 0.0);
        for (fives, tiles) in (0..8_u8).zip(arms.scoring(self.possible)).rev() {
            let no_better = self.none_of[better];
            better += tiles.len();
            expected += (no_better - self.none_of[better]) * f64::from(5 * fives);
        }
        expected
    }
}

/// At most this many tiles score at once: three on each arm, whose far halves are five apart or that are doubles.
const MOST_SCORING: usize = 3 * 4;

/// The chance that a hand of so many tiles, drawn from so many possible ones, holds none of so many certain ones:
/// C(possible − certain, held) / C(possible, held), by \[possible\]\[held\]\[certain\].
static NONE_HELD: [[[f64; MOST_SCORING + 1]; HAND + 1]; TILES - HAND + 1] = {
    let mut table = [[[0.0; MOST_SCORING + 1]; HAND + 1]; TILES - HAND + 1];
    let mut possible = 0;
    while possible < table.len() {
        let mut held = 0;
        while held <= HAND {
            let mut chance = 1.0;
            let mut certain = 0;
            while certain <= MOST_SCORING {
                table[possible][held][certain] = chance;
                // Each certain tile more must miss the hand among those that are left.
                let left = possible.saturating_sub(certain) as u8 as f64;
                let outside = possible.saturating_sub(certain + held) as u8 as f64;
                chance *= if left > 0.0 { outside / left } else { 0.0 };
                certain += 1;
            }
            held += 1;
        }
        possible += 1;
    }
    table
};
