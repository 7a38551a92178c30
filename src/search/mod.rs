//! Exact solving with open hands: what a position is worth when all hands are known and both sides play their best.
//!
//! The value is side 0's gain less side 1's over the rest of the round: the points of every placement (R17) and the
//! deductions at its end (R20, R21). The target is ignored. What is searched, and how fast, is in `docs/solver.md`.

mod analyze;
mod bounds;
mod key;
mod limits;
mod many;
mod ordering;
mod position;
mod probe;
mod solve;
mod transpositions;

pub use analyze::{Analysis, AnalyzedTurn, analyze_round};
pub use bounds::Bounds;
pub use limits::{Limits, Stop};
pub use many::solve_many;
pub use solve::{Solution, Solve, solve};
