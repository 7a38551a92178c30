"""The command line: one file a command.

The commands import rich and NumPy when they run, so that help and first output come at once.
"""

from __future__ import annotations

import click

import sevenrocks as sr
from sevenrocks.cli.belief import belief
from sevenrocks.cli.bench import bench
from sevenrocks.cli.check import check
from sevenrocks.cli.group import Commands
from sevenrocks.cli.play import play
from sevenrocks.cli.replay import replay
from sevenrocks.cli.simulate import simulate
from sevenrocks.cli.solve import solve

__all__ = ["cli", "main"]


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(sr.__version__, prog_name="sevenrocks", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Seven Rocks: the four-hand partnership fives domino game."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for command in (play, simulate, replay, check, solve, belief, bench):
    cli.add_command(command)


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    cli(prog_name="sevenrocks")
