//! Players, goal, deal and opening: R1 to R7.

use sevenrocks::deal::Drawing;
use sevenrocks::matchplay::{MatchRound, TARGET};
use sevenrocks::{
    Deal, Error, Lot, Match, OpenerBy, OpenerGiven, PlayedRound, Reason, Rng, Score, Seat, Tile, TileSet, Turn,
};

use crate::common::{after, chi_square, deal, random_rounds, read, round, scores, seat, side, tile, tiles};
use crate::{BLOCKED, LOPSIDED, OUT, about_to_lead_five, random_match, replay};

/// R1: exactly four players in two fixed sides; seats 0, 1, 2, 3 clockwise; 0 and 2 are side 0, 1 and 3 side 1.
#[test]
fn r1_partners_sit_opposite() {
    assert_eq!(Seat::ALL.map(|seat| seat.side().index()), [0, 1, 0, 1]);
    assert_eq!(Seat::ALL.map(|seat| seat.partner().index()), [2, 3, 0, 1]);
    assert_eq!(Seat::ALL.map(|seat| seat.next().index()), [1, 2, 3, 0]);
    assert_eq!(Seat::new(4), Err(Error::SeatRange { found: 4 }));
}

/// R1: partners share one score.
#[test]
fn r1_partners_share_one_score() {
    for (opener, lead, expected) in [(2, "1|4L", scores(5, 0)), (1, "2|3L", scores(0, 5)), (3, "4|6L", scores(0, 10))] {
        assert_eq!(after(round(LOPSIDED, opener), lead).scores(), expected);
    }
    let (before, _) = OUT.last();
    assert_eq!(after(OUT.start(), before).scores(), scores(25, 5), "by seats 0 and 2, and by seat 1");
}

/// R2: one double-six set: 28 tiles.
#[test]
fn r2_one_double_six_set() {
    let set: Vec<(u8, u8)> = Tile::all().map(|tile| (tile.low().get(), tile.high().get())).collect();
    let expected: Vec<(u8, u8)> = (0..=6).flat_map(|low| (low..=6).map(move |high| (low, high))).collect();
    assert_eq!(set, expected);
    assert_eq!(set.len(), 28);
}

/// R2: scores are raw pips, noted as they are earned.
#[test]
fn r2_scores_are_raw_pips_noted_as_they_are_earned() {
    let mut noted = scores(0, 0);
    for (position, turn) in replay(&OUT) {
        let next = position.play(turn).expect("legal");
        noted[position.seat().side()] += next.points();
        assert!(next.scores() == noted || next.is_over());
    }
    assert_eq!(noted, scores(35, 5));
}

/// R3: the first side to reach or pass 250 wins at once.
#[test]
fn r3_reaching_or_passing_250_wins() {
    assert_eq!(TARGET, Score(250));
    for (score, winner) in [(244, None), (245, Some(side(0))), (246, Some(side(0))), (249, Some(side(0)))] {
        let led = after(about_to_lead_five(score), "1|4L");
        assert_eq!((led.table().winner(), led.is_over()), (winner, winner.is_some()));
    }
}

/// R4: seven go to each player, so all 28 are dealt.
#[test]
fn r4_seven_go_to_each_player() {
    let mut rng = Rng::new(4);
    for _ in 0..1000 {
        let hands = Deal::random(&mut rng).hands();
        assert!(hands.iter().all(|(_, hand)| hand.len() == 7));
        assert_eq!(hands.0.into_iter().fold(TileSet::EMPTY, |all, hand| all | hand), TileSet::FULL);
    }
}

/// R4: every tile is as likely to be dealt to one seat as to another.
#[test]
fn r4_the_tiles_are_shuffled() {
    let mut rng = Rng::new(5);
    let mut dealt = [[0_u32; 4]; 28];
    for _ in 0..20_000 {
        for (seat, hand) in Deal::random(&mut rng).hands().iter() {
            hand.iter().for_each(|tile| dealt[tile.index()][seat.index()] += 1);
        }
    }
    assert!(dealt.iter().all(|by_seat| chi_square(by_seat) < 25.0), "{dealt:?}");
}

/// R4: hands that are no such deal are refused.
#[test]
fn r4_other_hands_are_refused() {
    let mut hands = deal(LOPSIDED).hands();
    hands[seat(3)] = hands[seat(3)].without(tile("6|6"));
    assert_eq!(Deal::new(hands), Err(Error::HandSize { seat: seat(3), found: 6 }));
    hands[seat(3)] = hands[seat(3)].with(tile("0|0"));
    assert_eq!(Deal::new(hands), Err(Error::TileDealtTwice { tile: tile("0|0"), seat: seat(3) }));
}

/// R4: no boneyard and no drawing: what a seat does not see is in the other three hands, all through a round.
#[test]
fn r4_there_is_no_boneyard() {
    for (position, _) in random_rounds(4, 200).flat_map(|played| played.replay().collect::<Vec<_>>()) {
        let in_hands = position.hands().0.into_iter().fold(TileSet::EMPTY, |all, hand| all | hand);
        assert_eq!(in_hands, TileSet::FULL - position.table().played());
    }
}

/// R4: hands are private, also between partners.
#[test]
fn r4_hands_are_private() {
    let played = PlayedRound::new(round(LOPSIDED, 0)).unwrap();
    for viewer in Seat::ALL {
        let view = played.view(viewer);
        assert_eq!(view.hand(), tiles(LOPSIDED[viewer.index()]));
        for other in Seat::ALL.into_iter().filter(|&other| other != viewer) {
            assert_eq!(view.possible(other), TileSet::FULL - view.hand());
        }
    }
}

/// R5: the first opener of a match is found by a lot.
#[test]
fn r5_a_lot_finds_the_first_opener() {
    for seed in 0..50 {
        let matchplay = Match::new(seed);
        let MatchRound { opener_by, played, .. } = &matchplay.history()[0];
        let OpenerBy::Lot(lot) = opener_by else { panic!("no lot: {opener_by:?}") };
        assert_eq!(lot.opener(), played.start().seat());
    }
}

/// R5: the lot is neutral: each seat wins it as often as the others.
#[test]
fn r5_the_lot_is_neutral() {
    let mut rng = Rng::new(5);
    let mut openers = [0_u32; 4];
    (0..20_000).for_each(|_| openers[Lot::hold(&mut rng).opener().index()] += 1);
    assert!(chi_square(&openers) < 25.0, "{openers:?}");
}

/// R5: the lot is repeated among those who tie: all four draw, then exactly those with the most pips.
#[test]
fn r5_the_lot_is_repeated_among_those_who_tie() {
    let mut rng = Rng::new(5);
    let lots: Vec<Lot> = (0..2000).map(|_| Lot::hold(&mut rng)).collect();
    for lot in &lots {
        let mut drawing_now = Seat::ALL.to_vec();
        for &drawing in lot.drawings() {
            assert_eq!(who_drew(drawing), drawing_now);
            drawing_now = who_has_the_most(drawing);
        }
        assert_eq!(drawing_now, [lot.opener()]);
    }
    assert!(lots.iter().any(|lot| lot.drawings().len() > 1), "no tie in 2000 lots");
    assert!(lots.iter().any(|lot| lot.drawings().len() > 2), "no second tie in 2000 lots");
}

/// R5: a written lot is taken as a lot only if it could have been held.
#[test]
fn r5_only_whole_lots_are_lots() {
    let mut rng = Rng::new(5);
    for lot in (0..2000).map(|_| Lot::hold(&mut rng)) {
        let real = lot.drawings().to_vec();
        assert_eq!(Lot::new(real.clone()).as_ref(), Ok(&lot));
        for doctored in doctored_lots(&real) {
            assert_eq!(Lot::new(doctored.clone()), Err(Error::LotDrawing), "{doctored:?}");
        }
    }
}

/// R5: the tiles dealt give no right to open: the holder of [6|6] opens the first round one time in four.
#[test]
fn r5_the_tiles_dealt_give_no_right_to_open() {
    let opens = |seed: &u64| {
        let matchplay = Match::new(*seed);
        matchplay.hands()[matchplay.seat()].contains(tile("6|6"))
    };
    let often = (0..4000).filter(opens).count();
    assert!((900..1100).contains(&often), "{often} of 4000");
}

/// R6: the opener may open with any tile of the own hand, and with no other.
#[test]
fn r6_any_tile_of_the_own_hand_opens() {
    for (opener, hand) in LOPSIDED.into_iter().enumerate() {
        let start = round(LOPSIDED, opener);
        let leads: TileSet = start.legal_turns().iter().filter_map(Turn::placement).map(|(tile, _)| tile).collect();
        assert_eq!((leads, start.legal_turns().len()), (tiles(hand), 7));
        assert!(start.play(Turn::PASS).is_err());
    }
    let stranger = round(LOPSIDED, 0).play(read("6|6L"));
    assert_eq!(stranger, Err(Error::NotInHand { seat: seat(0), tile: tile("6|6") }));
}

/// R6: turns go clockwise, passes included.
#[test]
fn r6_turns_go_clockwise() {
    for script in [OUT, BLOCKED] {
        for (number, (position, _)) in replay(&script).into_iter().enumerate() {
            assert_eq!(position.seat().index(), (script.opener + number) % 4);
        }
    }
}

/// R7: the player who went out opens the next round, whatever lot is offered.
#[test]
fn r7_the_player_who_went_out_opens_the_next_round() {
    let matchplay = OUT.as_match(250);
    assert_eq!((matchplay.history().len(), matchplay.seat()), (2, seat(2)));
    assert_eq!(matchplay.history()[1].opener_by, OpenerBy::Out);
    let offered = vec![OUT.given(Some(OpenerGiven::Seat(seat(1)))), OUT.given(Some(OpenerGiven::Seat(seat(0))))];
    let mut matchplay = Match::from_deals(offered, 7, TARGET).expect("a match");
    OUT.turns.split_whitespace().for_each(|word| matchplay.play(read(word)).expect("legal"));
    assert_eq!(matchplay.seat(), seat(2));
}

/// R7: after a blocked round a new neutral lot among all four finds the opener.
#[test]
fn r7_a_new_lot_follows_a_blocked_round() {
    let matchplay = BLOCKED.as_match(250);
    let second = &matchplay.history()[1];
    let OpenerBy::Lot(lot) = &second.opener_by else { panic!("no lot: {:?}", second.opener_by) };
    assert_eq!(who_drew(lot.drawings()[0]), Seat::ALL);
    assert_eq!(lot.opener(), matchplay.seat());
}

/// R7: in whole matches every round but the first is opened by one or the other.
#[test]
fn r7_openers_follow_through_whole_matches() {
    let mut by_lot = [0_u32; 4];
    for seed in 0..400 {
        let matchplay = random_match(seed);
        for pair in matchplay.rounds().windows(2) {
            let (ending, opener) = (pair[0].played.now().ending().expect("ended"), pair[1].played.start().seat());
            match &pair[1].opener_by {
                OpenerBy::Out => assert_eq!((ending.reason, ending.finisher), (Reason::Out, Some(opener))),
                OpenerBy::Lot(lot) => assert_eq!((ending.reason, lot.opener()), (Reason::Blocked, opener)),
                OpenerBy::Given => panic!("nobody named an opener"),
            }
            by_lot[opener.index()] += u32::from(pair[1].opener_by != OpenerBy::Out);
        }
    }
    assert!(chi_square(&by_lot) < 25.0 && by_lot[0] > 50, "{by_lot:?}");
}

fn who_drew(drawing: Drawing) -> Vec<Seat> {
    drawing.iter().filter(|(_, tile)| tile.is_some()).map(|(seat, _)| seat).collect()
}

fn who_has_the_most(drawing: Drawing) -> Vec<Seat> {
    let drew: Vec<(Seat, u8)> = drawing.iter().filter_map(|(seat, tile)| Some((seat, tile.as_ref()?.pips()))).collect();
    let most = drew.iter().map(|&(_, pips)| pips).max();
    drew.into_iter().filter(|&(_, pips)| Some(pips) == most).map(|(seat, _)| seat).collect()
}

/// Lists of drawings that look like `real` but are no lot.
fn doctored_lots(real: &[Drawing]) -> Vec<Vec<Drawing>> {
    let change = |at: usize, seat: Seat, tile: Option<Tile>| {
        let mut doctored = real.to_vec();
        doctored[at][seat] = tile;
        doctored
    };
    let first = real[0].0;
    let mut doctored = vec![
        real[..real.len() - 1].to_vec(),                 // not finished, or empty
        real.iter().copied().chain([real[0]]).collect(), // goes on though decided
        change(0, Seat::ALL[0], None),                   // seat 0 does not draw
        change(0, Seat::ALL[0], first[1]),               // two draw the same tile
    ];
    for (later, &drawing) in real.iter().enumerate().skip(1) {
        let outsider = Seat::ALL.into_iter().find(|seat| !who_drew(drawing).contains(seat));
        doctored.extend(outsider.map(|seat| change(later, seat, Some(tile("0|0")))));
    }
    doctored
}
