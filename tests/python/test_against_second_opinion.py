"""The engine and the slow second opinion play the same random rounds and must agree at every turn."""

import random

import pytest

import sevenrocks as sr
from helpers import SEATS, ended, pair
from second_opinion import SlowRound
from second_opinion import Turn as SlowTurn

BATCHES = 8
ROUNDS_A_BATCH = 256  # 8 x 256 = 2,048 rounds
TARGETS: list[tuple[int | None, int]] = [(None, 0), (250, 0), (250, 200), (250, 235), (100, 40)]
"""Targets, and about what score the sides begin with: near the target many rounds end there."""


def deal(rng: random.Random) -> tuple[sr.Round, SlowRound]:
    """One round for both."""
    tiles = list(sr.TileSet.FULL)
    rng.shuffle(tiles)
    hands = [tiles[first : first + 7] for first in (0, 7, 14, 21)]
    target, about = rng.choice(TARGETS)
    scores = about + rng.randint(-20, 14), about + rng.randint(-20, 14)
    opener = rng.randrange(4)
    slow = SlowRound([[pair(tile) for tile in hand] for hand in hands], opener, scores, target)
    return sr.Round(hands, opener, scores, target), slow


def as_slow(turn: sr.Turn, layout: sr.Layout) -> SlowTurn:
    """A turn named by its tile and the half it joins."""
    if turn.tile is None:
        return None
    if not layout.tiles:
        assert turn.arm is sr.Arm.LEFT
        return pair(turn.tile), None
    (end,) = [end for end in layout.open_ends if end.arm is turn.arm]
    return pair(turn.tile), (pair(end.tile), end.half)


def assert_same_layout(layout: sr.Layout, round: sr.Round, slow: SlowRound) -> None:
    """R8 to R17."""
    table = slow.layout
    assert [pair(tile) for tile in layout.tiles] == table.tiles
    assert (layout.spinner and pair(layout.spinner)) == table.spinner
    joins = [((pair(at.tile), at.half), (pair(by.tile), by.half)) for at, by in layout.joins]
    assert joins == table.joins
    assert sorted((pair(end.tile), end.half, end.pips) for end in layout.open_ends) == table.open_ends()
    counted = table.counted_ends()
    assert sorted((pair(tile), value) for tile, value in layout.counted_ends) == counted
    assert layout.count == sum(value for _, value in counted)
    if round.turns and not round.turns[-1].is_pass:
        assert layout.points == round.points


def assert_same(round: sr.Round, slow: SlowRound) -> dict[int, SlowTurn]:
    """R6, R13, R18 to R25; gives the legal turns, by index, as the second opinion names them."""
    layout = round.layout
    assert_same_layout(layout, round, slow)
    legal = {turn.index: as_slow(turn, layout) for turn in round.legal_turns()}
    assert sorted(legal.values(), key=str) == sorted(slow.legal(), key=str)
    assert len(legal) == len(set(legal.values()))
    assert (round.points, list(round.scores), round.passes) == (slow.points, slow.scores, slow.passes_in_a_row)
    assert [{pair(tile) for tile in hand} for hand in round.hands] == slow.hands
    assert round.is_over == slow.is_over
    view = round.view()
    assert list(view.lacks) == slow.lacks
    assert list(view.hand_sizes) == slow.hand_sizes()
    if not round.is_over:
        assert round.seat == slow.seat
    return legal


def assert_same_ending(round: sr.Round, slow: SlowRound) -> None:
    """R18 to R25."""
    ending = ended(round)
    assert (ending.reason, ending.finisher) == (slow.reason, slow.finisher)
    assert list(ending.leftovers) == slow.leftovers
    assert list(ending.deductions) == slow.deductions


def pick(round: sr.Round, rng: random.Random, greed: float) -> int:
    """A legal turn's index: one with the most points as often as `greed` says, else any."""
    legal = round.legal_indices()
    if len(legal) > 1 and rng.random() < greed:
        return max(legal, key=lambda index: (round.play(index).points, rng.random()))
    return rng.choice(legal)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_rounds_agree_at_every_turn(batch: int) -> None:
    rng = random.Random(batch)
    reasons: list[str] = []
    for _ in range(ROUNDS_A_BATCH):
        greed = rng.choice([0.0, 0.0, 0.3, 0.9])
        round, slow = deal(rng)
        while legal := assert_same(round, slow):
            index = pick(round, rng, greed)
            slow.play(legal[index])
            round = round.play(index)
        assert_same_ending(round, slow)
        reasons.append(ended(round).reason)
    # Every ending comes up often enough to mean something.
    assert min(reasons.count(reason) for reason in ("out", "blocked", "target")) >= 10


def test_the_seats_play_in_turn() -> None:  # R1, R6
    for opener in SEATS:
        round = sr.Round.deal(5, opener)
        assert [round.play(turn).seat for turn in round.legal_turns()] == [(opener + 1) % 4] * 7
