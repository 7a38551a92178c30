"""What `benches/builds.py` measures of each build: nanoseconds of calls and of batches, printed as JSON."""

import json
import time
import timeit
from collections.abc import Callable

import numpy as np

import sevenrocks as sr

REPEATS = 5


def played_round() -> int:
    """A round in a Python loop; gives its turns."""
    position, turns = sr.Round.deal(7, target=None), 0
    while not position.is_over:
        legal = position.legal_indices()
        position = position.play(legal[turns % len(legal)])
        turns += 1
    return turns


def stepping(n: int) -> Callable[[], object]:
    """A step of environments with random turns."""
    env, rng = sr.BatchEnv(n, seed=7), np.random.default_rng(7)
    return lambda: env.step(sr.masked_random(env.action_mask, rng))


def matches(policy: str, count: int) -> Callable[[], object]:
    """Whole matches of a policy against itself, on one thread."""
    return lambda: sr.simulate([policy, policy], count, seed=7, threads=1)


def works() -> dict[str, tuple[Callable[[], object], int]]:
    """What is called, and how many of its unit one call does."""
    middle = sr.Round.deal(7, target=None)
    for turns in range(14):
        legal = middle.legal_indices()
        middle = middle.play(legal[turns % len(legal)])
    turn = middle.legal_indices()[0]
    return {
        "`Tile(3, 5)`": (lambda: sr.Tile(3, 5), 1),
        "`Round.legal_indices()`": (middle.legal_indices, 1),
        "`Round.play(index)`": (lambda: middle.play(turn), 1),
        "a Python loop on `Round`, a turn": (played_round, played_round()),
        "`BatchEnv(1).step`, random turns, a turn": (stepping(1), 1),
        "`BatchEnv(1024).step`, random turns, a turn": (stepping(1024), 1024),
        "`simulate`, random, a match": (matches("random", 2_000), 2_000),
        "`simulate`, greedy, a match": (matches("greedy", 2_000), 2_000),
        "`simulate`, counting, a match": (matches("counting", 200), 200),
    }


def nanoseconds(call: Callable[[], object], units: int) -> float:
    """The best of some repeats, a unit, in time of the processor."""
    timer = timeit.Timer(call, timer=time.process_time)
    number, seconds = timer.autorange()
    number = max(1, int(number * 0.05 / seconds))
    return min(timer.repeat(REPEATS, number)) / number / units * 1e9


if __name__ == "__main__":
    print(json.dumps({name: nanoseconds(*work) for name, work in works().items()}))
