"""`sevenrocks play`, driven by what a person might type."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sevenrocks as sr
from sevenrocks.cli import cli
from sevenrocks.cli.files import RecordFile
from sevenrocks.cli.seating import Bots, Seating, Start, Wishes
from sevenrocks.cli.sitting import Sitting
from sevenrocks.cli.tables import folded

ALWAYS_FIRST = ["1"] * 1000
"""Plays any match to its end: 1 is a legal turn, and takes passes and pauses too."""


def play(*args: str | Path, answers: list[str]) -> Result:
    runner = CliRunner(env={"FORCE_COLOR": None, "COLUMNS": "100"})
    text = "".join(f"{answer}\n" for answer in answers)
    return runner.invoke(cli, ["play", *map(str, args)], input=text, prog_name="sevenrocks")


def played(path: Path, *args: str | Path, answers: list[str] = ALWAYS_FIRST) -> str:
    """The record of a match played by answers."""
    result = play(*args, "--save", path, answers=answers)
    assert result.exit_code == 0, result.stderr
    return path.read_text(encoding="utf-8")


# --- a whole match -------------------------------------------------------------------------------


def test_a_whole_match(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play("--seed", "7", "--save", path, answers=ALWAYS_FIRST)
    record = sr.Record.parse(path.read_text(encoding="utf-8"))
    won = "Your" if record.winner == 0 else "The other"
    assert result.exit_code == 0
    assert record.winner is not None
    assert record.tags == {"Seat0": "human", "Seat1": "greedy", "Seat2": "greedy", "Seat3": "greedy"}
    assert (record.seed, record.target) == (7, 250)
    assert f"{won} side wins the match: your side {record.rounds[-1].scores[0]}" in result.stdout
    for told in record.rounds[:-1]:
        assert (
            f"Scores after round {told.number}: your side {told.scores[0]}, other side {told.scores[1]}, to 250\n"
            in (result.stdout)
        )


def test_the_same_seed_plays_the_same_match(tmp_path: Path) -> None:
    args = ("--seed", "7", "--against", "random", "--partner", "counting", "--seat", "1", "--target", "100")
    text = played(tmp_path / "first.txt", *args)
    assert text == played(tmp_path / "second.txt", *args)
    tags = {"Seat0": "random", "Seat1": "human", "Seat2": "random", "Seat3": "counting"}
    assert (sr.Record.parse(text).tags, sr.Record.parse(text).target) == (tags, 100)


def test_a_random_seed_is_printed(tmp_path: Path) -> None:
    result = play("--save", tmp_path / "match.txt", answers=ALWAYS_FIRST)
    seed = sr.Record.parse((tmp_path / "match.txt").read_text(encoding="utf-8")).seed
    assert f" Seed {seed}. " in result.stdout


def test_the_screen_shows_what_a_person_needs() -> None:
    shown = play("--seed", "7", "--hints", answers=["1"]).stdout
    match = sr.Match(7)
    told = sr.Record.parse(match.to_record()).rounds[0]
    assert f"Opener: seat {told.opener}, by the lot\n" in shown
    assert re.search(
        r"^Lot: you \[\d\|\d\], seat 1 \[\d\|\d\], partner \[\d\|\d\], seat 3 \[\d\|\d\]$", shown, re.MULTILINE
    )
    greedy = sr.policy("greedy")
    while match.seat != 0:
        match.play(greedy.choose(match.view()))
    view = match.view()
    assert "".join(f"  {row}\n" for row in view.layout.picture().splitlines()) in shown
    assert f"Count {view.layout.count}. Open: left " in shown
    assert f"Your hand: {' '.join(f'[{tile}]' for tile in view.hand)}\n" in shown
    assert "Tiles left: you: 7, seat 1: " in shown
    for number, turn in enumerate(view.legal_turns(), 1):
        assert turn.tile is not None
        assert turn.arm is not None
        points = view.layout.place(turn.tile, turn.arm).points
        line = rf"^{number}  \[{re.escape(str(turn.tile))}\]  {turn.arm.name.lower()}, at the \d of \S+ +\+?{points}\b"
        assert re.search(line, shown, re.MULTILINE)
    advised = sr.policy("counting").choose(view)
    assert re.search(rf"\[{re.escape(str(advised.tile))}\].*<- counting", shown)


# --- answers -------------------------------------------------------------------------------------


def test_what_a_person_may_type() -> None:
    match = sr.Match(11)
    assert match.seat == 0, "the person opens"
    tile = match.view().hand
    first, *_ = tile
    result = play(
        "--seed", "11", answers=["?", "h", "8", "0", "nonsense", "pass", "6|6R", "9|9", "²", "\0", "s", "u", f"{first}"]
    )
    said = result.stdout
    assert "u       undo: back to your previous decision" in said
    assert "<- counting" in said
    assert said.count("the turns are numbered 1 to 7\n") == 2
    assert "'nonsense' is no number, no turn such as 3|6R, and no command (? helps)\n" in said
    assert "seat 0 must play: " in said
    assert "seat 0 does not hold [6|6]\n" in said
    assert "name a file: s FILE\n" in said
    assert "you have not decided anything yet\n" in said
    assert re.search(rf"^ *1 +you +\[{re.escape(str(first))}\] left", said, re.MULTILINE)
    assert result.exit_code == 0


def test_a_tile_that_fits_on_several_arms_needs_an_arm(tmp_path: Path) -> None:
    hands = ["2|2 2|3 2|4 2|5 2|6 1|2 0|2", "0|0 0|1 0|3 0|4 0|5 0|6 1|1", "1|3 1|4 1|5 1|6 3|3 3|4 3|5"]
    hands.append("3|6 4|4 4|5 4|6 5|5 5|6 6|6")
    match = sr.Match.from_deals([([hands[0], hands[3], hands[1], hands[2]], 0)])
    for turn in ("2|2L", "pass", "pass", "pass"):
        match.play(turn)
    path = tmp_path / "match.txt"
    path.write_text(match.to_record(), encoding="utf-8")
    said = play("--resume", path, answers=["2|3", "3|2R", "q", ""]).stdout
    assert "[2|3] fits on several arms: write 2|3L, 2|3R, or a number\n" in said
    assert re.search(r"^ *5 +you +\[2\|3\] right", said, re.MULTILINE)


def test_a_forced_pass_is_announced(tmp_path: Path) -> None:
    result = play("--seed", "7", "--save", tmp_path / "match.txt", answers=ALWAYS_FIRST)
    record = sr.Record.parse((tmp_path / "match.txt").read_text(encoding="utf-8"))
    passes = [step for told in record.rounds for step in told.replay() if step.seat == 0 and step.turn.is_pass]
    assert passes
    assert result.stdout.count("You can place no tile. Enter: pass > ") == len(passes)


@pytest.mark.parametrize("answers", [[], ["1", "1"], ["1", "1", "q"], ["q", ""]])
def test_the_end_of_the_input_is_a_way_to_leave(answers: list[str]) -> None:
    result = play("--seed", "7", answers=answers)
    assert (result.exit_code, result.stderr) == (0, "")


def test_ctrl_c_leaves_with_the_match_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    path = tmp_path / "match.txt"
    monkeypatch.setattr("sevenrocks.cli.sitting.read_line", interrupt)
    result = play("--seed", "7", "--save", path, answers=[])
    assert (result.exit_code, result.stderr) == (130, "sevenrocks: interrupted, the match is saved\n")
    assert sr.Record.parse(path.read_text(encoding="utf-8")).seed == 7
    assert play("--seed", "7", answers=[]).stderr == "sevenrocks: interrupted, the match is not saved\n"


# --- undo ----------------------------------------------------------------------------------------


def test_undoing_changes_nothing_when_the_same_is_played_again(tmp_path: Path) -> None:
    args = ("--seed", "7", "--against", "random", "--target", "100")
    straight = played(tmp_path / "straight.txt", *args)
    wavering = [answer for turn in ALWAYS_FIRST for answer in ("1", "u", turn)]
    assert (
        played(tmp_path / "wavering.txt", *args, answers=["1", "2", "u", "u", *wavering[:300], *ALWAYS_FIRST])
        == straight
    )


def test_undoing_reaches_back_over_the_end_of_a_round_and_of_the_match(tmp_path: Path) -> None:
    args = ("--seed", "7", "--target", "100")
    straight = played(tmp_path / "straight.txt", *args)
    shown = play(*args, answers=ALWAYS_FIRST).stdout
    until_first_end = shown[: shown.index("Enter: next round")].count(" > ")
    until_match_end = shown[: shown.index("Enter: leave")].count(" > ")
    for prompts in (until_first_end, until_match_end):
        answers = ["1"] * prompts + ["u"] + ALWAYS_FIRST
        assert played(tmp_path / f"{prompts}.txt", *args, answers=answers) == straight
        assert play(*args, answers=answers).stdout.count("Round 1 is over") == 1 + (prompts == until_first_end)


def test_undone_means_back_at_the_previous_decision() -> None:
    screens = play("--seed", "7", answers=["1", "1", "u", "u"]).stdout.split("Your turn > ")
    first, second, third, second_again, first_again = (screen[screen.rindex("Your hand") :] for screen in screens[:5])
    assert (first, second) == (first_again, second_again)
    assert len({first, second, third}) == 3


# --- saving and resuming -------------------------------------------------------------------------


def test_saved_and_resumed_is_as_if_never_left(tmp_path: Path) -> None:
    args = ("--seed", "7", "--against", "random", "--partner", "counting", "--seat", "2")
    straight = played(tmp_path / "straight.txt", *args)
    path = tmp_path / "resumed.txt"
    play(*args, answers=["1"] * 9 + [f"s {path}", "q"])
    for _ in range(3):
        play("--resume", path, "--save", path, answers=["1"] * 11 + ["q"])
    play("--resume", path, "--save", path, answers=ALWAYS_FIRST)
    assert path.read_text(encoding="utf-8") == straight


def test_every_round_is_saved_as_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    shown = play("--seed", "7", "--save", path, answers=ALWAYS_FIRST).stdout
    rounds = len(sr.Record.parse(path.read_text(encoding="utf-8")).rounds)
    assert shown.count(f"Saved: sevenrocks play --resume {path}\n") == rounds


def test_leaving_asks_where_to_save(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    result = play("--seed", "7", answers=["1", "q", str(tmp_path / "no" / "where.txt"), str(path)])
    assert f"{tmp_path / 'no' / 'where.txt'}: there is no such directory\n" in result.stdout
    assert len(sr.Record.parse(path.read_text(encoding="utf-8")).rounds) == 1


def test_a_file_is_never_replaced_by_accident(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("mine", encoding="utf-8")
    result = play("--save", path, answers=ALWAYS_FIRST)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"sevenrocks: {path}: there is such a file, choose another name or --resume it\n"
    play("--seed", "7", answers=[f"s {path}", "q", str(path), ""])
    assert path.read_text(encoding="utf-8") == "mine"
    assert [entry.name for entry in tmp_path.iterdir()] == ["mine.txt"]


def test_the_tags_of_a_resumed_match_are_kept_and_may_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    tags = {"Event": "An evening", "Seat1": "counting", "Seat2": "random", "Seat3": "human"}
    path.write_text(sr.Match(7).to_record(tags), encoding="utf-8")
    play("--resume", path, "--save", path, "--against", "random", answers=["q"])
    assert sr.Record.parse(path.read_text(encoding="utf-8")).tags == {
        "Event": "An evening", "Seat1": "counting", "Seat2": "random", "Seat3": "human", "Seat0": "random",
    }  # fmt: skip


def test_seats_come_from_wishes_then_tags_then_defaults() -> None:
    assert Seating.of(Wishes(), {}).policies == ("human", "greedy", "greedy", "greedy")
    assert Seating.of(Wishes(against="random"), {}).policies == ("human", "random", "random", "random")
    assert Seating.of(Wishes(3, "random", "counting"), {}).policies == ("random", "counting", "random", "human")
    tags = {"Seat0": "human", "Seat1": "random", "Seat2": "counting", "Seat3": "random"}
    assert Seating.of(Wishes(), tags).policies == ("human", "random", "counting", "random")
    assert Seating.of(Wishes(against="greedy"), tags).policies == ("human", "greedy", "counting", "greedy")
    assert Seating.of(Wishes(seat=1), tags).policies == ("greedy", "human", "counting", "random")


def test_a_match_that_is_over_or_out_of_deals_says_so(tmp_path: Path) -> None:
    text = played(tmp_path / "match.txt", "--seed", "7")
    assert "side wins the match" in play("--resume", tmp_path / "match.txt", answers=[]).stdout
    unseeded = tmp_path / "unseeded.txt"
    cut = text[: text.index("\nround 2")]
    unseeded.write_text(re.sub(r'\[(Seed|Index|Winner) "\d+"\]\n', "", cut), encoding="utf-8")
    result = play("--resume", unseeded, answers=[])
    assert result.exit_code == 0
    assert "The match stops here: its record tells no seed" in result.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "line 1: found hello, expected"),
        ("", "line 1: found 0 matches, expected one match"),
        (sr.Match(7).to_record(hands=[0]), "the hand of seat 1 is not known"),
        (sr.Match(7).to_record().replace('Seed "7"', 'Seed "8"'), "round 1 is not what the seed deals"),
    ],
)
def test_what_cannot_be_resumed(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(text, encoding="utf-8")
    result = play("--resume", path, answers=[])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"sevenrocks: {path}: {says}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--against", "nobody"], 'no policy is named "nobody"; there are '),
        (["--partner", "nobody"], 'no policy is named "nobody"; there are '),
        (["--seat", "4"], "Invalid value for '--seat': 4 is not in the range 0<=x<=3"),
        (["--seed", "-1"], "Invalid value for '--seed': -1 is not in the range"),
        (["--target", "0"], "a target goes from 1 to 1000000, not 0"),
        (["--resume", "none.txt"], "none.txt: No such file or directory"),
        (["--resume", "-"], "--resume needs a file"),
        (["--resume", "none.txt", "--seed", "1"], "a resumed match has its seed and target already"),
        (["--save", "no/where.txt"], "no/where.txt: there is no such directory"),
    ],
)
def test_what_play_refuses(args: list[str], says: str) -> None:
    result = play(*args, answers=[])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"sevenrocks: {says}")
    assert result.stderr.count("\n") == 1


def test_a_name_in_the_tags_that_is_no_policy(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    path.write_text(sr.Match(7).to_record({"Seat1": "Ada", "Seat3": "Bob"}), encoding="utf-8")
    result = play("--resume", path, answers=[])
    assert "the record has it at seat 1: say who plays instead (--against, --partner)" in result.stderr
    assert play("--resume", path, "--against", "random", answers=[]).exit_code == 0


# --- other hands ---------------------------------------------------------------------------------


def screens(match: sr.Match, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What the person sees, types everything at and leaves, before any policy acts."""
    not_held = [str(sr.Turn.place(tile, arm)) for tile in match.view().unseen for arm in sr.Arm]
    answers = iter(["h", "?", "99", *not_held, *(str(tile) for tile in match.view().unseen)])

    def answer(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("sevenrocks.cli.sitting.read_line", answer)
    seating = Seating.of(Wishes(seat=match.seat), {})
    Sitting(Start(match, None, {}), seating, RecordFile(None, None), hints=True, unicode=False).run()
    return capsys.readouterr().out


@pytest.mark.parametrize("seed", range(8))
def test_matches_alike_for_the_person_look_alike(
    seed: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = seed % 6
    hands = list(sr.Round.deal(seed).hands)
    real = sr.Match.from_deals([(hands, 0)])
    for _ in range(turns):
        real.play(real.legal_turns()[-1])
    others = [seat for seat in range(4) if seat != real.seat]
    left = real.round.hands
    one, other = (next(iter(left[seat])) for seat in others[:2])
    swap = sr.TileSet([one, other])
    for seat in others[:2]:
        hands[seat] ^= swap
    alike = sr.Match.from_deals([(hands, 0)])
    for turn in real.round.turns:
        alike.play(turn)
    assert alike.view() == real.view()
    assert alike.round != real.round
    assert screens(real, capsys, monkeypatch) == screens(alike, capsys, monkeypatch)


def test_no_tile_is_shown_before_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    shown = play("--seed", "7", "--hints", "--save", path, answers=ALWAYS_FIRST).stdout
    record = sr.Record.parse(path.read_text(encoding="utf-8"))
    marks = [found.start() for found in re.finditer(r"─+ Round \d+ ─+", shown)] + [len(shown)]
    assert len(marks) == len(record.rounds) + 1
    for told, (begin, end) in zip(record.rounds, pairwise(marks), strict=True):
        own = set(told.hands[0] or ())
        for screen in shown[begin:end].split(" > "):
            numbers = [int(number) for number in re.findall(r"^ *(\d+) +(?:you|seat|partner)", screen, re.MULTILINE)]
            public = {turn.tile for turn in told.turns[: max(numbers, default=0)]}
            without_lot = re.sub(r"^Lot: .*$", "", screen, flags=re.MULTILINE)
            tiles = {sr.Tile.parse(tile) for tile in re.findall(r"\[\d\|\d\]", without_lot)}
            assert tiles <= own | public


# --- its parts -----------------------------------------------------------------------------------


def test_the_same_position_is_answered_alike() -> None:
    seating = Seating.of(Wishes(seat=3, against="random"), {})
    match = sr.Match(11)
    turns = {Bots(seating, 5).choose(match) for _ in range(3)} | {Bots(seating, 5).choose(match.copy())}
    assert len(turns) == 1
    assert len({Bots(seating, seed).choose(match) for seed in range(40)}) > 1


def test_a_wide_table_is_folded_between_tiles() -> None:
    match = sr.Match(3)
    while len(match.rounds) < 6:
        match.play(match.legal_turns()[0])
    for round in match.rounds:
        rows = round.layout.picture().split("\n")
        for width in (31, 60, 200):
            bands = folded(rows, width)
            assert all(len(row) <= width for band in bands for row in band)
            whole, cut = ("\n".join(rows), "\n".join(row for band in bands for row in band))
            assert sorted(re.findall(r"\[\d\|\d\]", cut)) == sorted(re.findall(r"\[\d\|\d\]", whole))


def test_the_program_itself_plays_from_a_pipe() -> None:
    args = [sys.executable, "-m", "sevenrocks", "play", "--seed", "7", "--target", "50"]
    ran = subprocess.run(args, input=b"1\n\xff\n" + b"1\n" * 300, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"side wins the match" in ran.stdout
