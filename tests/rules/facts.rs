//! Facts that follow from the rules.

use std::collections::HashMap;

use sevenrocks::turn::MAX_PLACEMENTS;
use sevenrocks::{
    Arm, DEALS, Deal, Deduction, Error, Layout, Pip, PipSet, Reason, Rng, Round, Seat, Tile, TileSet, Turn,
};

use crate::common::{
    after, fitting, greedy_turn, mean, placements, play_out, points_made, positions, random_rounds, random_start,
    random_turn, round, seat, side, tiles,
};
use crate::{LOPSIDED, count, match_by, random_match};

/// Full deals: 28! / (7!)^4 = 472,518,347,558,400.
#[test]
fn fact_the_number_of_deals() {
    assert_eq!(DEALS, 472_518_347_558_400);
    let factorial = |n: u128| (1..=n).product::<u128>();
    assert_eq!(u128::from(DEALS), factorial(28) / factorial(7).pow(4));
}

/// Full deals: each has one number, and each number one deal.
#[test]
fn fact_deals_and_their_numbers_are_a_bijection() {
    let mut rng = Rng::new(28);
    let indices: Vec<u64> = (0..20_000).map(|_| rng.below(DEALS)).chain([0, 1, DEALS - 2, DEALS - 1]).collect();
    for index in indices {
        let deal = Deal::from_index(index).expect("in range");
        assert_eq!(Deal::new(deal.hands()), Ok(deal));
        assert_eq!(deal.index(), index);
    }
    for out_of_range in [DEALS, DEALS + 1, u64::MAX] {
        assert_eq!(Deal::from_index(out_of_range), Err(Error::DealRange { found: out_of_range }));
    }
}

/// All pips: 168.
#[test]
fn fact_all_pips_are_168() {
    assert_eq!(Tile::all().map(|tile| u32::from(tile.low().get() + tile.high().get())).sum::<u32>(), 168);
    assert_eq!(TileSet::FULL.pips(), 168);
}

/// Heaviest hand: 69 (costs 70).
#[test]
fn fact_the_heaviest_hand_is_69_and_costs_70() {
    let mut pips: Vec<u8> = Tile::all().map(Tile::pips).collect();
    pips.sort_unstable_by(|one, other| other.cmp(one));
    assert_eq!(pips[..7].iter().sum::<u8>(), 69);
    assert_eq!(tiles("6|6 5|6 5|5 4|6 4|5 3|6 4|4").pips(), 69);
    assert_eq!(Deduction::nearest_five(69).get(), 70);
}

/// At most 25 placements in a round (7 + 3 × 6).
#[test]
fn fact_at_most_25_placements_in_a_round() {
    assert_eq!(MAX_PLACEMENTS, 7 + 3 * 6);
    let most = random_rounds(25, 5000).map(|played| placements(&played)).max();
    assert_eq!(most, Some(25), "rounds that leave one tile in each other hand do occur");
}

/// No double ever touches the spinner.
#[test]
fn fact_no_double_touches_the_spinner() {
    for layout in random_rounds(26, 1000).map(|played| played.layout()) {
        let touches = |one: Tile, other: Tile| Some(one) == layout.spinner() && other.is_double();
        assert!(
            layout.joins().all(|join| !touches(join.at.tile, join.by.tile) && !touches(join.by.tile, join.at.tile))
        );
    }
}

/// Exactly five tiles score as a lead: [0|5], [1|4], [2|3] (5), [4|6], [5|5] (10).
#[test]
fn fact_five_tiles_score_as_a_lead() {
    let lead = |tile| Layout::new().place(tile, Arm::Left).expect("any tile opens").get();
    let worth = |points| Tile::all().filter(|&tile| lead(tile) == points).collect::<TileSet>();
    assert_eq!((worth(5), worth(10)), (tiles("0|5 1|4 2|3"), tiles("4|6 5|5")));
    assert_eq!(worth(0).len(), 28 - 5);
}

/// A round is blocked if and only if no unplayed tile shows an open pip; four passes in a row then always follow.
#[test]
fn fact_a_round_is_blocked_if_no_unplayed_tile_shows_an_open_pip() {
    for played in random_rounds(27, 2000) {
        let all = positions(&played);
        let blocked_from = all.iter().skip(1).position(|position| fitting(position).is_empty() && !went_out(position));
        let ended_blocked = played.now().ending().expect("over").reason == Reason::Blocked;
        assert_eq!(blocked_from.is_some(), ended_blocked);
        if let Some(before) = blocked_from {
            assert_eq!(played.turns()[before + 1..], [Turn::PASS; 4]);
        }
    }
}

/// A round without a spinner cannot be blocked: each double that would fit is still to be played.
#[test]
fn fact_a_round_without_a_spinner_is_not_blocked() {
    let all = random_rounds(28, 5000).flat_map(|played| positions(&played));
    let unspun = all.filter(|now| now.table().arms().spinner().is_none() && !now.table().arms().is_empty());
    assert!(unspun.map(|position| fitting(&position)).all(|fitting| fitting.iter().any(Tile::is_double)));
}

/// A pass proves that the seat holds no tile with any of the open pips, unstarted branches included.
#[test]
fn fact_a_pass_proves_what_a_seat_lacks() {
    let hands = [
        "0|0 0|1 0|2 0|4 0|5 0|6 1|1",
        "1|2 1|3 2|2 2|3 2|4 2|5 2|6",
        "1|4 1|5 1|6 3|5 4|5 5|5 5|6",
        "0|3 3|3 3|4 3|6 4|4 4|6 6|6",
    ];
    // Open are the 2, the 5, and both branches of the spinner [1|1].
    let passed = after(round(hands, 0), "1|1L 1|2L 1|5R pass");
    let lacks: Vec<u8> = passed.table().lacks()[seat(3)].iter().map(Pip::get).collect();
    assert_eq!(lacks, [1, 2, 5]);
    assert!(Seat::ALL[..3].iter().all(|&other| passed.table().lacks()[other] == PipSet::EMPTY));
}

/// A placement is named by (tile, open end): a terminal double and a plain end that show the same pips lead to
/// different counts.
#[test]
fn fact_a_placement_is_named_by_tile_and_open_end() {
    let text = "3|5L 5|5R 0|3L 0|5L"; // a plain 5 on the left, the double on the right
    assert_eq!(count(&format!("{text} 4|5L")), 4 + 10);
    assert_eq!(count(&format!("{text} 4|5R")), 5 + 4);
}

/// In random play about 7 % of decisions hold such a pair: one tile at two ends that show the same pips, with
/// different counts. (In 5 % one end is a terminal double; else it is a branch not started.)
#[test]
fn fact_such_pairs_are_in_7_percent_of_decisions() {
    let (mut decisions, mut pairs) = (0_u32, 0_u32);
    for (position, turn) in random_rounds(29, 5000).flat_map(|played| played.replay().collect::<Vec<_>>()) {
        decisions += u32::from(!turn.is_pass());
        pairs += u32::from(holds_a_pair(&position));
    }
    let share = mean(pairs, decisions);
    assert!((0.06..0.08).contains(&share), "{share}");
}

/// The two sides of a lone opening double are symmetric: different open ends, equal positions.
#[test]
fn fact_the_sides_of_a_lone_double_lead_to_equal_positions() {
    let led = after(round(LOPSIDED, 1), "2|2L pass pass");
    let [left, right] = ["0|2L", "0|2R"].map(|turn| after(led, turn));
    assert_ne!(left, right);
    assert_eq!((left.canonical_key(), left.points()), (right.canonical_key(), right.points()));
}

/// Two unstarted branches are symmetric too.
#[test]
fn fact_unstarted_branches_lead_to_equal_positions() {
    let led = after(round(LOPSIDED, 1), "2|2L pass pass 0|2L 2|4R 0|5L 4|4R");
    let [up, down] = ["1|2U", "1|2D"].map(|turn| after(led, turn));
    assert_ne!(up, down);
    assert_eq!((up.canonical_key(), up.points()), (down.canonical_key(), down.points()));
}

/// Random legal play: 23.8 placements a round, 12–13 % of rounds blocked, a side's score changes by about +12.9.
#[test]
fn fact_random_rounds() {
    let (mut placed, mut blocked, mut change) = (0_u32, 0_u32, 0_i32);
    for played in random_rounds(30, 40_000) {
        placed += placements(&played) as u32;
        blocked += u32::from(played.now().ending().expect("over").reason == Reason::Blocked);
        change += played.now().scores().0.iter().map(|score| score.0).sum::<i32>();
    }
    let found = (mean(placed, 40_000), mean(blocked, 40_000), mean(change, 80_000));
    assert!((23.75..23.85).contains(&found.0) && (0.12..0.13).contains(&found.1), "{found:?}");
    assert!((12.5..13.3).contains(&found.2), "{found:?}");
}

/// Random legal play: 15.8 rounds a match.
#[test]
fn fact_random_matches() {
    let rounds: u32 = (0..2000).map(|seed| random_match(seed).rounds().len() as u32).sum();
    let mean = mean(rounds, 2000);
    assert!((15.5..16.1).contains(&mean), "{mean}");
}

/// Greedy play (most points, then the heavier tile, then any): 58 points a side and round.
#[test]
fn fact_greedy_rounds() {
    let (mut rng, mut ties) = (Rng::new(31), Rng::new(32));
    let rounds = (0..4000).map(|_| play_out(random_start(&mut rng), |position| greedy_turn(position, &mut ties)));
    let made: i32 = rounds.map(|played| points_made(&played).0.iter().sum::<i32>()).sum();
    let mean = mean(made, 8000);
    assert!((57.5..59.5).contains(&mean), "{mean}");
}

/// Greedy play: about 5 rounds a match.
#[test]
fn fact_greedy_matches() {
    let matchplay = |seed| match_by(seed, |rng, now| greedy_turn(now, rng));
    let rounds: u32 = (0..1000).map(|seed| matchplay(seed).rounds().len() as u32).sum();
    let mean = mean(rounds, 1000);
    assert!((4.5..5.5).contains(&mean), "{mean}");
}

/// Greedy pairs beat random pairs in practically every match.
#[test]
fn fact_greedy_pairs_beat_random_pairs() {
    let won = |seed: u64| {
        let greedy = side(seed as usize % 2);
        let matchplay = match_by(seed, |rng, position| {
            if position.seat().side() == greedy { greedy_turn(position, rng) } else { random_turn(position, rng) }
        });
        matchplay.winner() == Some(greedy)
    };
    let wins = (0..300).filter(|&seed| won(seed)).count();
    assert!(wins >= 298, "{wins} of 300");
}

fn went_out(position: &Round) -> bool {
    position.hands().iter().any(|(_, hand)| hand.is_empty())
}

/// Whether some tile may be placed at two open ends that show the same pips, with different counts.
fn holds_a_pair(position: &Round) -> bool {
    let placed = position.legal_turns().iter().filter_map(|turn| {
        let (tile, arm) = turn.placement()?;
        let pips = position.table().arms().shows(arm).pips()?;
        Some(((tile, pips), position.play(turn).ok()?.table().arms().count()))
    });
    let mut counts: HashMap<(Tile, Pip), u8> = HashMap::new();
    placed.into_iter().any(|(named, count)| *counts.entry(named).or_insert(count) != count)
}
