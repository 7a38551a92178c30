"""Who sits where: a person and three policies, or what a record's tags say of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import sevenrocks as sr
from sevenrocks.cli.faults import BadInput

PERSON = "human"
DEFAULT_POLICY = "greedy"


@dataclass(frozen=True, slots=True)
class Start:
    """Where a sitting starts from: a match, its seed if it is known, its tags."""

    match: sr.Match
    seed: int | None
    tags: dict[str, str]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the person asked for, None where nothing was said."""

    seat: int | None = None
    against: str | None = None
    partner: str | None = None


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where.

    Attributes:
        person: The person's seat.
        policies: By seat, the text of the policy there; ``human`` at the person's.
    """

    person: int
    policies: tuple[str, ...]

    @classmethod
    def of(cls, wishes: Wishes, tags: Mapping[str, str]) -> Seating:
        """Seat a person and policies as wished, else as tagged, else at seat 0 among greedy ones."""
        tagged = [tags.get(f"Seat{seat}") for seat in range(4)]
        seat = wishes.seat if wishes.seat is not None else _person_in(tagged)
        policies = [PERSON if each == seat else _policy(wishes, tagged[each], each, seat) for each in range(4)]
        return cls(seat, tuple(policies))

    @property
    def tags(self) -> dict[str, str]:
        """The seating as a record's tags."""
        return {f"Seat{seat}": policy for seat, policy in enumerate(self.policies)}

    @property
    def names(self) -> tuple[str, ...]:
        """By seat, what the person calls it."""
        names = [f"seat {seat}" for seat in range(4)]
        names[self.person], names[(self.person + 2) % 4] = "you", "partner"
        return tuple(names)

    def __str__(self) -> str:
        """Who sits where, the person first and then clockwise."""
        left, partner, right = ((self.person + turns) % 4 for turns in (1, 2, 3))
        return (
            f"You sit at seat {self.person}, your partner ({self.policies[partner]}) at seat {partner}.\n"
            f"At your left is seat {left} ({self.policies[left]}), at your right seat {right} ({self.policies[right]})."
        )


def _person_in(tagged: list[str | None]) -> int:
    """The one seat tagged as a person's, seat 0 if there is none or there are several."""
    return tagged.index(PERSON) if tagged.count(PERSON) == 1 else 0


def _policy(wishes: Wishes, tagged: str | None, seat: int, person: int) -> str:
    """The policy of a seat: as wished for it, else as tagged, else as wished for the opponents."""
    wished = wishes.partner if (seat - person) % 2 == 0 else wishes.against
    if wished is None and tagged in (None, PERSON):
        wished = wishes.against or DEFAULT_POLICY
    policy = wished or str(tagged)
    try:
        sr.policy(policy)
    except sr.SetupError as error:
        hint = "" if wished else f"; the record has it at seat {seat}: say who plays instead (--against, --partner)"
        raise BadInput(f"{error}{hint}") from None
    return policy


class Bots:
    """The policies at the table. Each chooses from its own seat's view.

    Before every choice a policy is reset with a seed made of the match's seed, the round, the turn and the seat. So
    the same position is answered alike after undoing, and after saving and resuming.
    """

    def __init__(self, seating: Seating, seed: int) -> None:
        """Call the policies to their seats."""
        self._seed = seed
        self._policies = {
            seat: sr.policy(policy) for seat, policy in enumerate(seating.policies) if seat != seating.person
        }
        self._adviser = sr.policy("counting")

    def choose(self, match: sr.Match) -> sr.Turn:
        """The turn of the bot to act."""
        return self._ask(self._policies[match.seat], match)

    def advise(self, match: sr.Match) -> sr.Turn:
        """The turn that ``counting`` would play for the person to act."""
        return self._ask(self._adviser, match)

    def _ask(self, policy: sr.Policy, match: sr.Match) -> sr.Turn:
        view = match.view()
        policy.reset(_derived(self._seed, len(match.history), len(view.turns), view.seat))
        return policy.choose(view)


def _derived(*numbers: int) -> int:
    """A seed of 64 bits from numbers: the first eight bytes, little-endian, of the SHA-256 of their text."""
    text = " ".join(map(str, numbers))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
