//! Numbers and texts.

use proptest::prelude::*;
use sevenrocks::turn::TURNS;
use sevenrocks::{Arm, Error, Half, Layout, Tile, TileSet, Turn};

use crate::{all_turns, cases, reads_back};

#[test]
fn turns_and_their_numbers_are_a_bijection() {
    let placed = Tile::all().flat_map(|tile| Arm::ALL.map(|arm| Turn::place(tile, arm)));
    let expected: Vec<Turn> = placed.chain([Turn::PASS]).collect();
    assert_eq!(all_turns().collect::<Vec<_>>(), expected);
    assert!(expected.iter().enumerate().all(|(index, turn)| turn.index() == index));
    assert_eq!(Turn::from_index(TURNS), Err(Error::TurnRange { found: 113 }));
}

#[test]
fn turns_are_their_tile_and_arm() {
    for turn in all_turns() {
        assert_eq!(turn.placement().map_or(Turn::PASS, |(tile, arm)| Turn::place(tile, arm)), turn);
        assert_eq!(turn.is_pass(), turn.placement().is_none());
    }
}

#[test]
fn words_read_back() {
    all_turns().for_each(|turn| reads_back(&turn));
    Tile::all().for_each(|tile| reads_back(&tile));
    Arm::ALL.iter().for_each(reads_back);
    Half::ALL.iter().for_each(reads_back);
}

#[test]
fn tiles_read_in_every_spelling() {
    for tile in Tile::all() {
        let (low, high) = (tile.low(), tile.high());
        for text in
            [format!("{low}-{high}"), format!("[{low}|{high}]"), format!("{high}|{low}"), format!("[{high}-{low}]")]
        {
            assert_eq!(text.parse(), Ok(tile), "{text}");
        }
    }
}

#[test]
fn arms_read_in_every_spelling() {
    for arm in Arm::ALL {
        let (letter, word) = (arm.letter().to_string(), arm.to_string());
        for text in [letter.to_lowercase(), word.to_uppercase(), letter, word] {
            assert_eq!(text.parse(), Ok(arm), "{text}");
        }
    }
}

#[test]
fn tiles_and_sets_are_numbered() {
    for (index, tile) in Tile::all().enumerate() {
        assert_eq!(
            (tile.index(), Tile::from_index(index), Tile::new(tile.high(), tile.low())),
            (index, Ok(tile), tile)
        );
    }
    assert_eq!(Tile::from_index(28), Err(Error::TileRange { found: 28 }));
    assert!(TileSet::from_mask(1 << 28).is_err());
}

proptest! {
    #![proptest_config(cases(2048))]

    /// A set of tiles is its mask, its tiles, and its complement's complement.
    #[test]
    fn sets_of_tiles(mask in 0..1_u32 << 28, other in 0..1_u32 << 28) {
        let [set, other] = [mask, other].map(|mask| TileSet::from_mask(mask).expect("28 bits"));
        prop_assert_eq!((set.mask(), set.iter().collect::<TileSet>(), !!set), (mask, set, set));
        prop_assert_eq!(set.len() + other.len(), (set | other).len() + (set & other).len());
        prop_assert_eq!((set - other, set ^ other), (set & !other, (set - other) | (other - set)));
        prop_assert!(Tile::all().all(|tile| set.contains(tile) != (!set).contains(tile)));
    }

    /// No text makes the readers panic, and what they take they write back.
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]LRUDlrud0-7|é -]{0,7}|pass|\\PC{0,6}") {
        if let Ok(turn) = text.parse::<Turn>() { reads_back(&turn); }
        if let Ok(tile) = text.parse::<Tile>() { reads_back(&tile); }
        if let Ok(arm) = text.parse::<Arm>() { reads_back(&arm); }
        if let Ok(layout) = text.parse::<Layout>() { reads_back(&layout); }
    }
}

proptest! {
    #![proptest_config(cases(2048))]

    /// The heaviest tiles of a set are those with the most pips.
    #[test]
    fn heaviest_tiles_have_the_most_pips(mask in 0_u32..1 << 28) {
        let set = TileSet::from_mask(mask).unwrap();
        let most = set.iter().map(Tile::pips).max();
        let expected: TileSet = set.iter().filter(|tile| Some(tile.pips()) == most).collect();
        prop_assert_eq!(set.heaviest(), expected);
    }
}
