"""``sevenrocks belief``: what a seat can know of the hands it does not see."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

import sevenrocks as sr
from sevenrocks.cli.files import read_text

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


@dataclass(frozen=True, slots=True)
class Known:
    """What a view's seat can know.

    Attributes:
        view: The view.
        deals: How many deals agree with it.
        chances: By unseen tile in index order, the chance of each seat to hold it.
    """

    view: sr.View
    deals: int
    chances: dict[sr.Tile, list[float]]

    @classmethod
    def of(cls, view: sr.View) -> Known:
        """Work it out; SetupError if no deal agrees."""
        marginals = view.marginals().tolist()
        return cls(view, view.count_deals(), {tile: marginals[tile.index] for tile in view.unseen})

    @property
    def hidden(self) -> list[int]:
        """The seats whose hands are not seen."""
        return [seat for seat in range(4) if seat != self.view.seat]

    @property
    def figures(self) -> dict[str, Any]:
        """All of it for JSON, exact: deals are counted, and a chance is one count divided by another."""
        view = self.view
        return {
            "position": view.position,
            "seat": view.seat,
            "deals": self.deals,
            "hand": [str(tile) for tile in view.hand],
            "hand_sizes": list(view.hand_sizes),
            "lacks": [sorted(pips) for pips in view.lacks],
            "marginals": {str(tile): by_seat for tile, by_seat in self.chances.items()},
            # Counts are below 2^29, so that the quotient tells them exactly.
            "deals_by_holder": {
                str(tile): [round(chance * self.deals) for chance in by_seat] for tile, by_seat in self.chances.items()
            },
        }


# A position may begin with a hyphen: an empty hand.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("position", metavar="POSITION")
@click.option("--seat", type=click.IntRange(0, 3), help="Whose belief it is; not needed where one hand is shown.")
@click.option("--json", "as_json", is_flag=True, help="Print the exact figures as JSON and nothing else.")
def belief(position: str, seat: int | None, as_json: bool) -> None:
    """Tell what a seat can know of the other hands.

    How many deals agree with what it has seen, and how likely each seat is to hold each tile, every such deal alike.
    POSITION is a position string, quoted as one word; - reads it from standard input.
    """
    text = read_text(position) if position == "-" else position
    known = Known.of(sr.View.parse(text, seat))
    if as_json:
        click.echo(json.dumps(known.figures))
    else:
        _print(known)


def _print(known: Known) -> None:
    from sevenrocks.cli.tables import console

    show = console()
    show.print(_seats_table(known))
    agree = "1 deal agrees" if known.deals == 1 else f"{known.deals:,} deals agree"
    show.print(f"\n{agree} with what seat {known.view.seat} knows.")
    if known.chances:
        show.print(_chances_table(known))


def _seats_table(known: Known) -> Table:
    """The own hand; of each other, how many tiles it has and what its passes prove."""
    from rich.table import Table
    from rich.text import Text

    from sevenrocks.cli.tables import seat_style, tiles_text

    view = known.view
    made = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for seat in range(4):
        told = tiles_text(view.hand) if seat == view.seat else Text(_told_of(view, seat))
        made.add_row(Text(f"seat {seat}", seat_style(seat)), told)
    return made


def _told_of(view: sr.View, seat: int) -> str:
    size, lacks = view.hand_sizes[seat], sorted(view.lacks[seat])
    tiles = "1 tile" if size == 1 else f"{size} tiles"
    return f"{tiles}, by its passes none with {_listed(lacks)}" if lacks else tiles


def _listed(pips: Sequence[int]) -> str:
    *others, last = map(str, pips)
    return f"{', '.join(others)} or {last}" if others else last


def _chances_table(known: Known) -> Table:
    """A row for each unseen tile: the chance of each hidden seat to hold it."""
    from rich.text import Text

    from sevenrocks.cli.tables import seat_style, table, tile_text

    made = table("tile")
    for seat in known.hidden:
        made.add_column(Text(f"seat {seat}", seat_style(seat)), justify="right", min_width=len("certain"))
    for tile, by_seat in known.chances.items():
        made.add_row(tile_text(tile), *(_chance_text(by_seat[seat]) for seat in known.hidden))
    return made


def _chance_text(chance: float) -> Text:
    """A chance in per cent; what is certain looks different from what only rounds to it."""
    from rich.text import Text

    from sevenrocks.cli.tables import POINTS_STYLE

    if chance == 0:
        return Text("-", "dim")
    if chance == 1:
        return Text("certain", POINTS_STYLE)
    percent = f"{chance:.1%}"
    return Text({"0.0%": "<0.1%", "100.0%": ">99.9%"}.get(percent, percent))
