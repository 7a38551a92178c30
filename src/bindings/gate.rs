//! The one way into long native work: off the interpreter, with an ear for Ctrl-C.

use std::ops::ControlFlow;

use pyo3::marker::Ungil;
use pyo3::prelude::*;

/// What tells a caller's `progress` a number, if there is one.
pub(super) fn telling<N>(progress: Option<Py<PyAny>>) -> impl Fn(Python<'_>, N) -> PyResult<()>
where
    for<'py> (N,): pyo3::call::PyCallArgs<'py>,
{
    move |py, number| match &progress {
        Some(progress) => progress.call1(py, (number,)).map(drop),
        None => Ok(()),
    }
}

/// Runs `work` detached from the interpreter. The poll it is given listens for signals and then calls `observe`
/// attached; what either raises stops the work, and is raised here unless the work failed by itself.
pub(super) fn detached<A, T: Ungil + Send>(
    py: Python<'_>,
    observe: impl Fn(Python<'_>, A) -> PyResult<()> + Sync + Ungil + Send,
    work: impl FnOnce(&mut dyn FnMut(A) -> ControlFlow<()>) -> T + Ungil + Send,
) -> (T, PyResult<()>) {
    py.detach(|| {
        let mut heard = Ok(());
        let mut poll = |fact| {
            heard = Python::attach(|py| py.check_signals().and_then(|()| observe(py, fact)));
            if heard.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let done = work(&mut poll);
        (done, heard)
    })
}
