"""What a person types."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Sequence

import sevenrocks as sr


def read_line(prompt: str) -> str:
    """One line from standard input without white space at its ends; EOFError where there are no more."""
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # from now on the person can edit the line
    return input(f"{prompt} > ").strip()


def turn_meant(answer: str, legal: Sequence[sr.Turn]) -> sr.Turn:
    """The turn that an answer names, legal or not: a number, a turn, or a tile that fits on one arm only.

    Raises:
        ValueError: with what is wrong, if the answer names none.
    """
    if answer.isdecimal():
        return _numbered(answer, legal)
    try:
        return sr.Turn.parse(answer)
    except sr.NotationError:
        pass
    try:
        tile = sr.Tile.parse(answer)
    except sr.NotationError:
        raise ValueError(f"{answer!r} is no number, no turn such as 3|6R, and no command (? helps)") from None
    fitting = [turn for turn in legal if turn.tile == tile]
    if len(fitting) > 1:
        raise ValueError(f"[{tile}] fits on several arms: write {', '.join(map(str, fitting))}, or a number")
    if not fitting:
        raise ValueError(f"[{tile}] is not among your turns")
    return fitting[0]


def _numbered(answer: str, legal: Sequence[sr.Turn]) -> sr.Turn:
    # Nobody means a number so long that Python would refuse to read it.
    number = int(answer[:9])
    if not 1 <= number <= len(legal):
        raise ValueError(f"the turns are numbered 1 to {len(legal)}")
    return legal[number - 1]
