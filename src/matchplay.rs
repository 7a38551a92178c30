//! A whole match: rounds dealt one after the other until a side reaches the target.

use std::sync::Arc;

use crate::bits::{Bits, Portable};
use crate::deal::{Deal, Lot};
use crate::error::Error;
use crate::rng::{Rng, stream};
use crate::round::{PlayedRound, Round};
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::table::{Ending, Reason};
use crate::tile::TileSet;
use crate::turn::{LegalTurns, Turn};
use crate::view::View;

/// The score that wins a match unless another is asked for (R3).
pub const TARGET: Score = Score(250);

/// How the opener of a round was found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OpenerBy {
    /// By a neutral lot: in the first round and after a blocked one (R5, R7).
    Lot(Lot),
    /// It went out in the round before (R7).
    Out,
    /// The caller named it where a lot would have decided.
    Given,
}

impl OpenerBy {
    /// The name in one word: `lot`, `out`, `given`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lot(_) => "lot",
            Self::Out => "out",
            Self::Given => "given",
        }
    }

    /// The lot, if there was one.
    pub const fn lot(&self) -> Option<&Lot> {
        match self {
            Self::Lot(lot) => Some(lot),
            Self::Out | Self::Given => None,
        }
    }
}

/// A deal that the caller brings, and who won the lot if one is needed for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GivenDeal {
    /// The four hands.
    pub deal: Deal,
    /// Who opens where a lot decides; `None` to hold one. A seat that went out opens in any case (R7).
    pub opener: Option<OpenerGiven>,
}

/// The outcome of a lot that the caller brings.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OpenerGiven {
    /// Only the seat is known.
    Seat(Seat),
    /// The drawings are known too.
    Lot(Lot),
}

/// Deals the rounds of a match and finds their openers (R4, R5, R7).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dealer {
    seed: u64,
    index: u64,
    rng: Rng,
    source: Source,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// Random deals.
    Shuffled,
    /// Deals the caller brought, and how many are used up.
    Given(Arc<[GivenDeal]>, usize),
}

impl Dealer {
    /// Random deals from match `index` of the batch `seed`.
    pub const fn shuffled(seed: u64, index: u64) -> Self {
        Self { seed, index, rng: Rng::new(stream(seed, index)), source: Source::Shuffled }
    }

    /// These deals in order; lots that are not given are held from `seed`.
    pub fn given(deals: Vec<GivenDeal>, seed: u64) -> Self {
        Self { seed, index: 0, rng: Rng::new(stream(seed, 0)), source: Source::Given(deals.into(), 0) }
    }

    /// The seed of random deals, and of lots for given ones.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the match in the batch; 0 for given deals.
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// The deals the caller brought, used up or not; `None` if deals are random.
    pub fn given_deals(&self) -> Option<&[GivenDeal]> {
        match &self.source {
            Source::Shuffled => None,
            Source::Given(deals, _) => Some(deals),
        }
    }

    /// The seed and index of random deals, `None` if the caller brought them.
    pub fn shuffle(&self) -> Option<(u64, u64)> {
        (self.source == Source::Shuffled).then_some((self.seed, self.index))
    }

    /// The next deal, its opener, and how the opener was found: the seat that went out in the round before,
    /// else by lot (R5, R7). `None` when given deals are used up.
    pub fn deal(&mut self, before: Option<Ending>) -> Option<(Deal, Seat, OpenerBy)> {
        self.deal_by::<Portable>(before)
    }

    /// The same, picked by the bits of `B`.
    #[inline(always)]
    pub(crate) fn deal_by<B: Bits>(&mut self, before: Option<Ending>) -> Option<(Deal, Seat, OpenerBy)> {
        let given = match &mut self.source {
            Source::Shuffled => None,
            Source::Given(deals, used) => {
                let given = deals.get(*used)?.clone();
                *used += 1;
                Some(given)
            }
        };
        let (deal, opener) = given.map_or((None, None), |given| (Some(given.deal), given.opener));
        let (opener, by) = match (before.and_then(|ending| ending.finisher), opener) {
            (Some(finisher), _) => (finisher, OpenerBy::Out),
            (None, Some(OpenerGiven::Seat(seat))) => (seat, OpenerBy::Given),
            (None, Some(OpenerGiven::Lot(lot))) => (lot.opener(), OpenerBy::Lot(lot)),
            (None, None) => {
                let lot = Lot::hold(&mut self.rng);
                (lot.opener(), OpenerBy::Lot(lot))
            }
        };
        Some((deal.unwrap_or_else(|| Deal::random_by::<B>(&mut self.rng)), opener, by))
    }
}

/// One round of a match: how its opener was found, and how it was played so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRound {
    /// How the opener was found.
    pub opener_by: OpenerBy,
    /// The round.
    pub played: PlayedRound,
    /// The dealer before it dealt this round, to go back to.
    dealer: Dealer,
}

/// A whole match, the one mutable thing: it deals, keeps the scores and every round, and takes turns back.
///
/// ```
/// use sevenrocks::Match;
/// let mut matchplay = Match::new(7);
/// while !matchplay.is_over() {
///     let turn = matchplay.legal_turns().iter().next().unwrap();
///     matchplay.play(turn)?;
/// }
/// let winner = matchplay.winner().unwrap();
/// assert!(matchplay.scores()[winner].0 >= 250);
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    dealer: Dealer,
    target: Score,
    /// Every round in order; the last is the present one, or the last one of a match that is over.
    rounds: Vec<MatchRound>,
}

impl Match {
    /// The match with random deals from `seed`, to [`TARGET`]. It is match 0 of the batch `seed`.
    ///
    /// # Panics
    /// Never: the usual target is in range.
    pub fn new(seed: u64) -> Self {
        Self::shuffled(seed, 0, TARGET).expect("250 is in range")
    }

    /// Match `index` of the batch `seed`, to `target`; [`Error::TargetRange`] outside 1 to 1,000,000.
    pub fn shuffled(seed: u64, index: u64, target: Score) -> Result<Self, Error> {
        Self::of_dealer(Dealer::shuffled(seed, index), target)
    }

    /// The match with these deals in order; lots that are not given are held from `seed`. It is over, without
    /// a winner, when the deals are used up. Refuses an empty list, and a target outside 1 to 1,000,000.
    pub fn from_deals(deals: Vec<GivenDeal>, seed: u64, target: Score) -> Result<Self, Error> {
        if deals.is_empty() {
            return Err(Error::NoDeals);
        }
        Self::of_dealer(Dealer::given(deals, seed), target)
    }

    fn of_dealer(dealer: Dealer, target: Score) -> Result<Self, Error> {
        let mut fresh = Self { dealer, target: target.check_target()?, rounds: Vec::new() };
        fresh.deal(None, BySide::default());
        Ok(fresh)
    }

    /// Deals the next round, if there is a deal for it.
    fn deal(&mut self, before: Option<Ending>, scores: BySide<Score>) {
        let dealer = self.dealer.clone();
        if let Some((deal, opener, opener_by)) = self.dealer.deal(before) {
            let played = PlayedRound::begin(Round::following(deal, opener, scores, self.target));
            self.rounds.push(MatchRound { opener_by, played, dealer });
        }
    }

    fn present(&self) -> &MatchRound {
        self.rounds.last().expect("a match has at least one round")
    }

    fn present_mut(&mut self) -> &mut MatchRound {
        self.rounds.last_mut().expect("a match has at least one round")
    }

    /// The present round; in a match that is over, the last one.
    pub fn round(&self) -> &PlayedRound {
        &self.present().played
    }

    /// Every round that has ended, as it ended.
    pub fn rounds(&self) -> &[MatchRound] {
        &self.rounds[..self.rounds.len() - usize::from(!self.is_over())]
    }

    /// Every round, the present one included, with how its opener was found.
    pub fn history(&self) -> &[MatchRound] {
        &self.rounds
    }

    /// The dealer as it stands: what it deals next is not for players.
    pub const fn dealer(&self) -> &Dealer {
        &self.dealer
    }

    /// The score that wins.
    pub const fn target(&self) -> Score {
        self.target
    }

    /// The seat to act.
    pub fn seat(&self) -> Seat {
        self.round().now().seat()
    }

    /// The scores at this moment.
    pub fn scores(&self) -> BySide<Score> {
        self.round().now().scores()
    }

    /// Whether a side has reached the target, or given deals are used up.
    pub fn is_over(&self) -> bool {
        // A round that ended stays the present one only if none follows.
        self.round().now().is_over()
    }

    /// The side that has reached the target (R24).
    pub fn winner(&self) -> Option<Side> {
        self.round().now().table().winner()
    }

    /// The legal turns of the seat to act; none in a match that is over.
    pub fn legal_turns(&self) -> LegalTurns {
        self.round().now().legal_turns()
    }

    /// Plays `turn`, and deals the next round when this one ends and the match goes on; refuses an illegal
    /// turn, changing nothing.
    pub fn play(&mut self, turn: Turn) -> Result<(), Error> {
        if self.is_over() {
            return Err(Error::MatchOver);
        }
        self.present_mut().played.play(turn)?;
        let now = *self.round().now();
        if let Some(ending) = now.ending().filter(|ending| ending.reason != Reason::Target) {
            self.deal(Some(ending), now.scores());
        }
        Ok(())
    }

    /// Takes back the last turn and gives it, across the ends of rounds and of the match.
    pub fn undo(&mut self) -> Result<Turn, Error> {
        if self.round().turns().is_empty()
            && self.rounds.len() > 1
            && let Some(undealt) = self.rounds.pop()
        {
            self.dealer = undealt.dealer;
        }
        self.present_mut().played.undo().ok_or(Error::NothingToUndo)
    }

    /// What `seat` may know of the present round.
    pub fn view(&self, seat: Seat) -> View<'_> {
        self.round().view(seat)
    }

    /// What every seat has left in hand; for those who may see it all.
    pub fn hands(&self) -> BySeat<TileSet> {
        self.round().now().hands()
    }
}
