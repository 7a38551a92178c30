//! Counts, numbers and marginals against the slow enumeration.

use sevenrocks::belief::ALL_DEALS;
use sevenrocks::{Belief, BySeat, PlayedRound, Seat, Tile, TileSet};

use crate::{common, enumerated, first_turns, late_positions};

/// The seat that holds each unseen tile, in the order in which deals are numbered.
fn holders(hands: &BySeat<TileSet>, unseen: TileSet) -> Vec<Seat> {
    let holder = |tile: Tile| Seat::ALL.into_iter().find(|&seat| hands[seat].contains(tile)).expect("a holder");
    unseen.iter().map(holder).collect()
}

/// Checks all that is exact about the belief of `viewer`, and gives how many deals it has.
fn is_enumerated(played: &PlayedRound, viewer: Seat) -> usize {
    let view = played.view(viewer);
    let belief = Belief::new(&view);
    let mut expected = enumerated(&view, played);
    expected.sort_by_key(|hands| holders(hands, view.unseen()));
    let found: Vec<_> = belief.all_hands(ALL_DEALS).expect("a small belief").collect();
    assert_eq!(found, expected, "{view:?}");
    assert_eq!(belief.count(), expected.len() as u64);
    let counted = Tile::all().map(|tile| {
        let holding = |seat| expected.iter().filter(|hands| hands[seat].contains(tile)).count() as u64;
        BySeat::from_fn(holding)
    });
    assert!(belief.marginal_counts().into_iter().eq(counted));
    for (held, counts) in belief.marginals().expect("deals").iter().zip(belief.marginal_counts()) {
        let quotient = |seat| f64::from(counts[seat] as u32) / f64::from(belief.count() as u32);
        assert_eq!(*held, BySeat::from_fn(quotient));
    }
    expected.len()
}

#[test]
fn late_beliefs_are_those_of_an_enumeration() {
    let (mut views, mut with_passes, mut single) = (0, 0, 0);
    for played in late_positions(11, 60, 11) {
        for viewer in Seat::ALL {
            single += u32::from(is_enumerated(&played, viewer) == 1);
            views += 1;
        }
        with_passes += u32::from(played.turns().iter().any(|turn| turn.is_pass()));
    }
    assert!(views > 1000 && with_passes > 100 && single > 10, "{views} {with_passes} {single}");
}

/// Settled rounds tell the leftovers, and so more than passes do; rounds won at the target tell none.
#[test]
fn beliefs_after_the_round_are_those_of_an_enumeration() {
    let (mut out, mut blocked, mut won) = (0, 0, 0);
    for played in common::random_rounds(12, 400) {
        if (!played.now().table().played()).len() <= 12 {
            let reason = played.now().ending().expect("it is over").reason.name();
            out += u32::from(reason == "out");
            blocked += u32::from(reason == "blocked");
            is_enumerated(&played, Seat::ALL[0]);
        }
    }
    let mut rng = sevenrocks::Rng::new(13);
    for _ in 0..200 {
        let start = common::random_start(&mut rng);
        let deal = sevenrocks::Deal::new(start.hands()).expect("a deal");
        let scores = common::scores(200, 230);
        let start = sevenrocks::Round::new(deal, start.seat(), scores, Some(sevenrocks::Score(250))).expect("a round");
        let played = common::play_out(start, |position| common::greedy_turn(position, &mut rng));
        if played.now().table().winner().is_some() && (!played.now().table().played()).len() <= 11 {
            won += 1;
            is_enumerated(&played, Seat::ALL[2]);
        }
    }
    assert!(out > 100 && blocked > 10 && won > 10, "{out} {blocked} {won}");
}

#[test]
fn numbers_and_deals_are_one_to_one() {
    for played in late_positions(14, 20, 12) {
        let belief = Belief::new(&played.view(played.now().seat()));
        for (index, hands) in (0..).zip(belief.all_hands(ALL_DEALS).expect("a small belief")) {
            assert_eq!((belief.index(hands), belief.hands_at(index)), (Some(index), Some(hands)));
        }
        assert_eq!(belief.hands_at(belief.count()), None);
        let mut exchanged = played.now().hands();
        exchanged.0.rotate_left(1);
        assert_eq!(belief.index(exchanged).is_some(), exchanged == played.now().hands());
    }
}

#[test]
fn the_true_deal_is_always_among_them() {
    for played in common::random_rounds(15, 100) {
        for turns in 0..=played.turns().len() {
            let position = first_turns(&played, turns);
            for viewer in Seat::ALL {
                let belief = Belief::new(&position.view(viewer));
                let index = belief.index(position.now().hands()).expect("the true deal is consistent");
                assert_eq!(belief.deal_at(index), Some(position.clone()));
            }
        }
    }
}
