"""Options that several commands take."""

from __future__ import annotations

import click

SEED = click.IntRange(0, 2**64 - 1)

ROUND_NUMBER = click.option(
    "--round", "round_number", type=click.IntRange(1), metavar="N", help="Only round N of a match."
)

MATCH_NUMBER = click.option(
    "--match", "match_number", type=click.IntRange(1), metavar="N", help="Only match N of the file."
)

OBJECTIVE = click.option(
    "--objective",
    type=click.Choice(("points", "win")),
    default="points",
    show_default=True,
    help="What both sides play for: the points of the round, the target ignored; or the match first.",
)

UNICODE = click.option(
    "--unicode/--ascii",
    "unicode",
    default=False,
    help="Draw the table with Unicode domino tiles, or with brackets and digits (the default).",
)
