//! The plain Python types of the surface: `Arm` is an `IntEnum`, small facts are named tuples.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::arm::Arm;

/// A Python type made once when the module is imported, and never changed.
pub(super) struct Noun {
    name: &'static str,
    fields: &'static [(&'static str, &'static str)],
    about: &'static str,
    made: PyOnceLock<Py<PyAny>>,
}

impl Noun {
    const fn new(name: &'static str, fields: &'static [(&'static str, &'static str)], about: &'static str) -> Self {
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
                let fields: Vec<&str> = self.fields.iter().map(|&(field, _)| field).collect();
                py.import("collections")?.getattr("namedtuple")?.call((self.name, fields), Some(&keywords))?
            };
            made.setattr("__doc__", self.about)?;
            for (field, about) in self.fields {
                made.getattr(*field)?.setattr("__doc__", about)?;
            }
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
pub(super) static TILE_HALF: Noun = Noun::new(
    "TileHalf",
    &[("tile", "The tile."), ("half", "'low', 'high', 'track A', 'track B', 'branch A' or 'branch B'.")],
    "A half of a tile, such as ([1|4], 'low') or ([1|1], 'branch A').",
);
pub(super) static OPEN_END: Noun = Noun::new(
    "OpenEnd",
    &[
        ("arm", "The arm it is on."),
        ("tile", "The tile it belongs to."),
        ("half", "The half of that tile."),
        ("pips", "The pips that a tile must show to join."),
    ],
    "A place where a tile may join (R12): its arm, the tile and half there, and the pips to show.",
);
pub(super) static COUNTED_END: Noun = Noun::new(
    "CountedEnd",
    &[("tile", "The tile."), ("value", "What it adds: one half's pips, or a terminal double's two halves.")],
    "A tile that adds to the count, and what it adds (R14-R16).",
);
pub(super) static ENDING: Noun = Noun::new(
    "Ending",
    &[
        ("reason", "'out', 'blocked' or 'target'."),
        ("finisher", "The seat that went out, or None."),
        ("leftovers", "The pips left in each hand, by seat."),
        ("deductions", "What each hand costs its side, by seat; all 0 after a win at the target."),
    ],
    "How a round ended (R18-R24): 'out', 'blocked' or 'target', who went out, pips and deductions by seat.",
);
pub(super) static MATCH_ROUND: Noun = Noun::new(
    "MatchRound",
    &[
        ("number", "The number of the round, from 1."),
        ("opener", "The seat that opened."),
        ("opener_by", "How it was found: 'lot', 'out' or 'given'."),
        ("lot", "The lot's drawings, by seat in each; None if there was no lot."),
        ("round", "The round."),
    ],
    "A round of a match: number from 1, opener, how it was found ('lot', 'out', 'given'), the lot's drawings, the round.",
);
pub(super) static STEP: Noun = Noun::new(
    "Step",
    &[
        ("seat", "The seat that played."),
        ("turn", "Its turn."),
        ("points", "What the turn earned."),
        ("scores", "The scores after it."),
        ("layout", "The table after it."),
        ("hands", "The known hands after it, by seat; None for a hidden one."),
    ],
    "A turn of a record, and the points, scores, layout and known hands after it.",
);

pub(super) static WEIGHTED_DEALS: Noun = Noun::new(
    "WeightedDeals",
    &[
        ("deals", "The sampled deals, as rounds."),
        ("weights", "Their weights, which add up to 1: float64, one a deal."),
        ("effective_sample_size", "How many deals of equal weight would tell as much: 1 to the number of deals."),
    ],
    "Sampled deals, weighted by how likely a model makes the others' public turns in each.",
);

pub(super) static TURN_VALUE: Noun = Noun::new(
    "TurnValue",
    &[
        ("turn", "The turn."),
        (
            "value",
            "Its exact value for side 0, its own points included, or inf or -inf for a win of side 0 or 1; None if not known.",
        ),
        ("lower", "The least its value can be."),
        ("upper", "The most its value can be."),
    ],
    "A legal turn with its value.",
);
pub(super) static SOLUTION: Noun = Noun::new(
    "Solution",
    &[
        (
            "value",
            "Side 0's gain less side 1's over the rest of the round, or inf or -inf for a win of side 0 or 1; None if not known.",
        ),
        ("lower", "The least the value can be."),
        ("upper", "The most the value can be."),
        ("turns", "Every legal turn with its value, in index order; empty with best_only."),
        ("line", "One best line to the end of the round."),
        ("nodes", "The positions searched."),
        ("stopped", "None, or what stopped the solve: 'nodes', 'time' or 'poll'."),
    ],
    "What a solve came to.",
);
pub(super) static PUZZLE: Noun = Noun::new(
    "Puzzle",
    &[
        ("round", "The round up to the turn that is asked for, with no target."),
        ("best", "The one best turn."),
        ("gap", "By how many points it is better than any other legal turn, for the side that plays it."),
        ("solution", "What `solve` says: the value of every turn, and one best line."),
    ],
    "A position with exactly one best turn.",
);
pub(super) static ANALYZED_TURN: Noun = Noun::new(
    "AnalyzedTurn",
    &[
        ("turn", "The turn that was played."),
        ("value", "The exact value of the position before it, for side 0; None if it was not reached."),
        ("loss", "What the turn gave away against the best one, 0 or more, inf for a win; None if it was not reached."),
    ],
    "A turn as it was played, with open hands.",
);
pub(super) static ANALYSIS: Noun = Noun::new(
    "Analysis",
    &[
        ("turns", "Every turn of the round in order."),
        ("now", "The exact value after the last turn: 0 in a round that is over."),
        ("nodes", "The positions searched."),
        ("stopped", "None, or what stopped the analysis: 'nodes', 'time' or 'poll'."),
    ],
    "What an analysis came to.",
);

/// The arm as a member of `sevenrocks.Arm`.
pub(super) fn arm(py: Python<'_>, arm: Arm) -> PyResult<Bound<'_, PyAny>> {
    ARM.make(py, (arm.index(),))
}

/// Adds every noun to the module.
pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for noun in [
        &ARM,
        &TILE_HALF,
        &OPEN_END,
        &COUNTED_END,
        &ENDING,
        &MATCH_ROUND,
        &STEP,
        &WEIGHTED_DEALS,
        &TURN_VALUE,
        &SOLUTION,
        &PUZZLE,
        &ANALYZED_TURN,
        &ANALYSIS,
    ] {
        module.add(noun.name, noun.get(module.py())?)?;
    }
    Ok(())
}
