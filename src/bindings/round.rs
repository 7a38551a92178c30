//! `Round`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::convert::{
    HandsLike, ScoresLike, SeatLike, SeedLike, TargetLike, TurnLike, bounded, points_of, score_pair, stable_hash,
};
use super::gate;
use super::layout::Layout;
use super::nouns::ENDING;
use super::tile;
use super::turn::{Turn, legal_indices, legal_turns, turns};
use super::view::View;
use crate::deal::Deal;
use crate::notation::{format_position, parse_position};
use crate::perft::perft_until;
use crate::rng::Rng;
use crate::round::{self, PlayedRound};
use crate::score::Score;
use crate::seat::{BySide, Seat};
use crate::table;

/// An immutable position of one round, with the turns that led to it.
///
/// `Round(hands, opener)` is the round before the opening: four hands of seven tiles, by seat. `scores` are those
/// of the match so far, `target` the score that wins it, None to play the round for itself. SetupError for hands
/// that are not a deal, a target outside 1 to 1,000,000, or scores at the target already.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Round(pub(super) PlayedRound);

#[pymethods]
impl Round {
    #[new]
    #[pyo3(signature = (hands, opener, scores = None, target = Some(TargetLike(Score(250)))), text_signature = "(hands, opener, scores=(0, 0), target=250)")]
    fn new(
        hands: HandsLike,
        opener: SeatLike,
        scores: Option<ScoresLike>,
        target: Option<TargetLike>,
    ) -> PyResult<Self> {
        Self::of_deal(Deal::new(hands.0)?, opener.0, scores, target)
    }

    /// The round before the opening with hands dealt at random from a seed.
    #[staticmethod]
    #[pyo3(signature = (seed, opener = SeatLike(Seat::ALL[0]), scores = None, target = Some(TargetLike(Score(250)))), text_signature = "(seed, opener=0, scores=(0, 0), target=250)")]
    fn deal(
        seed: SeedLike,
        opener: SeatLike,
        scores: Option<ScoresLike>,
        target: Option<TargetLike>,
    ) -> PyResult<Self> {
        Self::of_deal(Deal::random(&mut Rng::new(seed.0)), opener.0, scores, target)
    }

    /// Read a position string in which every hand is shown.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(parse_position(text)?.to_played()?))
    }

    /// The position string: hands, turns, seat, scores, target.
    #[getter]
    fn position(&self) -> String {
        format_position(&self.0)
    }

    /// What each seat has left, by seat.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tile::hands(py, self.0.now().hands())
    }

    /// The seat that opens the round (R6).
    #[getter]
    fn opener(&self) -> u8 {
        self.table().opener().get()
    }

    /// The seat to act; in a round that is over, the one after the last turn.
    #[getter]
    fn seat(&self) -> u8 {
        self.0.now().seat().get()
    }

    /// The table as it lies.
    #[getter]
    fn layout(&self) -> Layout {
        Layout(self.0.layout())
    }

    /// The turns played, in order from the opener's.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        turns(py, self.0.turns())
    }

    /// The points of the last turn (R17).
    #[getter]
    fn points(&self) -> u8 {
        self.0.now().points().get()
    }

    /// The match scores at this moment, settled when the round is over (R21).
    #[getter]
    fn scores(&self) -> (i32, i32) {
        score_pair(self.0.now().scores())
    }

    /// The score that wins the match, None if the round is played for itself.
    #[getter]
    fn target(&self) -> Option<i32> {
        self.table().target().map(|target| target.0)
    }

    /// How many passes in a row came last.
    #[getter]
    fn passes(&self) -> u8 {
        self.table().passes()
    }

    /// Whether the round has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.now().is_over()
    }

    /// How the round ended, None while it goes on.
    #[getter]
    fn ending<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        ending(py, self.0.now().ending())
    }

    /// Every (tile, open end) the rules allow, in index order, or the pass alone; empty when the round is over.
    fn legal_turns(&self) -> Vec<Turn> {
        legal_turns(&self.0.now().legal_turns())
    }

    /// The indices of `legal_turns()`, for fast loops.
    fn legal_indices(&self) -> Vec<usize> {
        legal_indices(&self.0.now().legal_turns())
    }

    /// Whether a turn is legal here.
    fn is_legal(&self, turn: TurnLike) -> bool {
        self.0.now().is_legal(turn.0)
    }

    /// What a legal turn would earn (R17); IllegalTurnError if it is not legal.
    fn points_of(&self, turn: TurnLike) -> PyResult<u8> {
        self.0.now().check(turn.0)?;
        Ok(points_of(self.table(), turn.0))
    }

    /// The round after a turn; IllegalTurnError with the reason if it is not legal.
    fn play(&self, turn: TurnLike) -> PyResult<Self> {
        self.0.now().check(turn.0)?;
        let mut next = self.0.clone();
        next.play_unchecked(turn.0);
        Ok(Self(next))
    }

    /// What a seat may know; the seat to act when none is named.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<SeatLike>) -> View {
        View::of(self.0.view(seat.map_or_else(|| self.0.now().seat(), |seat| seat.0)))
    }

    /// The number of sequences of exactly `depth` turns from here, no target ending them.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = bounded(depth, "the depth", 0, 1000)? as u32;
        let round = *self.0.now();
        let (leaves, heard) = gate::detached(py, |_, ()| Ok(()), |poll| perft_until(&round, depth, || poll(())));
        heard.map(|()| leaves.unwrap_or_default())
    }

    /// Bytes that are equal for positions with the same future: arms exchanged, whoever opened.
    fn canonical_key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.now().canonical_key().to_bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.position(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        stable_hash(&self.0)
    }

    fn __repr__(&self) -> String {
        let [first, second] = self.0.now().scores().0;
        let count = self.table().arms().count();
        match self.0.now().ending() {
            Some(ending) => format!("<Round {}: scores {first}:{second}>", ending.reason.name()),
            None => format!(
                "<Round turn {}: seat {} to act, count {count}, scores {first}:{second}>",
                self.0.turns().len() + 1,
                self.seat()
            ),
        }
    }
}

impl Round {
    fn of_deal(deal: Deal, opener: Seat, scores: Option<ScoresLike>, target: Option<TargetLike>) -> PyResult<Self> {
        let scores = scores.map_or_else(BySide::default, |scores| scores.0);
        let start = round::Round::new(deal, opener, scores, target.map(|target| target.0))?;
        Ok(Self(PlayedRound::new(start)?))
    }

    const fn table(&self) -> &table::Table {
        self.0.now().table()
    }
}

/// An ending as the named tuple `Ending`.
pub(super) fn ending(py: Python<'_>, ending: Option<table::Ending>) -> PyResult<Option<Bound<'_, PyAny>>> {
    ending
        .map(|ending| {
            let finisher = ending.finisher.map(Seat::get);
            let [first, second, third, fourth] = ending.leftovers.0;
            let deductions = ending.deductions().0.map(crate::score::Deduction::get);
            let leftovers = (first, second, third, fourth);
            ENDING.make(py, (ending.reason.name(), finisher, leftovers, PyTuple::new(py, deductions)?))
        })
        .transpose()
}
