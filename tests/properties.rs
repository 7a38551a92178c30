//! Laws of the engine, each for any deal, opener and choice of turns. Here are the strategies that make these.

mod common;
#[path = "properties/futures.rs"]
mod futures;
#[path = "properties/matches.rs"]
mod matches;
#[path = "properties/rounds.rs"]
mod rounds;
#[path = "properties/views.rs"]
mod views;
#[path = "properties/words.rs"]
mod words;

use std::fmt::{Debug, Display};
use std::str::FromStr;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;
use sevenrocks::turn::{MAX_TURNS, TURNS};
use sevenrocks::{BySeat, BySide, DEALS, Deal, Error, PlayedRound, Round, Score, Seat, TileSet, Turn};

/// Laws that run for `cases` cases, the same every time, and write nothing; `make explore` looks for new ones.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(7), ..ProptestConfig::with_cases(cases) }
}

fn deals() -> impl Strategy<Value = Deal> {
    (0..DEALS).prop_map(|index| Deal::from_index(index).expect("a deal"))
}

/// A round before its opening, played for itself from 0 : 0.
fn starts() -> impl Strategy<Value = Round> {
    (deals(), 0..4_usize)
        .prop_map(|(deal, opener)| Round::new(deal, Seat::ALL[opener], BySide::default(), None).expect("a round"))
}

/// A round before its opening, in a match that a side may win soon.
fn starts_in_a_match() -> impl Strategy<Value = Round> {
    (starts(), 1..=80, -60..=0, -60..=0).prop_map(|(start, target, side_0, side_1)| {
        let deal = Deal::new(start.hands()).expect("a deal");
        Round::new(deal, start.seat(), common::scores(side_0, side_1), Some(Score(target))).expect("a round")
    })
}

/// Plays `start` out; each choice picks among the legal turns.
fn play(start: Round, choices: &[u8]) -> PlayedRound {
    let mut choices = choices.iter().cycle();
    common::play_out(start, |position| {
        let legal = position.legal_turns();
        let choice = usize::from(*choices.next().expect("a choice")) % legal.len();
        legal.iter().nth(choice).expect("a legal turn")
    })
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 1..=MAX_TURNS)
}

/// A round played out for itself.
fn rounds() -> impl Strategy<Value = PlayedRound> {
    (starts(), choices()).prop_map(|(start, choices)| play(start, &choices))
}

/// A round played out in a match that a side may win with it.
fn rounds_in_a_match() -> impl Strategy<Value = PlayedRound> {
    (starts_in_a_match(), choices()).prop_map(|(start, choices)| play(start, &choices))
}

/// A round of which no hand has been shown: not over, or won in the middle.
fn unshown_rounds() -> impl Strategy<Value = PlayedRound> {
    (rounds_in_a_match(), any::<Index>()).prop_map(|(played, at)| {
        let won = played.now().table().winner().is_some();
        let turns = &played.turns()[..at.index(played.turns().len() + usize::from(won))];
        follow(*played.start(), turns).expect("the turns of a round")
    })
}

/// A round that is not over.
fn unfinished_rounds() -> impl Strategy<Value = PlayedRound> {
    (rounds(), any::<Index>()).prop_map(|(played, at)| {
        let turns = &played.turns()[..at.index(played.turns().len())];
        follow(*played.start(), turns).expect("the turns of a round")
    })
}

/// Plays `turns` one by one, if they are legal.
fn follow(start: Round, turns: &[Turn]) -> Result<PlayedRound, Error> {
    let mut played = PlayedRound::new(start).unwrap();
    turns.iter().try_for_each(|&turn| played.play(turn))?;
    Ok(played)
}

fn all_turns() -> impl Iterator<Item = Turn> {
    (0..TURNS).map(|index| Turn::from_index(index).expect("a turn"))
}

fn all_tiles(hands: BySeat<TileSet>) -> TileSet {
    hands.0.into_iter().fold(TileSet::EMPTY, |all, hand| all | hand)
}

/// What is written reads back as the same.
fn reads_back<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(value: &T) {
    assert_eq!(&value.to_string().parse::<T>().expect("reads back"), value);
}
