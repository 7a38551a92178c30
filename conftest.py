"""Runs the fences of the README and the docs, and the examples in docstrings.

``python`` fences run in order and share their names, a page at a time, in an empty directory of the page's own. A
``text`` fence named ``file=NAME`` is written there first, and a ``console`` fence runs its commands there.
"""

from __future__ import annotations

import doctest
import os
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from sybil import Document, Example, Region, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.markdown.lexers import FencedCodeBlockLexer
from sybil.parsers.rest import DocTestParser

FLAGS = doctest.ELLIPSIS


def commands(console: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a console fence, and what it should print."""
    for part in console.removeprefix("$ ").split("\n$ "):
        command, _, output = part.partition("\n")
        yield command, output


def run_console(example: Example) -> str | None:
    """Run the commands of a console fence; give the first difference from what the page shows."""
    plain = {**os.environ, "NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    script = shutil.which("sevenrocks", path=sysconfig.get_path("scripts")) or "sevenrocks"
    for command, want in commands(example.parsed):
        words = shlex.split(command)
        if words[0] != "sevenrocks":
            return f"a console fence runs sevenrocks, not {words[0]}"
        ran = subprocess.run(
            [script, *words[1:]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env=plain,
            encoding="utf-8",
            timeout=60,
            check=False,
        )
        got = "".join(line.rstrip() + "\n" for line in ran.stdout.splitlines())
        if not doctest.OutputChecker().check_output(want.rstrip() + "\n", got.rstrip() + "\n", FLAGS):
            return f"$ {command}\nexpected:\n{want}\ngot (exit code {ran.returncode}):\n{got}"
    return None


class FileParser:
    """Writes each ``text`` fence that names a file."""

    lexer = FencedCodeBlockLexer(language=r"text file=\S+", mapping={"language": "language", "source": "source"})

    def __call__(self, document: Document) -> Iterable[Region]:
        """Yield a region for each such fence."""
        for region in self.lexer(document):
            region.parsed = (region.lexemes["language"].partition("file=")[2], region.lexemes["source"])
            region.evaluator = self.write
            yield region

    @staticmethod
    def write(example: Example) -> None:
        """Write one fence."""
        name, text = example.parsed
        Path(name).write_text(text, encoding="utf-8")


def enter(namespace: dict[str, Any]) -> None:
    """Go to an empty directory."""
    namespace["_page"] = (Path.cwd(), tempfile.TemporaryDirectory())
    os.chdir(namespace["_page"][1].name)


def leave(namespace: dict[str, Any]) -> None:
    """Come back, and leave nothing behind."""
    before, directory = namespace["_page"]
    os.chdir(before)
    directory.cleanup()


pages = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=FLAGS), CodeBlockParser("console", run_console), FileParser()],
    patterns=["*.md"],
    setup=enter,
    teardown=leave,
)
docstrings = Sybil(
    parsers=[DocTestParser(optionflags=FLAGS)],
    patterns=["*.py"],
    path="python/sevenrocks",
    setup=enter,
    teardown=leave,
)

pytest_collect_file = (pages + docstrings).pytest()
