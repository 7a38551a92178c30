"""Measure builds of the package against each other: `make bench-builds`.

A wheel for this version of Python; one for all later ones too (abi3); and one that never uses the newer instructions
which the package looks for at run time. Each is built from a copy of this tree. They run in turn, pass by pass; a
ratio is that of two runs of one pass, and the median of the passes is shown.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from page import ROOT, publish, table
from rich.progress import track

PASSES = 7
BUILDS = {"a version": "python", "abi3": "python,pyo3/abi3-py311", "portable": "python"}
"""The features of each build."""
LOOKS_FOR_BMI2 = 'is_x86_feature_detected!("bmi2")'


def built(name: str, scratch: Path) -> Path:
    """Build a wheel from a copy, unpack it, and tell where; a clean compile takes a minute."""
    copy, wheels, unpacked = (scratch / name / part for part in ("copy", "wheels", "unpacked"))
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "target", "dist", "*.so", "__pycache__"))
    if name == "portable":
        bits = copy / "src" / "bits.rs"
        text = bits.read_text(encoding="utf-8")
        assert LOOKS_FOR_BMI2 in text
        bits.write_text(text.replace(LOOKS_FOR_BMI2, "false"), encoding="utf-8")
    build: list[str | Path] = [
        Path(sys.executable).parent / "maturin",
        "build",
        "--release",
        "--quiet",
        "--features",
        BUILDS[name],
    ]
    kept = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target" / "builds")}
    subprocess.run([*build, "--interpreter", sys.executable, "--out", wheels], cwd=copy, env=kept, check=True)
    (wheel,) = wheels.iterdir()
    pip: list[str | Path] = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*pip, "--target", unpacked, wheel], check=True)
    return unpacked


def run(unpacked: Path) -> dict[str, float]:
    """One run of the work with a build."""
    program: list[str | Path] = [sys.executable, ROOT / "benches" / "build_work.py"]
    before_others = {**os.environ, "PYTHONPATH": str(unpacked)}
    told = subprocess.run(program, cwd=unpacked, env=before_others, stdout=subprocess.PIPE, check=True).stdout
    measured: dict[str, float] = json.loads(told)
    return measured


def main() -> None:
    """Build, measure, print and write the page's part."""
    with tempfile.TemporaryDirectory() as scratch:
        unpacked = {name: built(name, Path(scratch)) for name in track(BUILDS, "builds")}
        passes = [{name: run(unpacked[name]) for name in BUILDS} for _ in track(range(PASSES), "passes")]
    first, *others = BUILDS
    made = table("ns", first, *others, *(f"{name} / {first}" for name in others))
    for work in passes[0][first]:
        times = (median(each[name][work] for each in passes) for name in BUILDS)
        ratios = (median(each[name][work] / each[first][work] for each in passes) for name in others)
        made.add_row(work, *(f"{time:,.0f}" for time in times), *(f"{ratio:.2f}" for ratio in ratios))
    publish("builds", "make bench-builds", made)


if __name__ == "__main__":
    main()
