//! What a seat may know, and nothing else.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestCaseResult;
use sevenrocks::{BySeat, Deal, Error, PlayedRound, Rng, Round, Seat, Tile};

use crate::{all_tiles, cases, follow, starts_in_a_match, unfinished_rounds, unshown_rounds};

/// Deals the tiles that `viewer` does not hold to the others in another way.
fn reshuffled(deal: Deal, viewer: Seat, rng: &mut Rng) -> Deal {
    let mut hidden = !deal.hands()[viewer];
    let mut draw = || {
        let drawn = hidden.iter().nth(rng.below(hidden.len() as u64) as usize).expect("a tile");
        hidden = hidden.without(drawn);
        drawn
    };
    let hands =
        BySeat::from_fn(|seat| if seat == viewer { deal.hands()[seat] } else { (0..7).map(|_| draw()).collect() });
    Deal::new(hands).expect("a deal")
}

/// `start` with `tile` and `other` exchanged between the hands of two seats.
fn exchanged(start: &Round, (seat, tile): (Seat, Tile), (other_seat, other): (Seat, Tile)) -> Round {
    let mut hands = start.hands();
    hands[seat] = hands[seat].without(tile).with(other);
    hands[other_seat] = hands[other_seat].without(other).with(tile);
    let deal = Deal::new(hands).expect("a deal");
    Round::new(deal, start.seat(), start.scores(), start.table().target()).expect("a round")
}

/// Both rounds look alike to `viewer`, in every way it may look.
fn look_alike(one: &PlayedRound, other: &PlayedRound, viewer: Seat) -> TestCaseResult {
    let (view, same) = (one.view(viewer), other.view(viewer));
    prop_assert_eq!(view, same);
    prop_assert_eq!(format!("{view:?}"), format!("{same:?}"));
    prop_assert_eq!(view.to_owned(), same.to_owned());
    prop_assert_eq!(view.legal_turns(), same.legal_turns());
    prop_assert_eq!(Seat::ALL.map(|seat| view.possible(seat)), Seat::ALL.map(|seat| same.possible(seat)));
    Ok(())
}

proptest! {
    #![proptest_config(cases(512))]

    /// Before any turn a seat sees its own hand only.
    #[test]
    fn deals_alike_for_a_seat_give_equal_views(start in starts_in_a_match(), viewer in 0..4_usize, seed in any::<u64>()) {
        let (viewer, deal) = (Seat::ALL[viewer], Deal::new(start.hands()).expect("a deal"));
        let other = reshuffled(deal, viewer, &mut Rng::new(seed));
        let other = Round::new(other, start.seat(), start.scores(), start.table().target()).expect("a round");
        look_alike(&PlayedRound::new(start).unwrap(), &PlayedRound::new(other).unwrap(), viewer)?;
    }

    /// In the middle of a round, and after a win, two hidden tiles may be exchanged exactly if what the passes prove allows it, and
    /// then the third and fourth seat see no difference.
    #[test]
    fn rounds_alike_for_a_seat_give_equal_views(
        played in unshown_rounds(), viewer in 0..4_usize, step in 1..3_usize, picks in any::<[Index; 2]>()
    ) {
        let viewer = Seat::ALL[viewer];
        let (seat, other_seat) = (viewer.next(), viewer.next().clockwise(step));
        let hands = played.now().hands();
        prop_assume!(!hands[seat].is_empty() && !hands[other_seat].is_empty());
        let pick = |seat: Seat, pick: &Index| hands[seat].iter().nth(pick.index(hands[seat].len())).expect("a tile");
        let (tile, other) = (pick(seat, &picks[0]), pick(other_seat, &picks[1]));
        let lacks = played.now().table().lacks();
        let allowed = !lacks[seat].tiles().contains(other) && !lacks[other_seat].tiles().contains(tile);
        let exchanged = follow(exchanged(played.start(), (seat, tile), (other_seat, other)), played.turns());
        prop_assert_eq!(exchanged.is_ok(), allowed);
        if let Ok(exchanged) = exchanged {
            prop_assert!(exchanged.now() != played.now());
            look_alike(&played, &exchanged, viewer)?;
        }
    }

    /// A view tells its seat's legal turns, and nobody else's.
    #[test]
    fn a_view_gives_legal_turns_to_the_acting_seat_alone(played in unfinished_rounds()) {
        let acting = played.now().seat();
        for seat in Seat::ALL {
            let expected = if seat == acting { Ok(played.now().legal_turns()) } else { Err(Error::NotYourTurn { seat, acting }) };
            prop_assert_eq!(played.view(seat).legal_turns(), expected);
            prop_assert_eq!(played.view(seat).unseen(), all_tiles(played.now().hands()) - played.now().hands()[seat]);
        }
    }
}
