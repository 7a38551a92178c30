"""The observation of `BatchEnv`: a row says what the view of the acting seat says, and nothing else."""

import random
from typing import Any, Literal

import numpy as np
import pytest

import sevenrocks as sr
from helpers import SEATS, alike_for, play_on, start_of

FIELDS = sr.observation_fields()
COLUMNS = {field.name: field.columns for field in FIELDS}
PLACED = [f"placed_by_{steps}" for steps in SEATS]
PASS = sr.Turn.PASS.index

Passes = Literal["taken", "offered"]


# --- what a row says -----------------------------------------------------------------------------


def encode(view: sr.View) -> dict[str, list[int]]:
    """The fields of an observation, worked out slowly from a view as `docs/observation.md` tells them."""
    seats = [(view.seat + steps) % 4 for steps in SEATS]
    placed: list[set[sr.Tile]] = [set() for _ in SEATS]
    for position, turn in enumerate(view.turns):
        if turn.tile is not None:
            placed[(view.opener + position) % 4].add(turn.tile)
    return {
        "hand": marked(28, {tile.index for tile in view.hand}),
        **{name: marked(28, {tile.index for tile in placed[seat]}) for name, seat in zip(PLACED, seats, strict=True)},
        **encode_layout(view.layout),
        "lacks": [column for seat in seats for column in marked(7, view.lacks[seat])],
        "hand_sizes": [view.hand_sizes[seat] for seat in seats],
        "passes": [view.passes],
        "opener": marked(4, {seats.index(view.opener)}),
        "needed": [fives(view.target, view.scores[side]) for side in (view.seat % 2, 1 - view.seat % 2)],
    }


def encode_layout(layout: sr.Layout) -> dict[str, list[int]]:
    ends = {end.arm: end for end in layout.open_ends}
    arms = []
    for arm in sr.Arm:
        arms += [*marked(7, {ends[arm].pips}), value(layout, ends[arm])] if arm in ends else [0] * 8
    joined = {half.half for join in layout.joins for half in join if half.tile == layout.spinner}
    spinner = [*marked(7, {layout.spinner.low} if layout.spinner else ()), int(joined >= {"track A", "track B"})]
    return {"arms": arms, "spinner": spinner, "count": [layout.count]}


def value(layout: sr.Layout, end: sr.OpenEnd) -> int:
    """What an arm adds to the count (R14 to R16); a lone double counts on the left arm alone."""
    if end.half.startswith("branch") or (len(layout) == 1 and end.tile.is_double and end.arm == sr.Arm.RIGHT):
        return 0
    return end.pips * (1 + end.tile.is_double)


def marked(width: int, positions: Any) -> list[int]:
    return [int(position in positions) for position in range(width)]


def fives(target: int | None, score: int) -> int:
    return 255 if target is None else min(255, -((score - target) // 5))


class Mirror:
    """The round or match that an environment should be playing, played turn by turn."""

    def __init__(self, env: sr.BatchEnv, position: int, passes: Passes) -> None:
        match = sr.Match(env.seed, env.target or 250, index=int(env.match_index[position]))
        self.takes_passes = passes == "taken"
        self.now: sr.Match | sr.Round = match
        if env.unit == "round":
            self.now = sr.Round(match.round.hands, match.round.opener, target=None)

    def play(self, turn: int) -> None:
        self._play(turn)
        while self.takes_passes and self.now.legal_indices() == [PASS]:
            self._play(PASS)

    def _play(self, turn: int) -> None:
        if isinstance(self.now, sr.Round):
            self.now = self.now.play(turn)
        else:
            self.now.play(turn)


def assert_row(env: sr.BatchEnv, position: int, mirror: Mirror) -> None:
    """One row of the arrays is what the mirrored round or match has to say."""
    now = mirror.now
    if not now.is_over:
        assert env.current_seat[position] == now.seat
    assert tuple(env.scores[position]) == now.scores
    assert np.flatnonzero(env.action_mask[position]).tolist() == now.legal_indices()
    row = env.observation[position]
    expected = {name: [0] * (at.stop - at.start) for name, at in COLUMNS.items()}
    expected = expected if now.is_over else encode(now.view())
    assert {name: row[at].tolist() for name, at in COLUMNS.items()} == expected


@pytest.mark.parametrize("passes", ["taken", "offered"])
@pytest.mark.parametrize(
    ("unit", "target", "expected"),
    [
        ("round", None, ["out", "blocked"]),
        ("match", None, ["target"]),
        ("match", 60, ["target"]),
        ("match", 3000, []),  # not within so many steps
    ],
)
def test_rows_say_what_the_views_say(
    unit: Literal["round", "match"], target: int | None, expected: list[str], passes: Passes
) -> None:
    n, rng = 10, np.random.default_rng(1)
    env = sr.BatchEnv(n, 11, unit=unit, target=target, forced_passes=passes)
    mirrors = [Mirror(env, position, passes) for position in range(n)]
    ended = {"out": 0, "blocked": 0, "target": 0}
    for _ in range(450):
        before = env.scores.copy()
        actions = sr.masked_random(env.action_mask, rng)
        env.step(actions)
        for position, mirror in enumerate(mirrors):
            mirror.play(int(actions[position]))
            now = mirror.now
            assert env.terminated[position] == now.is_over
            assert env.rewards[position].tolist() == [now.scores[side] - before[position, side] for side in (0, 1)]
            if now.is_over:
                ending = now.ending if isinstance(now, sr.Round) else now.round.ending
                assert ending is not None
                ended[ending.reason] += 1
                mirrors[position] = Mirror(env, position, passes)
            assert_row(env, position, mirrors[position])
    assert [reason for reason, times in ended.items() if times] == expected


def test_a_lone_double_counts_on_the_left_arm() -> None:
    env = sr.BatchEnv(50, 3)
    is_double = np.array([not turn % 4 and sr.Tile.from_index(turn // 4).is_double for turn in range(PASS)])
    marks = env.action_mask[:, :PASS] * (1 + is_double)
    env.step(marks.argmax(axis=1))
    lone = env.observation[env.observation[:, COLUMNS["spinner"]].any(axis=1)].astype(int)
    assert len(lone) > 25
    arms = lone[:, COLUMNS["arms"]].reshape(-1, 4, 8)
    assert (arms[:, 0, :7] == arms[:, 1, :7]).all()
    assert (arms[:, 0, 7] == lone[:, COLUMNS["count"]][:, 0]).all()
    assert not arms[:, 1:, 7].any()


def test_needed_is_255_for_more() -> None:
    for target, expected in ((1, 1), (5, 1), (6, 2), (250, 50), (1275, 255), (1_000_000, 255)):
        row = sr.BatchEnv(1, unit="match", target=target).observation[0]
        assert row[COLUMNS["needed"]].tolist() == [expected, expected]
    assert sr.BatchEnv(1).observation[0, COLUMNS["needed"]].tolist() == [255, 255]


def test_fields_are_the_columns() -> None:
    assert [field.columns.start for field in FIELDS] == [0, *(field.columns.stop for field in FIELDS[:-1])]
    assert FIELDS[-1].columns.stop == sr.BatchEnv(1).observation.shape[1]
    assert len(COLUMNS) == len(FIELDS)


# --- what a row does not say ---------------------------------------------------------------------


def test_hidden_tiles_do_not_change_the_encoding() -> None:
    compared = 0
    for seed in range(120):
        rng = random.Random(seed)
        for round in play_on(sr.Round.deal(seed, seed % 4, target=None), rng):
            twin = None if round.is_over else alike_for(round, round.seat, rng)
            if twin is not None:
                assert twin.hands != round.hands
                assert encode(twin.view()) == encode(round.view())
                assert twin.legal_indices() == round.legal_indices()
                compared += 1
    assert compared > 2000


def test_rows_of_deals_alike_for_the_opener_are_alike() -> None:
    # In so many deals about 170 pairs of openers hold the same hand, whatever the other 21 tiles do.
    env = sr.BatchEnv(20_000, 5)
    hands, of_row = np.unique(env.observation[:, COLUMNS["hand"]], axis=0, return_inverse=True)
    assert 100 < env.n - len(hands) < 300
    shown = (env.action_mask, env.observation, env.rewards, env.terminated[:, None], env.scores)
    rows = np.concatenate(shown, axis=1)
    one_of_each = np.zeros((len(hands), rows.shape[1]))
    one_of_each[of_row] = rows
    assert (rows == one_of_each[of_row]).all()


@pytest.mark.parametrize("passes", ["taken", "offered"])
def test_no_row_marks_an_unseen_tile(passes: Passes) -> None:
    env = sr.BatchEnv(500, 8, forced_passes=passes)
    rng = np.random.default_rng(8)
    for _ in range(60):
        row = env.observation.astype(int)
        hand = row[:, COLUMNS["hand"]]
        placed = np.stack([row[:, COLUMNS[name]] for name in PLACED], axis=1)
        sizes = row[:, COLUMNS["hand_sizes"]]
        seen = hand + placed.sum(axis=1)
        assert seen.max() == 1
        assert (hand.sum(axis=1) == sizes[:, 0]).all()
        assert (placed.sum(axis=2) == 7 - sizes).all()
        assert ((seen == 0).sum(axis=1) == sizes[:, 1:].sum(axis=1)).all()
        in_hand = np.repeat(hand, 4, axis=1)
        assert not (env.action_mask[:, :PASS] > in_hand).any()
        env.step(sr.masked_random(env.action_mask, rng))


# --- what follows from a row ---------------------------------------------------------------------


def test_seats_are_told_from_the_acting_one() -> None:
    for seed in range(40):
        start = sr.Round.deal(seed, seed % 4, (10, -5))
        turned = sr.Round([start.hands[seat - 1] for seat in SEATS], (start.opener + 1) % 4, (-5, 10))
        for round in play_on(start, random.Random(seed)):
            turned = turned.play(round.turns[-1]) if round.turns else turned
            if not round.is_over:
                assert encode(turned.view()) == encode(round.view())


def in_another_order(round: sr.Round, rng: random.Random) -> sr.Round | None:
    """The same position by the same turns, two of one seat exchanged; None if that cannot be."""
    turns = list(round.turns)
    first = rng.randrange(len(turns))
    second = rng.randrange(first % 4, len(turns), 4)
    turns[first], turns[second] = turns[second], turns[first]
    other = start_of(round)
    for turn in turns:
        if not other.is_legal(turn):
            return None
        other = other.play(turn)
    return other if other.turns != round.turns and encode(other.view()) == encode(round.view()) else None


def follows(round: sr.Round, turn: int) -> Any:
    """What comes of a turn: the gains, and the next row."""
    after = round.play(turn)
    gains = [after.scores[side] - round.scores[side] for side in (0, 1)]
    return gains, after.is_over, {} if after.is_over else encode(after.view())


def test_what_follows_depends_on_the_row_and_the_hidden_hands_alone() -> None:
    compared = 0
    for seed in range(150):
        rng = random.Random(seed)
        for round in play_on(sr.Round.deal(seed, target=None), rng):
            tries = range(0 if round.is_over or len(round.turns) < 8 else 6)
            for other in filter(None, (in_another_order(round, rng) for _ in tries)):
                assert other.hands == round.hands
                assert other.legal_indices() == round.legal_indices()
                for turn in round.legal_indices():
                    assert follows(other, turn) == follows(round, turn)
                compared += 1
    assert compared > 200


def test_a_view_gives_the_row_of_its_seat() -> None:
    env, rng = sr.BatchEnv(1, 5, unit="match", forced_passes="offered"), np.random.default_rng(1)
    match = sr.Match(5)
    while not env.terminated[0]:
        view = match.view()
        assert (view.observation() == env.observation[0]).all()
        with pytest.raises(sr.IllegalTurnError):
            match.view((match.seat + 1) % 4).observation()
        (turn,) = sr.masked_random(env.action_mask, rng)
        match.play(turn)
        env.step([turn])
    with pytest.raises(sr.IllegalTurnError):
        match.view().observation()
