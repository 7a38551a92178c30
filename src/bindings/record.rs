//! `Record` and `RecordRound`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::convert::{score_pair, wrong_type};
use super::layout::Layout;
use super::matchplay::Match;
use super::nouns::STEP;
use super::round::{Round, ending};
use super::tile;
use super::tile::TileSet;
use super::turn::{Turn, turns};
use crate::error::Error;
use crate::known::KnownRound;
use crate::layout;
use crate::notation::{self, Tag};
use crate::round::PlayedRound;

/// A match as text tells it, every turn, point, deduction and score verified as far as its hands are known.
///
/// `str(record)` is the canonical text.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Record(Arc<notation::Record>);

impl Record {
    /// The record with the tags of a mapping.
    pub(super) fn with_tags(
        mut record: notation::Record,
        tags: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<notation::Record> {
        let Some(tags) = tags else { return Ok(record) };
        for item in tags.call_method0("items")?.try_iter()? {
            let (name, value): (String, Bound<'_, PyAny>) = item?.extract()?;
            record.tags.push(Tag::new(name, value.str()?.extract()?)?);
        }
        Ok(record)
    }

    /// The round of a record that has one; refuses none and several.
    pub(super) fn only_round(&self) -> Result<&notation::RecordRound, Error> {
        match self.0.rounds.as_slice() {
            [only] => Ok(only),
            rounds => Err(Error::RoundCount { found: rounds.len() }),
        }
    }
}

#[pymethods]
impl Record {
    /// Read the one match in a text; NotationError names line, round and turn, what was found and expected.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(notation::Record::parse(text)?.into()))
    }

    /// Read every match in a text: for each in order, its record, or the NotationError that it deserves.
    #[staticmethod]
    fn parse_all<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyList>> {
        let all = PyList::empty(py);
        for record in notation::Record::parse_all(text) {
            match record {
                Ok(record) => all.append(Self(record.into()))?,
                Err(error) => all.append(PyErr::from(error).into_value(py))?,
            }
        }
        Ok(all)
    }

    /// The tags that are not the record's own, by name.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.0.tags.iter().try_for_each(|tag| tags.set_item(&tag.name, &tag.value))?;
        Ok(tags)
    }

    /// The score that wins.
    #[getter]
    fn target(&self) -> i32 {
        self.0.target.0
    }

    /// The seed of the match's random deals, if it is told.
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.0.shuffle.map(|(seed, _)| seed)
    }

    /// The number of the match in the batch of that seed, if it is told.
    #[getter]
    fn index(&self) -> Option<u64> {
        self.0.shuffle.map(|(_, index)| index)
    }

    /// The side that won, None if the record stops before.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(crate::seat::Side::get)
    }

    /// The rounds in order.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let round = |position| RecordRound { record: Arc::clone(&self.0), position };
        PyTuple::new(py, (0..self.0.rounds.len()).map(round).collect::<Vec<_>>())
    }

    /// The match, if every hand is shown; a seed whose deals are not those of the record is refused.
    fn to_match(&self) -> PyResult<Match> {
        Ok(Match::of(self.0.to_match()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.0.to_string(),)))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        super::convert::stable_hash(&self.0.to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let winner = self.0.winner().map_or_else(|| "no winner".into(), |side| format!("won by side {side}"));
        format!("<Record of {} rounds, {winner}>", self.0.rounds.len())
    }
}

/// One round of a record.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct RecordRound {
    record: Arc<notation::Record>,
    position: usize,
}

#[pymethods]
impl RecordRound {
    /// The round's number, from 1.
    #[getter]
    fn number(&self) -> usize {
        self.position + 1
    }

    /// The seat that opens.
    #[getter]
    fn opener(&self) -> u8 {
        self.known().start().opener().get()
    }

    /// How the opener was found: 'lot', 'out' or 'given'.
    #[getter]
    fn opener_by(&self) -> &'static str {
        self.told().opener_by.name()
    }

    /// The lot's drawings, by seat in each; None if there was no lot.
    #[getter]
    fn lot<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        tile::drawings(py, self.told().opener_by.lot())
    }

    /// The hands as dealt, by seat, None for a hidden one.
    #[getter]
    fn hands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.known().dealt().0.map(|hand| hand.map(TileSet)))
    }

    /// The turns in order from the opener's.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        turns(py, self.known().turns())
    }

    /// The scores of the match before the round.
    #[getter]
    fn scores_before(&self) -> (i32, i32) {
        score_pair(self.known().start().scores())
    }

    /// The scores after the last turn, settled if the round is over.
    #[getter]
    fn scores(&self) -> (i32, i32) {
        score_pair(self.known().now().scores())
    }

    /// How the round ended, None if the record stops in it. After a win at the target the leftovers of hidden hands
    /// are not known and stand as 0.
    #[getter]
    fn ending<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        ending(py, self.known().now().ending())
    }

    /// Every turn with its seat, points, and the scores, layout and known hands after it.
    fn replay<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let steps = PyList::empty(py);
        let mut layout = layout::Layout::new();
        for (turn, after) in self.known().replay() {
            if let Some((tile, arm)) = turn.placement() {
                layout.place(tile, arm)?;
            }
            let seat = after.now().seat().clockwise(3).get();
            let hands = PyTuple::new(py, after.hands().0.map(|hand| hand.map(TileSet)))?;
            let (points, scores) = (after.now().points().get(), score_pair(after.now().scores()));
            steps.append(STEP.make(py, (seat, Turn(turn), points, scores, Layout(layout.clone()), hands))?)?;
        }
        Ok(steps)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, usize))> {
        Ok((py.get_type::<Self>().getattr("_restore")?, (self.record.to_string(), self.position)))
    }

    #[staticmethod]
    fn _restore(record: &str, position: usize) -> PyResult<Self> {
        let record = Arc::new(notation::Record::parse(record)?);
        if position < record.rounds.len() { Ok(Self { record, position }) } else { Err(Error::RoundOver.into()) }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Self| self.position == other.position && self.told() == other.told();
        other.cast::<Self>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        super::convert::stable_hash(&(self.position, self.known().turns()))
    }

    fn __repr__(&self) -> String {
        let (first, second) = self.scores();
        format!("<RecordRound {}: {} turns, scores {first}:{second}>", self.number(), self.known().turns().len())
    }
}

impl RecordRound {
    fn told(&self) -> &notation::RecordRound {
        &self.record.rounds[self.position]
    }

    pub(super) fn known(&self) -> &KnownRound {
        &self.told().known
    }
}

impl Tag {
    /// A tag; refuses a name or value that would not read back, and the record's own names.
    fn new(name: String, value: String) -> Result<Self, Error> {
        let tag = Self { name, value };
        tag.check().map(|()| tag)
    }
}

/// A round with its turns: a `Round`, a `RecordRound` whose hands are all known, or the `Record` of one round.
pub(super) struct PlayedLike(pub(super) PlayedRound);

impl FromPyObject<'_, '_> for PlayedLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(round) = value.cast::<Round>() {
            return Ok(Self(round.get().0.clone()));
        }
        if let Ok(told) = value.cast::<RecordRound>() {
            return Ok(Self(told.get().known().to_played()?));
        }
        match value.cast::<Record>() {
            Ok(record) => Ok(Self(record.get().only_round()?.known.to_played()?)),
            Err(_) => Err(wrong_type("a Round, a RecordRound or a Record of one round", &value)),
        }
    }
}
