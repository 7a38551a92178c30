//! `solve`, `solve_many` and `analyze_round`: exact values with open hands, wrapped by `sevenrocks.solving`.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;

use super::convert::bounded;
use super::gate;
use super::nouns::{ANALYSIS, ANALYZED_TURN, SOLUTION, TURN_VALUE};
use super::round::Round;
use super::turn::Turn;
use crate::error::Error;
use crate::search::{self, Bounds, Limits, Solution, Solve};
use crate::{round, turn};

/// What a caller lets a solve spend: positions, seconds, bytes.
#[derive(FromPyObject)]
pub(super) struct Spending<'py>(Option<Bound<'py, PyAny>>, Option<f64>, Option<Bound<'py, PyAny>>);

impl Spending<'_> {
    fn limits(&self) -> PyResult<Limits> {
        let mut limits = Limits::default();
        if let Some(nodes) = &self.0 {
            limits.nodes = Some(bounded(nodes, "the limit of nodes", 1, i64::MAX)?);
        }
        if let Some(seconds) = self.1 {
            limits.time = Some(Duration::try_from_secs_f64(seconds).map_err(|_| Error::SecondsRange)?);
        }
        if let Some(memory) = &self.2 {
            limits.table_bytes = bounded(memory, "the memory", 1 << 15, 1 << 40)? as usize;
        }
        Ok(limits)
    }
}

/// Solve one round; see `sevenrocks.solve`, which wraps this.
#[pyfunction]
pub(super) fn solve<'py>(
    py: Python<'py>,
    round: &Round,
    best_only: bool,
    spending: Spending<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (position, task) = (*round.0.now(), Solve { best_only, limits: spending.limits()? });
    let (solution, heard) = gate::detached(py, |_, ()| Ok(()), |poll| task.run(&position, &mut || poll(())));
    heard?;
    told(py, solution)
}

/// Solve many rounds; see `sevenrocks.solve_many`, which wraps this.
#[pyfunction]
pub(super) fn solve_many<'py>(
    py: Python<'py>,
    rounds: Vec<Py<Round>>,
    threads: &Bound<'py, PyAny>,
    best_only: bool,
    spending: Spending<'py>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let positions: Vec<round::Round> = rounds.iter().map(|round| *round.get().0.now()).collect();
    let task = Solve { best_only, limits: spending.limits()? };
    let threads = bounded(threads, "the number of threads", 1, 1024)? as usize;
    let observe = |py: Python<'_>, solved: usize| match &progress {
        Some(progress) => progress.call1(py, (solved,)).map(drop),
        None => Ok(()),
    };
    let (solutions, heard) = gate::detached(py, observe, |poll: &mut dyn FnMut(usize) -> ControlFlow<()>| {
        search::solve_many(&positions, &task, threads, poll)
    });
    heard?;
    solutions?.into_iter().map(|solution| told(py, solution)).collect()
}

/// Value every turn of a played round; see `sevenrocks.analyze_round`, which wraps this.
#[pyfunction]
pub(super) fn analyze_round<'py>(
    py: Python<'py>,
    round: &Round,
    spending: Spending<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let limits = spending.limits()?;
    let (analysis, heard) =
        gate::detached(py, |_, ()| Ok(()), |poll| search::analyze_round(&round.0, &limits, &mut || poll(())));
    heard?;
    let turn =
        |told: &search::AnalyzedTurn| ANALYZED_TURN.make(py, (Turn(told.turn), told.value.exact(), told.loss.exact()));
    let turns: Vec<_> = analysis.turns.iter().map(turn).collect::<PyResult<_>>()?;
    ANALYSIS.make(py, (turns, analysis.now.exact(), analysis.nodes, analysis.stopped.map(search::Stop::name)))
}

/// A solution as the named tuple `Solution`.
fn told(py: Python<'_>, solution: Solution) -> PyResult<Bound<'_, PyAny>> {
    let valued = |&(turn, Bounds { lower, upper }): &(turn::Turn, Bounds)| {
        TURN_VALUE.make(py, (Turn(turn), Bounds { lower, upper }.exact(), lower, upper))
    };
    let turns: Vec<_> = solution.turns.iter().map(valued).collect::<PyResult<_>>()?;
    let line: Vec<Turn> = solution.line.into_iter().map(Turn).collect();
    let (value, Bounds { lower, upper }) = (solution.value.exact(), solution.value);
    let stopped = solution.stopped.map(search::Stop::name);
    SOLUTION.make(py, (value, lower, upper, turns, line, solution.nodes, stopped))
}
