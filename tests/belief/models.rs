//! Weights: what the others chose, under a model of them.

use sevenrocks::belief::{self, ALL_DEALS, EPSILON, TurnModel, WeightedDeals};
use sevenrocks::policy::{Counting, Fault, Greedy, Policy, Random};
use sevenrocks::{Belief, Error, ErrorKind, LegalTurns, PlayedRound, Rng, Seat, Turn, View};

use crate::{common, first_turns, late_positions};

const NAMES: [&str; 3] = ["random", "greedy", "counting"];

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} for {expected}");
}

/// What refused to weigh deals, where no model failed in its own words.
pub(crate) fn refusal(weighed: Result<WeightedDeals, Fault>) -> Error {
    match weighed {
        Err(Fault::Refused(error)) => error,
        other => panic!("not refused: {other:?}"),
    }
}

/// All consistent deals, weighted.
fn posterior(belief: &Belief, model: &mut dyn TurnModel) -> WeightedDeals {
    let deals = belief.all_deals(ALL_DEALS).expect("a small belief").collect();
    WeightedDeals::new(belief.seat(), deals, model).expect("weights")
}

#[test]
fn under_random_play_a_deal_weighs_what_its_choices_leave() {
    let mut uneven = 0;
    for played in late_positions(31, 10, 11) {
        let belief = Belief::new(&played.view(Seat::ALL[2]));
        let weighted = posterior(&belief, &mut Random::default());
        let by_hand: Vec<f64> = weighted
            .deals()
            .iter()
            .map(|deal| {
                let others = deal.replay().filter(|(before, _)| before.seat() != Seat::ALL[2]);
                others.map(|(before, _)| 1.0 / f64::from(before.legal_turns().len() as u32)).product()
            })
            .collect();
        let all: f64 = by_hand.iter().sum();
        for (weight, expected) in weighted.weights().iter().zip(&by_hand) {
            near(*weight, expected / all, 1e-12);
        }
        near(weighted.weights().iter().sum(), 1.0, 1e-12);
        let size = weighted.effective_sample_size();
        let deals = f64::from(belief.count() as u32);
        assert!((1.0 - 1e-9..=deals + 1e-9).contains(&size), "{size} of {deals}");
        uneven += u32::from(size < deals - 1e-6);
    }
    assert!(uneven > 20, "{uneven}");
}

/// A likelihood is a probability: over the legal turns it adds up to 1. What the policy plays is likeliest.
#[test]
fn shipped_models_share_out_all_of_the_turns() {
    let likelihoods = |model: &mut dyn TurnModel, view: &View<'_>, legal: LegalTurns| -> Vec<(Turn, f64)> {
        legal.iter().map(|turn| (turn, model.likelihood(view, legal, turn).expect("a likelihood"))).collect()
    };
    let policies: [Box<dyn Policy>; 3] =
        [Box::new(Random::default()), Box::new(Greedy::default()), Box::new(Counting::default())];
    let mut models = NAMES.map(|name| belief::build(name).expect("a shipped policy"));
    let mut rng = Rng::new(32);
    for (mut policy, model) in policies.into_iter().zip(&mut models) {
        policy.reset(1);
        for _ in 0..40 {
            let start = common::random_start(&mut rng);
            let deal = sevenrocks::Deal::new(start.hands()).expect("a deal");
            let target = Some(sevenrocks::Score(60));
            let start = sevenrocks::Round::new(deal, start.seat(), start.scores(), target).expect("a round");
            let played = common::play_out(start, |position| common::random_turn(position, &mut rng));
            for turns in 0..played.turns().len() {
                let position = first_turns(&played, turns);
                let (view, legal) = (position.view(position.now().seat()), position.now().legal_turns());
                if legal.is_pass() {
                    continue;
                }
                let shares = likelihoods(&mut **model, &view, legal);
                near(shares.iter().map(|(_, share)| share).sum(), 1.0, 1e-12);
                let chosen = policy.choose(&view).expect("a turn");
                let most = shares.iter().map(|&(_, share)| share).fold(0.0, f64::max);
                let own = shares.iter().find(|(turn, _)| *turn == chosen).expect("a legal turn").1;
                near(own, most, 1e-12);
            }
        }
    }
}

/// Four openings worked by hand: greedy likes the five points of the 2|3 and the 0|5 best, of these the heavier,
/// which they both are.
#[test]
fn greedy_shares_among_equals_and_leaves_a_tenth_to_chance() {
    let hands = [
        "0|5 2|3 1|1 2|2 3|3 1|6 0|6",
        "0|0 0|1 0|2 0|3 0|4 1|2 1|3",
        "1|4 1|5 2|4 2|5 2|6 3|4 3|5",
        "3|6 4|4 4|5 4|6 5|5 5|6 6|6",
    ];
    let played = PlayedRound::new(common::round(hands, 0)).expect("a fresh round");
    let (view, legal) = (played.view(Seat::ALL[0]), played.now().legal_turns());
    let likelihood = |turn| Greedy::default().likelihood(&view, legal, common::read(turn)).expect("a likelihood");
    near(likelihood("0|5L"), (1.0 - EPSILON) / 2.0 + EPSILON / 7.0, 1e-15);
    near(likelihood("2|3L"), (1.0 - EPSILON) / 2.0 + EPSILON / 7.0, 1e-15);
    near(likelihood("3|3L"), EPSILON / 7.0, 1e-15);
}

#[test]
fn samples_estimate_the_posterior() {
    let mut rng = Rng::new(33);
    let mut tested = 0;
    for played in late_positions(34, 12, 12).filter(|played| !played.now().is_over()) {
        let viewer = played.now().seat();
        let belief = Belief::new(&played.view(viewer));
        if belief.count() < 50 {
            continue;
        }
        for name in NAMES {
            let mut model = belief::build(name).expect("a shipped policy");
            let exact = posterior(&belief, &mut *model);
            let sampled = belief.weighted_deals(2_000, &mut rng, &mut *model).expect("weights");
            let value = |deal: &PlayedRound| f64::from(deal.now().hands()[viewer.next()].pips());
            let mean = exact.mean(value);
            let spread = exact.mean(|deal| (value(deal) - mean).powi(2)).sqrt();
            let deviation = spread / sampled.effective_sample_size().sqrt();
            near(sampled.mean(value), mean, 5.0 * deviation + 1e-9);
            assert!((1.0..=2_000.0).contains(&sampled.effective_sample_size()));
            tested += 1;
        }
    }
    assert!(tested > 30, "{tested}");
}

/// Where the others do play by the model, the true deal weighs more than the average one; and more than under a model
/// of another policy.
#[test]
fn a_true_model_tells_the_true_deal() {
    let mut rng = Rng::new(35);
    let mut gains = [0.0; 3];
    for _ in 0..100 {
        let start = common::random_start(&mut rng);
        let played = common::play_out(start, |position| common::greedy_turn(position, &mut rng));
        let at = (0..played.turns().len()).map(|turns| first_turns(&played, turns)).find(|position| {
            let left = (!position.now().table().played()).len();
            left <= 10
        });
        let Some(position) = at else { continue };
        let belief = Belief::new(&position.view(position.now().seat()));
        let index = belief.index(position.now().hands()).expect("the true deal") as usize;
        for (name, gain) in NAMES.iter().zip(&mut gains) {
            let weighted = posterior(&belief, &mut *belief::build(name).expect("a shipped policy"));
            *gain += (weighted.weights()[index] * f64::from(belief.count() as u32)).ln();
        }
    }
    let [random, greedy, counting] = gains;
    assert!(greedy > 0.0 && greedy > random && greedy > counting, "{gains:?}");
}

/// A model is asked about the others, where they had a choice, and shown what they saw.
#[test]
fn a_model_is_asked_about_choices_of_the_others() {
    let played = late_positions(36, 5, 12).next().expect("a late position");
    let viewer = Seat::ALL[1];
    let belief = Belief::new(&played.view(viewer));
    let mut asked = Vec::new();
    let mut model = |view: &View<'_>, legal: LegalTurns, turn: Turn| {
        assert_eq!(view.legal_turns(), Ok(legal));
        assert!(legal.len() > 1 && legal.contains(turn) && view.seat() != viewer && view.acting() == view.seat());
        asked.push((view.turns().len(), turn));
        0.5
    };
    let weighted = belief.weighted_deals(1, &mut Rng::new(1), &mut model).expect("weights");
    let choices = weighted.deals()[0]
        .replay()
        .enumerate()
        .filter(|(_, (before, _))| before.seat() != viewer && before.legal_turns().len() > 1);
    assert!(asked.into_iter().eq(choices.map(|(position, (_, turn))| (position, turn))));
    near(weighted.weights()[0], 1.0, 0.0);
}

#[test]
fn a_model_that_gives_no_likelihood_is_refused() {
    let played = late_positions(37, 5, 12).next().expect("a late position");
    let belief = Belief::new(&played.view(Seat::ALL[1]));
    let weighted = |likelihood: f64| {
        belief.weighted_deals(5, &mut Rng::new(1), &mut |_: &View<'_>, _: LegalTurns, _: Turn| likelihood)
    };
    for wrong in [f64::NAN, f64::INFINITY, -0.1] {
        let refused = refusal(weighted(wrong));
        assert_eq!((refused.code(), refused.kind()), ("likelihood-range", ErrorKind::Setup));
        assert!(refused.to_string().contains(&wrong.to_string()));
    }
    assert_eq!(refusal(weighted(0.0)), Error::NoDealLikely { deals: 5 });
    // Far below what a product of floating-point numbers can hold: the deals with the fewest choices have all weight.
    let unlikely = weighted(1e-200).expect("weights");
    let choices = |deal: &PlayedRound| {
        let others = deal.replay().filter(|(before, _)| before.seat() != belief.seat());
        others.filter(|(before, _)| before.legal_turns().len() > 1).count()
    };
    let fewest = unlikely.deals().iter().map(choices).min().expect("five deals");
    let with_fewest = unlikely.deals().iter().filter(|deal| choices(deal) == fewest).count();
    near(unlikely.effective_sample_size(), f64::from(with_fewest as u32), 1e-9);
    assert_eq!(belief::build("nobody").err().map(|error| error.code()), Some("policy-unknown"));
    let none = belief.weighted_deals(0, &mut Rng::new(1), &mut Random::default()).expect("nothing to weigh");
    assert_eq!((none.deals().len(), none.into_parts().1.len()), (0, 0));
}
