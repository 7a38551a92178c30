"""What the commands print: rich tables and the table drawn, of a round as a record tells it.

A round in play is drawn from a record that shows one hand, so a drawing cannot tell more than that seat may know.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    import sevenrocks as sr

SIDE_STYLES = ("cyan", "magenta")
POINTS_STYLE = "bold green"
TILE_STYLE = "bold"
MARGIN = "  "
LEAST_WIDTH = 30  # narrower than this, no terminal is of use


def console() -> Console:
    """The console of standard output, which prints text as it is."""
    return Console(highlight=False, markup=False)


def table(*headings: str) -> Table:
    """An empty table: the first column names its rows, the others hold figures."""
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    first, *others = headings
    made.add_column(first)
    for heading in others:
        made.add_column(heading, justify="right")
    return made


def seat_style(seat: int) -> str:
    """The colour of a seat's side."""
    return SIDE_STYLES[seat % 2]


def tile_text(tile: sr.Tile) -> Text:
    """A tile as it stands in lists."""
    return Text(f"[{tile}]", TILE_STYLE)


def tiles_text(tiles: Iterable[sr.Tile]) -> Text:
    """Tiles in a row."""
    return Text(" ").join(map(tile_text, tiles))


def turn_text(turn: sr.Turn) -> Text:
    """A turn in words."""
    if turn.tile is None or turn.arm is None:
        return Text("passes", "yellow")
    return Text.assemble(tile_text(turn.tile), " ", turn.arm.name.lower())


def turns_table(
    steps: Sequence[sr.Step],
    numbers: range,
    names: Sequence[str],
    *,
    ended: bool,
    first_side: int = 0,
    first_number: int = 1,
) -> Table:
    """Some of a round's turns with their numbers, seats, points and running scores.

    The steps begin with the turn of the first number. The turn that ended a round has no running scores: the
    deductions are told first.
    """
    made = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    # Alike from one table to the next.
    made.add_column(min_width=2, justify="right", no_wrap=True)
    made.add_column(min_width=max(map(len, names)), no_wrap=True)
    made.add_column(min_width=len("[3|6] right"), no_wrap=True)
    made.add_column(min_width=len("+35"), justify="right", no_wrap=True)
    made.add_column(min_width=len("245:245"), justify="right", no_wrap=True)
    for number in numbers:
        at = number - first_number
        step = steps[at]
        made.add_row(
            str(number),
            Text(names[step.seat], seat_style(step.seat)),
            turn_text(step.turn),
            Text(f"+{step.points}" if step.points else "", POINTS_STYLE),
            Text() if ended and at == len(steps) - 1 else scores_text(step.scores, first_side),
        )
    return made


def scores_text(scores: tuple[int, int], first_side: int = 0) -> Text:
    """Both scores, one side's first."""
    sides = (first_side, 1 - first_side)
    return Text(":").join(Text(str(scores[side]), SIDE_STYLES[side]) for side in sides)


def opener_text(told: sr.RecordRound, names: Sequence[str]) -> Text:
    """Who opens a round, and how that was found (R5, R7)."""
    lines = [_drawing_text(drawing, names) for drawing in told.lot or ()]
    how = {"lot": "by the lot", "out": "having gone out in the round before", "given": "as given"}[told.opener_by]
    lines.append(Text.assemble("Opener: ", (names[told.opener], seat_style(told.opener)), f", {how}"))
    return Text("\n").join(lines)


def hands_table(hands: Sequence[sr.TileSet | None], names: Sequence[str]) -> Table:
    """The hands as dealt; a hidden one is a question mark."""
    made = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for seat, hand in enumerate(hands):
        made.add_row(Text(names[seat], seat_style(seat)), Text("?") if hand is None else tiles_text(hand))
    return made


def scores_line(told: sr.RecordRound, winner: int | None) -> Text:
    """The scores after a round, and who has won with it."""
    won = Text(f", side {winner} wins", SIDE_STYLES[winner]) if winner is not None else ""
    return Text.assemble("Scores ", scores_text(told.scores), won)


def _drawing_text(drawing: Sequence[sr.Tile | None], names: Sequence[str]) -> Text:
    drawn = [
        Text.assemble((names[seat], seat_style(seat)), f" [{tile}]")
        for seat, tile in enumerate(drawing)
        if tile is not None
    ]
    return Text.assemble("Lot: ", Text(", ").join(drawn))


def value_text(lower: float, upper: float) -> str:
    """What a position is worth to side 0, with its sign; its bounds if that is not known."""
    if lower == upper:
        return _bound_text(lower)
    if math.isinf(lower):
        return "not known" if math.isinf(upper) else f"at most {_bound_text(upper)}"
    return f"at least {_bound_text(lower)}" if math.isinf(upper) else f"{_bound_text(lower)} to {_bound_text(upper)}"


def _bound_text(bound: float) -> str:
    if math.isinf(bound):
        return f"side {0 if bound > 0 else 1} wins"
    return f"{bound:+g}" if bound else "0"


def layout_picture(layout: sr.Layout, on: Console, *, unicode: bool) -> Text:
    """The table drawn, in several bands if it is wider than the console, in ASCII if that has no domino tiles."""
    picture = layout.picture(unicode=unicode and on.encoding.startswith("utf"))
    bands = folded(picture.split("\n"), max(LEAST_WIDTH, on.width - len(MARGIN)))
    rows = ["", *bands[0]]
    for band in bands[1:]:
        rows += ["", "and further to the right:", "", *band]
    return Text("\n".join(MARGIN + row if row else "" for row in [*rows, ""]), TILE_STYLE, no_wrap=True)


def folded(rows: list[str], width: int) -> list[list[str]]:
    """Rows cut into bands no wider than ``width``, between tiles."""
    length = max(map(len, rows))
    rows = [row.ljust(length) for row in rows]
    bands = []
    while length > width:
        cut = next((at for at in range(width, 0, -1) if _parts_no_tile(rows, at)), width)
        bands.append([row[:cut] for row in rows])
        rows, length = [row[cut:] for row in rows], length - cut
    bands.append(rows)
    return [[row.rstrip() for row in band if row.strip()] for band in bands]


def _parts_no_tile(rows: list[str], at: int) -> bool:
    """Whether a cut before column ``at`` goes between tiles: brackets close before it in every row."""
    return all(row[at] not in "0123456|-]" for row in rows)


def ends_text(layout: sr.Layout) -> Text:
    """The count and the open ends (R12, R14)."""
    ends = ", ".join(f"{end.arm.name.lower()} {end.pips} [{end.tile}]" for end in layout.open_ends)
    return Text.assemble("Count ", (str(layout.count), "bold"), f". Open: {ends}")


def legal_table(layout: sr.Layout, legal: Sequence[sr.Turn], advice: sr.Turn | None) -> Table:
    """Legal placements, numbered; with their points, and a mark at the advised one, if there is advice."""
    ends = {end.arm: f"{end.arm.name.lower()}, at the {end.pips} of [{end.tile}]" for end in layout.open_ends}
    made = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    made.add_column(justify="right", style="bold yellow")
    for number, turn in enumerate(legal, 1):
        if turn.tile is None or turn.arm is None:
            continue
        cells = [Text(str(number)), tile_text(turn.tile), Text(ends.get(turn.arm, "opens"))]
        if advice is not None:
            points = layout.place(turn.tile, turn.arm).points
            cells.append(Text(f"+{points}" if points else "0", POINTS_STYLE if points else "dim"))
            cells.append(Text("<- counting" if turn == advice else "", "yellow"))
        made.add_row(*cells)
    return made


def ending_table(told: sr.RecordRound | sr.Round, names: Sequence[str]) -> Table | Text:
    """How a round ended, with leftovers and deductions by seat unless the target ended it (R18-R24)."""
    ending = told.ending
    if ending is None:
        return Text("The record stops here.", "yellow")
    if ending.reason == "target":
        return Text("The target is reached: the round ends here, nothing is deducted.", "bold")
    how = "The round is blocked" if ending.finisher is None else f"Out: {names[ending.finisher]}"
    made = table(how, "pips left", "deduction")
    for seat, (leftover, deduction) in enumerate(zip(ending.leftovers, ending.deductions, strict=True)):
        made.add_row(Text(names[seat], seat_style(seat)), str(leftover), str(deduction))
    return made
