"""``sevenrocks solve``: the exact values of a position's turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

import sevenrocks as sr
from sevenrocks.cli.files import read_text
from sevenrocks.cli.options import UNICODE

if TYPE_CHECKING:
    from rich.table import Table


# A position may begin with a hyphen: an empty hand.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("position", metavar="POSITION")
@click.option(
    "--all/--best", "every", default=True, help="The value of every turn (the default), or the best line alone."
)
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after so long, and tell bounds.")
@click.option("--json", "as_json", is_flag=True, help="Print the solution as JSON.")
@UNICODE
def solve(position: str, *, every: bool, seconds: float | None, as_json: bool, unicode: bool) -> None:
    """Solve a position string in which every hand is shown.

    Values are side 0's gain less side 1's over the rest of the round, both sides playing their best with open hands.
    The target is ignored. A POSITION of - is read from standard input.
    """
    round = sr.Round.parse(read_text(position) if position == "-" else position)
    solution = sr.solve(round, best_only=not every, seconds=seconds)
    if as_json:
        click.echo(json.dumps(_as_json(round, solution)))
    else:
        _print(round, solution, unicode=unicode)


def _as_json(round: sr.Round, solution: sr.Solution) -> dict[str, object]:
    return {
        "position": round.position,
        "seat": round.seat,
        "value": solution.value,
        "bounds": [solution.lower, solution.upper],
        "turns": {str(turn): [lower, upper] for turn, _, lower, upper in solution.turns},
        "line": [str(turn) for turn in solution.line],
        "nodes": solution.nodes,
        "stopped": solution.stopped,
    }


def _print(round: sr.Round, solution: sr.Solution, *, unicode: bool) -> None:
    from sevenrocks.cli.tables import console as terminal

    console = terminal()
    if round.turns:
        console.print(round.layout.picture(unicode=unicode), markup=False)
    told = _value(solution.lower, solution.upper)
    console.print(f"Value for side 0: {told}. Seat {round.seat} to act; {solution.nodes:,} positions searched.")
    if solution.stopped is not None:
        console.print(f"Stopped by the limit of {solution.stopped}: these are bounds.")
    if solution.turns:
        console.print(_turns_table(round, solution))
    console.print("Best line: " + " ".join(str(turn) for turn in solution.line), markup=False)


def _turns_table(round: sr.Round, solution: sr.Solution) -> Table:
    """Every turn with what it earns now and what it is worth."""
    from rich.table import Table

    sign = 1 if round.seat % 2 == 0 else -1
    best = max(sign * turn.lower for turn in solution.turns)
    made = Table("turn", "points now", "value for side 0", "", box=None, padding=(0, 2, 0, 0))
    for turn, value, lower, upper in solution.turns:
        mark = "best" if value is not None and sign * value == best else ""
        made.add_row(str(turn), str(round.points_of(turn)), _value(lower, upper), mark)
    return made


def _value(lower: float, upper: float) -> str:
    return f"{lower:+g}" if lower == upper else f"{lower:+g} to {upper:+g}"
