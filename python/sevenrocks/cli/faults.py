"""How commands end: exit codes, and one line on standard error for whatever went wrong."""

from __future__ import annotations

import contextlib
import signal

import click

FAULTS_FOUND = 1
BAD_INPUT = 2
INTERRUPTED = 128 + signal.SIGINT


class BadInput(click.ClickException):
    """Input that a command refuses: one line on standard error, exit code 2."""

    exit_code = BAD_INPUT


class Interrupted(click.ClickException):
    """Ctrl-C: exit code 130, as shells have it."""

    exit_code = INTERRUPTED

    def __init__(self, message: str = "interrupted") -> None:
        """Say how far the work had come."""
        super().__init__(message)


def complain(message: str, prefix: str = "sevenrocks: ") -> None:
    """Print one line on standard error, if anybody listens there."""
    with contextlib.suppress(OSError):
        click.echo(prefix + message, err=True)


def one_line(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{_sentence(error.format_message())} (see {error.ctx.command_path} --help)"
    if isinstance(error, click.ClickException):
        return _sentence(error.format_message())
    if isinstance(error, OSError) and error.strerror:
        return f"{click.format_filename(error.filename)}: {error.strerror}" if error.filename else error.strerror
    return _sentence(str(error))


def _sentence(text: str) -> str:
    return " ".join(text.split()).rstrip(".")
