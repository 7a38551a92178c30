"""Tell what the benches in Python measured, and the ratios that matter: the last step of `make bench`.

`report.py FILE` reads what pytest-benchmark wrote. A ratio is measured here, pair by pair, each of two works in turn,
so that a machine whose speed drifts does not decide.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from rich import box
from rich.console import Console
from rich.table import Table
from test_bench_round import play_indices

import sevenrocks as sr
from sevenrocks.cli.bench import machine_line

PAIRS = 21

Work = Callable[[], int]
"""Does some work and gives its turns."""


def matches(policy: str, count: int, threads: int = 1) -> Work:
    """Whole matches of a policy against itself."""
    return lambda: int(sr.simulate([policy, policy], count, seed=7, threads=threads).columns["turns"].sum())


def batch(n: int, steps: int) -> Work:
    """Random turns of environments stepped together."""
    env, rng = sr.BatchEnv(n, seed=7), np.random.default_rng(7)

    def step() -> int:
        for _ in range(steps):
            env.step(sr.masked_random(env.action_mask, rng))
        return n * steps

    return step


RATIOS: dict[str, tuple[Work, Work]] = {
    "random matches, 2 threads / 1": (matches("random", 8_000, 2), matches("random", 8_000)),
    "greedy matches, 2 threads / 1": (matches("greedy", 8_000, 2), matches("greedy", 8_000)),
    "greedy / random": (matches("greedy", 4_000), matches("random", 2_000)),
    "counting / random": (matches("counting", 200), matches("random", 2_000)),
    "BatchEnv(1024) / random matches": (batch(1024, 100), matches("random", 2_000)),
    "BatchEnv(1) / Python loop": (batch(1, 10_000), lambda: sum(map(play_indices, range(500)))),
}
"""Turns a second of the first over those of the second."""


def rate(work: Work) -> float:
    """Turns a second, once."""
    begun = time.perf_counter()
    turns = work()
    return turns / (time.perf_counter() - begun)


def ratios(first: Work, second: Work) -> list[float]:
    """The ratios of some pairs, in order."""
    rate(first), rate(second)
    return sorted(rate(first) / rate(second) for _ in range(PAIRS))


def medians(told: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Name, median and turns a second of each bench."""
    for bench in sorted(told["benchmarks"], key=lambda bench: bench["fullname"]):
        name = bench["fullname"].removeprefix("benches/test_bench_").replace(".py::test_", ": ")
        seconds, turns = bench["stats"]["median"], bench["extra_info"].get("turns")
        unit, factor = next(pair for pair in (("ns", 1e9), ("µs", 1e6), ("ms", 1e3)) if seconds * pair[1] < 10_000)
        yield name, f"{seconds * factor:,.1f} {unit}", f"{turns / seconds:,.0f}" if turns else ""


def grid(*headings: str) -> Table:
    """An empty table: the first column names its rows, the others hold figures."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for position, heading in enumerate(headings):
        made.add_column(heading, justify="right" if position else "left", no_wrap=True)
    return made


def main(file: str) -> None:
    """Print machine, medians and ratios."""
    show = Console(markup=False, highlight=False)
    show.print(machine_line())
    measured = grid("bench", "median", "turns/s")
    for row in medians(json.loads(Path(file).read_text(encoding="utf-8"))):
        measured.add_row(*row)
    show.print(measured)
    compared = grid("turns a second, ratio", "median", f"of {PAIRS} pairs, from", "to")
    for name, (first, second) in RATIOS.items():
        found = ratios(first, second)
        compared.add_row(name, *(f"{found[place]:.2f}" for place in (PAIRS // 2, 0, -1)))
    show.print(compared)


if __name__ == "__main__":
    main(*sys.argv[1:])
