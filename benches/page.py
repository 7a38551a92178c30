"""The parts of `docs/benchmarks.md` that commands write, and where and when they ran."""

import io
import re
import subprocess
from datetime import date
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from sevenrocks.cli.bench import machine_line

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"


def table(*headings: str) -> Table:
    """An empty table: the first column names its rows, the others hold figures."""
    made = Table(box=box.MARKDOWN)
    for position, heading in enumerate(headings):
        made.add_column(heading, justify="right" if position else "left", no_wrap=True)
    return made


def markdown(made: Table) -> str:
    """A table as it stands in a page."""
    text = io.StringIO()
    Console(file=text, width=500).print(made)
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines() if line.strip())


def provenance(command: str) -> str:
    """What printed a figure, when, and on what."""
    rustc = " ".join(subprocess.run(["rustc", "-V"], capture_output=True, text=True, check=True).stdout.split()[:2])
    return f"Written by `{command}` on {date.today()}: {machine_line()}, {rustc}."


def publish(part: str, command: str, *paragraphs: Table | str) -> None:
    """Print some tables and sentences, and put them into their part of the page."""
    told = [markdown(each) if isinstance(each, Table) else each for each in (provenance(command), *paragraphs)]
    Console(markup=False, highlight=False, soft_wrap=True).print("\n\n".join(told))
    begins, ends = f"<!-- begin {part}: a command writes this -->\n", f"<!-- end {part} -->"
    page = PAGE.read_text(encoding="utf-8")
    written, found = re.subn(
        re.escape(begins) + ".*?" + re.escape(ends),
        lambda _: begins + "\n" + "\n\n".join(told) + "\n\n" + ends,
        page,
        flags=re.DOTALL,
    )
    if found != 1:
        raise SystemExit(f"{PAGE.name} has no part named {part}")
    PAGE.write_text(written, encoding="utf-8")
