//! `simulate`: batches of matches, as NumPy columns.

use std::ops::ControlFlow;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{SeedLike, TargetLike, bounded};
use super::gate;
use super::policy::{Given, all_shipped, names, seats};
use crate::simulate::{Columns, Plan, simulate as play};

/// Play whole matches; see `sevenrocks.simulate`, which wraps this.
///
/// Gives the columns, the names of the policies, and what stopped the batch early if anything did.
#[pyfunction]
#[pyo3(signature = (policies, matches, seed, *, threads, target, first_match, rounds, progress))]
#[allow(clippy::too_many_arguments)] // one a keyword of the Python call
pub(super) fn simulate<'py>(
    py: Python<'py>,
    policies: Vec<Given>,
    matches: &Bound<'py, PyAny>,
    seed: SeedLike,
    threads: &Bound<'py, PyAny>,
    target: TargetLike,
    first_match: SeedLike,
    rounds: Option<&Bound<'py, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Vec<String>, Option<PyErr>)> {
    let plan = Plan {
        seed: seed.0,
        first_match: first_match.0,
        matches: bounded(matches, "the number of matches", 0, i64::MAX)?,
        target: target.0,
        rounds: rounds
            .map(|rounds| bounded(rounds, "the limit of rounds", 1, u32::MAX.into()))
            .transpose()?
            .map(|rounds| rounds as u32),
    };
    let threads = bounded(threads, "the number of threads", 1, 1024)? as usize;
    // Python's policies run on the calling thread: another would only wait for the interpreter.
    let threads = if all_shipped(&policies) { threads } else { 1 };
    drop(seats(&policies)?);
    let observe = |py: Python<'_>, finished: u64| match &progress {
        Some(progress) => progress.call1(py, (finished,)).map(drop),
        None => Ok(()),
    };
    let (outcome, heard) = gate::detached(py, observe, |poll: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        play(&plan, threads, || seats(&policies), poll)
    });
    let columns = columns(py, outcome?.columns)?;
    Ok((columns, names(py, &policies), heard.err()))
}

/// The columns as NumPy arrays that own them.
fn columns(py: Python<'_>, columns: Columns) -> PyResult<Bound<'_, PyDict>> {
    let arrays = PyDict::new(py);
    let [score_0, score_1] = columns.scores.0;
    let [scored_0, scored_1] = columns.scored.0;
    let [deducted_0, deducted_1] = columns.deducted.0;
    arrays.set_item("winner", PyArray1::from_vec(py, columns.winner))?;
    arrays.set_item("score_0", PyArray1::from_vec(py, score_0))?;
    arrays.set_item("score_1", PyArray1::from_vec(py, score_1))?;
    arrays.set_item("rounds", PyArray1::from_vec(py, columns.rounds))?;
    arrays.set_item("turns", PyArray1::from_vec(py, columns.turns))?;
    arrays.set_item("placements", PyArray1::from_vec(py, columns.placements))?;
    arrays.set_item("first_opener", PyArray1::from_vec(py, columns.first_opener))?;
    arrays.set_item("out", PyArray1::from_vec(py, columns.out))?;
    arrays.set_item("blocked", PyArray1::from_vec(py, columns.blocked))?;
    arrays.set_item("scored_0", PyArray1::from_vec(py, scored_0))?;
    arrays.set_item("scored_1", PyArray1::from_vec(py, scored_1))?;
    arrays.set_item("deducted_0", PyArray1::from_vec(py, deducted_0))?;
    arrays.set_item("deducted_1", PyArray1::from_vec(py, deducted_1))?;
    Ok(arrays)
}
