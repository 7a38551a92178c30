//! What one seat may know, and nothing else.

use std::hash::{Hash, Hasher};

use crate::error::Error;
use crate::layout::Layout;
use crate::seat::Seat;
use crate::table::Table;
use crate::tile::TileSet;
use crate::turn::{LegalTurns, Turn, Turns};

/// All that one seat may know: its own hand, the table, and the public turns.
///
/// The other hands are not in it, so no policy can look at them. [`OwnedView`] is the same without a borrow.
///
/// ```
/// use sevenrocks::{BySide, Deal, PlayedRound, Rng, Round, Seat};
/// let deal = Deal::random(&mut Rng::new(7));
/// let played = PlayedRound::new(Round::new(deal, Seat::ALL[0], BySide::default(), None)?)?;
/// let view = played.view(Seat::ALL[3]);
/// assert_eq!((view.hand().len(), view.unseen().len()), (7, 21));
/// assert!(view.legal_turns().is_err()); // it is the turn of seat 0
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View<'a> {
    seat: Seat,
    hand: TileSet,
    table: &'a Table,
    turns: &'a [Turn],
}

impl<'a> View<'a> {
    /// What `seat` may know that holds `hand` at `table`, to which `turns` led.
    #[inline(always)]
    pub(crate) const fn new(seat: Seat, hand: TileSet, table: &'a Table, turns: &'a [Turn]) -> Self {
        Self { seat, hand, table, turns }
    }

    /// Whose view it is.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whose turn it is.
    pub const fn acting(&self) -> Seat {
        self.table.seat()
    }

    /// The seat's own tiles.
    #[inline(always)]
    pub const fn hand(&self) -> TileSet {
        self.hand
    }

    /// What the whole table sees: arms, scores, hand sizes, what passes prove.
    #[inline(always)]
    pub const fn table(&self) -> &'a Table {
        self.table
    }

    /// The public turns of the round, in order from the opener's.
    pub const fn turns(&self) -> &'a [Turn] {
        self.turns
    }

    /// The tiles in the other three hands: neither played nor the seat's own.
    #[inline(always)]
    pub fn unseen(&self) -> TileSet {
        !(self.table.played() | self.hand)
    }

    /// The tiles that `other` may hold as far as its passes tell: its own for the seat itself.
    #[inline(always)]
    pub fn possible(&self, other: Seat) -> TileSet {
        if other == self.seat { self.hand } else { self.unseen() - self.table.lacks()[other].tiles() }
    }

    /// The table as it lies.
    pub fn layout(&self) -> Layout {
        Layout::of_turns(self.turns).unwrap_or_default()
    }

    /// The seat's legal turns; [`Error::NotYourTurn`] when another is to act, [`Error::RoundOver`] at the end.
    #[inline(always)]
    pub fn legal_turns(&self) -> Result<LegalTurns, Error> {
        let acting = self.acting();
        if self.table.is_over() {
            Err(Error::RoundOver)
        } else if acting == self.seat {
            Ok(self.table.arms().legal_turns(self.hand))
        } else {
            Err(Error::NotYourTurn { seat: self.seat, acting })
        }
    }

    /// Refuses an illegal turn with the reason.
    pub fn check(&self, turn: Turn) -> Result<(), Error> {
        self.legal_turns()?;
        self.table.check_from_hand(self.hand, turn)
    }

    /// The same view without a borrow.
    pub fn to_owned(&self) -> OwnedView {
        OwnedView { seat: self.seat, hand: self.hand, table: *self.table, turns: self.turns.iter().copied().collect() }
    }
}

/// A [`View`] that owns what it shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnedView {
    seat: Seat,
    hand: TileSet,
    table: Table,
    turns: Turns,
}

impl OwnedView {
    /// The view of `seat` on a table, with this hand left.
    pub(crate) const fn new(seat: Seat, hand: TileSet, table: Table, turns: Turns) -> Self {
        Self { seat, hand, table, turns }
    }

    /// The view.
    pub fn view(&self) -> View<'_> {
        View { seat: self.seat, hand: self.hand, table: &self.table, turns: &self.turns }
    }
}

impl Hash for OwnedView {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view().hash(state);
    }
}
