"""The highest of many scores, without sorting them all; and numbers that are sorted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def highest(scores: NDArray[np.floating], k: int) -> NDArray[np.int64]:
    """Return the places (int64, sorted) of the `k` highest scores, of all where there are fewer; of equal ones the
    lower places."""
    import numpy as np

    if k >= len(scores):
        return np.arange(len(scores))
    if k <= 0:
        return np.zeros(0, dtype=np.int64)
    least = np.partition(scores, len(scores) - k)[len(scores) - k]
    near = np.flatnonzero(scores >= least)
    if len(near) > k:  # too many as good as the last
        last = np.flatnonzero(scores[near] == least)
        near = np.delete(near, last[k - len(near) :])
    return near


def firsts(numbers: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the places (int64) of sorted numbers at which another begins than stands before."""
    import numpy as np

    other = np.ones(len(numbers), dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=other[1:])
    return other.nonzero()[0]


def among(numbers: NDArray[np.integer], wanted: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which of `wanted` are among sorted numbers of the same type, bool [len(wanted)]."""
    import numpy as np

    if not len(numbers):
        return np.zeros(len(wanted), dtype=bool)
    held: NDArray[np.bool_] = numbers.take(numbers.searchsorted(wanted), mode="clip") == wanted
    return held
