"""Laws that hold at every point of every round and match, as properties."""

import contextlib
import copy
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenrocks as sr
from helpers import RANDOMS, SEATS, SEEDS, TILES, TURNS, ended, matches, pair, play_match, play_on, rounds, start_of

PIPS = st.integers(0, 6)
TILE_SETS = st.integers(0, 2**28 - 1).map(sr.TileSet.from_mask)


def unplayed(round: sr.Round) -> sr.TileSet:
    first, second, third, fourth = round.hands
    return first | second | third | fourth


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


# --- tiles and sets ------------------------------------------------------------------------------


def test_28_tiles_numbered_by_low_then_high() -> None:  # R2
    halves = [(low, high) for low in range(7) for high in range(low, 7)]
    assert [pair(tile) for tile in TILES] == halves
    assert [tile.index for tile in TILES] == list(range(28))
    assert [sr.Tile.from_index(index) for index in range(28)] == list(TILES)
    assert (len(sr.TileSet.FULL), sr.TileSet.FULL.pips, sr.TileSet.FULL.mask) == (28, 168, 2**28 - 1)
    assert sorted(TILES, reverse=True) == list(reversed(TILES))


@given(PIPS, PIPS)
def test_a_tile_is_its_two_halves_in_either_order(half: int, other: int) -> None:
    tile = sr.Tile(half, other)
    assert (tile.low, tile.high, tile.pips) == (min(half, other), max(half, other), half + other)
    assert tile.is_double == (half == other)
    texts = [f"{half}|{other}", f"[{other}|{half}]", f"{half}-{other}", f"[{other}-{half}]", str(tile)]
    assert {tile} == {sr.Tile(other, half), *map(sr.Tile.parse, texts)}
    assert sr.TileSet([(half, other), f"{other}-{half}", tile]).mask == 1 << tile.index
    assert eval(repr(tile), {"Tile": sr.Tile}) == tile


@given(TILE_SETS, TILE_SETS)
def test_tile_sets_behave_as_sets(one: sr.TileSet, other: sr.TileSet) -> None:
    these, those = set(one), set(other)
    assert list(one) == sorted(these)
    assert (set(one | other), set(one & other)) == (these | those, these & those)
    assert (set(one ^ other), set(one - other), set(~one)) == (these ^ those, these - those, set(TILES) - these)
    assert (one <= other, one < other, one >= other) == (these <= those, these < those, these >= those)
    assert (one > other, one == other, hash(one) == hash(other)) == (these > those, these == those, these == those)
    assert (len(one), one.pips, bool(one)) == (len(these), sum(tile.pips for tile in these), bool(these))
    assert [tile in one for tile in TILES] == [tile in these for tile in TILES]
    assert sr.TileSet(str(one)) == one == sr.TileSet.from_mask(one.mask) == again(one) == sr.TileSet(these)
    assert eval(repr(one), {"TileSet": sr.TileSet}) == one


# --- turns ---------------------------------------------------------------------------------------


def test_turn_numbers_are_a_bijection() -> None:
    assert [turn.index for turn in TURNS] == list(range(113))
    placements = [sr.Turn.place(tile, arm) for tile in TILES for arm in sr.Arm]
    assert [*placements, sr.Turn.PASS] == list(TURNS)
    assert len(set(TURNS)) == len({str(turn) for turn in TURNS}) == 113
    assert sorted(TURNS, reverse=True) == list(reversed(TURNS))


@pytest.mark.parametrize("turn", TURNS, ids=str)
def test_a_turn_reads_back(turn: sr.Turn) -> None:
    assert sr.Turn.parse(str(turn)) == sr.Turn.from_index(turn.index) == again(turn) == turn
    assert sr.Turn(str(turn)) == sr.Turn(turn.index) == eval(repr(turn), {"Turn": sr.Turn}) == turn
    assert TURNS[turn] is turn  # a turn is an index
    if turn.tile is None or turn.arm is None:
        assert (turn.arm, turn.is_pass, turn.index) == (None, True, 112)
    else:
        assert turn.index == 4 * turn.tile.index + turn.arm
        low, high = pair(turn.tile)
        letter = turn.arm.name[0]
        for text in (f"{high}|{low}{letter}", f"[{low}|{high}]{letter}", f"{low}-{high}{letter}"):
            assert sr.Turn.parse(text) == turn
        for arm in (turn.arm, int(turn.arm), letter, letter.lower(), turn.arm.name, turn.arm.name.lower()):
            assert sr.Turn.place(turn.tile, arm) == turn


# --- rounds --------------------------------------------------------------------------------------


@given(rounds())
def test_28_tiles_are_conserved(round: sr.Round) -> None:  # R2, R4
    assert sum(map(len, round.hands)) + len(round.layout.tiles) == 28
    assert unplayed(round) | round.layout.tiles == sr.TileSet.FULL
    assert len(round.layout.tiles) <= 7 + 3 * 6
    assert len(round.layout.joins) == max(len(round.layout.tiles) - 1, 0)


@given(rounds())
def test_legal_turns_their_indices_and_is_legal_say_the_same(round: sr.Round) -> None:  # R13
    legal = round.legal_turns()
    assert round.legal_indices() == [turn.index for turn in legal] == sorted({turn.index for turn in legal})
    assert [turn for turn in TURNS if round.is_legal(turn)] == legal
    assert bool(legal) != round.is_over
    assert (sr.Turn.PASS in legal) == (legal == [sr.Turn.PASS])


@given(rounds())
def test_a_refused_turn_says_why_and_changes_nothing(round: sr.Round) -> None:
    before, text = hash(round), round.position
    for turn in TURNS:
        if round.is_legal(turn):
            assert round.play(turn) == round.play(turn.index) == round.play(str(turn))
            assert round.play(turn).turns == (*round.turns, turn)
        else:
            with pytest.raises(sr.IllegalTurnError) as refused:
                round.play(turn)
            assert refused.value.code in {
                "round-over", "must-play", "already-played", "not-in-hand", "opening-arm", "arm-closed", "does-not-fit",
            }  # fmt: skip
    assert (hash(round), round.position) == (before, text)


@given(rounds())
def test_a_round_reads_back(round: sr.Round) -> None:
    text = round.position
    assert sr.Round.parse(text) == round
    assert sr.Round.parse(text).position == text
    assert again(round) == copy.copy(round) == copy.deepcopy(round) == round
    assert hash(again(round)) == hash(round)
    assert pickle.dumps(again(round)) == pickle.dumps(round)
    assert repr(again(round)) == repr(round)
    assert (again(round).ending, again(round).points, again(round).passes) == (
        round.ending, round.points, round.passes,
    )  # fmt: skip


def test_a_round_at_the_limit_of_scores_reads_back() -> None:
    for limit in (-1_000_000, 1_000_000):
        for at in play_on(sr.Round.deal(1, scores=(limit, limit), target=None), random.Random(1)):
            assert again(at) == at


@given(rounds())
def test_the_same_deal_and_turns_are_the_same_round(round: sr.Round) -> None:
    twin = start_of(round)
    for turn in round.turns:
        assert twin != round
        twin = twin.play(turn)
    assert twin == round
    assert hash(twin) == hash(round)


@given(rounds())
def test_blocked_exactly_when_no_unplayed_tile_shows_an_open_pip(round: sr.Round) -> None:  # R18
    if not round.turns:
        return
    open_pips = {end.pips for end in round.layout.open_ends}
    is_dead = not any(open_pips & set(pair(tile)) for tile in unplayed(round))
    if round.ending is not None and round.ending.reason != "blocked":
        return
    last = round
    passes = 0
    while is_dead and not last.is_over:
        assert last.legal_turns() == [sr.Turn.PASS]
        last, passes = last.play(sr.Turn.PASS), passes + 1
    assert is_dead == (last.ending is not None and last.ending.reason == "blocked")
    if is_dead:
        assert passes == 4 - round.passes
        assert round.layout.spinner is not None  # without one, a round cannot be blocked
        assert last.passes == 4


@given(rounds())
def test_no_double_touches_the_spinner(round: sr.Round) -> None:  # R10
    doubles = [tile for tile in round.layout.tiles if tile.is_double]
    assert round.layout.spinner == (doubles[0] if doubles else None)
    assert not any(at.tile.is_double and by.tile.is_double for at, by in round.layout.joins)


@given(rounds())
def test_deductions_come_once_and_never_after_a_win(round: sr.Round) -> None:  # R20 to R25
    start = start_of(round)
    scores, at = list(start.scores), start
    for turn in round.turns:
        side = at.seat % 2
        at = at.play(turn)
        assert at.points in range(0, 40, 5)
        scores[side] += at.points
        if at.is_over and at.ending is not None:
            deductions = at.ending.deductions
            scores = [scores[0] - deductions[0] - deductions[2], scores[1] - deductions[1] - deductions[3]]
            if at.ending.reason == "target":
                assert deductions == (0, 0, 0, 0)
        assert list(at.scores) == scores
        if at.target is not None:
            assert (at.ending is not None and at.ending.reason == "target") == (max(scores) >= at.target)


@given(rounds())
def test_a_pass_proves_what_a_seat_lacks(round: sr.Round) -> None:  # R12, R13
    for seat in SEATS:
        lacks = round.view(seat).lacks[seat]
        assert not any(lacks & set(pair(tile)) for tile in round.hands[seat])
    if round.passes:
        passed = round.turns[-1]
        assert passed.is_pass
        seat = (round.opener + len(round.turns) - 1) % 4
        assert {end.pips for end in round.layout.open_ends} <= round.view().lacks[seat]


@given(rounds(), st.integers(1, 3))
def test_a_quarter_turn_of_the_seats_relabels_and_changes_nothing_else(round: sr.Round, steps: int) -> None:  # R1
    def turned(by_seat: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(by_seat[(seat - steps) % len(by_seat)] for seat in range(len(by_seat)))

    start = start_of(round)
    twin = sr.Round(turned(start.hands), (start.opener + steps) % 4, turned(start.scores), start.target)
    for turn in round.turns:
        twin = twin.play(turn)
    assert (twin.seat, twin.hands, twin.scores) == ((round.seat + steps) % 4, turned(round.hands), turned(round.scores))
    assert (twin.points, twin.passes, twin.layout) == (round.points, round.passes, round.layout)
    assert twin.legal_turns() == round.legal_turns()
    if round.ending is not None and twin.ending is not None:
        assert twin.ending.reason == round.ending.reason
        assert twin.ending.leftovers == turned(round.ending.leftovers)
    for seat in SEATS:
        assert twin.view((seat + steps) % 4).lacks == turned(round.view(seat).lacks)


@given(rounds())
def test_equal_looking_ends_lead_to_positions_with_the_same_future(round: sr.Round) -> None:
    ends = round.layout.open_ends
    for end in ends:
        for other in ends:
            same = end.tile == other.tile and end.half[:5] == other.half[:5] and end.half[:5] in ("track", "branc")
            if not same or end.arm >= other.arm:
                continue  # both sides of a lone double, or both unstarted branches
            for tile in [tile for tile in round.hands[round.seat] if not round.is_over and end.pips in pair(tile)]:
                one, twin = round.play(sr.Turn.place(tile, end.arm)), round.play(sr.Turn.place(tile, other.arm))
                assert one != twin
                assert one.canonical_key() == twin.canonical_key()
                assert one.perft(3) == twin.perft(3)
                assert (one.points, one.layout.count) == (twin.points, twin.layout.count)


@given(rounds(), RANDOMS)
@settings(max_examples=60)
def test_a_view_reads_back(round: sr.Round, rng: random.Random) -> None:
    for at in (round, *play_on(round, rng)):
        for seat in SEATS:
            view = at.view(seat)
            assert sr.View.parse(view.position) == view == again(view)
            assert sr.View.parse(view.position).position == view.position
            assert hash(again(view)) == hash(view)
            assert repr(again(view)) == repr(view)
            assert pickle.dumps(again(view)) == pickle.dumps(view)
            assert sr.View.parse(at.position, seat) == view


@given(rounds())
def test_a_layout_reads_back(round: sr.Round) -> None:
    layout = round.layout
    assert sr.Layout.parse(layout.notation) == layout == again(layout) == eval(repr(layout), {"Layout": sr.Layout})
    assert hash(again(layout)) == hash(layout)
    assert len(layout) == len(layout.tiles)
    assert str(layout) == layout.picture()
    replayed = sr.Layout()
    for turn in round.turns:
        if turn.tile is not None and turn.arm is not None:
            replayed = replayed.place(turn.tile, turn.arm)
    assert replayed == layout


@given(rounds())
def test_a_picture_shows_every_tile_once(round: sr.Round) -> None:
    drawn = round.layout.picture(unicode=True)
    assert sum(not character.isspace() for character in drawn) == len(round.layout)
    assert round.layout.picture().count("]") >= len(round.layout)
    assert not any(line != line.rstrip() for line in (drawn + "\n" + str(round.layout)).split("\n"))


# --- matches -------------------------------------------------------------------------------------


@given(matches())
@settings(max_examples=50)
def test_undo_restores_equality_across_round_and_match_ends(match: sr.Match) -> None:
    fresh_text = sr.Match.from_record(match.to_record()).to_record()
    assert fresh_text == match.to_record()
    states = []
    replay = match.copy()
    taken_back = []
    while replay.round.turns or len(replay.history) > 1:
        states.append(replay.copy())
        taken_back.append(replay.undo())
    with pytest.raises(sr.IllegalTurnError, match="no turn to undo"):
        replay.undo()
    for state in reversed(states):
        replay.play(taken_back.pop())
        assert replay == state
    assert replay == match
    assert replay.history == match.history


@given(matches(), RANDOMS)
@settings(max_examples=50)
def test_copies_and_pickles_deal_the_same_future_tiles(match: sr.Match, rng: random.Random) -> None:
    others = [
        match.copy(),
        copy.copy(match),
        copy.deepcopy(match),
        again(match),
        sr.Match.from_record(match.to_record()),
    ]
    assert others == [match] * len(others)
    state = rng.getstate()
    play_match(match, rng, 120)
    for other in others:
        rng.setstate(state)
        assert play_match(other, rng, 120) == match
        assert other.history == match.history


@given(matches())
@settings(max_examples=50)
def test_given_deals_pickle_with_their_openers(match: sr.Match) -> None:
    deals: list[Any] = []
    for entry in match.history:
        lot = None if entry.lot is None else list(entry.lot)
        deals.append((start_of(entry.round).hands, lot or (entry.opener if entry.number == 1 else None)))
    told = sr.Match.from_deals(deals, match.target, seed=9)
    for entry in match.history:
        for turn in entry.round.turns:
            told.play(turn)
    assert again(told) == told
    assert told.history == match.history
    assert told.scores == match.scores


@given(SEEDS)
@settings(max_examples=20)
def test_undo_goes_back_where_given_deals_are_used_up(seed: int) -> None:
    deals = [sr.Round.deal(deal).hands for deal in range(3)]
    match = play_match(sr.Match.from_deals(deals, 1_000_000, seed=seed), random.Random(seed))
    over = match.copy()
    taken_back = [match.undo() for round in match.rounds for _ in round.turns]
    assert match == sr.Match.from_deals(deals, 1_000_000, seed=seed)
    for turn in reversed(taken_back):
        assert not match.is_over
        match.play(turn)
    assert match == over


def test_many_threads_on_one_match_leave_it_sound() -> None:
    match = sr.Match(5)

    def play(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(300):
            with contextlib.suppress(sr.IllegalTurnError, IndexError):
                match.play(rng.choice(match.legal_turns()))
                if rng.random() < 0.2:
                    match.undo()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(play, range(8)))
    assert sr.Match.from_record(match.to_record()) == match
    assert again(match) == match


@given(matches())
@settings(max_examples=50)
def test_a_copy_is_independent(match: sr.Match) -> None:
    copied = match.copy()
    before = again(match)
    if not copied.is_over:
        copied.play(copied.legal_indices()[0])
        assert copied != match
    assert match == before


@given(matches())
@settings(max_examples=50)
def test_a_match_is_its_present_round(match: sr.Match) -> None:
    round = match.round
    assert (match.seat, match.scores) == (round.seat, round.scores)
    assert (match.legal_turns(), match.legal_indices()) == (round.legal_turns(), round.legal_indices())
    assert match.view() == round.view()
    assert [match.view(seat) for seat in SEATS] == [round.view(seat) for seat in SEATS]
    assert match.is_over == (match.winner is not None) == round.is_over
    assert match.rounds == tuple(entry.round for entry in match.history if entry.round.is_over)
    assert all(ended(past).reason != "target" for past in match.rounds[: None if not match.is_over else -1])


@given(matches())
@settings(max_examples=50)
def test_a_refused_turn_leaves_a_match_as_it_was(match: sr.Match) -> None:
    before = match.copy()
    for turn in [turn for turn in TURNS if turn not in match.legal_turns()]:
        with pytest.raises(sr.IllegalTurnError):
            match.play(turn)
    assert match == before


# --- equality and hashes -------------------------------------------------------------------------


@given(rounds(), rounds())
@settings(max_examples=30)
def test_equal_things_hash_alike_and_different_kinds_are_never_equal(one: sr.Round, other: sr.Round) -> None:
    things = [
        *(part for round in (one, other) for part in (round, round.view(), round.layout, round.hands[0])),
        *(part for round in (one, other) for part in round.turns[:3]),
        sr.Tile(0, 1), sr.Turn.PASS, 112, 1, "0|1", None, (0, 1), sr.Arm.LEFT,
    ]  # fmt: skip
    for this in things:
        for that in things:
            if type(this) is type(that):
                assert (this == that) != (this != that)
                assert this != that or hash(this) == hash(that)
            elif not (isinstance(this, int) and isinstance(that, int)):
                assert this != that


def test_hashes_are_the_same_in_every_process() -> None:
    things = "[m.round, m.view(), m.round.layout, m.round.hands[0], m.legal_turns()[0], sr.Record.parse(m.to_record())]"
    program = f"import sevenrocks as sr; m = sr.Match(1); print(*map(hash, {things}))"
    told = {subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout for _ in range(2)}
    assert len(told) == 1


def test_matches_have_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(sr.Match(1))


def test_arms_ends_and_endings_are_plain_python() -> None:
    assert {arm.name: arm.value for arm in sr.Arm} == {"LEFT": 0, "RIGHT": 1, "UP": 2, "DOWN": 3}
    round = sr.Round.deal(1).play(sr.Round.deal(1).legal_indices()[0])
    while not round.is_over:
        round = round.play(round.legal_indices()[0])
    match = sr.Match(1)
    nouns: list[Any] = [
        *round.layout.open_ends,
        *round.layout.counted_ends,
        *round.layout.joins[0],
        ended(round),
        *match.history,
    ]
    for noun in nouns:
        assert again(noun) == noun == type(noun)(*noun)
        assert isinstance(noun, tuple)
    assert again(sr.Arm.UP) is sr.Arm.UP
    assert {type(noun) for noun in nouns} == {sr.OpenEnd, sr.CountedEnd, sr.TileHalf, sr.Ending, sr.MatchRound}
