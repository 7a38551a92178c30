//! What several test files share: short ways to write things down, and rounds played at random.
#![allow(dead_code)] // each test file uses its own part

use std::fmt::Debug;
use std::str::FromStr;

use sevenrocks::{
    Arm, BySeat, BySide, DEALS, Deal, Layout, Match, PlayedRound, Rng, Round, Score, Seat, Side, Tile, TileSet, Turn,
};

/// Reads a tile, a turn, a layout …
pub(crate) fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|fault| panic!("{text:?} does not read: {fault:?}"))
}

pub(crate) fn tile(text: &str) -> Tile {
    read(text)
}

/// Tiles separated by spaces.
pub(crate) fn tiles(text: &str) -> TileSet {
    text.split_whitespace().map(tile).collect()
}

pub(crate) fn layout(text: &str) -> Layout {
    read(text)
}

pub(crate) fn seat(number: usize) -> Seat {
    Seat::new(number).expect("a seat")
}

pub(crate) fn side(number: usize) -> Side {
    Side::new(number).expect("a side")
}

pub(crate) fn scores(side_0: i32, side_1: i32) -> BySide<Score> {
    BySide([Score(side_0), Score(side_1)])
}

pub(crate) fn deal(hands: [&str; 4]) -> Deal {
    Deal::new(BySeat(hands.map(tiles))).expect("a deal")
}

/// The round of these hands, played for itself from 0 : 0.
pub(crate) fn round(hands: [&str; 4], opener: usize) -> Round {
    Round::new(deal(hands), seat(opener), BySide::default(), None).expect("a round")
}

/// The round `start` after these turns, separated by spaces.
pub(crate) fn after(start: Round, turns: &str) -> Round {
    turns.split_whitespace().fold(start, |position, turn| {
        position.play(read(turn)).unwrap_or_else(|fault| panic!("{turn} in {turns:?}: {fault}"))
    })
}

/// A legal turn, each (tile, open end) as likely as the others.
pub(crate) fn random_turn(position: &Round, rng: &mut Rng) -> Turn {
    let legal = position.legal_turns();
    legal.nth_by_arm(rng.below(legal.len() as u64) as usize).expect("a legal turn")
}

/// A turn with the most points, of these one with the heaviest tile, of these any.
pub(crate) fn greedy_turn(position: &Round, rng: &mut Rng) -> Turn {
    let worth = |turn: Turn| {
        let points = position.play(turn).expect("a legal turn").points();
        (points, turn.placement().map(|(tile, _)| tile.pips()))
    };
    let most = position.legal_turns().iter().map(worth).max();
    let best: Vec<Turn> = position.legal_turns().iter().filter(|&turn| Some(worth(turn)) == most).collect();
    best[rng.below(best.len() as u64) as usize]
}

/// Plays `matchplay` to its end by `choose`.
pub(crate) fn play_match(matchplay: &mut Match, mut choose: impl FnMut(&Round) -> Turn) {
    while !matchplay.is_over() {
        let turn = choose(matchplay.round().now());
        matchplay.play(turn).expect("a legal turn");
    }
}

/// The round `start` played out by `choose`.
pub(crate) fn play_out(start: Round, mut choose: impl FnMut(&Round) -> Turn) -> PlayedRound {
    let mut played = PlayedRound::new(start).unwrap();
    while !played.now().is_over() {
        let turn = choose(played.now());
        played.play(turn).expect("a legal turn");
    }
    played
}

/// A random deal with a random opener, played for itself from 0 : 0.
pub(crate) fn random_start(rng: &mut Rng) -> Round {
    let deal = Deal::from_index(rng.below(DEALS)).expect("a deal");
    Round::new(deal, Seat::ALL[rng.below(4) as usize], BySide::default(), None).expect("a round")
}

/// `count` rounds played out at random.
pub(crate) fn random_rounds(seed: u64, count: usize) -> impl Iterator<Item = PlayedRound> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |_| {
        let start = random_start(&mut rng);
        play_out(start, |position| random_turn(position, &mut rng))
    })
}

/// Every position of `played`, the first and the last included.
pub(crate) fn positions(played: &PlayedRound) -> Vec<Round> {
    played.replay().map(|(before, _)| before).chain([*played.now()]).collect()
}

/// How many tiles were placed.
pub(crate) fn placements(played: &PlayedRound) -> usize {
    played.turns().iter().filter(|turn| !turn.is_pass()).count()
}

/// The points each side made in `played`, added up from the counts of its layout, deductions left aside.
pub(crate) fn points_made(played: &PlayedRound) -> BySide<i32> {
    let mut table = Layout::new();
    let mut made = BySide([0; 2]);
    for (position, turn) in played.turns().iter().enumerate() {
        if let Some((tile, arm)) = turn.placement() {
            let points = table.place(tile, arm).expect("a placement of the round");
            made[played.seat_of(position).side()] += i32::from(points.get());
        }
    }
    made
}

/// The tiles not yet placed that show the pips of an open end.
pub(crate) fn fitting(position: &Round) -> TileSet {
    let open = Arm::ALL.map(|arm| position.table().arms().shows(arm).pips());
    let shown = open.into_iter().flatten().fold(TileSet::EMPTY, |shown, pips| shown | TileSet::showing(pips));
    shown - position.table().played()
}

/// The mean of `count` values that add up to `sum`.
pub(crate) fn mean(sum: impl Into<f64>, count: u32) -> f64 {
    sum.into() / f64::from(count)
}

/// How far `counts` are from being all alike: about as large as their number if chance alone is at work.
pub(crate) fn chi_square(counts: &[u32]) -> f64 {
    let expected = mean(counts.iter().sum::<u32>(), counts.len() as u32);
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}
