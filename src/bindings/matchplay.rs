//! `Match`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::convert::{HandsLike, SeatLike, SeedLike, TargetLike, TileLike, TurnLike, score_pair};
use super::nouns::MATCH_ROUND;
use super::record::Record;
use super::round::Round;
use super::tile;
use super::turn::{Turn, legal_indices, legal_turns};
use super::view::View;
use crate::deal::{Deal, Lot};
use crate::error::Error;
use crate::matchplay::{self, GivenDeal, MatchRound, OpenerGiven, TARGET};
use crate::seat::{BySeat, Seat};

/// A whole match, the one mutable object: it deals, keeps scores and rounds, and takes turns back.
///
/// Random deals come from `seed`; it is match `index` of the batch that `simulate` plays from that seed. While it
/// is not over, `round` is the present round; the next one is dealt at once when a round ends. SetupError for a
/// target outside 1 to 1,000,000.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Match(Mutex<matchplay::Match>);

impl Match {
    pub(super) const fn of(matchplay: matchplay::Match) -> Self {
        Self(Mutex::new(matchplay))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, matchplay::Match> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A deal as callers bring it: hands, or hands and who opens where a lot decides.
pub(super) struct DealLike(GivenDeal);

impl FromPyObject<'_, '_> for DealLike {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok((hands, opener)) = value.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
            let opener = if opener.is_none() { None } else { Some(opener_given(&opener)?) };
            return Ok(Self(GivenDeal { deal: Deal::new(hands.extract::<HandsLike>()?.0)?, opener }));
        }
        Ok(Self(GivenDeal { deal: Deal::new(value.extract::<HandsLike>()?.0)?, opener: None }))
    }
}

/// A seat, or the drawings of a lot.
fn opener_given(value: &Bound<'_, PyAny>) -> PyResult<OpenerGiven> {
    if value.is_instance_of::<pyo3::types::PyInt>() {
        return Ok(OpenerGiven::Seat(value.extract::<SeatLike>()?.0));
    }
    let drawings: Vec<[Option<TileLike>; 4]> = value.extract()?;
    let drawings = drawings.into_iter().map(|tiles| BySeat(tiles.map(|tile| tile.map(|tile| tile.0)))).collect();
    Ok(OpenerGiven::Lot(Lot::new(drawings)?))
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (seed, target = TargetLike(TARGET), *, index = SeedLike(0)), text_signature = "(seed, target=250, *, index=0)")]
    fn new(seed: SeedLike, target: TargetLike, index: SeedLike) -> PyResult<Self> {
        Ok(Self::of(matchplay::Match::shuffled(seed.0, index.0, target.0)?))
    }

    /// The match with deals that the caller brings: each four hands, or a pair of hands and opener.
    ///
    /// The opener (a seat, or a lot's drawings) counts where a lot decides: in the first round and after a blocked
    /// one; without one, a lot is held from `seed`. A seat that went out opens in any case (R7). The match is over,
    /// perhaps without a winner, when the deals are used up.
    #[staticmethod]
    #[pyo3(signature = (deals, target = TargetLike(TARGET), *, seed = SeedLike(0)), text_signature = "(deals, target=250, *, seed=0)")]
    fn from_deals(deals: &Bound<'_, PyAny>, target: TargetLike, seed: SeedLike) -> PyResult<Self> {
        let deals: Vec<GivenDeal> =
            deals.try_iter()?.map(|deal| Ok(deal?.extract::<DealLike>()?.0)).collect::<PyResult<_>>()?;
        Ok(Self::of(matchplay::Match::from_deals(deals, seed.0, target.0)?))
    }

    /// The match that a record tells; NotationError with line, round and turn if it does not hold.
    ///
    /// With its seed told, the match goes on as it would have; without, it is over where the record stops.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<Self> {
        Ok(Self::of(crate::notation::Record::parse(text)?.to_match()?))
    }

    /// The record of this match. `tags` are names, dates and the like; `hands` the seats whose hands are shown,
    /// all by default: where one is hidden, so is the seed of the deals.
    #[pyo3(signature = (tags = None, *, hands = None))]
    fn to_record(&self, tags: Option<&Bound<'_, PyAny>>, hands: Option<Vec<SeatLike>>) -> PyResult<String> {
        let shown = |seat| hands.as_ref().is_none_or(|seats| seats.iter().any(|shown| shown.0 == seat));
        let record = crate::notation::Record::of_match(&self.lock(), shown);
        Record::with_tags(record, tags).map(|record| record.to_string())
    }

    /// The present round; in a match that is over, the last one.
    #[getter]
    fn round(&self) -> Round {
        Round(self.lock().round().clone())
    }

    /// Every round that has ended, as it ended.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rounds: Vec<Round> = self.lock().rounds().iter().map(|round| Round(round.played.clone())).collect();
        PyTuple::new(py, rounds)
    }

    /// Every round, the present one included, with its opener and how that was found.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rounds = self.lock().history().to_vec();
        let entries: PyResult<Vec<_>> =
            (1..).zip(rounds).map(|(number, round)| history_entry(py, number, round)).collect();
        PyTuple::new(py, entries?)
    }

    /// The score that wins.
    #[getter]
    fn target(&self) -> i32 {
        self.lock().target().0
    }

    /// The seat to act.
    #[getter]
    fn seat(&self) -> u8 {
        self.lock().seat().get()
    }

    /// The scores at this moment.
    #[getter]
    fn scores(&self) -> (i32, i32) {
        score_pair(self.lock().scores())
    }

    /// Whether a side has reached the target, or given deals are used up.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().is_over()
    }

    /// The side that has reached the target (R24), or None.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.lock().winner().map(crate::seat::Side::get)
    }

    /// The legal turns of the seat to act, in index order; empty when the match is over.
    fn legal_turns(&self) -> Vec<Turn> {
        legal_turns(&self.lock().legal_turns())
    }

    /// The indices of `legal_turns()`, for fast loops.
    fn legal_indices(&self) -> Vec<usize> {
        legal_indices(&self.lock().legal_turns())
    }

    /// Play a turn; IllegalTurnError with the reason if it is not legal, and nothing is changed.
    fn play(&self, turn: TurnLike) -> PyResult<()> {
        Ok(self.lock().play(turn.0)?)
    }

    /// Take back the last turn, across the ends of rounds and of the match, and give it.
    fn undo(&self) -> PyResult<Turn> {
        Ok(Turn(self.lock().undo()?))
    }

    /// What a seat may know of the present round; the seat to act when none is named.
    #[pyo3(signature = (seat = None))]
    fn view(&self, seat: Option<SeatLike>) -> View {
        let matchplay = self.lock();
        View::of(matchplay.view(seat.map_or_else(|| matchplay.seat(), |seat| seat.0)))
    }

    /// An independent copy, which deals the same future tiles.
    fn copy(&self) -> Self {
        Self::of(self.lock().clone())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let theirs = other.get().lock().clone();
        *self.lock() == theirs
    }

    /// All that makes the match: its dealer and every turn.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let matchplay = self.lock().clone();
        let (seed, index) = (matchplay.dealer().seed(), matchplay.dealer().index());
        let deals: Option<Vec<_>> = matchplay
            .dealer()
            .given_deals()
            .map(|deals| deals.iter().map(|given| deal_tuple(py, given)).collect::<PyResult<_>>())
            .transpose()?;
        let turns: Vec<usize> =
            matchplay.history().iter().flat_map(|round| round.played.turns()).map(|turn| turn.index()).collect();
        let state = (seed, index, matchplay.target().0, deals, turns).into_pyobject(py)?;
        Ok((py.get_type::<Self>().getattr("_restore")?, state))
    }

    #[staticmethod]
    fn _restore(
        seed: u64,
        index: u64,
        target: TargetLike,
        deals: Option<Vec<DealLike>>,
        turns: Vec<TurnLike>,
    ) -> PyResult<Self> {
        let mut matchplay = match deals {
            Some(deals) => {
                matchplay::Match::from_deals(deals.into_iter().map(|deal| deal.0).collect(), seed, target.0)?
            }
            None => matchplay::Match::shuffled(seed, index, target.0)?,
        };
        turns.iter().try_for_each(|turn| matchplay.play(turn.0)).map_err(|error: Error| PyErr::from(error))?;
        Ok(Self::of(matchplay))
    }

    fn __repr__(&self) -> String {
        let matchplay = self.lock();
        let ([first, second], round) = (matchplay.scores().0, matchplay.history().len());
        match (matchplay.is_over(), matchplay.winner()) {
            (false, _) => format!("<Match round {round}: seat {} to act, scores {first}:{second}>", matchplay.seat()),
            (true, Some(side)) => format!("<Match won by side {side}: scores {first}:{second} after {round} rounds>"),
            (true, None) => format!("<Match out of deals: scores {first}:{second} after {round} rounds>"),
        }
    }
}

fn history_entry(py: Python<'_>, number: usize, round: MatchRound) -> PyResult<Bound<'_, PyAny>> {
    let MatchRound { opener_by, played, .. } = round;
    let opener = played.start().seat().get();
    MATCH_ROUND.make(py, (number, opener, opener_by.name(), tile::drawings(py, opener_by.lot())?, Round(played)))
}

/// A given deal as `from_deals` takes it.
fn deal_tuple<'py>(py: Python<'py>, given: &GivenDeal) -> PyResult<Bound<'py, PyAny>> {
    let opener = match &given.opener {
        None => py.None().into_bound(py),
        Some(OpenerGiven::Seat(seat)) => Seat::get(*seat).into_pyobject(py)?.into_any(),
        Some(OpenerGiven::Lot(lot)) => tile::drawings(py, Some(lot))?.into_pyobject(py)?.into_any(),
    };
    Ok((tile::hands(py, given.deal.hands())?, opener).into_pyobject(py)?.into_any())
}
