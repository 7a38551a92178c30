//! `Turn`.

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{ArmLike, TileLike, TurnLike, compared};
use super::nouns;
use super::tile::Tile;
use crate::turn;

/// One turn: a placement of a tile on an arm, or a pass (R8, R13).
///
/// `Turn('3|6R')` reads what `str(turn)` writes, and takes an index too; `Turn.PASS` is the pass. `index` is
/// 4 x tile index + arm for a placement, 112 for the pass.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Turn(pub(super) turn::Turn);

#[pymethods]
impl Turn {
    #[new]
    fn new(turn: TurnLike) -> Self {
        Self(turn.0)
    }

    /// The placement of a tile on an arm.
    #[staticmethod]
    fn place(tile: TileLike, arm: ArmLike) -> Self {
        Self(turn::Turn::place(tile.0, arm.0))
    }

    /// The turn numbered 0 to 112.
    #[staticmethod]
    fn from_index(index: TurnLike) -> Self {
        Self(index.0)
    }

    /// Read `pass`, or a tile and an arm's letter such as `3|6R`; NotationError for anything else.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(text.parse()?))
    }

    /// The pass.
    #[classattr]
    const PASS: Self = Self(turn::Turn::PASS);

    /// The tile placed, None for the pass.
    #[getter]
    fn tile(&self) -> Option<Tile> {
        self.0.placement().map(|(tile, _)| Tile(tile))
    }

    /// The arm it is placed on, None for the pass.
    #[getter]
    fn arm<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.placement().map(|(_, arm)| nouns::arm(py, arm)).transpose()
    }

    /// Whether this is the pass.
    #[getter]
    fn is_pass(&self) -> bool {
        self.0.is_pass()
    }

    /// The turn's number: 4 x tile index + arm, 112 for the pass.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __index__(&self) -> usize {
        self.0.index()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize,))> {
        Ok((py.get_type::<Self>().getattr("from_index")?, (self.index(),)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Turn('{}')", self.0)
    }

    fn __hash__(&self) -> usize {
        self.0.index()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        compared(other.py(), operator, self.0, other.cast::<Self>().ok().map(|other| other.get().0))
    }
}

/// A tuple of `Turn`s.
pub(super) fn turns<'py>(py: Python<'py>, turns: &[turn::Turn]) -> PyResult<Bound<'py, PyTuple>> {
    let turns: Vec<Bound<'py, Turn>> = turns.iter().map(|&turn| Bound::new(py, Turn(turn))).collect::<PyResult<_>>()?;
    PyTuple::new(py, turns)
}

/// A list of legal turns as `Turn`s, in index order.
pub(super) fn legal_turns(legal: &turn::LegalTurns) -> Vec<Turn> {
    legal.iter().map(Turn).collect()
}

/// A list of legal turns as indices, in order.
pub(super) fn legal_indices(legal: &turn::LegalTurns) -> Vec<usize> {
    legal.iter().map(turn::Turn::index).collect()
}
