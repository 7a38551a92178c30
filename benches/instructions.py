"""Count instructions of fixed work: `make instructions`.

They are the same on a busy machine as on a quiet one, so a change of a few in a hundred is a change of the code. The
program does its work in two sizes under valgrind; the difference leaves out what starting it costs.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from page import publish, table
from rust_program import built

SIZES = {
    "bare-loop": (200, 700),
    "random": (200, 700),
    "greedy": (200, 700),
    "counting": (50, 150),
    "perft": (1, 3),
    "batch": (50, 250),
    "position": (100, 600),
    "record": (20, 70),
}
"""The works of the program, and how often each is done in the two runs."""


def counted(program: Path, work: str, size: int) -> tuple[int, dict[str, int]]:
    """The instructions of a run, and what it did, by unit."""
    with tempfile.NamedTemporaryFile() as profile:
        valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile.name}"]
        ran = subprocess.run([*valgrind, str(program), work, str(size)], capture_output=True, text=True, check=True)
    collected = re.search(r"Collected : (\d+)", ran.stderr)
    if collected is None:
        raise SystemExit(f"valgrind says no number of instructions:\n{ran.stderr}")
    done = (line.rsplit(" ", 1) for line in ran.stdout.splitlines())
    return int(collected[1]), {unit: int(number) for unit, number in done}


def has_bmi2() -> bool:
    """Whether the processor has the instructions that the package looks for at run time."""
    cpuinfo = Path("/proc/cpuinfo")
    return cpuinfo.exists() and re.search(r"\bbmi2\b", cpuinfo.read_text(encoding="utf-8")) is not None


def main() -> None:
    """Count, print and write the page's part."""
    program = built("instructions")
    made = table("work", "unit", "instructions a unit")
    for work, (small, large) in SIZES.items():
        (few, less), (many, more) = counted(program, work, small), counted(program, work, large)
        for unit in (unit for unit in more if unit != "round"):
            made.add_row(work, unit, f"{(many - few) / (more[unit] - less[unit]):,.1f}")
    publish("instructions", "make instructions", f"Processor {'with' if has_bmi2() else 'without'} BMI2.", made)


if __name__ == "__main__":
    main()
