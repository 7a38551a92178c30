//! `Tile` and `TileSet`.

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{TileLike, TilesLike, compared, integer, pip, stable_hash};
use crate::deal::{Drawing, Lot};
use crate::error::Error;
use crate::tile;

/// One of the 28 tiles of the double-six set, its halves in either order (R2).
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Tile(pub(super) tile::Tile);

#[pymethods]
impl Tile {
    #[new]
    fn new(half: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(tile::Tile::new(pip(half)?, pip(other)?)))
    }

    /// Read `3|6`, `[3|6]` or `3-6`, halves in either order; NotationError for anything else.
    #[staticmethod]
    fn parse(text: &str) -> PyResult<Self> {
        Ok(Self(text.parse()?))
    }

    /// The tile numbered 0 to 27, by low half then high half.
    #[staticmethod]
    fn from_index(index: &Bound<'_, PyAny>) -> PyResult<Self> {
        let found = integer(index, |found| Error::TileRange { found })?;
        let index = usize::try_from(found).map_err(|_| Error::TileRange { found: found.into() })?;
        Ok(Self(tile::Tile::from_index(index)?))
    }

    /// The pips of the lighter half.
    #[getter]
    fn low(&self) -> u8 {
        self.0.low().get()
    }

    /// The pips of the heavier half.
    #[getter]
    fn high(&self) -> u8 {
        self.0.high().get()
    }

    /// The pips of both halves together.
    #[getter]
    fn pips(&self) -> u8 {
        self.0.pips()
    }

    /// Whether both halves show the same pips.
    #[getter]
    fn is_double(&self) -> bool {
        self.0.is_double()
    }

    /// The tile's number, 0 to 27, by low half then high half.
    #[getter]
    fn index(&self) -> usize {
        self.0.index()
    }

    fn __getnewargs__(&self) -> (u8, u8) {
        (self.low(), self.high())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Tile({}, {})", self.low(), self.high())
    }

    fn __hash__(&self) -> usize {
        self.0.index()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        compared(other.py(), operator, self.0, other.cast::<Self>().ok().map(|other| other.get().0))
    }
}

/// An immutable set of tiles: 28 bits, iterated in index order.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct TileSet(pub(super) tile::TileSet);

#[pymethods]
impl TileSet {
    #[new]
    #[pyo3(signature = (tiles = None))]
    fn new(tiles: Option<TilesLike>) -> Self {
        Self(tiles.map_or(tile::TileSet::EMPTY, |tiles| tiles.0))
    }

    /// The set with this mask of 28 bits, bit number = tile index.
    #[staticmethod]
    fn from_mask(mask: &Bound<'_, PyAny>) -> PyResult<Self> {
        let found = integer(mask, |found| Error::MaskRange { found })?;
        let mask = u32::try_from(found).map_err(|_| Error::MaskRange { found: found.into() })?;
        Ok(Self(tile::TileSet::from_mask(mask)?))
    }

    /// All 28 tiles.
    #[classattr]
    const FULL: Self = Self(tile::TileSet::FULL);

    /// The mask of 28 bits.
    #[getter]
    fn mask(&self) -> u32 {
        self.0.mask()
    }

    /// The pips of all its tiles together.
    #[getter]
    fn pips(&self) -> u8 {
        self.0.pips()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __contains__(&self, tile: TileLike) -> bool {
        self.0.contains(tile.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(tiles(py, self.0.iter())?.try_iter()?.into_any())
    }

    fn __or__(&self, other: TilesLike) -> Self {
        Self(self.0 | other.0)
    }

    fn __and__(&self, other: TilesLike) -> Self {
        Self(self.0 & other.0)
    }

    fn __xor__(&self, other: TilesLike) -> Self {
        Self(self.0 ^ other.0)
    }

    fn __sub__(&self, other: TilesLike) -> Self {
        Self(self.0 - other.0)
    }

    fn __invert__(&self) -> Self {
        Self(!self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (u32,))> {
        Ok((py.get_type::<Self>().getattr("from_mask")?, (self.mask(),)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("TileSet('{}')", self.0)
    }

    fn __hash__(&self) -> u64 {
        stable_hash(&self.0)
    }

    /// Sets compare as sets: `<=` is «is a subset of».
    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let (mine, theirs) = (self.0, other.get().0);
        let answer = match operator {
            CompareOp::Eq => mine == theirs,
            CompareOp::Ne => mine != theirs,
            CompareOp::Le => theirs.is_superset(mine),
            CompareOp::Lt => theirs.is_superset(mine) && mine != theirs,
            CompareOp::Ge => mine.is_superset(theirs),
            CompareOp::Gt => mine.is_superset(theirs) && mine != theirs,
        };
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }
}

/// A tuple of `Tile`s.
pub(super) fn tiles<'py>(
    py: Python<'py>,
    tiles: impl ExactSizeIterator<Item = tile::Tile>,
) -> PyResult<Bound<'py, PyTuple>> {
    let tiles: Vec<Bound<'py, Tile>> = tiles.map(|tile| Bound::new(py, Tile(tile))).collect::<PyResult<_>>()?;
    PyTuple::new(py, tiles)
}

/// A tuple of the four hands, by seat.
pub(super) fn hands(py: Python<'_>, hands: crate::seat::BySeat<tile::TileSet>) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, hands.0.map(TileSet))
}

/// A lot's drawings: for each, the tile that each seat drew, None for a seat already out of it. None without a lot.
pub(super) fn drawings<'py>(py: Python<'py>, lot: Option<&Lot>) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let drawing = |drawing: &Drawing| PyTuple::new(py, drawing.0.map(|tile| tile.map(Tile)));
    let drawings = |lot: &Lot| PyTuple::new(py, lot.drawings().iter().map(drawing).collect::<PyResult<Vec<_>>>()?);
    lot.map(drawings).transpose()
}
