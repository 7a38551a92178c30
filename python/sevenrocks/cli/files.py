"""The files that commands read and write."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import click

from sevenrocks.cli.faults import BadInput


class FileFault(BadInput):
    """A file that cannot be read or written, and why."""

    def __init__(self, path: str, reason: str) -> None:
        """Name the file, or standard input, before the reason."""
        super().__init__(f"{shown_name(path)}: {reason}")
        self.reason = reason


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; FileFault if there is none, or not in UTF-8."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise FileFault(path, error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        raise FileFault(path, f"not UTF-8 text, byte {error.start + 1} cannot be read") from None


def shown_name(path: str) -> str:
    """A file's name as messages show it."""
    return "standard input" if path == "-" else click.format_filename(path)


class RecordFile:
    """The file of a match, replaced as a whole and never by accident.

    A file that exists is replaced only if it is the one that was resumed or one that was written here before.
    """

    def __init__(self, path: str | None, may_replace: str | None) -> None:
        """Take the file to save to, if one is named already, and the one that was resumed."""
        self.path = path
        self._saved: tuple[str, str] | None = None
        self._mine = {os.path.abspath(may_replace)} if may_replace is not None else set()
        if path is not None:
            self._check(path)

    def holds(self, text: str) -> bool:
        """Whether this is what was saved last, where it would be saved now."""
        return self._saved == (self.path, text)

    def save_as(self, path: str, text: str) -> None:
        """Save to a file, which becomes the one to save to."""
        path = os.path.expanduser(path)
        self._check(path)
        _replace(Path(path), text)
        self._mine.add(os.path.abspath(path))
        self.path, self._saved = path, (path, text)

    def _check(self, path: str) -> None:
        if os.path.lexists(path) and os.path.abspath(path) not in self._mine:
            raise FileFault(path, "there is such a file, choose another name or --resume it")
        if not os.path.isdir(os.path.dirname(os.path.abspath(path))):
            raise FileFault(path, "there is no such directory")


def _replace(path: Path, text: str) -> None:
    """Write a file so that a fault on the way leaves the old one whole."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        os.replace(draft, path)
    except OSError as error:
        raise FileFault(str(path), error.strerror or str(error)) from None
    except ValueError as error:  # a name that no file can have
        raise FileFault(str(path), str(error)) from None
    finally:
        with contextlib.suppress(OSError, ValueError):
            draft.unlink(missing_ok=True)
