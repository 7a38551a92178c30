//! End of a round, and winning: R18 to R25.

use sevenrocks::matchplay::TARGET;
use sevenrocks::{BySeat, Deduction, Error, PlayedRound, Reason, TileSet, Turn};

use crate::common::{after, points_made, random_rounds, read, scores, seat, side};
use crate::{BLOCKED, OUT, about_to_lead_five, random_match};

/// R18: a round ends when a player places the last tile of the own hand.
#[test]
fn r18_going_out_ends_a_round() {
    let (before, last) = OUT.last();
    let position = after(OUT.start(), before);
    assert!(!position.is_over() && position.hand().len() == 1);
    let ending = position.play(last).expect("legal").ending().expect("over");
    assert_eq!((ending.reason, ending.finisher), (Reason::Out, Some(seat(2))));
}

/// R18: a round ends when four players in a row cannot place.
#[test]
fn r18_four_passes_in_a_row_end_a_round() {
    let (before, last) = BLOCKED.last();
    let position = after(BLOCKED.start(), before);
    assert!(!position.is_over() && last.is_pass() && position.table().passes() == 3);
    let ending = position.play(last).expect("legal").ending().expect("over");
    assert_eq!(ending.reason, Reason::Blocked);
}

/// R18: four passes that are not in a row do not end it, nor do three in a row before a placement.
#[test]
fn r18_passes_not_in_a_row_end_nothing() {
    let until_the_last_six = BLOCKED.turns.split_once(" 6|6L").expect("played").0;
    let position = after(BLOCKED.start(), until_the_last_six);
    assert_eq!((until_the_last_six.matches("pass").count(), position.table().passes()), (5, 3));
    assert!(!position.is_over());
    assert_eq!(position.play(read("6|6L")).expect("legal").table().passes(), 0);
}

/// R18: nothing is played in a round that is over.
#[test]
fn r18_a_round_that_is_over_has_no_turns() {
    for end in [OUT.end(), BLOCKED.end()] {
        assert!(end.legal_turns().is_empty());
        assert_eq!(end.play(Turn::PASS), Err(Error::RoundOver));
    }
}

/// R19: a blocked round has no winner.
#[test]
fn r19_a_blocked_round_has_no_winner() {
    assert_eq!(BLOCKED.end().ending().expect("over").finisher, None);
    assert_eq!(BLOCKED.end().table().winner(), None);
}

/// R19: going out gives no bonus: points less deductions is all there is.
#[test]
fn r19_going_out_gives_no_bonus() {
    for played in random_rounds(19, 500) {
        let (made, ending) = (points_made(&played), played.now().ending().expect("over"));
        for (side, &score) in played.now().scores().iter() {
            let cost: i32 =
                by_hand(&played).iter().filter(|(seat, _)| seat.side() == side).map(|(_, &cost)| cost).sum();
            assert_eq!(score.0, made[side] - cost, "{ending:?}");
        }
    }
}

/// R20: the leftover pips of each hand are added up.
#[test]
fn r20_leftovers_are_added_up_hand_by_hand() {
    assert_eq!(OUT.end().ending().expect("over").leftovers, BySeat([2, 18, 0, 8]));
    assert_eq!(BLOCKED.end().ending().expect("over").leftovers, BySeat([13, 28, 14, 13]));
}

/// R20: rounded to the nearest five: a remainder of 1 or 2 goes down, 3 or 4 up.
#[test]
fn r20_each_hand_is_rounded_to_the_nearest_five() {
    let first = [0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 15, 15];
    assert_eq!(std::array::from_fn(|pips| Deduction::nearest_five(pips as u8).get()), first);
    for pips in 0..=69 {
        let by_remainder = [0, -1, -2, 2, 1][usize::from(pips) % 5];
        assert_eq!(i16::from(Deduction::nearest_five(pips).get()), i16::from(pips) + by_remainder);
    }
}

/// R21: each rounded figure is subtracted from the side that holds the hand.
#[test]
fn r21_deductions_go_to_the_side_that_holds_the_hand() {
    let costs = OUT.end().ending().expect("over").deductions().map(Deduction::get);
    assert_eq!(costs, BySeat([0, 20, 0, 10]));
    assert_eq!(OUT.end().scores(), scores(35, 5 - 20 - 10));
}

/// R21: partners' hands are never added before rounding.
#[test]
fn r21_partners_hands_are_never_added_before_rounding() {
    let costs = BLOCKED.end().ending().expect("over").deductions().map(Deduction::get);
    assert_eq!(costs, BySeat([15, 30, 15, 15]), "for 13, 28, 14, 13");
    // Added first, 13 + 14 = 27 would cost 25, and 28 + 13 = 41 would cost 40.
    assert_eq!(BLOCKED.end().scores(), scores(10 - 30, -45));
}

/// R22: scores may become negative; there is no floor.
#[test]
fn r22_scores_may_become_negative() {
    assert_eq!(BLOCKED.end().scores(), scores(-20, -45));
    let lower = after(BLOCKED.start_at(scores(-200, -300), 250), BLOCKED.turns);
    assert_eq!(lower.scores(), scores(-220, -345));
}

/// R23: the target is checked at once after every placement that scores, in the middle of a round too.
#[test]
fn r23_the_target_is_checked_after_every_placement_that_scores() {
    // Side 0 scores 10 with its eighth turn [5|6], 5 with [1|5], 10 with [1|6] and 10 with the last tile.
    for (score, wins_with) in [(240, "5|6L"), (239, "1|5D"), (235, "1|5D"), (234, "1|6D"), (224, "0|3D"), (215, "0|3D")]
    {
        let until = OUT.turns.find(wins_with).expect("a turn of the round");
        let position = after(OUT.start_at(scores(score, 0), 250), &OUT.turns[..until]);
        assert!(!position.is_over());
        assert_eq!(position.play(read(wins_with)).expect("legal").table().winner(), Some(side(0)), "from {score}");
    }
}

/// R23: a side one point short of the target has not won.
#[test]
fn r23_one_point_short_is_not_enough() {
    let end = after(OUT.start_at(scores(214, 0), 250), OUT.turns);
    assert_eq!((end.table().winner(), end.ending().expect("over").reason), (None, Reason::Out));
    assert_eq!(end.scores(), scores(249, -25));
}

/// R24: the first side at or above 250 wins there and then: the round is not played on.
#[test]
fn r24_a_win_ends_the_round_there_and_then() {
    let won = after(about_to_lead_five(248), "1|4L");
    assert_eq!(won.ending().map(|ending| (ending.reason, ending.finisher)), Some((Reason::Target, None)));
    assert!(won.legal_turns().is_empty());
    assert_eq!(won.hands().iter().map(|(_, hand)| hand.len()).sum::<usize>(), 27);
}

/// R24: its leftovers are not settled.
#[test]
fn r24_the_leftovers_of_a_won_round_are_not_settled() {
    let won = after(about_to_lead_five(248), "1|4L");
    assert_eq!(won.scores(), scores(253, 0));
    assert_eq!(won.ending().expect("over").deductions(), BySeat::default());
}

/// R24: also when that placement emptied the hand.
#[test]
fn r24_a_win_with_the_last_tile_settles_nothing_either() {
    let won = after(OUT.start_at(scores(215, 0), 250), OUT.turns);
    assert_eq!(won.ending().map(|ending| (ending.reason, ending.finisher)), Some((Reason::Target, None)));
    assert_eq!((won.scores(), won.hands()[seat(2)]), (scores(250, 5), TileSet::EMPTY));
}

/// R24: the match is over with the round.
#[test]
fn r24_a_win_ends_the_match() {
    let matchplay = OUT.as_match(35);
    assert!(matchplay.is_over() && matchplay.history().len() == 1);
    assert_eq!((matchplay.winner(), matchplay.scores()), (Some(side(0)), scores(35, 5)));
    assert_eq!(matchplay.clone().play(Turn::PASS), Err(Error::MatchOver));
}

/// R25: deductions never end a match, however far they part the sides.
#[test]
fn r25_deductions_never_end_a_match() {
    let matchplay = OUT.as_match(36);
    assert!(!matchplay.is_over() && matchplay.winner().is_none());
    assert_eq!((matchplay.history().len(), matchplay.scores()), (2, scores(35, -25)));
}

/// R25: every match ends with a placement that scores and takes its side, and no other, to the target.
#[test]
fn r25_one_scorer_at_a_time_wins() {
    for seed in 0..200 {
        let mut matchplay = random_match(seed);
        let winner = matchplay.winner().expect("won");
        assert!(matchplay.scores()[winner] >= TARGET && matchplay.scores()[winner.other()] < TARGET);
        let turn = matchplay.undo().expect("a turn");
        assert!(!turn.is_pass() && matchplay.seat().side() == winner && matchplay.scores()[winner] < TARGET);
    }
}

/// What each hand of a round that is over costs, from the tiles left in it.
fn by_hand(played: &PlayedRound) -> BySeat<i32> {
    played.now().hands().map(|hand| {
        let pips: i32 = hand.iter().map(|tile| i32::from(tile.low().get() + tile.high().get())).sum();
        pips + [0, -1, -2, 2, 1][hand.pips() as usize % 5]
    })
}
