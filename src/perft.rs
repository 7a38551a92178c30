//! Counting the turn sequences of a round, to compare engines by.

use std::ops::ControlFlow;

use crate::round::Round;

/// The number of sequences of exactly `depth` turns from `round`: a forced pass is a turn, a finished round has
/// no further turns, and no target ends it.
///
/// ```
/// use sevenrocks::{BySide, Deal, Rng, Round, Seat, perft};
/// let round = Round::new(Deal::random(&mut Rng::new(7)), Seat::ALL[0], BySide::default(), None)?;
/// assert_eq!((perft(&round, 0), perft(&round, 1)), (1, 7));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub fn perft(round: &Round, depth: u32) -> u64 {
    perft_until(round, depth, || ControlFlow::Continue(())).unwrap_or_default()
}

/// Like [`perft`], asking `poll` every few thousand positions whether to go on; `None` if it breaks.
pub fn perft_until(round: &Round, depth: u32, mut poll: impl FnMut() -> ControlFlow<()>) -> Option<u64> {
    match count(&round.without_target(), depth, &mut poll) {
        ControlFlow::Continue(leaves) => Some(leaves),
        ControlFlow::Break(()) => None,
    }
}

/// Subtrees of this depth are counted without asking.
const UNASKED: u32 = 7;

fn count(round: &Round, depth: u32, poll: &mut impl FnMut() -> ControlFlow<()>) -> ControlFlow<(), u64> {
    if depth <= 1 {
        return ControlFlow::Continue(if depth == 0 { 1 } else { round.legal_turns().len() as u64 });
    }
    if depth == UNASKED {
        poll()?;
    }
    let mut leaves = 0;
    for turn in round.legal_turns().iter() {
        let mut next = *round;
        next.play_unchecked(turn);
        leaves += count(&next, depth - 1, poll)?;
    }
    ControlFlow::Continue(leaves)
}
