//! The match record: tags, and every round with its deal, opener, turns, ending and scores.

mod parse;
mod write;

use crate::error::Error;
use crate::known::KnownRound;
use crate::matchplay::{GivenDeal, Match, OpenerBy, OpenerGiven, TARGET};
use crate::round::PlayedRound;
use crate::score::Score;
use crate::seat::{Seat, Side};
use crate::table::{Ending, Reason};

/// The value of the `Format` tag that a record begins with.
pub const FORMAT: &str = "sevenrocks 1";

/// A tag of the caller's: names and dates, whatever belongs with a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Letters, digits and underscores, beginning with a letter.
    pub name: String,
    /// Any text without line feeds.
    pub value: String,
}

impl Tag {
    /// The tag that says who sits at `seat`: `Seat0` to `Seat3`. Control characters of the name become spaces.
    pub fn of_seat(seat: Seat, name: &str) -> Self {
        let value = name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        Self { name: format!("Seat{seat}"), value }
    }

    /// Refuses a name or value that would not read back, and the names of the record's own tags.
    pub fn check(&self) -> Result<(), Error> {
        let refuse = |found: &str, expected| Err(Error::TagText { found: found.into(), expected });
        let is_name = self.name.starts_with(|first: char| first.is_ascii_alphabetic())
            && self.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        if !is_name {
            return refuse(&self.name, "a name has letters, digits and underscores and begins with a letter");
        }
        if OWN_TAGS.contains(&self.name.as_str()) {
            return refuse(&self.name, "the record writes this one itself");
        }
        if self.value.chars().any(char::is_control) {
            return refuse(&self.value, "a value has no line feeds or other control characters");
        }
        Ok(())
    }
}

/// One round of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRound {
    /// How the opener was found.
    pub opener_by: OpenerBy,
    /// The round, as far as its hands are known.
    pub known: KnownRound,
}

/// A match as text tells it, every turn, point and deduction verified.
///
/// [`Display`](std::fmt::Display) writes the canonical text, [`Record::parse`] reads it.
///
/// ```
/// use sevenrocks::{Match, notation::Record};
/// let mut matchplay = Match::new(7);
/// for _ in 0..40 {
///     matchplay.play(matchplay.legal_turns().iter().next().unwrap())?;
/// }
/// let text = Record::of_match(&matchplay, |_| true).to_string();
/// let record = Record::parse(&text)?;
/// assert_eq!((record.to_string(), record.to_match()?), (text, matchplay));
/// # Ok::<(), sevenrocks::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The caller's tags, in order.
    pub tags: Vec<Tag>,
    /// The seed and index of the match's random deals, if it has them and they are told.
    pub shuffle: Option<(u64, u64)>,
    /// The score that wins.
    pub target: Score,
    /// The rounds in order; only the last may stop before its end.
    pub rounds: Vec<RecordRound>,
}

impl Record {
    /// The record of `matchplay`, with the hands of the seats that `shown` picks. The seed of its deals is told only
    /// where every hand is.
    pub fn of_match(matchplay: &Match, shown: impl Fn(Seat) -> bool) -> Self {
        let round = |round: &crate::matchplay::MatchRound| RecordRound {
            opener_by: round.opener_by.clone(),
            known: KnownRound::of_played(&round.played, &shown),
        };
        Self {
            tags: Vec::new(),
            shuffle: matchplay.dealer().shuffle().filter(|_| Seat::ALL.into_iter().all(&shown)),
            target: matchplay.target(),
            rounds: matchplay.history().iter().map(round).collect(),
        }
    }

    /// The side that won, `None` if the record stops before.
    pub fn winner(&self) -> Option<Side> {
        self.rounds.last().and_then(|round| round.known.now().winner())
    }

    /// The value of the caller's tag `name`.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// The match: with its seed, it goes on as it would have; without, it is over where the record stops.
    ///
    /// Refuses hidden hands ([`Error::HiddenHand`]), and a seed whose deals are not those of the record.
    pub fn to_match(&self) -> Result<Match, Error> {
        let rounds: Vec<PlayedRound> =
            self.rounds.iter().map(|round| round.known.to_played()).collect::<Result<_, _>>()?;
        let mut matchplay = match self.shuffle {
            Some((seed, index)) => Match::shuffled(seed, index, self.target)?,
            None => Match::from_deals(self.given_deals(&rounds)?, 0, self.target)?,
        };
        for (number, (told, round)) in (1..).zip(self.rounds.iter().zip(&rounds)) {
            let dealt = matchplay.history().last().filter(|_| matchplay.history().len() == number);
            let agrees = |dealt: &crate::matchplay::MatchRound| {
                dealt.played.start() == round.start() && dealt.opener_by == told.opener_by
            };
            if !dealt.is_some_and(agrees) {
                return Err(Error::SeedWrong { round: number });
            }
            round.turns().iter().try_for_each(|&turn| matchplay.play(turn))?;
        }
        Ok(matchplay)
    }

    fn given_deals(&self, rounds: &[PlayedRound]) -> Result<Vec<GivenDeal>, Error> {
        self.rounds
            .iter()
            .zip(rounds)
            .map(|(told, round)| {
                let opener = match &told.opener_by {
                    OpenerBy::Lot(lot) => Some(OpenerGiven::Lot(lot.clone())),
                    OpenerBy::Given => Some(OpenerGiven::Seat(round.start().seat())),
                    OpenerBy::Out => None,
                };
                Ok(GivenDeal { deal: crate::deal::Deal::new(round.start().hands())?, opener })
            })
            .collect()
    }
}

/// The names of the tags that the record itself understands.
const FORMAT_TAG: &str = "Format";
const TARGET_TAG: &str = "Target";
const SEED_TAG: &str = "Seed";
const INDEX_TAG: &str = "Index";
const WINNER_TAG: &str = "Winner";

const OWN_TAGS: [&str; 5] = [FORMAT_TAG, TARGET_TAG, SEED_TAG, INDEX_TAG, WINNER_TAG];

/// What the `Winner` tag says of a match without one.
const NO_WINNER: &str = "*";

impl Default for Record {
    /// A match of which nothing is told yet.
    fn default() -> Self {
        Self { tags: Vec::new(), shuffle: None, target: TARGET, rounds: Vec::new() }
    }
}

/// What a round's ending is called after `end`.
fn ending_words(ending: Ending) -> String {
    match (ending.reason, ending.finisher) {
        (Reason::Out, Some(finisher)) => format!("out {finisher}"),
        (reason, _) => reason.name().into(),
    }
}
