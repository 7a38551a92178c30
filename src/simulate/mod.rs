//! Whole matches played by policies, one after the other or on many threads, with the same result either way.

mod columns;
mod run;

pub use columns::{Column, Columns, MATCH_COLUMNS, MatchRow, Numbers, ROUND_COLUMNS, RoundRow};
pub use run::{Outcome, Plan, Unfinished, simulate};

pub use crate::policy::Fault;

use crate::bits::{Bits, Task, dispatch};
use crate::error::Error;
use crate::known::KnownRound;
use crate::matchplay::Dealer;
use crate::notation::{Record, RecordRound, Tag};
use crate::policy::{self, Picks, Policy, SeatPolicy};
use crate::rng::stream;
use crate::round::{PlayedRound, Round};
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat};

/// One policy at each seat.
pub type SeatPolicies = BySeat<SeatPolicy>;

/// The shipped policies that `names` name, one a side or one a seat, each seat with its own.
///
/// Refuses other numbers of names ([`Error::PolicyCount`]), and what [`policy::build`] refuses.
pub fn seat_policies(names: &[&str]) -> Result<SeatPolicies, Error> {
    if !matches!(names.len(), 2 | 4) {
        return Err(Error::PolicyCount { found: names.len() });
    }
    let [first, second, third, fourth] = Seat::ALL.map(|seat| policy::build(names[seat.index() % names.len()]));
    Ok(BySeat([first?, second?, third?, fourth?]))
}

/// Plays match `index` of the batch `seed` and gives its row.
///
/// Each policy is reset with a seed of its own first, so that no choice depends on the deals to come or on how
/// often another seat drew. A match that has seen `rounds` rounds stops without a winner.
pub fn play_match(
    seats: &mut SeatPolicies,
    seed: u64,
    index: u64,
    target: Score,
    rounds: Option<u32>,
) -> Result<MatchRow, Fault> {
    dispatch(PlayMatch { seats, seed, index, target, rounds, kept: &mut Kept::default() })
}

/// What is kept of matches besides their rows.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    rounds: Option<Vec<RoundRow>>,
    records: Option<Vec<String>>,
}

impl Kept {
    /// Nothing yet, of what `extras` asks for.
    fn of(extras: Extras) -> Self {
        Self { rounds: extras.rounds.then(Vec::new), records: extras.records.then(Vec::new) }
    }
}

/// What to keep of a batch besides the columns of its matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// A row for each round.
    pub rounds: bool,
    /// The record of each match.
    pub records: bool,
}

/// The arguments of [`play_match`].
struct PlayMatch<'a> {
    seats: &'a mut SeatPolicies,
    seed: u64,
    index: u64,
    target: Score,
    rounds: Option<u32>,
    kept: &'a mut Kept,
}

impl Task for PlayMatch<'_> {
    type Done = Result<MatchRow, Fault>;

    #[inline(always)]
    fn run<B: Bits>(self) -> Self::Done {
        let Self { seats, seed, index, target, rounds, kept } = self;
        let target = target.check_target()?;
        let match_seed = stream(seed, index);
        for seat in Seat::ALL {
            seats[seat].reset(stream(match_seed, seat.index() as u64));
        }
        let mut dealer = Dealer::shuffled(seed, index);
        let mut row = MatchRow::default();
        let mut scores = BySide::default();
        let mut before = None;
        let mut told = Vec::new();
        while let Some((deal, opener, opener_by)) = dealer.deal_by::<B>(before) {
            let mut played = PlayedRound::begin(Round::following(deal, opener, scores, target));
            play_round::<B>(seats, &mut played)?;
            let table = played.now().table();
            before = table.ending();
            scores = table.scores();
            if let Some(kept) = &mut kept.rounds {
                kept.extend(RoundRow::new(index, row.rounds + 1, &played));
            }
            row.add_round(table, played.turns().len());
            if kept.records.is_some() {
                told.push(RecordRound { opener_by, known: KnownRound::of_played(&played, |_| true) });
            }
            if table.winner().is_some() || rounds.is_some_and(|rounds| row.rounds >= rounds) {
                break;
            }
        }
        if let Some(records) = &mut kept.records {
            let tags = Seat::ALL.map(|seat| Tag::of_seat(seat, &seats[seat].name())).into();
            let record = Record { tags, shuffle: Some((seed, index)), target, rounds: told };
            records.push(record.to_string());
        }
        Ok(row)
    }
}

/// Plays a round that is not over to its end. Forced passes are taken without asking a policy.
///
/// Four shipped policies of one kind have a loop of their own, in which nothing is asked but the turn.
#[inline(always)]
fn play_round<B: Bits>(seats: &mut SeatPolicies, played: &mut PlayedRound) -> Result<(), Fault> {
    use SeatPolicy::{Counting, Greedy, Random};
    match &mut seats.0 {
        [Random(a), Random(b), Random(c), Random(d)] => play_alike::<B, _>(BySeat([a, b, c, d]), played),
        [Greedy(a), Greedy(b), Greedy(c), Greedy(d)] => play_alike::<B, _>(BySeat([a, b, c, d]), played),
        [Counting(a), Counting(b), Counting(c), Counting(d)] => play_alike::<B, _>(BySeat([a, b, c, d]), played),
        _ => return play_mixed::<B>(seats, played),
    }
    Ok(())
}

#[inline(always)]
fn play_alike<B: Bits, P: Picks>(mut seats: BySeat<&mut P>, played: &mut PlayedRound) {
    while !played.now().is_over() {
        let (seat, legal) = (played.now().seat(), played.now().legal_turns());
        if legal.is_pass() {
            played.pass_unchecked();
        } else {
            let turn = seats[seat].pick::<B>(legal, || played.view(seat));
            played.play_unchecked(turn);
        }
    }
}

#[inline(always)]
fn play_mixed<B: Bits>(seats: &mut SeatPolicies, played: &mut PlayedRound) -> Result<(), Fault> {
    while !played.now().is_over() {
        let (seat, legal) = (played.now().seat(), played.now().legal_turns());
        if legal.is_pass() {
            played.pass_unchecked();
            continue;
        }
        let policy = &mut seats[seat];
        let turn = policy.choose_by::<B>(legal, || played.view(seat)).map_err(Fault::Policy)?;
        if !legal.contains(turn) {
            return Err(Fault::illegal(policy, &played.view(seat), turn));
        }
        played.play_unchecked(turn);
    }
    Ok(())
}
