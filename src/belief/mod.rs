//! What a seat can know of the hidden hands: every deal that its view allows, counted, numbered, sampled, weighted.

mod diagram;
mod model;
mod weighted;

pub use model::{ChoiceModel, EPSILON, TAU, TurnModel, build, model_of};
pub use weighted::{WeightedDeals, log_likelihood};

use diagram::{Diagram, HIDDEN, HiddenHand};

use crate::error::Error;
use crate::policy::Fault;
use crate::rng::Rng;
use crate::round::{PlayedRound, Round};
use crate::seat::{BySeat, Seat};
use crate::table::{Reason, Table};
use crate::tile::{TILES, TileSet};
use crate::turn::Turns;
use crate::view::View;

/// The deals that [`Belief::all_deals`] is asked for at most, unless a caller raises it.
pub const ALL_DEALS: u64 = 1_000_000;

/// The deals that are consistent with what one seat may know.
///
/// A deal is consistent if it gives the seat its own hand, every tile on the table to the seat that placed it, and
/// to no seat a tile that its passes disprove: then the public turns are legal in it and every pass is forced (R13),
/// and the seat's view is the same. Where a round has been settled, the leftovers told must be those of the hands.
///
/// Deals are numbered 0 to [`count`](Self::count) − 1: the unseen tiles are handed out in index order, and each goes to
/// the lower seat first.
///
/// ```
/// use sevenrocks::{Belief, Match, Rng};
/// let matchplay = Match::new(7);
/// let belief = Belief::new(&matchplay.view(matchplay.seat()));
/// assert_eq!(belief.count(), 399_072_960);
/// let deal = belief.sample(&mut Rng::new(1))?;
/// assert_eq!(deal.view(belief.seat()), matchplay.view(belief.seat()));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Belief {
    seat: Seat,
    hand: TileSet,
    hidden: [Seat; HIDDEN],
    start: Table,
    now: Table,
    turns: Turns,
    /// What each seat has placed.
    placed: BySeat<TileSet>,
    diagram: Diagram,
}

impl Belief {
    /// What the seat of `view` can know. A view that contradicts itself allows no deal: the count is 0.
    pub fn new(view: &View<'_>) -> Self {
        let (seat, now) = (view.seat(), view.table());
        let mut hidden = [seat.next(), seat.partner(), seat.clockwise(3)];
        hidden.sort_unstable();
        let leftovers = now.ending().filter(|ending| ending.reason != Reason::Target).map(|ending| ending.leftovers);
        let hands = hidden.map(|other| HiddenHand {
            possible: view.possible(other),
            size: now.hand_sizes()[other],
            pips: leftovers.map(|leftovers| leftovers[other]),
        });
        let mut placed = BySeat::<TileSet>::default();
        for (position, turn) in view.turns().iter().enumerate() {
            let by = now.opener().clockwise(position);
            placed[by] = turn.placement().map_or(placed[by], |(tile, _)| placed[by].with(tile));
        }
        Self {
            seat,
            hand: view.hand(),
            hidden,
            start: now.before(view.turns()),
            now: *now,
            turns: view.turns().iter().copied().collect(),
            placed,
            diagram: Diagram::new(view.unseen(), &hands),
        }
    }

    /// Whose belief it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// How many deals are consistent with the view; 399,072,960 before a seat has seen any turn.
    pub fn count(&self) -> u64 {
        self.diagram.count().into()
    }

    /// What each seat has left in deal number `index`, `None` from the [`count`](Self::count) on.
    pub fn hands_at(&self, index: u64) -> Option<BySeat<TileSet>> {
        (index < self.count()).then(|| self.hands_of(index as u32))
    }

    #[inline]
    fn hands_of(&self, index: u32) -> BySeat<TileSet> {
        let mut hands = BySeat::default();
        hands[self.seat] = self.hand;
        for (seat, hand) in self.hidden.into_iter().zip(self.diagram.hands(index)) {
            hands[seat] = hand;
        }
        hands
    }

    /// Deal number `index` as a round in which the public turns have been played, `None` from the
    /// [`count`](Self::count) on.
    pub fn deal_at(&self, index: u64) -> Option<PlayedRound> {
        self.hands_at(index).map(|hands| self.round(hands))
    }

    /// The number of the deal in which the seats have these `hands` left, `None` if it is not consistent.
    pub fn index(&self, hands: BySeat<TileSet>) -> Option<u64> {
        let others = self.hidden.map(|seat| hands[seat]);
        self.diagram.index(&others).filter(|_| hands[self.seat] == self.hand).map(u64::from)
    }

    /// The round with these hands, in which the public turns led to the present.
    fn round(&self, hands: BySeat<TileSet>) -> PlayedRound {
        let dealt = BySeat::from_fn(|seat| hands[seat] | self.placed[seat]);
        PlayedRound::led_to(Round::around(self.start, dealt), Round::around(self.now, hands), &self.turns)
    }

    /// The number of a deal, each as likely; [`Error::NoDealFits`] if there is none.
    #[inline]
    fn sample_index(&self, rng: &mut Rng) -> Result<u32, Error> {
        match self.count() {
            0 => Err(Error::NoDealFits),
            count => Ok(rng.below(count) as u32),
        }
    }

    /// What each seat has left in a deal sampled with one number of `rng`, every consistent deal exactly as likely.
    ///
    /// [`Error::NoDealFits`] if the view contradicts itself, here and in all that samples.
    #[inline]
    pub fn sample_hands(&self, rng: &mut Rng) -> Result<BySeat<TileSet>, Error> {
        self.sample_index(rng).map(|index| self.hands_of(index))
    }

    /// The same as a bare position, for search.
    pub fn sample_position(&self, rng: &mut Rng) -> Result<Round, Error> {
        self.sample_hands(rng).map(|hands| Round::around(self.now, hands))
    }

    /// The same as a round in which the public turns have been played.
    pub fn sample(&self, rng: &mut Rng) -> Result<PlayedRound, Error> {
        self.sample_hands(rng).map(|hands| self.round(hands))
    }

    /// `n` deals sampled independently from the generator seeded with `seed`.
    pub fn deals(&self, n: usize, seed: u64) -> Result<Vec<PlayedRound>, Error> {
        let mut rng = Rng::new(seed);
        (0..n).map(|_| self.sample(&mut rng)).collect()
    }

    /// All consistent deals in order of their numbers; [`Error::BeliefTooLarge`] if they are more than `limit`, for
    /// which [`ALL_DEALS`] is a moderate choice.
    pub fn all_deals(&self, limit: u64) -> Result<impl ExactSizeIterator<Item = PlayedRound> + '_, Error> {
        self.all_hands(limit).map(|all| all.map(|hands| self.round(hands)))
    }

    /// The same as what each seat has left.
    pub fn all_hands(&self, limit: u64) -> Result<impl ExactSizeIterator<Item = BySeat<TileSet>> + '_, Error> {
        let count = self.count();
        if count > limit {
            return Err(Error::BeliefTooLarge { count, limit });
        }
        Ok((0..count as u32).map(|index| self.hands_of(index)))
    }

    /// In how many of the consistent deals each seat holds each tile now, by tile index: exact.
    pub fn marginal_counts(&self) -> [BySeat<u64>; TILES] {
        let mut counts = [BySeat::default(); TILES];
        for (count, tally) in counts.iter_mut().zip(self.diagram.tally()) {
            for (seat, held) in self.hidden.into_iter().zip(tally) {
                count[seat] = held.into();
            }
        }
        for tile in self.hand {
            counts[tile.index()][self.seat] = self.count();
        }
        counts
    }

    /// The probability that each seat holds each tile now, by tile index, every consistent deal alike: the
    /// [`marginal_counts`](Self::marginal_counts) divided by the [`count`](Self::count). 1 for the own hand, 0 for
    /// what lies on the table.
    pub fn marginals(&self) -> Result<[BySeat<f64>; TILES], Error> {
        if self.count() == 0 {
            return Err(Error::NoDealFits);
        }
        // Counts are below 2^29, and so exact as floating-point numbers.
        let count = self.diagram.count();
        Ok(self.marginal_counts().map(|held| held.map(|held| f64::from(held as u32) / f64::from(count))))
    }

    /// `n` sampled deals, weighted by how likely `model` makes the turns that the others played in them; see
    /// [`WeightedDeals::new`].
    pub fn weighted_deals<M: TurnModel + ?Sized>(
        &self,
        n: usize,
        rng: &mut Rng,
        model: &mut M,
    ) -> Result<WeightedDeals, Fault> {
        let deals = (0..n).map(|_| self.sample(rng)).collect::<Result<_, _>>()?;
        WeightedDeals::new(self.seat, deals, model)
    }
}
