//! How likely a turn is under a model of whoever played it.

use arrayvec::ArrayVec;

use crate::arm::Arm;
use crate::deal::HAND;
use crate::error::Error;
use crate::policy::{self, Counting, Greedy, Random, SeatPolicy};
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

/// The share of turns that the models of `greedy` and `counting` leave to chance, any legal turn alike: a model too
/// sure of itself is worse than none.
pub const EPSILON: f64 = 0.1;

/// The temperature of the model of `counting`, in points: a turn worth so much less is e times less likely.
pub const TAU: f64 = 4.0;

/// Stands for the worth of a turn that wins the match: so far above points that no other turn has a chance, and finite.
const WON: f64 = 1e6;

/// Tells how likely a turn was, for whoever saw this view.
///
/// It is asked only where the seat to act had a choice: a forced turn says nothing. A closure of the same shape is a
/// model too.
pub trait TurnModel {
    /// How likely the seat of `view`, which is to act, was to play `turn` of those that are `legal`: a finite number
    /// from 0. Only the proportions between deals matter.
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> f64;
}

impl<F: FnMut(&View<'_>, LegalTurns, Turn) -> f64> TurnModel for F {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> f64 {
        self(view, legal, turn)
    }
}

/// Exactly: each legal turn alike.
impl TurnModel for Random {
    fn likelihood(&mut self, _view: &View<'_>, legal: LegalTurns, _turn: Turn) -> f64 {
        uniform(legal)
    }
}

/// The turns it chooses from share 1 − [`EPSILON`], all legal turns the rest.
impl TurnModel for Greedy {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> f64 {
        let chosen = Self::choices(legal, *view.table().arms());
        mixed(if chosen.contains(turn) { uniform(chosen) } else { 0.0 }, legal)
    }
}

/// A softmax over what the turns are worth, at the temperature [`TAU`], has 1 − [`EPSILON`], all legal turns share the
/// rest. Turns that win the match at once share all of the softmax.
impl TurnModel for Counting {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> f64 {
        let finite = |(turn, worth): (Turn, f64)| (turn, worth.min(WON));
        let worths: ArrayVec<(Turn, f64), { HAND * Arm::ALL.len() }> = Self::worths(view, legal).map(finite).collect();
        let most = worths.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        let weight = |worth: f64| ((worth - most) / TAU).exp();
        let all: f64 = worths.iter().map(|&(_, worth)| weight(worth)).sum();
        let own = worths.iter().find(|&&(other, _)| other == turn).map_or(0.0, |&(_, worth)| weight(worth));
        mixed(own / all, legal)
    }
}

fn uniform(legal: LegalTurns) -> f64 {
    1.0 / f64::from(legal.len() as u8)
}

/// `share`, with [`EPSILON`] of any legal turn mixed in.
fn mixed(share: f64, legal: LegalTurns) -> f64 {
    (1.0 - EPSILON) * share + EPSILON * uniform(legal)
}

/// The model of the shipped policy that `text` names; refuses what [`policy::build`] refuses.
pub fn build(text: &str) -> Result<Box<dyn TurnModel + Send>, Error> {
    match policy::build(text)? {
        SeatPolicy::Random(policy) => Ok(Box::new(policy)),
        SeatPolicy::Greedy(policy) => Ok(Box::new(policy)),
        SeatPolicy::Counting(policy) => Ok(Box::new(policy)),
        SeatPolicy::Own(policy) => {
            let known = policy::SHIPPED.map(|shipped| shipped.name).join(", ");
            Err(Error::PolicyUnknown { found: policy.name().into(), known: known.into() })
        }
    }
}
