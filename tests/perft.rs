//! Known counts of turn sequences: `tests/data/perft.json`.

mod common;

use serde_json::Value;
use sevenrocks::turn::TURNS;
use sevenrocks::{BySide, Deal, Round, Score, Turn, perft};

use common::{random_rounds, round, seat};

/// Every row of the data file: the round, and the leaves at depth 1, 2, …
fn rows() -> Vec<(Round, Vec<u64>)> {
    let rows: Vec<Value> = serde_json::from_str(include_str!("data/perft.json")).expect("JSON");
    rows.iter().map(|row| (start(row), leaves(row))).collect()
}

fn start(row: &Value) -> Round {
    let hand = |seat: usize| -> String {
        let tiles = row["hands"][seat].as_array().expect("a hand");
        tiles.iter().map(|tile| tile.as_str().expect("a tile")).collect::<Vec<_>>().join(" ")
    };
    let hands: [String; 4] = std::array::from_fn(hand);
    round(hands.each_ref().map(String::as_str), row["opener"].as_u64().expect("a seat") as usize)
}

fn leaves(row: &Value) -> Vec<u64> {
    row["leaves"].as_array().expect("leaves").iter().map(|leaves| leaves.as_u64().expect("a number")).collect()
}

/// The same count by trying all 113 turns at every step, each with the checked play.
fn by_trial(position: &Round, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = (0..TURNS).map(|index| Turn::from_index(index).expect("a turn"));
    turns.filter_map(|turn| position.play(turn).ok()).map(|next| by_trial(&next, depth - 1)).sum()
}

#[test]
fn known_counts() {
    let rows = rows();
    assert_eq!(rows.len(), 8);
    for (start, leaves) in rows {
        let found: Vec<u64> = (1..=5).map(|depth| perft(&start, depth)).collect();
        assert_eq!(found, leaves, "{:?}", start.hands());
    }
}

#[test]
fn trying_every_turn_counts_the_same() {
    for (start, leaves) in rows() {
        assert_eq!(by_trial(&start, 4), leaves[3]);
    }
}

#[test]
fn no_turns_at_all_are_one_sequence() {
    assert!(rows().iter().all(|(start, _)| perft(start, 0) == 1));
}

#[test]
fn no_target_ends_the_count() {
    for (start, leaves) in rows() {
        let deal = Deal::new(start.hands()).expect("a deal");
        let nearly_won = BySide([Score(249), Score(249)]);
        let start = Round::new(deal, start.seat(), nearly_won, Some(Score(250))).expect("a round");
        assert_eq!(perft(&start, 5), leaves[4]);
    }
}

#[test]
fn a_finished_round_has_no_further_turns() {
    for played in random_rounds(1, 100) {
        let end = played.now();
        assert_eq!((perft(end, 0), perft(end, 1), perft(end, 2)), (1, 0, 0));
    }
}

#[test]
fn the_opener_matters_and_the_row_names_it() {
    let openers: Vec<_> = rows().iter().map(|(start, _)| start.seat()).collect();
    assert_eq!(openers, [0, 1, 2, 3, 0, 1, 2, 3].map(seat));
}
