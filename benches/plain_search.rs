//! The yardstick of the solver: a plain fail-soft alpha-beta search on rounds, with one direct-mapped table, written
//! without the solver's code. The tests compare values with it, the bench nodes and times.

use std::hash::{Hash, Hasher};

use sevenrocks::layout::ArmsKey;
use sevenrocks::{Round, Side, Turn};

/// What the future of a position depends on, within one deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    left: u32,
    arms: ArmsKey,
    seat: u8,
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    lower: i32,
    upper: i32,
    best: Turn,
}

/// A search in the positions of one deal.
pub(crate) struct PlainSearch {
    table: Vec<Option<Entry>>,
    pub(crate) nodes: u64,
}

/// Farther than any value.
const FAR: i32 = 10_000;

impl PlainSearch {
    /// A search with a table of 2^`bits` entries.
    pub(crate) fn new(bits: u32) -> Self {
        Self { table: vec![None; 1 << bits], nodes: 0 }
    }

    /// Side 0's gain less side 1's over the rest of the round.
    pub(crate) fn value(&mut self, round: &Round) -> i32 {
        let value = self.search(&round.without_target(), -FAR, FAR);
        if round.seat().side() == Side::ALL[0] { value } else { -value }
    }

    /// The value to the side to act, or a bound on it outside the window.
    fn search(&mut self, round: &Round, mut alpha: i32, mut beta: i32) -> i32 {
        if round.is_over() {
            return 0;
        }
        self.nodes += 1;
        let key = key(round);
        let slot = slot(key) & (self.table.len() - 1);
        let known = self.table[slot].filter(|entry| entry.key == key);
        let (mut lower, mut upper) = known.map_or((-FAR, FAR), |entry| (entry.lower, entry.upper));
        if lower >= beta || lower == upper {
            return lower;
        }
        if upper <= alpha {
            return upper;
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        let (mut most, mut best, mut reached) = (-FAR, Turn::PASS, alpha);
        for (turn, next) in ordered(round, known.map(|entry| entry.best)) {
            let gain = gain(round, &next);
            let value = gain - self.search(&next, gain - beta, gain - reached);
            if value > most {
                (most, best) = (value, turn);
            }
            reached = reached.max(most);
            if most >= beta {
                break;
            }
        }
        if most < beta {
            upper = upper.min(most);
        }
        if most > alpha {
            lower = lower.max(most);
        }
        self.table[slot] = Some(Entry { key, lower, upper, best });
        most
    }
}

/// The legal turns and what they lead to: the table's turn, then most points less the best reply.
fn ordered(round: &Round, best: Option<Turn>) -> Vec<(Turn, Round)> {
    let mut turns: Vec<(i32, Turn, Round)> = Vec::with_capacity(8);
    for turn in round.legal_turns().iter() {
        let mut next = *round;
        next.play_unchecked(turn);
        let replies = next.legal_turns().iter().filter_map(Turn::placement);
        let reply = replies.map(|(tile, arm)| next.table().arms().points_of(tile, arm).get()).max().unwrap_or(0);
        let order = if Some(turn) == best { -FAR } else { i32::from(reply) - i32::from(next.points().get()) };
        turns.push((order, turn, next));
    }
    turns.sort_by_key(|&(order, turn, _)| (order, turn));
    turns.into_iter().map(|(_, turn, next)| (turn, next)).collect()
}

/// What the turn from `before` to `after` brought the side that played it: points, and deductions at the end.
fn gain(before: &Round, after: &Round) -> i32 {
    let side = before.seat().side();
    let gained = |side| after.scores()[side].0 - before.scores()[side].0;
    gained(side) - gained(side.other())
}

fn key(round: &Round) -> Key {
    let left = round.hands().0.iter().fold(0, |left, hand| left | hand.mask());
    Key { left, arms: round.table().arms().canonical_key(), seat: round.seat().get() }
}

fn slot(key: Key) -> usize {
    let mut mixer = Mixer(0);
    key.hash(&mut mixer);
    (mixer.finish() >> 32) as usize
}

/// A quick hash: the standard one would take longer than a node.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0.rotate_left(8) ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
}
