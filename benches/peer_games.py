"""What `benches/peers.py` measures: random legal play of whole games, on one thread.

`peer_games.py NAME SECONDS` plays for so long and prints what was done as JSON. A peer is imported only when it is
measured, and this file needs nothing else, so it runs in the peers' own virtual environment.

A turn is one that was chosen: forced passes, which most peers take themselves, are not counted.
"""

import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

Play = Callable[[], tuple[int, int]]
"""Plays some games; gives games and turns."""


def one_of(options: Sequence[Any]) -> Any:
    """One of some options, each as likely, in half the time of `random.choice`."""
    return options[int(random.random() * len(options))]


def dominoes() -> Play:
    """`dominoes`: block dominoes of two sides, the rules in Python."""
    from dominoes import Game

    def play() -> tuple[int, int]:
        game, turns = Game.new(), 0
        while game.result is None:
            game.make_move(*one_of(game.valid_moves))
            turns += 1
        return 1, turns

    return play


def open_spiel() -> Play:
    """OpenSpiel: block dominoes of two sides, the rules in Python behind its C++ interface."""
    import open_spiel.python.games  # noqa: F401  # registers it
    import pyspiel

    game = pyspiel.load_game("python_team_dominoes")

    def play() -> tuple[int, int]:
        state, turns = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(one_of(state.chance_outcomes())[0])
            else:
                state.apply_action(one_of(state.legal_actions()))
                turns += 1
        return 1, turns

    return play


def pettingzoo() -> Play:
    """PettingZoo classic has no dominoes: connect four, with masks and observations."""
    import numpy as np
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play() -> tuple[int, int]:
        env.reset()
        turns = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(one_of(np.flatnonzero(observation["action_mask"]).tolist()))
            turns += 1
        return 1, turns

    return play


def plain_python() -> Play:
    """Seven Rocks in plain Python, written for speed."""
    import plain_seven_rocks

    def play() -> tuple[int, int]:
        rounds = plain_seven_rocks.play_match(random.random)
        return len(rounds), sum(1 for played in rounds for _, _, options in played.turns if options)

    return play


def bare_loop() -> Play:
    """Seven Rocks as a bare loop in Rust."""
    from rust_program import built

    program = built("instructions")

    def play() -> tuple[int, int]:
        told = subprocess.run([program, "bare-loop", "20000"], capture_output=True, text=True, check=True).stdout
        done = dict(line.rsplit(" ", 1) for line in told.splitlines())
        return int(done["round"]), int(done["placement"])

    return play


def python_loop() -> Play:
    """A Python loop on `sevenrocks.Round`."""
    import sevenrocks as sr

    def play() -> tuple[int, int]:
        position, turns = sr.Round.deal(random.getrandbits(64), target=None), 0
        while not position.is_over:
            turn = one_of(position.legal_indices())
            position = position.play(turn)
            turns += turn != sr.Turn.PASS.index
        return 1, turns

    return play


def batch_env() -> Play:
    """`sevenrocks.BatchEnv` of 1,024 rounds, masks and observations written."""
    import numpy as np

    import sevenrocks as sr

    env, rng = sr.BatchEnv(1024, seed=1), np.random.default_rng(1)

    def play() -> tuple[int, int]:
        env.step(sr.masked_random(env.action_mask, rng))
        return int(env.terminated.sum()), len(env)

    return play


def simulate() -> Play:
    """`sevenrocks.simulate` of random against random."""
    import sevenrocks as sr

    first_match = 0

    def play() -> tuple[int, int]:
        nonlocal first_match
        result = sr.simulate(["random", "random"], 2_000, seed=1, threads=1, first_match=first_match)
        first_match += 2_000
        return int(result.columns["rounds"].sum()), int(result.columns["placements"].sum())

    return play


def seconds_of_processor() -> float:
    """The processor time of this process and of those it has run, which others on the machine do not lengthen."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def measured(play: Play, seconds: float) -> dict[str, float]:
    """Games and turns a second."""
    play()
    games = turns = 0
    begun = seconds_of_processor()
    while (spent := seconds_of_processor() - begun) < seconds:
        more_games, more_turns = play()
        games += more_games
        turns += more_turns
    return {"games": games / spent, "turns": turns / spent}


def main(name: str, seconds: str) -> None:
    """Measure one."""
    make, package = CONTESTANTS[name]
    told: dict[str, Any] = measured(make(), float(seconds))
    told["version"] = version(package) if package else ""
    print(json.dumps(told))


CONTESTANTS: dict[str, tuple[Callable[[], Play], str | None]] = {
    "simulate": (simulate, "sevenrocks"),
    "batch env": (batch_env, "sevenrocks"),
    "python loop": (python_loop, "sevenrocks"),
    "bare loop": (bare_loop, None),
    "plain python": (plain_python, None),
    "dominoes": (dominoes, "dominoes"),
    "open_spiel": (open_spiel, "open_spiel"),
    "pettingzoo": (pettingzoo, "pettingzoo"),
}
"""By name: how a game is played, and the package whose version that is."""

if __name__ == "__main__":
    main(*sys.argv[1:])
