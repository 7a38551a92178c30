//! Exact solving with open hands: what a position is worth when all hands are known and both sides play their best.
//!
//! The value is side 0's gain less side 1's over the rest of the round: the points of every placement (R17) and the
//! deductions at its end (R20, R21). [`Objective::Win`] puts a win at the target (R24) above all differences; without
//! it the target is ignored. What is searched, and how fast, is in `docs/solver.md`.

mod analyze;
mod bounds;
mod key;
mod limits;
mod many;
mod objective;
mod ordering;
mod position;
mod probe;
mod puzzles;
mod reach;
mod sight;
mod solve;
mod transpositions;

pub use analyze::{Analysis, AnalyzedTurn, analyze_round};
pub use bounds::Bounds;
pub use limits::{Limits, Stop};
pub use many::solve_many;
pub use objective::Objective;
pub use puzzles::{PATIENCE, Puzzle, PuzzlePlan};
pub use solve::{Solution, Solve, solve};
