"""The progress bar of long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SHORT = 0.5
"""Seconds of work that need no bar."""


@contextmanager
def progress(unit: str, total: int) -> Iterator[Callable[[int], object] | None]:
    """A progress bar on standard error if that is a terminal: what to call with the number finished.

    It comes up only when the work has taken a while.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task, began = bar.add_task(unit, total=total), time.monotonic()

    def tell(finished: int) -> None:
        bar.update(task, completed=finished)
        if time.monotonic() - began > SHORT:
            bar.start()  # does nothing once it is started

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()
