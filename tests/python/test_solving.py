"""Exact values with open hands, from Python and from the command line."""

import json
import math
import random

import pytest

import sevenrocks as sr
from test_cli import refused, run

POSITION = (
    "4|5,6|6/1|5/0|5,5|5/1|4,4|4 0|4L,0|0L,0|6L,4|6R,2|6R,5|6L,0|3D,1|3D,0|1D,0|2D,2|4R,2|5L,3|4R,2|2D,2|3D,3|6D,"
    "3|3R,1|2L,1|6D,1|1D,pass,3|5R 2 20:0 250"
)


def gain(round: sr.Round, turn: sr.Turn) -> tuple[sr.Round, int]:
    """The round after a turn, and what side 0 gained over side 1."""
    after = round.play(turn)
    return after, (after.scores[0] - after.scores[1]) - (round.scores[0] - round.scores[1])


def brute_force(round: sr.Round) -> int:
    """The value by trying everything."""
    if round.is_over:
        return 0
    best = max if round.seat % 2 == 0 else min
    return best(won + brute_force(after) for after, won in (gain(round, turn) for turn in round.legal_turns()))


def endings(tiles: int, count: int) -> list[sr.Round]:
    """Rounds played for themselves with so many tiles left, or fewer."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        round = sr.Round.deal(seed, target=None)
        while not round.is_over and sum(map(len, round.hands)) > tiles:
            round = round.play(rng.choice(round.legal_indices()))
        found.append(round)
    return found


def test_values_are_those_of_brute_force() -> None:
    for round in endings(8, 150):
        solution = sr.solve(round)
        assert solution.value == brute_force(round)
        assert [turn.turn for turn in solution.turns] == round.legal_turns()
        for turn, value, lower, upper in solution.turns:
            after, won = gain(round, turn)
            assert value == lower == upper == won + brute_force(after)


def best_outcome(round: sr.Round) -> float:
    """The value for the win by trying everything: infinite where a side reaches the target."""
    if round.is_over:
        if round.ending is None or round.ending.reason != "target":
            return 0
        return math.inf if round.scores[0] >= 250 else -math.inf
    best = max if round.seat % 2 == 0 else min
    return best(won + best_outcome(after) for after, won in (gain(round, turn) for turn in round.legal_turns()))


def test_values_for_the_win_are_those_of_brute_force() -> None:
    kinds = set()
    for number, played in enumerate(round for round in endings(7, 400) if not round.is_over):
        close = sr.Round.parse(played.position.rsplit(maxsplit=2)[0] + f" {249 - number % 40}:{249 - number % 37} 250")
        solution = sr.solve(close, objective="win")
        assert solution.value == best_outcome(close), close.position
        for turn, value, lower, upper in solution.turns:
            after, won = gain(close, turn)
            assert value == lower == upper == won + best_outcome(after)
        assert sr.solve(close).value == brute_force(played)
        kinds.add(
            solution.value if solution.value in {math.inf, -math.inf} else solution.value == sr.solve(close).value
        )
    assert kinds == {math.inf, -math.inf, True, False}
    (many,) = sr.solve_many([close], objective="win", best_only=True)
    assert many.value == solution.value


def test_a_win_thrown_away_is_an_infinite_loss() -> None:
    played = sr.Round.deal(7, scores=(205, 205)).play("3|5L")
    assert sr.solve(sr.Round.deal(7, scores=(205, 205)), objective="win", best_only=True).value == math.inf
    (turn,) = sr.analyze_round(played, objective="win").turns
    assert (turn.value, turn.loss) == (math.inf, math.inf)
    assert sr.analyze_round(played).turns[0].loss == 15


def test_the_line_earns_the_value() -> None:
    for round in endings(16, 30):
        solution = sr.solve(round, best_only=True)
        assert (solution.turns, solution.stopped) == ([], None)
        total = 0
        for turn in solution.line:
            round, won = gain(round, turn)
            total += won
        assert (total, round.is_over) == (solution.value, True)


def test_many_are_solved_alike_on_any_threads() -> None:
    rounds = endings(14, 40)
    alone = [sr.solve(round) for round in rounds]
    assert sr.solve_many(rounds, threads=1) == sr.solve_many(rounds, threads=3) == alone


def test_a_stopped_solve_has_true_bounds() -> None:
    for round in endings(20, 10):
        value = sr.solve(round, best_only=True).value
        stopped = sr.solve(round, nodes=50, best_only=True)
        assert value is not None
        assert stopped.lower <= value <= stopped.upper
        assert (stopped.stopped, stopped.nodes <= 50) == ("nodes", True) or stopped.value == value


def test_an_analysis_adds_up() -> None:
    (round,) = endings(0, 1)
    analysis = sr.analyze_round(round)
    assert [turn.turn for turn in analysis.turns] == list(round.turns)
    signs = [1 if (round.opener + position) % 2 == 0 else -1 for position in range(len(round.turns))]
    assert all(turn.loss is not None and turn.loss >= 0 for turn in analysis.turns)
    # What the deal was worth, less what each side gave away, is what came of it.
    lost = sum(sign * (turn.loss or 0) for sign, turn in zip(signs, analysis.turns, strict=True))
    assert (analysis.turns[0].value or 0) - lost == round.scores[0] - round.scores[1]
    assert (analysis.now, analysis.stopped) == (0, None)


def test_an_analysis_of_a_record_is_that_of_the_rounds_played() -> None:
    match = sr.Match(3)
    while len(match.rounds) < 2:
        match.play(match.legal_turns()[0])
    match.play(match.legal_turns()[0])
    told = sr.Record.parse(match.to_record(hands=[0, 1, 3])).rounds  # three hands tell the fourth
    assert [sr.analyze_round(each) for each in told] == [
        *map(sr.analyze_round, match.rounds),
        sr.analyze_round(match.round),
    ]
    won = sr.analyze_round(told[0], objective="win")
    assert won == sr.analyze_round(match.rounds[0], objective="win")


def test_a_record_of_one_round_stands_for_its_round() -> None:
    match = sr.Match(3)
    match.play(match.legal_turns()[0])
    record = sr.Record.parse(match.to_record())
    assert sr.analyze_round(record) == sr.analyze_round(record.rounds[0]) == sr.analyze_round(match.round)
    with pytest.raises(TypeError, match="a Round, a RecordRound or a Record of one round, not str"):
        sr.analyze_round(match.to_record())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limits", "code"),
    [({"nodes": 0}, "number-range"), ({"seconds": -1.0}, "seconds-range"), ({"memory": 1}, "number-range")],
)
def test_limits_out_of_range_are_refused(limits: dict[str, float], code: str) -> None:
    with pytest.raises(sr.SetupError) as fault:
        sr.solve(sr.Round.parse(POSITION), **limits)  # type: ignore[arg-type]
    assert fault.value.code == code


def test_the_command_prints_a_table() -> None:
    lines = [" ".join(line.split()) for line in run("solve", POSITION).stdout.splitlines()]
    assert "Value for side 0: -20. Seat 2 to act; 28 positions searched." in lines
    assert "5|5R 0 -20 best" in lines
    assert "Best line: 5|5R 1|4D 4|5R 1|5L" in lines
    assert run("solve", "-", text=POSITION).stdout == run("solve", POSITION).stdout


def test_the_command_prints_json() -> None:
    told = json.loads(run("solve", POSITION, "--json").stdout)
    assert (told["value"], told["turns"]["0|5U"], told["stopped"]) == (-20, [-35, -35], None)
    assert json.loads(run("solve", POSITION, "--json", "--best").stdout)["turns"] == {}


def test_the_command_refuses_what_is_no_open_position() -> None:
    assert "fields" in refused("solve", "nonsense")
    assert "not known" in refused("solve", sr.Round.parse(POSITION).view().position)
