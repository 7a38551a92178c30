//! `Batch`: environments stepped on NumPy arrays, wrapped by `sevenrocks.BatchEnv`.

use std::sync::{Mutex, PoisonError};

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray, PyReadwriteArray, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use super::convert::{SeedLike, TargetLike, bounded, choice, thread_count};
use crate::batch::{self, Autoreset, COLUMNS, FIELDS, ForcedPass, NO_ACTION, Rows, Unit, VERSION};
use crate::error::Error;
use crate::turn::TURNS;

/// Many rounds or matches stepped together on arrays; see `sevenrocks.BatchEnv`, which wraps this.
#[pyclass(module = "sevenrocks._core", frozen)]
pub(super) struct Batch {
    inner: Mutex<batch::Batch>,
    environments: usize,
    arrays: Arrays,
}

/// The arrays that a batch writes; they belong to the caller.
#[derive(FromPyObject)]
struct Arrays {
    current_seat: Py<PyArray1<u8>>,
    action_mask: Py<PyArray2<u8>>,
    observation: Py<PyArray2<u8>>,
    rewards: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    scores: Py<PyArray2<i32>>,
}

/// An array of a caller's to read, unless somebody is writing it.
fn readable<'py, T: Element, D: Dimension>(array: &Bound<'py, PyArray<T, D>>) -> PyResult<PyReadonlyArray<'py, T, D>> {
    array.try_readonly().map_err(|_| Error::ArrayBusy.into())
}

/// The numbers of an array of a caller's, all `length` of them.
fn slice<'a, T: Element, D: Dimension>(
    name: &'static str,
    array: &'a mut PyReadwriteArray<'_, T, D>,
    length: usize,
) -> PyResult<&'a mut [T]> {
    // A slice is to be had of columns in a row too.
    let in_rows = array.is_c_contiguous();
    match array.as_slice_mut() {
        Ok(numbers) if in_rows && numbers.len() == length => Ok(numbers),
        _ => Err(Error::ArrayShape { name, expected: length }.into()),
    }
}

impl Batch {
    /// Runs `work` on the batch and the rows of its arrays, away from the interpreter where that pays.
    fn with_rows<R: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut batch::Batch, Rows<'_>) -> R + Send,
    ) -> PyResult<R> {
        /// An array to write, unless somebody else is writing it.
        fn writable<'py, T: Element, D: Dimension>(
            py: Python<'py>,
            array: &Py<PyArray<T, D>>,
        ) -> PyResult<PyReadwriteArray<'py, T, D>> {
            array.bind(py).try_readwrite().map_err(|_| Error::ArrayBusy.into())
        }
        /// Environments below which leaving the interpreter costs more than the work.
        const FEW: usize = 64;

        let n = self.environments;
        let mut current_seat = writable(py, &self.arrays.current_seat)?;
        let mut action_mask = writable(py, &self.arrays.action_mask)?;
        let mut observation = writable(py, &self.arrays.observation)?;
        let mut rewards = writable(py, &self.arrays.rewards)?;
        let mut terminated = writable(py, &self.arrays.terminated)?;
        let mut scores = writable(py, &self.arrays.scores)?;
        let rows = Rows {
            current_seat: slice("current_seat", &mut current_seat, n)?,
            action_mask: slice("action_mask", &mut action_mask, n * TURNS)?,
            observation: slice("observation", &mut observation, n * COLUMNS)?,
            rewards: slice("rewards", &mut rewards, 2 * n)?,
            terminated: slice("terminated", &mut terminated, n)?,
            scores: slice("scores", &mut scores, 2 * n)?,
        };
        let run = move || work(&mut self.inner.lock().unwrap_or_else(PoisonError::into_inner), rows);
        if n < FEW { Ok(run()) } else { Ok(py.detach(run)) }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[allow(clippy::too_many_arguments)] // one a keyword of the Python call
    fn new(
        n: &Bound<'_, PyAny>,
        seed: SeedLike,
        unit: &str,
        target: Option<TargetLike>,
        autoreset: &str,
        forced_passes: &str,
        threads: &Bound<'_, PyAny>,
        arrays: Arrays,
    ) -> PyResult<Self> {
        let environments = bounded(n, "the number of environments", 1, 1 << 24)? as usize;
        let threads = thread_count(threads)?;
        let unit = match (choice("unit", unit, &[("round", false), ("match", true)])?, target) {
            (true, Some(target)) => Unit::Match(target.0),
            (true, None) => return Err(Error::TargetMissing.into()),
            (false, None) => Unit::Round,
            (false, Some(_)) => return Err(Error::TargetOfRound.into()),
        };
        let autoresets =
            [("same_step", Autoreset::SameStep), ("next_step", Autoreset::NextStep), ("disabled", Autoreset::Disabled)];
        let passes = [("taken", ForcedPass::Taken), ("offered", ForcedPass::Offered)];
        let batch = batch::Batch::new(
            environments,
            seed.0,
            unit,
            choice("autoreset", autoreset, &autoresets)?,
            choice("forced_passes", forced_passes, &passes)?,
            threads,
        )?;
        Ok(Self { inner: Mutex::new(batch), environments, arrays })
    }

    /// Begin the first episode of every environment again, and write all rows.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with_rows(py, batch::Batch::reset)
    }

    /// Begin the next episode of the environments that a mask chooses, and write their rows.
    fn reset_chosen(&self, py: Python<'_>, chosen: &Bound<'_, PyArray1<bool>>) -> PyResult<()> {
        let chosen = readable(chosen)?;
        let chosen = whole("the mask", chosen.as_slice().ok(), self.environments)?;
        self.with_rows(py, |batch, rows| batch.reset_chosen(chosen, rows))
    }

    /// Take one action in every environment and write all rows; IllegalTurnError if one is not legal, and nothing
    /// is changed.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyArray1<i64>>) -> PyResult<()> {
        let actions = readable(actions)?;
        let actions = whole("the actions", actions.as_slice().ok(), self.environments)?;
        self.with_rows(py, |batch, rows| batch.step(actions, rows))??;
        Ok(())
    }

    /// The numbers of the matches that the environments play in the batch of the seed.
    fn match_index<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let batch = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        PyArray1::from_vec(py, (0..batch.len()).map(|position| batch.match_index(position)).collect())
    }

    /// The fields of an observation: name, width, and what it tells.
    #[staticmethod]
    fn fields() -> Vec<(&'static str, usize, &'static str)> {
        FIELDS.iter().map(|field| (field.name, field.width, field.about)).collect()
    }

    /// The version of the observation's encoding.
    #[classattr]
    const OBSERVATION_VERSION: u32 = VERSION;
}

/// All `length` numbers of an array of a caller's.
fn whole<'a, T>(name: &'static str, numbers: Option<&'a [T]>, length: usize) -> Result<&'a [T], Error> {
    numbers.filter(|numbers| numbers.len() == length).ok_or(Error::ArrayShape { name, expected: length })
}

/// For each row of a mask, one of its turns, each as likely for a draw uniform from 0 up to 1. -1 where there is none.
#[pyfunction]
pub(super) fn pick_masked<'py>(
    py: Python<'py>,
    mask: &Bound<'py, PyArray2<u8>>,
    draws: &Bound<'py, PyArray1<f64>>,
    out: &Bound<'py, PyArray1<i64>>,
) -> PyResult<()> {
    let (mask, draws) = (readable(mask)?, readable(draws)?);
    let count = draws.as_array().len();
    let draws = whole("the draws", draws.as_slice().ok(), count)?;
    let rows = whole("the mask", mask.as_slice().ok().filter(|_| mask.is_c_contiguous()), count * TURNS)?
        .as_chunks::<TURNS>()
        .0;
    let mut out = out.try_readwrite().map_err(|_| Error::ArrayBusy)?;
    let out = slice("the actions", &mut out, count)?;
    py.detach(|| {
        for ((row, &draw), action) in rows.iter().zip(draws).zip(out) {
            *action = batch::pick(row, draw).map_or(NO_ACTION, |turn| turn.index() as i64);
        }
    });
    Ok(())
}
