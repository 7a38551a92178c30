"""What several test files share: ways to rounds, matches and records, and the bridge to the second opinion."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import sevenrocks as sr
from second_opinion import Tile as SlowTile

DATA = Path(__file__).parents[1] / "data"
SEATS = range(4)
TILES = tuple(sr.TileSet.FULL)
TURNS = tuple(sr.Turn.from_index(index) for index in range(113))


def read_data(name: str) -> list[dict[str, Any]]:
    """Read one of the files both languages share."""
    entries: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return entries


def pair(tile: sr.Tile) -> SlowTile:
    """A tile as the second opinion writes it."""
    return tile.low, tile.high


# --- playing -------------------------------------------------------------------------------------


def play_on(round: sr.Round, rng: random.Random, turns: int = 200) -> Iterator[sr.Round]:
    """The round and every position after it, at most so many turns on, each turn drawn from the legal ones."""
    yield round
    while not round.is_over and turns > 0:
        round = round.play(rng.choice(round.legal_indices()))
        turns -= 1
        yield round


def played_out(round: sr.Round, rng: random.Random) -> sr.Round:
    """The round at its end."""
    *_, last = play_on(round, rng)
    return last


def play_match(match: sr.Match, rng: random.Random, turns: int = 10_000) -> sr.Match:
    """Play a match on in place, at most so many turns."""
    while not match.is_over and turns > 0:
        match.play(rng.choice(match.legal_indices()))
        turns -= 1
    return match


def ended(round: sr.Round) -> sr.Ending:
    """How a round that is over ended."""
    assert round.ending is not None
    return round.ending


def find_round(wanted: Callable[[sr.Round], bool], **setup: Any) -> sr.Round:
    """The first round over a stream of seeds, as it ended, that is as wanted."""
    for seed in range(2000):
        last = played_out(sr.Round.deal(seed, **setup), random.Random(seed))
        if wanted(last):
            return last
    raise AssertionError("no such round in 2000")


def start_of(round: sr.Round) -> sr.Round:
    """The round before its opening."""
    owned = [set(hand) for hand in round.hands]
    for position, turn in enumerate(round.turns):
        if turn.tile is not None:
            owned[(round.opener + position) % 4].add(turn.tile)
    first, second = round.scores
    earned = [0, 0]
    layout = sr.Layout()
    for position, turn in enumerate(round.turns):
        if turn.tile is not None and turn.arm is not None:
            layout = layout.place(turn.tile, turn.arm)
            earned[(round.opener + position) % 2] += layout.points
    deducted = round.ending.deductions if round.ending else (0, 0, 0, 0)
    scores = (first - earned[0] + deducted[0] + deducted[2], second - earned[1] + deducted[1] + deducted[3])
    return sr.Round(owned, round.opener, scores, round.target)


def alike_for(round: sr.Round, seat: int, rng: random.Random) -> sr.Round | None:
    """A round with other hidden hands that one seat cannot tell from this one; None if a few tries find none.

    Unseen tiles change hands two by two. The seats' passes must hold for their new tiles too, and once leftovers
    have been settled, and so shown, the pips of each hand stay as they are.
    """
    hands = [list(hand) for hand in round.hands]
    others = [other for other in SEATS if other != seat and hands[other]]
    lacks = round.view(seat).lacks
    are_shown = round.ending is not None and round.ending.reason != "target"
    for _ in range(60 if len(others) > 1 else 0):
        one, other = rng.sample(others, 2)
        mine, theirs = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
        tile, against = hands[one][mine], hands[other][theirs]
        may_change = not (lacks[other] & set(pair(tile)) or lacks[one] & set(pair(against)))
        if may_change and (not are_shown or tile.pips == against.pips):
            hands[one][mine], hands[other][theirs] = against, tile
    if [set(hand) for hand in hands] == [set(hand) for hand in round.hands]:
        return None
    start = start_of(round)
    dealt = [
        (start.hands[other] - round.hands[other]) | hands[other]  # what it has played, and what it holds now
        for other in SEATS
    ]
    twin = sr.Round(dealt, round.opener, start.scores, round.target)
    for turn in round.turns:
        twin = twin.play(turn)
    return twin


# --- policies ------------------------------------------------------------------------------------


class First:
    """Plays the first legal turn."""

    def choose(self, view: sr.View) -> sr.Turn:
        return view.legal_turns()[0]


class Last:
    """Plays the last legal turn."""

    name = "last"

    def choose(self, view: sr.View) -> int:
        return view.legal_indices()[-1]


# --- hypothesis ----------------------------------------------------------------------------------

SEEDS = st.integers(0, 2**64 - 1)
RANDOMS = SEEDS.map(random.Random)
"""Quicker than hypothesis's own, which looks for simpler draws one by one."""


@st.composite
def rounds(draw: st.DrawFn) -> sr.Round:
    """A round at any point, its end included, with any opener, scores and target."""
    target = draw(st.sampled_from([250, None, 40, 1_000_000]))
    most = 1_000_000 if target is None else target - 1
    scores = st.integers(-300, most) | st.integers(most - 40, most)
    start = sr.Round.deal(draw(SEEDS), draw(st.sampled_from(SEATS)), draw(st.tuples(scores, scores)), target)
    *_, last = play_on(start, draw(RANDOMS), draw(st.integers(0, 40)))
    return last


@st.composite
def matches(draw: st.DrawFn) -> sr.Match:
    """A match at any point, its end included, to a target that takes one to a few rounds."""
    target = draw(st.sampled_from([5, 60, 250]))
    match = sr.Match(draw(SEEDS), target, index=draw(SEEDS))
    return play_match(match, draw(RANDOMS), draw(st.integers(0, 150)))
