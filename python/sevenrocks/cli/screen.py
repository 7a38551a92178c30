"""What a person at the table sees: drawn from a record that shows one hand, or from that seat's view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.text import Text

import sevenrocks as sr
from sevenrocks.cli import tables

if TYPE_CHECKING:
    from sevenrocks.cli.seating import Seating

TURNS_SHOWN = 4  # once around the table


class Screen:
    """Prints a match as the person at one seat may see it."""

    def __init__(self, seating: Seating, *, unicode: bool) -> None:
        """Show the match to the person of a seating."""
        self.seating, self.unicode = seating, unicode
        self.console = tables.console()

    def say(self, text: str, style: str = "") -> None:
        """Print a line, as long as it is: file names in it can be copied."""
        self.console.print(text, style=style, soft_wrap=True)

    def rounds(self, match: sr.Match) -> Sequence[sr.RecordRound]:
        """The rounds of a match as the person may know them."""
        return sr.Record.parse(match.to_record(hands=[self.seating.person])).rounds

    def opening(self, match: sr.Match) -> None:
        """A round that opens."""
        told = self.rounds(match)[-1]
        self.console.rule(f"Round {told.number}")
        self.console.print(tables.opener_text(told, self.seating.names))

    def decision(self, match: sr.Match) -> None:
        """The table with the person to act."""
        view, told = match.view(self.seating.person), self.rounds(match)[-1]
        self.console.rule(f"Round {told.number}: {self.scores(view.scores)}, to {match.target}")
        self._table(told)
        sizes = (f"{name}: {size}" for name, size in zip(self.seating.names, view.hand_sizes, strict=True))
        self.say(f"Tiles left: {', '.join(sizes)}")
        self.console.print(Text.assemble("Your hand: ", tables.tiles_text(view.hand)))

    def legal_turns(self, view: sr.View, advice: sr.Turn | None) -> None:
        """The person's legal turns, numbered; with points, and the one advised marked, if there is advice."""
        self.console.print(tables.legal_table(view.layout, view.legal_turns(), advice))

    def round_end(self, match: sr.Match, number: int) -> None:
        """The round of a number, as it ended."""
        told = self.rounds(match)[number - 1]
        self.console.rule(f"Round {number} is over")
        self._table(told)
        self.console.print(tables.ending_table(told, self.seating.names))
        self.say(f"Scores after round {number}: {self.scores(told.scores)}, to {match.target}", "bold")

    def scores(self, scores: tuple[int, int]) -> str:
        """The scores, the person's side first."""
        ours = self.seating.person % 2
        return f"your side {scores[ours]}, other side {scores[1 - ours]}"

    def _table(self, told: sr.RecordRound) -> None:
        """The table drawn, and the last turns."""
        steps = told.replay()
        if not steps:
            self.say("The table is empty: you may place any tile.")
            return
        self.console.print(tables.layout_picture(steps[-1].layout, self.console, unicode=self.unicode))
        last = range(max(1, len(steps) + 1 - TURNS_SHOWN), len(steps) + 1)
        ended, ours = told.ending is not None, self.seating.person % 2
        self.console.print(tables.turns_table(steps, last, self.seating.names, ended=ended, first_side=ours))
        self.console.print(tables.ends_text(steps[-1].layout))
