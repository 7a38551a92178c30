//! Seven Rocks: the four-hand partnership fives domino game, exact and fast.
//!
//! Two fixed sides, all 28 double-six tiles dealt, one spinner, raw points for counts that are multiples of
//! five, leftovers rounded hand by hand and subtracted, first side at 250 wins at once. The clauses R1 to R25
//! cited throughout are those of `docs/rules.md`.
//!
//! ```
//! use sevenrocks::{PictureStyle, Layout};
//!
//! let layout: Layout = "1|4L 1|1L 4|4R 3|4R 1|2L 1|5U".parse()?;
//! assert_eq!(layout.count(), 10);
//! let drawn = [
//!     "     [5]",
//!     "     [-]",
//!     "     [1]",
//!     "     [1]     [4]",
//!     "[2|1][-][1|4][-][4|3]",
//!     "     [1]     [4]",
//! ];
//! assert_eq!(layout.picture(PictureStyle::Ascii).to_string(), drawn.join("\n"));
//! # Ok::<(), sevenrocks::Error>(())
//! ```
//!
//! The nouns: a [`Tile`] has two halves of [`Pip`]s; [`Deal`] gives each [`Seat`] a hand; [`Turn`]s are played
//! on the [`Arm`]s of a [`Layout`]; a [`Round`] is a position, a [`PlayedRound`] keeps the turns that led to it;
//! a [`Match`] deals rounds until a side reaches the target. A policy sees a [`View`] only.

pub mod arm;
pub mod batch;
pub mod belief;
#[cfg(feature = "python")]
mod bindings;
mod bits;
pub mod deal;
pub mod error;
pub mod known;
pub mod layout;
pub mod matchplay;
pub mod notation;
pub mod perft;
pub mod policy;
pub mod rng;
pub mod round;
pub mod score;
pub mod search;
pub mod seat;
pub mod simulate;
pub mod table;
pub mod tile;
pub mod turn;
pub mod view;
mod workers;

pub use arm::Arm;
pub use belief::Belief;
pub use deal::{DEALS, Deal, Drawing, Lot};
pub use error::{Error, ErrorKind};
pub use known::KnownRound;
pub use layout::{CountedEnd, Half, Layout, OpenEnd, PictureStyle};
pub use matchplay::{GivenDeal, Match, OpenerBy, OpenerGiven};
pub use perft::perft;
pub use policy::Policy;
pub use rng::Rng;
pub use round::{PlayedRound, Round};
pub use score::{Deduction, Points, Score};
pub use seat::{BySeat, BySide, Seat, Side};
pub use table::{Ending, Reason, Table};
pub use tile::{Pip, PipSet, Tile, TileSet};
pub use turn::{LegalTurns, Turn, Turns};
pub use view::{OwnedView, View};

/// The fences of the README and of `docs/`, run as tests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/architecture.md")]
    struct Architecture;
    #[doc = include_str!("../docs/belief.md")]
    struct Belief;
    #[doc = include_str!("../docs/errors.md")]
    struct Errors;
    #[doc = include_str!("../docs/rust.md")]
    struct Rust;
    #[doc = include_str!("../docs/solver.md")]
    struct Solver;
}
