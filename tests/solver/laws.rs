//! What holds whatever the values are.

use std::ops::ControlFlow;

use sevenrocks::search::{Limits, Objective, analyze_round, solve};
use sevenrocks::{Arm, BySeat, BySide, Deal, PlayedRound, Rng, Round, Seat, Turn};

use crate::common::{play_out, random_start, random_turn};
use crate::{best_only, endings, exact, gain, played_until, turn_values};

/// The position that `turns` lead to when `deal` is opened by `opener`.
fn replayed(deal: Deal, opener: Seat, turns: impl IntoIterator<Item = Turn>) -> Round {
    let start = Round::new(deal, opener, BySide::default(), None).expect("a round");
    turns.into_iter().fold(start, |round, turn| round.play(turn).expect("a legal turn"))
}

fn deal_of(played: &PlayedRound) -> Deal {
    Deal::new(played.start().hands()).expect("a deal")
}

/// Every hand, and with it the opener, one seat further on: the sides have changed places.
#[test]
fn sides_exchanged_negate_the_value() {
    let mut rng = Rng::new(11);
    for tiles in [9, 12, 16].repeat(40) {
        let Some(played) = played_until(tiles, &mut rng) else { continue };
        let hands = played.start().hands();
        let rotated = Deal::new(BySeat::from_fn(|seat| hands[seat.clockwise(3)])).expect("a deal");
        let opener = played.start().seat().next();
        let other = solve(&replayed(rotated, opener, played.turns().iter().copied()), &Limits::default());
        let solution = solve(played.now(), &Limits::default());
        assert_eq!(exact(&solution), -exact(&other));
        let negated: Vec<_> = turn_values(&other).into_iter().map(|(turn, value)| (turn, -value)).collect();
        assert_eq!(turn_values(&solution), negated);
    }
}

/// The branches exchanged, and the straight sides too of an opening double.
#[test]
fn arms_relabelled_change_nothing() {
    let (mut rng, mut mirrored) = (Rng::new(12), 0);
    for tiles in [8, 11, 15].repeat(60) {
        let Some(played) = played_until(tiles, &mut rng) else { continue };
        let opened_double = played.turns()[0].placement().is_some_and(|(tile, _)| tile.is_double());
        let relabel = |turn: Turn| {
            let Some((tile, arm)) = turn.placement() else { return turn };
            Turn::place(
                tile,
                match arm {
                    Arm::Up => Arm::Down,
                    Arm::Down => Arm::Up,
                    Arm::Left if opened_double => Arm::Right,
                    Arm::Right if opened_double => Arm::Left,
                    straight => straight,
                },
            )
        };
        let later = played.turns()[1..].iter().map(|&turn| relabel(turn));
        // With one side filled, the other is the double's own, whichever it was: the layout names it the right one.
        let turns = [played.turns()[0]].into_iter().chain(later);
        let start = *played.start();
        let other = turns.into_iter().try_fold(start, |round, turn| round.play(turn).ok());
        let Some(other) = other else { continue };
        mirrored += 1;
        let (solution, other) = (solve(played.now(), &Limits::default()), solve(&other, &Limits::default()));
        assert_eq!(exact(&solution), exact(&other));
        let mut values = turn_values(&solution);
        for (turn, _) in &mut values {
            *turn = relabel(*turn);
        }
        values.sort_unstable();
        assert_eq!(values, turn_values(&other));
    }
    assert!(mirrored > 100, "{mirrored}");
}

/// A turn is worth its points and the position after it; the position is worth its best turn.
#[test]
fn values_agree_from_turn_to_turn() {
    for round in endings(13, 150, 14) {
        let solution = solve(&round, &Limits::default());
        let values = turn_values(&solution);
        assert!(values.iter().map(|&(turn, _)| turn).eq(round.legal_turns().iter()));
        for &(turn, value) in &values {
            let next = round.play(turn).expect("a legal turn");
            assert_eq!(value, gain(&round, &next) + exact(&best_only(&next)));
        }
        let values = values.iter().map(|&(_, value)| value);
        let best = if round.seat().side().index() == 0 { values.max() } else { values.min() };
        assert_eq!(Some(exact(&solution)), best);
        assert_eq!(exact(&solution) % 5, 0);
    }
}

/// A best line ends the round, loses nothing on the way, and adds up to the value.
#[test]
fn lines_add_up() {
    for round in endings(14, 300, 15) {
        for solution in [solve(&round, &Limits::default()), best_only(&round)] {
            let end = solution.line.iter().fold(round, |round, &turn| round.play(turn).expect("a legal turn"));
            assert!(end.is_over());
            assert_eq!(gain(&round, &end), exact(&solution));
        }
    }
}

/// An analysis tells for every turn what a solve tells, and the losses tell how the round came out.
#[test]
fn analyses_agree_with_solves() {
    let mut rng = Rng::new(15);
    for target in [None, None, Some(250)].repeat(3) {
        let start = random_start(&mut rng);
        let scores = crate::common::scores(200, 210);
        let deal = Deal::new(start.hands()).expect("a deal");
        let start = Round::new(deal, start.seat(), scores, target.map(sevenrocks::Score)).expect("a round");
        let played = play_out(start, |round| random_turn(round, &mut rng));
        let analysis = analyze_round(&played, Objective::Points, &Limits::default(), &mut || ControlFlow::Continue(()));
        assert_eq!((analysis.stopped, analysis.turns.len()), (None, played.turns().len()));
        for ((before, turn), analyzed) in played.replay().zip(&analysis.turns) {
            assert_eq!(analyzed.turn, turn);
            if crate::left(&before) > 18 {
                continue; // solved by itself it takes long in this profile
            }
            let solution = solve(&before, &Limits::default());
            let (_, value) = turn_values(&solution)[solution.turns.iter().position(|&(of, _)| of == turn).unwrap()];
            let loss = (exact(&solution) - value) * if before.seat().side().index() == 0 { 1 } else { -1 };
            assert_eq!(analyzed.value.exact(), Some(exact(&solution)));
            assert_eq!(analyzed.loss.exact(), Some(loss), "{turn} in {before:?}");
        }
        if target.is_none() {
            // What the opener's best play was worth, less what each side gave away, is what came out.
            let given = |(position, turn): (usize, &sevenrocks::search::AnalyzedTurn)| {
                let loss = turn.loss.exact().expect("a loss");
                if played.seat_of(position).side().index() == 0 { -loss } else { loss }
            };
            let first = analysis.turns[0].value.exact().expect("a value");
            let given: i32 = analysis.turns.iter().enumerate().map(given).sum();
            assert_eq!(first + given, gain(played.start(), played.now()));
        }
    }
}

/// A round still going on is analysed up to its present position.
#[test]
fn a_round_going_on_can_be_analysed() {
    let played = played_until(12, &mut Rng::new(16)).expect("a round going on");
    let analysis = analyze_round(&played, Objective::Points, &Limits::default(), &mut || ControlFlow::Continue(()));
    assert_eq!(analysis.now, solve(played.now(), &Limits::default()).value);
    let same = replayed(deal_of(&played), played.start().seat(), played.turns().iter().copied());
    assert_eq!(same, *played.now());
}
