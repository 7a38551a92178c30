//! `puzzles`: positions worth solving, wrapped by `sevenrocks.solving`.

use std::ops::RangeInclusive;

use pyo3::prelude::*;

use super::convert::{SeedLike, bounded, thread_count};
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
    let within = |value, name, range: RangeInclusive<i64>| bounded(value, name, *range.start(), *range.end());
    let n = bounded(n, "the number of puzzles", 0, 1 << 20)? as usize;
    let tiles_left = within(tiles_left, "the number of tiles left", PuzzlePlan::TILES_LEFT)? as usize;
    let min_gap = within(min_gap, "the gap", PuzzlePlan::MIN_GAP)? as i32;
    let threads = thread_count(threads)?;
    let plan = PuzzlePlan { seed: seed.0, tiles_left, min_gap };
    let (puzzles, heard) = gate::detached(py, gate::telling(progress), |poll| plan.find(n, threads, poll));
    heard?;
    let puzzle = |puzzle: crate::search::Puzzle| {
        let solution = told(py, puzzle.solution)?;
        PUZZLE.make(py, (Round(puzzle.played), Turn(puzzle.best), puzzle.gap, solution))
    };
    puzzles?.into_iter().map(puzzle).collect()
}
