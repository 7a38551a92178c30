"""A person's sitting at the table: the talk that ``sevenrocks play`` holds."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

import sevenrocks as sr
from sevenrocks.cli.answers import read_line, turn_meant
from sevenrocks.cli.faults import Interrupted, one_line
from sevenrocks.cli.screen import Screen
from sevenrocks.cli.seating import Bots

if TYPE_CHECKING:
    from sevenrocks.cli.files import RecordFile
    from sevenrocks.cli.seating import Seating, Start

HELP = """\
Type the number of a turn, or the turn itself: 3|6R places [3|6] on the right
arm (L left, R right, U up, D down); 3|6 will do if it fits on one arm only.
  Enter   go on, where there is nothing to choose
  h       hints: what each turn scores, and which one counting would play
  u       undo: back to your previous decision
  s FILE  save the match as a record (which shows every hand)
  q       quit
  ?       this help"""

NO_DEALS = "The match stops here: its record tells no seed, so there is no next deal."


class Undone(Exception):  # noqa: N818  (no error)
    """The person has taken a turn back."""


class Left(Exception):  # noqa: N818  (no error)
    """The person has left the table."""


class Sitting:
    """One person's sitting: the match, who sits where, and how far the talk has come."""

    def __init__(self, start: Start, seating: Seating, file: RecordFile, *, hints: bool, unicode: bool) -> None:
        """Sit down at the table as the match stands."""
        self._match, self._seating, self._file, self._hints = start.match, seating, file, hints
        self._seed, self._tags = start.seed, {**start.tags, **seating.tags}
        self._bots = Bots(seating, start.seed or 0)
        self._screen = Screen(seating, unicode=unicode)
        self._deciding = False
        self._forget_what_was_shown()

    def run(self) -> None:
        """Hold the talk until the person leaves."""
        seed = f" Seed {self._seed}." if self._seed is not None else ""
        self._screen.say(f"{self._seating}{seed} Type ? for help.")
        try:
            while True:
                self._go_on()
        except Left:
            if self._file.path is not None and not self._file.holds(self._text()):
                self._save(self._file.path)
        except KeyboardInterrupt:
            self._screen.say("")
            self._autosave()
            saved = "saved" if self._file.holds(self._text()) else "not saved"
            raise Interrupted(f"interrupted, the match is {saved}") from None

    # What happens next

    def _go_on(self) -> None:
        """One step of the match or of the talk."""
        try:
            if len(self._match.rounds) > self._rounds_ended:
                self._end_round()
            elif self._match.is_over:
                self._end_match()
            elif len(self._match.history) > self._rounds_opened:
                self._screen.opening(self._match)
                self._rounds_opened += 1
            elif self._match.seat != self._seating.person:
                self._match.play(self._bots.choose(self._match))
            else:
                self._decide()
        except Undone:
            self._forget_what_was_shown()

    def _forget_what_was_shown(self) -> None:
        """Tell the match from the present round on."""
        self._rounds_ended = len(self._match.rounds)
        self._rounds_opened = len(self._match.history) - (0 if self._match.round.turns else 1)

    def _end_round(self) -> None:
        self._rounds_ended += 1
        self._screen.round_end(self._match, self._rounds_ended)
        self._autosave()
        if not self._match.is_over:
            self._ask("Enter: next round", _enter)

    def _end_match(self) -> None:
        winner, scores = self._match.winner, self._screen.scores(self._match.scores)
        ours = "Your" if winner == self._seating.person % 2 else "The other"
        self._screen.say(NO_DEALS if winner is None else f"{ours} side wins the match: {scores}.", "bold")
        self._ask("Enter: leave, u: undo, s FILE: save", _enter)
        raise Left

    def _decide(self) -> None:
        """Show the table and let the person play a turn."""
        self._screen.decision(self._match)
        view = self._match.view()
        if view.legal_turns() == [sr.Turn.PASS]:
            self._ask("You can place no tile. Enter: pass", lambda answer: _enter(answer.removeprefix("pass")))
            self._match.play(sr.Turn.PASS)
            return
        self._show_legal_turns(self._hints)
        self._deciding = True
        try:
            self._ask("Your turn", self._play)
        finally:
            self._deciding = False

    def _play(self, answer: str) -> str | None:
        """Play the turn that an answer names, or say why not."""
        try:
            self._match.play(turn_meant(answer, self._match.legal_turns()))
        except ValueError as refusal:
            return str(refusal)
        return None

    def _show_legal_turns(self, hints: bool) -> None:
        advice = self._bots.advise(self._match) if hints else None
        self._screen.legal_turns(self._match.view(), advice)

    # What the person may ask for at any time

    def _ask(self, prompt: str, take: Callable[[str], str | None]) -> None:
        """Ask until ``take``, which gives what is wrong with an answer, accepts one."""
        while True:
            try:
                answer = read_line(prompt)
            except EOFError:
                self._screen.say("")
                raise Left from None
            complaint = self._obey(answer) if _is_command(answer) else take(answer)
            if complaint is None:
                return
            if complaint:
                self._screen.say(complaint, "red")

    def _obey(self, command: str) -> str:
        """Do what a command says, and give what is wrong with it."""
        word, _, argument = command.partition(" ")
        if word == "?":
            self._screen.say(HELP)
        elif word == "h":
            return self._give_hints()
        elif word == "u":
            return self._undo()
        elif word == "s":
            return self._save_as(argument.strip())
        else:
            self._leave()
        return ""

    def _give_hints(self) -> str:
        if not self._deciding:
            return "there is nothing to choose here"
        self._show_legal_turns(hints=True)
        return ""

    def _undo(self) -> str:
        """Go back to the person's previous decision, if there was one."""
        earlier = self._match.copy()
        try:
            while earlier.undo() == sr.Turn.PASS or earlier.seat != self._seating.person:
                pass
        except sr.IllegalTurnError:
            return "you have not decided anything yet"
        self._match = earlier
        raise Undone

    def _leave(self) -> None:
        """Leave, with the match saved if the person names a file."""
        while self._file.path is None:
            try:
                answer = read_line("File to save the match in (Enter: do not save)")
            except EOFError:
                break
            if not answer:
                break
            complaint = self._save_as(answer)
            self._screen.say(complaint, "red") if complaint else None
        raise Left

    # Saving

    def _save_as(self, path: str) -> str:
        """Save to a file that the person names, and give what is wrong with it."""
        if not path:
            return "name a file: s FILE"
        try:
            self._save(path)
        except (click.ClickException, OSError) as error:
            return one_line(error)
        return ""

    def _autosave(self) -> None:
        """Save if a file was named; a fault is told and the match goes on."""
        complaint = self._save_as(self._file.path) if self._file.path is not None else ""
        if complaint:
            self._screen.say(complaint, "red")

    def _save(self, path: str) -> None:
        self._file.save_as(path, self._text())
        self._screen.say(f"Saved: sevenrocks play --resume {shlex.quote(self._file.path or path)}")

    def _text(self) -> str:
        """The match as a record."""
        return self._match.to_record(self._tags)


def _is_command(answer: str) -> bool:
    word, _, argument = answer.partition(" ")
    return word == "s" or (word in ("?", "h", "u", "q") and not argument)


def _enter(answer: str) -> str | None:
    """Take Enter, or a 1, as «go on»."""
    return None if answer in ("", "1") else f"{answer!r} is not known here (? helps)"
