"""Seven Rocks in plain Python, written for speed: a hand is 28 bits, an arm its pips.

No package, no NumPy, no objects for tiles or turns. It is what the package is compared with in `benches/peers.py`, and
`benches/test_plain_seven_rocks.py` plays it beside the engine.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

CLOSED = 7
"""No pips: the pips of an arm on which nothing can join."""

TILES = [(low, high) for low in range(7) for high in range(low, 7)]
DOUBLE = [low == high for low, high in TILES]
PIPS = [low + high for low, high in TILES]
SHOWING = [sum(1 << tile for tile, pair in enumerate(TILES) if pips in pair) for pips in range(7)] + [0]
BITS = [1 << tile for tile in range(28)]
TARGET = 250


def _subsets(mask: int) -> list[int]:
    """Every part of a set of tiles, the empty one and the whole one included."""
    parts, part = [0], mask
    while part:
        parts.append(part)
        part = (part - 1) & mask
    return parts


def tiles_of(mask: int) -> list[int]:
    """The tiles of a set, lowest first."""
    return [tile for tile in range(28) if mask >> tile & 1]


FITTING = {part: tiles_of(part) for mask in SHOWING for part in _subsets(mask)}
"""The tiles of each set of tiles that can fit one open end."""


class Played(NamedTuple):
    """How a round went."""

    turns: list[tuple[int, int, int]]
    """Tile, arm and the number of placements there were; -1, -1 and 0 for a pass."""
    winner: int
    """The side that reached the target, or -1."""
    finisher: int
    """The seat that went out, or -1."""


def deal(draw: Callable[[], float]) -> list[int]:
    """Four hands of seven tiles. Fisher and Yates by hand are quicker than `random.shuffle`."""
    bits = BITS.copy()
    for last in range(27, 0, -1):
        drawn = int(draw() * (last + 1))
        bits[last], bits[drawn] = bits[drawn], bits[last]
    return [sum(bits[:7]), sum(bits[7:14]), sum(bits[14:21]), sum(bits[21:])]


def play_round(hands: list[int], opener: int, scores: list[int], target: int, draw: Callable[[], float]) -> Played:
    """Play random turns to the end of a round; `hands` and `scores` are changed in place."""
    turns: list[tuple[int, int, int]] = []
    pips, values = [CLOSED] * 4, [0] * 4
    spinner = spinner_arm = CLOSED
    lone_double = False

    # R6: any tile opens. It lies with its low half to the left.
    hand = tiles_of(hands[opener])
    tile = hand[int(draw() * len(hand))]
    turns.append((tile, 0, len(hand)))
    hands[opener] ^= 1 << tile
    pips[0], pips[1] = values[0], values[1] = TILES[tile]
    if DOUBLE[tile]:
        spinner, lone_double = pips[0], True
    count = PIPS[tile]
    if count and count % 5 == 0:
        scores[opener & 1] += count
        if scores[opener & 1] >= target:
            return Played(turns, opener & 1, -1)

    seat, passes = opener, 0
    while True:
        seat = (seat + 1) & 3
        mask = hands[seat]
        fits = [FITTING[mask & SHOWING[end]] for end in pips]
        options = len(fits[0]) + len(fits[1]) + len(fits[2]) + len(fits[3])
        if not options:
            turns.append((-1, -1, 0))
            passes += 1
            if passes == 4:
                settle(hands, scores)
                return Played(turns, -1, -1)
            continue
        passes = 0
        choice, arm = int(draw() * options), 0
        while choice >= len(fits[arm]):
            choice -= len(fits[arm])
            arm += 1
        tile = fits[arm][choice]
        turns.append((tile, arm, options))
        hands[seat] = mask ^ 1 << tile
        joined = pips[arm]
        if lone_double:
            # R15: the spinner's other straight side is a terminal double now.
            lone_double = False
            spinner_arm = 1 - arm
            values[spinner_arm] = 2 * spinner
        elif arm == spinner_arm:
            # R11: both straight sides are filled, so the branches open.
            spinner_arm = CLOSED
            pips[2] = pips[3] = spinner
        if DOUBLE[tile]:
            values[arm] = 2 * joined
            if spinner == CLOSED:
                spinner, spinner_arm = joined, arm
        else:
            pips[arm] = values[arm] = PIPS[tile] - joined
        count = sum(values)
        if count and count % 5 == 0:
            scores[seat & 1] += count
            if scores[seat & 1] >= target:
                return Played(turns, seat & 1, -1)
        if not hands[seat]:
            settle(hands, scores)
            return Played(turns, -1, seat)


def settle(hands: Sequence[int], scores: list[int]) -> None:
    """Subtract the leftovers, each hand rounded by itself (R20, R21)."""
    for seat, mask in enumerate(hands):
        if mask:
            scores[seat & 1] -= (sum(PIPS[tile] for tile in tiles_of(mask)) + 2) // 5 * 5


def play_match(draw: Callable[[], float]) -> list[Played]:
    """Play random rounds until a side wins, and give them."""
    scores, opener, rounds = [0, 0], int(draw() * 4), []
    while True:
        rounds.append(played := play_round(deal(draw), opener, scores, TARGET, draw))
        if played.winner >= 0:
            return rounds
        opener = played.finisher if played.finisher >= 0 else int(draw() * 4)
