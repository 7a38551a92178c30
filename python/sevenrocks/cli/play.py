"""``sevenrocks play``: a person against policies in the terminal."""

from __future__ import annotations

import secrets

import click

import sevenrocks as sr
from sevenrocks.cli.faults import BadInput
from sevenrocks.cli.files import RecordFile, read_text, shown_name
from sevenrocks.cli.options import SEED, UNICODE
from sevenrocks.cli.seating import Seating, Start, Wishes

# Short enough to remember, and the whole range is open to --seed.
RANDOM_SEEDS = 10**6


@click.command()
@click.option("--against", metavar="POLICY", help="Who plays at your left and right; greedy by default.")
@click.option("--partner", metavar="POLICY", help="Who plays as your partner; the same as --against by default.")
@click.option("--seat", type=click.IntRange(0, 3), help="Your seat; 0 by default.")
@click.option("--seed", type=SEED, help="The seed of the deals; a random one, which is printed, by default.")
@click.option("--target", type=int, help="The score that wins; 250 by default.")
@click.option("--hints", is_flag=True, help="Show what each turn would score, and which one counting would play.")
@UNICODE
@click.option("--save", metavar="FILE", help="Save the match as a record after each round and when you leave.")
@click.option("--resume", metavar="FILE", help="Go on with a saved match.")
def play(
    against: str | None,
    partner: str | None,
    seat: int | None,
    seed: int | None,
    target: int | None,
    hints: bool,
    unicode: bool,
    save: str | None,
    resume: str | None,
) -> None:
    """Play a match with three policies at the table.

    The same seed, seat and policies play the same match again. A saved match keeps who sat where; --seat, --against
    and --partner change that. In the match, ? tells what you can type.
    """
    if resume == "-":
        raise click.UsageError("--resume needs a file: standard input is where you answer")
    if resume is not None and (seed is not None or target is not None):
        raise click.UsageError("a resumed match has its seed and target already: leave --seed and --target out")
    start = _resumed(resume) if resume is not None else _fresh(seed, target)
    seating = Seating.of(Wishes(seat, against, partner), start.tags)
    file = RecordFile(save, may_replace=resume)

    from sevenrocks.cli.sitting import Sitting

    Sitting(start, seating, file, hints=hints, unicode=unicode).run()


def _fresh(seed: int | None, target: int | None) -> Start:
    """A new match."""
    if seed is None:
        seed = secrets.randbelow(RANDOM_SEEDS)
    return Start(sr.Match(seed) if target is None else sr.Match(seed, target), seed, {})


def _resumed(path: str) -> Start:
    """The match of a record."""
    try:
        record = sr.Record.parse(read_text(path))
        return Start(record.to_match(), record.seed, record.tags)
    except sr.SevenRocksError as error:
        raise BadInput(f"{shown_name(path)}: {error}") from None
