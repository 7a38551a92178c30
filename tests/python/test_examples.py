"""Every script in `examples/` runs, and prints what its reader came for."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sevenrocks as sr

EXAMPLES = Path(__file__).parents[2] / "examples"

LAST_LINES = {
    "five_puzzles.py": r"  (\d\|\d[LRUD] )(\d\|\d[LRUD]|pass| )+",
    "keep_a_record.py": r"a slip of the pen: line 14, round 1, turn 1: found .*, expected .* \(mismatch\)",
    "perft.py": r"\{'0\|0L': \d+, .*'3\|6L': \d+\}",
    "play_a_match.py": r"(counting|greedy) won, \d+ to -?\d+",
    "study_the_opening.py": r"  another tile [+-]\d+\.\d\d \+- \d+\.\d\d in \d+ rounds",
    "train_a_linear_policy.py": r"net points a round against greedy: [+-]\d+\.\d\d \+- \d+\.\d\d",
    "write_a_policy.py": r"  \d\.\d\d rounds a match: out .*%, blocked .*%, won at the target .*%",
}
SHORTER = {"train_a_linear_policy.py": ["64", "50"]}
"""Arguments with which a script that takes its time takes less."""


def test_every_script_is_run_here() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(LAST_LINES)


@pytest.mark.parametrize("name", LAST_LINES)
def test_example_runs_and_prints(name: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name), *SHORTER.get(name, [])],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(LAST_LINES[name], ran.stdout.splitlines()[-1])


def test_features_of_the_linear_policy_tell_what_a_turn_earns() -> None:
    legal_turns = runpy.run_path(str(EXAMPLES / "train_a_linear_policy.py"))["legal_turns"]
    env, rng = sr.BatchEnv(200, 3), np.random.default_rng(3)
    for _ in range(60):
        turns = legal_turns(env)
        told = np.zeros(env.action_mask.shape)
        told[turns.row, turns.turn] = turns.points
        seats, actions = env.current_seat.copy(), sr.masked_random(env.action_mask, rng)
        env.step(actions)
        each = np.flatnonzero(~env.terminated)  # the others have their deductions besides
        assert (env.rewards[each, seats[each] % 2] == told[each, actions[each]]).all()
