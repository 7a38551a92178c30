"""Rounds, one turn at a time: what a Python loop costs, and the calls it is made of."""

from collections.abc import Callable
from typing import Any

import pytest

import sevenrocks as sr

ROUNDS = 50


def middle_game() -> sr.Round:
    """A round part of the way through: the layout has its spinner and branches."""
    position = sr.Round.deal(7, target=None)
    for turns in range(14):
        legal = position.legal_indices()
        position = position.play(legal[turns % len(legal)])
    return position


def play_indices(seed: int) -> int:
    """A round by turn indices; gives its turns."""
    position, turns = sr.Round.deal(seed, target=None), 0
    while not position.is_over:
        legal = position.legal_indices()
        position = position.play(legal[turns % len(legal)])
        turns += 1
    return turns


def play_turns(seed: int) -> int:
    """A round by turns as objects, told apart by what they are."""
    position, turns = sr.Round.deal(seed, target=None), 0
    while not position.is_over:
        legal = position.legal_turns()
        position = position.play(legal[turns % len(legal)])
        turns += 1
    return turns


def play_views(seed: int) -> int:
    """A round as a policy sees it; gives its turns."""
    position, turns = sr.Round.deal(seed, target=None), 0
    while not position.is_over:
        legal = position.view().legal_turns()
        position = position.play(max(legal, key=lambda turn: turn.tile.pips if turn.tile else 0))
        turns += 1
    return turns


@pytest.mark.parametrize("play", [play_indices, play_turns, play_views], ids=lambda play: play.__name__)
def test_loop(benchmark: Any, play: Callable[[int], int]) -> None:
    benchmark.extra_info["turns"] = sum(map(play, range(ROUNDS)))
    benchmark(lambda: [play(seed) for seed in range(ROUNDS)])


def test_loop_on_a_match(benchmark: Any) -> None:
    def play() -> int:
        match, turns = sr.Match(7), 0
        while not match.is_over:
            legal = match.legal_indices()
            match.play(legal[turns % len(legal)])
            turns += 1
        return turns

    benchmark.extra_info["turns"] = play()
    benchmark(play)


MIDDLE = middle_game()
TURN = MIDDLE.legal_indices()[0]
CALLS: dict[str, Callable[[sr.Round], object]] = {
    "legal_indices": lambda position: position.legal_indices(),
    "legal_turns": lambda position: position.legal_turns(),
    "play": lambda position: position.play(TURN),
    "view": lambda position: position.view(),
    "layout": lambda position: position.layout,
    "hash": hash,
}


@pytest.mark.parametrize("call", CALLS)
def test_call(benchmark: Any, call: str) -> None:
    benchmark(CALLS[call], MIDDLE)


def test_tile(benchmark: Any) -> None:
    benchmark(sr.Tile, 3, 5)
