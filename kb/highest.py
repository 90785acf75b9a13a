"""The highest of many scores, without sorting them all."""

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
