"""Exact values with open hands: what a round is worth when all hands are known and both sides play their best."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from sevenrocks import _core
from sevenrocks.simulation import available_threads

Objective: TypeAlias = Literal["points", "win"]


def solve(
    round: _core.Round,
    *,
    objective: Objective = "points",
    best_only: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> _core.Solution:
    """Solve the rest of a round exactly.

    The value is side 0's gain less side 1's over the rest of the round: the points of every placement (R17) and the
    deductions at its end (R20, R21). With the objective ``"points"`` the target is ignored. With ``"win"`` the match
    comes first: a value of ``inf`` says that side 0 can reach the target in this round before the other side (R24)
    whatever that plays, ``-inf`` that side 1 can, and any other that neither can force it and what the difference
    then is, both sides keeping the other from the target. In a round without a target the two are the same.

    Args:
        round: The round, its hands all known.
        objective: ``"points"`` or ``"win"``.
        best_only: Only the value and one best line, without the value of every turn: about half the work.
        nodes: Stop after so many positions; None for no limit.
        seconds: Stop after so long; None for no limit.
        memory: Bytes for the table of positions, at least 32768; 64 MiB by default. Less means more work, not another
            answer.

    Returns:
        The solution. One that was stopped has ``value`` None and true bounds ``lower`` and ``upper``.

    Raises:
        SetupError: for a limit out of range or an unknown objective.

    >>> import sevenrocks as sr
    >>> round = sr.Round.deal(7, target=None)
    >>> while len(round.turns) < 14:
    ...     round = round.play(round.legal_turns()[0])
    >>> solution = sr.solve(round)
    >>> sign = 1 if round.seat % 2 == 0 else -1
    >>> solution.value == sign * max(sign * turn.value for turn in solution.turns)
    True
    """
    return _core.solve(round, objective, best_only, (nodes, seconds, memory))


def solve_many(
    rounds: Iterable[_core.Round],
    *,
    threads: int | None = None,
    objective: Objective = "points",
    best_only: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[_core.Solution]:
    """Solve many rounds on many threads; the same solutions for any number of them, in the order given.

    Args:
        rounds: The rounds.
        threads: How many threads, 1 to 1024; as many as there are processors by default.
        objective: As in ``solve``.
        best_only: As in ``solve``.
        nodes: For each round, as in ``solve``.
        seconds: For each round, as in ``solve``.
        memory: For each thread, as in ``solve``.
        progress: Called about every 50 ms with the number of rounds solved.

    Returns:
        A solution for each round.

    Raises:
        SetupError: for a limit or a number of threads out of range or an unknown objective.

    >>> import sevenrocks as sr
    >>> len(sr.solve_many([]))
    0
    """
    given = available_threads() if threads is None else threads
    return _core.solve_many(list(rounds), given, objective, best_only, (nodes, seconds, memory), progress)


def analyze_round(
    round: _core.Round | _core.RecordRound | _core.Record,
    *,
    objective: Objective = "points",
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> _core.Analysis:
    """Value every turn of a round as it was played, and what each gave away with open hands.

    Args:
        round: The round, finished or not: a round, one of a record's rounds, or a record of one round. A record must
            show every hand.
        objective: As in ``solve``; with ``"win"`` a loss of ``inf`` is a win thrown away, or the last hope against one.
        nodes: As in ``solve``, for the whole round.
        seconds: As in ``solve``, for the whole round.
        memory: As in ``solve``.

    Returns:
        For every turn the exact value before it and its loss, in the view of the side that played it.

    Raises:
        NotationError: for a round of a record in which a hand is hidden.
        SetupError: for a record with other than one round, a limit out of range or an unknown objective.

    >>> import sevenrocks as sr
    >>> match = sr.Match(seed=7)
    >>> while len(match.rounds) < 2:
    ...     match.play(match.legal_turns()[0])
    >>> record = sr.Record.parse(match.to_record())
    >>> analysis = sr.analyze_round(record.rounds[0])
    >>> analysis == sr.analyze_round(match.rounds[0])
    True
    >>> [step.seat for step, turn in zip(record.rounds[0].replay(), analysis.turns) if turn.loss >= 30]
    [3, 0, 0, 2]
    """
    return _core.analyze_round(round, objective, (nodes, seconds, memory))


def puzzles(
    seed: int,
    n: int,
    tiles_left: int = 12,
    min_gap: int = 10,
    *,
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> list[_core.Puzzle]:
    """Find positions worth solving: all hands open, and exactly one best turn, by a margin.

    Candidate i is the first round of match i of ``seed``, with the deal and opener of ``Match(seed, index=i)``, played
    by four ``counting`` policies until so many tiles are left and the seat to act has a choice. It is a puzzle if one
    legal turn is worth at least ``min_gap`` points more than every other, with best play of both sides after it, for
    the points of the round. Turns are told apart by tile and arm: where the best tile goes on two arms alike, there
    are two best turns, and no puzzle.

    Args:
        seed: Where the deals come from. The same seed gives the same puzzles on any number of threads, and the first
            ones of a larger number.
        n: How many.
        tiles_left: The tiles in all four hands, 4 to 28.
        min_gap: The least gap in points, 1 to 500; values are multiples of five.
        threads: How many threads, 1 to 1024; as many as there are processors by default.
        progress: Called about every 50 ms with the number of puzzles found.

    Returns:
        The puzzles, in the order of their candidates, each with its solution as ``solve`` gives it.

    Raises:
        SetupError: for a number out of range, or when 10,000 candidates in a row are no puzzles.

    >>> import sevenrocks as sr
    >>> puzzle, *_ = sr.puzzles(7, 3, tiles_left=12, min_gap=20)
    >>> sign = 1 if puzzle.round.seat % 2 == 0 else -1
    >>> best, second, *_ = sorted((sign * turn.value for turn in puzzle.solution.turns), reverse=True)
    >>> puzzle.gap == best - second >= 20
    True
    """
    given = available_threads() if threads is None else threads
    return _core.puzzles(seed, n, tiles_left, min_gap, given, progress)
