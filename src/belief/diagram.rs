//! Every way to hand out the unseen tiles, as one diagram: each path through it is a deal.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use crate::deal::HAND;
use crate::tile::{TILES, Tile, TileSet};

/// The hands that a seat does not see.
pub(super) const HIDDEN: usize = 3;

/// The most tiles that a seat does not see: all but its own.
const UNSEEN: usize = TILES - HAND;

/// What is known of a hidden hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct HiddenHand {
    /// The tiles that it may hold.
    pub(super) possible: TileSet,
    /// How many it holds.
    pub(super) size: u8,
    /// Their pips together, where a settled round has told them.
    pub(super) pips: Option<u8>,
}

/// The tiles, in index order, one level each; a node is what the hands still want once the tiles before have gone.
///
/// A node's way to hand `h` leads to what they want after hand `h` took the level's tile. So states that different
/// beginnings lead to are one node, and the deals below it are counted once: 512 nodes for 399,072,960 deals.
#[derive(Clone, Debug)]
pub(super) struct Diagram {
    tiles: TileSet,
    nodes: Vec<Node>,
    /// Where each level begins; the last is the one below all tiles.
    levels: ArrayVec<u32, { UNSEEN + 1 }>,
}

/// Which hand takes the level's tile.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The deals in which a hand before this one takes it.
    before: [u32; HIDDEN],
    /// All deals from here: at most 21! / (7!)³ = 399,072,960.
    count: u32,
    /// The node below, [`DEAD`] where the hand may not take it.
    next: [u32; HIDDEN],
}

/// The nodes of the largest diagram in which pips are not known: three hands want 0 to 7 tiles, and the dead one.
const NODES: usize = (HAND + 1).pow(HIDDEN as u32) + 1;

/// The node from which there is no deal.
const DEAD: u32 = 0;
/// The node of the first tile.
const ROOT: usize = 1;

impl Node {
    const fn leaf(count: u32) -> Self {
        Self { before: [0; HIDDEN], count, next: [DEAD; HIDDEN] }
    }

    /// The deals in which `hand` takes the tile.
    const fn count_of(&self, hand: usize) -> u32 {
        let after = if hand + 1 < HIDDEN { self.before[hand + 1] } else { self.count };
        after - self.before[hand]
    }
}

impl Diagram {
    /// The ways to hand out `tiles` to hands of which this is known.
    pub(super) fn new(tiles: TileSet, hands: &[HiddenHand; HIDDEN]) -> Self {
        let by_pips = hands.iter().any(|hand| hand.pips.is_some());
        let mut diagram = Self { tiles, nodes: Vec::with_capacity(NODES), levels: ArrayVec::new() };
        diagram.nodes.push(Node::leaf(0));
        let mut level = Level::new(by_pips);
        level.slot(Wanted::new(hands));
        for tile in tiles {
            level = diagram.descend(tile, hands, level);
        }
        diagram.levels.push(diagram.nodes.len() as u32);
        diagram.nodes.extend(level.wanted.iter().map(|&wanted| Node::leaf(u32::from(wanted == Wanted(0)))));
        diagram.count_upwards();
        diagram
    }

    /// Adds the nodes of `level`, on which `tile` is handed out, and gives the level below.
    fn descend(&mut self, tile: Tile, hands: &[HiddenHand; HIDDEN], level: Level) -> Level {
        self.levels.push(self.nodes.len() as u32);
        let below = (self.nodes.len() + level.wanted.len()) as u32;
        let mut next_level = Level::new(level.is_by_pips());
        let pips = hands.map(|known| known.pips.map_or(0, |_| tile.pips()));
        for wanted in level.wanted {
            let mut node = Node::leaf(0);
            for (hand, known) in hands.iter().enumerate() {
                if known.possible.contains(tile)
                    && let Some(after) = wanted.after(hand, pips[hand])
                {
                    node.next[hand] = below + next_level.slot(after);
                }
            }
            self.nodes.push(node);
        }
        next_level
    }

    /// Counts the deals from each node, the lowest level first.
    fn count_upwards(&mut self) {
        let leaves = self.levels.last().map_or(0, |&leaves| leaves as usize);
        for index in (1..leaves).rev() {
            let counts = self.nodes[index].next.map(|next| self.nodes[next as usize].count);
            let node = &mut self.nodes[index];
            for (before, count) in node.before.iter_mut().zip(counts) {
                *before = node.count;
                node.count += count;
            }
        }
    }

    /// How many deals there are.
    pub(super) fn count(&self) -> u32 {
        self.nodes[ROOT].count
    }

    /// The hands in deal number `index`, which is below the count.
    #[inline]
    pub(super) fn hands(&self, index: u32) -> [TileSet; HIDDEN] {
        debug_assert!(index < self.count());
        let (mut masks, mut index, mut node) = ([0; HIDDEN], index, &self.nodes[ROOT]);
        let mut left = self.tiles.mask();
        while left != 0 {
            let hand = usize::from(index >= node.before[1]) + usize::from(index >= node.before[2]);
            index -= node.before[hand];
            masks[hand] |= left & left.wrapping_neg();
            node = &self.nodes[node.next[hand] as usize];
            left &= left - 1;
        }
        masks.map(TileSet::from_bits)
    }

    /// The number of the deal with these hands, `None` if there is no such deal.
    pub(super) fn index(&self, hands: &[TileSet; HIDDEN]) -> Option<u32> {
        let all = hands.iter().fold(TileSet::EMPTY, |all, &hand| all | hand);
        if all != self.tiles || hands.iter().map(|hand| hand.len()).sum::<usize>() != all.len() {
            return None;
        }
        let (mut index, mut node) = (0, &self.nodes[ROOT]);
        for tile in self.tiles {
            let hand = hands.iter().position(|hand| hand.contains(tile))?;
            index += node.before[hand];
            node = &self.nodes[node.next[hand] as usize];
        }
        (node.count == 1).then_some(index)
    }

    /// In how many deals each hand holds each tile: paths down to a node times deals from there.
    pub(super) fn tally(&self) -> [[u32; HIDDEN]; TILES] {
        let mut tally = [[0; HIDDEN]; TILES];
        // Paths are followed only where a deal goes on, so times the deals they are at most all deals.
        let mut paths = vec![0_u32; self.nodes.len()];
        paths[ROOT] = 1;
        for (level, tile) in self.levels.windows(2).zip(self.tiles) {
            let held = &mut tally[tile.index()];
            for index in level[0] as usize..level[1] as usize {
                let (node, above) = (&self.nodes[index], paths[index]);
                for hand in 0..HIDDEN {
                    let deals = node.count_of(hand);
                    if deals > 0 {
                        held[hand] += above * deals;
                        paths[node.next[hand] as usize] += above;
                    }
                }
            }
        }
        tally
    }
}

/// What the hands still want: for each three bits of tiles, and above them for each eight bits of pips, which are 0
/// where they are not known. One word, so that taking a tile is one subtraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Wanted(u64);

impl Wanted {
    /// All that these hands want.
    fn new(hands: &[HiddenHand; HIDDEN]) -> Self {
        let wanted = hands.iter().enumerate();
        Self(wanted.map(|(hand, known)| Self::one(hand, u64::from(known.size), known.pips.unwrap_or(0))).sum())
    }

    /// So many tiles and pips for `hand`.
    const fn one(hand: usize, tiles: u64, pips: u8) -> u64 {
        tiles << (3 * hand) | (pips as u64) << (3 * HIDDEN + 8 * hand)
    }

    /// What they want after `hand` took a tile, of so many `pips` if these are known; `None` if it wants none such.
    const fn after(self, hand: usize, pips: u8) -> Option<Self> {
        let (tiles_left, pips_left) = (self.0 >> (3 * hand) & 7, self.0 >> (3 * HIDDEN + 8 * hand) & 255);
        if tiles_left > 0 && pips_left >= pips as u64 { Some(Self(self.0 - Self::one(hand, 1, pips))) } else { None }
    }

    /// The tiles that the first two hands want, as one number.
    const fn tiles_of_two(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// What the hands may want on a level, each once.
struct Level {
    wanted: Vec<Wanted>,
    slots: Slots,
}

/// Where on its level each is found.
enum Slots {
    /// By the tiles that two hands want: those of the third follow.
    ByTiles([u8; 64]),
    /// By tiles and pips, where these are known.
    ByPips(HashMap<Wanted, u32>),
}

impl Level {
    fn new(by_pips: bool) -> Self {
        let slots = if by_pips { Slots::ByPips(HashMap::new()) } else { Slots::ByTiles([u8::MAX; 64]) };
        Self { wanted: Vec::with_capacity(64), slots }
    }

    const fn is_by_pips(&self) -> bool {
        matches!(self.slots, Slots::ByPips(_))
    }

    /// The place of `wanted` on this level, added if it is new.
    fn slot(&mut self, wanted: Wanted) -> u32 {
        let new = self.wanted.len() as u32;
        let slot = match &mut self.slots {
            Slots::ByTiles(slots) => {
                let slot = &mut slots[wanted.tiles_of_two()];
                *slot = (*slot).min(new as u8);
                u32::from(*slot)
            }
            Slots::ByPips(slots) => *slots.entry(wanted).or_insert(new),
        };
        if slot == new {
            self.wanted.push(wanted);
        }
        slot
    }
}
