"""The fixed work of `benches/instructions.rs`, built."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def built(bench: str) -> Path:
    """Build a Rust bench with the profile of a release, and tell where its program is."""
    build = ["cargo", "bench", "--quiet", "--no-run", "--bench", bench, "--message-format=json"]
    told = subprocess.run(build, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    messages = map(json.loads, told.splitlines())
    return next(
        Path(message["executable"])
        for message in messages
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == bench
    )
