"""Options that several commands take."""

from __future__ import annotations

import click

SEED = click.IntRange(0, 2**64 - 1)

UNICODE = click.option(
    "--unicode/--ascii",
    "unicode",
    default=False,
    help="Draw the table with Unicode domino tiles, or with brackets and digits (the default).",
)
