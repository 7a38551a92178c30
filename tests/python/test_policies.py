"""The shipped policies against slow re-tellings of what they promise, and Python objects in their place."""

import pickle
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, inf
from statistics import mean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sevenrocks as sr
from helpers import RANDOMS, First, Last, pair, play_on, rounds

NAMES = list(sr.policies())


def decisions(seed: int, scores: tuple[int, int] = (0, 0)) -> Iterator[sr.View]:
    """The views of a random round in which the seat to act can place a tile."""
    for round in play_on(sr.Round.deal(seed, seed % 4, scores), random.Random(seed)):
        if not round.is_over and round.legal_turns() != [sr.Turn.PASS]:
            yield round.view()


def choices(name: str, view: sr.View, seeds: int = 30) -> set[sr.Turn]:
    """What a policy chooses over some seeds."""
    policy = sr.policy(name)
    chosen = set()
    for seed in range(seeds):
        policy.reset(seed)
        chosen.add(policy.choose(view))
    return chosen


# --- the shipped ones ----------------------------------------------------------------------------


def test_names() -> None:
    assert NAMES == ["random", "greedy", "counting"]  # weakest first
    for name, about in sr.policies().items():
        policy = sr.policy(name)
        assert (policy.name, repr(policy)) == (name, f"policy('{name}')")
        assert pickle.loads(pickle.dumps(policy)).name == name
        assert about


@given(rounds(), st.sampled_from(NAMES), st.integers(0, 2**64 - 1))
def test_they_choose_legal_turns_and_the_same_from_the_same_seed(round: sr.Round, name: str, seed: int) -> None:
    if round.is_over:
        with pytest.raises(sr.IllegalTurnError, match="the round is over"):
            sr.policy(name).choose(round.view())
        return
    one, other = sr.policy(name), sr.policy(name)
    one.choose(round.view())  # forgotten by the reset
    one.reset(seed)
    other.reset(seed)
    for _ in range(5):
        turn = one.choose(round.view())
        assert turn in round.legal_turns()
        assert other.choose(round.view()) == turn
    with pytest.raises(sr.IllegalTurnError, match=f"it is the turn of seat {round.seat}"):
        one.choose(round.view((round.seat + 1) % 4))


def test_random_takes_every_legal_turn_alike() -> None:
    for view in list(decisions(3))[3:8]:
        policy = sr.policy("random")
        policy.reset(1)
        drawn = [policy.choose(view) for _ in range(3000)]
        share = 1 / len(view.legal_turns())
        for turn in view.legal_turns():
            assert drawn.count(turn) / 3000 == pytest.approx(share, abs=5 * (share * (1 - share) / 3000) ** 0.5 + 1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_greedy_takes_most_points_then_the_heavier_tile(seed: int) -> None:
    for view in decisions(seed):
        worth = {turn: (points_of(view, turn), tile_of(turn).pips) for turn in view.legal_turns()}
        best = {turn for turn, found in worth.items() if found == max(worth.values())}
        assert choices("greedy", view) == best


def tile_of(turn: sr.Turn) -> sr.Tile:
    assert turn.tile is not None
    return turn.tile


def after(view: sr.View, turn: sr.Turn) -> sr.Layout:
    assert turn.arm is not None
    return view.layout.place(tile_of(turn), turn.arm)


def points_of(view: sr.View, turn: sr.Turn) -> int:
    return after(view, turn).points


# --- counting, told again ------------------------------------------------------------------------


def best_reply(layout: sr.Layout, tile: sr.Tile) -> int:
    """The most points the tile can earn on this table, 0 where it does not fit."""
    fits = [end.arm for end in layout.open_ends if end.pips in pair(tile)]
    return max((layout.place(tile, arm).points for arm in fits), default=0)


def mean_best(replies: Sequence[int], held: int) -> float:
    """The mean over all hands of so many of these tiles of the best reply in the hand.

    The best is below so many points where all of the hand comes from the tiles below: C(below, held) of them.
    """
    hands = comb(len(replies), held)
    total = 0
    for points in range(5, 40, 5):
        at_least = hands - comb(sum(reply < points for reply in replies), held)
        total += 5 * at_least
    return total / hands


def expected_reply(view: sr.View, layout: sr.Layout, seat: int) -> float:
    return mean_best([best_reply(layout, tile) for tile in view.possible(seat)], view.hand_sizes[seat])


def worth(view: sr.View, turn: sr.Turn) -> float:
    """What `counting` promises to weigh a placement by."""
    layout, tile = after(view, turn), tile_of(turn)
    points = layout.points
    if points and view.target is not None and view.scores[view.seat % 2] + points >= view.target:
        return inf
    worth = points + 0.15 * tile.pips
    kept = view.hand - [tile]
    if not kept:
        return worth
    fitting = [own for own in kept if any(end.pips in pair(own) for end in layout.open_ends)]
    opponent = expected_reply(view, layout, (view.seat + 1) % 4)
    partner = expected_reply(view, layout, (view.seat + 2) % 4)
    return worth - opponent + 0.15 * partner + 0.5 * len(fitting)


@given(st.lists(st.sampled_from(range(0, 40, 5)), min_size=1, max_size=9), st.data())
def test_the_mean_is_that_over_every_hand(replies: list[int], data: st.DataObject) -> None:
    held = data.draw(st.integers(1, len(replies)))
    assert mean_best(replies, held) == pytest.approx(mean(max(hand) for hand in combinations(replies, held)))


@pytest.mark.parametrize("scores", [(0, 0), (240, 235)])
@pytest.mark.parametrize("seed", range(30))
def test_counting_takes_the_best_by_its_formula(seed: int, scores: tuple[int, int]) -> None:
    for view in decisions(seed, scores):
        weighed = {turn: worth(view, turn) for turn in view.legal_turns()}
        most = max(weighed.values())
        equals = {turn for turn, found in weighed.items() if found == most or most - found < 1e-9}
        chosen = choices("counting", view)
        assert chosen <= equals
        assert len(chosen) > 1 or len(equals) == 1  # equals are drawn from


# --- Python objects in their place ---------------------------------------------------------------


class Speaks:
    """Plays the first legal turn, in one way of saying it."""

    def __init__(self, way: Any) -> None:
        self.way = way

    def choose(self, view: sr.View) -> Any:
        return self.way(view.legal_turns()[0])


@pytest.mark.parametrize("way", [sr.Turn.from_index, int, str, np.int64, np.uint8])
def test_a_turn_may_be_said_as_a_turn_its_index_or_its_text(way: Any) -> None:
    said = sr.simulate([Speaks(way), Last()], matches=3, seed=4)
    expected = sr.simulate([First(), Last()], matches=3, seed=4)
    for name, column in expected.columns.items():
        assert (said.columns[name] == column).all(), name


class Witness:
    """Plays the last legal turn and remembers what it was shown."""

    def __init__(self) -> None:
        self.seen: list[sr.View] = []
        self.seeds: list[int] = []

    def choose(self, view: sr.View) -> sr.Turn:
        self.seen.append(view)
        return view.legal_turns()[-1]

    def reset(self, seed: int) -> None:
        self.seeds.append(seed)


def test_a_policy_is_shown_its_own_views_where_it_can_place() -> None:
    side, third = Witness(), Witness()
    sr.simulate([side, "random", side, third], matches=3, seed=9)
    assert {view.seat for view in side.seen} == {0, 2}
    assert {view.seat for view in third.seen} == {3}
    for view in side.seen + third.seen:
        assert type(view) is sr.View
        assert (view.acting, view.is_over) == (view.seat, False)
        assert view.legal_turns() != [sr.Turn.PASS]


def test_a_policy_is_reset_once_a_match_with_a_seed_of_its_own() -> None:
    side, third = Witness(), Witness()
    for _ in range(2):
        sr.simulate([side, "random", side, third], matches=3, seed=9)
    assert len(side.seeds) == len(third.seeds) == 6
    assert len({*side.seeds, *third.seeds}) == 6
    assert side.seeds[:3] == side.seeds[3:]


def test_four_different_policies() -> None:
    result = sr.simulate(["counting", First(), sr.policy("greedy"), Last()], matches=5, seed=2)
    assert result.policies == ("counting", "First", "greedy", "last")
    assert len(result) == 5


class Fails(First):
    """Raises the same exception after a while."""

    def __init__(self, error: BaseException, where: str) -> None:
        self.error, self.where, self.turns = error, where, 0

    def reset(self, seed: int) -> None:
        if self.where == "reset":
            raise self.error

    def choose(self, view: sr.View) -> sr.Turn:
        self.turns += 1
        if self.turns > 20:
            raise self.error
        return super().choose(view)


@pytest.mark.parametrize("where", ["reset", "choose"])
@pytest.mark.parametrize("error", [RuntimeError("of my own"), KeyError(3), SystemExit(4), sr.SetupError("mine")])
def test_exceptions_come_back_as_they_are(error: BaseException, where: str) -> None:
    with pytest.raises(type(error)) as raised:
        sr.simulate(["random", Fails(error, where)], matches=50, seed=1)
    assert raised.value is error


class Chooses:
    """Chooses one thing whatever it sees."""

    def __init__(self, turn: Any) -> None:
        self.turn = turn

    def choose(self, view: sr.View) -> Any:
        return self.turn


class Stubborn(Chooses):
    name = "mule"


@pytest.mark.parametrize(
    ("policy", "code", "says"),
    [
        (Stubborn(sr.Turn.PASS), "must-play", r"policy mule at seat 1 chose pass: seat 1 must play: .* is legal"),
        (Stubborn("0|0U"), "", r"policy mule at seat 1 chose 0\|0U: "),
        (Chooses(3), "", r"policy Chooses at seat 1 chose 0\|0D: "),
    ],
)
def test_an_illegal_turn_is_refused_by_policy_seat_and_turn(policy: Any, code: str, says: str) -> None:
    with pytest.raises(sr.IllegalTurnError, match=says) as refused:
        sr.simulate(["greedy", policy], matches=5, seed=3)
    assert refused.value.code == code or not code


@pytest.mark.parametrize(
    ("turn", "error"),
    [(None, TypeError), (1.5, TypeError), (113, sr.SetupError), (-1, sr.SetupError), ("x", sr.NotationError)],
)
def test_what_is_no_turn_is_refused(turn: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        sr.simulate(["greedy", Chooses(turn)], matches=5, seed=3)


def test_an_object_without_choose_is_no_policy() -> None:
    with pytest.raises(TypeError, match=r"expected a policy: .* not object"):
        sr.simulate(["greedy", object()], matches=1)  # type: ignore[list-item]


@given(st.integers(0, 2**32), RANDOMS)
@settings(max_examples=10)
def test_a_shipped_policy_wrapped_in_python_plays_as_it_does_in_rust(seed: int, rng: random.Random) -> None:
    class Wrapped:
        def __init__(self, name: str) -> None:
            self.policy = sr.policy(name)

        def reset(self, seed: int) -> None:
            self.policy.reset(seed)

        def choose(self, view: sr.View) -> sr.Turn:
            return self.policy.choose(view)

    names = [rng.choice(NAMES) for _ in range(4)]
    inside = sr.simulate(names, matches=3, seed=seed)
    outside = sr.simulate([Wrapped(name) for name in names], matches=3, seed=seed)
    for name, column in inside.columns.items():
        assert (outside.columns[name] == column).all(), name
