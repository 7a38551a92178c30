//! One placement ahead: points, what the next two seats can be expected to answer, and what stays playable.

use super::{Policy, PolicyFault, best};
use crate::arm::Arm;
use crate::layout::Arms;
use crate::rng::Rng;
use crate::score::Points;
use crate::seat::Seat;
use crate::tile::{Tile, TileSet};
use crate::turn::Turn;
use crate::view::View;

pub(super) const ABOUT: &str =
    "points, less the next opponent's expected best reply, and a look at what stays playable";

/// What the partner's expected best reply is worth against the opponent's: the opponent plays before it.
const PARTNER_REPLY: f64 = 0.15;
/// What getting rid of a pip is worth, in points.
const PIP: f64 = 0.15;
/// What an own tile that fits afterwards is worth, in points.
const TILE_THAT_FITS: f64 = 0.5;

/// Weighs each placement by its points, less what the next opponent can be expected to answer.
///
/// Worth = points − E\[next opponent's best reply\] + 0.15 E\[partner's best reply\] + 0.15 pips of the tile
/// + 0.5 for each own tile that fits afterwards. The expectations are exact for a hand drawn uniformly from the
/// unseen tiles that the seat's passes do not exclude, on the table as the placement leaves it. A placement that
/// reaches the target is played at once, and one that goes out is answered by nobody.
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
        Ok(best(view.legal_turns()?, &mut self.rng, |tile, arm| worth(view, tile, arm)))
    }
}

/// What the placement of `tile` on `arm` is worth to the viewing seat.
fn worth(view: &View<'_>, tile: Tile, arm: Arm) -> f64 {
    let table = view.table();
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
    let fitting = after.legal_turns(kept).tiles().len();
    immediate - expected_reply(view, &after, view.seat().next())
        + PARTNER_REPLY * expected_reply(view, &after, view.seat().partner())
        + TILE_THAT_FITS * fitting as f64
}

/// The points of the best placement that `seat` can be expected to have on `arms`.
///
/// Its hand is any `held` of the `possible` tiles alike. With `better` of them worth at least so many points,
/// none is held with probability C(possible − better, held) / C(possible, held), a product that grows by one
/// factor for each further tile.
fn expected_reply(view: &View<'_>, arms: &Arms, seat: Seat) -> f64 {
    let possible = view.possible(seat);
    let held = f64::from(view.table().hand_sizes()[seat]);
    let mut tiles_worth = best_replies(arms, possible);
    tiles_worth[0] = 0;
    let mut left = possible.len() as f64;
    let (mut none_better, mut expected) = (1.0, 0.0);
    for (step, &tiles) in tiles_worth.iter().enumerate().rev() {
        let before = none_better;
        for _ in 0..tiles {
            none_better *= (left - held).max(0.0) / left;
            left -= 1.0;
        }
        expected += (before - none_better) * (5 * step) as f64;
    }
    expected
}

/// How many of the tiles `possible` earn at best 0, 5, … 35 points on `arms`.
fn best_replies(arms: &Arms, possible: TileSet) -> [u8; 8] {
    let mut most = [Points::ZERO; 28];
    let legal = arms.legal_turns(possible);
    for arm in Arm::ALL {
        for tile in legal.on(arm) {
            let mut after = *arms;
            most[tile.index()] = most[tile.index()].max(after.place(tile, arm));
        }
    }
    let mut tiles_worth = [0; 8];
    for points in most {
        tiles_worth[usize::from(points.get() / 5)] += 1;
    }
    tiles_worth
}
