//! The layout drawn in text: the main line in one row, doubles crosswise, branches above and below the spinner.

use std::fmt;

use super::{Layout, Placement};
use crate::arm::Arm;
use crate::tile::{Pip, Tile};

/// How a picture shows its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PictureStyle {
    /// `[3|4]` along the line, three rows for a tile that stands upright.
    #[default]
    Ascii,
    /// One domino character a tile (U+1F030 to U+1F093).
    Unicode,
}

/// A layout that displays as a picture; made by [`Layout::picture`].
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    layout: &'a Layout,
    style: PictureStyle,
}

impl<'a> Picture<'a> {
    pub(super) const fn new(layout: &'a Layout, style: PictureStyle) -> Self {
        Self { layout, style }
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut canvas = Canvas::default();
        let spinner = self.layout.spinner();
        let mut column = 0;
        for piece in self.main_line() {
            let sprite = self.sprite(piece, Way::Along);
            if Some(piece.tile()) == spinner {
                self.branches(&mut canvas, column + sprite.width() / 2, sprite.rows.len() as i32 / 2);
            }
            canvas.stamp(&sprite, -(sprite.rows.len() as i32 / 2), column);
            column += sprite.width();
        }
        canvas.fmt(f)
    }
}

/// A tile with its halves in reading order: left then right, or top then bottom.
#[derive(Clone, Copy)]
struct Piece(Pip, Pip);

impl Piece {
    const fn tile(self) -> Tile {
        Tile::new(self.0, self.1)
    }

    const fn turned(self) -> Self {
        Self(self.1, self.0)
    }
}

/// The direction of the arm on which a tile lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Along,
    Upright,
}

impl Picture<'_> {
    /// The tiles of one arm from the inside out, each with its inner half first.
    fn arm(&self, arm: Arm) -> impl Iterator<Item = Piece> + '_ {
        self.layout.placements().iter().filter(move |placement| placement.arm == arm).filter_map(
            |&Placement { tile, join, .. }| {
                let inner = match join?.by.half {
                    super::Half::High => tile.high(),
                    _ => tile.low(),
                };
                Some(Piece(inner, tile.far_half(inner)))
            },
        )
    }

    /// The main line from left to right.
    fn main_line(&self) -> Vec<Piece> {
        let opening = self.layout.placements().first().map(|opening| Piece(opening.tile.low(), opening.tile.high()));
        let mut line: Vec<Piece> = self.arm(Arm::Left).map(Piece::turned).collect();
        line.reverse();
        line.extend(opening);
        line.extend(self.arm(Arm::Right));
        line
    }

    /// Draws both branches around the spinner, whose middle is at `column` and which reaches `reach` rows up
    /// and down.
    fn branches(&self, canvas: &mut Canvas, column: i32, reach: i32) {
        let mut row = -reach;
        for piece in self.arm(Arm::Up) {
            let sprite = self.sprite(piece.turned(), Way::Upright);
            row -= sprite.rows.len() as i32;
            canvas.stamp(&sprite, row, column - sprite.width() / 2);
        }
        let mut row = reach + 1;
        for piece in self.arm(Arm::Down) {
            let sprite = self.sprite(piece, Way::Upright);
            canvas.stamp(&sprite, row, column - sprite.width() / 2);
            row += sprite.rows.len() as i32;
        }
    }

    /// How `piece` looks on an arm that runs `way`; a double lies crosswise (R9).
    fn sprite(&self, piece: Piece, way: Way) -> Sprite {
        let Piece(first, second) = piece;
        let lies_flat = (way == Way::Along) != piece.tile().is_double();
        match (self.style, lies_flat) {
            (PictureStyle::Ascii, true) => Sprite::new([format!("[{first}|{second}]")]),
            (PictureStyle::Ascii, false) => Sprite::new([format!("[{first}]"), "[-]".into(), format!("[{second}]")]),
            (PictureStyle::Unicode, flat) => {
                let block = if flat { 0x1f031 } else { 0x1f063 };
                let glyph = block + 7 * u32::from(first.get()) + u32::from(second.get());
                Sprite::new([char::from_u32(glyph).map_or_else(String::new, String::from)])
            }
        }
    }
}

/// One tile's characters.
struct Sprite {
    rows: Vec<Vec<char>>,
}

impl Sprite {
    fn new(rows: impl IntoIterator<Item = String>) -> Self {
        Self { rows: rows.into_iter().map(|row| row.chars().collect()).collect() }
    }

    fn width(&self) -> i32 {
        self.rows.first().map_or(0, Vec::len) as i32
    }
}

/// Characters by row and column, either of which may be negative.
#[derive(Default)]
struct Canvas(std::collections::BTreeMap<i32, std::collections::BTreeMap<i32, char>>);

impl Canvas {
    fn stamp(&mut self, sprite: &Sprite, top: i32, left: i32) {
        for (row, characters) in (top..).zip(&sprite.rows) {
            self.0.entry(row).or_default().extend((left..).zip(characters.iter().copied()));
        }
    }
}

impl fmt::Display for Canvas {
    /// The rows from the top, without white space at their ends, joined by line feeds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let left = self.0.values().filter_map(|row| row.keys().next()).min().copied().unwrap_or(0);
        for (position, row) in self.0.values().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            let mut column = left;
            for (&at, &character) in row {
                (column..at).try_for_each(|_| f.write_str(" "))?;
                write!(f, "{character}")?;
                column = at + 1;
            }
        }
        Ok(())
    }
}
