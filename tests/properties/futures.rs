//! Positions with the same future have equal keys.

use std::collections::HashMap;

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use sevenrocks::{Arm, PlayedRound, Points, Round, Tile, Turn, perft};

use crate::common::{fitting, positions, random_rounds};
use crate::{cases, choices, follow, rounds_in_a_match, starts_in_a_match};

/// The turn on the opposite arm: left and right exchanged, or up and down.
fn mirrored(turn: Turn, exchanged: [Arm; 2]) -> Turn {
    turn.placement().map_or(turn, |(tile, arm)| Turn::place(tile, mirrored_arm(arm, exchanged)))
}

fn mirrored_arm(arm: Arm, [one, other]: [Arm; 2]) -> Arm {
    match arm {
        arm if arm == one => other,
        arm if arm == other => one,
        arm => arm,
    }
}

/// Plays `played` and its mirror image side by side; all keys are equal, and the rounds if the arms are.
fn mirror_images_have_equal_keys(played: &PlayedRound, exchanged: [Arm; 2]) -> TestCaseResult {
    let mut image = *played.start();
    let images = played.turns().iter().enumerate().map(|(number, &turn)| {
        image =
            image.play(if number == 0 { turn } else { mirrored(turn, exchanged) }).expect("legal in the mirror too");
        image
    });
    for (position, image) in positions(played).iter().skip(1).zip(images) {
        prop_assert_eq!(position.canonical_key(), image.canonical_key());
        prop_assert_eq!(position.canonical_key().to_bytes(), image.canonical_key().to_bytes());
        let ends = |round: &Round, arm| round.table().arms().shows(arm);
        prop_assert_eq!(*position == image, Arm::ALL.iter().all(|&arm| ends(position, arm) == ends(&image, arm)));
        if position.table().played().len() > 1 {
            prop_assert!(Arm::ALL.iter().all(|&arm| ends(position, arm) == ends(&image, mirrored_arm(arm, exchanged))));
        }
        prop_assert_eq!((position.points(), position.scores()), (image.points(), image.scores()));
    }
    Ok(())
}

/// The round with its opening double, if the opener holds one.
fn opened_with_a_double(start: Round, choices: &[u8]) -> Option<PlayedRound> {
    let double = start.hand().iter().find(|tile| tile.is_double())?;
    let opened = start.play(Turn::place(double, Arm::Left)).ok()?;
    let rest = play_on(opened, choices);
    follow(start, &[&[Turn::place(double, Arm::Left)], &rest[..]].concat()).ok()
}

/// The turns that play `position` out by `choices`.
fn play_on(mut position: Round, choices: &[u8]) -> Vec<Turn> {
    let mut turns = Vec::new();
    for choice in choices.iter().cycle() {
        let legal = position.legal_turns();
        if legal.is_empty() {
            break;
        }
        let turn = legal.nth_by_arm(usize::from(*choice) % legal.len()).expect("legal");
        position.play_unchecked(turn);
        turns.push(turn);
    }
    turns
}

proptest! {
    #![proptest_config(cases(512))]

    /// Branches exchanged: the same future.
    #[test]
    fn exchanged_branches_have_equal_keys(played in rounds_in_a_match()) {
        mirror_images_have_equal_keys(&played, [Arm::Up, Arm::Down])?;
    }

    /// Left and right exchanged after a lone double: the same future.
    #[test]
    fn exchanged_sides_of_a_lone_double_have_equal_keys(start in starts_in_a_match(), choices in choices()) {
        if let Some(played) = opened_with_a_double(start, &choices) {
            mirror_images_have_equal_keys(&played, [Arm::Left, Arm::Right])?;
        }
    }
}

/// The tile, the points and the key of every next position, in order: what two positions with equal keys share.
fn future(position: &Round) -> Vec<(Option<Tile>, Points, Vec<u8>)> {
    let next = |turn: Turn| {
        let after = position.play(turn).expect("legal");
        (turn.placement().map(|(tile, _)| tile), after.points(), after.canonical_key().to_bytes())
    };
    let mut future: Vec<_> = position.legal_turns().iter().map(next).collect();
    future.sort();
    future
}

/// Every position `depth` turns after `from`, however it is reached.
fn positions_after(from: Round, depth: usize) -> Vec<Round> {
    (0..depth).fold(vec![from], |positions, _| {
        let next = |position: &Round| {
            let position = *position;
            position.legal_turns().iter().map(move |turn| position.play(turn).expect("legal")).collect::<Vec<_>>()
        };
        positions.iter().flat_map(next).collect()
    })
}

/// Equal keys mean equal futures, turn by turn but for the arms, and equal counts of them, while a tile still fits.
#[test]
fn equal_keys_have_equal_futures() {
    let mut unlike = 0;
    for (number, played) in random_rounds(33, 300).enumerate() {
        let all = positions(&played);
        let mut by_key: HashMap<_, Round> = HashMap::new();
        let reached = positions_after(all[number % all.len()], 4);
        for position in reached.into_iter().filter(|position| !fitting(position).is_empty()) {
            let first = by_key.entry(position.canonical_key()).or_insert(position);
            assert_eq!(future(first), future(&position));
            assert_eq!(perft(first, 2), perft(&position, 2));
            unlike += u32::from(*first != position);
        }
    }
    assert!(unlike > 1000, "only {unlike} unlike positions with equal keys were met");
}

/// Where no tile fits any more, equal keys leave open how many of the four passes are still to come, but not what
/// they come to.
#[test]
fn equal_keys_of_blocked_positions_have_equal_outcomes() {
    let hands = [
        "0|6 1|2 2|4 1|6 0|3 3|3 3|5",
        "2|2 0|2 5|5 0|4 4|4 4|5 6|6",
        "0|1 1|3 1|4 1|1 1|5 2|5 5|6",
        "2|6 2|3 0|5 0|0 3|4 3|6 4|6",
    ];
    let opening = "2|6L 0|6R 2|2L 0|1R 2|3L 1|2R 0|2U 1|3L 0|5U 2|4D 5|5U 1|4D pass 1|6D 4|5U 1|5L 3|4U";
    let start = crate::common::after(crate::common::round(hands, 3), opening);
    let one = crate::common::after(start, "0|3U 0|4U 5|6L 4|6U pass 6|6L 2|5R 3|6U 3|5U pass");
    let other = crate::common::after(start, "3|5L 6|6D 2|5R 3|6L 0|3U 0|4U 5|6L 4|6U pass pass");
    assert_eq!(
        (one.canonical_key(), other.canonical_key().to_bytes()),
        (other.canonical_key(), one.canonical_key().to_bytes())
    );
    assert_eq!((one.table().passes(), other.table().passes()), (1, 2));
    let settled = |position, passes: &str| crate::common::after(position, passes).scores();
    assert_eq!(settled(one, "pass pass pass"), settled(other, "pass pass"));
}
