//! The public part of a round: what everybody at the table sees, and how turns change it.

use crate::arm::Arm;
use crate::deal::HAND;
use crate::error::Error;
use crate::layout::Arms;
use crate::score::{Deduction, Points, Score};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::{PipSet, Tile, TileSet};
use crate::turn::Turn;

/// Why a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A seat placed its last tile (R18).
    Out,
    /// Four players in a row could not place (R18).
    Blocked,
    /// A side reached the target: the match is won, and nothing is settled (R24).
    Target,
}

impl Reason {
    /// The name in one word: `out`, `blocked`, `target`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Blocked => "blocked",
            Self::Target => "target",
        }
    }
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Why it ended.
    pub reason: Reason,
    /// The seat that went out (R18); `None` for a blocked round and for a win at the target (R19, R24).
    pub finisher: Option<Seat>,
    /// The pips left in each hand. After a win at the target nothing is settled and no hand shown, so the
    /// table knows none and has 0 for each; [`Round::ending`](crate::Round::ending) fills them in.
    pub leftovers: BySeat<u8>,
}

impl Ending {
    /// What each hand costs its side: its leftovers rounded hand by hand, nothing after a win (R20, R21, R24).
    pub fn deductions(&self) -> BySeat<Deduction> {
        match self.reason {
            Reason::Target => BySeat::default(),
            Reason::Out | Reason::Blocked => self.leftovers.map(Deduction::nearest_five),
        }
    }
}

/// A round as the whole table sees it: everything but the hands.
///
/// [`Round`](crate::Round) is a table with four hands, a [`View`](crate::View) one with a single hand, so no
/// view can hold more than a seat may know. A table plays turns by the public rules (joining, count and
/// points, turn order, target, going out, blocking); whoever knows hands checks them besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    scores: BySide<Score>,
    target: Score,
    played: TileSet,
    arms: Arms,
    seat: Seat,
    opener: Seat,
    passes: u8,
    points: Points,
    hand_sizes: BySeat<u8>,
    lacks: BySeat<PipSet>,
    ending: Option<Ending>,
}

/// Stands for «no target»: above every score.
const NO_TARGET: Score = Score(i32::MAX);

impl Table {
    /// The table before `opener` opens, seven tiles in every hand (R4, R6).
    ///
    /// Refuses a target outside 1 to 1,000,000, and scores outside ± 1,000,000 or at the target already.
    pub fn new(opener: Seat, scores: BySide<Score>, target: Option<Score>) -> Result<Self, Error> {
        target.map(Score::check_target).transpose()?;
        for (side, &score) in scores.iter() {
            if !(-Score::LIMIT..=Score::LIMIT).contains(&score.0) {
                return Err(Error::ScoreRange { found: score.0.into() });
            }
            if let Some(target) = target
                && score >= target
            {
                return Err(Error::ScoreReached { side, score, target });
            }
        }
        Ok(Self::following(opener, scores, target.unwrap_or(NO_TARGET)))
    }

    /// The table of a round after others of the same match, whose scores are below its target (R25).
    pub(crate) fn following(opener: Seat, scores: BySide<Score>, target: Score) -> Self {
        debug_assert!(scores.0.iter().all(|&score| score < target));
        Self {
            scores,
            target,
            played: TileSet::EMPTY,
            arms: Arms::EMPTY,
            seat: opener,
            opener,
            passes: 0,
            points: Points::ZERO,
            hand_sizes: BySeat([HAND as u8; 4]),
            lacks: BySeat::default(),
            ending: None,
        }
    }

    /// The scores of the match at this moment, settled when the round is over (R21).
    pub const fn scores(&self) -> BySide<Score> {
        self.scores
    }

    /// The score that wins the match (R3), `None` if this round is played for itself.
    pub fn target(&self) -> Option<Score> {
        (self.target != NO_TARGET).then_some(self.target)
    }

    /// The tiles on the table.
    pub const fn played(&self) -> TileSet {
        self.played
    }

    /// What the arms show.
    #[inline(always)]
    pub const fn arms(&self) -> &Arms {
        &self.arms
    }

    /// Whose turn it is; in a round that is over, whose it would be.
    #[inline(always)]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The seat that opens the round (R6).
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// How many passes in a row came last: 0 to 4.
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// The points of the last turn.
    #[inline(always)]
    pub const fn points(&self) -> Points {
        self.points
    }

    /// How many tiles each hand has left.
    #[inline(always)]
    pub const fn hand_sizes(&self) -> BySeat<u8> {
        self.hand_sizes
    }

    /// The pips that each seat's passes prove it does not hold: everything open at the time, branches that
    /// might have been started included (R12, R13).
    #[inline(always)]
    pub const fn lacks(&self) -> BySeat<PipSet> {
        self.lacks
    }

    /// How the round ended, `None` while it goes on.
    #[inline(always)]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether the round has ended.
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// The side that has reached the target (R24).
    pub fn winner(&self) -> Option<Side> {
        // A round begins below the target, and deductions only lower a score (R25).
        Side::ALL.into_iter().find(|&side| self.scores[side] >= self.target)
    }

    /// Refuses a turn that contradicts what the whole table can see.
    ///
    /// That is a turn in a round that is over, a tile that lies on the table or that the seat's passes prove it
    /// lacks, a placement the layout does not allow, an opening pass, and a fourth pass while a tile not yet
    /// played would still fit.
    pub fn check(&self, turn: Turn) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::RoundOver);
        }
        match turn.placement() {
            Some((tile, arm)) => self.check_placement(tile, arm),
            None => self.check_pass(),
        }
    }

    /// Refuses a turn that a seat to act with this `hand` may not play, with the reason. The round goes on.
    pub(crate) fn check_from_hand(&self, hand: TileSet, turn: Turn) -> Result<(), Error> {
        let (seat, legal) = (self.seat, self.arms.legal_turns(hand));
        if legal.contains(turn) {
            return Ok(());
        }
        match (turn.placement(), legal.iter().next()) {
            (Some((tile, _)), _) if self.played.contains(tile) => Err(Error::AlreadyPlayed { tile }),
            (Some((tile, _)), _) if !hand.contains(tile) => Err(Error::NotInHand { seat, tile }),
            (Some((tile, arm)), _) => self.arms.check(tile, arm),
            (None, Some(turn)) => Err(Error::MustPlay { seat, turn }),
            (None, None) => Err(Error::RoundOver),
        }
    }

    fn check_placement(&self, tile: Tile, arm: Arm) -> Result<(), Error> {
        if self.played.contains(tile) {
            return Err(Error::AlreadyPlayed { tile });
        }
        self.arms.check(tile, arm)?;
        match [tile.low(), tile.high()].into_iter().find(|&pips| self.lacks[self.seat].contains(pips)) {
            Some(pips) => Err(Error::PassDisproves { seat: self.seat, tile, pips }),
            None => Ok(()),
        }
    }

    fn check_pass(&self) -> Result<(), Error> {
        let fits = self.arms.legal_turns(!self.played);
        match fits.iter().next() {
            Some(turn) if self.arms.is_empty() => Err(Error::MustPlay { seat: self.seat, turn }),
            Some(turn) if self.passes == 3 && !turn.is_pass() => Err(Error::NotBlocked { turn }),
            _ => Ok(()),
        }
    }

    /// Plays `turn`, which [`check`](Self::check) allows. If the round ends with it and is settled, `leftovers`
    /// is asked for the pips that each hand has left (R18–R24).
    #[inline(always)]
    pub fn play(&mut self, turn: Turn, leftovers: impl FnOnce() -> BySeat<u8>) {
        match turn.placement() {
            Some((tile, arm)) => self.place(tile, arm, leftovers),
            None => self.pass(leftovers),
        }
    }

    #[inline(always)]
    pub(crate) fn place(&mut self, tile: Tile, arm: Arm, leftovers: impl FnOnce() -> BySeat<u8>) {
        let seat = self.seat;
        self.seat = seat.next();
        self.points = self.arms.place(tile, arm);
        self.played = self.played.with(tile);
        self.hand_sizes[seat] -= 1;
        self.passes = 0;
        let score = &mut self.scores[seat.side()];
        *score += self.points;
        if *score >= self.target {
            // R23, R24: before going out is looked at, and nothing is settled. A round begins below the target, so
            // this placement scored.
            self.end(Ending { reason: Reason::Target, finisher: None, leftovers: BySeat::default() });
        } else if self.hand_sizes[seat] == 0 {
            self.end(Ending { reason: Reason::Out, finisher: Some(seat), leftovers: leftovers() });
        }
    }

    #[inline(always)]
    pub(crate) fn pass(&mut self, leftovers: impl FnOnce() -> BySeat<u8>) {
        let seat = self.seat;
        self.seat = seat.next();
        self.points = Points::ZERO;
        self.passes += 1;
        self.lacks[seat] = self.lacks[seat].union(self.arms.open_pips());
        if self.passes == 4 {
            self.end(Ending { reason: Reason::Blocked, finisher: None, leftovers: leftovers() });
        }
    }

    fn end(&mut self, ending: Ending) {
        for (seat, &deduction) in ending.deductions().iter() {
            self.scores[seat.side()] -= deduction;
        }
        self.ending = Some(ending);
    }

    /// The table before the opening, from which `turns` led to this one.
    pub(crate) fn before(&self, turns: &[Turn]) -> Self {
        // After a win at the target nothing was settled, and the ending's leftovers are 0 (R24).
        let leftovers = self.ending.map_or_else(BySeat::default, |ending| ending.leftovers);
        let mut change = Self::following(self.opener, BySide::default(), NO_TARGET);
        for &turn in turns {
            change.play(turn, || leftovers);
        }
        let scores = BySide(Side::ALL.map(|side| Score(self.scores[side].0 - change.scores[side].0)));
        Self::following(self.opener, scores, self.target)
    }

    /// This table with no target, the round going on for itself.
    #[must_use]
    pub fn without_target(self) -> Self {
        Self { target: NO_TARGET, ..self }
    }
}
