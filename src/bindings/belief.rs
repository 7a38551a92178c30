//! What a seat can know: `View.count_deals`, `View.deals`, `View.all_deals`, `View.marginals`.

use std::sync::atomic::{AtomicU64, Ordering};

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::convert::bounded;
use super::gate;
use super::model::GivenModel;
use super::nouns::WEIGHTED_DEALS;
use super::round::Round;
use crate::belief::{Belief, WeightedDeals, log_likelihood};
use crate::policy::Fault;
use crate::rng::Rng;
use crate::view::View;

/// The deals that agree with a view, in a fixed order: an iterator of rounds.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Deals {
    belief: Belief,
    next: AtomicU64,
}

#[pymethods]
impl Deals {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<Round> {
        self.belief.deal_at(self.next.fetch_add(1, Ordering::Relaxed)).map(Round)
    }

    /// How many are still to come.
    fn __length_hint__(&self) -> u64 {
        self.belief.count() - self.next.load(Ordering::Relaxed).min(self.belief.count())
    }
}

/// All deals of a view, refused if there are more than `limit`.
pub(super) fn all_deals(view: &View<'_>, limit: &Bound<'_, PyAny>) -> PyResult<Deals> {
    let limit = bounded(limit, "the limit of deals", 1, i64::MAX)?;
    let belief = Belief::new(view);
    drop(belief.all_deals(limit)?);
    Ok(Deals { belief, next: AtomicU64::new(0) })
}

/// Sampled deals of a view, a list of rounds; weighted by a model of the others' turns if one is given.
pub(super) fn deals<'py>(
    py: Python<'py>,
    view: &View<'_>,
    n: &Bound<'py, PyAny>,
    seed: u64,
    weight: Option<GivenModel>,
) -> PyResult<Bound<'py, PyAny>> {
    /// Deals between two looks at the signals, where none takes long.
    const PIECE: usize = 1000;
    /// As many as some gigabytes hold.
    const MOST: i64 = 1 << 24;

    let n = bounded(n, "the number of deals", 0, MOST)? as usize;
    // What Python does in a deal may take any time.
    let piece = if weight.as_ref().is_some_and(GivenModel::asks_python) { 1 } else { PIECE };
    let mut model = weight.map(|given| given.into_model(seed)).transpose()?;
    let is_weighted = model.is_some();
    let (belief, seat, mut rng) = (Belief::new(view), view.seat(), Rng::new(seed));
    let (sampled, heard) = gate::detached(
        py,
        |_, ()| Ok(()),
        |poll| {
            let (mut deals, mut logs) = (Vec::with_capacity(n.min(PIECE)), Vec::new());
            while deals.len() < n && poll(()).is_continue() {
                for _ in 0..piece.min(n - deals.len()) {
                    let deal = belief.sample(&mut rng)?;
                    if let Some(model) = &mut model {
                        logs.push(log_likelihood(&deal, seat, model.as_mut())?);
                    }
                    deals.push(deal);
                }
            }
            Ok::<_, Fault>((deals, logs))
        },
    );
    let (deals, logs) = sampled?;
    heard?;
    if !is_weighted {
        return Ok(deals.into_iter().map(Round).collect::<Vec<_>>().into_pyobject(py)?.into_any());
    }
    let weighted = WeightedDeals::of_log_likelihoods(deals, logs)?;
    let size = weighted.effective_sample_size();
    let (deals, weights) = weighted.into_parts();
    let deals: Vec<Round> = deals.into_iter().map(Round).collect();
    WEIGHTED_DEALS.make(py, (deals, PyArray1::from_vec(py, weights), size))
}

/// The chance that each seat holds each tile, 28 x 4.
pub(super) fn marginals<'py>(py: Python<'py>, view: &View<'_>) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let chances: Vec<f64> = Belief::new(view).marginals()?.iter().flat_map(|by_seat| by_seat.0).collect();
    PyArray1::from_vec(py, chances).reshape([28, 4])
}
