//! The yardstick: random matches of Seven Rocks in a bare loop with no API, no log, no columns and no crate.
//!
//! Arrays of four arms, 28-bit hands, a wyrand generator, a Fisher-Yates deal. It is what a programmer writes in
//! an afternoon for speed alone, and what `sevenrocks` is measured against: see `benches/engine.rs`.

/// Plays `matches` random matches; gives rounds, placements and wins of side 0, so that nothing is optimised away.
pub(crate) fn play(seed: u64, matches: u64) -> (u64, u64, u64) {
    let tables = Tables::new();
    let mut rng = Wyrand(seed);
    let (mut rounds, mut placements, mut wins) = (0, 0, 0);
    for _ in 0..matches {
        let mut scores = [0_i32; 2];
        let mut opener = rng.below(4) as usize;
        loop {
            rounds += 1;
            match play_round(&tables, &mut rng, opener, &mut scores, &mut placements) {
                End::Won(side) => {
                    wins += u64::from(side == 0);
                    break;
                }
                End::Out(seat) => opener = seat,
                End::Blocked => opener = rng.below(4) as usize,
            }
        }
    }
    (rounds, placements, wins)
}

enum End {
    Won(usize),
    Out(usize),
    Blocked,
}

/// No pips: a closed arm.
const CLOSED: usize = 7;

struct Tables {
    halves: [(usize, usize); 28],
    showing: [u32; 8],
}

impl Tables {
    fn new() -> Self {
        let mut tables = Self { halves: [(0, 0); 28], showing: [0; 8] };
        let mut tile = 0;
        for low in 0..7 {
            for high in low..7 {
                tables.halves[tile] = (low, high);
                tables.showing[low] |= 1 << tile;
                tables.showing[high] |= 1 << tile;
                tile += 1;
            }
        }
        tables
    }
}

struct Wyrand(u64);

impl Wyrand {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    fn below(&mut self, bound: u32) -> u32 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

fn play_round(tables: &Tables, rng: &mut Wyrand, opener: usize, scores: &mut [i32; 2], placements: &mut u64) -> End {
    let mut tiles: [u8; 28] = std::array::from_fn(|tile| tile as u8);
    for left in (1..28).rev() {
        tiles.swap(left, rng.below(left as u32 + 1) as usize);
    }
    let mut hands = [0_u32; 4];
    for (position, tile) in tiles.into_iter().enumerate() {
        hands[position / 7] |= 1 << tile;
    }
    // Pips to join on and value by arm; the spinner's pips; how many of its straight sides are filled.
    let (mut pips, mut values) = ([CLOSED; 4], [0_usize; 4]);
    let (mut spinner, mut spinner_arm, mut lone_double) = (CLOSED, CLOSED, false);
    let (mut seat, mut passes, mut opening) = (opener, 0, true);
    loop {
        let fits: [u32; 4] = if opening {
            [hands[seat], 0, 0, 0]
        } else {
            std::array::from_fn(|arm| hands[seat] & tables.showing[pips[arm]])
        };
        let count: u32 = fits.iter().map(|tiles| tiles.count_ones()).sum();
        if count == 0 {
            passes += 1;
            if passes == 4 {
                settle(tables, &hands, scores);
                return End::Blocked;
            }
            seat = (seat + 1) % 4;
            continue;
        }
        passes = 0;
        *placements += 1;
        let (tile, arm) = pick(&fits, rng.below(count));
        let (low, high) = tables.halves[tile];
        hands[seat] &= !(1 << tile);
        if opening {
            opening = false;
            pips[0] = low;
            pips[1] = high;
            values[0] = low;
            values[1] = high;
            if low == high {
                spinner = low;
                lone_double = true;
            }
        } else {
            let joined = pips[arm];
            if lone_double {
                lone_double = false;
                spinner_arm = 1 - arm;
                values[spinner_arm] = 2 * spinner;
            } else if arm == spinner_arm {
                spinner_arm = CLOSED;
                pips[2] = spinner;
                pips[3] = spinner;
            }
            if low == high {
                values[arm] = 2 * low;
                if spinner == CLOSED {
                    spinner = low;
                    spinner_arm = arm;
                }
            } else {
                pips[arm] = low + high - joined;
                values[arm] = pips[arm];
            }
        }
        let count: usize = values.iter().sum();
        if count > 0 && count.is_multiple_of(5) {
            scores[seat % 2] += count as i32;
            if scores[seat % 2] >= 250 {
                return End::Won(seat % 2);
            }
        }
        if hands[seat] == 0 {
            settle(tables, &hands, scores);
            return End::Out(seat);
        }
        seat = (seat + 1) % 4;
    }
}

/// Tile and arm number `choice`, arm by arm.
fn pick(fits: &[u32; 4], mut choice: u32) -> (usize, usize) {
    let mut arm = 0;
    while choice >= fits[arm].count_ones() {
        choice -= fits[arm].count_ones();
        arm += 1;
    }
    let mut tiles = fits[arm];
    for _ in 0..choice {
        tiles &= tiles - 1;
    }
    (tiles.trailing_zeros() as usize, arm)
}

fn settle(tables: &Tables, hands: &[u32; 4], scores: &mut [i32; 2]) {
    for (seat, &hand) in hands.iter().enumerate() {
        let (mut left, mut pips) = (hand, 0);
        while left != 0 {
            let (low, high) = tables.halves[left.trailing_zeros() as usize];
            pips += (low + high) as i32;
            left &= left - 1;
        }
        scores[seat % 2] -= (pips + 2) / 5 * 5;
    }
}
