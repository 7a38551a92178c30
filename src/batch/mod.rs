//! Many rounds or matches stepped together, their views written into rows of plain arrays.

mod observation;

pub use observation::{COLUMNS, FIELDS, Field, VERSION, observe};

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use crate::bits::{Bits, Portable, Task, dispatch};
use crate::error::Error;
use crate::matchplay::Dealer;
use crate::round::Round;
use crate::score::Score;
use crate::seat::{BySeat, BySide, Side};
use crate::table::Table;
use crate::tile::TileSet;
use crate::turn::{TURNS, Turn};

/// What an episode is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// One round, played for itself, its opener found by lot.
    Round,
    /// A whole match to this target.
    Match(Score),
}

/// When an environment whose episode is over begins the next one (Gymnasium's autoreset modes).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    /// In the step that ends it: the rows show the next episode already.
    SameStep,
    /// In the step after, whose action it ignores.
    NextStep,
    /// Only when it is told to; until then it takes no action.
    Disabled,
}

/// Who takes a forced pass (R13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForcedPass {
    /// The environment itself, before it shows its rows.
    Taken,
    /// The agent, for whom it is the one turn of the mask.
    Offered,
}

/// The action that an environment takes which is over and waits to be told.
pub const NO_ACTION: i64 = -1;

/// The arrays a batch writes, row by row: one row an environment.
pub struct Rows<'a> {
    /// The seat to act, `[n]`.
    pub current_seat: &'a mut [u8],
    /// 1 for each legal turn, `[n × 113]`; none in an episode that is over.
    pub action_mask: &'a mut [u8],
    /// What the acting seat may know, `[n × COLUMNS]`.
    pub observation: &'a mut [u8],
    /// What each side gained in the last step, `[n × 2]`: points, and deductions when a round was settled.
    pub rewards: &'a mut [f32],
    /// Whether the last step ended the episode, `[n]`.
    pub terminated: &'a mut [bool],
    /// The scores of both sides, `[n × 2]`.
    pub scores: &'a mut [i32],
}

impl<'a> Rows<'a> {
    /// The first `n` rows, and the others.
    fn split_at(self, n: usize) -> (Rows<'a>, Rows<'a>) {
        let (seat, later_seat) = self.current_seat.split_at_mut(n);
        let (mask, later_mask) = self.action_mask.split_at_mut(n * TURNS);
        let (observation, later_observation) = self.observation.split_at_mut(n * COLUMNS);
        let (rewards, later_rewards) = self.rewards.split_at_mut(2 * n);
        let (terminated, later_terminated) = self.terminated.split_at_mut(n);
        let (scores, later_scores) = self.scores.split_at_mut(2 * n);
        let rows = |current_seat, action_mask, observation, rewards, terminated, scores| Rows {
            current_seat,
            action_mask,
            observation,
            rewards,
            terminated,
            scores,
        };
        (
            rows(seat, mask, observation, rewards, terminated, scores),
            rows(later_seat, later_mask, later_observation, later_rewards, later_terminated, later_scores),
        )
    }
}

/// Environments stepped together.
///
/// Environment i of n plays matches i, i + n, i + 2n, … of the batch `seed`, or the first round of each.
#[derive(Clone, Debug)]
pub struct Batch {
    manner: Manner,
    threads: usize,
    environments: Vec<Environment>,
}

/// What is the same for every environment of a batch.
#[derive(Clone, Copy, Debug)]
struct Manner {
    seed: u64,
    /// How many matches further an environment finds its next one.
    stride: u64,
    unit: Unit,
    autoreset: Autoreset,
    forced_pass: ForcedPass,
}

#[derive(Clone, Debug)]
struct Environment {
    /// The number of its match in the batch.
    index: u64,
    dealer: Dealer,
    /// The hands as dealt.
    dealt: BySeat<TileSet>,
    now: Round,
    is_over: bool,
}

impl Batch {
    /// `n` environments at their first turn, stepped on `threads` threads (at least 1).
    ///
    /// Refuses a target outside 1 to 1,000,000.
    pub fn new(
        n: usize,
        seed: u64,
        unit: Unit,
        autoreset: Autoreset,
        forced_pass: ForcedPass,
        threads: usize,
    ) -> Result<Self, Error> {
        if let Unit::Match(target) = unit {
            target.check_target()?;
        }
        let environments = (0..n as u64).map(|index| Environment::begin(seed, index, unit)).collect();
        let manner = Manner { seed, stride: n as u64, unit, autoreset, forced_pass };
        Ok(Self { manner, threads: threads.max(1), environments })
    }

    /// The number of environments.
    pub const fn len(&self) -> usize {
        self.environments.len()
    }

    /// Whether there is no environment.
    pub const fn is_empty(&self) -> bool {
        self.environments.is_empty()
    }

    /// The number in the batch of the match that environment `position` plays.
    pub fn match_index(&self, position: usize) -> u64 {
        self.environments[position].index
    }

    /// Begins the first episode of every environment again, and writes all rows.
    pub fn reset(&mut self, rows: Rows<'_>) {
        for (index, environment) in (0..).zip(&mut self.environments) {
            *environment = Environment::begin(self.manner.seed, index, self.manner.unit);
        }
        self.show(Shown::Reset, rows);
    }

    /// Begins the next episode of the environments that `chosen` marks, and writes their rows.
    pub fn reset_chosen(&mut self, chosen: &[bool], rows: Rows<'_>) {
        self.show(Shown::Chosen(chosen), rows);
    }

    /// Takes one action in every environment and writes all rows.
    ///
    /// Every action is checked before any is taken: [`Error::BatchTurn`] names the environment, and nothing is
    /// changed.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>) -> Result<(), Error> {
        for (position, (environment, &action)) in self.environments.iter().zip(actions).enumerate() {
            environment.check(action, self.manner.autoreset).map_err(|fault| Error::BatchTurn {
                environment: position,
                seat: environment.now.seat(),
                turn: told(action),
                fault: fault.into(),
            })?;
        }
        self.show(Shown::Step(actions), rows);
        Ok(())
    }

    fn show(&mut self, shown: Shown<'_>, rows: Rows<'_>) {
        let Self { manner, threads, ref mut environments } = *self;
        let piece = environments.len().div_ceil(threads);
        if threads == 1 || piece == 0 {
            return dispatch(Show { manner, environments, shown, rows });
        }
        std::thread::scope(|scope| {
            let (mut shown, mut rows) = (shown, rows);
            for environments in environments.chunks_mut(piece) {
                let (now, later) = rows.split_at(environments.len());
                let (shown_now, shown_later) = shown.split_at(environments.len());
                (rows, shown) = (later, shown_later);
                let show = Show { manner, environments, shown: shown_now, rows: now };
                // A thread that the system refuses is no fault of the step: its piece is done here instead.
                let piece = Arc::new(Mutex::new(Some(show)));
                let there = Arc::clone(&piece);
                if Builder::new().spawn_scoped(scope, move || finish(&there)).is_err() {
                    finish(&piece);
                }
            }
        });
    }
}

/// An action as the turn it names, or as the number it is.
fn told(action: i64) -> Box<str> {
    let turn = usize::try_from(action).ok().and_then(|action| Turn::from_index(action).ok());
    turn.map_or_else(|| action.to_string(), |turn| turn.to_string()).into()
}

/// Does a piece of a step that nobody has taken yet.
fn finish(piece: &Mutex<Option<Show<'_, '_>>>) {
    if let Some(show) = piece.lock().unwrap_or_else(PoisonError::into_inner).take() {
        dispatch(show);
    }
}

/// What is to be shown, and what happens before.
#[derive(Clone, Copy)]
enum Shown<'a> {
    /// All environments, as they stand.
    Reset,
    /// Those marked, after their next episode has begun.
    Chosen(&'a [bool]),
    /// All, after an action in each.
    Step(&'a [i64]),
}

impl<'a> Shown<'a> {
    /// The same for the first `n` environments, and for the others.
    fn split_at(self, n: usize) -> (Shown<'a>, Shown<'a>) {
        match self {
            Self::Reset => (Self::Reset, Self::Reset),
            Self::Chosen(chosen) => (Self::Chosen(&chosen[..n]), Self::Chosen(&chosen[n..])),
            Self::Step(actions) => (Self::Step(&actions[..n]), Self::Step(&actions[n..])),
        }
    }
}

/// Work on some environments, row by row.
struct Show<'a, 'b> {
    manner: Manner,
    environments: &'a mut [Environment],
    shown: Shown<'a>,
    rows: Rows<'b>,
}

impl Task for Show<'_, '_> {
    type Done = ();

    #[inline(always)]
    fn run<B: Bits>(self) {
        let Self { manner, environments, shown, rows } = self;
        let seats = rows.current_seat.iter_mut().zip(rows.terminated);
        let masks = rows.action_mask.as_chunks_mut::<TURNS>().0;
        let observations = rows.observation.as_chunks_mut::<COLUMNS>().0;
        let scores = rows.scores.as_chunks_mut::<2>().0.iter_mut().zip(rows.rewards.as_chunks_mut::<2>().0);
        let rows = seats.zip(masks).zip(observations).zip(scores);
        for (position, (environment, row)) in environments.iter_mut().zip(rows).enumerate() {
            let (((seat_and_end, mask), observation), (scores, rewards)) = row;
            let (seat, terminated) = seat_and_end;
            (*rewards, *terminated) = ([0.0; 2], false);
            match shown {
                Shown::Chosen(chosen) if !chosen[position] => continue,
                Shown::Reset => environment.advance::<B>(manner),
                Shown::Chosen(_) => environment.begin_next::<B>(manner),
                Shown::Step(_) if environment.is_over => {
                    if manner.autoreset == Autoreset::NextStep {
                        environment.begin_next::<B>(manner);
                    }
                }
                Shown::Step(actions) => {
                    let before = environment.now.scores();
                    environment.play::<B>(actions[position], manner);
                    *rewards = gains(before, environment.now.scores());
                    *terminated = environment.is_over;
                    if environment.is_over && manner.autoreset == Autoreset::SameStep {
                        environment.begin_next::<B>(manner);
                    }
                }
            }
            *seat = environment.now.seat().get();
            *scores = environment.now.scores().0.map(|score| score.0);
            environment.show(mask, observation);
        }
    }
}

/// What each side has gained.
fn gains(before: BySide<Score>, after: BySide<Score>) -> [f32; 2] {
    // A step changes a score by some hundreds at most, which a float holds exactly.
    Side::ALL.map(|side| (after[side].0 - before[side].0) as i16).map(f32::from)
}

impl Environment {
    /// The environment before the first turn of match `index`, forced passes not yet looked at.
    fn begin(seed: u64, index: u64, unit: Unit) -> Self {
        let mut dealer = Dealer::shuffled(seed, index);
        let (dealt, now) = first_round(&mut dealer, unit);
        Self { index, dealer, dealt, now, is_over: false }
    }

    #[inline(always)]
    fn check(&self, action: i64, autoreset: Autoreset) -> Result<(), Error> {
        if self.is_over {
            return match autoreset {
                Autoreset::Disabled if action != NO_ACTION => Err(Error::RoundOver),
                _ => Ok(()),
            };
        }
        let refuse = |_| Error::TurnRange { found: action.into() };
        let turn = Turn::from_index(usize::try_from(action).map_err(refuse)?)?;
        if self.now.is_legal(turn) { Ok(()) } else { self.now.check(turn) }
    }

    /// Begins the next of its episodes.
    #[inline(always)]
    fn begin_next<B: Bits>(&mut self, manner: Manner) {
        *self = Self::begin(manner.seed, self.index.wrapping_add(manner.stride), manner.unit);
        self.advance::<B>(manner);
    }

    /// Plays a turn that has been checked, and whatever follows by itself.
    #[inline(always)]
    fn play<B: Bits>(&mut self, action: i64, manner: Manner) {
        let turn = usize::try_from(action).ok().and_then(|action| Turn::from_index(action).ok());
        if let Some(turn) = turn {
            self.now.play_unchecked(turn);
        }
        self.advance::<B>(manner);
    }

    /// Takes forced passes if that is asked for, and deals the next round of a match that goes on.
    #[inline(always)]
    fn advance<B: Bits>(&mut self, manner: Manner) {
        loop {
            if self.now.is_over() {
                match manner.unit {
                    Unit::Match(target) if self.now.table().winner().is_none() => self.deal_next::<B>(target),
                    _ => {
                        self.is_over = true;
                        return;
                    }
                }
            } else if manner.forced_pass == ForcedPass::Taken && self.now.legal_turns().is_pass() {
                self.now.pass_unchecked();
            } else {
                return;
            }
        }
    }

    fn deal_next<B: Bits>(&mut self, target: Score) {
        let (before, scores) = (self.now.table().ending(), self.now.scores());
        if let Some((deal, opener, _)) = self.dealer.deal_by::<B>(before) {
            self.dealt = deal.hands();
            self.now = Round::following(deal, opener, scores, target);
        }
    }

    /// Writes the mask and the observation of the acting seat; zeros when the episode is over.
    #[inline(always)]
    fn show(&self, mask: &mut [u8; TURNS], observation: &mut [u8; COLUMNS]) {
        *mask = [0; TURNS];
        *observation = [0; COLUMNS];
        if self.is_over {
            return;
        }
        for turn in self.now.legal_turns().by_arm() {
            mask[turn.index()] = 1;
        }
        let table: &Table = self.now.table();
        let placed = BySeat::from_fn(|seat| self.dealt[seat] - self.now.hand_of(seat));
        observation::write(observation, table, self.now.hand(), &placed);
    }
}

/// The first round of an episode, and its hands.
fn first_round(dealer: &mut Dealer, unit: Unit) -> (BySeat<TileSet>, Round) {
    let (deal, opener, _) = dealer.deal(None).expect("a shuffled dealer never runs out");
    let target = match unit {
        Unit::Round => None,
        Unit::Match(target) => Some(target),
    };
    let now = Round::new(deal, opener, BySide::default(), target).expect("the target has been checked");
    (deal.hands(), now)
}

/// One of the turns that a row of a mask marks with 1, each as likely for a `draw` uniform from 0 up to 1; `None` if
/// it marks none.
pub fn pick(mask: &[u8; TURNS], draw: f64) -> Option<Turn> {
    let (low, high) = (gather(&mask[..64]), gather(&mask[64..]));
    let (below, marked) = (low.count_ones(), low.count_ones() + high.count_ones());
    if marked == 0 {
        return None;
    }
    #[allow(clippy::cast_sign_loss)] // a draw is not negative; the cast would make it 0
    let choice = ((draw * f64::from(marked)) as u32).min(marked - 1);
    let position =
        if choice < below { Portable::select(low, choice) } else { 64 + Portable::select(high, choice - below) };
    Turn::from_index(position as usize).ok()
}

/// The low bits of up to 64 bytes, the first in the lowest bit.
fn gather(marks: &[u8]) -> u64 {
    let (eights, rest) = marks.as_chunks::<8>();
    // Multiplying moves the low bit of byte i to bit 56 + i, without a carry.
    let eight = |bytes: &[u8; 8]| {
        ((u64::from_le_bytes(*bytes) & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080)) >> 56
    };
    let whole = eights.iter().enumerate().fold(0, |bits, (position, bytes)| bits | eight(bytes) << (8 * position));
    rest.iter()
        .enumerate()
        .fold(whole, |bits, (position, &mark)| bits | u64::from(mark & 1) << (8 * eights.len() + position))
}
