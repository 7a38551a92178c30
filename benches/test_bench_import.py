"""What an import costs, in a fresh interpreter each time."""

import subprocess
import sys
from typing import Any

import pytest

PROGRAMS = {
    "nothing": "pass",
    "sevenrocks": "import sevenrocks",
    "first batch": "import sevenrocks; sevenrocks.simulate(['random', 'random'], 1)",  # which loads NumPy
    "numpy": "import numpy",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_import(benchmark: Any, program: str) -> None:
    run = [sys.executable, "-c", PROGRAMS[program]]
    benchmark.pedantic(lambda: subprocess.run(run, check=True), rounds=15, warmup_rounds=2)
