"""The group of commands, out of which every way is an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

import sevenrocks as sr
from sevenrocks.cli.faults import BAD_INPUT, FAULTS_FOUND, Interrupted, complain, one_line


class Commands(click.Group):
    """A group in which whatever goes wrong ends as one line on standard error and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click gives it)
        """The commands in the order they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; Ctrl-C ends it like any other fault."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: ARG002  (every way out of here is an exit)
        **extra: object,
    ) -> NoReturn:
        """Run a command and exit."""
        _stumble_over_no_character()
        code: int | None
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            _discard_output()
            code = FAULTS_FOUND
        except (click.ClickException, sr.SevenRocksError, OSError) as error:
            complain(one_line(error))
            code = error.exit_code if isinstance(error, click.ClickException) else BAD_INPUT
        sys.exit(code)


def _stumble_over_no_character() -> None:
    """What a terminal cannot show, or what is no text in a terminal's encoding, becomes a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Nobody reads standard output any more: let the last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
