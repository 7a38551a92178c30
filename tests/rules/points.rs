//! Points of a placement: R14 to R17.

use sevenrocks::{Points, Tile};

use crate::common::{after, positions, random_rounds, round, scores, seat};
use crate::{LOPSIDED, OUT, count, place, values};

/// R14: a lone opening tile gives both its halves.
#[test]
fn r14_a_lone_tile_counts_both_its_halves() {
    assert_eq!((count("1|4L"), count("2|2L"), count("0|0L")), (5, 4, 0));
    for tile in Tile::all() {
        assert_eq!(count(&format!("{tile}L")), tile.low().get() + tile.high().get());
    }
}

/// R14: an ordinary end gives its open pips, a terminal double both halves.
#[test]
fn r14_the_counted_ends_are_added_up() {
    assert_eq!(count("1|4L 1|6L"), 6 + 4);
    assert_eq!(count("1|4L 1|6L 4|4R"), 6 + 8);
    assert_eq!(count("1|4L 1|6L 4|4R 6|6L"), 12 + 8);
}

/// R14: after every placement, the opening included.
#[test]
fn r14_the_opening_scores() {
    assert_eq!(after(round(LOPSIDED, 3), "5|5L").points().get(), 10);
    assert_eq!(after(round(LOPSIDED, 2), "1|4L").scores(), scores(5, 0));
}

/// R14: after every placement, the last tile of a hand included.
#[test]
fn r14_the_last_tile_of_a_hand_scores() {
    let end = OUT.end();
    // [4|6] gives 6, the double [2|2] on the left 4, [0|0] on the branch 0, and [0|3] joined by its 3 gives 0.
    assert_eq!((end.table().arms().count(), end.points().get(), end.hands()[seat(2)].len()), (10, 10, 0));
    let (before, _) = OUT.last();
    assert_eq!(after(OUT.start(), before).points().get(), 0);
}

/// R15: a spinner with one straight side filled is still a terminal double.
#[test]
fn r15_a_spinner_with_one_side_filled_counts_both_halves() {
    assert_eq!(values("2|2L 2|3L"), [3, 4]);
    assert_eq!(values("2|2L 2|3R"), [4, 3]);
    assert_eq!((values("3|6L 6|6R"), count("3|6L 6|6R")), (vec![3, 12], 15));
    assert_eq!(count("2|2L 2|3L 3|3L"), 6 + 4);
    assert_eq!(count("2|2L 2|3L 3|3L 3|5L"), 5 + 4);
}

/// R16: an interior spinner gives nothing, every started arm gives its outer end.
#[test]
fn r16_an_interior_spinner_counts_nothing() {
    let steps = [("2|2L 2|3L 2|4R", 3 + 4), (" 2|5U", 3 + 4 + 5), (" 2|6D", 3 + 4 + 5 + 6), (" 6|6D", 3 + 4 + 5 + 12)];
    let mut text = String::new();
    for (step, expected) in steps {
        text += step;
        assert_eq!(count(&text), expected, "{text}");
    }
}

/// R16: a branch not started gives nothing, even when only one is.
#[test]
fn r16_an_unstarted_branch_gives_nothing() {
    assert_eq!(values("6|6L 3|6L 2|6R"), [3, 2]);
    assert_eq!(values("6|6L 3|6L 2|6R 1|6D"), [3, 2, 1]);
}

/// R17: a positive multiple of five scores exactly the count; anything else, zero included, nothing.
#[test]
fn r17_multiples_of_five_score_the_count() {
    let scoring = [5, 10, 15, 20, 25, 30, 35];
    for count in 0..=36 {
        assert_eq!(Points::of_count(count).get(), if scoring.contains(&count) { count } else { 0 });
    }
    assert_eq!(place("0|5L", "5|5R").map(Points::get), Ok(10));
    assert_eq!(place("0|5L 0|0L", "5|5R").map(Points::get), Ok(10));
    assert_eq!(place("0|5L 0|0L", "1|5R").map(Points::get), Ok(0));
}

/// R17: a count of zero scores nothing.
#[test]
fn r17_zero_scores_nothing() {
    assert_eq!(after(round(LOPSIDED, 0), "0|0L").scores(), scores(0, 0));
    let all_zero = "5|5L 0|5L 4|5R 0|4R"; // both ends show 0
    assert_eq!((count(all_zero), place("5|5L 0|5L 4|5R", "0|4R")), (0, Ok(Points::ZERO)));
}

/// R17: the largest count is 36, with [6|6], [5|5], [4|4], [3|3] at the four arms.
#[test]
fn r17_the_largest_count_is_36() {
    let text = "0|0L 0|6L 6|6L 0|5R 5|5R 0|4U 4|4U 0|3D 3|3D";
    assert_eq!((values(text), count(text)), (vec![12, 10, 8, 6], 36));
    assert_eq!(place("0|0L 0|6L 6|6L 0|5R 5|5R 0|4U 4|4U 0|3D", "3|3D"), Ok(Points::ZERO));
}

/// R17: the largest score is 35.
#[test]
fn r17_the_largest_score_is_35() {
    let before = "0|0L 0|6L 6|6L 0|5R 5|5R 0|4U 4|4U 0|1D";
    assert_eq!(place(before, "1|5D").map(Points::get), Ok(35));
    let largest = random_rounds(17, 20_000)
        .flat_map(|played| positions(&played))
        .fold((0, 0), |(count, points), now| (now.table().arms().count().max(count), now.points().get().max(points)));
    assert!(largest.0 <= 36 && largest.1 <= 35 && largest.1 >= 25, "{largest:?}");
}
