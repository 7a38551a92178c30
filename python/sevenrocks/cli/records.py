"""The matches and rounds that a command takes from a file of records."""

from __future__ import annotations

import sevenrocks as sr
from sevenrocks.cli.faults import BadInput


def chosen_matches(name: str, text: str, number: int | None) -> list[tuple[int, sr.Record]]:
    """The matches in the text of a file with their numbers, all or one, each of which must hold."""
    matches = list(enumerate(sr.Record.parse_all(text), 1))
    chosen = [(at, match) for at, match in matches if number in (None, at)]
    if not chosen:
        raise BadInput(f"{name}: there is no match{f' {number}' if matches else ''}")
    records = []
    for at, match in chosen:
        if isinstance(match, sr.NotationError):
            raise BadInput(f"{name}: {match}")
        records.append((at, match))
    return records


def chosen_rounds(
    name: str, records: list[tuple[int, sr.Record]], number: int | None
) -> list[tuple[int, sr.RecordRound]]:
    """The rounds of matches, all or those of one number, each with the number of its match; BadInput if none."""
    rounds = [(at, told) for at, record in records for told in record.rounds if number in (None, told.number)]
    if not rounds:
        raise BadInput(f"{name}: there is no round{f' {number}' if number else ''}")
    return rounds


def seat_names(record: sr.Record) -> list[str]:
    """The seats, with the names that the record's tags give them."""
    tags = (record.tags.get(f"Seat{seat}") for seat in range(4))
    return [f"seat {seat} ({name})" if name else f"seat {seat}" for seat, name in enumerate(tags)]
