//! The exact solver: against brute force, against a plain search, and by laws that hold whatever the values are.

mod common;
#[path = "../benches/plain_search.rs"]
mod plain_search;

#[path = "solver/answers.rs"]
mod answers;
#[path = "solver/laws.rs"]
mod laws;
#[path = "solver/limits.rs"]
mod limits;
#[path = "solver/puzzles.rs"]
mod puzzles;
#[path = "solver/wins.rs"]
mod wins;

use std::ops::ControlFlow;

use sevenrocks::search::{Solution, Solve};
use sevenrocks::{PlayedRound, Rng, Round, Turn};

use common::{random_start, random_turn};

/// A round played at random until at most `tiles` are left in all hands; `None` if it ended before.
fn played_until(tiles: usize, rng: &mut Rng) -> Option<PlayedRound> {
    let mut played = PlayedRound::new(random_start(rng)).expect("a fresh round");
    while left(played.now()) > tiles && !played.now().is_over() {
        let turn = random_turn(played.now(), rng);
        played.play(turn).expect("a legal turn");
    }
    (!played.now().is_over()).then_some(played)
}

/// `count` positions with at most `tiles` left.
fn endings(seed: u64, count: usize, tiles: usize) -> Vec<Round> {
    let mut rng = Rng::new(seed);
    let rounds = std::iter::repeat_with(|| played_until(tiles, &mut rng)).flatten();
    rounds.map(|played| *played.now()).take(count).collect()
}

fn left(round: &Round) -> usize {
    round.hands().0.iter().map(|hand| hand.len()).sum()
}

/// Side 0's gain less side 1's from one position to a later one.
fn gain(before: &Round, after: &Round) -> i32 {
    let gained = |side: usize| after.scores().0[side].0 - before.scores().0[side].0;
    gained(0) - gained(1)
}

fn exact(solution: &Solution) -> i32 {
    assert_eq!(solution.stopped, None);
    solution.value.exact().expect("a value")
}

fn best_only(round: &Round) -> Solution {
    Solve { best_only: true, ..Solve::default() }.run(round, &mut || ControlFlow::Continue(()))
}

/// The exact value of every turn.
fn turn_values(solution: &Solution) -> Vec<(Turn, i32)> {
    solution.turns.iter().map(|&(turn, value)| (turn, value.exact().expect("a value"))).collect()
}
