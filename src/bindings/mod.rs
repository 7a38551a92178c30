//! The Python extension `sevenrocks._core`: converts, calls, converts. No rule of the game is written here.

#![allow(clippy::needless_pass_by_value)] // extracted arguments come by value
#![allow(clippy::doc_markdown)] // docstrings are Python's

mod batch;
mod belief;
mod convert;
mod errors;
mod gate;
mod layout;
mod matchplay;
mod model;
mod nouns;
mod policy;
mod puzzles;
mod record;
mod round;
mod search;
mod simulate;
mod tile;
mod turn;
mod view;

use pyo3::prelude::*;

/// The compiled core of `sevenrocks`; import the package, not this.
#[pymodule]
mod _core {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::{Batch, pick_masked};
    #[pymodule_export]
    use super::belief::Deals;
    #[pymodule_export]
    use super::errors::{IllegalTurnError, NotationError, SetupError, SevenRocksError};
    #[pymodule_export]
    use super::layout::Layout;
    #[pymodule_export]
    use super::matchplay::Match;
    #[pymodule_export]
    use super::policy::{Policy, named_policy, policies};
    #[pymodule_export]
    use super::puzzles::puzzles;
    #[pymodule_export]
    use super::record::{Record, RecordRound};
    #[pymodule_export]
    use super::round::Round;
    #[pymodule_export]
    use super::search::{analyze_round, solve, solve_many};
    #[pymodule_export]
    use super::simulate::simulate;
    #[pymodule_export]
    use super::tile::{Tile, TileSet};
    #[pymodule_export]
    use super::turn::Turn;
    #[pymodule_export]
    use super::view::View;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::nouns::add_to(module)
    }
}
