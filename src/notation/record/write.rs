//! Writing a record in its canonical form.

use std::fmt;

use super::{
    FORMAT, FORMAT_TAG, INDEX_TAG, NO_WINNER, Record, RecordRound, SEED_TAG, TARGET_TAG, WINNER_TAG, ending_words,
};
use crate::deal::Drawing;
use crate::layout::Layout;
use crate::score::Points;
use crate::seat::Side;
use crate::table::Reason;

/// Turns on one line: once around the table.
const TURNS_A_LINE: usize = 4;

impl fmt::Display for Record {
    /// The canonical text, which [`Record::parse`] reads back to an equal record. It ends with a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tag(f, FORMAT_TAG, FORMAT)?;
        for tag in &self.tags {
            write_tag(f, &tag.name, &tag.value)?;
        }
        write_tag(f, TARGET_TAG, &self.target.to_string())?;
        if let Some((seed, index)) = self.shuffle {
            write_tag(f, SEED_TAG, &seed.to_string())?;
            write_tag(f, INDEX_TAG, &index.to_string())?;
        }
        write_tag(f, WINNER_TAG, &self.winner().map_or_else(|| NO_WINNER.into(), |side: Side| side.to_string()))?;
        for (number, round) in (1..).zip(&self.rounds) {
            writeln!(f, "\nround {number}")?;
            round.fmt(f)?;
        }
        Ok(())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

impl fmt::Display for RecordRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(lot) = self.opener_by.lot() {
            lot.drawings().iter().try_for_each(|drawing| write_drawing(f, *drawing))?;
        }
        writeln!(f, "opener {} {}", self.known.start().opener(), self.opener_by.name())?;
        for (seat, hand) in self.known.dealt().iter() {
            match hand {
                Some(hand) => writeln!(f, "hand {seat} {hand}")?,
                None => writeln!(f, "hand {seat} ?")?,
            }
        }
        self.write_turns(f)?;
        self.write_ending(f)
    }
}

fn write_drawing(f: &mut fmt::Formatter<'_>, drawing: Drawing) -> fmt::Result {
    let [first, second, third, fourth] = drawing.0.map(|tile| tile.map_or_else(|| "-".into(), |tile| tile.to_string()));
    writeln!(f, "lot {first} {second} {third} {fourth}")
}

impl RecordRound {
    fn write_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut layout = Layout::new();
        for (line, turns) in self.known.turns().chunks(TURNS_A_LINE).enumerate() {
            // Four turns a line: the same seat begins each.
            write!(f, "turn {} seat {}:", TURNS_A_LINE * line + 1, self.known.start().opener())?;
            for turn in turns {
                write!(f, " {turn}")?;
                let Some((tile, arm)) = turn.placement() else { continue };
                let points = layout.place(tile, arm).map_err(|_| fmt::Error)?;
                if points > Points::ZERO {
                    write!(f, "+{points}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_ending(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(ending) = self.known.now().ending() else { return Ok(()) };
        writeln!(f, "end {}", ending_words(ending))?;
        if ending.reason != Reason::Target {
            writeln!(f, "leftovers {}", spaced(&ending.leftovers.0))?;
            writeln!(f, "deductions {}", spaced(&ending.deductions().0))?;
        }
        writeln!(f, "scores {}", spaced(&self.known.now().scores().0))
    }
}

/// The items with a space between them.
pub(super) fn spaced(items: &[impl fmt::Display]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
