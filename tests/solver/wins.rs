//! The match first: `Objective::Win`, against a search of its own with no table but a map, no bounds and no order.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sevenrocks::search::{Bounds, Limits, Objective, Solution, Solve, analyze_round, solve};
use sevenrocks::{BySide, Deal, PlayedRound, Rng, Round, Score, Seat, Side};

use crate::common::{play_out, random_turn, scores};
use crate::{exact, gain, left, turn_values};
use sevenrocks::round::RoundKey;

/// What a round comes to for side 0, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Outcome {
    Lost,
    Difference(i32),
    Won,
}

impl Outcome {
    /// As the solver tells it.
    fn told(self) -> i32 {
        match self {
            Self::Lost => -Bounds::WIN,
            Self::Difference(points) => points,
            Self::Won => Bounds::WIN,
        }
    }

    fn after(self, gain: i32) -> Self {
        match self {
            Self::Difference(points) => Self::Difference(points + gain),
            decided => decided,
        }
    }
}

/// Tries everything, and remembers what each position came to.
fn outcome(round: &Round, known: &mut HashMap<RoundKey, Outcome>) -> Outcome {
    if round.is_over() {
        return match round.table().winner() {
            Some(side) if side == Side::ALL[0] => Outcome::Won,
            Some(_) => Outcome::Lost,
            None => Outcome::Difference(0),
        };
    }
    if let Some(&outcome) = known.get(&round.canonical_key()) {
        return outcome;
    }
    let values: Vec<Outcome> = round.legal_turns().iter().map(|turn| after(round, turn, known)).collect();
    let best = if round.seat().side() == Side::ALL[0] { values.iter().max() } else { values.iter().min() };
    let best = *best.expect("a legal turn");
    known.insert(round.canonical_key(), best);
    best
}

fn after(round: &Round, turn: sevenrocks::Turn, known: &mut HashMap<RoundKey, Outcome>) -> Outcome {
    let next = round.play(turn).expect("a legal turn");
    outcome(&next, known).after(gain(round, &next))
}

/// A position of random play with at most `tiles` left, both sides short of the target by some of what a round brings.
fn close(tiles: usize, rng: &mut Rng) -> Option<PlayedRound> {
    let below = |rng: &mut Rng| rng.below(12) as i32 * 5 + rng.below(5) as i32;
    let deal = Deal::random(rng);
    let start = Round::new(deal, Seat::ALL[rng.below(4) as usize], BySide::default(), None).expect("a round");
    let mut played = PlayedRound::new(start).expect("a round");
    while left(played.now()) > tiles && !played.now().is_over() {
        played.play(random_turn(played.now(), rng)).expect("a legal turn");
    }
    let scored = played.now().scores();
    let at = scores(250 - scored.0[0].0.max(0) - 5 - below(rng), 250 - scored.0[1].0.max(0) - 5 - below(rng));
    let start = Round::new(deal, start.seat(), at, Some(Score(250))).expect("a round");
    let mut again = PlayedRound::new(start).expect("a round");
    for &turn in played.turns() {
        again.play(turn).ok()?;
    }
    (!again.now().is_over()).then_some(again)
}

fn closes(seed: u64, count: usize, tiles: usize) -> Vec<Round> {
    let mut rng = Rng::new(seed);
    std::iter::repeat_with(|| close(tiles, &mut rng)).flatten().map(|played| *played.now()).take(count).collect()
}

fn for_the_win(round: &Round, best_only: bool) -> Solution {
    let solve = Solve { objective: Objective::Win, best_only, ..Solve::default() };
    solve.run(round, &mut || ControlFlow::Continue(()))
}

#[test]
fn wins_are_those_of_brute_force() {
    let (mut won, mut lost, mut changed, mut even) = (0, 0, 0, 0);
    for (tiles, count) in [(5, 600), (8, 600), (10, 300), (13, 60), (16, 8)] {
        for round in closes(tiles as u64, count, tiles) {
            let mut known = HashMap::new();
            let solution = for_the_win(&round, false);
            let value = exact(&solution);
            assert_eq!(value, outcome(&round, &mut known).told(), "{round:?}");
            for (turn, value) in turn_values(&solution) {
                assert_eq!(value, after(&round, turn, &mut known).told(), "{turn} in {round:?}");
            }
            assert_eq!(exact(&for_the_win(&round, true)), value);
            match value {
                Bounds::WIN => won += 1,
                value if value == -Bounds::WIN => lost += 1,
                value if value == exact(&solve(&round, &Limits::default())) => even += 1,
                _ => changed += 1,
            }
        }
    }
    // The positions are of all kinds: a win in reach also changes what is worth playing where it is parried.
    assert!(won > 100 && lost > 100 && even > 100 && changed > 20, "{won} {lost} {even} {changed}");
}

/// The line ends where its value says: at the target, or with that difference and no winner.
#[test]
fn the_line_comes_to_the_value() {
    for round in closes(31, 200, 14) {
        let solution = for_the_win(&round, true);
        let end = solution.line.iter().fold(round, |round, &turn| round.play(turn).expect("a legal turn"));
        assert!(end.is_over());
        let told = match end.table().winner() {
            Some(side) if side == Side::ALL[0] => Bounds::WIN,
            Some(_) => -Bounds::WIN,
            None => gain(&round, &end),
        };
        assert_eq!(told, exact(&solution), "{round:?}");
    }
}

/// Without a target, and with one that no side can reach, both objectives are one.
#[test]
fn out_of_reach_the_points_decide() {
    for round in closes(32, 100, 14) {
        let far = round.without_target();
        assert_eq!(for_the_win(&far, false), solve(&far, &Limits::default()));
    }
    let mut rng = Rng::new(33);
    for _ in 0..20 {
        let start = Round::new(Deal::random(&mut rng), Seat::ALL[0], BySide::default(), Some(Score(600))).unwrap();
        let mut round = start;
        while left(&round) > 14 && !round.is_over() {
            round.play_unchecked(random_turn(&round, &mut rng));
        }
        let (points, win) = (solve(&round, &Limits::default()), for_the_win(&round, false));
        assert_eq!((win.value, win.turns), (points.value, points.turns));
    }
}

/// A round that a side has won is worth a win to it.
#[test]
fn a_round_that_was_won_is_won() {
    let mut rng = Rng::new(34);
    let mut wins = BySide([0, 0]);
    for _ in 0..300 {
        let Some(played) = close(12, &mut rng) else { continue };
        let played = play_out(*played.start(), |round| random_turn(round, &mut rng));
        let Some(winner) = played.now().table().winner() else { continue };
        let sign = if winner == Side::ALL[0] { 1 } else { -1 };
        assert_eq!(exact(&for_the_win(played.now(), false)), sign * Bounds::WIN);
        wins[winner] += 1;
    }
    assert!(wins.0.iter().all(|&wins| wins > 10), "{wins:?}");
}

/// What each turn gave away: points, or a win thrown away, or the last hope against one.
#[test]
fn an_analysis_for_the_win_agrees_with_its_solutions() {
    let (mut rng, mut thrown) = (Rng::new(35), 0);
    for _ in 0..40 {
        let Some(close) = close(12, &mut rng) else { continue };
        let mut played = close.clone();
        while !played.now().is_over() {
            played.play(random_turn(played.now(), &mut rng)).expect("a legal turn");
        }
        let limits = Limits::default();
        let analysis = analyze_round(&played, Objective::Win, &limits, &mut || ControlFlow::Continue(()));
        let late = analysis.turns.iter().zip(played.replay()).skip(close.turns().len());
        for (analyzed, (before, turn)) in late {
            let solution = for_the_win(&before, false);
            assert_eq!(analyzed.value, solution.value);
            let sign = if before.seat().side() == Side::ALL[0] { 1_i64 } else { -1 };
            let worth = |value: i32| sign * i64::from(value);
            let played_for = turn_values(&solution).into_iter().find(|&(other, _)| other == turn).expect("its turn").1;
            let away = worth(exact(&solution)) - worth(played_for);
            let is_decisive = away > 1000;
            let away = if is_decisive { i64::from(Bounds::WIN) } else { away };
            assert_eq!(i64::from(analyzed.loss.exact().expect("a loss")), away);
            thrown += i32::from(is_decisive);
        }
    }
    assert!(thrown > 5, "{thrown}");
}

/// Five tiles score as a lead (R14): with one of them in the hand, five points short of the target, the opener wins.
#[test]
fn a_lead_may_win() {
    let mut rng = Rng::new(36);
    let mut won = 0;
    for _ in 0..40 {
        let deal = Deal::random(&mut rng);
        let start = Round::new(deal, Seat::ALL[0], scores(245, 245), Some(Score(250))).expect("a round");
        if start.hand().iter().any(|tile| tile.pips() > 0 && tile.pips().is_multiple_of(5)) {
            assert_eq!(exact(&for_the_win(&start, true)), Bounds::WIN);
            won += 1;
        }
    }
    assert!(won > 20, "{won}");
}
