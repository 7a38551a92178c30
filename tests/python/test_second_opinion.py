"""The second opinion by itself: worked positions, known counts, endings by hand, laws."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

from second_opinion import (
    ALL_TILES,
    End,
    Placement,
    SlowLayout,
    SlowRound,
    Tile,
    Turn,
    is_double,
    lot_winners,
    nearest_five,
)

DATA = Path(__file__).parents[1] / "data"


def read_data(name: str) -> list[dict[str, Any]]:
    """Read one of the files both languages share."""
    entries: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return entries


def tile_of(text: str) -> Tile:
    """Read `3|6`."""
    low, high = text.split("|")
    return int(low), int(high)


def hand_of(text: str) -> list[Tile]:
    """Read `0|3 1|4`."""
    return [tile_of(part) for part in text.split()]


def placement_of(text: str) -> Placement:
    """Read `5|6` (an opening) or `3|6 at 5|6 high`."""
    tile, _, at = text.partition(" at ")
    if not at:
        return tile_of(tile), None
    there, _, half = at.partition(" ")
    return tile_of(tile), (tile_of(there), half)


def turns_of(text: str) -> list[Turn]:
    """Read a turn a line: a placement, or `-` for a pass."""
    lines = text.strip().splitlines()
    return [None if line.strip() == "-" else placement_of(line.strip()) for line in lines]


def laid(*placements: str) -> SlowLayout:
    """Lay tiles in order on an empty table."""
    layout = SlowLayout()
    for placement in placements:
        layout.place(*placement_of(placement))
    return layout


def played(hands: list[str], opener: int, turns: list[Turn], **setup: Any) -> SlowRound:
    """Play some turns of a round from its deal."""
    slow = SlowRound([hand_of(hand) for hand in hands], opener, **setup)
    for turn in turns:
        slow.play(turn)
    return slow


# --- the worked positions ------------------------------------------------------------------------

GROWING = [
    # placement, count, points, counted ends, open ends: the first nine rows of the table
    ("1|4", 5, 5, "1|4 1; 1|4 4", "1|4 high 4; 1|4 low 1"),
    ("1|1 at 1|4 low", 6, 0, "1|1 2; 1|4 4", "1|1 track B 1; 1|4 high 4"),
    ("4|4 at 1|4 high", 10, 10, "1|1 2; 4|4 8", "1|1 track B 1; 4|4 track B 4"),
    ("3|4 at 4|4 track B", 5, 5, "1|1 2; 3|4 3", "1|1 track B 1; 3|4 low 3"),
    (
        "1|2 at 1|1 track B", 5, 5, "1|2 2; 3|4 3",
        "1|1 branch A 1; 1|1 branch B 1; 1|2 high 2; 3|4 low 3",
    ),
    (
        "1|5 at 1|1 branch A", 10, 10, "1|2 2; 1|5 5; 3|4 3",
        "1|1 branch B 1; 1|2 high 2; 1|5 high 5; 3|4 low 3",
    ),
    (
        "5|5 at 1|5 high", 15, 15, "1|2 2; 3|4 3; 5|5 10",
        "1|1 branch B 1; 1|2 high 2; 3|4 low 3; 5|5 track B 5",
    ),
    (
        "0|5 at 5|5 track B", 5, 5, "0|5 0; 1|2 2; 3|4 3",
        "0|5 low 0; 1|1 branch B 1; 1|2 high 2; 3|4 low 3",
    ),
    (
        "1|3 at 1|1 branch B", 8, 0, "0|5 0; 1|2 2; 1|3 3; 3|4 3",
        "0|5 low 0; 1|2 high 2; 1|3 high 3; 3|4 low 3",
    ),
]  # fmt: skip

SHORT = [
    # placements, spinner, count, points, counted ends, open ends: the other four rows
    (["2|2"], "2|2", 4, 0, "2|2 4", "2|2 track A 2; 2|2 track B 2"),
    (["0|0"], "0|0", 0, 0, "0|0 0", "0|0 track A 0; 0|0 track B 0"),
    (["3|6", "6|6 at 3|6 high"], "6|6", 15, 15, "3|6 3; 6|6 12", "3|6 low 3; 6|6 track B 6"),
    (
        ["3|6", "6|6 at 3|6 high", "2|6 at 6|6 track B"], "6|6", 5, 5, "2|6 2; 3|6 3",
        "2|6 low 2; 3|6 low 3; 6|6 branch A 6; 6|6 branch B 6",
    ),
]  # fmt: skip

ROWS = [
    (
        [row[0] for row in GROWING[: number + 1]],
        None if number == 0 else "1|1",
        *GROWING[number][1:],
    )
    for number in range(len(GROWING))
] + SHORT


def shown_open_ends(layout: SlowLayout) -> str:
    """Write open ends as the rows above do."""
    ends = layout.open_ends()
    return "; ".join(f"{low}|{high} {half} {pips}" for (low, high), half, pips in ends)


def shown_counted_ends(layout: SlowLayout) -> str:
    """Write counted ends as the rows above do."""
    return "; ".join(f"{low}|{high} {value}" for (low, high), value in layout.counted_ends())


@pytest.mark.parametrize(("placements", "spinner", "count", "points", "counted", "open_ends"), ROWS)
def test_every_row_of_the_table(
    placements: list[str],
    spinner: str | None,
    count: int,
    points: int,
    counted: str,
    open_ends: str,
) -> None:
    layout = laid(*placements[:-1])
    assert layout.place(*placement_of(placements[-1])) == points
    assert layout.count() == count
    assert layout.spinner == (None if spinner is None else tile_of(spinner))
    assert shown_counted_ends(layout) == counted
    assert shown_open_ends(layout) == open_ends


@pytest.mark.parametrize("entry", read_data("worked_positions.json"))
def test_every_worked_position_of_the_data(entry: dict[str, Any]) -> None:
    layout = SlowLayout()
    points = 0
    for placement in entry["placements"]:
        join = placement["join"]
        at: End | None = None if join is None else (tile_of(join["tile"]), join["at"])
        points = layout.place(tile_of(placement["tile"]), at)
    assert points == entry["points"]
    assert layout.count() == entry["count"]
    assert layout.spinner == (entry["spinner"] and tile_of(entry["spinner"]))
    assert layout.counted_ends() == sorted(
        (tile_of(counted["tile"]), counted["value"]) for counted in entry["counted_ends"]
    )
    assert layout.open_ends() == sorted(
        (tile_of(there["tile"]), there["at"], there["pips"]) for there in entry["open_ends"]
    )


# --- the layout ----------------------------------------------------------------------------------


def test_joins_name_both_halves_in_order() -> None:
    layout = laid("1|4", "1|1 at 1|4 low", "1|2 at 1|1 track B", "1|5 at 1|1 branch B")
    assert layout.tiles == [(1, 4), (1, 1), (1, 2), (1, 5)]
    assert layout.joins == [
        (((1, 4), "low"), ((1, 1), "track A")),
        (((1, 1), "track B"), ((1, 2), "low")),
        (((1, 1), "branch B"), ((1, 5), "low")),
    ]


def test_an_empty_table_counts_nothing() -> None:
    layout = SlowLayout()
    assert (layout.spinner, layout.count(), layout.open_ends()) == (None, 0, [])


def test_five_tiles_score_as_a_lead() -> None:  # R14, R17
    points = {tile: SlowLayout().place(tile, None) for tile in ALL_TILES}
    scoring = {tile: earned for tile, earned in points.items() if earned}
    assert scoring == {(0, 5): 5, (1, 4): 5, (2, 3): 5, (4, 6): 10, (5, 5): 10}


def test_largest_count_and_largest_points() -> None:  # R17
    arms = [
        "0|0",
        "0|6 at 0|0 track A", "6|6 at 0|6 high",
        "0|5 at 0|0 track B", "5|5 at 0|5 high",
        "0|4 at 0|0 branch B", "4|4 at 0|4 high",
        "0|3 at 0|0 branch A",
    ]  # fmt: skip
    layout = laid(*arms)
    assert layout.place(*placement_of("3|3 at 0|3 high")) == 0
    assert layout.count() == 12 + 10 + 8 + 6
    layout = laid(*arms)
    assert layout.place(*placement_of("3|5 at 0|3 high")) == 12 + 10 + 8 + 5


def test_a_count_of_zero_scores_nothing() -> None:  # R17
    layout = laid("0|1", "1|2 at 0|1 high")
    assert layout.place(*placement_of("0|2 at 1|2 high")) == 0
    assert layout.counted_ends() == [((0, 1), 0), ((0, 2), 0)]


@pytest.mark.parametrize("first", ["track A", "track B"])
def test_branches_wait_for_both_straight_sides(first: str) -> None:  # R11
    second = {"track A": "track B", "track B": "track A"}[first]
    layout = laid("2|2", f"2|3 at 2|2 {first}")
    assert layout.count() == 4 + 3  # R15
    for branch in ["branch A", "branch B"]:
        with pytest.raises(ValueError, match="no open end"):
            layout.place((2, 4), ((2, 2), branch))
    layout.place((2, 4), ((2, 2), second))
    assert layout.count() == 3 + 4  # R16
    assert ((2, 2), "branch A", 2) in layout.open_ends()
    layout.place((2, 5), ((2, 2), "branch B"))  # either may be opened first
    assert layout.count() == 3 + 4 + 5
    assert ((2, 2), "branch A", 2) in layout.open_ends()  # the other stays available


def test_a_later_double_opens_no_branch() -> None:  # R10
    layout = laid("1|1", "1|4 at 1|1 track A", "4|4 at 1|4 high", "4|5 at 4|4 track B")
    assert layout.spinner == (1, 1)
    assert [half for tile, half, _ in layout.open_ends() if tile == (4, 4)] == []
    with pytest.raises(ValueError, match="no open end"):
        layout.place((3, 4), ((4, 4), "branch A"))


@pytest.mark.parametrize(
    ("placement", "message"),
    [
        ("2|4", "only the opening"),
        ("1|4 at 1|4 high", "on the table"),
        ("2|3 at 1|4 high", "does not fit"),
        ("1|2 at 1|4 low", "no open end"),  # joined already
        ("2|4 at 2|2 track A", "no open end"),  # not on the table
        ("4|2 at 1|4 high", "no tile"),
    ],
)
def test_a_refused_placement_changes_nothing(placement: str, message: str) -> None:  # R8
    layout = laid("1|4", "1|1 at 1|4 low")
    before = copy.deepcopy(vars(layout))
    with pytest.raises(ValueError, match=message):
        layout.place(*placement_of(placement))
    assert vars(layout) == before


def test_an_empty_table_takes_no_join() -> None:
    with pytest.raises(ValueError, match="no open end"):
        SlowLayout().place((1, 4), ((1, 1), "track A"))


# --- known counts --------------------------------------------------------------------------------


def perft(slow: SlowRound, depth: int) -> int:
    """Count the sequences of `depth` turns, a forced pass being a turn."""
    if depth == 0:
        return 1
    leaves = 0
    for turn in slow.legal():
        after = copy.deepcopy(slow)
        after.play(turn)
        leaves += perft(after, depth - 1)
    return leaves


@pytest.mark.parametrize("entry", read_data("perft.json"))
def test_perft(entry: dict[str, Any]) -> None:
    hands = [[tile_of(text) for text in hand] for hand in entry["hands"]]
    slow = SlowRound(hands, entry["opener"], target=None)
    counted = [perft(slow, depth) for depth in range(1, 5)]
    assert counted == entry["leaves"][:4]


# --- endings by hand -----------------------------------------------------------------------------

OUT_HANDS = [
    "0|0 0|3 1|4 1|6 2|2 2|3 2|6",
    "0|2 2|5 3|3 3|4 3|5 4|5 5|6",
    "1|2 1|3 1|5 2|4 3|6 4|4 5|5",
    "0|1 0|4 0|5 0|6 1|1 4|6 6|6",
]
OUT_TURNS = turns_of(
    """
    5|6
    3|6 at 5|6 high
    0|5 at 5|6 low
    2|3 at 3|6 low
    0|2 at 0|5 low
    2|4 at 0|2 high
    4|6 at 2|4 high
    1|6 at 4|6 high
    2|5 at 2|3 low
    1|5 at 2|5 high
    1|1 at 1|6 low
    1|4 at 1|5 low
    4|5 at 1|4 high
    1|3 at 1|1 track B
    0|1 at 1|1 branch A
    0|0 at 0|1 low
    3|4 at 1|3 high
    5|5 at 4|5 high
    0|6 at 0|0 track B
    2|6 at 0|6 high
    3|5 at 5|5 track B
    4|4 at 3|4 high
    0|4 at 4|4 track B
    2|2 at 2|6 low
    3|3 at 3|5 low
    """
)
OUT_COUNTS = [
    11, 5 + 3, 0 + 3, 0 + 2, 2 + 2, 4 + 2, 6 + 2, 1 + 2, 1 + 5, 1 + 1,
    2 + 1, 2 + 4, 2 + 5, 3 + 5, 3 + 5 + 0, 3 + 5 + 0, 4 + 5 + 0, 4 + 10 + 0, 4 + 10 + 6,
    4 + 10 + 2, 4 + 3 + 2, 8 + 3 + 2, 0 + 3 + 2, 0 + 3 + 4, 0 + 6 + 4,
]  # fmt: skip
"""Added up by hand; seat 3 scores 20 in the 19th turn and 5 in the 23rd, seat 1 scores 10 last."""

BLOCKED_HANDS = [
    "0|5 1|4 2|4 2|6 3|3 3|5 6|6",
    "0|2 0|3 1|1 2|2 2|3 4|4 4|5",
    "0|4 0|6 1|2 1|3 1|5 3|4 5|5",
    "0|0 0|1 1|6 2|5 3|6 4|6 5|6",
]
BLOCKED_TURNS = turns_of(
    """
    0|3
    1|3 at 0|3 high
    0|1 at 0|3 low
    1|4 at 0|1 high
    4|5 at 1|4 high
    1|5 at 4|5 high
    1|6 at 1|5 low
    2|6 at 1|6 high
    1|1 at 1|3 low
    1|2 at 2|6 low
    -
    -
    -
    -
    """
)


def test_the_count_after_every_turn_of_a_round() -> None:  # R14 to R17
    slow = played(OUT_HANDS, 1, [])
    scores = [0, 0]
    for turn, count in zip(OUT_TURNS[:-1], OUT_COUNTS[:-1], strict=True):
        seat = slow.seat
        slow.play(turn)
        assert slow.layout.count() == count
        assert slow.points == (count if count in (5, 10, 15, 20) else 0)
        scores[seat % 2] += slow.points
        assert slow.scores == scores
        assert slow.seat == (seat + 1) % 4
        assert (slow.is_over, slow.leftovers, slow.deductions) == (False, None, [0, 0, 0, 0])
    assert scores == [0, 25]
    assert slow.hand_sizes() == [1, 1, 1, 1]


def test_out() -> None:  # R18 to R22
    slow = played(OUT_HANDS, 1, OUT_TURNS)
    assert (slow.is_over, slow.reason, slow.finisher) == (True, "out", 1)
    assert (slow.layout.count(), slow.points) == (10, 10)  # R14: the last tile of a hand too
    assert slow.hands == [{(0, 3)}, set(), {(1, 2)}, {(6, 6)}]
    assert slow.leftovers == [3, 0, 3, 12]
    assert slow.deductions == [5, 0, 5, 10]  # R20, R21: 3 and 3 cost 5 + 5, not 5
    assert slow.scores == [0 - 10, 35 - 10]  # R22: no floor
    assert slow.legal() == []
    assert slow.seat == 1
    with pytest.raises(ValueError, match="may not play"):
        slow.play(None)


def test_out_with_no_target() -> None:
    slow = played(OUT_HANDS, 1, OUT_TURNS, scores=(300, -40), target=None)
    assert (slow.reason, slow.scores) == ("out", [290, -15])


@pytest.mark.parametrize(("before", "after"), [(215, 250), (220, 255)])
def test_target_with_the_emptied_hand(before: int, after: int) -> None:  # R3: reached or passed
    slow = played(OUT_HANDS, 1, OUT_TURNS, scores=(7, before))
    assert (slow.is_over, slow.reason, slow.finisher) == (True, "target", None)
    assert slow.hand_sizes() == [1, 0, 1, 1]
    assert slow.scores == [7, after]  # R24: not settled
    assert slow.leftovers == [3, 0, 3, 12]
    assert slow.deductions == [0, 0, 0, 0]
    assert slow.legal() == []


def test_one_point_short_of_the_target_goes_out_instead() -> None:  # R24, R25
    slow = played(OUT_HANDS, 1, OUT_TURNS, scores=(7, 214))
    assert (slow.reason, slow.finisher, slow.scores) == ("out", 1, [-3, 239])


def test_target_in_the_middle_of_a_round() -> None:  # R23, R24
    slow = played(OUT_HANDS, 1, OUT_TURNS[:19], scores=(-30, 230))
    assert (slow.reason, slow.finisher, slow.seat) == ("target", None, 3)
    assert slow.scores == [-30, 250]
    assert slow.leftovers == [3 + 4 + 8, 6 + 8, 3 + 8, 4 + 12]
    assert slow.deductions == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="may not play"):
        slow.play(OUT_TURNS[19])


def test_target_with_the_opening() -> None:  # R14, R23
    slow = played(OUT_HANDS, 0, [((1, 4), None)], scores=(45, 0), target=50)
    assert (slow.reason, slow.scores) == ("target", [50, 0])


def test_blocked() -> None:  # R18, R19
    slow = played(BLOCKED_HANDS, 1, BLOCKED_TURNS[:-1], scores=(20, 20))
    assert (slow.is_over, slow.passes_in_a_row, slow.legal()) == (False, 3, [None])
    assert slow.lacks == [{1}, {1}, set(), {1}]
    slow.play(None)
    assert (slow.is_over, slow.reason, slow.finisher) == (True, "blocked", None)
    assert (slow.passes_in_a_row, slow.points) == (4, 0)
    assert slow.lacks == [{1}, {1}, {1}, {1}]
    assert slow.leftovers == [37, 19, 27, 37]
    assert slow.deductions == [35, 20, 25, 35]
    assert slow.scores == [20 + 5 - 60, 20 - 55]  # R22


def test_a_pass_is_refused_to_who_can_place() -> None:  # R13
    slow = played(BLOCKED_HANDS, 1, BLOCKED_TURNS[:4])
    with pytest.raises(ValueError, match="may not play"):
        slow.play(None)


def test_the_opener_may_open_with_any_tile_and_may_not_pass() -> None:  # R6
    slow = played(OUT_HANDS, 2, [])
    assert slow.legal() == [(tile, None) for tile in hand_of(OUT_HANDS[2])]
    with pytest.raises(ValueError, match="may not play"):
        slow.play(None)
    with pytest.raises(ValueError, match="may not play"):
        slow.play(((6, 6), None))  # in another hand


def test_both_sides_of_a_lone_double_are_listed() -> None:
    slow = played(OUT_HANDS, 2, [((4, 4), None)])
    assert slow.legal() == [(tile, ((4, 4), track)) for tile in [(0, 4), (4, 6)] for track in ["track A", "track B"]]


@pytest.mark.parametrize(
    ("hands", "setup", "message"),
    [
        (OUT_HANDS[:3], {}, "all 28 tiles"),
        ([*OUT_HANDS[:3], "0|1 0|4 0|5 0|6 1|1 4|6"], {}, "seven tiles"),
        ([*OUT_HANDS[:3], "0|1 0|4 0|5 0|6 1|1 4|6 5|5"], {}, "all 28 tiles"),
        ([*OUT_HANDS[:3], "0|1 0|4 0|5 0|6 1|1 4|6 6|7"], {}, "all 28 tiles"),
        (OUT_HANDS, {"opener": 4}, "no seat 4"),
        (OUT_HANDS, {"scores": (250, 0)}, "is won"),
    ],
)
def test_a_setup_against_the_rules_is_refused(hands: list[str], setup: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"opener": 0, **setup}
    with pytest.raises(ValueError, match=message):
        SlowRound([hand_of(hand) for hand in hands], **arguments)


# --- rounding and the lot ------------------------------------------------------------------------


def test_nearest_five() -> None:  # R20
    rounded = [nearest_five(pips) for pips in range(13)]
    assert rounded == [0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10]
    assert nearest_five(69) == 70
    with pytest.raises(ValueError, match="cannot hold"):
        nearest_five(-1)


def test_lot_winners() -> None:  # R5, R7
    assert lot_winners({0: (0, 1), 1: (5, 6), 2: (6, 6), 3: (0, 0)}) == [2]
    assert lot_winners({0: (4, 6), 1: (3, 6), 2: (1, 2), 3: (5, 5)}) == [0, 3]
    assert lot_winners({3: (0, 1), 0: (1, 1)}) == [0]
    with pytest.raises(ValueError, match="at least one"):
        lot_winners({})


# --- facts that follow ---------------------------------------------------------------------------


def unplayed(slow: SlowRound) -> set[Tile]:
    """Gather the four hands."""
    return {tile for hand in slow.hands for tile in hand}


def is_dead(slow: SlowRound) -> bool:
    """Say whether no unplayed tile shows an open pip."""
    open_pips = {pips for _, _, pips in slow.layout.open_ends()}
    return not any(open_pips & set(tile) for tile in unplayed(slow))


def check_pass(slow: SlowRound, seat: int) -> None:
    """Check that a pass proved all it should, and nothing untrue."""
    assert slow.points == 0
    assert {pips for _, _, pips in slow.layout.open_ends()} <= slow.lacks[seat]
    assert not any(slow.lacks[seat] & set(tile) for tile in slow.hands[seat])


def play_at_random(rng: random.Random) -> SlowRound:
    """Play one round, each (tile, open end) alike, and check what must hold on the way."""
    tiles = list(ALL_TILES)
    rng.shuffle(tiles)
    hands = [tiles[first : first + 7] for first in (0, 7, 14, 21)]
    slow = SlowRound(hands, rng.randrange(4), target=None)
    while not slow.is_over:
        seat = slow.seat
        turn = rng.choice(slow.legal())
        slow.play(turn)
        if turn is None:
            check_pass(slow, seat)
    return slow


def check_ending(slow: SlowRound) -> None:
    """Check the laws every finished round keeps."""
    assert {*slow.layout.tiles, *unplayed(slow)} == set(ALL_TILES)
    assert len(slow.layout.tiles) <= 7 + 3 * 6
    assert len(slow.layout.joins) == len(slow.layout.tiles) - 1
    assert not any(is_double(at[0]) and is_double(half[0]) for at, half in slow.layout.joins)
    if slow.reason == "blocked":
        assert is_dead(slow)
        assert slow.layout.spinner is not None
        assert slow.passes_in_a_row == 4
    else:
        assert slow.finisher is not None
        assert not slow.hands[slow.finisher]


def test_random_legal_play() -> None:
    rng = random.Random(7)
    rounds = [play_at_random(rng) for _ in range(1000)]
    for slow in rounds:
        check_ending(slow)
    placements = sum(len(slow.layout.tiles) for slow in rounds) / len(rounds)
    blocked = sum(slow.reason == "blocked" for slow in rounds) / len(rounds)
    assert placements == pytest.approx(23.8, abs=0.3)
    assert 0.105 <= blocked <= 0.145
