//! `solve`, `solve_many` and `analyze_round`: exact values with open hands, wrapped by `sevenrocks.solving`.

use std::ops::ControlFlow;
use std::time::Duration;

use pyo3::prelude::*;

use super::convert::{bounded, choice, thread_count};
use super::gate;
use super::nouns::{ANALYSIS, ANALYZED_TURN, SOLUTION, TURN_VALUE};
use super::record::PlayedLike;
use super::round::Round;
use super::turn::Turn;
use crate::error::Error;
use crate::search::{self, Bounds, Limits, Objective, Solution, Solve};
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
    objective: &str,
    best_only: bool,
    spending: Spending<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let task = Solve { objective: named(objective)?, best_only, limits: spending.limits()? };
    let position = *round.0.now();
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
    objective: &str,
    best_only: bool,
    spending: Spending<'py>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let positions: Vec<round::Round> = rounds.iter().map(|round| *round.get().0.now()).collect();
    let task = Solve { objective: named(objective)?, best_only, limits: spending.limits()? };
    let threads = thread_count(threads)?;
    let (solutions, heard) =
        gate::detached(py, gate::telling(progress), |poll: &mut dyn FnMut(usize) -> ControlFlow<()>| {
            search::solve_many(&positions, &task, threads, poll)
        });
    heard?;
    solutions?.into_iter().map(|solution| told(py, solution)).collect()
}

/// Value every turn of a played round; see `sevenrocks.analyze_round`, which wraps this.
#[pyfunction]
pub(super) fn analyze_round<'py>(
    py: Python<'py>,
    round: PlayedLike,
    objective: &str,
    spending: Spending<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (objective, limits) = (named(objective)?, spending.limits()?);
    let (analysis, heard) = gate::detached(
        py,
        |_, ()| Ok(()),
        |poll| search::analyze_round(&round.0, objective, &limits, &mut || poll(())),
    );
    heard?;
    let turn =
        |told: &search::AnalyzedTurn| ANALYZED_TURN.make(py, (Turn(told.turn), exact(told.value), exact(told.loss)));
    let turns: Vec<_> = analysis.turns.iter().map(turn).collect::<PyResult<_>>()?;
    ANALYSIS.make(py, (turns, exact(analysis.now), analysis.nodes, analysis.stopped.map(search::Stop::name)))
}

/// A solution as the named tuple `Solution`.
pub(super) fn told(py: Python<'_>, solution: Solution) -> PyResult<Bound<'_, PyAny>> {
    let valued = |&(turn, value): &(turn::Turn, Bounds)| {
        TURN_VALUE.make(py, (Turn(turn), exact(value), Points(value.lower), Points(value.upper)))
    };
    let turns: Vec<_> = solution.turns.iter().map(valued).collect::<PyResult<_>>()?;
    let line: Vec<Turn> = solution.line.into_iter().map(Turn).collect();
    let (value, Bounds { lower, upper }) = (exact(solution.value), solution.value);
    let stopped = solution.stopped.map(search::Stop::name);
    SOLUTION.make(py, (value, Points(lower), Points(upper), turns, line, solution.nodes, stopped))
}

/// The objective of this name.
fn named(objective: &str) -> Result<Objective, Error> {
    choice("objective", objective, &Objective::ALL.map(|objective| (objective.name(), objective)))
}

/// A value in points, or a win, which Python calls infinity.
struct Points(i32);

impl<'py> IntoPyObject<'py> for Points {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self.0 {
            Bounds::WIN => Ok(f64::INFINITY.into_pyobject(py)?.into_any()),
            value if value == -Bounds::WIN => Ok(f64::NEG_INFINITY.into_pyobject(py)?.into_any()),
            value => Ok(value.into_pyobject(py)?.into_any()),
        }
    }
}

/// A value, if it is known exactly.
fn exact(value: Bounds) -> Option<Points> {
    value.exact().map(Points)
}
