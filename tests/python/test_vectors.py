"""Worked positions and known counts: the data both languages share, and the table of the rules page."""

import re
from pathlib import Path
from typing import Any

import pytest

import sevenrocks as sr
from helpers import read_data

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def join(layout: sr.Layout, tile: str, at: str | None, half: str | None) -> sr.Layout:
    """Place a tile at the named half, or open with it."""
    if at is None:
        return layout.place(tile, sr.Arm.LEFT)
    (end,) = [end for end in layout.open_ends if (end.tile, end.half) == (sr.Tile.parse(at), half)]
    return layout.place(tile, end.arm)


@pytest.mark.parametrize("entry", read_data("worked_positions.json"))
def test_worked_positions(entry: dict[str, Any]) -> None:
    layout = sr.Layout()
    for placement in entry["placements"]:
        there = placement["join"] or {"tile": None, "at": None}
        layout = join(layout, placement["tile"], there["tile"], there["at"])
    assert (layout.count, layout.points) == (entry["count"], entry["points"])
    assert (layout.spinner and str(layout.spinner)) == entry["spinner"]
    counted = sorted((str(end.tile), end.value) for end in layout.counted_ends)
    assert counted == sorted((end["tile"], end["value"]) for end in entry["counted_ends"])
    open_ends = sorted((str(end.tile), end.half, end.pips) for end in layout.open_ends)
    assert open_ends == sorted((end["tile"], end["at"], end["pips"]) for end in entry["open_ends"])


@pytest.mark.parametrize("entry", read_data("perft.json"))
def test_perft(entry: dict[str, Any]) -> None:
    for target in (None, 250):
        round = sr.Round(entry["hands"], entry["opener"], target=target)
        assert [round.perft(depth) for depth in range(6)] == [1, *entry["leaves"]]


@pytest.mark.parametrize("entry", read_data("perft.json")[:2])
def test_perft_is_the_number_of_turn_sequences(entry: dict[str, Any]) -> None:
    layer = [sr.Round(entry["hands"], entry["opener"])]
    for leaves in entry["leaves"]:
        layer = [round.play(turn) for round in layer for turn in round.legal_turns()]
        assert len(layer) == leaves


def test_perft_goes_on_where_a_target_would_end_the_round() -> None:
    near = sr.Round.deal(3, scores=(245, 245))
    far = sr.Round.deal(3, target=None)
    assert [near.perft(depth) for depth in range(7)] == [far.perft(depth) for depth in range(7)]


def test_a_finished_round_has_no_further_turns() -> None:
    round = sr.Round.deal(3)
    while not round.is_over:
        round = round.play(round.legal_indices()[0])
    assert [round.perft(depth) for depth in range(3)] == [1, 0, 0]


# --- the table of docs/rules.md ------------------------------------------------------------------

HALF = r"(low|high|track [AB]|branch [AB])"


def table_rows() -> list[list[str]]:
    """The rows of the worked positions, `\\|` read as `|`."""
    section = RULES.read_text(encoding="utf-8").split("## Worked positions")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if re.match(r"\| (\+|\[)", line)]
    return [[cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def placements(cell: str) -> list[tuple[str, str | None, str | None]]:
    """Read `[3|6], [6|6] at [3|6] high`."""
    found = re.findall(rf"(\[\d\|\d\])(?: at (\[\d\|\d\]) {HALF})?", cell)
    return [(tile, at or None, half or None) for tile, at, half in found]


def ends(cell: str) -> list[str]:
    """Read `[1|1] branch A 1, branch B 1; [1|2] high 2` as one text an end, in order."""
    found = []
    for part in cell.split("; "):
        tile, _, rest = part.partition(" ")
        found += [f"{tile} {end}" for end in rest.split(", ")]
    return sorted(found)


def test_the_table_of_the_rules() -> None:
    rows = table_rows()
    assert len(rows) == 13
    layout = sr.Layout()
    for tiles, spinner, count, points, counted, open_ends in rows:
        if not tiles.startswith("+"):
            layout = sr.Layout()
        for placement in placements(tiles):
            layout = join(layout, *placement)
        assert spinner == (f"[{layout.spinner}]" if layout.spinner else "none")
        assert (int(count), int(points)) == (layout.count, layout.points)
        assert ends(counted) == sorted(f"[{end.tile}] {end.value}" for end in layout.counted_ends)
        assert ends(open_ends) == sorted(f"[{end.tile}] {end.half} {end.pips}" for end in layout.open_ends)
