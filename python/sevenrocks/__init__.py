"""Seven Rocks: the four-hand partnership fives domino game, exact and fast.

>>> import sevenrocks as sr
>>> match = sr.Match(seed=7)
>>> while not match.is_over:
...     match.play(match.legal_turns()[0])
>>> max(match.scores) >= 250
True
"""

from sevenrocks._core import (
    Arm,
    CountedEnd,
    Deals,
    Ending,
    IllegalTurnError,
    Layout,
    Match,
    MatchRound,
    NotationError,
    OpenEnd,
    Policy,
    Record,
    RecordRound,
    Round,
    SetupError,
    SevenRocksError,
    Step,
    Tile,
    TileHalf,
    TileSet,
    Turn,
    View,
    WeightedDeals,
    __version__,
    policies,
    policy,
)
from sevenrocks.batch import BatchEnv, masked_random, observation_fields
from sevenrocks.simulation import Simulation, simulate, simulate_iter

__all__ = [
    "Arm",
    "BatchEnv",
    "CountedEnd",
    "Deals",
    "Ending",
    "IllegalTurnError",
    "Layout",
    "Match",
    "MatchRound",
    "NotationError",
    "OpenEnd",
    "Policy",
    "Record",
    "RecordRound",
    "Round",
    "SetupError",
    "SevenRocksError",
    "Simulation",
    "Step",
    "Tile",
    "TileHalf",
    "TileSet",
    "Turn",
    "View",
    "WeightedDeals",
    "__version__",
    "masked_random",
    "observation_fields",
    "policies",
    "policy",
    "simulate",
    "simulate_iter",
]
