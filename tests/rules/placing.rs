//! Placing: R8 to R13.

use sevenrocks::{Arm, Error, Half, Points, Tile, TileSet, Turn};

use crate::common::{after, fitting, layout, random_rounds, read, round, seat, tile};
use crate::{LOPSIDED, OUT, count, open_ends, place, replay, values};

/// R8: a turn joins one half to an open end that shows the same pips.
#[test]
fn r8_the_halves_that_meet_show_the_same_pips() {
    assert_eq!(place("1|4L", "4|6R"), Ok(Points::ZERO));
    let misfit = Error::DoesNotFit { tile: tile("4|6"), arm: Arm::Left, pips: tile("1|4").low() };
    assert_eq!(place("1|4L", "4|6L"), Err(misfit));
    for played in random_rounds(8, 200) {
        for join in played.layout().joins() {
            assert_eq!(pips_at(join.at.tile, join.at.half), pips_at(join.by.tile, join.by.half));
        }
    }
}

/// R8: the other half becomes the new outer end.
#[test]
fn r8_the_other_half_becomes_the_outer_end() {
    assert_eq!(open_ends("1|4L 4|6R"), ["1|4 low", "4|6 high"]);
    assert_eq!(open_ends("1|4L 2|4R"), ["1|4 low", "2|4 low"]);
    assert_eq!(open_ends("1|4L 1|5L"), ["1|5 high", "1|4 high"]);
}

/// R8: one tile a turn.
#[test]
fn r8_one_tile_a_turn() {
    for (position, turn) in replay(&OUT) {
        let (next, placed) = (position.play(turn).expect("legal"), usize::from(!turn.is_pass()));
        assert_eq!(next.seat(), position.seat().next());
        assert_eq!(next.hands()[position.seat()].len(), position.hand().len() - placed);
    }
}

/// R8: a tile that lies on the table is not placed again.
#[test]
fn r8_a_tile_is_placed_once() {
    assert_eq!(place("1|4L", "1|4L"), Err(Error::AlreadyPlayed { tile: tile("1|4") }));
}

/// R9: while a double is a terminal end both its halves count.
#[test]
fn r9_a_terminal_double_counts_with_both_halves() {
    assert_eq!((values("0|5L 5|5R"), count("0|5L 5|5R")), (vec![0, 10], 10));
    assert_eq!(values("5|5L 2|5L 2|2L"), [4, 10]);
}

/// R9: once the line goes on beyond it, a double is interior and counts nothing.
#[test]
fn r9_an_interior_double_counts_nothing() {
    assert_eq!((values("0|5L 5|5R 4|5R"), count("0|5L 5|5R 4|5R")), (vec![0, 4], 4));
    // The same of an ordinary double, which is no spinner:
    assert_eq!(values("1|1L 1|3L 1|4R 4|4R"), [3, 8]);
    assert_eq!(values("1|1L 1|3L 1|4R 4|4R 4|6R"), [3, 6]);
}

/// R9: a double on a branch is crosswise too: both halves while terminal, nothing beyond.
#[test]
fn r9_a_double_on_a_branch_counts_alike() {
    assert_eq!(values("1|1L 1|3L 1|4R 1|5U 5|5U"), [3, 4, 10]);
    assert_eq!(values("1|1L 1|3L 1|4R 1|5U 5|5U 0|5U"), [3, 4, 0]);
}

/// R10: the first double played in a round is the only spinner; the opening tile counts among them.
#[test]
fn r10_the_first_double_is_the_only_spinner() {
    assert_eq!(layout("1|4L").spinner(), None);
    for text in ["1|1L", "1|4L 1|1L", "1|4L 1|1L 4|4R", "1|4L 1|1L 4|4R 4|6R 6|6R"] {
        assert_eq!(layout(text).spinner(), Some(tile("1|1")), "{text}");
    }
    assert_eq!(layout("1|4L 4|4R 1|1L").spinner(), Some(tile("4|4")));
}

/// R10: the spinner of a whole round is its first double, through to the end.
#[test]
fn r10_the_spinner_is_the_first_double_of_the_round() {
    for played in random_rounds(10, 300) {
        let mut first = None;
        for (position, turn) in played.replay() {
            assert_eq!(position.table().arms().spinner(), first);
            first = first.or(turn.placement().map(|(tile, _)| tile).filter(|tile| tile.is_double()));
        }
    }
}

/// R10: later doubles are ordinary crosswise tiles and open no branch.
#[test]
fn r10_later_doubles_open_no_branch() {
    assert_eq!(open_ends("1|4L 1|1L 4|4R 4|6R"), ["1|1 track B", "4|6 high"]);
    assert_eq!(open_ends("1|4L 1|1L 4|4R 4|6R 1|2L"), ["1|2 high", "4|6 high", "1|1 branch A", "1|1 branch B"]);
}

/// R11: both straight sides must be filled before either branch may be started: opening spinner.
#[test]
fn r11_an_opening_spinner_has_no_branch_until_both_sides_are_filled() {
    for text in ["2|2L", "2|2L 2|3L", "2|2L 2|3R", "2|2L 2|3L 3|5L"] {
        for (word, arm) in [("2|6U", Arm::Up), ("2|6D", Arm::Down)] {
            assert_eq!(place(text, word), Err(Error::ArmClosed { tile: tile("2|6"), arm }), "{text}");
        }
    }
    for text in ["2|2L 2|3L 2|4R", "2|2L 2|4R 2|3L"] {
        assert!(place(text, "2|6U").is_ok() && place(text, "2|6D").is_ok(), "{text}");
    }
}

/// R11: both straight sides must be filled before either branch may be started: spinner joined to a line.
#[test]
fn r11_a_joined_spinner_has_no_branch_until_the_line_goes_on() {
    for (text, onward) in [("3|6L 6|6R", "2|6R"), ("4|6L 6|6R 4|5L 2|5L", "0|6R"), ("1|4L 1|1L", "1|2L")] {
        let spinner = layout(text).spinner().expect("a spinner").low();
        let joiner = Tile::new(spinner, tile("5|5").low());
        assert!(matches!(place(text, &format!("{joiner}U")), Err(Error::ArmClosed { .. })), "{text}");
        let filled = format!("{text} {onward}");
        assert!(place(&filled, &format!("{joiner}U")).is_ok() && place(&filled, &format!("{joiner}D")).is_ok());
    }
}

/// R11: then either branch may be opened first.
#[test]
fn r11_either_branch_may_be_opened_first() {
    assert_eq!(values("2|2L 2|3L 2|4R 2|6U 0|2D"), [3, 4, 6, 0]);
    assert_eq!(values("2|2L 2|3L 2|4R 0|2D 2|6U"), [3, 4, 6, 0]);
}

/// R11: the other branch stays available for the rest of the round.
#[test]
fn r11_the_other_branch_stays_available() {
    let mut text = String::from("2|2L 2|3L 2|4R 2|6U");
    for turn in "3|3L 3|5L 4|4R 0|4R 6|6U 5|6U 5|5L 1|5L 0|0R 0|1R".split(' ') {
        text = format!("{text} {turn}");
        assert_eq!(open_ends(&text).last().map(String::as_str), Some("2|2 branch B"), "{text}");
        assert!(place(&text, "1|2D").is_ok(), "{text}");
    }
}

/// R11: the spinner can have four arms; R10: every other tile has two neighbours at most.
#[test]
fn r11_the_spinner_alone_has_more_than_two_neighbours() {
    for layout in random_rounds(11, 500).map(|played| played.layout()) {
        for tile in layout.tiles() {
            let neighbours = layout.joins().filter(|join| join.at.tile == tile || join.by.tile == tile).count();
            assert!(neighbours <= if Some(tile) == layout.spinner() { 4 } else { 2 }, "[{tile}] in {layout}");
        }
    }
}

/// R12: a side branch that is not started is an open end and counts zero.
#[test]
fn r12_an_unstarted_branch_is_open_and_counts_zero() {
    let text = "3|6L 6|6R 2|6R";
    assert_eq!(open_ends(text), ["3|6 low", "2|6 low", "6|6 branch A", "6|6 branch B"]);
    assert_eq!((values(text), count(text)), (vec![3, 2], 5));
}

/// R12: a lone double has two open ends and one counted end; a lone tile with two halves has two of each.
#[test]
fn r12_a_lone_double_is_open_twice_and_counted_once() {
    assert_eq!((open_ends("2|2L"), values("2|2L")), (vec!["2|2 track A".into(), "2|2 track B".into()], vec![4]));
    assert_eq!((open_ends("1|4L"), values("1|4L")), (vec!["1|4 low".into(), "1|4 high".into()], vec![1, 4]));
}

/// R13: a player who has a legal placement must play.
#[test]
fn r13_who_can_place_must_play() {
    let position = after(round(LOPSIDED, 0), "0|1L pass");
    assert_eq!(position.play(Turn::PASS), Err(Error::MustPlay { seat: seat(2), turn: read("0|5L") }));
    for (position, _) in random_rounds(13, 200).flat_map(|played| played.replay().collect::<Vec<_>>()) {
        let can_place = position.hand() & fitting(&position) != TileSet::EMPTY || position.table().arms().is_empty();
        assert_eq!(position.is_legal(Turn::PASS), !can_place);
    }
}

/// R13: otherwise the turn is passed; nobody draws.
#[test]
fn r13_who_cannot_place_passes() {
    let position = after(round(LOPSIDED, 0), "0|1L");
    assert_eq!(position.legal_turns().iter().collect::<Vec<_>>(), [Turn::PASS]);
    let passed = position.play(Turn::PASS).expect("legal");
    assert_eq!((passed.hands(), passed.scores(), passed.seat()), (position.hands(), position.scores(), seat(2)));
    assert_eq!(passed.points(), Points::ZERO);
}

/// R13: a branch that may be started is a legal placement, so the player must play.
#[test]
fn r13_a_branch_alone_forces_play() {
    let hands = [
        "1|1 0|0 0|2 0|3 0|4 0|5 0|6",
        "1|2 2|2 2|3 2|4 2|5 2|6 3|4",
        "1|3 3|3 3|5 3|6 4|4 4|5 4|6",
        "0|1 1|4 1|5 1|6 5|5 5|6 6|6",
    ];
    let position = after(round(hands, 0), "1|1L 1|2L 1|3R");
    assert_eq!(position.legal_turns().iter().count(), 8, "four tiles with a 1, on two branches");
    assert!(position.play(Turn::PASS).is_err() && position.play(read("1|4D")).is_ok());
}

fn pips_at(tile: Tile, half: Half) -> u8 {
    if half == Half::High { tile.high().get() } else { tile.low().get() }
}
