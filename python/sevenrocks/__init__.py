"""Seven Rocks: the four-hand partnership fives domino game, exact and fast.

>>> import sevenrocks as sr
>>> match = sr.Match(seed=7)
>>> while not match.is_over:
...     match.play(match.legal_turns()[0])
>>> max(match.scores) >= 250
True
"""

from sevenrocks._core import (
    Analysis,
    AnalyzedTurn,
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
    Puzzle,
    Record,
    RecordRound,
    Round,
    SetupError,
    SevenRocksError,
    Solution,
    Step,
    Tile,
    TileHalf,
    TileSet,
    Turn,
    TurnValue,
    View,
    WeightedDeals,
    __version__,
    policies,
    policy,
)
from sevenrocks.batch import BatchEnv, masked_random, observation_fields
from sevenrocks.simulation import Simulation, simulate, simulate_iter
from sevenrocks.solving import analyze_round, puzzles, solve, solve_many

__all__ = [
    "Analysis",
    "AnalyzedTurn",
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
    "Puzzle",
    "Record",
    "RecordRound",
    "Round",
    "SetupError",
    "SevenRocksError",
    "Simulation",
    "Solution",
    "Step",
    "Tile",
    "TileHalf",
    "TileSet",
    "Turn",
    "TurnValue",
    "View",
    "WeightedDeals",
    "__version__",
    "analyze_round",
    "masked_random",
    "observation_fields",
    "policies",
    "policy",
    "puzzles",
    "simulate",
    "simulate_iter",
    "solve",
    "solve_many",
]
