"""A view tells what its seat may know, and nothing of what it may not."""

import itertools
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenrocks as sr
from helpers import RANDOMS, SEATS, TURNS, alike_for, ended, find_round, play_on, played_out, rounds, start_of

ATTRIBUTES = {
    "acting", "all_deals", "count_deals", "deals", "hand", "hand_sizes", "is_over", "lacks", "layout", "legal_indices",
    "legal_turns", "marginals", "observation", "opener", "parse", "passes", "points_of", "position", "possible",
    "scores", "seat", "target", "turns", "unseen",
}  # fmt: skip
"""All there is on a view. Whoever adds one adds it here, having thought about what it gives away."""

SPECIAL = ("__repr__", "__str__", "__hash__", "__reduce__", "__getstate__", "__sizeof__", "__dir__")


def answer(call: Any) -> Any:
    """What a call gives or raises, as something to compare."""
    try:
        given = call()
        if isinstance(given, sr.Deals):
            return list(itertools.islice(given, 10))
        return given.tobytes() if isinstance(given, np.ndarray) else given
    except Exception as error:
        return type(error), str(error), getattr(error, "code", None)


def all_it_tells(view: sr.View) -> dict[str, Any]:
    """Every attribute, and what every method gives without arguments and for each seat."""
    told: dict[str, Any] = {name: answer(getattr(view, name)) for name in SPECIAL}
    for name in ATTRIBUTES:
        value = getattr(view, name)
        if callable(value):
            ways: list[Any] = [(), *((number,) for number in range(113 if name == "points_of" else 4))]
            told |= {f"{name}{arguments}": answer(lambda: value(*arguments)) for arguments in ways}  # noqa: B023
        else:
            told[name] = value
    told["__reduce_ex__"] = [answer(lambda: view.__reduce_ex__(protocol)) for protocol in range(2, 6)]  # noqa: B023
    told["pickle"] = pickle.dumps(view)
    return told


def assert_alike(view: sr.View, twin: sr.View) -> None:
    assert view == twin
    assert hash(view) == hash(twin)
    told, by_the_twin = all_it_tells(view), all_it_tells(twin)
    assert told == by_the_twin
    assert repr(told) == repr(by_the_twin)


def test_nothing_else_is_on_a_view() -> None:
    view = sr.Round.deal(1).view()
    assert {name for name in dir(view) if not name.startswith("_")} == ATTRIBUTES
    assert not hasattr(view, "__dict__")
    with pytest.raises(AttributeError):
        view.hand = sr.TileSet.FULL  # type: ignore[misc]


@given(rounds(), RANDOMS)
@settings(max_examples=400)
def test_rounds_alike_for_a_seat_give_equal_views(round: sr.Round, rng: random.Random) -> None:
    for seat in SEATS:
        twin = alike_for(round, seat, rng)
        if twin is not None:
            assert twin != round
            assert_alike(round.view(seat), twin.view(seat))


@pytest.mark.parametrize("reason", ["out", "blocked", "target"])
def test_at_every_point_of_a_round_and_at_its_end(reason: str) -> None:
    compared = 0
    for seed in range(3000):
        rng = random.Random(seed)
        scores = (230, 230) if reason == "target" else (0, 0)
        last = played_out(sr.Round.deal(seed, seed % 4, scores), rng)
        twin_at_the_end = alike_for(last, seed // 4 % 4, rng) if ended(last).reason == reason else None
        if twin_at_the_end is None:
            continue
        round, twin = start_of(last), start_of(twin_at_the_end)
        for turn in last.turns:
            assert_alike(round.view(seed // 4 % 4), twin.view(seed // 4 % 4))
            round, twin = round.play(turn), twin.play(turn)
        assert round.is_over
        assert_alike(round.view(seed // 4 % 4), twin.view(seed // 4 % 4))
        compared += 1
        if compared == 20:
            return
    raise AssertionError(f"only {compared} pairs found")


@given(rounds(), st.sampled_from(SEATS))
def test_a_view_tells_what_the_table_sees_and_the_own_hand(round: sr.Round, seat: int) -> None:
    view = round.view(seat)
    assert (view.seat, view.acting, view.opener) == (seat, round.seat, round.opener)
    assert (view.hand, view.layout, view.turns) == (round.hands[seat], round.layout, round.turns)
    assert view.hand_sizes == tuple(map(len, round.hands))
    assert (view.scores, view.target, view.passes, view.is_over) == (
        round.scores, round.target, round.passes, round.is_over,
    )  # fmt: skip
    assert view.unseen == ~(sr.TileSet(round.layout.tiles) | view.hand)
    for other in SEATS:
        possible = view.possible(other)
        assert round.hands[other] <= possible
        if other == seat:
            assert possible == view.hand
        else:
            fits = [tile for tile in view.unseen if not view.lacks[other] & {tile.low, tile.high}]
            assert possible == sr.TileSet(fits)


@given(rounds())
def test_only_the_seat_to_act_may_ask_for_legal_turns(round: sr.Round) -> None:
    for seat in SEATS:
        view = round.view(seat)
        if seat == round.seat and not round.is_over:
            assert view.legal_turns() == round.legal_turns()
            assert view.legal_indices() == round.legal_indices()
            continue
        for ask in (view.legal_turns, view.legal_indices):
            with pytest.raises(sr.IllegalTurnError) as refused:
                ask()
            assert refused.value.code == ("round-over" if round.is_over else "not-your-turn")


@given(rounds())
def test_what_a_turn_would_earn(round: sr.Round) -> None:  # R17
    for turn in TURNS:
        for asked in (round, round.view()):
            if round.is_legal(turn):
                assert asked.points_of(turn) == round.play(turn).points
            else:
                assert answer(lambda: asked.points_of(turn)) == answer(lambda: round.play(turn))  # noqa: B023


@given(rounds())
def test_what_every_seat_may_know_of_itself_is_the_same_table(round: sr.Round) -> None:
    views = [round.view(seat) for seat in SEATS]
    assert len({(view.lacks, view.turns, view.layout, view.hand_sizes, view.scores) for view in views}) == 1
    assert len(set(views)) == 4
    assert round.view() == views[round.seat]


@given(rounds(), RANDOMS, st.sampled_from(["random", "greedy", "counting"]), st.integers(0, 99))
def test_policies_choose_alike_where_a_seat_knows_alike(
    round: sr.Round, rng: random.Random, name: str, seed: int
) -> None:
    twin = alike_for(round, round.seat, rng)
    if round.is_over or twin is None:
        return
    one, other = sr.policy(name), sr.policy(name)
    one.reset(seed)
    other.reset(seed)
    assert one.choose(round.view()) == other.choose(twin.view())


def test_a_view_of_a_match_is_that_of_its_round() -> None:
    match = sr.Match(3)
    for round in play_on(match.round, random.Random(1)):
        if round.turns:
            match.play(round.turns[-1])
        if not round.is_over:
            assert [match.view(seat) for seat in SEATS] == [round.view(seat) for seat in SEATS]
            assert match.view() == round.view(round.seat)


def test_a_win_at_the_target_shows_no_leftovers() -> None:  # R24
    won = find_round(lambda round: ended(round).reason == "target", scores=(230, 230))
    assert sum(ended(won).leftovers) > 0
    assert len(won.view(0).position.split()) == 5
    settled = find_round(lambda round: ended(round).reason == "out")
    assert settled.view(0).position.split()[5] == ":".join(map(str, ended(settled).leftovers))
