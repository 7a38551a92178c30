//! `Policy`: the shipped policies for Python, and Python's own for the engine.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::convert::{SeedLike, TurnLike, wrong_type};
use super::turn::Turn;
use super::view::View;
use crate::error::Error;
use crate::policy::{self, Fault, Policy as _, PolicyFault, SHIPPED, SeatPolicy};
use crate::seat::{BySeat, Seat};
use crate::simulate::SeatPolicies;
use crate::{turn, view};

/// A policy that ships, made by `sevenrocks.policy(text)`.
#[pyclass(module = "sevenrocks", frozen)]
pub(super) struct Policy {
    name: String,
    inner: Mutex<SeatPolicy>,
}

#[pymethods]
impl Policy {
    /// The text that makes this policy.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Begin a match: forget everything, and draw random choices from a seed.
    fn reset(&self, seed: SeedLike) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).reset(seed.0);
    }

    /// The turn to play; IllegalTurnError when another seat is to act.
    fn choose(&self, view: &View) -> PyResult<Turn> {
        let mut policy = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        policy.choose(&view.get()).map(Turn).map_err(|fault| Fault::Policy(fault).into())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str,))> {
        Ok((py.import("sevenrocks")?.getattr("policy")?, (&self.name,)))
    }

    fn __repr__(&self) -> String {
        format!("policy('{}')", self.name)
    }
}

/// Build a shipped policy from text such as `greedy`; SetupError for a name or option there is not.
#[pyfunction(name = "policy")]
pub(super) fn named_policy(text: &str) -> PyResult<Policy> {
    let inner = policy::build(text)?;
    Ok(Policy { name: inner.name(), inner: Mutex::new(inner) })
}

/// The names of the shipped policies, weakest first, each with a line on what it does.
#[pyfunction]
pub(super) fn policies(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let all = PyDict::new(py);
    SHIPPED.iter().try_for_each(|shipped| all.set_item(shipped.name, shipped.about))?;
    Ok(all)
}

/// A Python object with `choose(view)`, and perhaps `reset(seed)` and `name`.
struct Own {
    object: Py<PyAny>,
    /// Whether this seat is the one that resets the object: it may sit at two.
    resets: bool,
    fault: Option<PyErr>,
}

impl policy::Policy for Own {
    fn name(&self) -> String {
        Python::attach(|py| object_name(self.object.bind(py)))
    }

    fn reset(&mut self, seed: u64) {
        if self.resets {
            self.fault = Python::attach(|py| {
                let object = self.object.bind(py);
                object.getattr_opt("reset")?.map(|reset| reset.call1((seed,))).transpose().map(drop)
            })
            .err();
        }
    }

    fn choose(&mut self, view: &view::View<'_>) -> Result<turn::Turn, PolicyFault> {
        let raised = self.fault.take().map_or(Ok(()), Err);
        let chosen = raised.and_then(|()| {
            Python::attach(|py| {
                let chosen = self.object.bind(py).call_method1("choose", (View::of(*view),))?;
                PyResult::Ok(chosen.extract::<TurnLike>()?.0)
            })
        });
        chosen.map_err(|raised| Box::new(raised) as PolicyFault)
    }
}

/// The `name` of a policy object, else that of its class.
fn object_name(object: &Bound<'_, PyAny>) -> String {
    let name = object.getattr("name").or_else(|_| Ok(object.get_type().name()?.into_any()));
    name.and_then(|name: Bound<'_, PyAny>| name.str()?.extract()).unwrap_or_else(|_: PyErr| "policy".into())
}

/// Policies as a caller gives them: one a side or one a seat, each a name, a shipped policy or an object.
pub(super) enum Given {
    /// The text of a shipped policy, made anew for each seat and thread.
    Shipped(String),
    /// A Python object.
    Object(Py<PyAny>),
}

impl FromPyObject<'_, '_> for Given {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        Self::of(&value)?
            .ok_or_else(|| wrong_type("a policy: the name of a shipped one, or an object with choose(view)", &value))
    }
}

impl Given {
    /// The policy that `value` is, if it is one.
    pub(super) fn of(value: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Some(Self::Shipped(text.to_str()?.into())));
        }
        if let Ok(policy) = value.cast::<Policy>() {
            return Ok(Some(Self::Shipped(policy.get().name.clone())));
        }
        Ok(value.hasattr("choose")?.then(|| Self::Object(value.clone().unbind())))
    }

    /// The policy for a seat, which resets an object if it `resets`.
    pub(super) fn seat_policy(&self, resets: bool) -> Result<SeatPolicy, Error> {
        match self {
            Self::Shipped(text) => policy::build(text),
            Self::Object(object) => {
                let object = Python::attach(|py| object.clone_ref(py));
                Ok(SeatPolicy::Own(Box::new(Own { object, resets, fault: None })))
            }
        }
    }
}

/// Whether every policy ships, so that any number of threads may play.
pub(super) fn all_shipped(given: &[Given]) -> bool {
    given.iter().all(|given| matches!(given, Given::Shipped(_)))
}

/// The names of the policies, as results print them.
pub(super) fn names(py: Python<'_>, given: &[Given]) -> Vec<String> {
    given
        .iter()
        .map(|given| match given {
            Given::Shipped(text) => text.clone(),
            Given::Object(object) => object_name(object.bind(py)),
        })
        .collect()
}

/// A policy for each seat.
pub(super) fn seats(given: &[Given]) -> Result<SeatPolicies, Error> {
    if !matches!(given.len(), 2 | 4) {
        return Err(Error::PolicyCount { found: given.len() });
    }
    let seat = |seat: Seat| {
        let given_at = |seat: Seat| &given[seat.index() % given.len()];
        let is_first = Seat::ALL[..seat.index()].iter().all(|&earlier| match (given_at(earlier), given_at(seat)) {
            (Given::Object(earlier), Given::Object(object)) => !earlier.is(object),
            _ => true,
        });
        given_at(seat).seat_policy(is_first)
    };
    let [first, second, third, fourth] = Seat::ALL.map(seat);
    Ok(BySeat([first?, second?, third?, fourth?]))
}
