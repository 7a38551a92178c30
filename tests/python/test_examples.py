"""Every script in `examples/` runs, and prints what its reader came for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

LAST_LINES = {
    "keep_a_record.py": r"a slip of the pen: line 14, round 1, turn 1: found .*, expected .* \(mismatch\)",
    "perft.py": r"\{'0\|0L': \d+, .*'3\|6L': \d+\}",
    "play_a_match.py": r"(counting|greedy) won, \d+ to -?\d+",
    "study_the_opening.py": r"  another tile [+-]\d+\.\d\d \+- \d+\.\d\d in \d+ rounds",
    "write_a_policy.py": r"  \d\.\d\d rounds a match: out .*%, blocked .*%, won at the target .*%",
}


def test_every_script_is_run_here() -> None:
    assert sorted(path.name for path in EXAMPLES.glob("*.py")) == sorted(LAST_LINES)


@pytest.mark.parametrize("name", LAST_LINES)
def test_example_runs_and_prints(name: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name)],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert re.fullmatch(LAST_LINES[name], ran.stdout.splitlines()[-1])
