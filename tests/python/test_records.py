"""Match records: written canonically, read strictly."""

import pickle
import random
import re
from collections.abc import Callable
from itertools import takewhile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sevenrocks as sr
from helpers import SEATS, ended, matches, play_match, start_of

SHOWN = st.sets(st.sampled_from(SEATS)).map(lambda seats: set(SEATS) if len(seats) == 3 else seats)
"""Whose hands a record shows: where three are, the fourth follows."""

VALUES = st.text(st.characters(blacklist_categories=("Cc", "Cs")), max_size=20)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,11}", fullmatch=True).filter(
    lambda name: name not in {"Format", "Target", "Seed", "Index", "Winner"}
)
TAGS = st.dictionaries(NAMES, VALUES, max_size=4)

OUT = play_match(sr.Match(12, 60), random.Random(3), 40)
"""A match that stops in its second round; the first ended out."""

WON = play_match(sr.Match(11, 40), random.Random(3))
"""A match won within one round."""

BLOCKED = next(
    match
    for match in (play_match(sr.Match(seed), random.Random(seed), 70) for seed in range(50))
    if ended(match.rounds[0]).reason == "blocked"
)
"""A match whose first round is blocked."""


@given(matches(), TAGS)
@settings(max_examples=60)
@example(WON, {"Event": 'a "b" \\ c', "Site": "\\", "Note": '"] [Format "', "Uni": "«ä» 🂓 \u2028", "Edge": "  "})
@example(WON, {"hand": "hand 0 ?", "A1_": "", "round": "# no comment", "Formation": "x"})
def test_a_record_reads_back_and_prints_the_same_bytes(match: sr.Match, tags: dict[str, str]) -> None:
    text = match.to_record(tags)
    record = sr.Record.parse(text)
    assert str(record) == text
    assert (record.tags, list(record.tags)) == (tags, list(tags))
    assert (record.target, record.winner) == (match.target, match.winner)
    assert record.seed is not None
    assert record.index is not None
    assert sr.Match(record.seed, record.target, index=record.index).round.opener == match.history[0].opener
    assert record.to_match() == match == sr.Match.from_record(text)
    assert text.endswith("\n")
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(pickle.loads(pickle.dumps(record))) == hash(record)


@given(matches(), SHOWN)
@settings(max_examples=60)
def test_a_record_with_hidden_hands_reads_back(match: sr.Match, shown: set[int]) -> None:
    text = match.to_record(hands=sorted(shown))
    record = sr.Record.parse(text)
    assert str(record) == text
    assert (record.seed is None) == (len(shown) < 4)  # the seed would tell the hands
    for told, entry in zip(record.rounds, match.history, strict=True):
        dealt = start_of(entry.round).hands
        assert told.hands == tuple(dealt[seat] if seat in shown else None for seat in SEATS)
        assert (told.number, told.opener, told.opener_by, told.lot) == entry[:4]
        assert (told.turns, told.scores) == (entry.round.turns, entry.round.scores)
        assert told.scores_before == start_of(entry.round).scores
        ending, expected = told.ending, entry.round.ending
        if ending is not None and expected is not None and ending.reason == "target":
            assert ending._replace(leftovers=expected.leftovers) == expected
        else:
            assert ending == expected
    if len(shown) < 4:
        with pytest.raises(sr.NotationError) as refused:
            record.to_match()
        assert refused.value.code == "hidden-hand"


@given(matches(), st.sampled_from(SEATS))
@settings(max_examples=30)
def test_where_three_hands_are_shown_the_fourth_follows(match: sr.Match, hidden: int) -> None:
    text = match.to_record(hands=[seat for seat in SEATS if seat != hidden])
    record = sr.Record.parse(text)
    assert str(record) == text
    assert [told.hands for told in record.rounds] == [start_of(entry.round).hands for entry in match.history]


@given(matches(), SHOWN)
@settings(max_examples=30)
def test_replay_tells_every_turn(match: sr.Match, shown: set[int]) -> None:
    record = sr.Record.parse(match.to_record(hands=sorted(shown)))
    for told, entry in zip(record.rounds, match.history, strict=True):
        assert pickle.loads(pickle.dumps(told)) == told
        at = start_of(entry.round)
        for step in told.replay():
            assert (step.seat, at.is_legal(step.turn)) == (at.seat, True)
            at = at.play(step.turn)
            assert (step.points, step.scores, step.layout) == (at.points, at.scores, at.layout)
            for seat in SEATS:
                is_known = seat in shown or not at.hands[seat]
                assert step.hands[seat] == (at.hands[seat] if is_known else None)
        assert at == entry.round


@given(st.lists(matches(), min_size=0, max_size=4))
@settings(max_examples=30)
def test_many_matches_in_one_file(played: list[sr.Match]) -> None:
    texts = [match.to_record({"Number": number}) for number, match in enumerate(played)]
    records = sr.Record.parse_all("\n# an evening\n".join(texts))
    assert [str(record) for record in records] == texts
    if len(played) != 1:
        with pytest.raises(sr.NotationError, match=f"found {len(played)} matches, expected one match"):
            sr.Record.parse("\n".join(texts))


def test_a_fault_in_one_match_does_not_hide_the_others() -> None:
    text = WON.to_record()
    first, second, third = sr.Record.parse_all(text + text.replace("scores 40 0", "scores 40 5") + text)
    assert isinstance(first, sr.Record)
    assert first == third
    assert isinstance(second, sr.NotationError)
    line = 2 * text.count("\n")
    assert str(second) == f"line {line}, round 1: found scores 40 5, expected scores 40 0"
    assert second.code == "mismatch"


def test_blank_lines_comments_spaces_and_line_ends_are_free() -> None:
    text = OUT.to_record({"Event": "x"})
    loose = "# begun late\n\n" + text.replace("\n", "  \r\n# and on\r\n\r\n  ").replace("\nturn", "\n turn")
    assert str(sr.Record.parse(loose)) == text


def test_tiles_may_be_written_in_any_of_their_ways() -> None:
    text = OUT.to_record()
    loose = re.sub(r"\b(\d)\|(\d)", r"[\2-\1]", text)
    assert loose != text
    assert str(sr.Record.parse(loose)) == text


def test_without_its_seed_a_match_is_over_where_its_record_stops() -> None:
    text = re.sub(r"\[(Seed|Index).*\n", "", OUT.to_record())
    match = sr.Match.from_record(text)
    assert match.round == OUT.round
    play_match(match, random.Random(1))
    assert (len(match.history), match.is_over) == (2, True)
    whole = sr.Match.from_record(OUT.to_record())
    assert len(play_match(whole, random.Random(1)).history) > 2


def test_a_record_may_stop_anywhere_in_a_round() -> None:
    match = sr.Match(5)
    for turns in range(60):
        text = match.to_record()
        assert sr.Match.from_record(text) == match, turns
        play_match(match, random.Random(turns), 1)


def test_a_record_cut_off_after_any_line_reads_or_says_what_is_missing() -> None:
    lines = OUT.to_record().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        text = "".join(lines[:number])
        is_whole = re.match("turn|hand 3|scores|\\[|$", line) and lines[number : number + 1] != ["end out 3\n"]
        if is_whole:
            assert sr.Record.parse(text).target == (60 if number > 1 else 250)
        else:
            with pytest.raises(sr.NotationError, match=f"line {number}.*found the end of the match, expected"):
                sr.Record.parse(text)


# --- strict reading: every figure is verified ----------------------------------------------------

Edit = Callable[[str], str]


def put(old: str, new: str) -> Edit:
    def edit(text: str) -> str:
        assert old in text, f"{old!r} is not in the record"
        return text.replace(old, new, 1)

    return edit


def drop(old: str) -> Edit:
    return put(old, "")


STRICT = [
    # which match, the edit, the code, and what the message says besides the line
    (WON, put("sevenrocks 1", "sevenrocks 2"), "mismatch", 'expected [Format "sevenrocks 1"]'),
    (WON, put("1|4L+5", "1|4L"), "mismatch", "round 1, turn 1: found 1|4L, expected 1|4L+5"),
    (WON, put("1|4L+5", "1|4L+10"), "mismatch", "round 1, turn 1: found 1|4L+10, expected 1|4L+5"),
    (WON, put("1|4L+5", "1|4L+05"), "mismatch", "found 1|4L+05"),
    (WON, put("0|1L ", "0|1L+0 "), "mismatch", "round 1, turn 2: found 0|1L+0, expected 0|1L"),
    (WON, put("0|5L ", "0|5U "), "arm-closed", "round 1, turn 3: [0|5] cannot join on the up arm"),
    (WON, put("0|5L ", "5|6L "), "does-not-fit", "round 1, turn 3: [5|6] does not fit the 0 on the left arm"),
    (WON, put("0|5L ", "0|4L "), "not-in-hand", "round 1, turn 3: seat 2 does not hold [0|4]"),
    (WON, put("0|5L ", "pass "), "must-play", "round 1, turn 3: seat 2 must play"),
    (WON, put("0|5L ", "1|4L "), "already-played", "round 1, turn 3: [1|4] is on the table already"),
    (WON, put("0|5L ", "fifteen "), "turn-text", 'round 1, turn 3: "fifteen" is not a turn'),
    (WON, put("turn 5 seat 0", "turn 4 seat 0"), "mismatch", "expected turn 5 seat 0"),
    (WON, put("turn 5 seat 0", "turn 5 seat 1"), "mismatch", "found turn 5 seat 1, expected turn 5 seat 0"),
    (WON, put("end target", "end out 0"), "mismatch", "round 1: found end out 0, expected end target"),
    (WON, put("end target\n", "end target\nleftovers 0 0 0 0\n"), "mismatch", "begins with «scores»"),
    (WON, put("scores 40 0", "scores 35 0"), "mismatch", "found scores 35 0, expected scores 40 0"),
    (WON, put('Winner "0"', 'Winner "1"'), "mismatch", "found winner 1, expected winner 0"),
    (WON, put('Winner "0"', 'Winner "*"'), "mismatch", "found winner *, expected winner 0"),
    (OUT, put('Winner "*"', 'Winner "0"'), "mismatch", "found winner 0, expected winner *"),
    (WON, put('Target "40"', 'Target "45"'), "mismatch", "the end of the match"),
    (WON, put('Target "40"', 'Target "0"'), "target-range", "1 to 1000000"),
    (WON, lambda text: '[Format "sevenrocks 1"]\n[Target "-5"]', "target-range", "line 2: a target goes from 1"),
    (WON, put('Target "40"', 'Target "forty"'), "mismatch", "a score such as 250"),
    (WON, put('Seed "11"', 'Seed "-1"'), "mismatch", "a whole number below 2^64"),
    (WON, drop('[Seed "11"]\n'), "mismatch", "a tag Seed beside it"),
    (WON, put('[Seed "11"]', '[Seed "11"]\n[Seed "11"]'), "mismatch", "each tag once"),
    (WON, put('[Seed "11"]', '[Seed 11]'), "mismatch", "a tag such as"),
    (WON, put('[Seed "11"]', '[Se-ed "11"]'), "tag-text", "a name has letters, digits and underscores"),
    (WON, put('[Seed "11"]', '[Seed of "11"]'), "mismatch", "a tag such as"),
    (WON, put('[Seed "11"]', '[Seed  "11"]'), "mismatch", "a tag such as"),
    (WON, put('[Seed "11"]', '[Event "a"b"]'), "mismatch", "a tag such as"),
    (WON, put('[Seed "11"]', '[Event "a\\b"]'), "mismatch", "a tag such as"),
    (WON, put("round 1", "round 2"), "mismatch", "found round 2, expected round 1"),
    (WON, put("round 1", "rund 1"), "mismatch", "begins with «round»"),
    (WON, put("lot 3|4 ", "lot 0|0 "), "mismatch", "round 1: found opener 0 lot, expected opener 1 lot"),
    (WON, put("lot 3|4 ", "lot 3|3 "), "lot-drawing", "not a lot"),
    (WON, put("lot 3|4 1|5 ", "lot - 3|4 "), "lot-drawing", "not a lot"),
    (WON, put("lot 3|4 ", "lot "), "mismatch", "the tile each seat drew"),
    (WON, put("opener 0 lot", "opener 1 lot"), "mismatch", "round 1: found opener 1 lot, expected opener 0 lot"),
    (WON, put("opener 0 lot", "opener 0 given"), "mismatch", "expected opener 0 lot"),
    (WON, put("opener 0 lot", "opener 0 out"), "mismatch", "expected opener 0 lot"),
    (WON, put("hand 2", "hand 3"), "mismatch", "found hand 3, expected hand 2"),
    (WON, put("hand 0 0|4 ", "hand 0 "), "hand-size", "round 1: the hand of seat 0 has 6 tiles"),
    (WON, put("hand 0 0|4 ", "hand 0 1|4 "), "tile-repeated", "[1|4] stands twice in the hand of seat 0"),
    (WON, put("hand 0 0|4 ", "hand 0 0|1 "), "tile-dealt-twice", "[0|1] is in the hand of seat 1 and in another"),
    (WON, put("hand 0 0|4 ", "hand 0 0|7 "), "tile-text", '"0|7" is not a tile'),
    (OUT, put("end out 3", "end out 2"), "mismatch", "round 1: found end out 2, expected end out 3"),
    (OUT, put("end out 3", "end blocked"), "mismatch", "expected end out 3"),
    (OUT, put("leftovers 4 6 9 0", "leftovers 4 6 8 1"), "leftovers-wrong", "round 1: seat 2 has 9 pips left, not 8"),
    (OUT, put("leftovers 4 6 9 0", "leftovers 4 6 9"), "mismatch", "the pips left in each hand"),
    (OUT, drop("leftovers 4 6 9 0\n"), "mismatch", "begins with «leftovers»"),
    (OUT, put("deductions 5 5 10 0", "deductions 5 5 5 0"), "mismatch", "expected deductions 5 5 10 0"),
    (OUT, drop("deductions 5 5 10 0\n"), "mismatch", "begins with «deductions»"),
    (OUT, drop("scores 20 5\n"), "mismatch", "begins with «scores»"),
    (OUT, put("scores 20 5", "scores 5 20"), "mismatch", "expected scores 20 5"),
    (OUT, put("scores 20 5", "scores +20 5"), "mismatch", "expected scores 20 5"),
    (OUT, put("opener 3 out", "opener 0 out"), "mismatch", "round 2: found opener 0 out, expected opener 3 out"),
    (OUT, put("opener 3 out", "lot 6|6 0|0 0|1 0|2\nopener 0 lot"), "mismatch", "opener 3 out, and no lot"),
    (BLOCKED, put("end blocked", "end out 1"), "mismatch", "expected end blocked"),
    (BLOCKED, put("pass\nend", "\nend"), "mismatch", "the round is not over"),
]  # fmt: skip


@pytest.mark.parametrize(("match", "edit", "code", "says"), STRICT)
def test_what_does_not_hold_is_refused_with_its_place(match: sr.Match, edit: Edit, code: str, says: str) -> None:
    text = match.to_record()
    with pytest.raises(sr.NotationError) as refused:
        sr.Record.parse(edit(text))
    message = str(refused.value)
    assert (refused.value.code, says in message) == (code, True), message
    line = re.match(r"line (\d+)(?:, round (\d+))?(?:, turn (\d+))?: ", message)
    told = (refused.value.line, refused.value.round, refused.value.turn)
    assert line is not None
    assert told == tuple(None if number is None else int(number) for number in line.groups())
    assert line is not None
    lines = zip(text.splitlines(), edit(text).splitlines(), strict=False)
    unchanged = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], lines))
    assert int(line[1]) > unchanged


@given(st.data())
@settings(max_examples=300)
def test_no_digit_of_a_check_can_be_changed(data: st.DataObject) -> None:
    match = data.draw(st.sampled_from([WON, OUT, BLOCKED]))
    text = match.to_record(hands=data.draw(st.sampled_from([[0, 1, 2, 3], [1], []])))
    checks = r"\+\d+|^turn .*?:|^(?:end|leftovers|deductions|scores|opener|round|\[Winner) .*|^hand \d"
    places = [
        at for found in re.finditer(checks, text, re.MULTILINE) for at in range(*found.span()) if text[at].isdigit()
    ]
    at = data.draw(st.sampled_from(places))
    digit = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != text[at]]))
    with pytest.raises(sr.NotationError):
        sr.Record.parse(text[:at] + digit + text[at + 1 :])


def test_hidden_hands_are_checked_as_far_as_they_are_known() -> None:
    text = OUT.to_record(hands=[2])
    assert sr.Record.parse(text).rounds[0].hands[0] is None
    for edit, code in (
        (put("1|3R+5", "0|1L"), "not-in-hand"),  # the tile is seat 2's
        (put("leftovers 4 6 9 0", "leftovers 5 5 9 0"), None),  # nobody can know
        (put("leftovers 4 6 9 0", "leftovers 4 5 10 0"), "leftovers-wrong"),
        (put("leftovers 4 6 9 0", "leftovers 4 5 9 1"), "leftovers-wrong"),  # it went out
        (put("leftovers 4 6 9 0", "leftovers 5 6 9 0"), "leftovers-sum"),
        (put("leftovers 4 6 9 0", "leftovers 0 10 9 0"), "leftovers-range"),
        (drop("leftovers 4 6 9 0\n"), "leftovers-missing"),
    ):
        if code is None:
            sr.Record.parse(edit(text))
        else:
            with pytest.raises(sr.NotationError) as refused:
                sr.Record.parse(edit(text))
            assert refused.value.code == code


def test_a_seed_that_deals_otherwise_is_refused() -> None:
    for wrong in (put('Seed "11"', 'Seed "12"'), put('Index "0"', 'Index "1"')):
        record = sr.Record.parse(wrong(WON.to_record()))
        with pytest.raises(sr.SetupError, match="round 1 is not what the seed deals") as refused:
            record.to_match()
        assert refused.value.code == "seed-wrong"


@pytest.mark.parametrize("name", ["", "1a", "a b", "a-b", "ä", "_x", "Format", "Target", "Seed", "Index", "Winner"])
def test_tags_need_a_plain_name_of_their_own(name: str) -> None:
    with pytest.raises(sr.NotationError) as refused:
        WON.to_record({name: "x"})
    assert refused.value.code == "tag-text"


@pytest.mark.parametrize("value", ["a\nb", "\r", "\t", "\x00", "\x7f", "\x85"])
def test_tags_have_one_line_of_text(value: str) -> None:
    with pytest.raises(sr.NotationError) as refused:
        WON.to_record({"Event": value})
    assert refused.value.code == "tag-text"


def test_tags_may_be_anything_that_prints() -> None:
    assert sr.Record.parse(WON.to_record({"Table": 7, "Share": 0.5})).tags == {"Table": "7", "Share": "0.5"}
