"""Environments stepped together: steps alone, random turns alone, and both."""

from typing import Any

import numpy as np
import pytest

import sevenrocks as sr

STEPS = 64
SIZES = pytest.mark.parametrize("n", [1, 64, 1024])


def actions_of(env: sr.BatchEnv) -> list[Any]:
    """Random turns of the first steps."""
    rng, actions = np.random.default_rng(7), []
    for _ in range(STEPS):
        actions.append(sr.masked_random(env.action_mask, rng))
        env.step(actions[-1])
    return actions


@SIZES
def test_step(benchmark: Any, n: int) -> None:
    env = sr.BatchEnv(n, seed=7)
    actions = actions_of(env)

    def step() -> None:
        for taken in actions:
            env.step(taken)

    benchmark.extra_info["turns"] = n * STEPS
    # The same episodes again each time, for which the actions are legal.
    benchmark.pedantic(step, setup=env.reset, rounds=2_000 // n + 50, warmup_rounds=5)


@SIZES
def test_masked_random(benchmark: Any, n: int) -> None:
    env, rng = sr.BatchEnv(n, seed=7), np.random.default_rng(7)
    benchmark.extra_info["turns"] = n
    benchmark(sr.masked_random, env.action_mask, rng)


@SIZES
def test_step_with_random_turns(benchmark: Any, n: int) -> None:
    env, rng = sr.BatchEnv(n, seed=7), np.random.default_rng(7)

    def step() -> None:
        for _ in range(STEPS):
            env.step(sr.masked_random(env.action_mask, rng))

    benchmark.extra_info["turns"] = n * STEPS
    benchmark(step)


@pytest.mark.parametrize("threads", [1, 2])
def test_step_of_many(benchmark: Any, threads: int) -> None:
    env, rng = sr.BatchEnv(16_384, seed=7, threads=threads), np.random.default_rng(7)
    benchmark.extra_info["turns"] = len(env)
    benchmark(lambda: env.step(sr.masked_random(env.action_mask, rng)))
