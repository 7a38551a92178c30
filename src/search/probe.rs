//! Null-window search: is a position worth at least so much?

use super::bounds::{SURE, Span, WIN, normalized};
use super::limits::Meter;
use super::objective::Objective;
use super::ordering::{Candidate, candidates, take_first};
use super::position::{Position, ways};
use super::reach::Reach;
use super::transpositions::Transpositions;
use crate::arm::Arm;
use crate::tile::{Tile, TileSet};

/// A search over the positions of one deal, with what it has learnt.
pub(super) struct Search<'a> {
    pub(super) objective: Objective,
    pub(super) table: Transpositions,
    pub(super) meter: Meter<'a>,
}

/// How a value seen from one position is seen from a later one: `offset ± value`.
#[derive(Clone, Copy)]
struct Path {
    offset: i32,
    /// 1 while the side to act is the one that began, −1 else.
    sign: i32,
}

impl Path {
    const START: Self = Self { offset: 0, sign: 1 };

    /// The path after a turn that earned `points`.
    #[inline(always)]
    const fn then(self, points: i32) -> Self {
        Self { offset: self.offset + self.sign * points, sign: -self.sign }
    }

    /// What a value at the end of the path is at its beginning.
    #[inline(always)]
    const fn back(self, value: i32) -> i32 {
        self.offset + self.sign * value
    }

    /// The value to reach at the end of the path for `goal` to be reached at its beginning, or to be kept from for
    /// it to be: an opponent who can have one more than this keeps the side that began below `goal`.
    #[inline(always)]
    const fn goal(self, goal: i32) -> i32 {
        if self.sign > 0 { goal - self.offset } else { self.offset - goal + 1 }
    }
}

impl Search<'_> {
    /// A bound on the value of `position` to the side to act, in fives: at least `goal` and a lower bound if the
    /// value is at least `goal`, else below it and an upper bound.
    ///
    /// Means nothing once the meter has stopped.
    pub(super) fn probe(&mut self, mut position: Position, goal: i32) -> i32 {
        if self.meter.tick() {
            return goal;
        }
        let mut path = Path::START;
        loop {
            let hand = position.hand();
            let placements = position.arms.distinct_placements(hand);
            let ways = ways(&placements);
            if ways == 0 {
                if position.is_blocked() {
                    return path.back(position.settled());
                }
                (position, path) = (position.after_pass(), path.then(0));
            } else if hand.len() == 1 {
                return path.back(going_out(&position, &placements));
            } else if ways == 1 {
                let Some((arm, tile)) = first(&placements) else { continue };
                let (arms, points) = position.placed(tile, arm);
                if position.is_won_with(points) {
                    return path.back(WIN);
                }
                (position, path) = (position.after(tile, arms, points), path.then(points));
            } else {
                return path.back(self.choose(position, path.goal(goal)));
            }
        }
    }

    /// [`probe`](Self::probe) where there is a choice.
    fn choose(&mut self, mut position: Position, goal: i32) -> i32 {
        if position.reach != Reach::NEITHER
            && let Some(value) = told_at_sight(&mut position, goal)
        {
            return value;
        }
        let key = position.key();
        let known = self.table.get(key);
        if let Some(value) = known.decides(goal) {
            return value;
        }
        let before = self.meter.nodes();
        let value = self.best(&position, goal);
        if self.meter.stopped().is_some() {
            return goal;
        }
        let (lower, upper) = if value >= goal { (value, known.upper) } else { (known.lower, value) };
        self.table.put(key, Span { lower, upper }, self.meter.nodes() - before);
        value
    }

    /// The value of the best placement, up to the first that reaches `goal`.
    fn best(&mut self, position: &Position, goal: i32) -> i32 {
        let mut left = candidates(position, goal);
        let mut most = i32::MIN;
        while let Some(Candidate { tile, arms, points, .. }) = take_first(&mut left) {
            let points = i32::from(points);
            let value = points - self.probe(position.after(tile, arms, points), points - goal + 1);
            most = most.max(value);
            if most >= goal {
                break;
            }
        }
        most
    }

    /// The value of a position, found by probes that close in on it from `guess`: each begins where the last one
    /// ended. Bounds, if the meter stops.
    pub(super) fn value(&mut self, position: &Position, guess: i32) -> Span {
        if let Some(value) = position.ended() {
            return Span::exact(value);
        }
        if position.is_blocked() {
            return Span::exact(position.settled());
        }
        let mut position = *position;
        let sight = Span::at_sight(&mut position);
        self.narrowed(&position, sight, guess)
    }

    /// What is known of the value of a position, made exact by probes from `guess`.
    pub(super) fn narrowed(&mut self, position: &Position, known: Span, guess: i32) -> Span {
        let Span { mut lower, mut upper } = known;
        let mut goal = guess;
        while lower < upper {
            goal = goal.clamp(lower.max(-SURE) + 1, upper.min(SURE));
            let value = normalized(self.probe(*position, goal));
            if self.meter.stopped().is_some() {
                break;
            }
            if value >= goal {
                (lower, goal) = (value, value + 1);
            } else {
                (upper, goal) = (value, value);
            }
        }
        Span { lower, upper }
    }
}

/// The first placement.
#[inline(always)]
fn first(placements: &[TileSet; 4]) -> Option<(Arm, Tile)> {
    Arm::ALL.into_iter().zip(placements).find_map(|(arm, tiles)| Some((arm, tiles.iter().next()?)))
}

/// The most that a placement earns at once, in fives.
#[inline(always)]
fn most_points(position: &Position, placements: &[TileSet; 4]) -> i32 {
    let mut most = 0;
    for (arm, tiles) in Arm::ALL.into_iter().zip(placements) {
        for tile in *tiles {
            most = most.max(position.arms.points_of(tile, arm).get());
        }
    }
    i32::from(most) / 5
}

/// What a position with a target in reach is worth, if that can be told without a search: a placement wins at once,
/// or what can be earned leaves `goal` no question. Notes which side the target has got out of reach of.
#[inline(never)]
fn told_at_sight(position: &mut Position, goal: i32) -> Option<i32> {
    let placements = position.arms.distinct_placements(position.hand());
    if position.is_won_with(most_points(position, &placements)) {
        return Some(WIN);
    }
    Span::at_sight(position).decides(goal)
}

/// What going out with the last tile brings, where it earns most (R14, R18, R24).
#[inline(always)]
fn going_out(position: &Position, placements: &[TileSet; 4]) -> i32 {
    let most = most_points(position, placements);
    if position.is_won_with(most) {
        return WIN;
    }
    let mut ended = *position;
    ended.hands[position.seat] = TileSet::EMPTY;
    most + ended.settled()
}
