//! A batch of matches is the matches it is made of, whatever the processor and however many the threads.

mod common;

use std::ops::ControlFlow;

use sevenrocks::policy::Policy;
use sevenrocks::rng::stream;
use sevenrocks::simulate::{Columns, MATCH_COLUMNS, MatchRow, Plan, SeatPolicies, play_match, seat_policies, simulate};
use sevenrocks::{BySide, Match, PlayedRound, Reason, Score, Seat, Side, Turn};

use common::points_made;

/// Who plays in these tests: every shipped policy, at either side and at single seats.
const TEAMS: [&[&str]; 4] = [
    &["random", "random"],
    &["greedy", "random"],
    &["random", "counting"],
    &["counting", "greedy", "random", "greedy"],
];

fn seats(team: &[&str]) -> SeatPolicies {
    seat_policies(team).expect("shipped policies")
}

/// Match `index` of the batch `seed`, played turn by turn.
fn turn_by_turn(mut seats: SeatPolicies, seed: u64, index: u64) -> Match {
    let mut matchplay = Match::shuffled(seed, index, Score(250)).expect("a match");
    for seat in Seat::ALL {
        seats[seat].reset(stream(stream(seed, index), seat.index() as u64));
    }
    while !matchplay.is_over() {
        let seat = matchplay.seat();
        let forced = matchplay.legal_turns().is_pass();
        let turn = if forced { Turn::PASS } else { seats[seat].choose(&matchplay.view(seat)).expect("a turn") };
        matchplay.play(turn).expect("a legal turn");
    }
    matchplay
}

/// The row of a match that is over, from its turns.
fn row(matchplay: &Match) -> MatchRow {
    let rounds = || matchplay.rounds().iter().map(|round| &round.played);
    let ended = |reason| rounds().filter(|round| round.now().ending().expect("over").reason == reason).count() as u32;
    MatchRow {
        winner: matchplay.winner(),
        scores: BySide(matchplay.scores().0.map(|score| score.0)),
        rounds: rounds().count() as u32,
        turns: rounds().map(|round| round.turns().len() as u32).sum(),
        placements: rounds().map(|round| round.turns().iter().filter(|turn| !turn.is_pass()).count() as u32).sum(),
        first_opener: matchplay.rounds()[0].played.start().seat().get(),
        out: ended(Reason::Out),
        blocked: ended(Reason::Blocked),
        scored: BySide(Side::ALL.map(|side| rounds().map(|round| points_made(round)[side]).sum())),
        deducted: BySide(Side::ALL.map(|side| rounds().map(|round| deducted(round, side)).sum())),
    }
}

fn deducted(round: &PlayedRound, side: Side) -> i32 {
    let deductions = round.now().ending().expect("over").deductions();
    deductions.iter().filter(|(seat, _)| seat.side() == side).map(|(_, deduction)| i32::from(deduction.get())).sum()
}

fn batch(plan: &Plan, threads: usize, team: &[&str]) -> Columns<MatchRow> {
    simulate(plan, threads, || seat_policies(team), |_| ControlFlow::Continue(())).expect("no fault").matches
}

/// The fast loop, compiled for this processor, plays what a match plays turn by turn in portable code.
#[test]
fn a_batch_plays_what_its_matches_play() {
    for team in TEAMS {
        for (seed, index) in [(0, 0), (0, 1), (1, 0), (7, 1000), (u64::MAX, u64::MAX)] {
            let found = play_match(&mut seats(team), seed, index, Score(250), None).expect("no fault");
            assert_eq!(found, row(&turn_by_turn(seats(team), seed, index)), "{team:?}, match {index} of batch {seed}");
        }
    }
}

/// The same over millions of turns: random play for its breadth, greedy and counting for their own loops.
#[test]
fn millions_of_turns_are_those_of_the_readable_engine() {
    let mut turns = 0;
    for (team, matches) in [(["random"; 2], 5000), (["greedy"; 2], 3000), (["counting"; 2], 100)] {
        let mut own = seats(&team);
        for index in 0..matches {
            let found = play_match(&mut own, 11, index, Score(250), None).expect("no fault");
            assert_eq!(found, row(&turn_by_turn(seats(&team), 11, index)), "{team:?}, match {index}");
            turns += found.turns;
        }
    }
    assert!(turns > 2_000_000, "{turns}");
}

/// The rows of matches of batch 7, played one by one.
fn rows(matches: std::ops::Range<u64>) -> Columns<MatchRow> {
    let mut rows = Columns::new(&MATCH_COLUMNS, 0);
    for index in matches {
        rows.push(&play_match(&mut seats(TEAMS[3]), 7, index, Score(250), None).expect("no fault"));
    }
    rows
}

/// One match or many, the rows are the same.
#[test]
fn a_batch_can_be_cut_anywhere() {
    let whole = batch(&Plan::new(7, 150), 1, TEAMS[3]);
    assert_eq!(rows(0..150), whole);
    let tail = batch(&Plan { first_match: 100, ..Plan::new(7, 50) }, 1, TEAMS[3]);
    assert_eq!(tail, rows(100..150));
}

/// One thread or many, the columns are the same.
#[test]
fn threads_change_nothing() {
    for team in TEAMS {
        let alone = batch(&Plan::new(3, 300), 1, team);
        assert_eq!(alone.len(), 300);
        for threads in [0, 2, 3, 8] {
            assert_eq!(batch(&Plan::new(3, 300), threads, team), alone, "{team:?} on {threads} threads");
        }
    }
}
