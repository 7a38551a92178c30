//! `simulate`: batches of matches, as NumPy columns.

use std::ops::ControlFlow;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::convert::{SeedLike, TargetLike, bounded, thread_count};
use super::gate;
use super::policy::{Given, all_shipped, names, seats};
use crate::simulate::{Columns, Extras, Numbers, Plan, simulate as play};

/// What `simulate` gives: the number of finished matches, their columns, columns of rounds and records if asked for,
/// the names of the policies, and what stopped the batch early if anything did.
type Simulated<'py> =
    (usize, Bound<'py, PyDict>, Option<Bound<'py, PyDict>>, Option<Vec<String>>, Vec<String>, Option<PyErr>);

/// Play whole matches; see `sevenrocks.simulate`, which wraps this.
#[pyfunction]
#[pyo3(signature = (policies, matches, seed, *, threads, target, first_match, rounds, columns, keep_rounds, keep_records, progress))]
#[allow(clippy::too_many_arguments, clippy::fn_params_excessive_bools)] // one a keyword of the Python call
pub(super) fn simulate<'py>(
    py: Python<'py>,
    policies: Vec<Given>,
    matches: &Bound<'py, PyAny>,
    seed: SeedLike,
    threads: &Bound<'py, PyAny>,
    target: TargetLike,
    first_match: SeedLike,
    rounds: Option<&Bound<'py, PyAny>>,
    columns: Option<Vec<String>>,
    keep_rounds: bool,
    keep_records: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Simulated<'py>> {
    let rounds = rounds.map(|rounds| bounded(rounds, "the limit of rounds", 1, u32::MAX.into())).transpose()?;
    let every = Plan::new(seed.0, bounded(matches, "the number of matches", 0, i64::MAX)?);
    let plan = Plan {
        first_match: first_match.0,
        target: target.0.check_target()?,
        rounds: rounds.map(|rounds| rounds as u32),
        columns: columns.unwrap_or_else(|| every.columns.clone()),
        extras: Extras { rounds: keep_rounds, records: keep_records },
        ..every
    };
    let threads = thread_count(threads)?;
    // Python's policies run on the calling thread: another would only wait for the interpreter.
    let threads = if all_shipped(&policies) { threads } else { 1 };
    drop(seats(&policies)?);
    let (outcome, heard) =
        gate::detached(py, gate::telling(progress), |poll: &mut dyn FnMut(u64) -> ControlFlow<()>| {
            play(&plan, threads, || seats(&policies), poll)
        });
    let (outcome, fault) = match outcome {
        Ok(outcome) => (outcome, None),
        Err(unfinished) => (unfinished.finished, Some(PyErr::from(unfinished.fault))),
    };
    Ok((
        outcome.matches.len(),
        arrays(py, outcome.matches)?,
        outcome.rounds.map(|rounds| arrays(py, rounds)).transpose()?,
        outcome.records,
        names(py, &policies),
        fault.or(heard.err()),
    ))
}

/// The columns as NumPy arrays, which take over their memory.
fn arrays<R>(py: Python<'_>, columns: Columns<R>) -> PyResult<Bound<'_, PyDict>> {
    let arrays = PyDict::new(py);
    for (name, numbers) in columns.into_numbers() {
        match numbers {
            Numbers::I8(numbers) => arrays.set_item(name, PyArray1::from_vec(py, numbers))?,
            Numbers::U8(numbers) => arrays.set_item(name, PyArray1::from_vec(py, numbers))?,
            Numbers::I32(numbers) => arrays.set_item(name, PyArray1::from_vec(py, numbers))?,
            Numbers::U32(numbers) => arrays.set_item(name, PyArray1::from_vec(py, numbers))?,
            Numbers::U64(numbers) => arrays.set_item(name, PyArray1::from_vec(py, numbers))?,
        }
    }
    Ok(arrays)
}
