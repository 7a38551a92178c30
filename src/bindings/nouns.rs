//! The plain Python types of the surface: `Arm` is an `IntEnum`, small facts are named tuples.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::arm::Arm;

/// A Python type made once when the module is imported, and never changed.
pub(super) struct Noun {
    name: &'static str,
    fields: &'static [&'static str],
    about: &'static str,
    made: PyOnceLock<Py<PyAny>>,
}

impl Noun {
    const fn new(name: &'static str, fields: &'static [&'static str], about: &'static str) -> Self {
        Self { name, fields, about, made: PyOnceLock::new() }
    }

    fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let made = self.made.get_or_try_init(py, || {
            let keywords = PyDict::new(py);
            keywords.set_item("module", "sevenrocks")?;
            let made = if self.fields.is_empty() {
                let members: Vec<(String, usize)> =
                    Arm::ALL.into_iter().map(|arm| (arm.to_string().to_uppercase(), arm.index())).collect();
                py.import("enum")?.getattr("IntEnum")?.call((self.name, members), Some(&keywords))?
            } else {
                let fields = self.fields.to_vec();
                py.import("collections")?.getattr("namedtuple")?.call((self.name, fields), Some(&keywords))?
            };
            made.setattr("__doc__", self.about)?;
            PyResult::Ok(made.unbind())
        })?;
        Ok(made.bind(py))
    }

    /// One of these, with its fields in order.
    pub(super) fn make<'py, A>(&self, py: Python<'py>, fields: A) -> PyResult<Bound<'py, PyAny>>
    where
        A: pyo3::call::PyCallArgs<'py>,
    {
        self.get(py)?.call1(fields)
    }
}

pub(super) static ARM: Noun = Noun::new(
    "Arm",
    &[],
    "The four arms: LEFT and RIGHT, the ends of the main line, UP and DOWN, the spinner's branches A and B (R11).",
);
pub(super) static TILE_HALF: Noun =
    Noun::new("TileHalf", &["tile", "half"], "A half of a tile, such as ([1|4], 'low') or ([1|1], 'branch A').");
pub(super) static OPEN_END: Noun = Noun::new(
    "OpenEnd",
    &["arm", "tile", "half", "pips"],
    "A place where a tile may join (R12): its arm, the tile and half there, and the pips to show.",
);
pub(super) static COUNTED_END: Noun =
    Noun::new("CountedEnd", &["tile", "value"], "A tile that adds to the count, and what it adds (R14-R16).");
pub(super) static ENDING: Noun = Noun::new(
    "Ending",
    &["reason", "finisher", "leftovers", "deductions"],
    "How a round ended (R18-R24): 'out', 'blocked' or 'target', who went out, pips and deductions by seat.",
);
pub(super) static MATCH_ROUND: Noun = Noun::new(
    "MatchRound",
    &["number", "opener", "opener_by", "lot", "round"],
    "A round of a match: number from 1, opener, how it was found ('lot', 'out', 'given'), the lot's drawings, the round.",
);
pub(super) static STEP: Noun = Noun::new(
    "Step",
    &["seat", "turn", "points", "scores", "layout", "hands"],
    "A turn of a record, and the points, scores, layout and known hands after it.",
);

/// The arm as a member of `sevenrocks.Arm`.
pub(super) fn arm(py: Python<'_>, arm: Arm) -> PyResult<Bound<'_, PyAny>> {
    ARM.make(py, (arm.index(),))
}

/// Adds every noun to the module.
pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for noun in [&ARM, &TILE_HALF, &OPEN_END, &COUNTED_END, &ENDING, &MATCH_ROUND, &STEP] {
        module.add(noun.name, noun.get(module.py())?)?;
    }
    Ok(())
}
