//! Counting the turn sequences of a round, to compare engines by.

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
    count(&round.without_target(), depth)
}

fn count(round: &Round, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => round.legal_turns().len() as u64,
        _ => round
            .legal_turns()
            .iter()
            .map(|turn| {
                let mut next = *round;
                next.play_unchecked(turn);
                count(&next, depth - 1)
            })
            .sum(),
    }
}
