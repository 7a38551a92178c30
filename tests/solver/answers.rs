//! The right answers, by other means.

use sevenrocks::search::{Limits, solve};
use sevenrocks::{Round, Seat, Side};

use crate::plain_search::PlainSearch;
use crate::{best_only, endings, exact, gain, left, turn_values};

/// Side 0's gain less side 1's with best play, by trying everything: no table, no bounds, no order.
fn brute_force(round: &Round) -> i32 {
    let values = round.legal_turns().iter().map(|turn| {
        let next = round.play(turn).expect("a legal turn");
        gain(round, &next) + brute_force(&next)
    });
    let best = if round.seat().side() == Side::ALL[0] { values.max() } else { values.min() };
    best.unwrap_or(0)
}

#[test]
fn endings_are_worth_what_brute_force_finds() {
    for (tiles, count) in [(5, 1000), (7, 1500), (9, 1500), (10, 300), (11, 100)] {
        for round in endings(tiles as u64, count, tiles) {
            let solution = solve(&round, &Limits::default());
            assert_eq!(exact(&solution), brute_force(&round), "{round:?}");
            for (turn, value) in turn_values(&solution) {
                let next = round.play(turn).expect("a legal turn");
                assert_eq!(value, gain(&round, &next) + brute_force(&next), "{turn} in {round:?}");
            }
        }
    }
}

#[test]
fn the_middle_game_is_worth_what_a_plain_search_finds() {
    for (tiles, count) in [(13, 400), (16, 100), (19, 12)] {
        for round in endings(tiles as u64, count, tiles) {
            let mut plain = PlainSearch::new(18);
            let solution = solve(&round, &Limits::default());
            assert_eq!(exact(&solution), plain.value(&round), "{round:?}");
            for (turn, value) in turn_values(&solution) {
                let next = round.play(turn).expect("a legal turn");
                assert_eq!(value, gain(&round, &next) + plain.value(&next), "{turn} in {round:?}");
            }
            assert_eq!(exact(&best_only(&round)), exact(&solution));
        }
    }
}

/// Round after round through one blocked layout: four forced passes, worth the deductions from the first on.
#[test]
fn a_blocked_round_is_settled_before_its_passes() {
    let is_blocked = |round: &Round| {
        let mut passing = *round;
        while passing.legal_turns().is_pass() {
            passing.play_unchecked(sevenrocks::Turn::PASS);
        }
        passing.is_over()
    };
    let blocked: Vec<Round> = endings(3, 2000, 6).into_iter().filter(is_blocked).collect();
    assert!(blocked.len() > 20);
    for round in blocked {
        let solution = solve(&round, &Limits::default());
        assert_eq!(solution.line, [sevenrocks::Turn::PASS; 4]);
        assert_eq!(exact(&solution), brute_force(&round));
    }
}

/// Nothing is left to gain in a round that is over.
#[test]
fn a_finished_round_is_worth_nothing() {
    let mut round = endings(4, 1, 6)[0];
    while let Some(turn) = round.legal_turns().iter().next() {
        round.play_unchecked(turn);
    }
    let solution = solve(&round, &Limits::default());
    assert!(round.is_over() && left(&round) > 0);
    assert_eq!((exact(&solution), solution.turns.len(), solution.line.len()), (0, 0, 0));
}

/// The points objective does not know the target.
#[test]
fn a_target_changes_nothing() {
    use sevenrocks::{Deal, Rng, Score};
    let mut rng = Rng::new(5);
    for _ in 0..50 {
        let deal = Deal::random(&mut rng);
        let scores = crate::common::scores(230, 240);
        let mut with = Round::new(deal, Seat::ALL[0], scores, Some(Score(250))).expect("a round");
        while left(&with) > 14 && !with.is_over() {
            with.play_unchecked(crate::random_turn(&with, &mut rng));
        }
        if !with.is_over() {
            let limits = Limits::default();
            assert_eq!(solve(&with, &limits), solve(&with.without_target(), &limits));
        }
    }
}
