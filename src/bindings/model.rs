//! Models of the others' turns: shipped policies, and Python objects for the engine.

use pyo3::prelude::*;
use pyo3::types::PyString;

use super::convert::wrong_type;
use super::policy::{Given, Policy};
use super::turn::Turn;
use super::view::View;
use crate::belief::{TurnModel, model_of};
use crate::error::Error;
use crate::policy::Fault;
use crate::{turn, view};

/// A model as a caller gives it.
pub(super) enum GivenModel {
    /// The model of a policy.
    Policy(Given),
    /// A Python object with `likelihood(view, turn)`.
    Object(Py<PyAny>),
}

impl FromPyObject<'_, '_> for GivenModel {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let ships = value.is_instance_of::<PyString>() || value.is_instance_of::<Policy>();
        if !ships && value.hasattr("likelihood")? {
            return Ok(Self::Object(value.to_owned().unbind()));
        }
        let expected = "a policy or a model: the name of a shipped policy, or an object with choose(view) or \
                        likelihood(view, turn)";
        Given::of(&value)?.map(Self::Policy).ok_or_else(|| wrong_type(expected, &value))
    }
}

impl GivenModel {
    /// Whether Python is asked for each turn.
    pub(super) const fn asks_python(&self) -> bool {
        matches!(self, Self::Object(_) | Self::Policy(Given::Object(_)))
    }

    /// The model; of a policy that may draw, with draws derived from `seed`.
    pub(super) fn into_model(self, seed: u64) -> Result<Box<dyn TurnModel + Send>, Error> {
        match self {
            Self::Policy(given) => Ok(model_of(given.seat_policy(true)?, seed)),
            Self::Object(object) => Ok(Box::new(Own { object })),
        }
    }
}

/// A Python object with `likelihood(view, turn)`.
struct Own {
    object: Py<PyAny>,
}

impl TurnModel for Own {
    fn likelihood(&mut self, view: &view::View<'_>, _legal: turn::LegalTurns, turn: turn::Turn) -> Result<f64, Fault> {
        let told = Python::attach(|py| {
            self.object.bind(py).call_method1("likelihood", (View::of(*view), Turn(turn)))?.extract::<f64>()
        });
        told.map_err(|raised: PyErr| Fault::Policy(Box::new(raised)))
    }
}
