"""Measure the peers on the same work in one run: `make bench-peers`.

Everybody plays a share of each pass, one after the other, on one thread. A ratio is that of two shares of one pass, and
what is shown is the median of the passes: so a machine whose speed drifts does not decide. Peers have a virtual
environment of their own; one that cannot be installed or run says so in its row.
"""

import json
import subprocess
import sys
import venv
from pathlib import Path
from statistics import median
from typing import Any

from page import publish, table
from rich.progress import track

BENCHES = Path(__file__).parent
ENVIRONMENT = BENCHES.parent / ".venv-peers"
PEERS_PYTHON = ENVIRONMENT / "bin" / "python"
PASSES = 7
SECONDS = "0.5"

OURS = {
    "simulate": "`simulate`, random against random",
    "bare loop": "a bare loop in Rust, `benches/bare_loop.rs`",
    "batch env": "`BatchEnv(1024)` with masks and observations",
    "python loop": "a Python loop on `Round`",
    "plain python": "plain Python, `benches/plain_seven_rocks.py`",
}
PEERS = {
    "dominoes": ("`dominoes`: block dominoes", ["dominoes==6.1.0"]),
    "open_spiel": ("OpenSpiel: `python_team_dominoes`, block dominoes", ["open_spiel==2.0.2"]),
    # The extra `classic` would bring much besides; connect four needs this of it.
    "pettingzoo": ("PettingZoo classic: `connect_four_v3`", ["pettingzoo==1.27.0", "pygame-ce"]),
}


def run(words: list[str | Path]) -> str:
    """What a program prints; if it fails, raises RuntimeError with the last thing it said."""
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else f"exit code {ran.returncode}")
    return ran.stdout


def played(name: str) -> dict[str, Any]:
    """One share of a pass."""
    python = PEERS_PYTHON if name in PEERS else sys.executable
    told: dict[str, Any] = json.loads(run([python, BENCHES / "peer_games.py", name, SECONDS]).splitlines()[-1])
    return told


def main() -> None:
    """Install, measure, print and write the page's part."""
    if not PEERS_PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True)
    faults: dict[str, str] = {}
    for name, (_, requirements) in PEERS.items():
        try:
            run([PEERS_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements])
        except RuntimeError as fault:
            faults[name] = f"could not be installed: {fault}"
    names = [*OURS, *PEERS]
    passes: list[dict[str, dict[str, Any]]] = []
    for _ in track(range(PASSES), "passes"):
        passes.append({})
        for name in names:
            if name not in faults:
                try:
                    passes[-1][name] = played(name)
                except RuntimeError as fault:
                    faults[name] = f"could not be run: {fault}"

    made = table("what plays", "version", "games/s", "turns/s", "Python loop / it", "`simulate` / it")
    for name in names:
        about = OURS.get(name) or PEERS[name][0]
        if name in faults:
            made.add_row(about, faults[name])
            continue
        shares = [share[name] for share in passes]
        rates = (f"{median(share[unit] for share in shares):,.0f}" for unit in ("games", "turns"))
        ratios = [
            median(share[ours]["turns"] / share[name]["turns"] for share in passes)
            for ours in ("python loop", "simulate")
        ]
        made.add_row(about, shares[0]["version"], *rates, *(f"{ratio:,.{0 if ratio > 10 else 2}f}" for ratio in ratios))
    publish("peers", "make bench-peers", made)


if __name__ == "__main__":
    main()
