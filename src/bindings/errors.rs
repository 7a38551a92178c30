//! The one way from refusals to Python exceptions.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{Error, ErrorKind};
use crate::simulate::Fault;

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
    "Text that does not read, or a record that contradicts itself or the rules."
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
        Python::attach(|py| match exception.value(py).setattr("code", error.code()) {
            Ok(()) => exception,
            Err(other) => other,
        })
    }
}

impl From<Fault> for PyErr {
    /// A policy's own exception comes back as it was raised.
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
