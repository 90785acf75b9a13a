"""Codes of 48 bytes a vector, for a library too large to look through: optimised product quantisation (Ge et al., 2013)
with codes of 4 bits (André et al., "Quicker ADC", 2019).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import REBUILD, IndexUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COARSE_FILE = "coarse.faiss"
_CODED = 4
"""Dimensions that one code of four bits stands for (or a few more, where the vectors' length does not divide)."""
_TRAIN_ROWS = 16_000
_TURNS = 20
"""Rounds of turning the vectors so that their codes fit best: more hardly gain, and take minutes."""


def open_coarse(path: Path) -> Any:
    """Return the FAISS index of a file. Raises IndexUnusable."""
    import faiss

    faiss.omp_set_num_threads(1)  # one question is too little to share: two threads take twice the processor time
    try:
        return faiss.read_index(str(path))
    except RuntimeError as error:
        raise IndexUnusable(f"{path} is no usable vector index ({error}).", REBUILD) from error


def write_coarse(vectors: NDArray[np.float32], path: Path) -> None:
    """Train on rows spread evenly, so that the same vectors give the same bytes."""
    import faiss
    import numpy as np

    dim = vectors.shape[1]
    parts = max(n for n in range(1, dim + 1) if dim % n == 0 and (dim // n >= _CODED or n == 1))
    turn, codes = faiss.OPQMatrix(dim, parts), faiss.index_factory(dim, f"PQ{parts}x4fs", faiss.METRIC_INNER_PRODUCT)
    fitted = faiss.ProductQuantizer(dim, parts, 4)  # what the vectors are turned to fit: codes of four bits, too
    turn.niter, turn.pq = _TURNS, fitted
    index = faiss.IndexPreTransform(turn, codes)
    threads = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)  # in many tiny steps: more threads take thirteen times as long, waiting for each other
    try:
        index.train(np.ascontiguousarray(vectors[:: max(1, len(vectors) // _TRAIN_ROWS)]))
        index.add(np.ascontiguousarray(vectors))
    finally:
        faiss.omp_set_num_threads(threads)
    faiss.write_index(index, str(path))
