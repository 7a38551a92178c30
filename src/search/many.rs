//! Many rounds solved on many threads.

use std::cell::Cell;
use std::ops::ControlFlow;

use super::solve::{Solution, Solve};
use crate::error::Error;
use crate::round::Round;
use crate::workers::in_order;

/// Solves each of `rounds` as `solve` says, on `threads` threads, at least one; in the order given.
///
/// Limits hold for each round by itself, and so does the memory: each thread has one table at a time. The answers
/// are the same for any number of threads. `observe` is called about every 50 ms on the calling thread with the number
/// of rounds solved in a row from the first; when it breaks, what is not solved by then keeps to bounds, and says that
/// it was stopped.
///
/// ```
/// use std::ops::ControlFlow;
/// use sevenrocks::search::{Solve, solve_many};
/// # fn main() -> Result<(), sevenrocks::Error> {
/// assert!(solve_many(&[], &Solve::default(), 2, |_| ControlFlow::Continue(()))?.is_empty());
/// # Ok(())
/// # }
/// ```
pub fn solve_many(
    rounds: &[Round],
    solve: &Solve,
    threads: usize,
    mut observe: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<Solution>, Error> {
    let (mut solutions, solved) = (Vec::with_capacity(rounds.len()), Cell::new(0));
    in_order(
        0..rounds.len() as u64,
        threads.min(rounds.len()),
        || |number, poll: &mut _| solve.run(&rounds[number as usize], poll),
        |solution| {
            solutions.push(solution);
            solved.set(solutions.len());
            ControlFlow::Continue(())
        },
        || observe(solved.get()),
    )?;
    Ok(solutions)
}
