"""`BatchEnv`: rounds and matches of the seed, one array for all; a refused step is none. Rows: test_observation.py."""

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count as numbers
from typing import Any, Literal

import numpy as np
import pytest

import sevenrocks as sr
from helpers import SEATS
from sevenrocks.batch import NO_ACTION, TURNS

ARRAYS = {
    "current_seat": ((), "uint8"), "action_mask": ((113,), "uint8"), "observation": ((220,), "uint8"),
    "rewards": ((2,), "float32"), "terminated": ((), "bool"), "scores": ((2,), "int32"),
}  # fmt: skip
"""Each array of an environment: the shape of its rows, and its dtype."""
COLUMNS = {field.name: field.columns for field in sr.observation_fields()}
WIDTH = sr.observation_fields()[-1].columns.stop
PLACED = [f"placed_by_{steps}" for steps in SEATS]

Unit = Literal["round", "match"]


def arrays(env: sr.BatchEnv) -> dict[str, np.ndarray[Any, Any]]:
    return {name: getattr(env, name) for name in ARRAYS}


def kept(env: sr.BatchEnv) -> dict[str, bytes]:
    """The bytes of all arrays, and of which matches they show."""
    return {name: array.tobytes() for name, array in arrays(env).items()} | {"match_index": env.match_index.tobytes()}


def first_turns(env: sr.BatchEnv) -> np.ndarray[Any, Any]:
    """The first legal turn of every environment."""
    return np.where(env.action_mask.any(axis=1), env.action_mask.argmax(axis=1), NO_ACTION)


def step_at_random(env: sr.BatchEnv, rng: np.random.Generator, steps: int = 1) -> sr.BatchEnv:
    for _ in range(steps):
        env.step(sr.masked_random(env.action_mask, rng))
    return env


# --- scores --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "target"), [("round", None), ("match", None)])
def test_rewards_add_up_to_the_scores(unit: Unit, target: int | None) -> None:
    env = sr.BatchEnv(60, 2, unit=unit, target=target, autoreset="disabled")
    rng = np.random.default_rng(2)
    gained = np.zeros((60, 2))
    while env.action_mask.any():
        step_at_random(env, rng)
        gained += env.rewards
        assert (env.rewards % 5 == 0).all()
        assert (env.scores == gained).all()
    won = env.scores.max(axis=1) >= 250
    assert won.tolist() == [unit == "match"] * 60
    assert unit == "match" or bool((env.scores < 0).any())  # deductions are in them (R22)


def test_a_match_is_the_match_of_the_seed() -> None:
    env = sr.BatchEnv(8, 7, unit="match", autoreset="disabled", forced_passes="offered")
    matches = [sr.Match(7, index=index) for index in range(8)]
    while env.action_mask.any():
        actions = first_turns(env)
        env.step(actions)
        for match, turn in zip(matches, actions.tolist(), strict=True):
            if not match.is_over:
                match.play(turn)
    assert [match.scores for match in matches] == [tuple(scores) for scores in env.scores.tolist()]
    assert all(match.is_over for match in matches)
    assert env.match_index.tolist() == list(range(8))


def test_matches_do_not_depend_on_how_many_there_are() -> None:
    few, many = sr.BatchEnv(5, 9, unit="match"), sr.BatchEnv(70, 9, unit="match")
    for _ in range(40):
        few.step(first_turns(few))
        many.step(first_turns(many))
        for name, array in arrays(few).items():
            assert (array == arrays(many)[name][:5]).all()


# --- from one episode to the next ----------------------------------------------------------------


def one(env: sr.BatchEnv, position: int) -> tuple[bytes, ...]:
    """What is shown of the position of one environment."""
    return tuple(array[position].tobytes() for array in (env.action_mask, env.observation, env.current_seat))


def told(env: sr.BatchEnv, position: int) -> tuple[list[float], bool]:
    """What is told of its last step."""
    return env.rewards[position].tolist(), bool(env.terminated[position])


def streams(autoreset: Literal["same_step", "next_step"], unit: Unit, steps: int) -> list[list[Any]]:
    """For each environment, what was shown and told after each step; stand-ins for nothing where it is over."""
    env = sr.BatchEnv(6, 4, unit=unit, target=15 if unit == "match" else None, autoreset=autoreset)
    found: list[list[Any]] = [[] for _ in range(6)]
    gained = np.zeros((6, 2))
    for _ in range(steps):
        idle = env.action_mask.max(axis=1) == 0
        env.step(np.where(idle, -77, first_turns(env)))  # any action will do where none is taken
        gained = np.where(idle[:, None], 0, gained) + env.rewards
        for position, stream in enumerate(found):
            if idle[position]:
                assert told(env, position) == ([0, 0], False)
                assert not env.scores[position].any()
                stream[-1] = (one(env, position), stream[-1][1])
            else:
                if autoreset == "next_step" and env.terminated[position]:
                    assert not env.action_mask[position].any()
                    assert not env.observation[position].any()
                    assert (env.scores[position] == gained[position]).all()
                stream.append((one(env, position), told(env, position)))
    return found


@pytest.mark.parametrize("unit", ["round", "match"])
def test_the_next_step_shows_what_the_same_step_would(unit: Unit) -> None:
    same, following = streams("same_step", unit, 300), streams("next_step", unit, 300)
    for early, late in zip(same, following, strict=True):
        assert sum(end for _, (_, end) in late) >= 3
        assert early[: len(late) - 1] == late[:-1]


def test_over_until_told() -> None:
    env = sr.BatchEnv(30, 6, autoreset="disabled")
    rng = np.random.default_rng(6)
    ends = np.zeros(30, int)
    while env.action_mask.any():
        over = ~env.action_mask.any(axis=1)
        before = env.scores[over].copy()
        step_at_random(env, rng)
        ends += env.terminated
        assert not env.terminated[over].any()
        assert not env.rewards[over].any()
        assert not env.observation[over].any()
        assert (env.scores[over] == before).all()
    assert (ends == 1).all()
    scores = env.scores.copy()
    refused = refusal(lambda: env.step([NO_ACTION] * 29 + [0]))
    assert (type(refused), refused.code) == (sr.IllegalTurnError, "round-over")
    assert "environment 29" in str(refused)
    chosen = np.arange(30) % 3 == 0
    env.reset(chosen)
    assert (env.scores == np.where(chosen[:, None], 0, scores)).all()
    assert (env.action_mask.any(axis=1) == chosen).all()
    assert env.match_index.tolist() == [index + 30 * (index % 3 == 0) for index in range(30)]
    more = sr.BatchEnv(60, 6)  # its environment 30 plays the match that follows here on match 0
    for name in ("current_seat", "action_mask", "observation"):
        assert (arrays(env)[name][chosen] == arrays(more)[name][30:][chosen]).all()


def test_no_action_is_none_where_there_is_one_to_take() -> None:
    env = sr.BatchEnv(3, autoreset="disabled")
    before = kept(env)
    assert refusal(lambda: env.step([NO_ACTION] * 3)).code == "turn-range"
    assert kept(env) == before


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_reset_of_some_leaves_the_others(autoreset: Literal["same_step", "next_step", "disabled"]) -> None:
    env = step_at_random(sr.BatchEnv(20, 12, autoreset=autoreset), np.random.default_rng(1), 9)
    before = {name: array.copy() for name, array in arrays(env).items()} | {"match_index": env.match_index}
    chosen = np.arange(20) < 7
    env.reset(chosen.tolist())
    for name in ("current_seat", "action_mask", "observation", "scores"):
        assert (arrays(env)[name][7:] == before[name][7:]).all()
    assert not env.rewards.any()
    assert not env.terminated.any()
    assert (env.match_index == before["match_index"] + 20 * chosen.astype(np.uint64)).all()
    assert (env.observation[:7, COLUMNS["hand_sizes"]] == 7).all()
    again = kept(env)
    env.reset(np.zeros(20, bool))
    assert kept(env) == again


@pytest.mark.parametrize("unit", ["round", "match"])
def test_after_a_reset_all_is_as_in_the_beginning(unit: Unit) -> None:
    fresh, used = sr.BatchEnv(40, 3, unit=unit), sr.BatchEnv(40, 3, unit=unit)
    step_at_random(used, np.random.default_rng(1), 70)
    assert kept(used) != kept(fresh)
    used.reset()
    for step in range(70):
        assert kept(used) == kept(fresh), step
        fresh.step(first_turns(fresh))
        used.step(first_turns(used))


@pytest.mark.parametrize("n", [1, 4, 64, 301])
def test_any_number_of_threads_gives_the_same_bytes(n: int) -> None:
    envs = [sr.BatchEnv(n, 3, unit="match", target=60, threads=threads) for threads in (1, 2, 5)]
    for step in range(120):
        shown = [kept(env) for env in envs]
        assert shown[0] == shown[1] == shown[2]
        actions = sr.masked_random(envs[0].action_mask, np.random.default_rng(step))
        for env in envs:
            if step == 60:
                env.reset(np.arange(n) % 2 == 0)
            else:
                env.step(actions if step < 60 else first_turns(env))


# --- the arrays ----------------------------------------------------------------------------------


def test_arrays_are_those_promised_and_stay() -> None:
    env = sr.BatchEnv(6, 1)
    before = arrays(env)
    assert {name: (array.shape[1:], str(array.dtype)) for name, array in before.items()} == ARRAYS
    assert {len(array) for array in before.values()} == {6} == {len(env)}
    step_at_random(env, np.random.default_rng(1), 30)
    env.reset([True] * 6)
    env.reset()
    assert all(getattr(env, name) is array for name, array in before.items())


def mine(n: int) -> dict[str, np.ndarray[Any, Any]]:
    """Arrays of one's own, full of rubbish; the observation within a larger one."""
    large = np.full((n + 2, WIDTH), 9, np.uint8)
    own = {name: np.full((n, *shape), 1, dtype) for name, (shape, dtype) in ARRAYS.items()}
    return own | {"observation": large[1:-1]}


def test_arrays_of_ones_own_are_written() -> None:
    own, twin = mine(6), sr.BatchEnv(6, 1)
    env = sr.BatchEnv(6, 1, out=own)
    for _ in range(30):
        assert all(getattr(env, name) is array for name, array in own.items())
        assert kept(env) == kept(twin)
        env.step(first_turns(twin))
        twin.step(first_turns(twin))
    around = own["observation"].base
    assert around is not None
    assert (around[[0, -1]] == 9).all()
    some = sr.BatchEnv(6, 1, out={"scores": own["scores"]})
    assert some.scores is own["scores"]
    assert some.rewards is not own["rewards"]


def read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize(
    "change",
    [
        lambda array: array[:-1],
        lambda array: array[..., None],
        lambda array: np.concatenate([array, array])[::2],
        lambda array: array.astype(np.float64),
        lambda array: array.astype(array.dtype.newbyteorder(">")) if array.itemsize > 1 else array.astype(">i4"),
        lambda array: np.asfortranarray(array) if array.ndim > 1 else array[:0],
        read_only,
    ],
    ids=["short", "deep", "strided", "dtype", "byte order", "order", "read-only"],
)
def test_arrays_that_do_not_fit(name: str, change: Callable[[np.ndarray[Any, Any]], Any]) -> None:
    own = mine(6)
    error = refusal(lambda: sr.BatchEnv(6, 1, out=own | {name: change(own[name])}))
    assert (type(error), error.code) == (sr.SetupError, "array-shape")
    assert str(error).startswith(f"{name} should be a writable, C-contiguous")


def test_names_that_no_array_has() -> None:
    error = refusal(lambda: sr.BatchEnv(2, out={"reward": np.zeros((2, 2), np.float32)}))
    assert (error.code, "reward" in str(error)) == ("array-shape", True)
    with pytest.raises(TypeError, match="scores should be a NumPy array, not list"):
        sr.BatchEnv(2, out={"scores": [[0, 0], [0, 0]]})  # type: ignore[dict-item]


# --- steps that are refused ----------------------------------------------------------------------


def refusal(call: Callable[[], object]) -> sr.SevenRocksError:
    with pytest.raises(sr.SevenRocksError) as refused:
        call()
    return refused.value


def not_held(env: sr.BatchEnv, position: int) -> int:
    """A tile that is neither in the hand nor on the table."""
    row = env.observation[position]
    seen = np.any([row[COLUMNS[name]] for name in ("hand", *PLACED)], axis=0)
    return 4 * int(np.flatnonzero(~seen)[0])


def on_the_table(env: sr.BatchEnv, position: int) -> int:
    placed = np.any([env.observation[position, COLUMNS[name]] for name in PLACED], axis=0)
    return 4 * int(np.flatnonzero(placed)[-1])


BAD: dict[str, tuple[Callable[[sr.BatchEnv, int], int], str, str]] = {
    "a hidden tile": (not_held, "not-in-hand", "does not hold"),
    "a tile on the table": (on_the_table, "already-played", "is on the table already"),
    "a pass": (lambda env, position: sr.Turn.PASS.index, "must-play", "must play"),
    "no turn": (lambda env, position: 113, "turn-range", "not 113"),
    "a large number": (lambda env, position: 2**40, "turn-range", "not 1099511627776"),
    "a negative number": (lambda env, position: -113, "turn-range", "not -113"),
}


@pytest.mark.parametrize("threads", [1, 5])
@pytest.mark.parametrize("position", [0, 17, 69])
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_action_changes_nothing(kind: str, position: int, threads: int) -> None:
    bad, code, says = BAD[kind]
    env, twin = (sr.BatchEnv(70, 13, unit="match", threads=threads) for _ in range(2))
    for each in (env, twin):
        step_at_random(each, np.random.default_rng(1), 33)
    good = first_turns(env)
    wrong = good.copy()
    wrong[position:] = bad(env, position)
    before = kept(env)
    error = refusal(lambda: env.step(wrong))
    assert (type(error), error.code) == (sr.IllegalTurnError, code)
    assert f"environment {position}, seat {env.current_seat[position]}" in str(error)
    assert says in str(error)
    assert kept(env) == before == kept(twin)
    for _ in range(40):  # nor anything that is not shown
        actions = first_turns(env)
        env.step(actions)
        twin.step(actions)
        assert kept(env) == kept(twin)


@pytest.mark.parametrize("dtype", ["int8", "int16", "uint32", "int64", ">i8"])
def test_actions_of_any_integers(dtype: str) -> None:
    env, twin = sr.BatchEnv(9, 2), sr.BatchEnv(9, 2)
    for _ in range(30):
        twice = np.repeat(first_turns(env), 2)[::2]  # nor need they lie in a row
        env.step(twice.astype(dtype) if dtype != "int64" else twice)
        twin.step(first_turns(twin).tolist())
        assert kept(env) == kept(twin)


@pytest.mark.parametrize("actions", [[0, 0], [0] * 4, [], 0, [[0, 0, 0]], [[0], [0], [0]]], ids=str)
def test_another_number_of_actions(actions: Any) -> None:
    env = sr.BatchEnv(3, 2)
    before = kept(env)
    error = refusal(lambda: env.step(np.array(actions, int)))
    assert (type(error), error.code) == (sr.SetupError, "array-shape")
    assert "should be of shape (3,)" in str(error)
    assert kept(env) == before


@pytest.mark.parametrize(
    "actions",
    [[1.0] * 3, [True] * 3, ["1|2L"] * 3, [None] * 3, None, "abc", [2**63] * 3, [2**64] * 3, np.zeros(3, ">f4")],
    ids=str,
)
def test_actions_that_are_no_integers(actions: Any) -> None:
    env = sr.BatchEnv(3, 2)
    before = kept(env)
    with pytest.raises(TypeError):
        env.step(actions)
    assert kept(env) == before


def test_masks_that_choose_nothing() -> None:
    env = step_at_random(sr.BatchEnv(3, 2), np.random.default_rng(1), 3)
    before = kept(env)
    for mask in ([0, 1, 1], [0.0] * 3, ["True"] * 3, 1):
        with pytest.raises(TypeError, match="should be bool"):
            env.reset(mask)
    for short in ([True], [True] * 4, True, [[True] * 3]):
        assert refusal(lambda: env.reset(short)).code == "array-shape"  # noqa: B023
    assert kept(env) == before


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ({"n": 0}, "number-range", "the number of environments goes from 1 to 16777216, not 0"),
        ({"n": -1}, "number-range", "not -1"),
        ({"n": 2**24 + 1}, "number-range", "not 16777217"),
        ({"n": 2**70}, "number-range", "not 1180591620717411303424"),
        ({"seed": -1}, "seed-range", "not -1"),
        ({"seed": 2**64}, "seed-range", "not 18446744073709551616"),
        ({"unit": "game"}, "choice-unknown", 'unit is one of round, match, not "game"'),
        ({"autoreset": "NEXT_STEP"}, "choice-unknown", "autoreset is one of same_step, next_step, disabled"),
        ({"forced_passes": ""}, "choice-unknown", "forced_passes is one of taken, offered"),
        ({"threads": 0}, "number-range", "the number of threads goes from 1 to 1024, not 0"),
        ({"threads": 1025}, "number-range", "not 1025"),
        ({"target": 250}, "target-of-round", "single rounds are played for themselves"),
        ({"unit": "match", "target": 0}, "target-range", "not 0"),
        ({"unit": "match", "target": 1_000_001}, "target-range", "not 1000001"),
    ],
    ids=str,
)
def test_setups_that_are_refused(arguments: dict[str, Any], code: str, says: str) -> None:
    error = refusal(lambda: sr.BatchEnv(**({"n": 2} | arguments)))
    assert (type(error), error.code) == (sr.SetupError, code)
    assert says in str(error)


@pytest.mark.parametrize(
    "arguments",
    [{"n": "2"}, {"n": 2.0}, {"n": None}, {"seed": 1.5}, {"unit": 1}, {"threads": None}, {"target": "250"}, {"out": 3}],
    ids=str,
)
def test_setups_of_the_wrong_type(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        sr.BatchEnv(**({"n": 2} | arguments))


def test_no_copies() -> None:
    env = sr.BatchEnv(2)
    for call in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="not copied or pickled"):
            call(env)
    assert repr(env) == "<BatchEnv of 2 rounds, seed 0>"
    assert repr(sr.BatchEnv(2, 9, unit="match")) == "<BatchEnv of 2 matches, seed 9>"


def test_the_last_match_of_all_is_followed_by_the_first() -> None:
    env = sr.BatchEnv(2, 2**64 - 1)
    for _ in range(3):
        env.reset([True, False])
    assert env.match_index.tolist() == [6, 1]


# --- Python threads ------------------------------------------------------------------------------


def test_many_environments_in_many_threads() -> None:
    def play(seed: int) -> dict[str, bytes]:
        return kept(step_at_random(sr.BatchEnv(200, seed, unit="match"), np.random.default_rng(seed), 60))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, range(16))) == [play(seed) for seed in range(16)]


@pytest.mark.parametrize("n", [2, 5000])
def test_one_environment_in_two_threads_takes_turns_or_refuses(n: int) -> None:
    env = sr.BatchEnv(n, 1, autoreset="next_step")

    def play(seed: int) -> Iterator[str]:
        rng = np.random.default_rng(seed)
        for _ in range(100):
            try:
                step_at_random(env, rng)
            except sr.SevenRocksError as error:  # the other has stepped since, or is doing so
                assert error.code == "array-busy" or isinstance(error, sr.IllegalTurnError)
                yield str(error)

    with ThreadPoolExecutor(4) as pool:
        errors = [error for found in pool.map(lambda seed: list(play(seed)), range(4)) for error in found]
    assert all("another thread" in error or error.startswith("environment ") for error in errors)
    # A step that was refused changed nothing, and one that was not is whole.
    for position, mask in enumerate(env.action_mask):
        assert mask.any() != (not env.observation[position].any())
    step_at_random(env, np.random.default_rng(1), 50)
    env.reset()
    assert kept(env) == kept(sr.BatchEnv(n, 1))


# --- turns at random -----------------------------------------------------------------------------


def test_random_turns_are_legal_and_cover_the_mask() -> None:
    rng = np.random.default_rng(1)
    for seed in numbers():
        mask = (rng.random((300, TURNS)) < rng.random((300, 1)) ** 4).astype(np.uint8)
        turns = sr.masked_random(mask, rng)
        empty = ~mask.any(axis=1)
        assert (turns[empty] == NO_ACTION).all()
        assert mask[~empty, turns[~empty]].all()
        if seed > 100:
            break
    alone = np.eye(TURNS, dtype=np.uint8)
    assert sr.masked_random(alone, rng).tolist() == list(range(TURNS))
    assert set(sr.masked_random(np.ones((5000, TURNS), np.uint8), rng).tolist()) == set(range(TURNS))


@pytest.mark.parametrize("turns", [[0, 1], [63, 64], [0, 63, 64, 100, 112], list(range(40, 70))], ids=str)
def test_random_turns_are_uniform(turns: list[int]) -> None:
    mask = np.zeros((60_000, TURNS), np.uint8)
    mask[:, turns] = 1
    counts = np.bincount(sr.masked_random(mask, np.random.default_rng(len(turns))), minlength=TURNS)[turns]
    assert counts.sum() == 60_000
    expected = 60_000 / len(turns)
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = len(turns) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations above its mean


def test_random_turns_can_be_had_again() -> None:
    mask = sr.BatchEnv(500, 1).action_mask
    rng, twin = np.random.default_rng(5), np.random.default_rng(5)
    out = np.full(500, 7)
    assert sr.masked_random(mask, rng, out) is out
    assert (out == sr.masked_random(mask, twin)).all()
    again = np.random.default_rng(5)
    again.random(500)  # one float a row
    assert rng.random() == again.random()
    assert (out != sr.masked_random(mask, rng)).any()


def test_random_turns_of_any_mask_of_bytes() -> None:
    mask = np.repeat(sr.BatchEnv(100, 1).action_mask, 2, axis=0)

    def turns(mask: Any) -> Any:
        return sr.masked_random(mask, np.random.default_rng(1)).tolist()

    expected = turns(mask[::2].copy())
    ways = [mask[::2], np.asfortranarray(mask[::2]), mask[::2].astype(bool), mask[::2].astype(np.int8)]
    assert [turns(way) for way in ways] == [expected] * 4
    assert turns(mask[:0]) == []


def test_masks_and_outs_that_do_not_fit() -> None:
    mask, rng = sr.BatchEnv(4, 1).action_mask, np.random.default_rng(1)
    for other in (mask[0], mask[:, :50], mask[None]):
        assert refusal(lambda: sr.masked_random(other, rng)).code == "array-shape"  # noqa: B023
    outs: list[Any] = [np.zeros(3, int), np.zeros(4, np.int32), np.zeros(8, int)[::2], read_only(np.zeros(4, int))]
    for out in outs:
        assert refusal(lambda: sr.masked_random(mask, rng, out)).code == "array-shape"  # noqa: B023
    with pytest.raises(TypeError):
        sr.masked_random(mask.astype(int), rng)
