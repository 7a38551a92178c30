//! What a position is solved for.

/// What both sides play for, side 0 for the most and side 1 for the least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// The difference of the rest of the round: side 0's gain less side 1's, points of every placement (R17) and
    /// deductions at the end (R21). The target is ignored, as if no side could reach it.
    #[default]
    Points,
    /// The match first: to reach the target in this round before the other side does (R24) is worth more than any
    /// difference, and for the other side to reach it less. Where neither can be forced, the difference as for
    /// [`Points`](Self::Points), among the lines in which no side reaches the target. The same as `Points` in a round
    /// without a target.
    Win,
}

impl Objective {
    /// Both, in the order of their names in Python.
    pub const ALL: [Self; 2] = [Self::Points, Self::Win];

    /// The name in one word: `points` or `win`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Win => "win",
        }
    }
}
