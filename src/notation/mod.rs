//! Text for positions and matches; the grammar is in `docs/notation.md`.

mod position;
mod record;

pub use position::{format_position, format_view, parse_position};
pub use record::{FORMAT, Record, RecordRound, Tag};

use crate::error::Error;
use crate::seat::Seat;
use crate::tile::{Tile, TileSet};

/// Reads a hand; [`Error::TileRepeated`] names `seat`.
fn parse_hand<'a>(words: impl Iterator<Item = &'a str>, seat: Seat) -> Result<TileSet, Error> {
    let mut hand = TileSet::EMPTY;
    for word in words {
        let tile: Tile = word.parse()?;
        if hand.contains(tile) {
            return Err(Error::TileRepeated { tile, seat });
        }
        hand = hand.with(tile);
    }
    Ok(hand)
}

/// Reads a whole number written in the one canonical way: no `+`, no leading zero.
fn parse_number<T: std::str::FromStr + std::fmt::Display>(text: &str) -> Option<T> {
    text.parse::<T>().ok().filter(|number| number.to_string() == text)
}

/// Reads a seat's number.
fn parse_seat(text: &str) -> Option<Seat> {
    parse_number(text).and_then(|seat: usize| Seat::new(seat).ok())
}
