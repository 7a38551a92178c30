"""Deals sampled in the middle of a round and weighted: by a shipped policy, and by Python objects of a user's own."""

import random
from typing import Any

import pytest

import sevenrocks as sr

DEALS = 1_000
TURNS = 14


class Own:
    """A policy of a user's own: the first legal turn."""

    def choose(self, view: sr.View) -> sr.Turn:
        """Give the turn."""
        return view.legal_turns()[0]


class OwnModel:
    """A model of a user's own: every turn alike."""

    def likelihood(self, view: sr.View, turn: sr.Turn) -> float:
        """Give the likelihood."""
        return 0.5


def middle() -> sr.View:
    """The view of the seat to act after some random turns."""
    round, rng = sr.Round.deal(7), random.Random(7)
    for _ in range(TURNS):
        round = round.play(rng.choice(round.legal_indices()))
    return round.view()


def name(weight: Any) -> str:
    """A name as it is, an object by its class."""
    return weight if isinstance(weight, str) else type(weight).__name__


@pytest.mark.parametrize("weight", ["greedy", "counting", Own(), OwnModel()], ids=name)
def test_weighted_deals(benchmark: Any, weight: Any) -> None:
    benchmark(middle().deals, DEALS, 7, weight=weight)
