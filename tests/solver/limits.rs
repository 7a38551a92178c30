//! Limits, and many solves at once.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use sevenrocks::search::{Bounds, Limits, Objective, Solve, Stop, analyze_round, solve, solve_many};
use sevenrocks::{Rng, Round};

use crate::common::{play_out, random_turn};
use crate::{endings, exact, random_start, turn_values};

fn limited(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn a_stopped_solve_gives_true_bounds() {
    let mut stopped = 0;
    for round in endings(21, 60, 16) {
        let whole = solve(&round, &Limits::default());
        for best_only in [false, true] {
            for nodes in [0, 1, 10, 50, 100, 200, 400, 800, 1600] {
                let solution = Solve { best_only, limits: limited(nodes), ..Solve::default() }
                    .run(&round, &mut || ControlFlow::Continue(()));
                assert!(solution.nodes <= nodes);
                assert!(solution.value.contains(exact(&whole)), "{solution:?} of {whole:?}");
                for ((turn, bounds), (same, value)) in solution.turns.iter().zip(turn_values(&whole)) {
                    assert!(*turn == same && bounds.contains(value));
                }
                if solution.stopped.is_some() {
                    assert_eq!(solution.stopped, Some(Stop::Nodes));
                    assert_eq!(solution.nodes, nodes);
                    stopped += 1;
                } else {
                    assert_eq!(solution.value, whole.value);
                }
            }
        }
    }
    assert!(stopped > 200, "{stopped}");
}

#[test]
fn the_clock_and_the_caller_stop_a_solve() {
    let round = random_start(&mut Rng::new(22));
    let hurried = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let solution = solve(&round, &hurried);
    assert_eq!((solution.stopped, solution.value.exact()), (Some(Stop::Time), None));
    let mut calls = 0;
    let broken = Solve::default().run(&round, &mut || {
        calls += 1;
        ControlFlow::Break(())
    });
    assert_eq!((broken.stopped, calls), (Some(Stop::Poll), 1));
    assert!(broken.turns.iter().any(|(_, value)| value.exact().is_none()));
    assert!(broken.nodes < 10_000);
    assert_eq!([Stop::Nodes, Stop::Time, Stop::Poll].map(Stop::name), ["nodes", "time", "poll"]);
}

/// A table too small forgets, but does not err.
#[test]
fn little_memory_gives_the_same_values() {
    for round in endings(23, 20, 18) {
        let narrow = solve(&round, &Limits { table_bytes: 0, ..Limits::default() });
        let wide = solve(&round, &Limits { table_bytes: usize::MAX, ..Limits::default() });
        assert_eq!((narrow.value, narrow.turns), (wide.value, wide.turns));
    }
}

#[test]
fn a_stopped_analysis_gives_true_bounds() {
    let mut rng = Rng::new(24);
    let played = play_out(random_start(&mut rng), |round| random_turn(round, &mut rng));
    let mut go_on = || ControlFlow::Continue(());
    let whole = analyze_round(&played, Objective::Points, &Limits::default(), &mut go_on);
    for nodes in [0, 100, 1000, 10_000] {
        let part = analyze_round(&played, Objective::Points, &limited(nodes), &mut go_on);
        assert_eq!(part.stopped, Some(Stop::Nodes));
        for (known, turn) in part.turns.iter().zip(&whole.turns) {
            assert!(known.value.contains(turn.value.exact().unwrap()));
            assert!(known.loss.contains(turn.loss.exact().unwrap()) && known.loss.lower >= 0);
        }
    }
}

/// Any number of threads, and any number of solves at once.
#[test]
fn solves_do_not_disturb_each_other() {
    let rounds = endings(25, 60, 14);
    let alone: Vec<_> = rounds.iter().map(|round| solve(round, &Limits::default())).collect();
    let many = |threads| solve_many(&rounds, &Solve::default(), threads, |_| ControlFlow::Continue(())).unwrap();
    for threads in [0, 1, 2, 5, 100] {
        assert_eq!(many(threads), alone);
    }
    thread::scope(|scope| {
        let solves: Vec<_> = (0..3).map(|_| scope.spawn(|| many(2))).collect();
        for solved in solves {
            assert_eq!(solved.join().unwrap(), alone);
        }
    });
}

/// An observer has its turn also while solutions come in faster than it is called.
#[test]
fn many_quick_solves_can_be_stopped() {
    let rounds = endings(27, 200, 8).repeat(500);
    let (mut told, mut calls) = (0, 0);
    let solutions = solve_many(&rounds, &Solve::default(), 2, |solved| {
        (told, calls) = (solved, calls + 1);
        ControlFlow::Break(())
    });
    let solutions = solutions.unwrap();
    assert_eq!((solutions.len(), calls), (rounds.len(), 1), "it is not called again once it has broken");
    assert!(solutions[..told].iter().all(|solution| solution.stopped.is_none()));
    assert!(told > 0 && told < rounds.len());
    assert!(solutions.last().is_some_and(|last| last.stopped == Some(Stop::Poll) && last.nodes == 0));
}

#[test]
fn many_solves_can_be_stopped() {
    let mut rng = Rng::new(26);
    let rounds: Vec<Round> = (0..40).map(|_| random_start(&mut rng)).collect();
    let solutions = solve_many(&rounds, &Solve::default(), 1, |_| ControlFlow::Break(())).unwrap();
    assert_eq!(solutions.len(), rounds.len());
    assert_eq!(solutions.last().unwrap().stopped, Some(Stop::Poll));
    assert_eq!(Bounds::of(15).exact(), Some(15));
}
