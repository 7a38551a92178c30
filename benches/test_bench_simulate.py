"""Whole matches by policy and number of threads."""

from typing import Any

import pytest

import sevenrocks as sr

MATCHES = 2_000


class Own:
    """A policy of a user's own: the first legal turn."""

    def choose(self, view: sr.View) -> sr.Turn:
        """Give the turn."""
        return view.legal_turns()[0]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("policy", ["random", "greedy", "counting"])
def test_matches(benchmark: Any, policy: str, threads: int) -> None:
    def play() -> sr.Simulation:
        return sr.simulate([policy, policy], MATCHES, seed=7, threads=threads)

    benchmark.extra_info["turns"] = int(play().columns["turns"].sum())
    benchmark(play)


def test_matches_of_an_own_policy(benchmark: Any) -> None:
    def play() -> sr.Simulation:
        return sr.simulate([Own(), "random"], 20, seed=7)

    benchmark.extra_info["turns"] = int(play().columns["turns"].sum())
    benchmark(play)


def test_matches_with_records(benchmark: Any) -> None:
    benchmark(sr.simulate, ["random", "random"], 200, seed=7, threads=1, keep_records=True)
