"""Many rounds or matches stepped together on NumPy arrays, for training agents."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn

from sevenrocks import _core
from sevenrocks.simulation import refusal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

#: Turns there are: the width of a mask.
TURNS = 113

#: The action of an environment that has none to take: one that is over, with ``autoreset="disabled"``.
NO_ACTION = -1


class Field(NamedTuple):
    """Some columns of an observation next to each other."""

    name: str
    columns: slice
    about: str


def observation_fields() -> tuple[Field, ...]:
    """The fields of an observation, in order; ``docs/observation.md`` explains them.

    >>> [field.name for field in observation_fields()][:2]
    ['hand', 'placed_by_0']
    >>> observation_fields()[-1].columns.stop
    220
    """
    fields, begins = [], 0
    for name, width, about in _core.Batch.fields():
        fields.append(Field(name, slice(begins, begins + width), about))
        begins += width
    return tuple(fields)


def _to_write(name: str, array: NDArray[Any], shape: tuple[int, ...], dtype: type[Any]) -> NDArray[Any]:
    """A caller's array, if rows can be written to it as they are."""
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} should be a NumPy array, not {type(array).__name__}")
    if array.shape != shape or array.dtype != np.dtype(dtype) or not array.flags.carray:
        raise refusal(
            "array-shape", f"{name} should be a writable, C-contiguous {np.dtype(dtype)} array of shape {shape}"
        )
    return array


class BatchEnv:
    """Many rounds or matches stepped together: ``n`` of them, one row each.

    The arrays belong to the environment and are updated in place by ``reset`` and ``step``; keep a copy of what must
    stay. Environment ``i`` plays matches ``i``, ``i + n``, ``i + 2n``, … of the batch ``seed``, those that
    ``Match(seed, index=…)`` deals, or the first round of each. Observations are what the acting seat may know: no
    array holds another hand or a tile to come.

    Attributes:
        current_seat: The seat to act, ``uint8[n]``.
        action_mask: 1 for each legal turn, by turn index, ``uint8[n, 113]``; a row of zeros where an episode is over.
        observation: What the acting seat may know, ``uint8[n, F]``; zeros where an episode is over.
        rewards: What each side gained in the last step, ``float32[n, 2]``: the points of the turn, and deductions
            when a round was settled.
        terminated: Whether the last step ended the episode, ``bool[n]``.
        scores: The scores of both sides, ``int32[n, 2]``; of the next episode where one has just begun.

    Args:
        n: How many environments, 1 to 2**24.
        seed: The seed of the batch.
        unit: What an episode is: ``"round"``, one round played for itself, or ``"match"``, a whole match.
        target: The score that wins a match; 250 by default, and none for rounds.
        autoreset: When an episode that is over gives way to the next: ``"same_step"``, in the step that ended it;
            ``"next_step"``, in the step after, which ignores the action; ``"disabled"``, when ``reset`` is told to,
            until when the environment takes ``NO_ACTION``.
        forced_passes: ``"taken"`` by the environment itself, or ``"offered"`` as turn 112.
        threads: How many threads share a step. More than one pays for many thousand environments.
        out: Arrays to use instead of new ones, by attribute name: writable, C-contiguous, of the shapes and dtypes
            above.

    Raises:
        SetupError: for a number out of range, an unknown choice, or an array of another shape.

    >>> import numpy as np
    >>> env = BatchEnv(4, seed=7, unit="round")
    >>> env.reset()
    >>> env.action_mask.sum(axis=1)
    array([7, 7, 7, 7], dtype=uint64)
    >>> rng = np.random.default_rng(7)
    >>> while not env.terminated.any():
    ...     env.step(masked_random(env.action_mask, rng))
    """

    def __init__(
        self,
        n: int,
        seed: int = 0,
        *,
        unit: Literal["round", "match"] = "round",
        target: int | None = None,
        autoreset: Literal["same_step", "next_step", "disabled"] = "same_step",
        forced_passes: Literal["taken", "offered"] = "taken",
        threads: int = 1,
        out: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """Make the environments and begin their first episodes."""
        self.n = operator.index(n)
        self.seed = seed
        self.unit = unit
        self.target = 250 if unit == "match" and target is None else target
        self._allocate(dict(out or {}))
        self._batch = _core.Batch(n, seed, unit, self.target, autoreset, forced_passes, threads, self)
        self.reset()

    def _allocate(self, given: dict[str, NDArray[Any]]) -> None:
        import numpy as np

        n = self.n if 0 < self.n <= 2**24 else 0  # the core refuses the rest
        width = observation_fields()[-1].columns.stop

        def array(name: str, shape: tuple[int, ...], dtype: type[Any]) -> NDArray[Any]:
            own = given.pop(name, None)
            return np.zeros(shape, dtype) if own is None else _to_write(name, own, shape, dtype)

        self.current_seat: NDArray[np.uint8] = array("current_seat", (n,), np.uint8)
        self.action_mask: NDArray[np.uint8] = array("action_mask", (n, TURNS), np.uint8)
        self.observation: NDArray[np.uint8] = array("observation", (n, width), np.uint8)
        self.rewards: NDArray[np.float32] = array("rewards", (n, 2), np.float32)
        self.terminated: NDArray[np.bool_] = array("terminated", (n,), np.bool_)
        self.scores: NDArray[np.int32] = array("scores", (n, 2), np.int32)
        if given:
            raise refusal("array-shape", f"there is no array named {', '.join(given)}")

    @property
    def match_index(self) -> NDArray[np.uint64]:
        """The numbers in the batch of the matches that the environments play now, ``uint64[n]``."""
        return self._batch.match_index()

    @property
    def observation_version(self) -> int:
        """The version of the observation's encoding, which changes with its columns."""
        return _core.Batch.OBSERVATION_VERSION

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Begin the first episodes of all environments again, or the next episodes of those that a mask chooses.

        Args:
            mask: ``bool[n]``; None for all. The rows of the others stay as they are, but for rewards and
                ``terminated``, which are those of no step.
        """
        if mask is None:
            self._batch.reset()
        else:
            import numpy as np

            chosen = np.asarray(mask)
            if chosen.dtype != np.bool_:  # the numbers of environments would read as bools
                raise TypeError(f"the mask should be bool[{self.n}], not of {chosen.dtype}")
            self._batch.reset_chosen(np.ascontiguousarray(self._whole("the mask", chosen)))

    def step(self, actions: ArrayLike) -> None:
        """Take one turn in every environment and update the arrays.

        Args:
            actions: Turn indices, ``int[n]``.

        Raises:
            IllegalTurnError: for a number that is no legal turn; it names the environment, the seat and what is
                wrong, and nothing is changed.
            SetupError: for another number of actions.
            TypeError: for actions that are not integers of at most 64 bits.
        """
        import numpy as np

        array = np.asarray(actions)
        if array.dtype != np.int64:
            if array.dtype.kind not in "iu":
                raise TypeError(f"actions should be int[{self.n}], not of {array.dtype}")
            array = array.astype(np.int64, casting="safe")
        self._batch.step(np.ascontiguousarray(self._whole("the actions", array)))

    def _whole(self, name: str, array: NDArray[Any]) -> NDArray[Any]:
        if array.shape != (self.n,):
            raise refusal("array-shape", f"{name} should be of shape {(self.n,)}, not {array.shape}")
        return array

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled: the arrays belong to one environment."""
        raise TypeError("a BatchEnv is not copied or pickled; make another from its seed")

    def __len__(self) -> int:
        """The number of environments."""
        return self.n

    def __repr__(self) -> str:
        """The environments in a few words."""
        return f"<BatchEnv of {self.n} {'rounds' if self.unit == 'round' else 'matches'}, seed {self.seed}>"


def masked_random(
    mask: NDArray[np.integer[Any] | np.bool_], rng: np.random.Generator, out: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Draw for each row of a mask one of its turns, each as likely; ``NO_ACTION`` where there is none.

    Args:
        mask: 1 for each legal turn and 0 for the others, ``uint8[n, 113]``; ``int8`` and ``bool`` will do.
        rng: A NumPy generator; one float a row is drawn from it.
        out: Where to write, ``int64[n]``, writable and C-contiguous; a new array by default.

    Returns:
        Turn indices, ``int64[n]``; ``out`` if there is one.

    Raises:
        SetupError: for an array of another shape, or another ``out``.

    >>> import numpy as np
    >>> mask = np.zeros((2, 113), np.uint8)
    >>> mask[0, 42] = 1
    >>> masked_random(mask, np.random.default_rng(7))
    array([42, -1])
    """
    import numpy as np

    rows: NDArray[Any] = np.ascontiguousarray(mask)
    if rows.ndim != 2 or rows.shape[1] != TURNS:
        raise refusal("array-shape", f"the mask should be of shape (n, {TURNS}), not {rows.shape}")
    if rows.dtype.itemsize == 1:
        rows = rows.view(np.uint8)
    actions = np.empty(len(rows), np.int64) if out is None else _to_write("out", out, (len(rows),), np.int64)
    _core.pick_masked(rows, rng.random(len(rows)), actions)
    return actions
