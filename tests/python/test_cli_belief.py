"""The command `belief`: what it prints, and what it refuses."""

import json
import re

import pytest

import sevenrocks as sr
from test_cli import refused, run

PASSED = "0|1,1|1,1|2,1|3,1|4,1|5/?/?/? 0|0L,pass 2 0:0 250"
"""Seat 0 has opened the double blank, and seat 1 has passed."""


def late_round() -> sr.Round:
    """A round with few deals that agree with seat 0, with tiles that are certain and others that are not."""
    for seed in range(500):
        round = sr.Round.deal(seed)
        while not round.is_over:
            round = round.play(round.legal_indices()[seed % len(round.legal_indices())])
            certain = (round.view(0).marginals()[[tile.index for tile in round.view(0).unseen], 1:] == 1).any(axis=1)
            if not round.is_over and certain.any() and not certain.all():
                return round
    raise AssertionError("no such round")


def shown(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_help_lists_the_command() -> None:
    assert re.search("^  belief +[A-Z]", run("--help").stdout, re.MULTILINE)
    assert run("belief", "--help").stdout.startswith("Usage: sevenrocks belief [OPTIONS] POSITION")


def test_belief_prints_a_table() -> None:
    result = run("belief", PASSED)
    lines = shown(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert lines[:5] == [
        "seat 0 [0|1] [1|1] [1|2] [1|3] [1|4] [1|5]",
        "seat 1 7 tiles, by its passes none with 0",
        "seat 2 7 tiles",
        "seat 3 7 tiles",
        "",
    ]
    assert "39,262,080 deals agree with what seat 0 knows." in lines
    assert "tile seat 1 seat 2 seat 3" in lines
    assert "[0|2] - 50.0% 50.0%" in lines
    assert "[3|3] 43.8% 28.1% 28.1%" in lines
    rows = [line[1:4] for line in lines if re.match(r"\[.\|.\] [-\d]", line)]
    assert rows == [str(tile) for tile in sr.View.parse(PASSED).unseen]


def test_belief_marks_what_is_certain() -> None:
    view = late_round().view(0)
    lines = shown(run("belief", view.position).stdout)
    for tile in view.unseen:
        cells = next(line.split()[1:] for line in lines if re.match(rf"\[{re.escape(str(tile))}\] [-\dc<>]", line))
        for cell, chance in zip(cells, view.marginals()[tile.index, 1:], strict=True):
            assert cell == {0: "-", 1: "certain"}.get(chance, f"{chance:.1%}")


def test_belief_prints_json_and_nothing_else() -> None:
    for view in (sr.View.parse(PASSED), late_round().view(0)):
        result = run("belief", view.position, "--json")
        told, held = json.loads(result.stdout), view.marginals()
        assert result.stderr == ""
        assert (told["position"], told["seat"], told["deals"]) == (view.position, view.seat, view.count_deals())
        assert told["hand"] == [str(tile) for tile in view.hand]
        assert told["hand_sizes"] == list(view.hand_sizes)
        assert told["lacks"] == [sorted(lacks) for lacks in view.lacks]
        assert told["marginals"] == {str(tile): held[tile.index].tolist() for tile in view.unseen}
        for tile, counts in told["deals_by_holder"].items():
            assert sum(counts) == told["deals"]
            assert [count / told["deals"] for count in counts] == told["marginals"][tile]


def test_belief_reads_standard_input() -> None:
    for args in ([], ["--json"], ["--seat", "0"]):
        assert run("belief", "-", *args, text=f"{PASSED}\n").stdout == run("belief", PASSED, *args).stdout


def test_belief_of_a_named_seat_sees_no_other_hand() -> None:
    round = late_round()
    for seat in range(4):
        whole = run("belief", round.position, "--seat", str(seat), "--json").stdout
        assert whole == run("belief", round.view(seat).position, "--json").stdout


def test_belief_when_all_is_known() -> None:
    round = sr.Round.deal(2)
    while not round.is_over:
        round = round.play(round.legal_indices()[0])
    out = round.hands.index(sr.TileSet())
    for seat in (0, out):
        # An empty hand begins the position with a hyphen where it is seat 0's.
        result = run("belief", round.position, "--seat", str(seat))
        assert (result.exit_code, result.stderr) == (0, "")
        assert "agree" in result.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "Missing argument 'POSITION' (see sevenrocks belief --help)"),
        (["x y"], "a position has the fields hands, turns, seat, scores, target (and leftovers): found 2"),
        ([PASSED.replace("0:0", "0")], 'in the position, scores "0" should be'),
        ([PASSED, "--seat", "1"], "the hand of seat 1 is not known"),
        ([PASSED, "--seat", "4"], "Invalid value for '--seat': 4 is not in the range 0<=x<=3"),
        (["?/?/?/? - 0 0:0 250"], "0 hands are shown, so name the seat whose view it is"),
        ([sr.Round.deal(1).position], "4 hands are shown, so name the seat whose view it is"),
        (["0|1,1|1,1|2,1|3,1|4,1|5/?/?/? 0|0L,pass,pass,pass 0 0:0 250"], "no deal agrees with this view"),
        (PASSED.split(), "Got unexpected extra arguments"),
    ],
)
def test_what_belief_refuses(args: list[str], says: str) -> None:
    assert refused("belief", *args).startswith(says)


def test_what_belief_refuses_from_standard_input() -> None:
    assert refused("belief", "-", text="").startswith("a position has the fields")
    assert refused("belief", "-", text=b"\xff") == "standard input: not UTF-8 text, byte 1 cannot be read"
