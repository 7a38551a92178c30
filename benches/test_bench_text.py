"""Positions and records, read and written."""

from typing import Any

import pytest

import sevenrocks as sr


@pytest.fixture
def match() -> sr.Match:
    match = sr.Match(7)
    while not match.is_over:
        match.play(match.legal_turns()[0])
    return match


@pytest.fixture
def position() -> sr.Round:
    position = sr.Round.deal(7)
    for _ in range(14):
        position = position.play(position.legal_turns()[0])
    return position


def test_position_parse(benchmark: Any, position: sr.Round) -> None:
    assert benchmark(sr.Round.parse, position.position) == position


def test_position_write(benchmark: Any, position: sr.Round) -> None:
    benchmark(lambda: position.position)


def test_record_parse(benchmark: Any, match: sr.Match) -> None:
    benchmark.extra_info["turns"] = sum(len(played.turns) for played in match.rounds)
    assert benchmark(sr.Record.parse, match.to_record()).to_match() == match


def test_record_write(benchmark: Any, match: sr.Match) -> None:
    benchmark.extra_info["turns"] = sum(len(played.turns) for played in match.rounds)
    benchmark(match.to_record)
