"""``sevenrocks simulate``: many matches, and what they came to."""

from __future__ import annotations

import json
from contextlib import ExitStack
from functools import partial
from typing import IO, TYPE_CHECKING, Any

import click

import sevenrocks as sr
from sevenrocks.cli.faults import Interrupted
from sevenrocks.cli.options import SEED
from sevenrocks.cli.progress import progress

if TYPE_CHECKING:
    from rich.table import Table

ROWS_AT_ONCE = 10_000


@click.command()
@click.argument("policies", nargs=-1, required=True, metavar="A B [C D]")
@click.option("--matches", type=int, default=10_000, show_default=True, help="How many matches.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed of the deals.")
@click.option("--target", type=int, default=250, show_default=True, help="The score that wins.")
@click.option("--threads", type=int, help="How many threads; all processors by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON and nothing else.")
@click.option("--csv", "csv_path", metavar="FILE", help="Write a row for each match; - prints the rows alone.")
def simulate(
    policies: tuple[str, ...],
    matches: int,
    seed: int,
    target: int,
    threads: int | None,
    as_json: bool,
    csv_path: str | None,
) -> None:
    """Play matches between policies and sum them up.

    Name two policies, one a side, or four, one a seat. The same seed gives the same matches for any number of
    threads. Ctrl-C sums up the matches finished so far.
    """
    if as_json and csv_path == "-":
        raise click.UsageError("--json and --csv - cannot share standard output")
    play = partial(sr.simulate, policies, seed=seed, threads=threads, target=target)
    with ExitStack() as stack:
        csv_file = None
        if csv_path is not None:
            play(matches=0)  # whatever is wrong with the arguments is refused before the file is emptied
            csv_file = stack.enter_context(click.open_file(csv_path, "w", encoding="utf-8"))
        with progress("matches", matches) as tell:
            result = play(matches=matches, progress=tell, keep_partial=True)
        if csv_file is not None:
            _write_rows(result, csv_file)
    if as_json:
        click.echo(json.dumps(result.summary()))
    elif csv_path != "-":
        _print_summary(result)
    if not result.complete:
        raise Interrupted(f"interrupted after {len(result):,} of {matches:,} matches")


def _write_rows(result: sr.Simulation, file: IO[str]) -> None:
    """The columns as CSV, headed by their names and led by the match's number."""
    import csv

    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["match", *result.columns])
    for first in range(0, len(result), ROWS_AT_ONCE):
        rows = [column[first : first + ROWS_AT_ONCE].tolist() for column in result.columns.values()]
        numbers = range(result.first_match + first, result.first_match + first + len(rows[0]))
        writer.writerows(zip(numbers, *rows, strict=True))
    file.flush()


def _print_summary(result: sr.Simulation) -> None:
    from sevenrocks.cli.tables import console

    summary = result.summary()
    a_second = f"{len(result) / result.seconds:,.0f} matches/s"
    console().print(
        f"{len(result):,} matches from seed {result.seed} in {result.seconds:.2f} s, {a_second}", highlight=False
    )
    if summary["matches"]:
        console().print(_by_side(summary))
        console().print(_of_both(summary), highlight=False)


def _by_side(summary: dict[str, Any]) -> Table:
    """What differs between the sides."""
    from sevenrocks.cli.tables import table

    low, high = summary["win_interval"]
    intervals = ((low, high), (1 - high, 1 - low))
    rows = table("", *(f"side {side}: {name}" for side, name in enumerate(_side_names(summary["policies"]))))
    rows.add_row("matches won", *(f"{wins:,}" for wins in summary["wins"]))
    rows.add_row("share won", *(f"{share:.2%}" for share in summary["win_rate"]))
    rows.add_row("95% interval", *(f"{least:.2%} to {most:.2%}" for least, most in intervals))
    rows.add_row("points a round", *(f"{points:.2f}" for points in summary["points_a_round"]))
    rows.add_row("deductions a round", *(f"{points:.2f}" for points in summary["deducted_a_round"]))
    return rows


def _side_names(policies: list[str]) -> tuple[str, str]:
    """The policies of each side: partners sit opposite."""
    first, second = ([*dict.fromkeys(policies[side::2])] for side in (0, 1))
    return " and ".join(first), " and ".join(second)


def _of_both(summary: dict[str, Any]) -> str:
    """What the sides have in common."""
    half_width = summary["net_half_width"]
    plus_minus = "" if half_width is None else f" ± {half_width:.2f}"
    endings = summary["endings"]
    return "\n".join(
        (
            f"net a round for side 0: {summary['net_a_round']:+.2f}{plus_minus}",
            f"rounds a match: {summary['rounds_a_match']:.2f}",
            f"rounds ended: out {endings['out']:.1%}, blocked {endings['blocked']:.1%}, "
            f"won at the target {endings['target']:.1%}",
        )
    )
