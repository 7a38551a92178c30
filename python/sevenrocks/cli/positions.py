"""Positions solved: read from text, and told with their values and best lines."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import sevenrocks as sr
from sevenrocks.cli.faults import BadInput
from sevenrocks.cli.scripts import for_script
from sevenrocks.solving import Objective

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

FIRST_CHUNK = 8
CHUNK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Position:
    """A round to solve, and where it is from.

    Attributes:
        round: The round.
        file: The name of its file, None for one that was typed.
        number: Its line in the file, or its place among the arguments.
    """

    round: sr.Round
    file: str | None
    number: int

    @property
    def unit(self) -> str:
        """What the number counts."""
        return "argument" if self.file is None else "line"

    def as_json(self, solution: sr.Solution) -> dict[str, object]:
        """The solution for a script."""
        return {
            "position": self.round.position,
            "seat": self.round.seat,
            "value": for_script(solution.value),
            "bounds": [for_script(solution.lower), for_script(solution.upper)],
            "turns": {str(turn): [for_script(lower), for_script(upper)] for turn, _, lower, upper in solution.turns},
            "line": [str(turn) for turn in solution.line],
            "nodes": solution.nodes,
            "stopped": solution.stopped,
        }


def told_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without blank ones and those that begin with ``#``."""
    for number, line in enumerate(text.split("\n"), 1):
        if (told := line.strip()) and not told.startswith("#"):
            yield number, told


def read_positions(name: str, text: str) -> list[Position]:
    """The positions in the text of a file, one a line; BadInput names the line that holds none."""
    positions = []
    for number, told in told_lines(text):
        try:
            positions.append(Position(sr.Round.parse(told), name, number))
        except sr.SevenRocksError as error:
            hint = '; a record begins with [Format "sevenrocks 1"]' if error.code == "position-fields" else ""
            raise BadInput(f"{name}: line {number}: {error}{hint}") from None
    return positions


def solved(
    rounds: Sequence[sr.Round],
    *,
    objective: Objective,
    best_only: bool,
    seconds: float | None,
    tell: Callable[[int], object] | None,
) -> list[sr.Solution]:
    """A solution for each round; after Ctrl-C, for those at the beginning that were finished."""
    solutions: list[sr.Solution] = []
    # What is interrupted is lost, so it is done in chunks of about a second.
    size = FIRST_CHUNK
    try:
        while chunk := rounds[len(solutions) : len(solutions) + size]:
            began, before = time.monotonic(), len(solutions)
            told = None if tell is None else lambda count, before=before: tell(before + count)
            solutions += sr.solve_many(chunk, objective=objective, best_only=best_only, seconds=seconds, progress=told)
            if time.monotonic() - began < CHUNK_SECONDS:
                size *= 2
    except KeyboardInterrupt:
        pass
    return solutions


def print_whole(position: Position, solution: sr.Solution, *, objective: Objective, unicode: bool) -> None:
    """A position with the value of each turn, and its best line to the last tile."""
    from sevenrocks.cli import tables

    console, round = tables.console(), position.round
    if round.turns:
        console.print(tables.layout_picture(round.layout, console, unicode=unicode))
    if round.is_over:
        console.print("The round is over: nothing is left to gain.")
        return
    told = tables.value_text(solution.lower, solution.upper)
    console.print(f"Value for side 0: {told}. Seat {round.seat} to act; {solution.nodes:,} positions searched.")
    if solution.stopped is not None:
        console.print(f"Stopped by the limit of {solution.stopped}: these are bounds.")
    if solution.turns:
        console.print(_turns_table(round, solution))
    if solution.line:
        _print_line(console, round, solution, objective=objective, unicode=unicode)


def print_each(
    positions: Sequence[Position], solutions: Sequence[sr.Solution], *, objective: Objective, unicode: bool
) -> None:
    """Positions one after the other, each whole."""
    from sevenrocks.cli.tables import console as terminal

    console, is_one_source = terminal(), len({position.file for position in positions}) == 1
    for position, solution in zip(positions, solutions, strict=False):
        place = f"{position.unit} {position.number}"
        console.rule(place if is_one_source or position.file is None else f"{position.file}, {place}")
        print_whole(position, solution, objective=objective, unicode=unicode)


def print_rows(positions: Sequence[Position], solutions: Sequence[sr.Solution]) -> None:
    """Positions in a row each, a table for each file."""
    from sevenrocks.cli.tables import console as terminal

    console, is_one_source = terminal(), len({position.file for position in positions}) == 1
    pairs = zip(positions, solutions, strict=False)
    for file, told in groupby(pairs, key=lambda pair: pair[0].file):
        if not is_one_source:
            console.rule(file or "positions of the command line")
        console.print(_rows_table(list(told)))
    stopped = sum(solution.stopped is not None for solution in solutions)
    if stopped:
        console.print(f"{stopped:,} of {len(solutions):,} stopped by the limit: these have bounds.")


def _rows_table(told: Sequence[tuple[Position, sr.Solution]]) -> Table:
    from rich.text import Text

    from sevenrocks.cli import tables

    made = tables.table(told[0][0].unit, "seat", "value for side 0", "best")
    made.columns[0].justify = "right"
    made.add_column("then")
    for position, solution in told:
        round = position.round
        best, *then = map(str, solution.line) if solution.line else ["over" if round.is_over else "?"]
        made.add_row(
            str(position.number),
            Text(str(round.seat), tables.seat_style(round.seat)),
            tables.value_text(solution.lower, solution.upper),
            best,
            " ".join(then),
        )
    return made


def _turns_table(round: sr.Round, solution: sr.Solution) -> Table:
    """Every turn with what it earns now and what it is worth."""
    from rich.table import Table

    from sevenrocks.cli.tables import value_text

    sign = 1 if round.seat % 2 == 0 else -1
    best = max(sign * turn.lower for turn in solution.turns)
    made = Table("turn", "points now", "value for side 0", "", box=None, padding=(0, 2, 0, 0))
    for turn, value, lower, upper in solution.turns:
        mark = "best" if value is not None and sign * value == best else ""
        made.add_row(str(turn), str(round.points_of(turn)), value_text(lower, upper), mark)
    return made


def _print_line(
    console: Console, round: sr.Round, solution: sr.Solution, *, objective: Objective, unicode: bool
) -> None:
    """The best line step by step, the table it leads to, and how the round then ends."""
    from sevenrocks.cli import tables

    console.print("Best line: " + " ".join(str(turn) for turn in solution.line), soft_wrap=True)
    last, steps = _played(_without_target(round) if objective == "points" else round, solution.line)
    names, first = [f"seat {seat}" for seat in range(4)], len(round.turns) + 1
    numbers = range(first, first + len(steps))
    console.print(tables.turns_table(steps, numbers, names, ended=last.is_over, first_number=first))
    console.print(tables.layout_picture(last.layout, console, unicode=unicode))
    if last.is_over:
        console.print(tables.ending_table(last, names))
        console.print("Scores ", tables.scores_text(last.scores), sep="")
    if objective == "points" and (winning := _number_of_win(round, solution.line)) is not None:
        console.print(
            f"With turn {winning} a side reaches {round.target} and wins the match; the values look past that."
        )


def _played(round: sr.Round, line: Sequence[sr.Turn]) -> tuple[sr.Round, list[sr.Step]]:
    """The round after a line, and its steps."""
    after, steps = round, []
    for turn in line:
        acting, after = after.seat, after.play(turn)
        steps.append(sr.Step(acting, turn, after.points, after.scores, after.layout, after.hands))
    return after, steps


def _without_target(round: sr.Round) -> sr.Round:
    """The round as the solver looks at it for the points."""
    hands, turns, seat, scores, _ = round.position.split(" ")
    return sr.Round.parse(f"{hands} {turns} {seat} {scores} -")


def _number_of_win(round: sr.Round, line: Sequence[sr.Turn]) -> int | None:
    """The number of the turn in a line that wins the match, if there is one."""
    for turn in line:
        round = round.play(turn)
        if round.ending is not None:
            return len(round.turns) if round.ending.reason == "target" else None
    return None
