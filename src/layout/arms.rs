//! What the four arms show: all that joining and counting need, in eight bytes.

use crate::arm::Arm;
use crate::error::Error;
use crate::score::Points;
use crate::tile::{Pip, PipSet, TILES, Tile, TileSet};
use crate::turn::LegalTurns;

/// What one arm shows: nothing, or pips to join on and what they add to the count.
///
/// Open ends and counted ends are different things (R12), so one byte tells both: the low three bits are the
/// pips to join on (7: closed), the bits above say how they count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmEnd(u8);

impl ArmEnd {
    /// No open end here.
    pub const CLOSED: Self = Self(COUNTS_NOTHING | NO_PIPS);

    /// The left arm of the empty table, on which any tile opens (R6).
    pub const OPENING: Self = Self(COUNTS_TWICE | NO_PIPS);

    /// The outer half of an ordinary tile: open, and counted once (R14).
    const fn plain(pips: Pip) -> Self {
        Self(COUNTS_ONCE | pips.get())
    }

    /// A terminal double: open, and counted with both halves (R14, R15).
    const fn double(pips: Pip) -> Self {
        Self(COUNTS_TWICE | pips.get())
    }

    /// Open, but counting nothing: a branch not started (R12), or the second side of a lone double.
    const fn uncounted(pips: Pip) -> Self {
        Self(COUNTS_NOTHING | pips.get())
    }

    /// The pips a tile must show to join here, `None` if the arm is closed.
    #[inline(always)]
    pub const fn pips(self) -> Option<Pip> {
        let pips = self.0 & PIPS;
        if pips == NO_PIPS { None } else { Some(Pip::from_bits(pips)) }
    }

    /// What the arm adds to the count (R14–R16).
    #[inline(always)]
    pub const fn value(self) -> u8 {
        VALUES[(self.0 & 31) as usize]
    }

    /// Whether a counted end is here.
    pub const fn is_counted(self) -> bool {
        self.0 < COUNTS_NOTHING && self.0 & PIPS != NO_PIPS
    }

    /// The tiles that would join here.
    #[inline(always)]
    pub const fn joined_by(self) -> TileSet {
        JOINED_BY[(self.0 & 15) as usize]
    }
}

const PIPS: u8 = 7;
const NO_PIPS: u8 = 7;
const COUNTS_ONCE: u8 = 0;
const COUNTS_TWICE: u8 = 8;
const COUNTS_NOTHING: u8 = 16;

/// The value of each arm end, by its byte.
const VALUES: [u8; 32] = {
    let mut values = [0; 32];
    let mut pips = 0;
    while pips < NO_PIPS {
        values[(COUNTS_ONCE | pips) as usize] = pips;
        values[(COUNTS_TWICE | pips) as usize] = 2 * pips;
        pips += 1;
    }
    values
};

/// The tiles that may go on an arm, by the low four bits of what it shows: those with its pips, none on a closed
/// arm, any to open with.
const JOINED_BY: [TileSet; 16] = {
    let mut sets = [TileSet::EMPTY; 16];
    let mut pips = 0;
    while pips < 7 {
        sets[(COUNTS_ONCE | pips) as usize] = TileSet::showing(Pip::from_bits(pips));
        sets[(COUNTS_TWICE | pips) as usize] = TileSet::showing(Pip::from_bits(pips));
        pips += 1;
    }
    sets[ArmEnd::OPENING.0 as usize] = TileSet::FULL;
    sets
};

/// What an arm shows once a tile has joined on its pips, by 8 × tile index + pips: the other half becomes the new
/// outer end (R8); a double lies crosswise and is terminal (R9). 256 entries, so that a mask bounds the index.
const JOINED: [ArmEnd; 256] = {
    let mut joined = [ArmEnd::CLOSED; 256];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::at(index as u8);
        let (low, high) = (tile.low(), tile.high());
        if tile.is_double() {
            joined[8 * index + low.index()] = ArmEnd::double(low);
        } else {
            joined[8 * index + low.index()] = ArmEnd::plain(high);
            joined[8 * index + high.index()] = ArmEnd::plain(low);
        }
        index += 1;
    }
    joined
};

/// What an arm that showed `pips` shows once `tile` has joined there.
#[inline(always)]
const fn joined(tile: Tile, pips: Pip) -> ArmEnd {
    JOINED[(8 * tile.index() + pips.index()) & 255]
}

/// The tiles that score where an arm shows some end, by its byte and by the count: one look-up for what a placement
/// there leaves of the count, and what it adds.
static SCORING: [[TileSet; 64]; 32] = {
    let mut tiles = [[TileSet::EMPTY; 64]; 32];
    let mut end = 0;
    while end < 32 {
        let mut count = VALUES[end];
        while end as u8 & PIPS != NO_PIPS && count < 64 {
            let mut other = 0;
            while other < NO_PIPS {
                let pips = Pip::from_bits(end as u8 & PIPS);
                let tile = Tile::new(pips, Pip::from_bits(other));
                let after = count - VALUES[end] + joined(tile, pips).value();
                if Points::of_count(after).get() > 0 {
                    tiles[end][count as usize] = tiles[end][count as usize].with(tile);
                }
                other += 1;
            }
            count += 1;
        }
        end += 1;
    }
    tiles
};

/// The tiles that score as a lead (R14): [0|5], [1|4] and [2|3] with 5, [4|6] and [5|5] with 10.
const SCORING_LEADS: TileSet = {
    let mut leads = TileSet::EMPTY;
    let mut index = 0;
    while index < TILES {
        let tile = Tile::at(index as u8);
        if Points::of_count(tile.pips()).get() > 0 {
            leads = leads.with(tile);
        }
        index += 1;
    }
    leads
};

/// The pips of each tile as the spinner, `NO_PIPS` for a tile that is no double.
const AS_SPINNER: [u8; 32] = {
    let mut pips = [NO_PIPS; 32];
    let mut index = 0;
    while index < TILES {
        let tile = Tile::at(index as u8);
        if tile.is_double() {
            pips[index] = tile.low().get();
        }
        index += 1;
    }
    pips
};

/// What the four arms show, in one word: bytes that are written one by one and read together would stall the
/// processor at every placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Shows(u32);

impl Shows {
    const fn of([left, right, up, down]: [ArmEnd; 4]) -> Self {
        Self(u32::from_le_bytes([left.0, right.0, up.0, down.0]))
    }

    #[inline(always)]
    fn all(self) -> [ArmEnd; 4] {
        self.0.to_le_bytes().map(ArmEnd)
    }

    #[inline(always)]
    const fn get(self, arm: Arm) -> ArmEnd {
        ArmEnd((self.0 >> (8 * arm.index())) as u8)
    }

    #[inline(always)]
    const fn set(&mut self, arm: Arm, end: ArmEnd) {
        let shift = 8 * arm.index();
        self.0 = self.0 & !(0xff << shift) | (end.0 as u32) << shift;
    }
}

/// The four arms of a layout as they stand, its spinner (R10, R11) and its count (R14).
///
/// This is the one place where the rules of joining, of the spinner and of the count are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arms {
    /// What the four arms show.
    shows: Shows,
    /// The pips of the spinner, `NO_PIPS` before there is one.
    spinner: u8,
    /// The sum of the counted ends, kept up to date by each placement.
    count: u8,
}

impl Default for Arms {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Arms {
    /// The empty table.
    pub const EMPTY: Self = Self {
        shows: Shows::of([ArmEnd::OPENING, ArmEnd::CLOSED, ArmEnd::CLOSED, ArmEnd::CLOSED]),
        spinner: NO_PIPS,
        count: 0,
    };

    /// What `arm` shows.
    #[inline(always)]
    pub const fn shows(&self, arm: Arm) -> ArmEnd {
        self.shows.get(arm)
    }

    /// The pips of every open end.
    #[inline(always)]
    pub fn open_pips(&self) -> PipSet {
        PipSet::from_bits(self.shows.all().iter().fold(0, |all, end| all | 1 << (end.0 & PIPS)) & !(1 << NO_PIPS))
    }

    /// Whether no tile has been placed.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.shows(Arm::Left) == ArmEnd::OPENING
    }

    /// The spinner: the first double placed, the opening tile included (R10).
    pub const fn spinner(&self) -> Option<Tile> {
        if self.spinner == NO_PIPS { None } else { Some(Tile::double(Pip::from_bits(self.spinner))) }
    }

    /// The sum of the counted ends (R14–R16).
    #[inline(always)]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The legal turns of a seat that holds `hand`: any tile to open with, on the left arm (R6), else those that
    /// show the pips of an open end (R8), else the pass (R13).
    #[inline(always)]
    pub fn legal_turns(&self, hand: TileSet) -> LegalTurns {
        LegalTurns::of_placements(self.shows.all().map(|end| hand & end.joined_by()))
    }

    /// Refuses a placement of `tile` on `arm` that the rules of joining do not allow (R6, R8, R11).
    pub fn check(&self, tile: Tile, arm: Arm) -> Result<(), Error> {
        if self.is_empty() {
            return if arm == Arm::Left { Ok(()) } else { Err(Error::OpeningArm { tile, arm }) };
        }
        match self.shows(arm).pips() {
            None => Err(Error::ArmClosed { tile, arm }),
            Some(pips) if tile.shows(pips) => Ok(()),
            Some(pips) => Err(Error::DoesNotFit { tile, arm, pips }),
        }
    }

    /// Places `tile` on `arm`, which [`check`](Self::check) allows, and gives the points (R14–R17).
    #[inline(always)]
    pub fn place(&mut self, tile: Tile, arm: Arm) -> Points {
        debug_assert_eq!(self.check(tile, arm), Ok(()));
        if self.is_empty() {
            self.open(tile);
        } else {
            self.join(tile, arm);
        }
        if self.spinner == NO_PIPS {
            self.spinner = AS_SPINNER[tile.index() & 31]; // R10
        }
        Points::of_count(self.count)
    }

    /// The tiles of `tiles`, none of them placed yet, that would earn 0, 5, … 35 points at best, by fives; those that
    /// would earn nothing are left out. On the empty table none is told.
    ///
    /// Four ends of different tiles count 12 + 10 + 8 + 6 at most, so no placement earns 40.
    #[inline(always)]
    pub fn scoring(&self, tiles: TileSet) -> [TileSet; 8] {
        let mut by_fives = [TileSet::EMPTY; 8];
        for end in self.leaving().all() {
            let Some(pips) = end.pips() else { continue };
            let rest = self.count - end.value();
            for tile in tiles & SCORING[usize::from(end.0 & 31)][usize::from(self.count & 63)] {
                let fives = (rest + joined(tile, pips).value()) / 5;
                by_fives[usize::from(fives & 7)] = by_fives[usize::from(fives & 7)].with(tile);
            }
        }
        // A tile that fits several ends counts where it earns most.
        let mut better = TileSet::EMPTY;
        for tiles in by_fives.iter_mut().rev() {
            *tiles = *tiles - better;
            better = better | *tiles;
        }
        by_fives
    }

    #[inline(always)]
    fn open(&mut self, tile: Tile) {
        let (left, right) = if tile.is_double() {
            // Both sides are open, but the double counts once, with both halves (R14).
            (ArmEnd::double(tile.low()), ArmEnd::uncounted(tile.low()))
        } else {
            (ArmEnd::plain(tile.low()), ArmEnd::plain(tile.high()))
        };
        self.shows = Shows::of([left, right, ArmEnd::CLOSED, ArmEnd::CLOSED]);
        self.count = tile.pips();
    }

    #[inline(always)]
    fn join(&mut self, tile: Tile, arm: Arm) {
        // True at most three times a round, and so foreseen: one comparison of all that shows, one of what shows here.
        if self.is_lone_double() || self.shows(arm).0 == COUNTS_TWICE | self.spinner {
            self.leave_spinner();
        }
        let shown = self.shows(arm);
        let joined = joined(tile, Pip::from_bits(shown.0 & PIPS));
        self.shows.set(arm, joined);
        self.count = self.count - shown.value() + joined.value();
    }

    /// What the arms show, each with the value that leaves the count when a tile joins there: a lone double goes on
    /// counting, on its other side.
    #[inline(always)]
    fn leaving(self) -> Shows {
        if self.is_lone_double() { Shows(self.shows.0 ^ u32::from(COUNTS_TWICE ^ COUNTS_NOTHING)) } else { self.shows }
    }

    /// The placements of `legal` that earn points.
    #[inline(always)]
    pub fn scoring_turns(&self, legal: LegalTurns) -> LegalTurns {
        if self.is_empty() {
            return legal.filter(|_| SCORING_LEADS);
        }
        let leaving = self.leaving();
        legal.filter(|arm| SCORING[usize::from(leaving.get(arm).0 & 31)][usize::from(self.count & 63)])
    }

    /// What the placement of `tile` on `arm`, which [`check`](Self::check) allows, would earn.
    #[inline(always)]
    pub fn points_of(&self, tile: Tile, arm: Arm) -> Points {
        let end = self.leaving().get(arm);
        Points::of_count(match end.pips() {
            Some(pips) => self.count - end.value() + joined(tile, pips).value(),
            None => tile.pips(),
        })
    }

    /// Whether one double lies and nothing else.
    #[inline(always)]
    const fn is_lone_double(self) -> bool {
        const CLOSED: u32 = ArmEnd::CLOSED.0 as u32;
        const LONE: u32 = COUNTS_TWICE as u32 | (COUNTS_NOTHING as u32) << 8 | CLOSED << 16 | CLOSED << 24;
        self.shows.0 == LONE | self.spinner as u32 | (self.spinner as u32) << 8
    }

    /// What a placement where the spinner itself shows changes elsewhere.
    #[inline(always)]
    const fn leave_spinner(&mut self) {
        let spinner = Pip::from_bits(self.spinner);
        if self.is_lone_double() {
            // The first straight side of a lone double is filled: whichever it is, the other side stays a
            // terminal double (R15).
            self.shows.set(Arm::Right, ArmEnd::double(spinner));
            self.count += ArmEnd::double(spinner).value();
        } else {
            // The second straight side is filled: the branches may start, and count nothing till then (R11, R12).
            self.shows.set(Arm::Up, ArmEnd::uncounted(spinner));
            self.shows.set(Arm::Down, ArmEnd::uncounted(spinner));
        }
    }

    /// What all layouts with the same future share.
    ///
    /// Arms are interchangeable: what may be placed, and every count from here on, depends on what the four
    /// show and not on which shows what. Which double the spinner is matters only while it is terminal; after
    /// that its branches show its pips as long as they are not started.
    pub fn canonical_key(&self) -> ArmsKey {
        let mut shows = self.shows.all();
        shows.sort_unstable();
        let spinner = match self.spinner {
            NO_PIPS => 8,
            pips if shows.contains(&ArmEnd::double(Pip::from_bits(pips))) => pips,
            _ => 7,
        };
        ArmsKey([shows[0].0, shows[1].0, shows[2].0, shows[3].0, spinner])
    }

    /// The [canonical key](Self::canonical_key) in 20 bits: what the arms show, sorted, five bits each.
    ///
    /// The bytes of ends have five bits, of which the highest two together are free to mark the spinner as long as
    /// it is terminal. That leaves nothing to tell: without a spinner the branches are closed, and with an interior
    /// one they show something.
    #[inline(always)]
    pub(crate) fn packed_key(self) -> u32 {
        let terminal_spinner = COUNTS_TWICE | self.spinner;
        let code = |end: ArmEnd| u32::from(end.0) + 16 * u32::from(end.0 == terminal_spinner);
        let [a, b, c, d] = self.shows.all().map(code);
        // Sorted in three layers of exchanges.
        let (a, b, c, d) = (a.min(b), a.max(b), c.min(d), c.max(d));
        let (a, c, b, d) = (a.min(c), a.max(c), b.min(d), b.max(d));
        let (b, c) = (b.min(c), b.max(c));
        a | b << 5 | c << 10 | d << 15
    }

    /// What the arms show, one arm for all those on which the same placement leads to equal positions; closed for the
    /// others.
    #[inline(always)]
    pub(crate) fn distinct_ends(self) -> [ArmEnd; 4] {
        let [left, right, up, down] = self.shows.all();
        let only_if = |distinct: bool, end: ArmEnd| if distinct { end } else { ArmEnd::CLOSED };
        [
            left,
            only_if(right != left && !self.is_lone_double(), right),
            only_if(up != left && up != right, up),
            only_if(down != left && down != right && down != up, down),
        ]
    }

    /// The tiles that may be placed on each of the [distinct ends](Self::distinct_ends).
    #[inline(always)]
    pub(crate) fn distinct_placements(self, hand: TileSet) -> [TileSet; 4] {
        self.distinct_ends().map(|end| hand & end.joined_by())
    }

    /// The tiles that would join somewhere.
    #[inline(always)]
    pub(crate) fn joined_by(self) -> TileSet {
        self.shows.all().iter().fold(TileSet::EMPTY, |tiles, end| tiles | end.joined_by())
    }

    /// The most points that a tile of `hand` would earn at once; 0 on the empty table.
    #[inline(always)]
    pub(crate) fn best_points(self, hand: TileSet) -> u8 {
        let mut best = 0;
        for end in self.leaving().all() {
            let Some(pips) = end.pips() else { continue };
            let rest = self.count - end.value();
            for tile in hand & SCORING[usize::from(end.0 & 31)][usize::from(self.count & 63)] {
                best = best.max(rest + joined(tile, pips).value());
            }
        }
        best
    }
}

/// Equal for layouts that differ only in which arm shows what; see [`Arms::canonical_key`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArmsKey(pub(crate) [u8; 5]);
