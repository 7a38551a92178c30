"""``sevenrocks bench``: how fast this machine plays, and whether it plays as it should."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import sevenrocks as sr

if TYPE_CHECKING:
    from rich.table import Table

POLICIES = ("random", "greedy", "counting")
BATCH_SIZES = (1, 1024)
# A batch lasts about so long: the clock is read between batches.
BATCH_SECONDS = 0.1
FIRST_BATCH = 50
# Steps between two looks at the clock.
STEPS = 20
# What is kept when memory is measured: enough to stand out from what loading NumPy takes for a moment.
KEPT_MATCHES = 200_000


@click.command()
@click.option(
    "--seconds",
    type=click.FloatRange(0, 3600, min_open=True),
    default=1.0,
    show_default=True,
    help="How long each of the nine measurements of speed lasts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON and nothing else.")
@click.option("--signature", "only_signature", is_flag=True, help="Print the signature and nothing else.")
def bench(seconds: float, as_json: bool, only_signature: bool) -> None:
    """Measure how fast this machine plays.

    Whole matches by policy and number of threads, environments stepped together, a Python loop of single turns, the
    memory that results take, and the signature: a word that changes exactly when deals, policies, points or records
    do, and is the same on every machine.
    """
    from sevenrocks.signature import signature

    if only_signature:
        click.echo(signature())
        return
    with _status() as say:
        figures = {"machine": machine(), "seconds": seconds, "simulate": _simulated(seconds, say)}
        figures["batch_env"] = _stepped(seconds, say)
        say("a Python loop of turns")
        figures["python_turns_per_second"] = python_turns_per_second(seconds)
        say("memory")
        figures["bytes_per_million_matches"] = bytes_per_million_matches()
        say("signature")
        figures["signature"] = signature()
    if as_json:
        click.echo(json.dumps(figures))
    else:
        _print(figures)


def machine() -> dict[str, Any]:
    """What was measured on what."""
    from sevenrocks.simulation import available_threads

    return {
        "processor": _processor(),
        "threads": available_threads(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sevenrocks": sr.__version__,
    }


def machine_line() -> str:
    """What was measured on what, in a line."""
    of = machine()
    return (
        f"sevenrocks {of['sevenrocks']}, Python {of['python']}, {of['system']}, {of['processor']}, "
        f"{of['threads']} threads"
    )


def _processor() -> str:
    """The processor's name as Linux tells it, else whatever Python knows."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def _simulated(seconds: float, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Whole matches a second, by policy and number of threads."""
    from sevenrocks.simulation import available_threads

    sr.simulate(POLICIES[:2], 1)  # loads NumPy outside the measurements
    rows = []
    for policy in POLICIES:
        for threads in sorted({1, available_threads()}):
            say(f"{policy} matches, {threads} threads")
            rows.append({"policy": policy, "threads": threads, **measured(policy, threads, seconds)})
    return rows


def measured(policy: str, threads: int, seconds: float) -> dict[str, float]:
    """Matches, rounds and turns a second of one policy against itself."""
    done = {"matches": 0, "rounds": 0, "turns": 0}
    spent, batch = 0.0, FIRST_BATCH
    while spent < seconds:
        result = sr.simulate([policy, policy], batch, seed=0, threads=threads, first_match=done["matches"])
        spent += result.seconds
        done["matches"] += batch
        done["rounds"] += int(result.columns["rounds"].sum())
        done["turns"] += int(result.columns["turns"].sum())
        batch = max(1, int(done["matches"] / spent * min(BATCH_SECONDS, seconds)))
    return {f"{noun}_per_second": number / spent for noun, number in done.items()}


def python_turns_per_second(seconds: float) -> float:
    """Turns a second of a Python loop on ``Round``: legal indices, choose the first or last, play."""
    turns, seed = 0, 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        position = sr.Round.deal(seed, target=None)
        while not position.is_over:
            legal = position.legal_indices()
            position = position.play(legal[turns % len(legal)])
            turns += 1
        seed += 1
    return turns / (time.perf_counter() - begun)


def _stepped(seconds: float, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Turns a second of environments stepped together, by their number."""
    rows = []
    for n in BATCH_SIZES:
        say(f"BatchEnv({n})")
        rows.append({"n": n, "turns_per_second": batch_turns_per_second(n, seconds)})
    return rows


def batch_turns_per_second(n: int, seconds: float) -> float:
    """Turns a second of ``n`` environments on one thread: random turns drawn from the masks, all arrays written."""
    import numpy as np

    env, rng, steps = sr.BatchEnv(n, seed=0), np.random.default_rng(0), 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(STEPS):
            env.step(sr.masked_random(env.action_mask, rng))
        steps += STEPS
    return n * steps / (time.perf_counter() - begun)


def bytes_per_million_matches() -> int | None:
    """The memory that the columns of a million matches take, None where the system does not tell.

    It is measured in a process of its own, whose peak nothing else has raised before.
    """
    program = "from sevenrocks.cli.bench import grown_peak; print(grown_peak())"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
    return None if told == "None" else round(int(told) * 1_000_000 / KEPT_MATCHES)


def grown_peak() -> int | None:
    """By how many bytes the most memory that this process has held grows when it keeps matches."""
    kept = [sr.simulate(POLICIES[:2], KEPT_MATCHES)]  # more than it held for a moment while NumPy was loaded
    before = _peak_memory_bytes()
    kept.append(sr.simulate(POLICIES[:2], KEPT_MATCHES))
    after = _peak_memory_bytes()
    return None if before is None or after is None else after - before


def _peak_memory_bytes() -> int | None:
    """The most memory this process has held so far, None where the system does not tell."""
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        # The figure of getrusage begins with what the process held that started this one.
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return None
    peaks = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    return next((int(kilobytes) * 1024 for kilobytes in peaks), None)


@contextmanager
def _status() -> Iterator[Callable[[str], None]]:
    """A line on standard error that tells what is being measured, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status("") as status:
        yield lambda what: status.update(f"measuring: {what}")


def _print(figures: dict[str, Any]) -> None:
    from sevenrocks.cli.tables import console

    memory = figures["bytes_per_million_matches"]
    show = console()
    show.print(machine_line())
    show.print(_matches_table(figures["simulate"]))
    for row in figures["batch_env"]:
        show.print(f"BatchEnv({row['n']}): {row['turns_per_second']:,.0f} turns/s")
    show.print(f"Python loop on Round: {figures['python_turns_per_second']:,.0f} turns/s")
    show.print(f"a million matches: {memory / 1e6:,.0f} MB" if memory else "memory: not known on this system")
    show.print(f"signature: {figures['signature']}")


def _matches_table(rows: list[dict[str, Any]]) -> Table:
    from sevenrocks.cli.tables import table

    made = table("policy", "threads", "matches/s", "rounds/s", "turns/s")
    for row in rows:
        rates = (f"{row[f'{noun}_per_second']:,.0f}" for noun in ("matches", "rounds", "turns"))
        made.add_row(row["policy"], str(row["threads"]), *rates)
    return made
