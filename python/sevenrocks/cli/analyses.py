"""Rounds of records analyzed: what every turn was worth, and what it gave away."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import sevenrocks as sr
from sevenrocks.cli.faults import BadInput, complain
from sevenrocks.cli.records import chosen_matches, chosen_rounds, seat_names
from sevenrocks.cli.scripts import for_script
from sevenrocks.solving import Objective

if TYPE_CHECKING:
    from concurrent.futures import Future

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

POLL_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ToldRound:
    """A round of a record, the file and match it is from, and the names of its seats."""

    file: str
    match: int
    told: sr.RecordRound
    names: list[str]

    @property
    def hidden(self) -> list[int]:
        """The seats whose hands are not known."""
        return [seat for seat, hand in enumerate(self.told.hands) if hand is None]


def read_rounds(name: str, text: str, match: int | None, round: int | None) -> list[ToldRound]:
    """The rounds in the text of a file of records, all or those chosen."""
    records = chosen_matches(name, text, match)
    names = {number: seat_names(record) for number, record in records}
    return [ToldRound(name, number, told, names[number]) for number, told in chosen_rounds(name, records, round)]


def with_known_hands(rounds: Sequence[ToldRound]) -> list[ToldRound]:
    """The rounds whose hands are all known; the others are named on standard error, BadInput if there are no more."""
    known = [each for each in rounds if not each.hidden]
    reasons: dict[tuple[str, int, str], list[int]] = {}
    for each in rounds:
        if each.hidden:
            reasons.setdefault((each.file, each.match, _unknown(each.hidden)), []).append(each.told.number)
    if not known:
        (file, match, reason), numbers = next(iter(reasons.items()))
        raise BadInput(f"{file}: no round can be analyzed: in match {match}, {_numbered('round', numbers)}, {reason}")
    for (file, match, reason), numbers in reasons.items():
        complain(f"{file}: match {match}, {_numbered('round', numbers)} skipped: {reason}")
    return known


def _unknown(hidden: Sequence[int]) -> str:
    one = len(hidden) == 1
    return f"the {'hand' if one else 'hands'} of {_numbered('seat', hidden)} {'is' if one else 'are'} not known"


def _numbered(noun: str, numbers: Sequence[int]) -> str:
    """One or several numbers of a thing: `seat 1`, `rounds 1, 2 and 4`."""
    *others, last = map(str, numbers)
    return f"{noun}s {', '.join(others)} and {last}" if others else f"{noun} {last}"


def analyzed(
    rounds: Sequence[ToldRound],
    *,
    objective: Objective,
    seconds: float | None,
    tell: Callable[[int], object] | None,
) -> list[sr.Analysis | None]:
    """An analysis for each round; after Ctrl-C, None for those that were not finished."""
    from concurrent.futures import ThreadPoolExecutor, wait

    from sevenrocks.simulation import available_threads

    pool = ThreadPoolExecutor(available_threads())
    work: list[Future[sr.Analysis]] = []
    try:
        work.extend(pool.submit(sr.analyze_round, each.told, objective=objective, seconds=seconds) for each in rounds)
        for number, future in enumerate(work, 1):
            # A wait without end would not hear Ctrl-C on every system.
            while not future.done():
                wait([future], timeout=POLL_SECONDS)
            if tell is not None:
                tell(number)
    except KeyboardInterrupt:
        pass
    finally:
        pool.shutdown(cancel_futures=True)
    return [None if future.cancelled() else future.result() for future in work]


@dataclass(frozen=True, slots=True)
class Lost:
    """What was given away: points, and wins or last hopes against one apart from these."""

    points: float = 0
    wins: int = 0

    @classmethod
    def by(cls, loss: float | None) -> Lost:
        """What a turn gave away, nothing if that is not known."""
        return cls(wins=1) if loss == math.inf else cls(loss or 0)

    def __add__(self, other: Lost) -> Lost:
        """Both together."""
        return Lost(self.points + other.points, self.wins + other.wins)

    def __str__(self) -> str:
        """In words: ``15``, ``a win``, ``15 and 2 wins``."""
        wins = "a win" if self.wins == 1 else f"{self.wins:,} wins"
        if not self.wins:
            return f"{self.points:,g}"
        return f"{self.points:,g} and {wins}" if self.points else wins


def lost_by_seat(told: sr.RecordRound, analysis: sr.Analysis) -> list[Lost]:
    """What each seat gave away in a round, as far as it is known."""
    lost = [Lost()] * 4
    for step, turn in _turns(told, analysis):
        lost[step.seat] += Lost.by(turn.loss)
    return lost


def _turns(told: sr.RecordRound, analysis: sr.Analysis) -> list[tuple[sr.Step, sr.AnalyzedTurn]]:
    return list(zip(told.replay(), analysis.turns, strict=True))


Summed = TypeVar("Summed", float, Lost)


def by_side(by_seat: Sequence[Summed]) -> list[Summed]:
    """Sums of what partners have."""
    return [by_seat[side] + by_seat[side + 2] for side in (0, 1)]


def as_json(each: ToldRound, analysis: sr.Analysis) -> dict[str, object]:
    """The analysis of a round for a script."""
    lost = lost_by_seat(each.told, analysis)
    sides = by_side(lost)
    return {
        "file": each.file,
        "match": each.match,
        "round": each.told.number,
        "scores_before": list(each.told.scores_before),
        "turns": [
            {
                "number": number,
                "seat": step.seat,
                "turn": str(turn.turn),
                "points": step.points,
                "value": for_script(turn.value),
                "loss": for_script(turn.loss),
            }
            for number, (step, turn) in enumerate(_turns(each.told, analysis), 1)
        ],
        "value_now": for_script(analysis.now),
        "lost": {
            "by_seat": [given.points for given in lost],
            "by_side": [given.points for given in sides],
            "wins_by_seat": [given.wins for given in lost],
            "wins_by_side": [given.wins for given in sides],
        },
        "nodes": analysis.nodes,
        "stopped": analysis.stopped,
    }


def print_analyses(
    done: Sequence[tuple[ToldRound, sr.Analysis]], rounds: Sequence[ToldRound], *, objective: Objective
) -> None:
    """The rounds that were analyzed, of all those read, and the totals of several."""
    from sevenrocks.cli.tables import console as terminal

    console = terminal()
    console.print("Value: what the rest of the round is worth to side 0, all hands open.")
    console.print("Loss: how much worse a turn was than the best one, for the side that played it.")
    for each, analysis in done:
        _print_round(console, each, analysis, _where(each, rounds), objective=objective)
    if len(done) > 1:
        console.rule(f"{len(done):,} rounds")
        console.print(_totals_table(done))


def _where(each: ToldRound, rounds: Sequence[ToldRound]) -> str:
    """A round's number, led by its match and file where there are several."""
    parts = [f"round {each.told.number}"]
    if len({(other.file, other.match) for other in rounds}) > 1:
        parts.insert(0, f"match {each.match}")
    if len({other.file for other in rounds}) > 1:
        parts.insert(0, each.file)
    return ", ".join(parts)


def _print_round(console: Console, each: ToldRound, analysis: sr.Analysis, where: str, *, objective: Objective) -> None:
    from sevenrocks.cli.tables import value_text

    told = each.told
    console.rule(f"{where}, scores {told.scores_before[0]}:{told.scores_before[1]}")
    if told.turns:
        console.print(_turns_table(each, analysis))
    else:
        console.print("No turn has been played.")
    if told.ending is None:
        now = "?" if analysis.now is None else value_text(analysis.now, analysis.now)
        console.print(f"Value now: {now}. The record stops here.")
    elif told.ending.reason == "target" and objective == "points":
        console.print("The round ended at the target; the values are those of a round that goes on.")
    if analysis.stopped is not None:
        console.print(f"Stopped by the limit of {analysis.stopped}: a ? is not known, and in no sum.")
    if told.turns:
        lost = lost_by_seat(told, analysis)
        seats = ", ".join(f"{name} {each}" for name, each in zip(each.names, lost, strict=True))
        sides = ", ".join(f"side {side} {each}" for side, each in enumerate(by_side(lost)))
        console.print(f"Given away: {seats}; {sides}.")


def _turns_table(each: ToldRound, analysis: sr.Analysis) -> Table:
    from rich.text import Text

    from sevenrocks.cli import tables

    made = tables.table("turn", "", "", "points", "value before", "loss", "")
    for column in made.columns[1:3]:
        column.justify = "left"
    made.columns[0].justify = "right"
    for number, (step, turn) in enumerate(_turns(each.told, analysis), 1):
        made.add_row(
            str(number),
            Text(each.names[step.seat], tables.seat_style(step.seat)),
            tables.turn_text(step.turn),
            Text(f"+{step.points}" if step.points else "", tables.POINTS_STYLE),
            "?" if turn.value is None else tables.value_text(turn.value, turn.value),
            *_loss_texts(turn.loss),
        )
    return made


def _loss_texts(loss: float | None) -> tuple[Text, Text]:
    """A loss, and the mark of one."""
    from rich.text import Text

    if not loss:
        return Text("?" if loss is None else "0", "dim"), Text()
    return Text(str(Lost.by(loss)), "bold red"), Text("<-", "bold red")


def _totals_table(done: Sequence[tuple[ToldRound, sr.Analysis]]) -> Table:
    """What each seat and side gave away in all of the rounds."""
    from rich.text import Text

    from sevenrocks.cli import tables

    turns, marked, lost = [0.0] * 4, [0.0] * 4, [Lost()] * 4
    for each, analysis in done:
        for step, turn in _turns(each.told, analysis):
            turns[step.seat] += 1
            marked[step.seat] += bool(turn.loss)
            lost[step.seat] += Lost.by(turn.loss)
    # People may change seats between matches.
    names = done[0][0].names
    if any(each.names != names for each, _ in done):
        names = [f"seat {seat}" for seat in range(4)]
    made = tables.table("", "turns", "with a loss", "given away", "points a round")
    rows = [*zip(range(4), names, turns, marked, lost, strict=True)]
    rows += [*zip((0, 1), ("side 0", "side 1"), by_side(turns), by_side(marked), by_side(lost), strict=True)]
    for side, name, played, with_loss, given in rows:
        made.add_row(
            Text(name, tables.seat_style(side)),
            f"{played:,g}",
            f"{with_loss:,g}",
            str(given),
            f"{given.points / len(done):.1f}",
        )
    return made
