"""``sevenrocks replay``: step through a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

import sevenrocks as sr
from sevenrocks.cli.answers import read_line
from sevenrocks.cli.files import read_text, shown_name
from sevenrocks.cli.options import MATCH_NUMBER, ROUND_NUMBER, UNICODE
from sevenrocks.cli.records import chosen_matches, chosen_rounds, seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console


@click.command()
@click.argument("file", metavar="FILE")
@ROUND_NUMBER
@MATCH_NUMBER
@click.option("--all", "at_once", is_flag=True, help="Print everything, without stopping at each turn.")
@UNICODE
def replay(file: str, round_number: int | None, match_number: int | None, at_once: bool, unicode: bool) -> None:
    """Step through a match record: Enter for the next turn.

    A FILE of - is standard input. Where input or output is no terminal, everything is printed.
    """
    name = shown_name(file)
    records = chosen_matches(name, read_text(file), match_number)
    rounds = chosen_rounds(name, records, round_number)
    stepwise = not at_once and file != "-" and sys.stdin.isatty() and sys.stdout.isatty()
    _Telling(dict(records), stepwise=stepwise, unicode=unicode).tell(rounds)


class _Telling:
    """Prints rounds turn by turn, and waits after each turn if a person reads along."""

    def __init__(self, records: dict[int, sr.Record], *, stepwise: bool, unicode: bool) -> None:
        from sevenrocks.cli.tables import console

        self.records, self.stepwise, self.unicode = records, stepwise, unicode
        self.console: Console = console()

    def tell(self, rounds: Sequence[tuple[int, sr.RecordRound]]) -> None:
        """Tell rounds, each with the number of its match, until they end or the reader leaves."""
        try:
            for number, told in rounds:
                self._round(number, told)
        except (EOFError, _Leave):
            self.console.print()

    def _round(self, number: int, told: sr.RecordRound) -> None:
        from sevenrocks.cli import tables

        record = self.records[number]
        names, where = seat_names(record), f"match {number}, " if len(self.records) > 1 else ""
        self.console.rule(f"{where}round {told.number}, scores {told.scores_before[0]}:{told.scores_before[1]}")
        self.console.print(tables.hands_table(told.hands, names))
        self.console.print(tables.opener_text(told, names))
        waits = self._wait()
        steps, ended = told.replay(), told.ending is not None
        for at, step in enumerate(steps, 1):
            self.console.print(tables.turns_table(steps, range(at, at + 1), names, ended=ended))
            if not step.turn.is_pass:
                self.console.print(tables.layout_picture(step.layout, self.console, unicode=self.unicode))
                self.console.print(tables.ends_text(step.layout))
            waits = waits and self._wait()
        self.console.print(tables.ending_table(told, names))
        is_last = told.number == len(record.rounds)
        self.console.print(tables.scores_line(told, record.winner if is_last else None))

    def _wait(self) -> bool:
        """Let the reader ask for the next turn; False to go on to the end of the round without."""
        if not self.stepwise:
            return False
        answer = read_line("Enter: next turn, r: rest of the round, q: quit")
        if answer.startswith("q"):
            raise _Leave
        return not answer.startswith("r")


class _Leave(Exception):  # noqa: N818  (no error)
    """The reader has seen enough."""
