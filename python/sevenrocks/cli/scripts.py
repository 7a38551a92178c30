"""What a script reads: values that JSON can hold."""

from __future__ import annotations

import math


def for_script(value: float | None) -> float | str | None:
    """A value of the solver; JSON has no infinity, so ``"win"`` for side 0's and ``"loss"`` for side 1's win."""
    if value is None or math.isfinite(value):
        return value
    return "win" if value > 0 else "loss"
