//! Fixed work to count instructions of: `make instructions` runs this under valgrind in two sizes.
//!
//! `instructions WORK SIZE` does the work and prints what was done, by unit. Without a work it does each once, small:
//! so a bench that no longer runs is found by the tests. `bare-loop` is also what `make bench-peers` times.

use std::hint::black_box;

use sevenrocks::batch::{Autoreset, Batch, COLUMNS, ForcedPass, Rows, Unit, pick};
use sevenrocks::notation::{Record, format_position, parse_position};
use sevenrocks::simulate::{play_match, seat_policies};
use sevenrocks::turn::TURNS;
use sevenrocks::{BySide, Deal, Match, PlayedRound, Rng, Round, Score, Seat, perft};

#[path = "bare_loop.rs"]
mod bare_loop;

/// What was done: how many of each unit.
type Done = Vec<(&'static str, u64)>;

/// Some work, done so many times.
type Work = fn(u64) -> Done;

/// Work by name.
const WORKS: [(&str, Work); 8] = [
    ("bare-loop", bare),
    ("random", |size| matches("random", size)),
    ("greedy", |size| matches("greedy", size)),
    ("counting", |size| matches("counting", size)),
    ("perft", perfts),
    ("batch", steps),
    ("position", positions),
    ("record", records),
];

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    match (arguments.next(), arguments.next()) {
        (Some(name), size) => {
            let (_, work) = WORKS.iter().find(|work| work.0 == name).expect("a work by that name");
            let size = size.and_then(|size| size.parse().ok()).expect("a size");
            for (unit, number) in work(size) {
                println!("{unit} {number}");
            }
        }
        (None, _) => {
            for (name, work) in WORKS {
                println!("{name}: {:?}", work(1));
            }
        }
    }
}

fn bare(size: u64) -> Done {
    let (rounds, placements, _) = bare_loop::play(black_box(1), size);
    vec![("match", size), ("round", rounds), ("placement", placements)]
}

fn matches(policy: &str, size: u64) -> Done {
    let mut seats = seat_policies(&[policy; 2]).expect("a shipped policy");
    let (mut rounds, mut placements, mut turns) = (0, 0, 0);
    for index in 0..size {
        let row = play_match(&mut seats, 1, index, Score(250), None).expect("shipped policies play");
        rounds += u64::from(row.rounds);
        placements += u64::from(row.placements);
        turns += u64::from(row.turns);
    }
    vec![("match", size), ("round", rounds), ("placement", placements), ("turn", turns)]
}

fn perfts(size: u64) -> Done {
    let deal = Deal::random(&mut Rng::new(7));
    let round = Round::new(deal, Seat::ALL[0], BySide::default(), None).expect("a round");
    vec![("leaf", (0..size).map(|_| perft(black_box(&round), 7)).sum())]
}

/// Environments of a batch.
const N: usize = 64;

/// The arrays of a batch.
struct Arrays {
    current_seat: [u8; N],
    action_mask: [u8; N * TURNS],
    observation: [u8; N * COLUMNS],
    rewards: [f32; 2 * N],
    terminated: [bool; N],
    scores: [i32; 2 * N],
}

impl Arrays {
    const fn rows(&mut self) -> Rows<'_> {
        Rows {
            current_seat: &mut self.current_seat,
            action_mask: &mut self.action_mask,
            observation: &mut self.observation,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            scores: &mut self.scores,
        }
    }
}

/// Steps of a batch, with a random turn for each environment.
fn steps(size: u64) -> Done {
    let mut batch = Batch::new(N, 1, Unit::Round, Autoreset::SameStep, ForcedPass::Taken, 1).expect("a batch");
    let mut arrays = Arrays {
        current_seat: [0; N],
        action_mask: [0; N * TURNS],
        observation: [0; N * COLUMNS],
        rewards: [0.0; 2 * N],
        terminated: [false; N],
        scores: [0; 2 * N],
    };
    let mut rng = Rng::new(1);
    batch.reset(arrays.rows());
    for _ in 0..size {
        let masks = arrays.action_mask.as_chunks::<TURNS>().0;
        let actions: [i64; N] = std::array::from_fn(|environment| {
            let draw = f64::from(rng.below(1 << 32) as u32) / 2_f64.powi(32);
            pick(&masks[environment], draw).expect("a legal turn").index() as i64
        });
        batch.step(&actions, arrays.rows()).expect("legal turns");
    }
    black_box(arrays.observation);
    vec![("turn", size * N as u64)]
}

/// A match in which every seat plays its first legal turn.
fn first_match() -> Match {
    let mut matchplay = Match::new(7);
    while !matchplay.is_over() {
        let turn = matchplay.legal_turns().iter().next().expect("a legal turn");
        matchplay.play(turn).expect("a legal turn");
    }
    matchplay
}

fn positions(size: u64) -> Done {
    let deal = Deal::random(&mut Rng::new(7));
    let round = Round::new(deal, Seat::ALL[0], BySide::default(), Some(Score(250))).expect("a round");
    let mut played = PlayedRound::new(round).expect("a fresh round");
    for _ in 0..14 {
        let turn = played.now().legal_turns().iter().next().expect("a legal turn");
        played.play_unchecked(turn);
    }
    let position = format_position(&played);
    for _ in 0..size {
        black_box(parse_position(black_box(&position)).expect("a position"));
    }
    vec![("position read", size)]
}

fn records(size: u64) -> Done {
    let record = Record::of_match(&first_match(), |_| true).to_string();
    for _ in 0..size {
        black_box(Record::parse(black_box(&record)).expect("a record"));
    }
    vec![("record read", size)]
}
