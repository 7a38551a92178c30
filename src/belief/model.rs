//! How likely a turn is under a model of whoever played it.

use arrayvec::ArrayVec;

use crate::arm::Arm;
use crate::deal::HAND;
use crate::error::Error;
use crate::policy::{self, Counting, Fault, Greedy, Policy, Random, SeatPolicy};
use crate::rng::stream;
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

/// The share of turns that models leave to chance, any legal turn alike: a model too sure of itself is worse than none.
/// That of `random` needs none.
pub const EPSILON: f64 = 0.1;

/// The temperature of the model of `counting`, in points: a turn worth so much less is e times less likely.
pub const TAU: f64 = 4.0;

/// Stands for the worth of a turn that wins the match: so far above points that no other turn has a chance, and finite.
const WON: f64 = 1e6;

/// Tells how likely a turn was, for whoever saw this view.
///
/// It is asked only where the seat to act had a choice: a forced turn says nothing. A closure of the same shape that
/// gives the bare number is a model too; [`ChoiceModel`] makes one of any policy.
pub trait TurnModel {
    /// How likely the seat of `view`, which is to act, was to play `turn` of those that are `legal`: a finite number
    /// from 0. Only the proportions between deals matter. Or a fault of the model's own, which ends the weighing.
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> Result<f64, Fault>;
}

impl<F: FnMut(&View<'_>, LegalTurns, Turn) -> f64> TurnModel for F {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> Result<f64, Fault> {
        Ok(self(view, legal, turn))
    }
}

/// Exactly: each legal turn alike.
impl TurnModel for Random {
    fn likelihood(&mut self, _view: &View<'_>, legal: LegalTurns, _turn: Turn) -> Result<f64, Fault> {
        Ok(uniform(legal))
    }
}

/// The turns it chooses from share 1 − [`EPSILON`], all legal turns the rest.
impl TurnModel for Greedy {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> Result<f64, Fault> {
        Ok(mixed_choice(Self::choices(legal, *view.table().arms()), legal, turn))
    }
}

/// A softmax over what the turns are worth, at the temperature [`TAU`], has 1 − [`EPSILON`], all legal turns share the
/// rest. Turns that win the match at once share all of the softmax.
impl TurnModel for Counting {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> Result<f64, Fault> {
        let finite = |(turn, worth): (Turn, f64)| (turn, worth.min(WON));
        let worths: ArrayVec<(Turn, f64), { HAND * Arm::ALL.len() }> = Self::worths(view, legal).map(finite).collect();
        let most = worths.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        let weight = |worth: f64| ((worth - most) / TAU).exp();
        let all: f64 = worths.iter().map(|&(_, worth)| weight(worth)).sum();
        let own = worths.iter().find(|&&(other, _)| other == turn).map_or(0.0, |&(_, worth)| weight(worth));
        Ok(mixed(own / all, legal))
    }
}

/// The model of a policy of which nothing is known but what it chooses: the turn it chooses has 1 − [`EPSILON`], all
/// legal turns share the rest.
///
/// The policy is asked once for each turn that is weighed, reset first with a seed of its own. So it carries nothing
/// from one seat's hand to another's, and the same questions in the same order have the same answers. Where it draws,
/// one draw stands for its chances: the weights are noisy, but the noise of many deals averages out, for the draws
/// are independent.
///
/// ```
/// use sevenrocks::belief::{ChoiceModel, EPSILON, TurnModel};
/// use sevenrocks::policy::{self, Policy};
/// use sevenrocks::Match;
/// let matchplay = Match::new(7);
/// let view = matchplay.view(matchplay.seat());
/// let legal = view.legal_turns()?;
/// let turn = policy::build("counting")?.choose(&view).unwrap();
/// let mut model = ChoiceModel::new(Box::new(policy::build("counting")?), 1);
/// assert_eq!(model.likelihood(&view, legal, turn).unwrap(), (1.0 - EPSILON) + EPSILON / legal.len() as f64);
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub struct ChoiceModel {
    policy: Box<dyn Policy>,
    seed: u64,
    /// The turns it has been asked about.
    asked: u64,
}

impl ChoiceModel {
    /// The model of `policy`, which is reset with seeds derived from `seed`.
    pub fn new(policy: Box<dyn Policy>, seed: u64) -> Self {
        Self { policy, seed, asked: 0 }
    }
}

impl TurnModel for ChoiceModel {
    fn likelihood(&mut self, view: &View<'_>, legal: LegalTurns, turn: Turn) -> Result<f64, Fault> {
        self.policy.reset(stream(self.seed, self.asked));
        self.asked += 1;
        let chosen = self.policy.choose(view).map_err(Fault::Policy)?;
        if !legal.contains(chosen) {
            return Err(Fault::illegal(&*self.policy, view, chosen));
        }
        Ok(mixed_choice(LegalTurns::NONE.with(chosen), legal, turn))
    }
}

fn uniform(legal: LegalTurns) -> f64 {
    1.0 / f64::from(legal.len() as u8)
}

/// `share`, with [`EPSILON`] of any legal turn mixed in.
fn mixed(share: f64, legal: LegalTurns) -> f64 {
    (1.0 - EPSILON) * share + EPSILON * uniform(legal)
}

/// The likelihood of `turn` for whoever picks one of the `chosen`, each alike.
fn mixed_choice(chosen: LegalTurns, legal: LegalTurns, turn: Turn) -> f64 {
    mixed(if chosen.contains(turn) { uniform(chosen) } else { 0.0 }, legal)
}

/// The model of the shipped policy that `text` names; refuses what [`policy::build`] refuses.
pub fn build(text: &str) -> Result<Box<dyn TurnModel + Send>, Error> {
    // No model of a shipped policy draws.
    policy::build(text).map(|policy| model_of(policy, 0))
}

/// The model of `policy`: its own for one that ships, a [`ChoiceModel`] seeded with `seed` for one of your own.
pub fn model_of(policy: SeatPolicy, seed: u64) -> Box<dyn TurnModel + Send> {
    match policy {
        SeatPolicy::Random(policy) => Box::new(policy),
        SeatPolicy::Greedy(policy) => Box::new(policy),
        SeatPolicy::Counting(policy) => Box::new(policy),
        SeatPolicy::Own(policy) => Box::new(ChoiceModel::new(policy, seed)),
    }
}
