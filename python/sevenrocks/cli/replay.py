"""``sevenrocks replay``: step through a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

import sevenrocks as sr
from sevenrocks.cli.answers import read_line
from sevenrocks.cli.faults import BadInput
from sevenrocks.cli.files import read_text, shown_name
from sevenrocks.cli.options import UNICODE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--round", "round_number", type=click.IntRange(1), metavar="N", help="Only round N.")
@click.option("--match", "match_number", type=click.IntRange(1), metavar="N", help="Only match N of the file.")
@click.option("--all", "at_once", is_flag=True, help="Print everything, without stopping at each turn.")
@UNICODE
def replay(file: str, round_number: int | None, match_number: int | None, at_once: bool, unicode: bool) -> None:
    """Step through a match record: Enter for the next turn.

    A FILE of - is standard input. Where input or output is no terminal, everything is printed.
    """
    records = _chosen_matches(file, match_number)
    rounds = [(number, told) for number, record in records for told in _chosen_rounds(record, round_number)]
    if not rounds:
        what = f"no round {round_number}" if round_number else "no round"
        raise BadInput(f"{shown_name(file)}: there is {what}")
    stepwise = not at_once and file != "-" and sys.stdin.isatty() and sys.stdout.isatty()
    _Telling(dict(records), stepwise=stepwise, unicode=unicode).tell(rounds)


def _chosen_matches(file: str, number: int | None) -> list[tuple[int, sr.Record]]:
    """The matches of a file with their numbers, all or one, each of which must hold."""
    matches = list(enumerate(sr.Record.parse_all(read_text(file)), 1))
    chosen = [(at, match) for at, match in matches if number in (None, at)]
    if not chosen:
        raise BadInput(f"{shown_name(file)}: there is no match{f' {number}' if matches else ''}")
    records = []
    for at, match in chosen:
        if isinstance(match, sr.NotationError):
            raise BadInput(f"{shown_name(file)}: {match}")
        records.append((at, match))
    return records


def _chosen_rounds(record: sr.Record, number: int | None) -> list[sr.RecordRound]:
    return [told for told in record.rounds if number in (None, told.number)]


def seat_names(record: sr.Record) -> list[str]:
    """The seats, with the names that the record's tags give them."""
    tags = (record.tags.get(f"Seat{seat}") for seat in range(4))
    return [f"seat {seat} ({name})" if name else f"seat {seat}" for seat, name in enumerate(tags)]


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
