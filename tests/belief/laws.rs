//! Consistency as a property: any sampled deal could have led to this view.

use proptest::prelude::*;
use sevenrocks::{Belief, BySide, DEALS, Deal, PlayedRound, Rng, Round, Score, Seat};

use crate::{common, first_turns};

/// A round at any moment, of a match or for itself, over or not.
fn positions() -> impl Strategy<Value = PlayedRound> {
    let target = prop_oneof![Just(None), (1..=80_i32).prop_map(|target| Some(Score(target)))];
    (0..DEALS, 0..4_usize, target, any::<u64>(), any::<prop::sample::Index>()).prop_map(
        |(index, opener, target, seed, at)| {
            let deal = Deal::from_index(index).expect("a deal");
            let start = Round::new(deal, Seat::ALL[opener], BySide::default(), target).expect("a round");
            let mut rng = Rng::new(seed);
            let played = common::play_out(start, |position| common::random_turn(position, &mut rng));
            first_turns(&played, at.index(played.turns().len() + 1))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    /// The public turns are legal in a sampled deal, every pass forced, and the seat's view is the same.
    #[test]
    fn sampled_deals_lead_to_the_view(played in positions(), viewer in 0..4_usize, seed in any::<u64>()) {
        let view = played.view(Seat::ALL[viewer]);
        let belief = Belief::new(&view);
        for deal in belief.deals(8, seed).expect("the true deal at least") {
            let mut again = PlayedRound::new(*deal.start()).expect("a fresh round");
            for &turn in view.turns() {
                prop_assert_eq!(again.now().legal_turns().is_pass(), turn.is_pass());
                prop_assert_eq!(again.play(turn), Ok(()));
            }
            prop_assert_eq!(again.now(), deal.now());
            prop_assert_eq!(again.view(view.seat()), view);
            prop_assert_eq!(deal.view(view.seat()), view);
            prop_assert_eq!(again.now().ending(), deal.now().ending());
        }
    }

    /// Each tile is held by one seat or lies; each hand has its tiles.
    #[test]
    fn marginals_add_up(played in positions(), viewer in 0..4_usize) {
        let view = played.view(Seat::ALL[viewer]);
        let belief = Belief::new(&view);
        let counts = belief.marginal_counts();
        for tile in sevenrocks::Tile::all() {
            let lies = view.table().played().contains(tile);
            prop_assert_eq!(counts[tile.index()].0.iter().sum::<u64>(), if lies { 0 } else { belief.count() });
        }
        for seat in Seat::ALL {
            let held: u64 = counts.iter().map(|held| held[seat]).sum();
            prop_assert_eq!(held, belief.count() * u64::from(view.table().hand_sizes()[seat]));
        }
    }
}
