//! Puzzles: one best turn, by the margin asked for.

use std::ops::ControlFlow;

use sevenrocks::search::{PATIENCE, Puzzle, PuzzlePlan};
use sevenrocks::{Error, Match, Score, Side};

use crate::plain_search::PlainSearch;
use crate::{gain, left};

const PLAN: PuzzlePlan = PuzzlePlan { seed: 7, tiles_left: 11, min_gap: 15 };

fn find(plan: PuzzlePlan, n: usize, threads: usize) -> Result<Vec<Puzzle>, Error> {
    plan.find(n, threads, |_| ControlFlow::Continue(()))
}

/// The plain search finds the same gap, and the deals are those of the batch, one after the other.
#[test]
fn each_has_one_best_turn_by_the_margin() {
    let mut index = 0;
    for puzzle in find(PLAN, 30, 2).unwrap() {
        let round = puzzle.played.now();
        let sign = if round.seat().side() == Side::ALL[0] { 1 } else { -1 };
        let mut plain = PlainSearch::new(14);
        let mut worth = |turn| {
            let next = round.play(turn).expect("a legal turn");
            sign * (gain(round, &next) + plain.value(&next))
        };
        let best = worth(puzzle.best);
        let others = round.legal_turns().iter().filter(|&turn| turn != puzzle.best);
        assert_eq!(others.map(&mut worth).map(|other| best - other).min(), Some(puzzle.gap));
        assert!(puzzle.gap >= 15);
        assert_eq!((left(round), round.table().target()), (11, None));

        let hands = puzzle.played.start().hands();
        let deals = |index| Match::shuffled(7, index, Score(250)).unwrap().round().start().hands();
        index += (index..10_000).position(|index| deals(index) == hands).expect("a deal of the batch") as u64 + 1;
    }
}

#[test]
fn threads_and_number_change_nothing() {
    let puzzles = find(PLAN, 20, 1).unwrap();
    assert_eq!(find(PLAN, 20, 3).unwrap(), puzzles);
    assert_eq!(find(PLAN, 7, 2).unwrap(), puzzles[..7]);
}

#[test]
fn what_cannot_be_is_refused() {
    for plan in [
        PuzzlePlan { tiles_left: 3, ..PLAN },
        PuzzlePlan { tiles_left: 29, ..PLAN },
        PuzzlePlan { min_gap: 0, ..PLAN },
        PuzzlePlan { min_gap: 501, ..PLAN },
    ] {
        assert_eq!(find(plan, 1, 1).unwrap_err().code(), "number-range");
    }
    let rare = PuzzlePlan { tiles_left: 4, min_gap: 300, ..PLAN };
    assert!(matches!(find(rare, 1, 2), Err(Error::PuzzlesRare { tried: PATIENCE, found: 0, .. })));
}

/// What was found when the observer broke is a beginning of what there is.
#[test]
fn a_search_can_be_stopped() {
    let endless = PuzzlePlan { tiles_left: 20, min_gap: 40, ..PLAN };
    let found = endless.find(1_000_000, 2, |_| ControlFlow::Break(())).unwrap();
    assert!(found.len() < 1000);
    assert_eq!(found[..], find(endless, found.len(), 1).unwrap()[..]);
}
