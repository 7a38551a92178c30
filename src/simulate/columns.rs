//! The results of matches as columns, one row a match.

use crate::seat::{BySide, Seat, Side};
use crate::table::{Reason, Table};

/// What is kept of one match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchRow {
    /// The side that won; `None` where the rounds were limited.
    pub winner: Option<Side>,
    /// The final scores.
    pub scores: BySide<i32>,
    /// Rounds played, the last included.
    pub rounds: u32,
    /// Turns played, passes included.
    pub turns: u32,
    /// Tiles placed.
    pub placements: u32,
    /// The seat that opened the first round.
    pub first_opener: u8,
    /// Rounds that ended with a seat going out.
    pub out: u32,
    /// Rounds that ended blocked.
    pub blocked: u32,
    /// Points that placements earned.
    pub scored: BySide<i32>,
    /// Points subtracted for leftovers.
    pub deducted: BySide<i32>,
}

impl MatchRow {
    /// Takes in a round that has ended.
    pub(super) fn add_round(&mut self, table: &Table, turns: usize) {
        let Some(ending) = table.ending() else { return };
        if self.rounds == 0 {
            self.first_opener = table.opener().get();
        }
        self.rounds += 1;
        self.turns += turns as u32;
        self.placements += table.played().len() as u32;
        self.out += u32::from(ending.reason == Reason::Out);
        self.blocked += u32::from(ending.reason == Reason::Blocked);
        let deductions = ending.deductions();
        for seat in Seat::ALL {
            self.deducted[seat.side()] += i32::from(deductions[seat].get());
        }
        for side in Side::ALL {
            self.scores[side] = table.scores()[side].0;
            self.scored[side] = self.scores[side] + self.deducted[side];
        }
        self.winner = table.winner();
    }
}

/// Columns of equal length, one row a match, in the order of the matches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// The winning side, −1 for none.
    pub winner: Vec<i8>,
    /// The final score of each side.
    pub scores: BySide<Vec<i32>>,
    /// Rounds played.
    pub rounds: Vec<u32>,
    /// Turns played, passes included.
    pub turns: Vec<u32>,
    /// Tiles placed.
    pub placements: Vec<u32>,
    /// The seat that opened the first round.
    pub first_opener: Vec<u8>,
    /// Rounds that ended with a seat going out.
    pub out: Vec<u32>,
    /// Rounds that ended blocked.
    pub blocked: Vec<u32>,
    /// Points that each side's placements earned.
    pub scored: BySide<Vec<i32>>,
    /// Points subtracted from each side for leftovers.
    pub deducted: BySide<Vec<i32>>,
}

impl Columns {
    /// No rows yet, and room for `matches`.
    pub fn with_capacity(matches: usize) -> Self {
        let by_side = || BySide([Vec::with_capacity(matches), Vec::with_capacity(matches)]);
        Self {
            winner: Vec::with_capacity(matches),
            scores: by_side(),
            rounds: Vec::with_capacity(matches),
            turns: Vec::with_capacity(matches),
            placements: Vec::with_capacity(matches),
            first_opener: Vec::with_capacity(matches),
            out: Vec::with_capacity(matches),
            blocked: Vec::with_capacity(matches),
            scored: by_side(),
            deducted: by_side(),
        }
    }

    /// The number of matches.
    pub const fn len(&self) -> usize {
        self.winner.len()
    }

    /// Whether there is no match.
    pub const fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }

    /// Appends the row of the next match.
    pub fn push(&mut self, row: &MatchRow) {
        self.winner.push(row.winner.map_or(-1, |side| side.get() as i8));
        self.rounds.push(row.rounds);
        self.turns.push(row.turns);
        self.placements.push(row.placements);
        self.first_opener.push(row.first_opener);
        self.out.push(row.out);
        self.blocked.push(row.blocked);
        for side in Side::ALL {
            self.scores[side].push(row.scores[side]);
            self.scored[side].push(row.scored[side]);
            self.deducted[side].push(row.deducted[side]);
        }
    }
}
