"""The figures that the rules' page gives for random and greedy play, over many rounds."""

import pytest

import sevenrocks as sr

#: Rounds with no target in reach, a thousand in a row.
ROUNDS_A_MATCH = 1000


def play_rounds(policy: str, rounds: int) -> sr.Simulation:
    """Rounds played for themselves: the target is out of reach of a thousand."""
    return sr.simulate(
        [policy, policy], matches=rounds // ROUNDS_A_MATCH, seed=20261130, target=1_000_000, rounds=ROUNDS_A_MATCH
    )


def total(result: sr.Simulation, *columns: str) -> int:
    """The sum of some columns."""
    return sum(int(result.columns[column].sum()) for column in columns)


def test_random_rounds() -> None:
    """23.8 placements a round, 12 to 13 % blocked, + 12.9 for a side a round."""
    result = play_rounds("random", 200_000)
    rounds = total(result, "rounds")
    assert rounds == 200_000
    assert total(result, "placements") / rounds == pytest.approx(23.8, abs=0.05)
    assert 0.12 <= total(result, "blocked") / rounds <= 0.13
    assert total(result, "score_0", "score_1") / 2 / rounds == pytest.approx(12.9, abs=0.15)
    assert total(result, "out", "blocked") == rounds


def test_random_matches() -> None:
    """15.8 rounds a match, and neither side favoured."""
    result = sr.simulate(["random", "random"], matches=20_000, seed=1)
    assert total(result, "rounds") / len(result) == pytest.approx(15.8, abs=0.15)
    assert result.wins(0) / len(result) == pytest.approx(0.5, abs=0.015)


def test_greedy_rounds() -> None:
    """58 points a side and round, over 50,000 rounds."""
    result = play_rounds("greedy", 50_000)
    rounds = total(result, "rounds")
    assert total(result, "scored_0", "scored_1") / 2 / rounds == pytest.approx(58, abs=0.75)


def test_greedy_matches() -> None:
    """About 5 rounds a match, and practically every match against random."""
    mirror = sr.simulate(["greedy", "greedy"], matches=20_000, seed=2)
    assert total(mirror, "rounds") / len(mirror) == pytest.approx(5, abs=0.5)
    against_random = sr.simulate(["greedy", "random"], matches=20_000, seed=3)
    assert against_random.wins(0) / len(against_random) > 0.997
