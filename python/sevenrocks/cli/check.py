"""``sevenrocks check``: whether records hold."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field

import click

import sevenrocks as sr
from sevenrocks.cli.faults import BAD_INPUT, FAULTS_FOUND, complain
from sevenrocks.cli.files import FileFault, read_text, shown_name


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a match of a file, or with the whole file (match None)."""

    match: int | None
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a file holds, and what is wrong with it."""

    file: str
    matches: int = 0
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    readable: bool = True

    def print(self) -> None:
        """One line for each fault on standard error, else one that all is well on standard output."""
        for fault in self.faults:
            complain(f"{self.file}: {fault.message}", prefix="")
        if not self.faults:
            matches, rounds = _counted(self.matches, "match", "matches"), _counted(self.rounds, "round", "rounds")
            click.echo(f"{self.file}: {matches}, {rounds}: ok")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON, a list with an entry a file.")
@click.pass_context
def check(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Verify match records: every turn, point, deduction and score.

    A FILE of - is standard input. A record that tells its seed must have the deals of that seed. Exit code 0 if
    all is well, 1 if a record does not hold, 2 if a file cannot be read.
    """
    verdicts = []
    for path in files:
        verdicts.append(verdict(path))
        if not as_json:
            verdicts[-1].print()
    if as_json:
        click.echo(json.dumps([asdict(each) for each in verdicts]))
    if not all(each.readable for each in verdicts):
        context.exit(BAD_INPUT)
    if any(each.faults for each in verdicts):
        context.exit(FAULTS_FOUND)


def verdict(path: str) -> Verdict:
    """Verify one file."""
    name = shown_name(path)
    try:
        records = sr.Record.parse_all(read_text(path))
    except FileFault as error:
        return Verdict(name, faults=[Fault(None, "unreadable", error.reason)], readable=False)
    if not records:
        return Verdict(name, faults=[Fault(None, "no-match", "there is no match in it")])
    faults = [fault for number, record in enumerate(records, 1) if (fault := _fault(number, record))]
    rounds = sum(len(record.rounds) for record in records if isinstance(record, sr.Record))
    return Verdict(name, len(records), rounds, faults)


def _fault(number: int, record: sr.Record | sr.NotationError) -> Fault | None:
    """What is wrong with a match, the deals of its seed included."""
    if isinstance(record, sr.NotationError):
        return Fault(number, record.code, str(record))
    all_shown = all(hand is not None for told in record.rounds for hand in told.hands)
    if record.seed is not None and all_shown:
        try:
            record.to_match()
        except sr.SevenRocksError as error:
            return Fault(number, error.code, f"match {number}: {error}")
    return None


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
