//! Tables of results: one row a match or a round, one column a fact.

use crate::round::PlayedRound;
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
    #[inline(always)]
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

/// What is kept of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundRow {
    /// The number of its match in the batch.
    pub match_index: u64,
    /// The number of the round in the match, from 1.
    pub round: u32,
    /// The seat that opened.
    pub opener: u8,
    /// Why it ended.
    pub reason: Reason,
    /// The seat that went out.
    pub finisher: Option<Seat>,
    /// Turns played, passes included.
    pub turns: u32,
    /// Tiles placed.
    pub placements: u32,
    /// Points that placements earned.
    pub scored: BySide<i32>,
    /// Points subtracted for leftovers.
    pub deducted: BySide<i32>,
    /// The scores of the match after it.
    pub scores: BySide<i32>,
}

impl RoundRow {
    /// The row of a round that has ended; `None` of one that goes on.
    pub(super) fn new(match_index: u64, round: u32, played: &PlayedRound) -> Option<Self> {
        let (before, table) = (played.start().table(), played.now().table());
        let ending = table.ending()?;
        let mut row = Self {
            match_index,
            round,
            opener: table.opener().get(),
            reason: ending.reason,
            finisher: ending.finisher,
            turns: played.turns().len() as u32,
            placements: table.played().len() as u32,
            scored: BySide::default(),
            deducted: BySide::default(),
            scores: BySide(table.scores().0.map(|score| score.0)),
        };
        for (seat, deduction) in ending.deductions().iter() {
            row.deducted[seat.side()] += i32::from(deduction.get());
        }
        for side in Side::ALL {
            row.scored[side] = row.scores[side] - before.scores()[side].0 + row.deducted[side];
        }
        Some(row)
    }
}

/// How a column's numbers are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// −128 to 127.
    I8(Vec<i8>),
    /// 0 to 255.
    U8(Vec<u8>),
    /// Below 2^31 in size.
    I32(Vec<i32>),
    /// 0 to 2^32 − 1.
    U32(Vec<u32>),
    /// 0 to 2^64 − 1.
    U64(Vec<u64>),
}

/// A fact of a row, as a column of a [`Columns`] table has it.
pub struct Column<R> {
    /// Its name.
    pub name: &'static str,
    /// What it tells, in one line.
    pub about: &'static str,
    fact: Fact<R>,
}

/// How a fact is read off a row.
enum Fact<R> {
    I8(fn(&R) -> i8),
    U8(fn(&R) -> u8),
    I32(fn(&R) -> i32),
    U32(fn(&R) -> u32),
    U64(fn(&R) -> u64),
}

impl<R> Column<R> {
    const fn new(name: &'static str, about: &'static str, fact: Fact<R>) -> Self {
        Self { name, about, fact }
    }

    fn with_capacity(&self, rows: usize) -> Numbers {
        match self.fact {
            Fact::I8(_) => Numbers::I8(Vec::with_capacity(rows)),
            Fact::U8(_) => Numbers::U8(Vec::with_capacity(rows)),
            Fact::I32(_) => Numbers::I32(Vec::with_capacity(rows)),
            Fact::U32(_) => Numbers::U32(Vec::with_capacity(rows)),
            Fact::U64(_) => Numbers::U64(Vec::with_capacity(rows)),
        }
    }

    fn push(&self, numbers: &mut Numbers, row: &R) {
        match (&self.fact, numbers) {
            (Fact::I8(fact), Numbers::I8(numbers)) => numbers.push(fact(row)),
            (Fact::U8(fact), Numbers::U8(numbers)) => numbers.push(fact(row)),
            (Fact::I32(fact), Numbers::I32(numbers)) => numbers.push(fact(row)),
            (Fact::U32(fact), Numbers::U32(numbers)) => numbers.push(fact(row)),
            (Fact::U64(fact), Numbers::U64(numbers)) => numbers.push(fact(row)),
            _ => unreachable!("a column's numbers are made by itself"),
        }
    }
}

const FIRST: Side = Side::ALL[0];
const SECOND: Side = Side::ALL[1];

/// Every column of a table with one row a match.
pub static MATCH_COLUMNS: [Column<MatchRow>; 13] = [
    Column::new("winner", "the winning side, -1 for none", Fact::I8(|row| number_or_none(row.winner.map(Side::get)))),
    Column::new("score_0", "the final score of side 0", Fact::I32(|row| row.scores[FIRST])),
    Column::new("score_1", "the final score of side 1", Fact::I32(|row| row.scores[SECOND])),
    Column::new("rounds", "rounds played", Fact::U32(|row| row.rounds)),
    Column::new("turns", "turns played, passes included", Fact::U32(|row| row.turns)),
    Column::new("placements", "tiles placed", Fact::U32(|row| row.placements)),
    Column::new("first_opener", "the seat that opened the first round", Fact::U8(|row| row.first_opener)),
    Column::new("out", "rounds that ended with a seat going out", Fact::U32(|row| row.out)),
    Column::new("blocked", "rounds that ended blocked", Fact::U32(|row| row.blocked)),
    Column::new("scored_0", "points of side 0's placements", Fact::I32(|row| row.scored[FIRST])),
    Column::new("scored_1", "points of side 1's placements", Fact::I32(|row| row.scored[SECOND])),
    Column::new("deducted_0", "what side 0's leftovers cost", Fact::I32(|row| row.deducted[FIRST])),
    Column::new("deducted_1", "what side 1's leftovers cost", Fact::I32(|row| row.deducted[SECOND])),
];

/// Every column of a table with one row a round.
pub static ROUND_COLUMNS: [Column<RoundRow>; 13] = [
    Column::new("match", "the number of the match in the batch", Fact::U64(|row| row.match_index)),
    Column::new("round", "the number of the round in the match, from 1", Fact::U32(|row| row.round)),
    Column::new("opener", "the seat that opened", Fact::U8(|row| row.opener)),
    Column::new("reason", "why it ended: 0 out, 1 blocked, 2 target", Fact::U8(|row| row.reason as u8)),
    Column::new(
        "finisher",
        "the seat that went out, -1 for none",
        Fact::I8(|row| number_or_none(row.finisher.map(Seat::get))),
    ),
    Column::new("turns", "turns played, passes included", Fact::U32(|row| row.turns)),
    Column::new("placements", "tiles placed", Fact::U32(|row| row.placements)),
    Column::new("scored_0", "points of side 0's placements", Fact::I32(|row| row.scored[FIRST])),
    Column::new("scored_1", "points of side 1's placements", Fact::I32(|row| row.scored[SECOND])),
    Column::new("deducted_0", "what side 0's leftovers cost", Fact::I32(|row| row.deducted[FIRST])),
    Column::new("deducted_1", "what side 1's leftovers cost", Fact::I32(|row| row.deducted[SECOND])),
    Column::new("score_0", "the score of side 0 after it", Fact::I32(|row| row.scores[FIRST])),
    Column::new("score_1", "the score of side 1 after it", Fact::I32(|row| row.scores[SECOND])),
];

fn number_or_none(number: Option<u8>) -> i8 {
    number.map_or(-1, u8::cast_signed)
}

/// Columns of equal length, one row a match or a round.
pub struct Columns<R: 'static> {
    columns: Vec<(&'static Column<R>, Numbers)>,
    len: usize,
}

impl<R> Columns<R> {
    /// No rows yet, but room for `rows`, in these columns.
    pub fn new(columns: impl IntoIterator<Item = &'static Column<R>>, rows: usize) -> Self {
        let columns = columns.into_iter().map(|column| (column, column.with_capacity(rows))).collect();
        Self { columns, len: 0 }
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a row.
    pub fn push(&mut self, row: &R) {
        for (column, numbers) in &mut self.columns {
            column.push(numbers, row);
        }
        self.len += 1;
    }

    /// The names and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Numbers)> {
        self.columns.iter().map(|(column, numbers)| (column.name, numbers))
    }

    /// The names and numbers, handed over.
    pub fn into_numbers(self) -> impl Iterator<Item = (&'static str, Numbers)> {
        self.columns.into_iter().map(|(column, numbers)| (column.name, numbers))
    }
}

/// Equal when names and numbers are.
impl<R> PartialEq for Columns<R> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<R> Eq for Columns<R> {}

impl<R> std::fmt::Debug for Columns<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
