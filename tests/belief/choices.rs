//! Weights by what a policy of one's own chooses.

use std::sync::{Arc, Mutex};

use sevenrocks::belief::{self, ALL_DEALS, ChoiceModel, EPSILON, TurnModel, WeightedDeals};
use sevenrocks::policy::{Fault, Greedy, Policy, PolicyFault, Random, SeatPolicy};
use sevenrocks::{Belief, Error, LegalTurns, PlayedRound, Rng, Seat, Turn, View};

use crate::late_positions;
use crate::models::refusal;

/// What a policy was asked, in order.
#[derive(Clone, Debug, PartialEq)]
enum Asked {
    Reset(u64),
    Choice(Seat, Vec<Turn>),
}

/// Plays what `choose` gives, and tells what it was asked.
struct Own<F> {
    choose: F,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl<F: FnMut(&View<'_>) -> Result<Turn, PolicyFault> + Send> Policy for Own<F> {
    fn name(&self) -> String {
        "own".into()
    }

    fn reset(&mut self, seed: u64) {
        self.asked.lock().expect("no panic").push(Asked::Reset(seed));
    }

    fn choose(&mut self, view: &View<'_>) -> Result<Turn, PolicyFault> {
        self.asked.lock().expect("no panic").push(Asked::Choice(view.seat(), view.turns().to_vec()));
        (self.choose)(view)
    }
}

fn own(choose: impl FnMut(&View<'_>) -> Result<Turn, PolicyFault> + Send + 'static) -> Box<dyn Policy> {
    Box::new(Own { choose, asked: Arc::default() })
}

fn last(view: &View<'_>) -> Result<Turn, PolicyFault> {
    Ok(view.legal_turns()?.iter().last().expect("a legal turn"))
}

/// The turns of the others in a deal that had a choice.
fn choices(deal: &PlayedRound, seat: Seat) -> impl Iterator<Item = (usize, LegalTurns, Turn)> + '_ {
    let turns = deal.replay().enumerate().map(|(position, (before, turn))| (position, before, turn));
    let others = turns.filter(move |(_, before, _)| before.seat() != seat && before.legal_turns().len() > 1);
    others.map(|(position, before, turn)| (position, before.legal_turns(), turn))
}

fn late_belief(seed: u64) -> Belief {
    let fitting = |position: &PlayedRound| Belief::new(&position.view(Seat::ALL[1])).count() >= 20;
    Belief::new(&late_positions(seed, 9, 11).find(fitting).expect("a late position").view(Seat::ALL[1]))
}

#[test]
fn a_deal_weighs_what_the_choices_in_it_weigh() {
    let belief = late_belief(41);
    let mut model = ChoiceModel::new(own(last), 1);
    let deals = belief.all_deals(ALL_DEALS).expect("a small belief").collect();
    let weighted = WeightedDeals::new(belief.seat(), deals, &mut model).expect("weights");
    let by_hand = |deal: &PlayedRound| -> f64 {
        let likelihood = |(_, legal, turn): (usize, LegalTurns, Turn)| {
            let is_chosen = legal.iter().last() == Some(turn);
            f64::from(u8::from(is_chosen)) * (1.0 - EPSILON) + EPSILON / f64::from(legal.len() as u32)
        };
        choices(deal, belief.seat()).map(likelihood).product()
    };
    let all: f64 = weighted.deals().iter().map(by_hand).sum();
    for (deal, weight) in weighted.deals().iter().zip(weighted.weights()) {
        assert!((weight - by_hand(deal) / all).abs() < 1e-12);
    }
    assert!(weighted.effective_sample_size() < f64::from(belief.count() as u32) - 0.1);
}

#[test]
fn a_policy_is_reset_for_each_turn_with_a_seed_of_its_own() {
    let belief = late_belief(42);
    let weigh = |seed| {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let policy = Own { choose: last, asked: asked.clone() };
        let mut model = ChoiceModel::new(Box::new(policy), seed);
        let weighted = belief.weighted_deals(30, &mut Rng::new(1), &mut model).expect("weights");
        drop(model);
        (weighted, Arc::into_inner(asked).expect("the last").into_inner().expect("no panic"))
    };
    let (weighted, asked) = weigh(1);
    assert_eq!(weigh(1), (weighted.clone(), asked.clone()));
    let (resets, questions): (Vec<_>, Vec<_>) = asked.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).unzip();
    let expected = weighted.deals().iter().flat_map(|deal| {
        let choices = choices(deal, belief.seat()).map(|(position, ..)| position);
        choices.map(|position| Asked::Choice(deal.seat_of(position), deal.turns()[..position].to_vec()))
    });
    assert!(questions.into_iter().eq(expected));
    let seeds: std::collections::HashSet<u64> = resets
        .iter()
        .map(|reset| if let Asked::Reset(seed) = reset { *seed } else { panic!("{reset:?} instead of a reset") })
        .collect();
    assert_eq!(seeds.len(), resets.len());
    assert!(weigh(2).1.iter().all(|asked| !resets.contains(asked)));
}

/// One draw stands for the chances of a policy that draws, and the mean over many is these chances.
#[test]
fn the_noise_of_draws_averages_out() {
    let belief = late_belief(43);
    let deal = belief.deal_at(0).expect("a deal");
    let mut drawing = ChoiceModel::new(Box::new(Random::default()), 7);
    let product =
        |model: &mut dyn TurnModel| belief::log_likelihood(&deal, belief.seat(), model).expect("a likelihood").exp();
    let exact: f64 = product(&mut Random::default());
    let times = 200_000_u32;
    let found: Vec<f64> = (0..times).map(|_| product(&mut drawing)).collect();
    let mean = found.iter().sum::<f64>() / f64::from(times);
    let variance = found.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / f64::from(times);
    assert!(variance > 0.0 && (mean - exact).abs() < 5.0 * (variance / f64::from(times)).sqrt(), "{mean} {exact}");
}

#[test]
fn what_ships_has_its_own_model() {
    let belief = late_belief(44);
    let weigh = |model: &mut dyn TurnModel| belief.weighted_deals(50, &mut Rng::new(1), model).expect("weights");
    let greedy = weigh(&mut Greedy::default());
    assert_eq!(weigh(&mut *belief::model_of(SeatPolicy::Greedy(Greedy::default()), 3)), greedy);
    assert_eq!(weigh(&mut *belief::build("greedy").expect("it ships")), greedy);
    let mine = weigh(&mut *belief::model_of(SeatPolicy::Own(own(last)), 3));
    assert_eq!(weigh(&mut ChoiceModel::new(own(last), 3)), mine);
    assert_ne!(mine, greedy);
}

#[test]
fn faults_of_policies_end_the_weighing() {
    let belief = late_belief(45);
    let weigh = |policy| belief.weighted_deals(5, &mut Rng::new(1), &mut ChoiceModel::new(policy, 1));
    let refused = refusal(weigh(own(|_| Ok(Turn::PASS))));
    assert_eq!(refused.code(), "must-play");
    assert!(refused.to_string().starts_with("policy own at seat "), "{refused}");
    assert!(matches!(refused, Error::PolicyTurn { turn: Turn::PASS, .. }));
    match weigh(own(|_| Err("tired".into()))) {
        Err(Fault::Policy(fault)) => assert_eq!(fault.to_string(), "tired"),
        other => panic!("{other:?}"),
    }
}
