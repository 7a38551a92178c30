//! The exact solver against the plain search of `plain_search.rs`: `cargo bench --bench solver`.
//!
//! Times are medians of one thread, portable build; ratios are of the same positions in the same run. Run as a test,
//! without `--bench`, it does a little of everything once.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sevenrocks::search::{Bounds, Limits, Objective, Solution, Solve, analyze_round, solve, solve_many};
use sevenrocks::{BySide, Deal, PlayedRound, Rng, Round, Score, Seat, Turn};

#[allow(dead_code)]
#[path = "plain_search.rs"]
mod plain_search;

use plain_search::PlainSearch;

/// Times of one thing, position by position.
struct Times(Vec<Duration>);

impl Times {
    fn of<T>(rounds: &[T], mut task: impl FnMut(&T)) -> Self {
        let time = |round| {
            let begun = Instant::now();
            task(round);
            begun.elapsed()
        };
        Self(rounds.iter().map(time).collect())
    }

    /// Of a hundred, the one that so many are quicker than.
    fn percentile(&self, percent: usize) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        sorted[(sorted.len() * percent / 100).min(sorted.len() - 1)]
    }

    fn sum(&self) -> f64 {
        self.0.iter().map(Duration::as_secs_f64).sum()
    }
}

fn random_turn(round: &Round, rng: &mut Rng) -> Turn {
    let legal = round.legal_turns();
    legal.nth_by_arm(rng.below(legal.len() as u64) as usize).expect("a legal turn")
}

fn start(rng: &mut Rng) -> Round {
    let deal = Deal::random(rng);
    Round::new(deal, Seat::ALL[rng.below(4) as usize], BySide::default(), None).expect("a round")
}

/// Rounds of random play until `tiles` are left.
fn played(tiles: usize) -> impl Iterator<Item = PlayedRound> {
    let mut rng = Rng::new(2000 + tiles as u64);
    let round = move || {
        let mut played = PlayedRound::new(start(&mut rng)).expect("a fresh round");
        let left = |round: &Round| round.hands().0.iter().map(|hand| hand.len()).sum::<usize>();
        while left(played.now()) > tiles && !played.now().is_over() {
            played.play_unchecked(random_turn(played.now(), &mut rng));
        }
        (!played.now().is_over()).then_some(played)
    };
    std::iter::repeat_with(round).flatten()
}

/// `count` positions of random play with `tiles` left.
fn positions(tiles: usize, count: usize) -> Vec<Round> {
    played(tiles).map(|played| *played.now()).take(count).collect()
}

/// `count` of these in which both sides still need `short` points, no side having had them before.
fn short_of_target(tiles: usize, count: usize, short: i32) -> Vec<Round> {
    let again = |played: PlayedRound| {
        let (start, now) = (played.start(), played.now());
        let deal = Deal::new(start.hands()).expect("a deal");
        let scores = BySide(now.scores().0.map(|score| Score(250 - short - score.0)));
        let start = Round::new(deal, start.seat(), scores, Some(Score(250))).expect("a round");
        played.turns().iter().try_fold(start, |round, &turn| round.play(turn)).ok()
    };
    played(tiles).filter_map(again).take(count).collect()
}

/// `count` rounds of random play, finished.
fn finished(count: usize) -> Vec<PlayedRound> {
    let mut rng = Rng::new(3000);
    let round = |_| {
        let mut played = PlayedRound::new(start(&mut rng)).expect("a fresh round");
        while !played.now().is_over() {
            played.play_unchecked(random_turn(played.now(), &mut rng));
        }
        played
    };
    (0..count).map(round).collect()
}

fn best_only(round: &Round) -> Solution {
    let solve = Solve { best_only: true, ..Solve::default() };
    solve.run(round, &mut || ControlFlow::Continue(()))
}

/// The solver by the number of tiles left.
fn by_tiles(counts: &[(usize, usize)]) {
    println!("tiles left, positions | value and line: nodes, median, p95 | every turn: nodes, median, p95");
    for &(tiles, count) in counts {
        let rounds = positions(tiles, count);
        let (mut nodes, mut all_nodes) = (Vec::new(), Vec::new());
        let best = Times::of(&rounds, |round| nodes.push(best_only(round).nodes));
        let all = Times::of(&rounds, |round| all_nodes.push(solve(round, &Limits::default()).nodes));
        let [nodes, all_nodes] = [&mut nodes, &mut all_nodes].map(|nodes| {
            nodes.sort_unstable();
            nodes[nodes.len() / 2]
        });
        let [best_50, best_95] = [50, 95].map(|percent| best.percentile(percent));
        let [all_50, all_95] = [50, 95].map(|percent| all.percentile(percent));
        println!("{tiles}, {count} | {nodes}, {best_50:.1?}, {best_95:.1?} | {all_nodes}, {all_50:.1?}, {all_95:.1?}");
    }
}

/// The solver against the plain search: the same positions, the same values, sums of nodes and times.
fn against_plain(counts: &[(usize, usize)]) {
    println!("tiles left, positions | plain: nodes, seconds | solver: nodes, seconds | ratio of nodes, of times");
    for &(tiles, count) in counts {
        let rounds = positions(tiles, count);
        let bits = (tiles as u32 - 3).min(22); // about two entries a node
        let (mut plain_nodes, mut nodes) = (0_u32, 0_u32);
        let (mut plain_values, mut values) = (Vec::new(), Vec::new());
        let plain_times = Times::of(&rounds, |round| {
            let mut plain = PlainSearch::new(bits);
            plain_values.push(Some(plain.value(round)));
            plain_nodes += u32::try_from(plain.nodes).expect("fewer");
        });
        let times = Times::of(&rounds, |round| {
            let solution = best_only(round);
            values.push(solution.value.exact());
            nodes += u32::try_from(solution.nodes).expect("fewer");
        });
        assert_eq!(plain_values, values);
        let (plain_seconds, seconds) = (plain_times.sum(), times.sum());
        println!(
            "{tiles}, {count} | {plain_nodes}, {plain_seconds:.3} | {nodes}, {seconds:.3} | {:.3}, {:.3}",
            f64::from(nodes) / f64::from(plain_nodes),
            seconds / plain_seconds
        );
    }
}

/// Positions in which both sides need `short` points, for the win.
fn for_the_win(tiles: usize, count: usize, shorts: &[i32]) {
    println!("tiles left, positions, points short | wins forced | for the win: nodes, median, p95");
    for &short in shorts {
        let rounds = short_of_target(tiles, count, short);
        let solve = Solve { objective: Objective::Win, best_only: true, ..Solve::default() };
        let (mut nodes, mut forced) = (Vec::new(), 0);
        let times = Times::of(&rounds, |round| {
            let solution = solve.run(round, &mut || ControlFlow::Continue(()));
            forced += usize::from(solution.value.exact().is_some_and(|value| value.abs() == Bounds::WIN));
            nodes.push(solution.nodes);
        });
        nodes.sort_unstable();
        let [median, p95] = [50, 95].map(|percent| times.percentile(percent));
        println!("{tiles}, {count}, {short} | {forced} | {}, {median:.1?}, {p95:.1?}", nodes[nodes.len() / 2]);
    }
}

fn analyses(count: usize) {
    let times = Times::of(&finished(count), |played| {
        black_box(analyze_round(played, Objective::Points, &Limits::default(), &mut || ControlFlow::Continue(())));
    });
    let [median, p95] = [50, 95].map(|percent| times.percentile(percent));
    println!("analyze_round, {count} finished rounds: median {median:.1?}, p95 {p95:.1?}");
}

fn many(tiles: usize, count: usize) {
    let rounds = positions(tiles, count);
    let solve = Solve::default();
    let [one, two] = [1, 2].map(|threads| {
        let times = Times::of(&[threads], |&threads| {
            black_box(solve_many(&rounds, &solve, threads, |_| ControlFlow::Continue(())).expect("threads"));
        });
        times.sum()
    });
    println!("solve_many, {count} positions of {tiles} tiles: {one:.3} s on one thread, {two:.3} s on two");
}

fn main() {
    if std::env::args().any(|argument| argument == "--bench") {
        by_tiles(&[(12, 400), (16, 400), (20, 100), (24, 50), (28, 30)]);
        against_plain(&[(12, 200), (16, 200), (20, 50), (24, 20), (28, 10)]);
        analyses(15);
        for (tiles, count) in [(12, 400), (20, 100), (28, 30)] {
            for_the_win(tiles, count, &[20, 40, 60, 80]);
        }
        many(20, 200);
    } else {
        by_tiles(&[(12, 5)]);
        against_plain(&[(12, 5)]);
        analyses(1);
        for_the_win(12, 5, &[40]);
        many(12, 5);
    }
}
