//! A round: four hands around a table. Bare, or with the turns that led there.

use std::hash::{Hash, Hasher};

use crate::arm::Arm;
use crate::deal::Deal;
use crate::error::Error;
use crate::layout::{ArmsKey, Layout};
use crate::score::{Points, Score};
use crate::seat::{BySeat, BySide, Seat};
use crate::table::{Ending, Table};
use crate::tile::{Tile, TileSet};
use crate::turn::{LegalTurns, Turn, Turns};
use crate::view::View;

/// A position of one round: four hands and the table, without the turns that led there.
///
/// At most 64 bytes and `Copy`, for search and simulation; [`PlayedRound`] keeps the turns besides. Equality is
/// exact: the same hands, arms, scores, opener. For search compare [`canonical_key`](Self::canonical_key)s.
///
/// ```
/// use sevenrocks::{BySide, Deal, Rng, Round, Seat};
/// let deal = Deal::random(&mut Rng::new(7));
/// let mut round = Round::new(deal, Seat::ALL[2], BySide::default(), None)?;
/// while !round.is_over() {
///     let turn = round.legal_turns().iter().next().unwrap();
///     round = round.play(turn)?;
/// }
/// assert!(round.ending().is_some());
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Round {
    hands: BySeat<TileSet>,
    table: Table,
}

const _: () = assert!(size_of::<Round>() <= 64, "a bare round is cheap to copy");

impl Round {
    /// The round in which `opener` is to open `deal`, at these match scores; `target` of `None` plays it for
    /// itself. Refuses what [`Table::new`] refuses.
    pub fn new(deal: Deal, opener: Seat, scores: BySide<Score>, target: Option<Score>) -> Result<Self, Error> {
        Ok(Self { hands: deal.hands(), table: Table::new(opener, scores, target)? })
    }

    /// The round that follows one of the same match, whose scores are below its target (R25).
    pub(crate) fn following(deal: Deal, opener: Seat, scores: BySide<Score>, target: Score) -> Self {
        Self { hands: deal.hands(), table: Table::following(opener, scores, target) }
    }

    /// The position of these `hands` around `table`, which the caller knows to belong together.
    #[inline(always)]
    pub(crate) const fn around(table: Table, hands: BySeat<TileSet>) -> Self {
        Self { hands, table }
    }

    /// What the whole table sees.
    #[inline(always)]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The tiles each seat has left.
    pub const fn hands(&self) -> BySeat<TileSet> {
        self.hands
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn seat(&self) -> Seat {
        self.table.seat()
    }

    /// The hand of the seat to act.
    #[inline(always)]
    pub fn hand(&self) -> TileSet {
        self.hand_of(self.seat())
    }

    /// The tiles `seat` has left.
    #[inline(always)]
    pub(crate) fn hand_of(&self, seat: Seat) -> TileSet {
        self.hands[seat]
    }

    /// The points of the last turn.
    #[inline(always)]
    pub const fn points(&self) -> Points {
        self.table.points()
    }

    /// The match scores at this moment, settled when the round is over.
    pub const fn scores(&self) -> BySide<Score> {
        self.table.scores()
    }

    /// Whether the round has ended.
    #[inline(always)]
    pub const fn is_over(&self) -> bool {
        self.table.is_over()
    }

    /// How the round ended, with the pips that each hand has left.
    pub fn ending(&self) -> Option<Ending> {
        let leftovers = self.hands.map(TileSet::pips);
        self.table.ending().map(|ending| Ending { leftovers, ..ending })
    }

    /// The legal turns: every tile of the hand at every open end it fits, or the pass alone (R8, R13).
    #[inline(always)]
    pub fn legal_turns(&self) -> LegalTurns {
        if self.is_over() {
            return LegalTurns::NONE;
        }
        self.table.arms().legal_turns(self.hand())
    }

    /// Whether `turn` is legal here.
    pub fn is_legal(&self, turn: Turn) -> bool {
        self.legal_turns().contains(turn)
    }

    /// Refuses an illegal turn with the reason.
    pub fn check(&self, turn: Turn) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::RoundOver);
        }
        self.table.check_from_hand(self.hand(), turn)
    }

    /// The position after `turn`; refuses an illegal one with the reason.
    pub fn play(&self, turn: Turn) -> Result<Self, Error> {
        self.check(turn)?;
        let mut next = *self;
        next.play_unchecked(turn);
        Ok(next)
    }

    /// Plays `turn` in place, which the caller knows to be legal.
    #[inline(always)]
    pub fn play_unchecked(&mut self, turn: Turn) {
        debug_assert_eq!(self.check(turn), Ok(()));
        match turn.placement() {
            Some((tile, arm)) => self.place_unchecked(tile, arm),
            None => self.pass_unchecked(),
        }
    }

    /// Places `tile` on `arm`, which the caller knows to be legal.
    #[inline(always)]
    pub(crate) fn place_unchecked(&mut self, tile: Tile, arm: Arm) {
        let Self { hands, table } = self;
        let hand = &mut hands[table.seat()];
        *hand = hand.without(tile);
        table.place(tile, arm, || hands.map(TileSet::pips));
    }

    /// Passes, which the caller knows to be forced.
    #[inline(always)]
    pub(crate) fn pass_unchecked(&mut self) {
        let Self { hands, table } = self;
        table.pass(|| hands.map(TileSet::pips));
    }

    /// This position played for itself, with no target.
    #[must_use]
    pub fn without_target(self) -> Self {
        Self { table: self.table.without_target(), ..self }
    }

    /// Equal for positions from which the same points and deductions can be had by the same tiles: arms exchanged,
    /// whoever opened, however the last points fell, and however many passes a blocked round still takes.
    pub fn canonical_key(&self) -> RoundKey {
        RoundKey {
            hands: self.hands,
            arms: self.table.arms().canonical_key(),
            seat: self.seat(),
            scores: self.scores(),
            target: self.table.target(),
            is_over: self.is_over(),
        }
    }
}

/// What positions that are alike for search share; see [`Round::canonical_key`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RoundKey {
    hands: BySeat<TileSet>,
    arms: ArmsKey,
    seat: Seat,
    scores: BySide<Score>,
    target: Option<Score>,
    is_over: bool,
}

impl RoundKey {
    /// The key as bytes, equal exactly when the keys are.
    pub fn to_bytes(&self) -> Vec<u8> {
        let hands = self.hands.0.iter().flat_map(|hand| hand.mask().to_le_bytes());
        let scores = self.scores.0.iter().flat_map(|score| score.0.to_le_bytes());
        let target = self.target.map_or(0, |target| target.0).to_le_bytes();
        let [seat, is_over] = [self.seat.get(), u8::from(self.is_over)];
        hands.chain(self.arms.0).chain([seat]).chain(scores).chain(target).chain([is_over]).collect()
    }
}

/// A round with the turns that led to its present position.
#[derive(Clone, Debug)]
pub struct PlayedRound {
    start: Round,
    now: Round,
    turns: Turns,
}

impl PlayedRound {
    /// The round `start`, in which no turn may have been played: [`Error::RoundBegun`].
    pub fn new(start: Round) -> Result<Self, Error> {
        if start.table.arms().is_empty() { Ok(Self::begin(start)) } else { Err(Error::RoundBegun) }
    }

    /// The round `start`, in which the caller knows no turn to have been played.
    pub(crate) fn begin(start: Round) -> Self {
        debug_assert!(start.table.arms().is_empty());
        Self { start, now: start, turns: Turns::new() }
    }

    /// The round in which `turns` led from `start` to `now`, as the caller knows.
    #[inline(always)]
    pub(crate) fn led_to(start: Round, now: Round, turns: &Turns) -> Self {
        let played = Self { start, now, turns: turns.clone() };
        debug_assert_eq!(turns.iter().try_fold(start, |position, &turn| position.play(turn)), Ok(now));
        played
    }

    /// The position before the opening.
    pub const fn start(&self) -> &Round {
        &self.start
    }

    /// The present position.
    #[inline(always)]
    pub const fn now(&self) -> &Round {
        &self.now
    }

    /// The turns played, in order.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The seat that played turn number `position`.
    pub const fn seat_of(&self, position: usize) -> Seat {
        self.start.table.opener().clockwise(position)
    }

    /// Plays `turn`; refuses an illegal one, changing nothing.
    pub fn play(&mut self, turn: Turn) -> Result<(), Error> {
        self.now.check(turn)?;
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays `turn`, which the caller knows to be legal.
    #[inline(always)]
    pub fn play_unchecked(&mut self, turn: Turn) {
        self.now.play_unchecked(turn);
        self.turns.push(turn);
    }

    /// Passes, which the caller knows to be forced.
    #[inline(always)]
    pub(crate) fn pass_unchecked(&mut self) {
        self.now.pass_unchecked();
        self.turns.push(Turn::PASS);
    }

    /// Takes back the last turn and gives it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.now = self.start;
        for &turn in &self.turns {
            self.now.play_unchecked(turn);
        }
        Some(turn)
    }

    /// The position before each turn, and the turn.
    pub fn replay(&self) -> impl Iterator<Item = (Round, Turn)> + '_ {
        self.turns.iter().scan(self.start, |position, &turn| {
            let before = *position;
            position.play_unchecked(turn);
            Some((before, turn))
        })
    }

    /// The table as it lies.
    pub fn layout(&self) -> Layout {
        Layout::of_turns(&self.turns).unwrap_or_default()
    }

    /// What `seat` may know.
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::new(seat, self.now.hand_of(seat), self.now.table(), &self.turns)
    }
}

/// Equal when they began alike and the same turns were played: the present follows.
impl PartialEq for PlayedRound {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.turns == other.turns
    }
}

impl Eq for PlayedRound {}

impl Hash for PlayedRound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.start.hash(state);
        self.turns.hash(state);
    }
}
