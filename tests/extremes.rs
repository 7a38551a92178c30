//! Numbers at the ends of their types are refused like any other out of range, in debug builds too.

use sevenrocks::{BySide, Deal, Error, Rng, Round, Score, Seat};

#[test]
fn scores_and_targets_at_the_ends_of_the_integers_are_refused() {
    let deal = Deal::random(&mut Rng::new(7));
    for end in [i32::MIN, i32::MAX, -Score::LIMIT - 1, Score::LIMIT + 1] {
        for scores in [[end, 0], [0, end]] {
            let refused = Round::new(deal, Seat::ALL[0], BySide(scores.map(Score)), None);
            assert_eq!(refused, Err(Error::ScoreRange { found: end.into() }));
        }
        let refused = Round::new(deal, Seat::ALL[0], BySide::default(), Some(Score(end)));
        assert_eq!(refused, Err(Error::TargetRange { found: end.into() }));
    }
}

#[test]
fn numbers_past_their_range_are_refused() {
    assert!(Deal::from_index(u64::MAX).is_err());
    assert!(Seat::new(usize::MAX).is_err());
    assert!(sevenrocks::Tile::from_index(usize::MAX).is_err());
    assert!(sevenrocks::Turn::from_index(usize::MAX).is_err());
    assert!(sevenrocks::TileSet::from_mask(u32::MAX).is_err());
    assert!(sevenrocks::Pip::new(u8::MAX).is_err());
}

#[test]
fn a_round_that_has_begun_is_not_the_start_of_one() {
    let round = Round::new(Deal::random(&mut Rng::new(7)), Seat::ALL[0], BySide::default(), None).unwrap();
    let opened = round.play(round.legal_turns().iter().next().unwrap()).unwrap();
    assert_eq!(sevenrocks::PlayedRound::new(opened), Err(Error::RoundBegun));
}
