"""Trains a linear policy on a batch of rounds, with NumPy alone, and plays it against greedy.

All four seats choose turns by a softmax over a weighted sum of eleven features, each worked out from the observation.
After a batch of rounds, the points that came after each turn are regressed on what was special about it, and the
weights follow: the natural policy gradient. Run it with rounds a batch and pairs of rounds to compare over:
`python examples/train_a_linear_policy.py 2048 10000`.
"""

import sys
from typing import NamedTuple

import numpy as np

import sevenrocks as sr

BATCHES, STEP, DISCOUNT = 12, 0.05, 0.95

AT = {field.name: field.columns for field in sr.observation_fields()}
LOW = np.array([tile.low for tile in sr.TileSet.FULL])
HIGH = np.array([tile.high for tile in sr.TileSet.FULL])
IS_DOUBLE = LOW == HIGH
CLOSED = 7  # stands for the pips of an arm where nothing joins

# What an arm that shows some pips shows once a tile has joined there, and what it then counts; -1 if it does not fit.
FITS = (np.arange(8)[:, None] == LOW) | (np.arange(8)[:, None] == HIGH)
JOINED = np.where(FITS, LOW + HIGH - np.arange(8)[:, None], -1)
VALUE = np.where(FITS, JOINED * (1 + IS_DOUBLE), -1)

FEATURES = [
    "points now",
    "pips of the tile",
    "it is a double",
    "own tiles that fit afterwards",
    "points of the best of these",
    *(f"{what} of the {who}" for who in ("next seat", "partner", "seat before") for what in ("best reply", "pass")),
]


class Turns(NamedTuple):
    """The legal turns of all environments, one after the other."""

    row: np.ndarray  # the environment of each
    turn: np.ndarray
    points: np.ndarray
    features: np.ndarray
    first: np.ndarray  # where those of each environment begin
    number: np.ndarray  # how many it has


def legal_turns(env: sr.BatchEnv) -> Turns:
    """Find the legal turns, forced passes taken, and their features."""
    row, turn = env.action_mask.nonzero()
    tile, arm, each = turn // 4, turn % 4, np.arange(len(row))
    seen = {name: env.observation[:, columns].astype(int) for name, columns in AT.items()}
    placed = sum(seen[f"placed_by_{seat}"] for seat in range(4))

    # The arms after the turn. Branches that it opens are left out: they count nothing yet.
    arms = seen["arms"].reshape(-1, 4, 8)
    pips = np.where(arms[:, :, :7].any(axis=2), arms[:, :, :7].argmax(axis=2), CLOSED)
    values = arms[:, :, 7]
    lone_double = (placed.sum(axis=1) == 1) & seen["spinner"].any(axis=1)
    values[lone_double, 1] = values[lone_double, 0]  # once one side is filled, both halves count on the other
    pips, values = pips[row], values[row]
    opens = pips[:, 0] == CLOSED
    joins = pips[each, arm]
    pips[each, arm] = np.where(opens, LOW[tile], JOINED[joins, tile])
    values[each, arm] = np.where(opens, LOW[tile] * (1 + IS_DOUBLE[tile]), VALUE[joins, tile])
    pips[opens, 1] = HIGH[tile[opens]]
    values[opens, 1] = (HIGH * ~IS_DOUBLE)[tile[opens]]
    count = values.sum(axis=1)
    points = np.where(count % 5 == 0, count, 0)

    # What each of the 28 tiles would earn next, and where.
    fits = VALUE[pips] >= 0
    next_count = count[:, None, None] - values[:, :, None] + VALUE[pips]
    earns = np.where(fits & (next_count % 5 == 0), next_count, 0).max(axis=1)
    fits = fits.any(axis=1)
    kept = seen["hand"][row] * (np.arange(28) != tile[:, None])
    features = [points, (LOW + HIGH)[tile], IS_DOUBLE[tile], (fits * kept).sum(axis=1), (earns * kept).max(axis=1)]

    # What the others can be expected to hold: any tile not seen that their passes do not exclude, each alike.
    for seat in (1, 2, 3):
        lacks = seen["lacks"][:, 7 * seat : 7 * seat + 7] == 1
        possible = (seen["hand"] + placed == 0) & ~lacks[:, LOW] & ~lacks[:, HIGH]
        misses = 1 - seen["hand_sizes"][:, seat] / np.maximum(possible.sum(axis=1), 1)
        possible, misses = possible[row], np.maximum(misses[row], 0)
        best = sum(5 * (1 - misses ** ((earns >= points) & possible).sum(axis=1)) for points in range(5, 40, 5))
        features += [best, misses ** (fits & possible).sum(axis=1)]
    first = np.searchsorted(row, np.unique(row))
    return Turns(row, turn, points, np.stack(features, axis=1), first, np.diff(first, append=len(row)))


def take_best(env: sr.BatchEnv, turns: Turns, worth: np.ndarray) -> np.ndarray:
    """Take the turn of most worth in each environment; give the positions of these turns."""
    best = np.flatnonzero(worth == np.maximum.reduceat(worth, turns.first).repeat(turns.number))
    actions = np.full(env.n, -1)
    actions[turns.row[best]] = turns.turn[best]
    env.step(actions)
    return best


def improve(weights: np.ndarray, env: sr.BatchEnv, rng: np.random.Generator) -> np.ndarray:
    """Play one round in each environment, and give the weights that it teaches."""
    env.reset(np.full(env.n, True))
    log = []
    while env.action_mask.any():
        turns = legal_turns(env)
        worth = turns.features @ weights
        chances = np.exp(worth - np.maximum.reduceat(worth, turns.first).repeat(turns.number))
        chances /= np.add.reduceat(chances, turns.first).repeat(turns.number)
        usual = np.add.reduceat(chances[:, None] * turns.features, turns.first)
        side = 1 - 2 * (env.current_seat % 2.0)
        taken = take_best(env, turns, worth + rng.gumbel(size=len(worth)))  # a draw from the softmax
        log.append((turns.features[taken] - usual, turns.row[taken], side, env.rewards[:, 0] - env.rewards[:, 1]))
    later, returns = np.zeros(env.n), []
    for _, row, side, gain in reversed(log):
        later = gain + DISCOUNT * later
        returns.append((side * later)[row])
    special = np.concatenate([entry[0] for entry in log])
    taught, *_ = np.linalg.lstsq(special, np.concatenate(returns[::-1]), rcond=None)
    return weights + STEP * taught


def against_greedy(weights: np.ndarray, pairs: int, rng: np.random.Generator) -> np.ndarray:
    """Play each deal twice, the policy on either side; give its gains over greedy, a mean of each pair."""
    nets = np.zeros(pairs)
    for side in (0, 1):
        env = sr.BatchEnv(pairs, seed=2, autoreset="disabled")  # not the seed of the training
        while env.action_mask.any():
            turns = legal_turns(env)
            greedy = turns.points + (LOW + HIGH)[turns.turn // 4] / 100  # most points, then the heavier tile
            own = (env.current_seat % 2 == side)[turns.row]
            worth = np.where(own, turns.features @ weights, greedy)
            take_best(env, turns, worth + 1e-6 * rng.random(len(worth)))  # ties fall by lot
        nets += (env.scores[:, side] - env.scores[:, 1 - side]) / 2
    return nets


if __name__ == "__main__":
    rounds, pairs = (int(argument) for argument in sys.argv[1:3]) if len(sys.argv) > 2 else (2048, 10_000)
    rng = np.random.default_rng(1)
    env = sr.BatchEnv(rounds, seed=1, autoreset="disabled")
    weights = np.zeros(len(FEATURES))
    for _ in range(BATCHES):
        weights = improve(weights, env, rng)
    for name, weight in zip(FEATURES, weights / weights[0], strict=True):
        print(f"{weight:+6.2f} {name}")
    nets = against_greedy(weights, pairs, rng)
    print(f"net points a round against greedy: {nets.mean():+.2f} +- {1.96 * nets.std(ddof=1) / pairs**0.5:.2f}")
