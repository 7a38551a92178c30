"""``sevenrocks solve``: exact values, of positions and of the turns of played rounds."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass

import click

import sevenrocks as sr
from sevenrocks.cli import analyses, positions
from sevenrocks.cli.analyses import ToldRound
from sevenrocks.cli.faults import BadInput, Interrupted
from sevenrocks.cli.files import read_text, shown_name
from sevenrocks.cli.options import MATCH_NUMBER, OBJECTIVE, ROUND_NUMBER, UNICODE
from sevenrocks.cli.positions import Position
from sevenrocks.cli.progress import progress
from sevenrocks.solving import Objective


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options ask for."""

    objective: Objective
    every: bool | None
    seconds: float | None
    as_json: bool
    unicode: bool
    is_one_object: bool


# A position may begin with a hyphen: an empty hand.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("inputs", nargs=-1, required=True, metavar="POSITION|FILE...")
@click.option(
    "--all/--best",
    "every",
    default=None,
    help="Of a position the value of every turn, or the best line alone, about three times as fast. A position alone "
    "has every turn, several have a row each unless --all is given.",
)
@OBJECTIVE
@ROUND_NUMBER
@MATCH_NUMBER
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop each position or round after so long.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: an object for one position, a list for a file.")
@UNICODE
def solve(
    inputs: tuple[str, ...],
    *,
    objective: Objective,
    every: bool | None,
    round_number: int | None,
    match_number: int | None,
    seconds: float | None,
    as_json: bool,
    unicode: bool,
) -> None:
    """Solve positions, or analyze the rounds of match records, with open hands.

    What exists as a file is read as one; anything else is a position string, quoted as one word. A file, or - for
    standard input, holds positions, one a line, or match records; blank lines and lines that begin with # are skipped.

    Of a position it tells the value of its turns and one best line; of a round in a record the value before every
    turn, and what that gave away. Values are side 0's gain less side 1's over the rest of the round, both sides
    playing their best, the target ignored. With --objective win the match comes first: a side that can reach the
    target in this round before the other, whatever that plays, wins. Every hand must be shown; rounds of a record that
    hide one are skipped.
    """
    to_solve, to_analyze = _read(inputs, match_number, round_number)
    # One position on standard input is like one that was typed; a file is a list, however long.
    is_one_object = len(to_solve) == 1 and (to_solve[0].file is None or inputs == ("-",))
    asked = Asked(objective, every, seconds, as_json, unicode, is_one_object)
    if to_solve:
        if round_number is not None or match_number is not None:
            raise click.UsageError("--round and --match choose from match records, and these are positions")
        _solve(to_solve, asked)
    else:
        if every is not None:
            raise click.UsageError("--all and --best are for positions, and these are match records")
        _analyze(to_analyze, asked)


def _read(
    inputs: Sequence[str], match_number: int | None, round_number: int | None
) -> tuple[list[Position], list[ToldRound]]:
    """The positions, or else the rounds of records, that the arguments name."""
    to_solve: list[Position] = []
    to_analyze: list[ToldRound] = []
    for number, text in enumerate(inputs, 1):
        if text != "-" and not os.path.exists(text):
            to_solve.append(Position(_typed(text), None, number))
            continue
        name, content = shown_name(text), read_text(text)
        first = next(positions.told_lines(content), None)
        if first is None:
            raise BadInput(f"{name}: there is no position and no match in it")
        # A tag; a tile in brackets begins with a digit.
        if re.match(r"\[\D", first[1]):
            to_analyze += analyses.read_rounds(name, content, match_number, round_number)
        else:
            to_solve += positions.read_positions(name, content)
    if to_solve and to_analyze:
        raise BadInput("these are positions and match records: solve either by itself")
    return to_solve, to_analyze


def _typed(text: str) -> sr.Round:
    """The round in an argument that is no file."""
    if text.startswith("--"):
        raise click.NoSuchOption(text, ctx=click.get_current_context())
    try:
        return sr.Round.parse(text)
    except sr.NotationError as error:
        if error.code != "position-fields":
            raise
        name = click.format_filename(text) or "an empty word"
        raise BadInput(f"{name}: there is no such file, and {error}") from None


def _solve(to_solve: list[Position], asked: Asked) -> None:
    """Solve positions and print what was found."""
    alone = len(to_solve) == 1
    every = (alone or asked.as_json) if asked.every is None else asked.every
    if alone:
        solutions = [sr.solve(to_solve[0].round, objective=asked.objective, best_only=not every, seconds=asked.seconds)]
    else:
        with progress("positions", len(to_solve)) as tell:
            rounds = [position.round for position in to_solve]
            solutions = positions.solved(
                rounds, objective=asked.objective, best_only=not every, seconds=asked.seconds, tell=tell
            )
    if asked.as_json:
        _print_json(to_solve, solutions, is_one_object=asked.is_one_object)
    elif alone:
        positions.print_whole(to_solve[0], solutions[0], objective=asked.objective, unicode=asked.unicode)
    elif asked.every:
        positions.print_each(to_solve, solutions, objective=asked.objective, unicode=asked.unicode)
    elif solutions:
        positions.print_rows(to_solve, solutions)
    if len(solutions) < len(to_solve):
        raise Interrupted(f"interrupted after {len(solutions):,} of {len(to_solve):,} positions")


def _print_json(to_solve: list[Position], solutions: list[sr.Solution], *, is_one_object: bool) -> None:
    told = [position.as_json(solution) for position, solution in zip(to_solve, solutions, strict=False)]
    if is_one_object:
        click.echo(json.dumps(told[0]))
    else:
        places = ({"file": each.file, "file_line": each.number if each.file else None} for each in to_solve)
        click.echo(json.dumps([place | entry for place, entry in zip(places, told, strict=False)]))


def _analyze(rounds: list[ToldRound], asked: Asked) -> None:
    """Analyze rounds of records and print what was found."""
    known = analyses.with_known_hands(rounds)
    with progress("rounds", len(known)) as tell:
        found = analyses.analyzed(known, objective=asked.objective, seconds=asked.seconds, tell=tell)
    done = [(each, analysis) for each, analysis in zip(known, found, strict=True) if analysis is not None]
    if asked.as_json:
        click.echo(json.dumps([analyses.as_json(each, analysis) for each, analysis in done]))
    elif done:
        analyses.print_analyses(done, rounds, objective=asked.objective)
    if len(done) < len(known):
        raise Interrupted(f"interrupted after {len(done):,} of {len(known):,} rounds")
