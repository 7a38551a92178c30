//! Laws of a match.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use sevenrocks::{BySide, Deal, Error, GivenDeal, Match, OpenerGiven, Rng, Score, Seat, Turn};

use crate::common::random_turn;
use crate::{all_turns, cases, deals};

/// Plays `matchplay` to its end at random and keeps a copy before every turn.
fn play_and_keep(matchplay: &mut Match, seed: u64) -> Vec<(Match, Turn)> {
    let mut rng = Rng::new(seed);
    let mut kept = Vec::new();
    while !matchplay.is_over() {
        let turn = random_turn(matchplay.round().now(), &mut rng);
        kept.push((matchplay.clone(), turn));
        matchplay.play(turn).expect("legal");
    }
    kept
}

/// Takes every turn back, plays them again, and finds every copy as it was.
fn back_and_forth(mut matchplay: Match, seed: u64) -> TestCaseResult {
    let kept = play_and_keep(&mut matchplay, seed);
    let end = matchplay.clone();
    for (before, turn) in kept.iter().rev() {
        prop_assert_eq!(matchplay.undo(), Ok(*turn));
        prop_assert_eq!(&matchplay, before);
        prop_assert_eq!(
            (matchplay.seat(), matchplay.scores(), matchplay.legal_turns()),
            (before.seat(), before.scores(), before.legal_turns())
        );
    }
    prop_assert_eq!(matchplay.undo(), Err(Error::NothingToUndo));
    for (before, turn) in &kept {
        prop_assert_eq!(&matchplay, before);
        matchplay.play(*turn).expect("legal");
    }
    prop_assert_eq!(matchplay, end);
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    /// Undo goes back across the ends of rounds and of the match, and the same turns lead to an equal match.
    #[test]
    fn a_match_goes_back_and_forth(seed in any::<u64>(), index in 0..100_u64, target in 1..=100) {
        let matchplay = Match::shuffled(seed, index, Score(target)).expect("a match");
        back_and_forth(matchplay, seed)?;
    }

    /// So it does with given deals, which may be used up before anybody wins.
    #[test]
    fn a_match_of_given_deals_goes_back_and_forth(deals in vec(deals(), 1..4), opener in 0..4_usize, seed in any::<u64>()) {
        let given = |(number, deal): (usize, Deal)| {
            GivenDeal { deal, opener: (number == 0).then_some(OpenerGiven::Seat(Seat::ALL[opener])) }
        };
        let deals: Vec<GivenDeal> = deals.into_iter().enumerate().map(given).collect();
        back_and_forth(Match::from_deals(deals, seed, Score(150)).expect("a match"), seed)?;
    }

    /// A match refuses what its round refuses, and nothing changes.
    #[test]
    fn a_refused_turn_changes_no_match(seed in any::<u64>(), at in any::<Index>()) {
        let mut matchplay = Match::shuffled(seed, 0, Score(50)).expect("a match");
        let mut kept = play_and_keep(&mut matchplay, seed);
        kept.push((matchplay, Turn::PASS));
        let (before, _) = at.get(&kept);
        let mut matchplay = before.clone();
        for turn in all_turns().filter(|&turn| !before.legal_turns().contains(turn)) {
            prop_assert!(matchplay.play(turn).is_err());
        }
        prop_assert_eq!(&matchplay, before);
    }
}

#[test]
fn scores_pass_from_round_to_round() {
    for seed in 0..50 {
        let mut matchplay = Match::new(seed);
        play_and_keep(&mut matchplay, seed);
        for pair in matchplay.rounds().windows(2) {
            assert_eq!(pair[0].played.now().scores(), pair[1].played.start().scores());
        }
        assert_eq!(matchplay.rounds()[0].played.start().scores(), BySide::default());
    }
}
