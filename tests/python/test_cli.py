"""The command line, but for `play`: what each command prints, and how it ends."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import sevenrocks as sr
from sevenrocks.cli import cli
from sevenrocks.cli.progress import progress

COMMANDS = ("play", "simulate", "replay", "check", "solve", "belief", "bench")
PLAIN = {"FORCE_COLOR": None, "COLUMNS": "100"}


def run(*args: str | Path, text: str | bytes | None = None) -> Result:
    return CliRunner(env=PLAIN).invoke(cli, [str(arg) for arg in args], input=text, prog_name="sevenrocks")


def refused(*args: str | Path, text: str | bytes | None = None) -> str:
    """What a command says to bad input: one line on standard error, exit code 2."""
    result = run(*args, text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr.removeprefix("sevenrocks: ").rstrip("\n")


def program(*args: str | Path) -> list[str]:
    return [sys.executable, "-m", "sevenrocks", *map(str, args)]


def interrupted(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a program prints once it has heard Ctrl-C; one that does not hear it is killed."""
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise


def played(seed: int, tags: dict[str, str] | None = None, hands: list[int] | None = None) -> str:
    """The record of a match in which every seat plays its first legal turn."""
    match = sr.Match(seed)
    while not match.is_over:
        match.play(match.legal_turns()[0])
    return match.to_record(tags, hands=hands)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(played(7), encoding="utf-8")
    return path


# --- the group -----------------------------------------------------------------------------------


def test_help_lists_every_command_and_each_has_its_own() -> None:
    assert all(re.search(rf"^  {name} +[A-Z]", run("--help").stdout, re.MULTILINE) for name in COMMANDS)
    assert run().stdout == run("--help").stdout
    for name in COMMANDS:
        assert run(name, "--help").stdout.startswith(f"Usage: sevenrocks {name} [OPTIONS]")


def test_version() -> None:
    assert run("--version").stdout == f"sevenrocks {sr.__version__}\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["frob"], "No such command 'frob' (see sevenrocks --help)"),
        (["--frob"], "No such option '--frob' (see sevenrocks --help)"),
        (["check"], "Missing argument 'FILE...' (see sevenrocks check --help)"),
    ],
)
def test_what_the_group_refuses(args: list[str], says: str) -> None:
    assert refused(*args) == says


def test_help_loads_neither_numpy_nor_rich() -> None:
    code = "import sys, sevenrocks.cli as c\ntry: c.cli(['--help'])\nexcept SystemExit: print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "'click'" in loaded
    assert "'rich'" not in loaded
    assert "'numpy'" not in loaded


def test_a_reader_that_leaves_early_is_no_fault(record: Path) -> None:
    for args in (["simulate", "random", "random", "--csv", "-"], ["replay", record]):
        with subprocess.Popen(program(*args), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 1


# --- simulate ------------------------------------------------------------------------------------


def test_simulate_prints_a_summary() -> None:
    result = run("simulate", "greedy", "random", "--matches", "200", "--seed", "3")
    assert result.exit_code == 0
    assert result.stdout.startswith("200 matches from seed 3 in ")
    for line in (
        r" +side 0: greedy +side 1: random",
        r" matches won +\d+ +\d+",
        r" 95% interval +[\d.]+% to [\d.]+% +[\d.]+% to [\d.]+%",
        r"net a round for side 0: \+[\d.]+ ± [\d.]+",
        r"rounds a match: [\d.]+",
        r"rounds ended: out [\d.]+%, blocked [\d.]+%, won at the target [\d.]+%",
    ):
        assert re.search(rf"^{line}\s*$", result.stdout, re.MULTILINE), line


def test_simulate_prints_json_and_nothing_else() -> None:
    result = run("simulate", "greedy", "random", "random", "greedy", "--matches", "50", "--json", "--target", "100")
    summary = json.loads(result.stdout)
    expected = sr.simulate(["greedy", "random", "random", "greedy"], 50, target=100).summary()
    assert result.stderr == ""
    assert summary | {"seconds": 0} == json.loads(json.dumps(expected | {"seconds": 0}))


def test_simulate_writes_a_row_for_each_match(tmp_path: Path) -> None:
    printed = run("simulate", "greedy", "random", "--matches", "30", "--csv", "-").stdout
    run("simulate", "greedy", "random", "--matches", "30", "--csv", tmp_path / "rows.csv", "--threads", "1")
    assert (tmp_path / "rows.csv").read_text(encoding="utf-8") == printed
    rows = list(csv.DictReader(io.StringIO(printed)))
    columns = sr.simulate(["greedy", "random"], 30).columns
    assert [int(row["match"]) for row in rows] == list(range(30))
    for name, column in columns.items():
        assert np.array_equal(column, [int(row[name]) for row in rows])


def test_simulate_of_no_match() -> None:
    assert run("simulate", "greedy", "random", "--matches", "0").stdout.startswith("0 matches")
    assert json.loads(run("simulate", "greedy", "random", "--matches", "0", "--json").stdout)["win_interval"] is None


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["greedy", "nobody"], 'no policy is named "nobody"'),
        (["greedy"], "name two policies, one a side, or four, one a seat: found 1"),
        (["greedy", "random", "--matches", "-1"], "the number of matches goes from 0 to"),
        (["greedy", "random", "--matches", "many"], "Invalid value for '--matches': 'many' is not a valid integer"),
        (["greedy", "random", "--seed", "-1"], "Invalid value for '--seed': -1 is not in the range"),
        (["greedy", "random", "--threads", "0"], "the number of threads goes from 1 to 1024, not 0"),
        (["greedy", "random", "--target", "0"], "a target goes from 1 to 1000000, not 0"),
        (["greedy", "random", "--json", "--csv", "-"], "--json and --csv - cannot share standard output"),
        (["greedy", "random", "--csv", "no/such/directory.csv"], "no/such/directory.csv: No such file or directory"),
    ],
)
def test_what_simulate_refuses(args: list[str], says: str) -> None:
    assert refused("simulate", *args).startswith(says)


def test_a_refused_simulation_leaves_its_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("mine", encoding="utf-8")
    refused("simulate", "greedy", "nobody", "--csv", path)
    assert path.read_text(encoding="utf-8") == "mine"


def test_ctrl_c_sums_up_what_was_finished(tmp_path: Path) -> None:
    begun = tmp_path / "rows.csv"
    args = program("simulate", "counting", "counting", "--matches", "100000000", "--json", "--csv", begun)
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not begun.exists():
            time.sleep(0.01)
        time.sleep(0.3)
        out, err = interrupted(process)
    summary = json.loads(out)
    assert process.returncode == 130
    assert re.fullmatch(r"sevenrocks: interrupted after [\d,]+ of 100,000,000 matches\n", err)
    assert summary["complete"] is False
    assert begun.read_text(encoding="utf-8").count("\n") == summary["matches"] + 1


class Terminal(io.StringIO):
    """What stands in for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("is_long", [True, False])
def test_progress_is_shown_on_long_work_only(is_long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("sevenrocks.cli.progress.SHORT", 0 if is_long else 60)
    with progress("matches", 7) as tell:
        assert tell is not None
        tell(3)
        shown = terminal.getvalue()
    assert ("3/7" in shown) == is_long
    assert shown.startswith("\x1b") == is_long


def test_progress_is_for_terminals() -> None:
    with progress("matches", 7) as tell:
        assert tell is None


# --- replay --------------------------------------------------------------------------------------


def test_replay_tells_a_round(record: Path) -> None:
    told = sr.Record.parse(record.read_text(encoding="utf-8")).rounds[0]
    lines = run("replay", record, "--round", "1").stdout.splitlines()
    assert "round 1, scores 0:0" in lines[0]
    for seat, hand in enumerate(told.hands):
        assert f"seat {seat}  {' '.join(f'[{tile}]' for tile in hand or ())}" in (line.rstrip() for line in lines)
    steps = [line for line in lines if re.match(r" *\d+ +seat", line)]
    assert len(steps) == len(told.turns)
    assert any(line == f"Opener: seat {told.opener}, by the lot" for line in lines)
    assert lines[-1] == f"Scores {told.scores[0]}:{told.scores[1]}"
    for row in told.replay()[-1].layout.picture().splitlines():
        assert f"  {row}" in lines


def test_replay_of_a_whole_match_ends_with_the_winner(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    told = sr.Record.parse(text)
    for result in (run("replay", record), run("replay", record, "--all"), run("replay", "-", text=text)):
        assert result.stdout.count("round") >= len(told.rounds)
        assert "The target is reached" in result.stdout
        assert result.stdout.endswith(f", side {told.winner} wins\n")


def test_replay_shows_what_is_known_and_the_names_in_the_tags(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(played(7) + "\n" + played(8, {"Seat2": "Ada"}, hands=[2]), encoding="utf-8")
    shown = run("replay", path, "--match", "2", "--round", "1").stdout
    assert re.search(r"^seat 1 +\?", shown, re.MULTILINE)
    assert re.search(r"^seat 2 \(Ada\) +\[", shown, re.MULTILINE)
    assert "match 2" not in shown
    assert "match 2, round 1" in run("replay", path).stdout


def test_replay_of_a_match_broken_off(tmp_path: Path) -> None:
    match = sr.Match(3)
    match.play(match.legal_turns()[0])
    path = tmp_path / "open.txt"
    path.write_text(match.to_record(), encoding="utf-8")
    assert "The record stops here.\n" in run("replay", path).stdout


def test_replay_draws_domino_tiles(record: Path) -> None:
    assert re.search("[\U0001f030-\U0001f093]", run("replay", record, "--unicode").stdout)
    assert not re.search("[\U0001f030-\U0001f093]", run("replay", record).stdout)


def test_what_replay_refuses(record: Path, tmp_path: Path) -> None:
    assert refused("replay", tmp_path / "none.txt") == f"{tmp_path / 'none.txt'}: No such file or directory"
    assert refused("replay", tmp_path) == f"{tmp_path}: Is a directory"
    assert refused("replay", record, "--round", "99") == f"{record}: there is no round 99"
    assert refused("replay", record, "--match", "2") == f"{record}: there is no match 2"
    assert refused("replay", "-", text="") == "standard input: there is no match"
    assert refused("replay", "-", text=b"\xff") == "standard input: not UTF-8 text, byte 1 cannot be read"
    assert refused("replay", "-", text="hello").startswith("standard input: line 1: found hello, expected [Format")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_replay_steps_through_in_a_terminal(record: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "dumb", "COLUMNS": "100"}
    with subprocess.Popen(program("replay", record), stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        # The deal, the first turn, the rest of the round, leave.
        os.write(ours, b"\n\nr\nq\n")
        shown = b""
        while chunk := _read(ours):
            shown += chunk
    os.close(ours)
    assert process.returncode == 0
    text = shown.decode()
    assert "round 2, scores" in text
    assert "round 3, scores" not in text
    assert text.count("Enter: next turn") == 4


def _read(terminal: int) -> bytes:
    """What a pseudo-terminal shows next, nothing when the program has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


# --- check ---------------------------------------------------------------------------------------


def test_check_says_what_is_well(record: Path) -> None:
    rounds = len(sr.Record.parse(record.read_text(encoding="utf-8")).rounds)
    result = run("check", record, "-", text=played(8, hands=[1]) + played(9))
    others = sum(len(told.rounds) for seed in (8, 9) for told in [sr.Record.parse(played(seed))])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{record}: 1 match, {rounds} rounds: ok\nstandard input: 2 matches, {others} rounds: ok\n"


FAULTS = {
    "points": (r"\+5\b", "+10", r"line \d+, round \d, turn \d+: found \S+\+10, expected \S+\+5"),
    "turn": (r"(turn 1 seat \d: \S+ \S+) \S+", r"\1 pass", r"line \d+, round 1, turn 3: seat \d must play"),
    "tile": (r"turn 1 seat (\d): \S+", r"turn 1 seat \1: 9|9L", r'line \d+, round 1, turn 1: "9\|9L" is not a turn'),
    "leftovers": (r"leftovers \d+", "leftovers 69", r"line \d+, round 1.*: seat 0 has \d+ pips left, not 69"),
    "deductions": (r"deductions \d+", "deductions 70", r"line \d+, round 1: found deductions 70"),
    "scores": (r"scores -?\d+", "scores 249", r"line \d+, round 1: found scores 249 .* expected scores"),
    "ending": (r"end (out \d|blocked)", "end target", r"line \d+, round 1: found end target, expected end"),
    "opener": (r"opener \d lot", "opener 2 given", r"line \d+, round 1: found opener 2 given, expected opener \d lot"),
    "hand": (r"hand 0 \S+ ", "hand 0 ", r"line \d+, round 1: the hand of seat 0 has 6 tiles, not 7"),
    "number": ("round 2", "round 3", r"line \d+, round 2: found round 3, expected round 2"),
    "winner": (r'Winner "\d"', 'Winner "*"', r"line \d+: found winner \*, expected winner \d"),
    "format": ("sevenrocks 1", "sevenrocks 2", r"line 1: found \[Format \"sevenrocks 2\"\], expected"),
    "seed": ('Seed "7"', 'Seed "8"', r"match 1: round 1 is not what the seed deals"),
    "word": ("round 2", "fnord", r"line \d+, round 2: found fnord, expected a line that begins with"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_check_names_the_fault(fault: str, record: Path) -> None:
    pattern, replacement, says = FAULTS[fault]
    text = record.read_text(encoding="utf-8")
    faulty = re.sub(pattern, replacement, text, count=1)
    assert faulty != text
    record.write_text(faulty, encoding="utf-8")
    result = run("check", record)
    assert (result.exit_code, result.stdout) == (1, "")
    assert re.fullmatch(rf"{re.escape(str(record))}: {says}.*\n", result.stderr), result.stderr


def test_check_names_each_fault_and_goes_on(record: Path) -> None:
    bad = played(8).replace("scores", "score", 1)
    wrong_seed = played(9).replace('Seed "9"', 'Seed "10"')
    result = run("check", "-", record, text=bad + wrong_seed + played(10))
    assert result.exit_code == 1
    first, second = result.stderr.splitlines()
    assert re.match(r"standard input: line \d+, round 1: found score ", first)
    assert second == "standard input: match 2: round 1 is not what the seed deals"
    assert result.stdout.startswith(f"{record}: 1 match")


def test_check_prints_json(record: Path, tmp_path: Path) -> None:
    text = played(8) + played(9).replace('Seed "9"', 'Seed "10"')
    result = run("check", record, "-", tmp_path / "none", "--json", text=text)
    good, bad, missing = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (2, "")
    assert (good["file"], good["matches"], good["faults"]) == (str(record), 1, [])
    message = "match 2: round 1 is not what the seed deals"
    assert bad["faults"] == [{"match": 2, "code": "seed-wrong", "message": message}]
    assert missing["faults"][0]["code"] == "unreadable"
    assert not missing["readable"]


def test_check_of_what_is_no_record(tmp_path: Path) -> None:
    empty, binary = tmp_path / "empty", tmp_path / "binary"
    empty.touch()
    binary.write_bytes(b"abc\xff")
    result = run("check", empty)
    assert (result.exit_code, result.stderr) == (1, f"{empty}: there is no match in it\n")
    result = run("check", binary, tmp_path / "none", empty)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[:2] == [
        f"{binary}: not UTF-8 text, byte 4 cannot be read",
        f"{tmp_path / 'none'}: No such file or directory",
    ]


def test_check_reads_what_other_editors_write(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert run("check", record).exit_code == 0


# --- bench ---------------------------------------------------------------------------------------


def test_bench_measures_and_signs() -> None:
    result = run("bench", "--seconds", "0.01", "--json")
    figures = json.loads(result.stdout)
    assert result.stderr == ""
    assert {row["policy"] for row in figures["simulate"]} == {"random", "greedy", "counting"}
    assert all(row["matches_per_second"] > 0 for row in figures["simulate"])
    assert {row["n"]: row["turns_per_second"] > 0 for row in figures["batch_env"]} == {1: True, 1024: True}
    assert figures["python_turns_per_second"] > 0
    # Twelve columns of 46 bytes a row.
    assert figures["bytes_per_million_matches"] == pytest.approx(46e6, rel=0.1)
    assert figures["machine"]["sevenrocks"] == sr.__version__
    printed = run("bench", "--seconds", "0.01").stdout
    assert re.search(r"^ random +1 +[\d,]+ +[\d,]+ +[\d,]+ *$", printed, re.MULTILINE)
    assert re.search(r"^BatchEnv\(1024\): [\d,]+ turns/s\n", printed, re.MULTILINE)
    assert printed.endswith(f"signature: {figures['signature']}\n")


def test_the_signature_is_that_of_the_behaviour_agreed_on() -> None:
    """The file is written by `sevenrocks bench --signature > tests/data/signature.txt`, when behaviour may change."""
    golden = Path(__file__).parents[1] / "data" / "signature.txt"
    assert run("bench", "--signature").stdout == golden.read_text(encoding="utf-8")


def test_what_bench_refuses() -> None:
    assert refused("bench", "--seconds", "0").startswith("Invalid value for '--seconds': 0.0 is not in the range")
