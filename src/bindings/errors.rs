//! The one way from refusals to Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::{PyBaseException, PyValueError};
use pyo3::prelude::*;

use crate::error::{Error, ErrorKind, RecordPlace};
use crate::policy::Fault;

create_exception!(
    sevenrocks,
    SevenRocksError,
    PyValueError,
    "What the package refuses, with the facts in its text and a stable `code`."
);
create_exception!(
    sevenrocks,
    NotationError,
    SevenRocksError,
    "Text that does not read, or a record that contradicts itself or the rules; `line`, `round` and `turn` tell where."
);
create_exception!(sevenrocks, SetupError, SevenRocksError, "Parts that do not make a round, a match or a policy.");
create_exception!(sevenrocks, IllegalTurnError, SevenRocksError, "A turn that the rules do not allow here.");

impl From<Error> for PyErr {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        let exception = match error.kind() {
            ErrorKind::Notation => NotationError::new_err(text),
            ErrorKind::Setup => SetupError::new_err(text),
            ErrorKind::IllegalTurn => IllegalTurnError::new_err(text),
        };
        Python::attach(|py| tell_facts(exception.value(py), &error).err().unwrap_or(exception))
    }
}

/// Gives an exception its code, and a fault of notation its place: None where it has none.
fn tell_facts(exception: &Bound<'_, PyBaseException>, error: &Error) -> PyResult<()> {
    exception.setattr("code", error.code())?;
    if error.kind() == ErrorKind::Notation {
        let (line, place) = match error {
            Error::Record { line, place, .. } => (Some(*line), *place),
            _ => (None, RecordPlace::default()),
        };
        exception.setattr("line", line)?;
        exception.setattr("round", place.round)?;
        exception.setattr("turn", place.turn)?;
    }
    Ok(())
}

impl From<Fault> for PyErr {
    /// The exception of a policy or a model comes back as it was raised.
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(error) => error.into(),
            Fault::Policy(fault) => match fault.downcast::<Self>() {
                Ok(raised) => *raised,
                Err(fault) => match fault.downcast::<Error>() {
                    Ok(error) => (*error).into(),
                    Err(fault) => pyo3::exceptions::PyRuntimeError::new_err(fault.to_string()),
                },
            },
        }
    }
}
