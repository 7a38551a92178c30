"""`sevenrocks solve` of files: positions one a line, and the rounds of match records."""

import json
import math
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import sevenrocks as sr
from test_cli import interrupted, program, refused, run
from test_solving import POSITION, endings


def words(text: str) -> list[str]:
    """The lines of an output with single spaces."""
    return [" ".join(line.split()) for line in text.splitlines()]


def greedy_match(rounds: int, turns: int = 0) -> sr.Match:
    """A match of greedy play with so many finished rounds, and so many turns of the next."""
    match, policy = sr.Match(5), sr.policy("greedy")
    while len(match.rounds) < rounds:
        match.play(policy.choose(match.view()))
    for _ in range(turns):
        match.play(policy.choose(match.view()))
    return match


ROUNDS = endings(10, 5)
EVENING = greedy_match(2, 3)


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions.txt"
    told = "\r\n".join(round.position for round in ROUNDS)
    path.write_text(f"# endings\n\n{told}\n", encoding="utf-8")
    return path


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "evening.txt"
    path.write_text(EVENING.to_record({"Seat2": "Ada"}), encoding="utf-8")
    return path


# --- one position --------------------------------------------------------------------------------


def test_the_best_line_is_played_to_the_last_table() -> None:
    round = sr.Round.parse(POSITION)
    lines = run("solve", POSITION).stdout.splitlines()
    first = len(round.turns) + 1
    assert f"{first} seat 2 [5|5] right 20:0" in words("\n".join(lines))
    for turn in sr.solve(round).line:
        round = round.play(turn)
    for row in round.layout.picture().splitlines():
        assert f"  {row}" in lines
    assert lines[-1] == f"Scores {round.scores[0]}:{round.scores[1]}"


def test_a_line_is_told_to_its_end_though_it_wins_the_match() -> None:
    winning = 0
    for played in endings(12, 10):
        close = sr.Round.parse(played.position.rsplit(maxsplit=2)[0] + " 249:249 250")
        line, told = sr.solve(close).line, run("solve", close.position).stdout
        for turn in line:
            if not close.is_over:
                close = close.play(turn)
        is_won = close.ending is not None and close.ending.reason == "target"
        says = f"With turn {len(close.turns)} a side reaches 250 and wins the match; the values look past that."
        assert (says in told) == ("wins the match" in told) == is_won
        winning += is_won and len(line) > 1
    assert winning


CLOSE = (
    "5|5/3|6/0|1,5|6/0|0,0|6 0|3L,0|2L,2|2L,1|2L,2|3U,2|5D,1|3L,3|5L,3|4U,1|4U,0|5D,0|4D,1|1U,1|6U,4|4D,1|5L,2|4D,"
    "4|6U,2|6D,4|5U,6|6D,3|3R 2 245:245 250"
)
"""Seat 2 reaches the target with the turn that is not worth the most points."""


def test_a_win_is_told_in_words_and_played_to_the_target() -> None:
    lines = words(run("solve", CLOSE, "--objective", "win").stdout)
    assert "Value for side 0: side 0 wins. Seat 2 to act; 9 positions searched." in lines
    assert "5|6U 25 side 0 wins best" in lines
    assert lines[-2:] == ["The target is reached: the round ends here, nothing is deducted.", "Scores 270:245"]
    assert "Value for side 0: +15. Seat 2 to act; 14 positions searched." in words(run("solve", CLOSE).stdout)


def strict(text: str) -> Any:
    """JSON without the infinities that only Python reads."""
    return json.loads(text, parse_constant=lambda constant: pytest.fail(f"{constant} is no JSON"))


def test_a_win_is_a_word_in_json() -> None:
    told = strict(run("solve", CLOSE, "--objective", "win", "--json").stdout)
    assert (told["value"], told["bounds"], told["turns"]["5|6D"]) == ("win", ["win", "win"], [15, 15])
    deal = sr.Round.deal(7, scores=(205, 205)).position
    told = strict(run("solve", deal, "--objective", "win", "--json", "--seconds", "0").stdout)
    assert (told["value"], told["bounds"], told["stopped"]) == (None, ["loss", "win"], "time")


def test_a_win_given_away_is_told(tmp_path: Path) -> None:
    match, policy = sr.Match(5, target=60), sr.policy("greedy")
    while not match.is_over:
        match.play(policy.choose(match.view()))
    path = tmp_path / "close.txt"
    path.write_text(match.to_record(), encoding="utf-8")
    (*_, last) = strict(run("solve", str(path), "--objective", "win", "--json").stdout)
    round = match.rounds[-1]
    analysis = sr.analyze_round(round, objective="win")
    given = [turn.loss == math.inf for turn in analysis.turns]
    assert [turn["loss"] == "win" for turn in last["turns"]] == given
    assert any(given)
    assert sum(last["lost"]["wins_by_seat"]) == sum(last["lost"]["wins_by_side"]) == sum(given)
    points = sum(turn.loss or 0 for turn in analysis.turns if turn.loss != math.inf)
    assert sum(last["lost"]["by_seat"]) == sum(last["lost"]["by_side"]) == points
    printed = run("solve", str(path), "--objective", "win").stdout
    assert "a win <-" in " ".join(printed.split())
    assert "a win" not in run("solve", str(path)).stdout


def test_a_round_that_is_over_has_no_line() -> None:
    (over,) = endings(0, 1)
    told = run("solve", over.position)
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (0, "The round is over: nothing is left to gain.")


def test_a_stopped_solve_tells_bounds() -> None:
    told = run("solve", sr.Round.deal(7).position, "--seconds", "0").stdout
    assert re.search(r"^Value for side 0: -\d+ to \+\d+\.", told, re.MULTILINE)
    assert "Stopped by the limit of time" in told
    assert "Best line" not in told


# --- files of positions --------------------------------------------------------------------------


def test_a_file_of_positions_has_a_row_each(positions: Path) -> None:
    result = run("solve", positions)
    rows = words(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    for line, (round, solution) in enumerate(zip(ROUNDS, sr.solve_many(ROUNDS, best_only=True), strict=True), 3):
        value = f"{solution.value:+g}" if solution.value else "0"
        best = [str(turn) for turn in solution.line[:1]] or ["over"]
        assert any(row.startswith(" ".join([str(line), str(round.seat), value, *best])) for row in rows), line
    assert run("solve", "-", text=positions.read_bytes()).stdout == result.stdout


def test_tiles_in_brackets_are_no_tags(tmp_path: Path) -> None:
    path = tmp_path / "brackets.txt"
    round = ROUNDS[0]
    hands, turns, rest = round.position.split(" ", 2)
    bracketed = "/".join(",".join(f"[{tile}]" for tile in hand.split(",")) for hand in hands.split("/"))
    path.write_text(f"{bracketed} {turns} {rest}\n", encoding="utf-8")
    assert bracketed.startswith("[")
    (told,) = json.loads(run("solve", str(path), "--json").stdout)
    assert told["position"] == round.position


def test_all_tells_each_position_whole(positions: Path) -> None:
    told = run("solve", positions, "--all").stdout
    assert [int(number) for number in re.findall(r" line (\d+) ─", told)] == list(range(3, 3 + len(ROUNDS)))
    for round in ROUNDS:
        assert run("solve", round.position).stdout in told


def test_json_of_a_file_is_a_list(positions: Path) -> None:
    told = json.loads(run("solve", positions, "--json").stdout)
    assert [(entry["file"], entry["file_line"]) for entry in told] == [(str(positions), 3 + at) for at in range(5)]
    for entry, round in zip(told, ROUNDS, strict=True):
        alone = json.loads(run("solve", round.position, "--json").stdout)
        assert {key: entry[key] for key in alone} == alone
    assert all(entry["turns"] == {} for entry in json.loads(run("solve", positions, "--json", "--best").stdout))


def test_json_of_one_position_is_an_object_unless_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(POSITION, encoding="utf-8")
    typed = json.loads(run("solve", POSITION, "--json").stdout)
    assert json.loads(run("solve", "-", "--json", text=POSITION + "\n").stdout) == typed
    assert json.loads(run("solve", path, "--json").stdout) == [{"file": str(path), "file_line": 1} | typed]
    assert run("solve", path).stdout == run("solve", POSITION).stdout


def test_several_arguments_are_told_together(positions: Path) -> None:
    rows = words(run("solve", POSITION, positions).stdout)
    assert rows[0].strip("─ ") == "positions of the command line"
    assert any(row.startswith("1 2 -20 5|5R 1|4D") for row in rows)
    alone = words(run("solve", positions).stdout)
    assert rows[-len(alone) :] == alone
    told = run("solve", POSITION, positions, "--all").stdout
    assert "positions.txt, line 3" in told
    assert " argument 1 " in told
    assert [entry["file_line"] for entry in json.loads(run("solve", POSITION, positions, "--json").stdout)][:2] == [
        None,
        3,
    ]


# --- records -------------------------------------------------------------------------------------


def test_a_record_is_analyzed_round_by_round(record: Path) -> None:
    result = run("solve", record)
    lines = words(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    names = ["seat 0", "seat 1", "seat 2 (Ada)", "seat 3"]
    for told in sr.Record.parse(record.read_text(encoding="utf-8")).rounds:
        lost = [0.0] * 4
        assert any(
            f"round {told.number}, scores {told.scores_before[0]}:{told.scores_before[1]}" in line for line in lines
        )
        for number, (step, turn) in enumerate(zip(told.replay(), sr.analyze_round(told).turns, strict=True), 1):
            assert turn.loss is not None
            lost[step.seat] += turn.loss
            what = (
                "passes"
                if step.turn.is_pass or step.turn.arm is None
                else f"[{step.turn.tile}] {step.turn.arm.name.lower()}"
            )
            points = [f"+{step.points}"] if step.points else []
            value = f"{turn.value:+g}" if turn.value else "0"
            mark = [f"{turn.loss:g}", "<-"] if turn.loss else ["0"]
            assert " ".join([str(number), names[step.seat], what, *points, value, *mark]) in lines
        sums = ", ".join(f"{name} {points:g}" for name, points in zip(names, lost, strict=True))
        sides = f"side 0 {lost[0] + lost[2]:g}, side 1 {lost[1] + lost[3]:g}"
        assert f"Given away: {sums}; {sides}." in " ".join(lines)
    assert any(re.fullmatch(r"Value now: [+-]?\d+\. The record stops here\.", line) for line in lines)
    assert any(line.startswith("side 0 ") for line in lines)


def test_one_round_of_a_record(record: Path) -> None:
    told = run("solve", record, "--round", "2", "--match", "1").stdout
    assert "round 2, scores" in told
    assert "round 1, scores" not in told
    assert "2 rounds" not in told


def test_json_of_a_record(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    told = json.loads(run("solve", record, "-", "--json", text=text).stdout)
    assert [(each["file"], each["round"]) for each in told] == [
        (name, number) for name in (str(record), "standard input") for number in (1, 2, 3)
    ]
    for each, round in zip(told, [*EVENING.rounds, EVENING.round], strict=False):
        analysis = sr.analyze_round(round)
        assert [(turn["turn"], turn["value"], turn["loss"]) for turn in each["turns"]] == [
            (str(turn), value, loss) for turn, value, loss in analysis.turns
        ]
        assert each["value_now"] == analysis.now
        assert (
            sum(each["lost"]["by_seat"]) == sum(each["lost"]["by_side"]) == sum(turn["loss"] for turn in each["turns"])
        )


def test_a_stopped_analysis_says_so(record: Path) -> None:
    told = run("solve", record, "--round", "1", "--seconds", "0").stdout
    assert "Stopped by the limit of time: a ? is not known, and in no sum." in told
    assert re.search(r" \? +\? *$", told, re.MULTILINE)


def test_rounds_with_hidden_hands_are_named_and_skipped(tmp_path: Path) -> None:
    path = tmp_path / "both.txt"
    path.write_text(EVENING.to_record(hands=[0, 2]) + "\n" + EVENING.to_record(), encoding="utf-8")
    result = run("solve", path)
    reason = "rounds 1, 2 and 3 skipped: the hands of seats 1 and 3 are not known"
    assert (result.exit_code, result.stderr) == (0, f"sevenrocks: {path}: match 1, {reason}\n")
    assert "match 2, round 1, scores" in result.stdout
    assert "match 1" not in result.stdout
    assert refused("solve", path, "--match", "1", "--round", "2") == (
        f"{path}: no round can be analyzed: in match 1, round 2, the hands of seats 1 and 3 are not known"
    )


def test_three_hands_tell_the_fourth(tmp_path: Path, record: Path) -> None:
    path = tmp_path / "three.txt"
    path.write_text(EVENING.to_record({"Seat2": "Ada"}, hands=[0, 1, 3]), encoding="utf-8")
    assert run("solve", path).stdout == run("solve", record).stdout


def test_a_round_without_turns_and_one_won_at_the_target() -> None:
    told = run("solve", "-", text=sr.Match(3).to_record()).stdout
    assert "No turn has been played." in told
    match, policy = sr.Match(5, 30), sr.policy("greedy")
    while not match.is_over:
        match.play(policy.choose(match.view()))
    assert "The round ended at the target" in run("solve", "-", text=match.to_record()).stdout


# --- what is refused -----------------------------------------------------------------------------


def test_what_solve_refuses(positions: Path, record: Path, tmp_path: Path) -> None:
    missing = "there is no such file, and a position has the fields"
    assert refused("solve", tmp_path / "none.txt").startswith(f"{tmp_path / 'none.txt'}: {missing}")
    assert refused("solve", "").startswith(f"an empty word: {missing}")
    assert refused("solve") == "Missing argument 'POSITION|FILE...' (see sevenrocks solve --help)"
    assert refused("solve", "--jsno", positions) == "No such option '--jsno' (see sevenrocks solve --help)"
    assert refused("solve", tmp_path) == f"{tmp_path}: Is a directory"
    assert refused("solve", "-", text="# nothing\n") == "standard input: there is no position and no match in it"
    assert refused("solve", "-", text=b"\xff") == "standard input: not UTF-8 text, byte 1 cannot be read"
    assert refused("solve", "-", text="hello").endswith('found 1; a record begins with [Format "sevenrocks 1"]')
    assert refused("solve", positions, record) == "these are positions and match records: solve either by itself"
    assert refused("solve", positions, "--round", "1").startswith("--round and --match choose from match records")
    assert refused("solve", record, "--best").startswith("--all and --best are for positions")
    assert refused("solve", record, "--round", "9") == f"{record}: there is no round 9"
    assert refused("solve", record, "--match", "2") == f"{record}: there is no match 2"


def test_a_bad_line_is_named(positions: Path, record: Path) -> None:
    lines = positions.read_text(encoding="utf-8").splitlines()
    lines[4] = ROUNDS[2].view().position
    positions.write_text("\n".join(lines), encoding="utf-8")
    assert re.fullmatch(
        rf"{re.escape(str(positions))}: line 5: the hand of seat \d is not known", refused("solve", positions)
    )
    text = record.read_text(encoding="utf-8")
    record.write_text(re.sub(r"\+5\b", "+10", text, count=1), encoding="utf-8")
    assert re.match(rf"{re.escape(str(record))}: line \d+, round 1, turn \d+: found ", refused("solve", record))


# --- Ctrl-C --------------------------------------------------------------------------------------


def whole_deals() -> str:
    return "".join(sr.Round.deal(seed).position + "\n" for seed in range(3000))


def whole_rounds() -> str:
    rng, records = random.Random(1), []
    for seed in range(300):
        match = sr.Match(seed)
        while not match.rounds:
            match.play(rng.choice(match.legal_indices()))
        records.append(match.to_record())
    return "\n".join(records)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal")
@pytest.mark.parametrize(("unit", "text"), [("positions", whole_deals()), ("rounds", whole_rounds())])
def test_ctrl_c_prints_what_was_finished(unit: str, text: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(program("solve", "-", "--json"), stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(text)  # more than a pipe holds, so the program is reading
        process.stdin.close()
        process.stdin = None
        time.sleep(2)
        out, err = interrupted(process)
    assert process.returncode == 130, err
    told = re.fullmatch(rf"sevenrocks: interrupted after ([\d,]+) of [\d,]+ {unit}\n", err)
    assert told is not None, err
    assert len(json.loads(out)) == int(told[1].replace(",", ""))
