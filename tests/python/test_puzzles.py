"""Puzzles, looked for again by hand: in records of the same matches, with the solver and by trying everything."""

from collections.abc import Iterator

import pytest

import sevenrocks as sr
from test_solving import brute_force, gain


def candidates(seed: int, matches: int, tiles_left: int) -> Iterator[sr.Round]:
    """The first rounds of counting's matches, up to the first choice with so many tiles left."""
    records = sr.simulate(["counting", "counting"], matches, seed=seed, keep_records=True).records
    assert records is not None
    for text in records:
        told = sr.Record.parse(text).rounds[0]
        hands = [sr.TileSet(hand) for hand in told.hands]
        round = sr.Round(hands, told.opener, target=None)
        for turn in [*told.turns, None]:
            if round.is_over or sum(map(len, round.hands)) < tiles_left:
                break
            if sum(map(len, round.hands)) == tiles_left and len(round.legal_turns()) > 1:
                yield round
                break
            assert turn is not None
            round = round.play(turn)


def gap(round: sr.Round) -> tuple[sr.Turn, float]:
    """The best turn and what it has over the next."""
    sign = 1 if round.seat % 2 == 0 else -1
    turns = sr.solve(round).turns
    best, second, *_ = sorted(turns, key=lambda turn: -sign * (turn.value or 0))
    return best.turn, sign * ((best.value or 0) - (second.value or 0))


@pytest.mark.parametrize(("tiles_left", "min_gap", "matches"), [(12, 15, 60), (9, 5, 80), (18, 1, 30)])
def test_exactly_the_candidates_with_the_gap_are_puzzles(tiles_left: int, min_gap: int, matches: int) -> None:
    expected = [round for round in candidates(7, matches, tiles_left) if gap(round)[1] >= min_gap]
    assert len(expected) > 5
    puzzles = sr.puzzles(7, len(expected), tiles_left, min_gap)
    assert [puzzle.round for puzzle in puzzles] == expected
    assert [puzzle.round.turns for puzzle in puzzles] == [round.turns for round in expected]
    assert [(puzzle.best, puzzle.gap) for puzzle in puzzles] == [gap(round) for round in expected]
    assert [puzzle.solution for puzzle in puzzles] == [sr.solve(round) for round in expected]


def test_trying_everything_finds_the_same_best_turn() -> None:
    for puzzle in sr.puzzles(1, 20, tiles_left=8, min_gap=10):
        round = puzzle.round
        sign = 1 if round.seat % 2 == 0 else -1
        worth = {}
        for turn in round.legal_turns():
            after, won = gain(round, turn)
            worth[turn] = sign * (won + brute_force(after))
        best = worth.pop(puzzle.best)
        assert best - max(worth.values()) == puzzle.gap >= 10
        assert puzzle.solution.line[0] == puzzle.best


def test_threads_and_number_change_nothing() -> None:
    puzzles = sr.puzzles(3, 40, 12, 20, threads=1)
    assert sr.puzzles(3, 40, 12, 20, threads=3) == puzzles
    assert sr.puzzles(3, 10, 12, 20) == puzzles[:10]
    assert sr.puzzles(4, 10, 12, 20) != puzzles[:10]
    assert sr.puzzles(3, 0) == []


def test_a_whole_deal_may_be_a_puzzle() -> None:
    (puzzle,) = sr.puzzles(1, 1, tiles_left=28, min_gap=5)
    assert (puzzle.round.turns, puzzle.round.target) == ((), None)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((1, -1), "number-range"),
        ((1, 5, 3), "number-range"),
        ((1, 5, 29), "number-range"),
        ((1, 5, 12, 0), "number-range"),
        ((1, 5, 12, 501), "number-range"),
        ((1, 5, 4, 300), "puzzles-rare"),
        ((-1, 5), "seed-range"),
    ],
)
def test_what_cannot_be_is_refused(arguments: tuple[int, ...], code: str) -> None:
    with pytest.raises(sr.SetupError) as fault:
        sr.puzzles(*arguments)
    assert fault.value.code == code


def test_progress_may_stop_the_search() -> None:
    class EnoughError(Exception):
        pass

    def progress(found: int) -> None:
        assert found >= 0
        raise EnoughError

    with pytest.raises(EnoughError):
        sr.puzzles(1, 1 << 20, 20, 300, progress=progress)
