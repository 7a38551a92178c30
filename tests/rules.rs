//! Every clause of the rules, R1 to R25, and every fact that follows from them, as tests.
//!
//! Written from the text of the rules. A test's name begins with its clause, and its comment quotes it. Here is
//! what they share: three written deals, two of them played out by hand, and short ways to look at a layout.

mod common;
#[path = "rules/ending.rs"]
mod ending;
#[path = "rules/facts.rs"]
mod facts;
#[path = "rules/opening.rs"]
mod opening;
#[path = "rules/placing.rs"]
mod placing;
#[path = "rules/points.rs"]
mod points;

use sevenrocks::matchplay::TARGET;
use sevenrocks::{BySide, Error, GivenDeal, Match, OpenerGiven, Points, Rng, Round, Score, Turn};

use common::{after, deal, layout, play_match, random_turn, read, round, scores, seat};

/// A whole round, written down.
struct Script {
    hands: [&'static str; 4],
    opener: usize,
    turns: &'static str,
}

/// Seat 2 goes out with ten points. Left are [0|2] = 2, [0|6] [6|6] = 18, nothing, and [4|4] = 8; the sides made
/// 35 and 5 points.
const OUT: Script = Script {
    hands: [
        "0|2 1|3 1|5 2|4 3|3 3|4 5|6",
        "0|0 0|5 0|6 1|1 2|6 3|6 6|6",
        "0|1 0|3 0|4 1|4 1|6 2|2 4|5",
        "1|2 2|3 2|5 3|5 4|4 4|6 5|5",
    ],
    opener: 1,
    turns: "0|5L 0|4L 2|5R 2|4R pass 4|5L 5|5L 5|6L 2|6L 1|4R 1|2R 1|5D 1|1D 1|6D 2|3R 3|4R 3|6D 2|2L 3|5U 1|3U \
            pass 0|1U 4|6R 3|3D 0|0U 0|3D",
};

/// Both ends show 6 and all sixes are played. Left are [0|0] [0|4] [4|5] = 13, [2|3] [2|4] [3|4] [5|5] = 28,
/// [1|1] [1|5] [3|3] = 14, and [0|1] [2|2] [4|4] = 13; the sides made 10 points and none.
const BLOCKED: Script = Script {
    hands: [
        "0|0 0|2 0|4 3|6 4|5 5|6 6|6",
        "1|2 1|3 1|6 2|3 2|4 3|4 5|5",
        "0|3 0|6 1|1 1|5 3|3 3|5 4|6",
        "0|1 0|5 1|4 2|2 2|5 2|6 4|4",
    ],
    opener: 1,
    turns: "1|6L 4|6R 1|4R pass 1|3R 3|5R 2|5R 0|2R 1|2L 0|3R 2|6L 3|6R pass 0|6R 0|5R 5|6R pass pass pass 6|6L \
            pass pass pass pass",
};

/// Seat 1 holds no 0 and no 1, seat 3 none below 3.
const LOPSIDED: [&str; 4] = [
    "0|0 0|1 0|2 0|3 0|4 1|1 1|2",
    "2|2 2|3 2|4 2|5 2|6 3|3 3|4",
    "0|5 0|6 1|3 1|4 1|5 1|6 3|5",
    "3|6 4|4 4|5 4|6 5|5 5|6 6|6",
];

impl Script {
    /// The round before its opening.
    fn start(&self) -> Round {
        round(self.hands, self.opener)
    }

    /// The round before its opening, in a match at these scores.
    fn start_at(&self, scores: BySide<Score>, target: i32) -> Round {
        Round::new(deal(self.hands), seat(self.opener), scores, Some(Score(target))).expect("a round")
    }

    fn end(&self) -> Round {
        after(self.start(), self.turns)
    }

    /// All turns but the last, and the last.
    fn last(&self) -> (&'static str, Turn) {
        let (before, last) = self.turns.rsplit_once(' ').expect("more than one turn");
        (before, read(last))
    }

    fn given(&self, opener: Option<OpenerGiven>) -> GivenDeal {
        GivenDeal { deal: deal(self.hands), opener }
    }

    /// The match of this round and then one more deal, played as far as this round goes.
    fn as_match(&self, target: i32) -> Match {
        let first = self.given(Some(OpenerGiven::Seat(seat(self.opener))));
        let mut matchplay = Match::from_deals(vec![first, self.given(None)], 7, Score(target)).expect("a match");
        for word in self.turns.split_whitespace() {
            matchplay.play(read(word)).expect("a legal turn");
        }
        matchplay
    }
}

/// The tile and half of every open end, in arm order, as text.
fn open_ends(text: &str) -> Vec<String> {
    layout(text).open_ends().map(|end| format!("{} {}", end.tile, end.half)).collect()
}

/// What every counted end of a layout adds, in arm order.
fn values(text: &str) -> Vec<u8> {
    layout(text).counted_ends().map(|end| end.value).collect()
}

fn count(text: &str) -> u8 {
    layout(text).count()
}

/// Tries one more placement on a layout.
fn place(text: &str, turn: &str) -> Result<Points, Error> {
    let (tile, arm) = read::<Turn>(turn).placement().expect("a placement");
    layout(text).place(tile, arm)
}

fn replay(script: &Script) -> Vec<(Round, Turn)> {
    let mut position = script.start();
    let step = |word| {
        let (before, turn) = (position, read(word));
        position = position.play(turn).expect("legal");
        (before, turn)
    };
    script.turns.split_whitespace().map(step).collect()
}

fn match_by(seed: u64, mut choose: impl FnMut(&mut Rng, &Round) -> Turn) -> Match {
    let (mut matchplay, mut rng) = (Match::new(seed), Rng::new(seed));
    play_match(&mut matchplay, |position| choose(&mut rng, position));
    matchplay
}

fn random_match(seed: u64) -> Match {
    match_by(seed, |rng, position| random_turn(position, rng))
}

/// LOPSIDED with seat 2 to lead [1|4] for 5, from `score` on for its side.
fn about_to_lead_five(score: i32) -> Round {
    Round::new(deal(LOPSIDED), seat(2), scores(score, 0), Some(TARGET)).expect("a round")
}
