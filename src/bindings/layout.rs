//! `Layout`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{ArmLike, TileLike, stable_hash};
use super::nouns::{self, COUNTED_END, OPEN_END, TILE_HALF};
use super::tile::{Tile, tiles};
use crate::layout::{self, PictureStyle, TileHalf};
use crate::score::Points;

/// The table: tiles in the order they were placed, how they join, open ends and counted ends (R8-R17).
///
/// `Layout()` is the empty table, `Layout('1|4L 1|1L')` one with placements. `print(layout)` draws it. Placing gives
/// a new layout.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Layout(pub(super) layout::Layout);

#[pymethods]
impl Layout {
    #[new]
    #[pyo3(signature = (placements = ""))]
    fn new(placements: &str) -> PyResult<Self> {
        Self::parse(placements)
    }

    /// Read placements such as `1|4L 1|1L 4|4R`.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(text.parse()?))
    }

    /// The placements in order, as `parse` reads them.
    #[getter]
    fn notation(&self) -> String {
        self.0.to_string()
    }

    /// The layout with a tile placed on an arm; IllegalTurnError if it does not fit there.
    fn place(&self, tile: TileLike, arm: ArmLike) -> PyResult<Self> {
        let mut next = self.0.clone();
        next.place(tile.0, arm.0)?;
        Ok(Self(next))
    }

    /// The tiles in the order they were placed.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tiles(py, self.0.placements().iter().map(|placement| placement.tile))
    }

    /// The spinner: the first double placed, or None (R10).
    #[getter]
    fn spinner(&self) -> Option<Tile> {
        self.0.spinner().map(Tile)
    }

    /// Each pair of joined halves in order: the half that was open, the half that joined it.
    #[getter]
    fn joins<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let half = |TileHalf { tile, half }| TILE_HALF.make(py, (Tile(tile), half.name()));
        let joins: PyResult<Vec<_>> = self.0.joins().map(|join| Ok((half(join.at)?, half(join.by)?))).collect();
        PyTuple::new(py, joins?)
    }

    /// The places where a tile may join, in arm order (R12).
    #[getter]
    fn open_ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ends: PyResult<Vec<_>> = self
            .0
            .open_ends()
            .map(|end| OPEN_END.make(py, (nouns::arm(py, end.arm)?, Tile(end.tile), end.half.name(), end.pips.get())))
            .collect();
        PyTuple::new(py, ends?)
    }

    /// The tiles that add to the count with what they add, in arm order (R14-R16).
    #[getter]
    fn counted_ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let ends: PyResult<Vec<_>> =
            self.0.counted_ends().map(|end| COUNTED_END.make(py, (Tile(end.tile), end.value))).collect();
        PyTuple::new(py, ends?)
    }

    /// The sum of the counted ends (R14).
    #[getter]
    fn count(&self) -> u8 {
        self.0.count()
    }

    /// What the placement that led here earned: the count if it is a multiple of five, else 0 (R17).
    #[getter]
    fn points(&self) -> u8 {
        Points::of_count(self.0.count()).get()
    }

    /// The layout drawn in text; one domino character a tile with `unicode=True`.
    #[pyo3(signature = (*, unicode = false))]
    fn picture(&self, unicode: bool) -> String {
        let style = if unicode { PictureStyle::Unicode } else { PictureStyle::Ascii };
        self.0.picture(style).to_string()
    }

    fn __len__(&self) -> usize {
        self.0.placements().len()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.notation(),)))
    }

    fn __str__(&self) -> String {
        self.picture(false)
    }

    fn __repr__(&self) -> String {
        format!("Layout('{}')", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        stable_hash(&self.0)
    }
}
