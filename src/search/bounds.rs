//! What is known of a value: bounds, equal when it is known exactly.

use crate::seat::Side;

/// A number of points between two bounds, both included; known exactly when they are equal.
///
/// All values are multiples of five, and so are bounds, but for [`WIN`](Self::WIN) and its opposite.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bounds {
    /// The least it can be.
    pub lower: i32,
    /// The most it can be.
    pub upper: i32,
}

impl Bounds {
    /// Stands above all points: side 0 reaches the target first whatever side 1 does. `-WIN` stands below them, for
    /// side 1. Only the objective [`Win`](super::Objective::Win) gives either.
    pub const WIN: i32 = i32::MAX;

    /// The number itself, known exactly.
    pub const fn of(points: i32) -> Self {
        Self { lower: points, upper: points }
    }

    /// The number, if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether `points` is not ruled out.
    pub const fn contains(self, points: i32) -> bool {
        self.lower <= points && points <= self.upper
    }
}

/// Stands for a match won, in fives: so far above all differences that a win stays one whatever points are added to
/// it on the way back to where the search began.
///
/// A side makes at most 7 + 6 = 13 placements of at most 35 points, and the others pay for at most the heaviest 14
/// tiles, 118 pips or 120 points: 455 + 120 points are 115 fives.
pub(super) const WIN: i32 = 1000;

/// What no difference reaches, and every win with what is added to it.
pub(super) const SURE: i32 = WIN / 2;

/// The value before a turn that brought the side to act `gain`, of the value after it.
pub(super) const fn turned(gain: i32, value: i32) -> i32 {
    match value {
        WIN => -WIN,
        value if value == -WIN => WIN,
        _ => gain - value,
    }
}

/// What a probe found, without what was added to a win on the way.
pub(super) const fn normalized(value: i32) -> i32 {
    match value {
        SURE.. => WIN,
        value if value <= -SURE => -WIN,
        _ => value,
    }
}

/// Bounds on a value as the search counts: in fives, to the side to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) lower: i32,
    pub(super) upper: i32,
}

impl Span {
    /// Nothing is known.
    pub(super) const ANY: Self = Self { lower: -WIN, upper: WIN };

    pub(super) const fn exact(fives: i32) -> Self {
        Self { lower: fives, upper: fives }
    }

    pub(super) const fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The bound that tells whether the value reaches `goal`, if one does.
    #[inline(always)]
    pub(super) const fn decides(self, goal: i32) -> Option<i32> {
        if self.lower >= goal {
            Some(self.lower)
        } else if self.upper < goal {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The value before a turn that brought the side to act `gain`, of the value after it.
    pub(super) const fn before(self, gain: i32) -> Self {
        Self { lower: turned(gain, self.upper), upper: turned(gain, self.lower) }
    }

    /// The same in points, to side 0, if it was `side` to act.
    pub(super) const fn to_side_0(self, side: Side) -> Bounds {
        match side.get() {
            0 => Bounds { lower: points(self.lower), upper: points(self.upper) },
            _ => Bounds { lower: -points(self.upper), upper: -points(self.lower) },
        }
    }
}

/// The points by which one value is better than another, in fives both.
pub(super) const fn given_away(best: i32, played: i32) -> i32 {
    points(normalized(best - played))
}

/// Fives in points.
const fn points(fives: i32) -> i32 {
    match fives {
        WIN => Bounds::WIN,
        fives if fives == -WIN => -Bounds::WIN,
        _ => 5 * fives,
    }
}
