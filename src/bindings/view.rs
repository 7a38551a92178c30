//! `View`.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple};

use super::belief::{self, Deals};
use super::convert::{SeatLike, SeedLike, TurnLike, points_of, score_pair, stable_hash};
use super::layout::Layout;
use super::model::GivenModel;
use super::tile::TileSet;
use super::turn::{Turn, legal_indices, legal_turns, turns};
use crate::batch::observe;
use crate::belief::{ALL_DEALS, Belief};
use crate::notation::{format_view, parse_position};
use crate::seat::Seat;
use crate::tile::Pip;
use crate::view::{self, OwnedView};

/// All that one seat may know: its own hand, the table, and the public turns. Got from `round.view(seat)`.
///
/// Two rounds that are alike for a seat give equal views, which print and pickle alike.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct View(OwnedView);

impl View {
    pub(super) fn of(view: view::View<'_>) -> Self {
        Self(view.to_owned())
    }

    /// The view, for policies.
    pub(super) fn get(&self) -> view::View<'_> {
        self.0.view()
    }
}

#[pymethods]
impl View {
    /// Read a position string as the seat whose hand it shows; name the seat where it shows several.
    #[staticmethod]
    #[pyo3(signature = (text, seat = None))]
    fn parse(text: &str, seat: Option<SeatLike>) -> PyResult<Self> {
        let known = parse_position(text)?;
        let seat = seat.map_or_else(|| known.only_shown(), |seat| Ok(seat.0))?;
        Ok(Self(known.to_view(seat)?))
    }

    /// The position string, the other hands hidden.
    #[getter]
    fn position(&self) -> String {
        format_view(&self.get())
    }

    /// Whose view it is.
    #[getter]
    fn seat(&self) -> u8 {
        self.get().seat().get()
    }

    /// Whose turn it is.
    #[getter]
    fn acting(&self) -> u8 {
        self.get().acting().get()
    }

    /// The seat that opens the round (R6).
    #[getter]
    fn opener(&self) -> u8 {
        self.get().table().opener().get()
    }

    /// The seat's own tiles.
    #[getter]
    fn hand(&self) -> TileSet {
        TileSet(self.get().hand())
    }

    /// The tiles in the other three hands: neither played nor the seat's own.
    #[getter]
    fn unseen(&self) -> TileSet {
        TileSet(self.get().unseen())
    }

    /// The unseen tiles that another seat's passes leave possible for it; for the seat itself, its hand.
    fn possible(&self, seat: SeatLike) -> TileSet {
        TileSet(self.get().possible(seat.0))
    }

    /// The table as it lies.
    #[getter]
    fn layout(&self) -> Layout {
        Layout(self.get().layout())
    }

    /// How many tiles each hand has left, by seat.
    #[getter]
    fn hand_sizes(&self) -> (u8, u8, u8, u8) {
        self.get().table().hand_sizes().0.into()
    }

    /// The public turns of the round, in order from the opener's.
    #[getter]
    fn turns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        turns(py, self.get().turns())
    }

    /// By seat, the pips that its passes prove it does not hold (R12, R13).
    #[getter]
    fn lacks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let lacks = self.get().table().lacks();
        let sets = Seat::ALL.map(|seat| PyFrozenSet::new(py, lacks[seat].iter().map(Pip::get)));
        PyTuple::new(py, sets.into_iter().collect::<PyResult<Vec<_>>>()?)
    }

    /// How many passes in a row came last.
    #[getter]
    fn passes(&self) -> u8 {
        self.get().table().passes()
    }

    /// The match scores at this moment, settled when the round is over.
    #[getter]
    fn scores(&self) -> (i32, i32) {
        score_pair(self.get().table().scores())
    }

    /// The score that wins the match, None if the round is played for itself.
    #[getter]
    fn target(&self) -> Option<i32> {
        self.get().table().target().map(|target| target.0)
    }

    /// Whether the round has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.get().table().is_over()
    }

    /// The seat's legal turns in index order; IllegalTurnError when another seat is to act or the round is over.
    fn legal_turns(&self) -> PyResult<Vec<Turn>> {
        Ok(legal_turns(&self.get().legal_turns()?))
    }

    /// The indices of `legal_turns()`, for fast loops.
    fn legal_indices(&self) -> PyResult<Vec<usize>> {
        Ok(legal_indices(&self.get().legal_turns()?))
    }

    /// How many deals agree with what the seat knows: those in which every public turn is legal and every pass forced.
    fn count_deals(&self) -> u64 {
        Belief::new(&self.get()).count()
    }

    /// Deals that agree with what the seat knows, each of all of them as likely, as whole rounds.
    ///
    /// With `weight` they come as `WeightedDeals`: weighted by how likely a policy or a model makes the turns that the
    /// others have played where they had a choice. It is asked with the view of whoever played the turn in the deal:
    ///
    /// - a shipped policy, by name or as `policy` builds it, has a model of its own
    /// - of an object with `choose(view)`, the turn it chooses has 0.9, and all legal turns share 0.1. The object is
    ///   asked once a turn, after `reset(seed)` if it has that: where it draws, the weights are noisy
    /// - an object with `likelihood(view, turn)` is a model, whether it has `choose` or not: it gives any finite number
    ///   from 0, of which only the proportions between deals matter
    ///
    /// SetupError if no deal agrees, or none is likely.
    ///
    /// >>> import sevenrocks as sr
    /// >>> class Thrifty:
    /// ...     def likelihood(self, view, turn):
    /// ...         return 0.1 if turn.tile.is_double else 1
    /// >>> view = sr.Round.deal(7).play("3|3L").view()
    /// >>> len(view.deals(100, seed=1, weight=Thrifty()).weights)
    /// 100
    #[pyo3(signature = (n, seed = SeedLike(0), *, weight = None), text_signature = "($self, n, seed=0, *, weight=None)")]
    fn deals<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'py, PyAny>,
        seed: SeedLike,
        weight: Option<GivenModel>,
    ) -> PyResult<Bound<'py, PyAny>> {
        belief::deals(py, &self.get(), n, seed.0, weight)
    }

    /// Every deal that agrees with what the seat knows, in a fixed order; SetupError if there are more than `limit`.
    #[pyo3(signature = (limit = None), text_signature = "($self, limit=1000000)")]
    fn all_deals(&self, py: Python<'_>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<Deals> {
        let usual = ALL_DEALS.into_pyobject(py)?.into_any();
        belief::all_deals(&self.get(), limit.unwrap_or(&usual))
    }

    /// The exact chance that each seat holds each tile: float64, 28 tiles by index x 4 seats. SetupError if no deal
    /// agrees.
    fn marginals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        belief::marginals(py, &self.get())
    }

    /// What the seat may know as a row of bytes, as `BatchEnv` has it; IllegalTurnError when another seat is to act.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(PyArray1::from_slice(py, &observe(&self.get())?))
    }

    /// What a legal turn would earn (R17); IllegalTurnError if it is not legal, or another seat is to act.
    fn points_of(&self, turn: TurnLike) -> PyResult<u8> {
        let view = self.get();
        view.check(turn.0)?;
        Ok(points_of(view.table(), turn.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, u8))> {
        Ok((py.get_type::<Self>().getattr("parse")?, (self.position(), self.seat())))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        stable_hash(&self.0)
    }

    fn __repr__(&self) -> String {
        let (first, second) = self.scores();
        format!(
            "<View of seat {}: hand {}, seat {} to act, scores {first}:{second}>",
            self.seat(),
            self.get().hand(),
            self.acting()
        )
    }
}
