//! Everything that can be refused, each with its facts and a stable code.

use strum::{EnumDiscriminants, EnumIter, IntoStaticStr};
use thiserror::Error;

use crate::arm::Arm;
use crate::score::Score;
use crate::seat::{Seat, Side};
use crate::tile::{Pip, Tile};
use crate::turn::Turn;

/// What kind of request was refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// Text that does not read, or a record that contradicts itself.
    Notation,
    /// Parts that do not make a round, a match or a policy.
    Setup,
    /// A turn that the rules do not allow here.
    IllegalTurn,
}

/// A refusal: the facts, a text that names them, and a stable [`code`](Error::code).
#[derive(Clone, PartialEq, Eq, Debug, Error, EnumDiscriminants)]
#[strum_discriminants(
    name(ErrorCode),
    derive(EnumIter, IntoStaticStr, Hash),
    strum(serialize_all = "kebab-case"),
    doc = "The stable code of an [`Error`], its name in kebab-case.",
    allow(missing_docs)
)]
#[non_exhaustive]
#[allow(missing_docs)] // each variant's text, which names its facts, is its documentation
pub enum Error {
    // Notation: single words
    #[error("{found:?} is not a tile; write 3|6, [3|6] or 3-6")]
    TileText { found: Box<str> },
    #[error("{found:?} is not an arm; write L, R, U or D")]
    ArmText { found: Box<str> },
    #[error("{found:?} is not a half; write low, high, track A, track B, branch A or branch B")]
    HalfText { found: Box<str> },
    #[error("{found:?} is not a turn; write pass, or a tile and an arm such as 3|6L")]
    TurnText { found: Box<str> },
    // Notation: positions and records
    #[error("a position has the fields hands, turns, seat, scores, target (and leftovers): found {found}")]
    PositionFields { found: usize },
    #[error("in the position, {field} {found:?} should be {expected}")]
    PositionField { field: &'static str, found: Box<str>, expected: Box<str> },
    #[error("the hand of seat {seat} is not known")]
    HiddenHand { seat: Seat },
    #[error("{found} hands are shown, so name the seat whose view it is")]
    ShownHands { found: usize },
    #[error("{found:?} cannot be a tag of your own: {expected}")]
    TagText { found: Box<str>, expected: &'static str },
    #[error("the round has ended, and the hand of seat {seat} is hidden: its leftovers must be told")]
    LeftoversMissing { seat: Seat },
    #[error("seat {seat} has {expected} pips left, not {found}")]
    LeftoversWrong { seat: Seat, found: u8, expected: u8 },
    #[error("{tiles} unseen tiles left to seat {seat} have {least} to {most} pips, not {found}")]
    LeftoversRange { seat: Seat, found: u8, tiles: u8, least: u8, most: u8 },
    #[error("the leftovers add up to {found} pips, but {expected} are not on the table")]
    LeftoversSum { found: u16, expected: u8 },
    #[error("line {line}{place}: {fault}")]
    Record { line: usize, place: RecordPlace, fault: Box<Error> },
    #[error("found {found}, expected {expected}")]
    Mismatch { found: Box<str>, expected: Box<str> },
    // Setup
    #[error("pips go from 0 to 6, not {found}")]
    PipsRange { found: i128 },
    #[error("tiles are numbered 0 to 27, not {found}")]
    TileRange { found: i128 },
    #[error("a set of tiles is a mask of 28 bits, not {found}")]
    MaskRange { found: i128 },
    #[error("seats are numbered 0 to 3, not {found}")]
    SeatRange { found: i128 },
    #[error("sides are numbered 0 and 1, not {found}")]
    SideRange { found: i128 },
    #[error("arms are numbered 0 to 3, not {found}")]
    ArmRange { found: i128 },
    #[error("turns are numbered 0 to 112, not {found}")]
    TurnRange { found: i128 },
    #[error("deals are numbered 0 to 472518347558399, not {found}")]
    DealRange { found: u64 },
    #[error("a target goes from 1 to 1000000, not {found}")]
    TargetRange { found: i128 },
    #[error("a score goes from -1000000 to 1000000, not {found}")]
    ScoreRange { found: i128 },
    #[error("side {side} has {score} already, the target is {target}")]
    ScoreReached { side: Side, score: Score, target: Score },
    #[error("a seed goes from 0 to 18446744073709551615, not {found}")]
    SeedRange { found: Box<str> },
    #[error("a match needs at least one deal")]
    NoDeals,
    #[error("a deal has four hands, not {found}")]
    HandCount { found: usize },
    #[error("the hand of seat {seat} has {found} tiles, not 7")]
    HandSize { seat: Seat, found: usize },
    #[error("[{tile}] stands twice in the hand of seat {seat}")]
    TileRepeated { tile: Tile, seat: Seat },
    #[error("[{tile}] is in the hand of seat {seat} and in another")]
    TileDealtTwice { tile: Tile, seat: Seat },
    #[error("round {round} is not what the seed deals")]
    SeedWrong { round: usize },
    #[error("a record stands for a round only if it has one, not {found}: name the round, such as record.rounds[0]")]
    RoundCount { found: usize },
    #[error("the drawings are not a lot: all four draw, then exactly those who tie for the most pips")]
    LotDrawing,
    #[error("no policy is named {found:?}; there are {known}")]
    PolicyUnknown { found: Box<str>, known: Box<str> },
    #[error("policy {policy} has no option {found:?}")]
    PolicyOption { policy: Box<str>, found: Box<str> },
    #[error("name two policies, one a side, or four, one a seat: found {found}")]
    PolicyCount { found: usize },
    #[error("the system started {started} of {threads} threads and no more")]
    ThreadsRefused { started: usize, threads: usize },
    #[error("{name} is one of {known}, not {found:?}")]
    ChoiceUnknown { name: &'static str, found: Box<str>, known: Box<str> },
    #[error("a match needs a target")]
    TargetMissing,
    #[error("single rounds are played for themselves, without a target")]
    TargetOfRound,
    #[error("another thread is at work on the arrays of this environment")]
    ArrayBusy,
    #[error("{name} should be one whole array of {expected} numbers in a row")]
    ArrayShape { name: &'static str, expected: usize },
    #[error("seconds are a finite number from 0")]
    SecondsRange,
    #[error("no column is named {found:?}; there are {known}")]
    ColumnUnknown { found: Box<str>, known: Box<str> },
    #[error("{name} goes from {least} to {most}, not {found}")]
    NumberRange { name: &'static str, found: i128, least: i64, most: i64 },
    #[error("no deal agrees with this view, whose passes, hand sizes or leftovers contradict each other")]
    NoDealFits,
    #[error("{count} deals agree with this view, more than the limit of {limit}")]
    BeliefTooLarge { count: u64, limit: u64 },
    #[error("a likelihood is a finite number from 0, and not {found} as for {turn}")]
    LikelihoodRange { turn: Turn, found: Box<str> },
    #[error("the model holds every one of {deals} deals impossible")]
    NoDealLikely { deals: usize },
    #[error(
        "{tried} candidates in a row were no puzzles of {tiles_left} tiles and a gap of {min_gap} points; {found} found before"
    )]
    PuzzlesRare { tried: usize, found: usize, tiles_left: usize, min_gap: i32 },
    // Illegal turns
    #[error("the round has begun already")]
    RoundBegun,
    #[error("the round is over")]
    RoundOver,
    #[error("the match is over")]
    MatchOver,
    #[error("there is no turn to undo")]
    NothingToUndo,
    #[error("it is the turn of seat {acting}, not of seat {seat}")]
    NotYourTurn { seat: Seat, acting: Seat },
    #[error("seat {seat} does not hold [{tile}]")]
    NotInHand { seat: Seat, tile: Tile },
    #[error("[{tile}] is on the table already")]
    AlreadyPlayed { tile: Tile },
    #[error("seat {seat} must play: {turn} is legal")]
    MustPlay { seat: Seat, turn: Turn },
    #[error("[{tile}] opens the round on the left arm, not on the {arm} arm")]
    OpeningArm { tile: Tile, arm: Arm },
    #[error(
        "[{tile}] cannot join on the {arm} arm, which is closed until both straight sides of the spinner are filled"
    )]
    ArmClosed { tile: Tile, arm: Arm },
    #[error("[{tile}] does not fit the {pips} on the {arm} arm")]
    DoesNotFit { tile: Tile, arm: Arm, pips: Pip },
    #[error("seat {seat} passed when {pips} was open and cannot hold [{tile}]")]
    PassDisproves { seat: Seat, tile: Tile, pips: Pip },
    #[error("the fourth pass in a row, but {turn} is still open to whoever holds the tile")]
    NotBlocked { turn: Turn },
    #[error("environment {environment}, seat {seat}, turn {turn}: {fault}")]
    BatchTurn { environment: usize, seat: Seat, turn: Box<str>, fault: Box<Error> },
    #[error("policy {policy} at seat {seat} chose {turn}: {fault}")]
    PolicyTurn { policy: Box<str>, seat: Seat, turn: Turn, fault: Box<Error> },
}

/// Where in a record a fault lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RecordPlace {
    /// The round's number from 1, if the fault lies in a round.
    pub round: Option<usize>,
    /// The turn's number within the round from 1, if the fault lies in a turn.
    pub turn: Option<usize>,
}

impl std::fmt::Display for RecordPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(round) = self.round {
            write!(f, ", round {round}")?;
        }
        if let Some(turn) = self.turn {
            write!(f, ", turn {turn}")?;
        }
        Ok(())
    }
}

impl Error {
    /// The stable code: the variant's name in kebab-case. A fault within a record or of a policy's turn keeps
    /// the code of that fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Record { fault, .. } | Self::BatchTurn { fault, .. } | Self::PolicyTurn { fault, .. } => fault.code(),
            _ => ErrorCode::from(self).into(),
        }
    }

    /// What kind of request was refused.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::TileText { .. }
            | Self::ArmText { .. }
            | Self::HalfText { .. }
            | Self::TurnText { .. }
            | Self::PositionFields { .. }
            | Self::PositionField { .. }
            | Self::HiddenHand { .. }
            | Self::ShownHands { .. }
            | Self::TagText { .. }
            | Self::LeftoversMissing { .. }
            | Self::LeftoversWrong { .. }
            | Self::LeftoversRange { .. }
            | Self::LeftoversSum { .. }
            | Self::Record { .. }
            | Self::Mismatch { .. } => ErrorKind::Notation,
            Self::PipsRange { .. }
            | Self::TileRange { .. }
            | Self::MaskRange { .. }
            | Self::SeatRange { .. }
            | Self::SideRange { .. }
            | Self::ArmRange { .. }
            | Self::TurnRange { .. }
            | Self::DealRange { .. }
            | Self::TargetRange { .. }
            | Self::ScoreRange { .. }
            | Self::ScoreReached { .. }
            | Self::SeedRange { .. }
            | Self::NoDeals
            | Self::HandCount { .. }
            | Self::HandSize { .. }
            | Self::TileRepeated { .. }
            | Self::TileDealtTwice { .. }
            | Self::SeedWrong { .. }
            | Self::RoundCount { .. }
            | Self::LotDrawing
            | Self::PolicyUnknown { .. }
            | Self::PolicyOption { .. }
            | Self::PolicyCount { .. }
            | Self::ThreadsRefused { .. }
            | Self::ChoiceUnknown { .. }
            | Self::TargetMissing
            | Self::TargetOfRound
            | Self::ArrayBusy
            | Self::ArrayShape { .. }
            | Self::SecondsRange
            | Self::ColumnUnknown { .. }
            | Self::NumberRange { .. }
            | Self::NoDealFits
            | Self::BeliefTooLarge { .. }
            | Self::LikelihoodRange { .. }
            | Self::NoDealLikely { .. }
            | Self::PuzzlesRare { .. } => ErrorKind::Setup,
            Self::RoundBegun
            | Self::RoundOver
            | Self::MatchOver
            | Self::NothingToUndo
            | Self::NotYourTurn { .. }
            | Self::NotInHand { .. }
            | Self::AlreadyPlayed { .. }
            | Self::MustPlay { .. }
            | Self::OpeningArm { .. }
            | Self::ArmClosed { .. }
            | Self::DoesNotFit { .. }
            | Self::PassDisproves { .. }
            | Self::NotBlocked { .. }
            | Self::BatchTurn { .. }
            | Self::PolicyTurn { .. } => ErrorKind::IllegalTurn,
        }
    }

    /// Every code there is, in the order of the enum.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        <ErrorCode as strum::IntoEnumIterator>::iter().map(Into::into)
    }
}
