//! The observation: what the acting seat may know, as a row of bytes. `docs/observation.md` lists its columns.

use crate::arm::Arm;
use crate::error::Error;
use crate::score::Score;
use crate::seat::{BySeat, Seat};
use crate::table::Table;
use crate::tile::{TILES, TileSet};
use crate::view::View;

/// The version of the encoding: another one may have other columns.
pub const VERSION: u32 = 1;

/// Some columns next to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it tells.
    pub about: &'static str,
    /// How many columns it has.
    pub width: usize,
}

const fn field(name: &'static str, width: usize, about: &'static str) -> Field {
    Field { name, about, width }
}

/// The fields in order. Seats are told from the acting one: 0 itself, 1 the next, 2 the partner, 3 the one before.
pub const FIELDS: [Field; 13] = [
    field("hand", TILES, "1 for each tile of the own hand, by tile index"),
    field("placed_by_0", TILES, "1 for each tile that the acting seat has placed"),
    field("placed_by_1", TILES, "1 for each tile that the next seat has placed"),
    field("placed_by_2", TILES, "1 for each tile that the partner has placed"),
    field("placed_by_3", TILES, "1 for each tile that the seat before has placed"),
    field(
        "arms",
        4 * ARM_WIDTH,
        "for each arm left, right, up, down: 1 for the pips to join on (7 columns, none on a closed arm), and what the arm adds to the count",
    ),
    field("spinner", 8, "1 for the pips of the spinner (7 columns), and 1 once both its straight sides are filled"),
    field("count", 1, "the sum of the counted ends"),
    field("lacks", 4 * 7, "for seats 0 to 3: 1 for each pips value that its passes prove it lacks"),
    field("hand_sizes", 4, "how many tiles seats 0 to 3 have left"),
    field("passes", 1, "how many passes in a row came last"),
    field("opener", 4, "1 for the seat that opened, from seat 0"),
    field("needed", 2, "fives that the own and the other side still need to win, 255 for more or without a target"),
];

const ARM_WIDTH: usize = 7 + 1;

/// The width of an observation.
pub const COLUMNS: usize = {
    let (mut columns, mut position) = (0, 0);
    while position < FIELDS.len() {
        columns += FIELDS[position].width;
        position += 1;
    }
    columns
};

/// Where each field begins.
const fn begins(name: Name) -> usize {
    let (mut begins, mut position) = (0, 0);
    while position < name as usize {
        begins += FIELDS[position].width;
        position += 1;
    }
    begins
}

/// The fields by their position in [`FIELDS`].
#[derive(Clone, Copy)]
enum Name {
    Hand = 0,
    PlacedBy = 1,
    Arms = 5,
    Spinner = 6,
    Count = 7,
    Lacks = 8,
    HandSizes = 9,
    Passes = 10,
    Opener = 11,
    Needed = 12,
}

/// The observation of a view whose seat is to act; refuses another's, and a round that is over.
///
/// ```
/// use sevenrocks::{Match, batch};
/// let matchplay = Match::new(7);
/// let row = batch::observe(&matchplay.view(matchplay.seat()))?;
/// assert_eq!(row[..28].iter().sum::<u8>(), 7); // the hand
/// # Ok::<(), sevenrocks::Error>(())
/// ```
pub fn observe(view: &View<'_>) -> Result<[u8; COLUMNS], Error> {
    view.legal_turns()?;
    let mut placed = BySeat::<TileSet>::default();
    for (position, turn) in view.turns().iter().enumerate() {
        let seat = view.table().opener().clockwise(position);
        if let Some((tile, _)) = turn.placement() {
            placed[seat] = placed[seat].with(tile);
        }
    }
    let mut row = [0; COLUMNS];
    write(&mut row, view.table(), view.hand(), &placed);
    Ok(row)
}

/// Writes what the acting seat of `table` may know that holds `hand`, into a row of zeros: no other hand is asked
/// for. `placed` is what each seat has placed.
#[inline(always)]
pub(super) fn write(row: &mut [u8; COLUMNS], table: &Table, hand: TileSet, placed: &BySeat<TileSet>) {
    let acting = table.seat();
    mark(row, begins(Name::Hand), hand);
    for steps in 0..4 {
        let seat = acting.clockwise(steps);
        mark(row, begins(Name::PlacedBy) + TILES * steps, placed[seat]);
        row[begins(Name::HandSizes) + steps] = table.hand_sizes()[seat];
        for pips in table.lacks()[seat].iter() {
            row[begins(Name::Lacks) + 7 * steps + pips.index()] = 1;
        }
    }
    write_table(row, table);
    row[begins(Name::Passes)] = table.passes();
    row[begins(Name::Opener) + steps_to(acting, table.opener())] = 1;
    for (column, side) in [acting.side(), acting.side().other()].into_iter().enumerate() {
        row[begins(Name::Needed) + column] = needed(table.target(), table.scores()[side]);
    }
}

#[inline(always)]
fn write_table(row: &mut [u8; COLUMNS], table: &Table) {
    let arms = table.arms();
    for arm in Arm::ALL {
        let (end, begins) = (arms.shows(arm), begins(Name::Arms) + ARM_WIDTH * arm.index());
        if let Some(pips) = end.pips() {
            row[begins + pips.index()] = 1;
        }
        row[begins + 7] = end.value();
    }
    if let Some(spinner) = arms.spinner() {
        row[begins(Name::Spinner) + spinner.low().index()] = 1;
        row[begins(Name::Spinner) + 7] = u8::from(arms.shows(Arm::Up).pips().is_some());
    }
    row[begins(Name::Count)] = arms.count();
}

/// Sets the column of each of the `tiles`, the first at `begins`.
#[inline(always)]
fn mark(row: &mut [u8; COLUMNS], begins: usize, tiles: TileSet) {
    for tile in tiles {
        row[begins + tile.index()] = 1;
    }
}

/// How many steps clockwise `other` sits from `seat`.
const fn steps_to(seat: Seat, other: Seat) -> usize {
    (4 + other.index() - seat.index()) % 4
}

/// The fives that a side with `score` still needs.
fn needed(target: Option<Score>, score: Score) -> u8 {
    let fives = target.map_or(i32::MAX, |target| (target.0.saturating_sub(score.0)).saturating_add(4) / 5);
    u8::try_from(fives.clamp(0, 255)).unwrap_or(u8::MAX)
}
