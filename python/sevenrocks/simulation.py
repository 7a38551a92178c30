"""Whole matches played by policies at full speed, and what they came to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from sevenrocks import _core

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray


class PolicyObject(Protocol):
    """Anything that chooses turns from views; it may have ``reset(seed)`` and ``name`` besides."""

    def choose(self, view: _core.View, /) -> _core.Turn | int | str:
        """Give a legal turn for the seat to act."""


@dataclass(frozen=True, slots=True, eq=False)
class Simulation:
    """What a batch of matches came to. It prints as a summary.

    Attributes:
        matches: How many were finished.
        columns: One NumPy array a name, one row a match, in the order of the matches; ``simulate`` lists them.
        policies: The policies' names, one a side or one a seat.
        seed: The seed of the batch.
        first_match: The number of the first row's match in the batch.
        seconds: How long it took.
        complete: False if Ctrl-C stopped the batch and what was finished is kept.
        rounds: One NumPy array a name, one row a round, if asked for; else None.
        records: The record of each match, if asked for; else None.
    """

    matches: int
    columns: Mapping[str, NDArray[np.integer[Any]]]
    policies: tuple[str, ...]
    seed: int
    first_match: int
    seconds: float
    complete: bool
    rounds: Mapping[str, NDArray[np.integer[Any]]] | None
    records: list[str] | None

    def __len__(self) -> int:
        """The number of matches."""
        return self.matches

    def wins(self, side: int) -> int:
        """How many matches a side won. Needs the column ``winner``."""
        return int((self.columns["winner"] == side).sum())

    def to_arrow(self) -> pyarrow.Table:
        """The columns as an Arrow table, over the same memory. Needs pyarrow."""
        import pyarrow as pa

        return pa.table({name: pa.array(column) for name, column in self.columns.items()})

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The columns by Arrow's C interface, which polars, pandas and DuckDB read: ``polars.DataFrame(result)``."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def summary(self) -> dict[str, Any]:
        """The batch in figures, ready for JSON.

        Returns:
            ``wins`` and ``win_rate`` by side; ``win_interval``, the 95 % Wilson interval of side 0's win
            rate; ``points_a_round`` and ``deducted_a_round`` by side; ``net_a_round``, the mean gain of side 0
            over side 1 a round, and its 95 % half-width with the match as the unit; ``rounds_a_match``;
            ``endings`` as shares of the rounds; and the counts. Rates are None where there is no match.

        Raises:
            SetupError: if ``simulate`` was asked to leave out a column that a summary adds up.
        """
        c = self.columns
        missing = [name for name in _SUMMED if name not in c]
        if missing:
            raise refusal("column-unknown", f"a summary needs the columns {', '.join(missing)}, which were not kept")
        matches, rounds = len(self), int(c["rounds"].sum())
        wins = [self.wins(0), self.wins(1)]
        net, net_half_width = _ratio(c["score_0"] - c["score_1"], c["rounds"])
        return {
            "policies": list(self.policies),
            "seed": self.seed,
            "first_match": self.first_match,
            "matches": matches,
            "rounds": rounds,
            "turns": int(c["turns"].sum()),
            "placements": int(c["placements"].sum()),
            "wins": wins,
            "win_rate": [_share(count, matches) for count in wins],
            "win_interval": wilson(wins[0], matches),
            "points_a_round": [_share(int(c[f"scored_{side}"].sum()), rounds) for side in (0, 1)],
            "deducted_a_round": [_share(int(c[f"deducted_{side}"].sum()), rounds) for side in (0, 1)],
            "net_a_round": net,
            "net_half_width": net_half_width,
            "rounds_a_match": _share(rounds, matches),
            "endings": {
                "out": _share(int(c["out"].sum()), rounds),
                "blocked": _share(int(c["blocked"].sum()), rounds),
                "target": _share(rounds - int(c["out"].sum()) - int(c["blocked"].sum()), rounds),
            },
            "seconds": self.seconds,
            "complete": self.complete,
        }

    def __str__(self) -> str:
        """The summary in a few lines."""
        s = self.summary()
        if not s["matches"]:
            return f"{' v '.join(self.policies)}: no match was finished"
        low, high = s["win_interval"]
        half_width = "" if s["net_half_width"] is None else f" +- {s['net_half_width']:.2f}"
        points, deducted, endings = s["points_a_round"], s["deducted_a_round"], s["endings"]
        return "\n".join(
            (
                f"{' v '.join(self.policies)}: {s['matches']:,} matches from seed {self.seed} in {self.seconds:.2f} s",
                f"  side 0 won {s['wins'][0]:,} ({s['win_rate'][0]:.1%}, 95 % interval {low:.1%} to {high:.1%}), "
                f"side 1 won {s['wins'][1]:,}",
                f"  a round: points {points[0]:.1f} v {points[1]:.1f}, "
                f"leftovers {deducted[0]:.1f} v {deducted[1]:.1f}, net {s['net_a_round']:+.2f}{half_width}",
                f"  {s['rounds_a_match']:.2f} rounds a match: out {endings['out']:.1%}, "
                f"blocked {endings['blocked']:.1%}, won at the target {endings['target']:.1%}",
            )
        )


def wilson(successes: int, trials: int) -> tuple[float, float] | None:
    """The 95 % Wilson score interval of a share; None without trials.

    >>> low, high = wilson(50, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if trials == 0:
        return None
    z = 1.959964
    share, slack = successes / trials, z * z / trials
    middle = (share + slack / 2) / (1 + slack)
    half: float = z * (share * (1 - share) / trials + slack / trials / 4) ** 0.5 / (1 + slack)
    # Rounding must not exclude what was seen.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


#: The columns that a summary adds up.
_SUMMED = (
    "winner",
    "score_0",
    "score_1",
    "rounds",
    "turns",
    "placements",
    "out",
    "blocked",
    "scored_0",
    "scored_1",
    "deducted_0",
    "deducted_1",
)


def refusal(code: str, text: str) -> _core.SetupError:
    """A ``SetupError`` with its code."""
    error = _core.SetupError(text)
    error.code = code
    return error


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _ratio(gains: NDArray[np.integer[Any]], rounds: NDArray[np.integer[Any]]) -> tuple[float | None, float | None]:
    """Gain a round, and its 95 % half-width as a ratio of sums over matches."""
    matches, total = len(rounds), int(rounds.sum())
    if matches < 2:
        return (_share(int(gains.sum()), total), None)
    ratio = int(gains.sum()) / total
    residuals = gains - ratio * rounds
    return ratio, float(1.959964 * residuals.std(ddof=1) * matches**0.5 / total)


def simulate(
    policies: Sequence[str | _core.Policy | PolicyObject],
    matches: int,
    seed: int = 0,
    *,
    threads: int | None = None,
    target: int = 250,
    first_match: int = 0,
    rounds: int | None = None,
    columns: Sequence[str] | None = None,
    keep_rounds: bool = False,
    keep_records: bool = False,
    progress: Callable[[int], object] | None = None,
    keep_partial: bool = False,
) -> Simulation:
    """Play whole matches outside the interpreter lock.

    The same seed gives the same results for any number of threads, and for a range of a larger batch: matches
    ``first_match`` to ``first_match + matches - 1`` of the batch ``seed``. A policy is asked whenever its seat
    can place a tile; before each match it is reset with a seed of its own.

    Args:
        policies: Two, one a side, or four, one a seat: names of shipped policies, or objects with
            ``choose(view)``. Objects run on the calling thread; their exceptions come back as they are. One given
            for a side sits at both its seats.
        matches: How many.
        seed: The seed of the batch, 0 to 2**64 - 1.
        threads: How many threads, 1 to 1024; as many as there are processors by default.
        target: The score that wins, 1 to 1,000,000.
        first_match: The number of the first match in the batch.
        rounds: Stop a match without a winner after so many rounds; None for no limit.
        columns: The names of the columns to keep, all by default: ``winner`` (int8: side, -1 for none), ``score_0
            score_1`` (int32), ``rounds turns placements`` (uint32; turns with passes), ``first_opener`` (uint8:
            seat), ``out blocked`` (uint32: rounds that ended so), ``scored_0 scored_1`` (int32: points of
            placements), ``deducted_0 deducted_1`` (int32: what leftovers cost).
        keep_rounds: Keep a row for each round too: ``match`` (uint64: number in the batch), ``round`` (uint32: from
            1), ``opener`` (uint8), ``reason`` (uint8: 0 out, 1 blocked, 2 target), ``finisher`` (int8: seat, -1 for
            none), ``turns placements`` (uint32), ``scored_0 scored_1 deducted_0 deducted_1 score_0 score_1`` (int32;
            scores of the match after the round).
        keep_records: Keep the record of each match too.
        progress: Called about every 50 ms with the number of matches finished.
        keep_partial: On Ctrl-C, give the matches finished so far instead of raising KeyboardInterrupt.

    Returns:
        The columns and their summary.

    Raises:
        SetupError: for an unknown policy or column, another number of policies than two or four, or a number out of
            range.
        IllegalTurnError: when a policy chooses an illegal turn.

    >>> result = simulate(["greedy", "random"], matches=200, seed=7)
    >>> result.wins(0) > 190
    True
    >>> result.columns["winner"].dtype, len(result)
    (dtype('int8'), 200)
    """
    import time

    begun = time.perf_counter()
    finished, kept, kept_rounds, records, names, stopped = _core.simulate(
        list(policies),
        matches,
        seed,
        threads=threads if threads is not None else available_threads(),
        target=target,
        first_match=first_match,
        rounds=rounds,
        columns=None if columns is None else list(columns),
        keep_rounds=keep_rounds,
        keep_records=keep_records,
        progress=progress,
    )
    if stopped is not None and not (keep_partial and isinstance(stopped, KeyboardInterrupt)):
        raise stopped
    return Simulation(
        matches=finished,
        columns=kept,
        policies=tuple(names),
        seed=seed,
        first_match=first_match,
        seconds=time.perf_counter() - begun,
        complete=stopped is None,
        rounds=kept_rounds,
        records=records,
    )


def simulate_iter(
    policies: Sequence[str | _core.Policy | PolicyObject],
    matches: int | None,
    seed: int = 0,
    *,
    chunk: int = 100_000,
    first_match: int = 0,
    **options: Any,
) -> Iterator[Simulation]:
    """Play a batch piece by piece, in memory that does not grow.

    Args:
        policies: As in ``simulate``.
        matches: How many in all; None to go on until the caller stops.
        seed: The seed of the batch.
        chunk: Matches in each piece, at least 1; the last may have fewer.
        first_match: The number of the first match in the batch.
        options: The other options of ``simulate``.

    Yields:
        The pieces in order, which together are what ``simulate`` gives.

    Raises:
        SetupError: as ``simulate`` does.

    >>> pieces = simulate_iter(["greedy", "random"], matches=250, seed=7, chunk=100)
    >>> [(piece.first_match, len(piece)) for piece in pieces]
    [(0, 100), (100, 100), (200, 50)]
    """
    if chunk < 1:
        raise refusal("number-range", f"the matches of a piece go from 1, not {chunk}")
    if matches is not None and matches < 0:
        raise refusal("number-range", f"the number of matches goes from 0, not {matches}")
    played = 0
    while matches is None or played < matches:
        size = chunk if matches is None else min(chunk, matches - played)
        yield simulate(policies, size, seed, first_match=first_match + played, **options)
        played += size


def available_threads() -> int:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
