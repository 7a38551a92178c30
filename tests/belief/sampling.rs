//! Samples: each deal as likely, from what the seat may know alone.

use sevenrocks::belief::ALL_DEALS;
use sevenrocks::{Belief, PlayedRound, Rng, Seat};

use crate::{common, first_turns, late_positions};

/// Chi-square on beliefs with passes: fixed seeds, a bound that chance exceeds once in 30,000 times.
#[test]
fn every_deal_is_as_likely() {
    let mut rng = Rng::new(21);
    let mut tested = 0;
    for played in late_positions(22, 60, 14) {
        let viewer = Seat::ALL[rng.below(4) as usize];
        let belief = Belief::new(&played.view(viewer));
        if !(10..=500).contains(&belief.count()) || !played.turns().iter().any(|turn| turn.is_pass()) {
            continue;
        }
        let mut counts = vec![0_u32; belief.count() as usize];
        for _ in 0..100 * counts.len() {
            let hands = belief.sample_hands(&mut rng).expect("a deal");
            counts[belief.index(hands).expect("a consistent deal") as usize] += 1;
        }
        let freedom = f64::from(counts.len() as u32 - 1);
        let excess = (common::chi_square(&counts) - freedom) / (2.0 * freedom).sqrt();
        assert!(excess.abs() < 4.5, "{excess} standard deviations for {freedom} degrees of freedom");
        tested += 1;
    }
    assert!(tested > 50, "{tested}");
}

/// The same on whole beliefs, where chance decides between the hands of all 21 tiles.
#[test]
fn samples_follow_the_marginals() {
    const SAMPLES: u32 = 20_000;
    let mut rng = Rng::new(23);
    for played in common::random_rounds(24, 6) {
        for turns in [0, 4, 9, 14, 19] {
            let position = first_turns(&played, turns.min(played.turns().len()));
            let belief = Belief::new(&position.view(Seat::ALL[1]));
            let mut held = [[0_u32; 4]; 28];
            for _ in 0..SAMPLES {
                for (seat, hand) in belief.sample_hands(&mut rng).expect("a deal").iter() {
                    hand.iter().for_each(|tile| held[tile.index()][seat.index()] += 1);
                }
            }
            for (held, expected) in
                held.iter().flatten().zip(belief.marginals().expect("deals").map(|row| row.0).iter().flatten())
            {
                let found = common::mean(*held, SAMPLES);
                let deviation = (expected * (1.0 - expected) / f64::from(SAMPLES)).sqrt();
                assert!((found - expected).abs() <= 5.0 * deviation, "{found} for {expected}");
            }
        }
    }
}

#[test]
fn all_ways_to_sample_agree() {
    for played in late_positions(25, 5, 16) {
        let belief = Belief::new(&played.view(Seat::ALL[3]));
        let mut rngs = [(); 3].map(|()| Rng::new(7));
        for deal in belief.deals(20, 7).expect("deals") {
            let [first, second, third] = &mut rngs;
            assert_eq!(belief.sample(first).expect("a deal"), deal);
            assert_eq!(belief.sample_position(second).expect("a deal"), *deal.now());
            assert_eq!(belief.sample_hands(third).expect("a deal"), deal.now().hands());
        }
    }
}

/// Two rounds alike for a seat, whatever the other three hold, give it the same belief and the same samples.
#[test]
fn hidden_hands_change_nothing() {
    let mut different = 0;
    for played in late_positions(26, 30, 18) {
        let viewer = played.now().seat().next();
        let belief = Belief::new(&played.view(viewer));
        let other = belief.sample(&mut Rng::new(played.turns().len() as u64)).expect("a deal");
        let again = PlayedRound::new(*other.start()).expect("a fresh round");
        let other = other.turns().iter().fold(again, |mut round, &turn| {
            round.play(turn).expect("legal in every consistent deal");
            round
        });
        different += u32::from(other != played);
        let same = Belief::new(&other.view(viewer));
        assert_eq!(belief.count(), same.count());
        assert_eq!(belief.marginal_counts(), same.marginal_counts());
        assert_eq!(belief.deals(5, 1), same.deals(5, 1));
        if belief.count() <= 1000 {
            assert!(belief.all_deals(ALL_DEALS).expect("few").eq(same.all_deals(ALL_DEALS).expect("few")));
        }
    }
    assert!(different > 100, "{different}");
}
