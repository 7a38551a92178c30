"""A slow second opinion of the rules of Seven Rocks, for tests to play beside the engine.

Written from the clauses R1 ... R25 alone, in the most literal way. The table is a graph: every
tile has named halves, and a dictionary says which half lies against which. Spinner, open ends and
counted ends are read off that graph anew whenever somebody asks. Nothing here imports the package.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

Tile: TypeAlias = tuple[int, int]
"""The pips of a tile's two halves, the lower first."""

End: TypeAlias = tuple[Tile, str]
"""A tile and one half of it: `low`, `high`, `track A`, `track B`, `branch A` or `branch B`."""

Placement: TypeAlias = tuple[Tile, End | None]
"""A tile and the open end it joins; `None` in place of the end for the opening."""

Turn: TypeAlias = Placement | None
"""A placement, or `None` for a pass."""

# R2: one double-six set, 28 tiles.
ALL_TILES: list[Tile] = [(low, high) for low in range(7) for high in range(low, 7)]

TRACKS = ["track A", "track B"]
BRANCHES = ["branch A", "branch B"]


def is_double(tile: Tile) -> bool:
    """Say whether both halves of the tile show the same pips."""
    return tile[0] == tile[1]


def pips_of(half: End) -> int:
    """Tell the pips a half shows; every half of a double shows the same."""
    tile, name = half
    if is_double(tile):
        assert name in TRACKS + BRANCHES
        return tile[0]
    return {"low": tile[0], "high": tile[1]}[name]


def points_for(count: int) -> int:
    """Tell what a count earns: itself if a positive multiple of five, else nothing (R17)."""
    if count > 0 and count % 5 == 0:
        return count
    return 0


def nearest_five(pips: int) -> int:
    """Round one hand's leftover pips: a remainder of 1 or 2 goes down, 3 or 4 goes up (R20)."""
    if pips < 0:
        raise ValueError(f"a hand cannot hold {pips} pips")
    remainder = pips % 5
    if remainder in (1, 2):
        return pips - remainder
    if remainder in (3, 4):
        return pips - remainder + 5
    return pips


def lot_winners(drawn: Mapping[int, Tile]) -> list[int]:
    """Name the seats whose drawn tile has the most pips; they who tie repeat the lot (R5, R7)."""
    if not drawn:
        raise ValueError("a lot needs at least one seat")
    most = max(sum(tile) for tile in drawn.values())
    return [seat for seat in sorted(drawn) if sum(drawn[seat]) == most]


class SlowLayout:
    """The table of one round, kept as a graph of tiles and halves."""

    def __init__(self) -> None:
        """Begin with an empty table."""
        self.tiles: list[Tile] = []
        """The tiles in the order they were placed."""
        self.joins: list[tuple[End, End]] = []
        """Each join in order: the half that lay there, and the new tile's half."""
        self._joined_to: dict[End, End] = {}
        """The graph: from a half to the half against it, both ways."""

    @property
    def spinner(self) -> Tile | None:
        """The first double placed, the opening tile included; there is no other (R10)."""
        for tile in self.tiles:
            if is_double(tile):
                return tile
        return None

    def halves_of(self, tile: Tile) -> list[str]:
        """Name every half of a tile that may ever be joined, free or not."""
        if not is_double(tile):
            return ["low", "high"]
        if tile == self.spinner:
            return TRACKS + BRANCHES  # R11: four arms
        return list(TRACKS)  # R10: later doubles open no branch

    def open_ends(self) -> list[tuple[Tile, str, int]]:
        """List where a tile may join, as sorted (tile, half, pips) (R8, R11, R12)."""
        found: list[tuple[Tile, str, int]] = []
        for tile in self._walk():
            for name in self.halves_of(tile):
                half = (tile, name)
                if half in self._joined_to:
                    continue
                # R11: both straight sides come before either branch, and then both are available.
                # R12: a branch that is available but not started is an open end.
                if name in BRANCHES and not self._is_interior(tile):
                    continue
                found.append((tile, name, pips_of(half)))
        return sorted(found)

    def counted_ends(self) -> list[tuple[Tile, int]]:
        """List what adds to the count, as sorted (tile, value) (R9, R12, R14, R15, R16)."""
        found: list[tuple[Tile, int]] = []
        for tile in self._walk():
            if is_double(tile):
                # R9, R14, R15: a terminal double gives both halves, and so do a lone one and a
                # spinner with one straight side filled. R9, R16: an interior one gives nothing,
                # and neither does a branch that is not started.
                if not self._is_interior(tile):
                    found.append((tile, pips_of((tile, "track A")) + pips_of((tile, "track B"))))
            else:
                # R14, R16: an ordinary outer end gives its open pips; a lone tile has two of them.
                for name in ["low", "high"]:
                    half = (tile, name)
                    if half not in self._joined_to:
                        found.append((tile, pips_of(half)))
        return sorted(found)

    def count(self) -> int:
        """Add up the counted ends (R14)."""
        return sum(value for _, value in self.counted_ends())

    def place(self, tile: Tile, at: End | None) -> int:
        """Open with a tile (`at` is None) or join it to an open end, and return its points (R17).

        Raises ValueError, and changes nothing, where the rules do not let the tile lie.
        """
        if tile not in ALL_TILES:
            raise ValueError(f"{tile} is no tile of the double-six set")
        if tile in self.tiles:
            raise ValueError(f"{tile} is on the table already")
        if at is None:
            if self.tiles:
                raise ValueError("only the opening joins nothing")
            self.tiles.append(tile)  # R6: any tile may open
        else:
            self._join(tile, at)
        count = self.count()
        assert count <= 36  # R17: the largest count possible
        return points_for(count)

    def _join(self, tile: Tile, at: End) -> None:
        """Lay one half of a tile against an open end that shows the same pips (R8)."""
        if at not in [(there, name) for there, name, _ in self.open_ends()]:
            raise ValueError(f"{at} is no open end")
        pips = pips_of(at)
        if pips not in tile:
            raise ValueError(f"{tile} does not fit the {pips} of {at}")
        if is_double(tile):
            # R9: crosswise; track A is the side by which a double was attached.
            name = "track A"
            # There is one double for each pips, so none ever touches the spinner.
            assert not is_double(at[0])
        elif pips == tile[0]:
            name = "low"
        else:
            name = "high"
        half: End = (tile, name)
        self.tiles.append(tile)
        self.joins.append((at, half))
        self._joined_to[at] = half
        self._joined_to[half] = at

    def _is_interior(self, double: Tile) -> bool:
        """Say whether the line goes on beyond a double, both of its tracks being joined (R9)."""
        assert is_double(double)
        return all((double, track) in self._joined_to for track in TRACKS)

    def _walk(self) -> list[Tile]:
        """Walk the graph from the first tile, half by half, and list the tiles as they are met."""
        if not self.tiles:
            return []
        met = [self.tiles[0]]
        for tile in met:  # the list grows while it is walked
            for name in self.halves_of(tile):
                half = (tile, name)
                if half not in self._joined_to:
                    continue
                against = self._joined_to[half]
                assert self._joined_to[against] == half
                assert pips_of(half) == pips_of(against)  # R8
                if against[0] not in met:
                    met.append(against[0])
        assert sorted(met) == sorted(self.tiles)
        return met


class SlowRound:
    """One round, played turn by turn from the four hands to its ending."""

    def __init__(
        self,
        hands: Sequence[Iterable[Tile]],
        opener: int,
        scores: tuple[int, int] = (0, 0),
        target: int | None = 250,
    ) -> None:
        """Take the four hands of a full deal, the opener's seat and the sides' scores.

        With `target=None` no score ends the round. Raises ValueError for anything that is no deal
        (R4), no seat (R1), or a match that is won already (R3).
        """
        self.hands: list[set[Tile]] = []
        for hand in hands:
            held = list(hand)
            if len(held) != 7:
                raise ValueError(f"a hand has seven tiles, not {len(held)}")  # R4
            self.hands.append(set(held))
        dealt = sorted(tile for held_set in self.hands for tile in held_set)
        if len(self.hands) != 4 or dealt != ALL_TILES:
            raise ValueError("a deal gives all 28 tiles to four seats")  # R1, R2, R4
        if opener not in range(4):
            raise ValueError(f"there is no seat {opener}")  # R1
        if target is not None and max(scores) >= target:
            raise ValueError(f"the match is won at {max(scores)}")  # R3
        self.target = target
        self.layout = SlowLayout()
        self.seat = opener
        """The seat to act; after the ending, the seat that took the last turn."""
        self.scores: list[int] = [scores[0], scores[1]]
        self.points = 0
        """What the last turn earned."""
        self.passes_in_a_row = 0
        self.lacks: list[set[int]] = [set(), set(), set(), set()]
        """For each seat, the pips its passes prove it does not hold."""
        self.reason: str | None = None
        """`out`, `blocked` or `target` once the round is over."""
        self.finisher: int | None = None
        """The seat that went out, when that was the ending (R18)."""
        self.leftovers: list[int] | None = None
        """For each seat, the pips it was left with at the ending."""
        self.deductions: list[int] = [0, 0, 0, 0]
        """For each seat, what its side lost by them; all zero until then, and after `target`."""

    @property
    def is_over(self) -> bool:
        """Say whether the round has ended (R18, R24)."""
        return self.reason is not None

    def hand_sizes(self) -> list[int]:
        """Tell how many tiles each seat holds."""
        return [len(hand) for hand in self.hands]

    def legal(self) -> list[Turn]:
        """List every turn the seat may take: placements, or the forced pass alone, or nothing."""
        if self.is_over:
            return []
        hand = sorted(self.hands[self.seat])
        if not self.layout.tiles:
            return [(tile, None) for tile in hand]  # R6: the opener may open with any tile
        placements: list[Turn] = []
        open_ends = self.layout.open_ends()
        for tile in hand:
            for there, name, pips in open_ends:
                if pips in tile:  # R8
                    placements.append((tile, (there, name)))
        if placements:
            return placements  # R13: who has a legal placement must play
        return [None]  # R13: otherwise the turn is passed

    def play(self, turn: Turn) -> None:
        """Take a turn for the seat to act; raises ValueError, and changes nothing, if not legal."""
        if turn not in self.legal():
            raise ValueError(f"seat {self.seat} may not play {turn}")
        if turn is None:
            self._pass()
        else:
            self._place(*turn)
        if not self.is_over:
            self.seat = (self.seat + 1) % 4  # R1, R6: clockwise

    def _pass(self) -> None:
        """Knock, which shows that the seat holds none of the open pips (R13)."""
        self.points = 0
        self.passes_in_a_row += 1
        # A branch that is available but not started is an open end too (R12).
        for _, _, pips in self.layout.open_ends():
            self.lacks[self.seat].add(pips)
        if self.passes_in_a_row == 4:
            self._settle("blocked")  # R18: four players in a row cannot place

    def _place(self, tile: Tile, at: End | None) -> None:
        """Lay a tile of the seat's hand and note its points (R2, R14)."""
        self.points = self.layout.place(tile, at)
        self.hands[self.seat].remove(tile)
        self.passes_in_a_row = 0
        side = self.seat % 2  # R1: seats 0 and 2 are side 0, seats 1 and 3 are side 1
        self.scores[side] += self.points
        if self.points > 0 and self.target is not None and self.scores[side] >= self.target:
            # R23: checked at once after every placement that scores. R3, R24: reached or passed,
            # won there and then; leftovers are not settled, also when the hand is empty.
            self.reason = "target"
            self.leftovers = self._pips_by_seat()
        elif not self.hands[self.seat]:
            self.finisher = self.seat
            self._settle("out")  # R18: the last tile of the own hand

    def _settle(self, reason: str) -> None:
        """End the round and subtract the leftovers; there is no bonus for anybody (R19)."""
        self.reason = reason
        self.leftovers = self._pips_by_seat()
        # R20: each hand is added up and rounded by itself.
        self.deductions = [nearest_five(pips) for pips in self.leftovers]
        for seat in range(4):
            # R21: from the score of the side that holds the hand. R22: there is no floor.
            self.scores[seat % 2] -= self.deductions[seat]

    def _pips_by_seat(self) -> list[int]:
        """Add up the pips of each hand by itself."""
        return [sum(low + high for low, high in hand) for hand in self.hands]
