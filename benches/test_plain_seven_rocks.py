"""The plain-Python yardstick plays Seven Rocks: every turn beside the engine."""

import random

import plain_seven_rocks as plain
import pytest

import sevenrocks as sr


@pytest.mark.parametrize("seed", range(20))
def test_plain_rounds_are_the_engines(seed: int) -> None:
    rng = random.Random(seed)
    tiles = [sr.Tile(*pair) for pair in plain.TILES]
    for opener in range(4):
        order = rng.sample(range(28), 28)
        hands = [sum(1 << tile for tile in order[first : first + 7]) for first in (0, 7, 14, 21)]
        scores = [rng.randrange(-60, 250), rng.randrange(-60, 250)]
        dealt = [[tiles[tile] for tile in plain.tiles_of(hand)] for hand in hands]
        position = sr.Round(dealt, opener, scores)
        played = plain.play_round(hands, opener, scores, plain.TARGET, rng.random)
        for tile, arm, options in played.turns:
            assert len(position.legal_indices()) == max(options, 1)
            position = position.play(sr.Turn.place(tiles[tile], arm) if options else sr.Turn.PASS)
        assert position.ending is not None
        assert position.scores == tuple(scores)
        assert (position.ending.reason == "target") == (played.winner >= 0)
        assert position.ending.finisher == (None if played.finisher < 0 else played.finisher)


def test_plain_matches_end_with_a_winner() -> None:
    *earlier, last = plain.play_match(random.Random(1).random)
    assert last.winner in (0, 1)
    assert all(played.winner < 0 for played in earlier)
