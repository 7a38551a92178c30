//! The position string: one line for a round, or for as much of it as a seat knows.

use std::fmt::Write;

use super::{parse_hand, parse_number, parse_seat};
use crate::error::Error;
use crate::known::KnownRound;
use crate::layout::Layout;
use crate::round::PlayedRound;
use crate::score::Score;
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::table::{Reason, Table};
use crate::tile::TileSet;
use crate::turn::{MAX_TURNS, Turn};
use crate::view::View;

/// The position string of a round, all hands shown.
///
/// ```
/// use sevenrocks::notation::{format_position, parse_position};
/// use sevenrocks::Match;
/// let mut matchplay = Match::new(7);
/// matchplay.play(matchplay.legal_turns().iter().next().unwrap())?;
/// let text = format_position(matchplay.round());
/// assert_eq!(&parse_position(&text)?.to_played()?, matchplay.round());
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub fn format_position(played: &PlayedRound) -> String {
    format(played.now().hands().map(Some), played.turns(), played.now().table())
}

/// The position string of a view: the other hands are hidden, and only their leftovers told in a round that was
/// settled.
pub fn format_view(view: &View<'_>) -> String {
    let hands = BySeat::from_fn(|seat| (seat == view.seat()).then(|| view.hand()));
    format(hands, view.turns(), view.table())
}

fn format(hands: BySeat<Option<TileSet>>, turns: &[Turn], table: &Table) -> String {
    let hands = hands.0.map(|hand| hand.map_or_else(|| "?".into(), |hand| list(hand.iter(), ","))).join("/");
    let [first, second] = table.scores().0;
    let target = table.target().map_or_else(|| "-".into(), |target| target.to_string());
    let turns = list(turns.iter(), ",");
    let mut text = format!("{hands} {turns} {} {first}:{second} {target}", table.seat());
    if hands.contains('?')
        && let Some(ending) = table.ending()
        && ending.reason != Reason::Target
    {
        let leftovers = list(ending.leftovers.0.iter(), ":");
        write!(text, " {leftovers}").expect("a string takes all text");
    }
    text
}

/// The items joined by `separator`, `-` for none.
fn list<T: std::fmt::Display>(items: impl Iterator<Item = T>, separator: &str) -> String {
    let words: Vec<String> = items.map(|item| item.to_string()).collect();
    if words.is_empty() { "-".into() } else { words.join(separator) }
}

/// The fault of a field that reads `found`.
fn fault(field: &'static str, found: &str, expected: impl Into<Box<str>>) -> Error {
    Error::PositionField { field, found: found.into(), expected: expected.into() }
}

/// Reads a position string, and replays its turns as far as the hands are known.
///
/// Every field is checked: turns are legal, the hands are what the turns leave of seven tiles each, seat and
/// scores follow from the turns. The scores are those of this moment.
pub fn parse_position(text: &str) -> Result<KnownRound, Error> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let (hands, turns, seat, scores, target, leftovers) = match fields[..] {
        [hands, turns, seat, scores, target] => (hands, turns, seat, scores, target, None),
        [hands, turns, seat, scores, target, leftovers] => (hands, turns, seat, scores, target, Some(leftovers)),
        _ => return Err(Error::PositionFields { found: fields.len() }),
    };
    let turns = parse_turns(turns)?;
    let hands = parse_hands(hands)?;
    let to_act = parse_seat(seat).ok_or_else(|| fault("seat", seat, "0, 1, 2 or 3"))?;
    let opener = to_act.clockwise(3 * turns.len());
    let now = parse_scores(scores)?;
    let target = parse_target(target)?;
    let leftovers = leftovers.map(parse_leftovers).transpose()?;
    let dealt = dealt_hands(hands, opener, &turns)?;
    let replay = |start, target| replay(KnownRound::new(dealt, opener, start, target)?, &turns, leftovers);
    // The scores before the round are those of this moment less what it changed: after a win its points alone, else
    // what it comes to when it is played for itself.
    let won = target.is_some_and(|target| now.0.iter().any(|&score| score >= target));
    let change = if won { earned(opener, &turns)? } else { replay(BySide::default(), None)?.now().scores() };
    let known = replay(less(now, change), target)?;
    let unfounded = leftovers.is_some() && known.now().ending().is_none_or(|ending| ending.reason == Reason::Target);
    if unfounded {
        return Err(fault("leftovers", text, "absent unless the round has been settled"));
    }
    if known.now().scores() != now {
        return Err(fault("scores", scores, "scores that these turns can lead to"));
    }
    Ok(known)
}

fn replay(mut round: KnownRound, turns: &[Turn], leftovers: Option<BySeat<u8>>) -> Result<KnownRound, Error> {
    turns.iter().try_for_each(|&turn| round.play(turn, leftovers))?;
    Ok(round)
}

/// What the placements of `turns` earned each side (R17).
fn earned(opener: Seat, turns: &[Turn]) -> Result<BySide<Score>, Error> {
    let (mut layout, mut earned) = (Layout::new(), BySide::<Score>::default());
    for (position, turn) in turns.iter().enumerate() {
        if let Some((tile, arm)) = turn.placement() {
            earned[opener.clockwise(position).side()] += layout.place(tile, arm)?;
        }
    }
    Ok(earned)
}

/// `scores` less `others`, side by side.
fn less(mut scores: BySide<Score>, others: BySide<Score>) -> BySide<Score> {
    for side in Side::ALL {
        scores[side].0 = scores[side].0.saturating_sub(others[side].0);
    }
    scores
}

/// The known hands as dealt: what is left of them and what their seats have placed.
fn dealt_hands(hands: BySeat<Option<TileSet>>, opener: Seat, turns: &[Turn]) -> Result<BySeat<Option<TileSet>>, Error> {
    let mut dealt = hands;
    for (position, turn) in turns.iter().enumerate() {
        let seat = opener.clockwise(position);
        let (Some(hand), Some((tile, _))) = (dealt[seat], turn.placement()) else { continue };
        if hand.contains(tile) {
            return Err(Error::AlreadyPlayed { tile });
        }
        dealt[seat] = Some(hand.with(tile));
    }
    Ok(dealt)
}

fn parse_turns(text: &str) -> Result<Vec<Turn>, Error> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let turns: Vec<Turn> = text.split(',').map(str::parse).collect::<Result<_, _>>()?;
    if turns.len() > MAX_TURNS {
        return Err(fault("turns", &turns.len().to_string(), format!("at most {MAX_TURNS}")));
    }
    Ok(turns)
}

fn parse_hands(text: &str) -> Result<BySeat<Option<TileSet>>, Error> {
    let words: Vec<&str> = text.split('/').collect();
    let &[_, _, _, _] = &words[..] else {
        return Err(fault("hands", text, "four hands with / between them, ? for a hidden one"));
    };
    let mut hands = BySeat::default();
    for seat in Seat::ALL {
        hands[seat] = match words[seat.index()] {
            "?" => None,
            "-" => Some(TileSet::EMPTY),
            tiles => Some(parse_hand(tiles.split(','), seat)?),
        };
    }
    Ok(hands)
}

/// `N` numbers with colons between them.
fn parse_numbers<T, const N: usize>(text: &str) -> Option<[T; N]>
where
    T: std::str::FromStr + std::fmt::Display,
{
    let numbers: Option<Vec<T>> = text.split(':').map(parse_number).collect();
    numbers?.try_into().ok()
}

fn parse_scores(text: &str) -> Result<BySide<Score>, Error> {
    let scores = parse_numbers(text).ok_or_else(|| fault("scores", text, "the score of each side, such as 5:-10"))?;
    Ok(BySide(scores.map(Score)))
}

fn parse_target(text: &str) -> Result<Option<Score>, Error> {
    if text == "-" {
        return Ok(None);
    }
    let target = parse_number(text).ok_or_else(|| fault("target", text, "the score that wins, or -"))?;
    Ok(Some(Score(target)))
}

fn parse_leftovers(text: &str) -> Result<BySeat<u8>, Error> {
    let leftovers =
        parse_numbers(text).ok_or_else(|| fault("leftovers", text, "the pips left in each hand, such as 0:7:12:3"))?;
    Ok(BySeat(leftovers))
}
