//! A round of which some hands are known and some are not: what a record or a position may hold.

use arrayvec::ArrayVec;

use crate::deal::{Deal, HAND, check_hands};
use crate::error::Error;
use crate::round::{PlayedRound, Round};
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat};
use crate::table::Table;
use crate::tile::{TILES, Tile, TileSet};
use crate::turn::{Turn, Turns};
use crate::view::OwnedView;

/// A round replayed with the hands that are known, each turn checked as far as they allow.
///
/// A known hand is checked as in a [`Round`]. Of a hidden one, a turn may not play a tile that lies elsewhere or
/// that the seat's passes disprove, and a round may end blocked only if no unplayed tile fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownRound {
    start: Table,
    now: Table,
    turns: Turns,
    /// The hands as dealt.
    dealt: BySeat<Option<TileSet>>,
}

impl KnownRound {
    /// The round before `opener` opens, with the hands `dealt` that are known; where three are, so is the fourth.
    pub fn new(
        dealt: BySeat<Option<TileSet>>,
        opener: Seat,
        scores: BySide<Score>,
        target: Option<Score>,
    ) -> Result<Self, Error> {
        check_hands(dealt)?;
        let start = Table::new(opener, scores, target)?;
        Ok(Self { start, now: start, turns: Turns::new(), dealt: completed(dealt) })
    }

    /// The round `played`, with the hands of `shown` seats known.
    pub fn of_played(played: &PlayedRound, shown: impl Fn(Seat) -> bool) -> Self {
        let dealt = played.start().hands();
        Self {
            start: *played.start().table(),
            now: *played.now().table(),
            turns: played.turns().iter().copied().collect(),
            dealt: completed(BySeat::from_fn(|seat| shown(seat).then_some(dealt[seat]))),
        }
    }

    /// The table before the opening.
    pub const fn start(&self) -> &Table {
        &self.start
    }

    /// The table now.
    pub const fn now(&self) -> &Table {
        &self.now
    }

    /// The turns so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The known hands as dealt.
    pub const fn dealt(&self) -> BySeat<Option<TileSet>> {
        self.dealt
    }

    /// What is left of the known hands; a hidden hand is known to be empty once seven tiles of it lie.
    pub fn hands(&self) -> BySeat<Option<TileSet>> {
        BySeat::from_fn(|seat| {
            let empty = (self.now.hand_sizes()[seat] == 0).then_some(TileSet::EMPTY);
            self.dealt[seat].map(|hand| hand - self.now.played()).or(empty)
        })
    }

    /// Refuses a turn that contradicts what is known.
    pub fn check(&self, turn: Turn) -> Result<(), Error> {
        let seat = self.now.seat();
        if self.now.is_over() {
            return Err(Error::RoundOver);
        }
        if let Some(hand) = self.hands()[seat] {
            return self.now.check_from_hand(hand, turn);
        }
        match turn.placement() {
            Some((tile, _)) if !self.now.played().contains(tile) && self.is_dealt_elsewhere(tile) => {
                Err(Error::NotInHand { seat, tile })
            }
            _ => self.now.check(turn),
        }
    }

    fn is_dealt_elsewhere(&self, tile: Tile) -> bool {
        self.dealt.0.iter().flatten().any(|hand| hand.contains(tile))
    }

    /// Plays `turn`, which [`check`](Self::check) allows. If the round ends with it, hidden hands are taken to have
    /// the `leftovers` claimed for them; refuses claims that the hands or the pips on the table contradict.
    pub fn play(&mut self, turn: Turn, claimed: Option<BySeat<u8>>) -> Result<(), Error> {
        self.check(turn)?;
        let mut next = self.now;
        next.play(turn, BySeat::default);
        if next.ending().is_none_or(|ending| ending.reason == crate::table::Reason::Target) {
            self.now = next;
        } else {
            let leftovers = self.leftovers(&next, claimed)?;
            self.now.play(turn, || leftovers);
        }
        self.turns.push(turn);
        Ok(())
    }

    /// Refuses pips that no hand of as many tiles as `seat` has left can have.
    fn check_claim(&self, end: &Table, seat: Seat, claimed: u8) -> Result<(), Error> {
        let elsewhere = self.dealt.0.iter().flatten().fold(end.played(), |all, &hand| all | hand);
        let mut pips: ArrayVec<u8, TILES> = (!elsewhere).iter().map(Tile::pips).collect();
        pips.sort_unstable();
        let held = usize::from(end.hand_sizes()[seat]);
        let (least, most) = (pips.iter().take(held).sum(), pips.iter().rev().take(held).sum());
        if (least..=most).contains(&claimed) {
            return Ok(());
        }
        Err(Error::LeftoversRange { seat, found: claimed, tiles: end.hand_sizes()[seat], least, most })
    }

    /// The pips left in each hand at the `end`, claims checked against what is known.
    fn leftovers(&self, end: &Table, claimed: Option<BySeat<u8>>) -> Result<BySeat<u8>, Error> {
        let known = BySeat::from_fn(|seat| {
            let empty = (end.hand_sizes()[seat] == 0).then_some(0);
            self.dealt[seat].map(|hand| (hand - end.played()).pips()).or(empty)
        });
        let total = (!end.played()).pips();
        let Some(claimed) = claimed else {
            let hidden = known.iter().find(|(_, pips)| pips.is_none());
            return hidden.map_or_else(
                || Ok(known.map(Option::unwrap_or_default)),
                |(seat, _)| Err(Error::LeftoversMissing { seat }),
            );
        };
        for (seat, &pips) in known.iter() {
            match pips {
                Some(expected) if expected != claimed[seat] => {
                    return Err(Error::LeftoversWrong { seat, found: claimed[seat], expected });
                }
                Some(_) => {}
                None => self.check_claim(end, seat, claimed[seat])?,
            }
        }
        let found: u16 = claimed.0.iter().map(|&pips| u16::from(pips)).sum();
        if found != u16::from(total) {
            return Err(Error::LeftoversSum { found, expected: total });
        }
        Ok(claimed)
    }

    /// The round with all its hands, [`Error::HiddenHand`] if one is not known.
    pub fn to_played(&self) -> Result<PlayedRound, Error> {
        let mut hands = BySeat::default();
        for (seat, &hand) in self.dealt.iter() {
            hands[seat] = hand.ok_or(Error::HiddenHand { seat })?;
        }
        let start = Round::new(Deal::new(hands)?, self.start.opener(), self.start.scores(), self.start.target())?;
        let mut played = PlayedRound::begin(start);
        self.turns.iter().try_for_each(|&turn| played.play(turn))?;
        Ok(played)
    }

    /// Each turn in order, and the round after it.
    pub fn replay(&self) -> impl Iterator<Item = (Turn, Self)> + '_ {
        let leftovers = self.now.ending().map(|ending| ending.leftovers);
        let before = Self { now: self.start, turns: Turns::new(), ..self.clone() };
        self.turns.iter().scan(before, move |round, &turn| {
            round.play(turn, leftovers).ok()?;
            Some((turn, round.clone()))
        })
    }

    /// The one seat whose hand was shown; refuses none and several.
    pub fn only_shown(&self) -> Result<Seat, Error> {
        let mut shown = Seat::ALL.into_iter().filter(|&seat| self.dealt[seat].is_some());
        match (shown.next(), shown.next()) {
            (Some(seat), None) => Ok(seat),
            (None, _) => Err(Error::ShownHands { found: 0 }),
            (Some(_), Some(_)) => Err(Error::ShownHands { found: 2 + shown.count() }),
        }
    }

    /// What `seat` may know, [`Error::HiddenHand`] if its hand is not known.
    pub fn to_view(&self, seat: Seat) -> Result<OwnedView, Error> {
        let hand = self.dealt[seat].ok_or(Error::HiddenHand { seat })?;
        Ok(OwnedView::new(seat, hand - self.now.played(), self.now, self.turns.clone()))
    }
}

/// The hands as dealt with the fourth, where three are known.
fn completed(dealt: BySeat<Option<TileSet>>) -> BySeat<Option<TileSet>> {
    let known = dealt.0.iter().flatten().fold(TileSet::EMPTY, |all, &hand| all | hand);
    if known.len() == TILES - HAND { dealt.map(|hand| hand.or(Some(!known))) } else { dealt }
}
