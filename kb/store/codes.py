"""Vectors in eight bits a dimension: what is looked through first, a quarter of the memory.

A vector is whole numbers times its own step (its greatest element over 127), so an inner product is one of whole
numbers times two steps. It is off by what rounding did: up to half a step a dimension either way, as good as at random,
which along a unit vector comes to a standard deviation of step / √12.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import REBUILD, IndexUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.float32]
    Rounded = tuple[NDArray[np.int8], Vectors]

CODES_FILE, STEPS_FILE = "codes.npy", "steps.npy"
"""int8 [n, dim] and float32 [n]."""
_MOST = 127
_APART = 8
"""Standard deviations by which the order of two vectors is never wrong: four for each."""
_BLOCK = 65_536
"""Rows rounded at a time: more would only take more memory."""


class Codes:
    """The codes of a store's vectors, row by row, memory-mapped."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        try:
            files = (folder / CODES_FILE, folder / STEPS_FILE)
            self._codes, self._steps = (np.load(path, mmap_mode="r").view(np.ndarray) for path in files)
        except (OSError, ValueError, EOFError) as error:
            told = f"{folder} holds no usable codes of its vectors ({error})."
            raise IndexUnusable(told, REBUILD) from error

    def near(self, asked: Vectors, k: int, start: int, firsts: Ints, stop: int) -> Ints:
        """Return the rows (int64, sorted) from `start` to before `stop` among which are all vectors of the `k` things
        nearest to the unit vector `asked`.

        `firsts` are places, counted from `start`, of one vector of each thing that may be found; more than `k`.
        """
        import numpy as np
        import simsimd

        whole, step = rounded(asked[None])
        steps = self._steps[start:stop]
        products = np.asarray(simsimd.cdist(whole, self._codes[start:stop], "inner", out_dtype="float32"))[0]
        products *= steps * step
        least = np.partition(products[firsts], len(firsts) - k)[len(firsts) - k]
        off = math.hypot(float(steps.max()), float(step[0])) / math.sqrt(12)
        places: Ints = (products >= least - _APART * off).nonzero()[0]
        return places + start


def rounded(rows: Vectors) -> Rounded:
    """Return rows as whole numbers, int8 [n, dim], with the step of each, float32 [n]."""
    import numpy as np

    steps = np.abs(rows).max(axis=1, initial=0) / np.float32(_MOST)
    return np.rint(rows / np.where(steps > 0, steps, np.float32(1))[:, None]).astype(np.int8), steps


def write(vectors: Vectors, folder: Path) -> None:
    """Write the codes of unit vectors, float32 [n, dim]."""
    import numpy as np

    blocks = [rounded(vectors[at : at + _BLOCK]) for at in range(0, max(len(vectors), 1), _BLOCK)]
    np.save(folder / CODES_FILE, np.concatenate([codes for codes, _ in blocks]))
    np.save(folder / STEPS_FILE, np.concatenate([steps for _, steps in blocks]))
