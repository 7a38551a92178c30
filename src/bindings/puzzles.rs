//! `puzzles`: positions worth solving, wrapped by `sevenrocks.solving`.

use pyo3::prelude::*;

use super::convert::{SeedLike, bounded};
use super::gate;
use super::nouns::PUZZLE;
use super::round::Round;
use super::search::told;
use super::turn::Turn;
use crate::search::PuzzlePlan;

/// Find puzzles; see `sevenrocks.puzzles`, which wraps this.
#[pyfunction]
pub(super) fn puzzles<'py>(
    py: Python<'py>,
    seed: SeedLike,
    n: &Bound<'py, PyAny>,
    tiles_left: &Bound<'py, PyAny>,
    min_gap: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let n = bounded(n, "the number of puzzles", 0, 1 << 20)? as usize;
    let tiles_left = bounded(tiles_left, "the number of tiles left", 4, 28)? as usize;
    let min_gap = bounded(min_gap, "the gap", 1, 500)? as i32;
    let threads = bounded(threads, "the number of threads", 1, 1024)? as usize;
    let plan = PuzzlePlan { seed: seed.0, tiles_left, min_gap };
    let observe = |py: Python<'_>, found: usize| match &progress {
        Some(progress) => progress.call1(py, (found,)).map(drop),
        None => Ok(()),
    };
    let (puzzles, heard) = gate::detached(py, observe, |poll| plan.find(n, threads, poll));
    heard?;
    let puzzle = |puzzle: crate::search::Puzzle| {
        let solution = told(py, puzzle.solution)?;
        PUZZLE.make(py, (Round(puzzle.played), Turn(puzzle.best), puzzle.gap, solution))
    };
    puzzles?.into_iter().map(puzzle).collect()
}
