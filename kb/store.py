"""Vectors on disk: the VectorStore protocol and FAISS.

The file is an ordinary FAISS index ("IDMap,L2norm,Flat", inner product) that `faiss.read_index` opens. Importing
FAISS takes longer than looking through a rulebook's vectors, so a search reads the same file through NumPy's memory
map instead. The headers before the vectors come to 140 bytes, which keeps the floats aligned; the offset is checked
when the file is written.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kb.errors import IndexUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.float32]
    Allow = frozenset[int] | Ints | None

FILE = "vectors.faiss"
_FACTORY = "IDMap,L2norm,Flat"
_CODES_AT = 140
"""IxMp 37 bytes, IxPT 41, one VNrm 17, IxFI 45."""
_TAGS = ((0, b"IxMp"), (37, b"IxPT"), (78, b"VNrm"), (95, b"IxFI"))
_DIM_AT = 4


class VectorStore(Protocol):
    """Unit vectors filed under whole numbers; an id may have several vectors, of which the best counts."""

    def add(self, ids: Sequence[int], vectors: Vectors) -> None:
        """File `vectors` (float32 [n, dim]) under `ids` (n of them, from 0). They are scaled to unit length."""
        ...

    def remove(self, ids: Sequence[int]) -> None:
        """Forget every vector of these ids; unknown ones are ignored."""
        ...

    def search(self, vector: Vectors, k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """Return at most `k` (id, inner product), best first, ties by id; `allow` None is no filter, empty is
        nothing."""
        ...

    def __len__(self) -> int:
        """Return the number of vectors."""
        ...

    def close(self) -> None: ...


class FaissStore:
    """Exact search over a FAISS file. Without a folder it lives in memory until `save`."""

    def __init__(self, folder: Path | None = None, dim: int = 384) -> None:
        import numpy as np

        self.dim = dim
        self._ids: Ints = np.zeros(0, dtype=np.int64)
        self._vectors: Vectors = np.zeros((0, dim), dtype=np.float32)
        if folder is not None:
            self._ids, self._vectors = _map(Path(folder) / FILE)
            self.dim = int(self._vectors.shape[1])
        self._segment()

    def _segment(self) -> None:
        """Where each id's vectors begin: they lie together, in order of id."""
        import numpy as np

        self._begins = np.flatnonzero(np.diff(self._ids, prepend=-1)) if len(self._ids) else np.zeros(0, dtype=np.int64)
        self._unique = self._ids[self._begins]

    def add(self, ids: Sequence[int], vectors: Vectors) -> None:
        """See VectorStore. Raises ValueError where lengths differ or an id is negative."""
        import numpy as np

        given = np.asarray(ids, dtype=np.int64).reshape(-1)
        rows = np.asarray(vectors, dtype=np.float32).reshape(-1, self.dim)
        if len(given) != len(rows):
            raise ValueError(f"{len(given)} ids for {len(rows)} vectors")
        if len(given) and given.min() < 0:
            raise ValueError("ids begin at 0")
        every = np.concatenate((self._ids, given))
        order = np.argsort(every, kind="stable")
        self._ids, self._vectors = every[order], np.concatenate((self._vectors, _unit(rows)))[order]
        self._segment()

    def remove(self, ids: Sequence[int]) -> None:
        """See VectorStore."""
        import numpy as np

        kept = ~np.isin(self._ids, np.asarray(ids, dtype=np.int64))
        self._ids, self._vectors = self._ids[kept], self._vectors[kept]
        self._segment()

    def search(self, vector: Vectors, k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """See VectorStore. A question without direction (zero, NaN) finds nothing."""
        import numpy as np

        asked = np.asarray(vector, dtype=np.float32).reshape(-1)
        length = float(np.linalg.norm(asked))
        if k <= 0 or not len(self._ids) or not np.isfinite(length) or length == 0:
            return []
        low, high = self._range(allow)
        if low >= high:
            return []
        begins = self._begins[low:high]
        stop = int(self._begins[high]) if high < len(self._begins) else len(self._ids)
        every = self._vectors[begins[0] : stop] @ (asked / np.float32(length))
        return _ranked(np.maximum.reduceat(every, begins - begins[0]), self._unique[low:high], k, allow)

    def _range(self, allow: Allow) -> tuple[int, int]:
        """Which of the ids in order to look at: those from the least allowed to the greatest."""
        import numpy as np

        if allow is None:
            return 0, len(self._unique)
        if not len(allow):
            return 0, 0
        least, most = (min(allow), max(allow)) if isinstance(allow, frozenset) else (int(allow[0]), int(allow[-1]))
        return int(np.searchsorted(self._unique, least)), int(np.searchsorted(self._unique, most, side="right"))

    def __len__(self) -> int:
        return len(self._ids)

    def save(self, folder: Path) -> None:
        """Write the FAISS file, and check that it reads back as the same vectors."""
        import faiss
        import numpy as np

        index = faiss.index_factory(self.dim, _FACTORY, faiss.METRIC_INNER_PRODUCT)
        index.add_with_ids(np.ascontiguousarray(self._vectors), np.ascontiguousarray(self._ids))
        path = Path(folder) / FILE
        faiss.write_index(index, str(path))
        ids, vectors = _map(path)
        if not (np.array_equal(ids, self._ids) and np.allclose(vectors, self._vectors, atol=1e-6)):
            raise IndexUnusable(
                f"{path} does not read back as it was written.",
                "This release of faiss-cpu writes another layout; use the one in the lock.",
            )

    def close(self) -> None:
        """Let the file go."""
        import numpy as np

        self._ids, self._vectors = np.zeros(0, dtype=np.int64), np.zeros((0, self.dim), dtype=np.float32)
        self._segment()


def _unit(rows: Vectors) -> Vectors:
    """Rows of unit length; one that is zero or not finite stays zero, so it scores 0 and never NaN."""
    import numpy as np

    clean = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, np.float32(0))
    norms = np.linalg.norm(clean, axis=1, keepdims=True)
    return np.asarray(clean / np.where(norms > 0, norms, np.float32(1)), dtype=np.float32)


def _ranked(scores: Any, ids: Any, k: int, allow: Allow) -> list[tuple[int, float]]:
    """The `k` best of the allowed, best first, ties by id."""
    import numpy as np

    if allow is not None and not _is_range(allow):
        kept = np.isin(ids, np.fromiter(allow, np.int64, len(allow)) if isinstance(allow, frozenset) else allow)
        scores, ids = scores[kept], ids[kept]
    if k < len(ids):
        near = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
        scores, ids = scores[near], ids[near]
    best = np.lexsort((ids, -scores))[:k]
    return [(int(i), float(s)) for i, s in zip(ids[best], scores[best], strict=True)]


def _is_range(allow: frozenset[int] | Ints) -> bool:
    """Whether the allowed ids leave no gap, so that looking between the least and the greatest was enough."""
    if isinstance(allow, frozenset):
        return max(allow) - min(allow) + 1 == len(allow)
    return int(allow[-1]) - int(allow[0]) + 1 == len(allow)


def _map(path: Path) -> tuple[Ints, Vectors]:
    """Ids and vectors of a FAISS file, the vectors memory-mapped. Raises IndexUnusable for any other layout."""
    import numpy as np

    try:
        raw = np.memmap(path, dtype=np.uint8, mode="r")
        head = raw[:_CODES_AT].tobytes()
        if any(head[at : at + 4] != tag for at, tag in _TAGS):
            raise ValueError("another kind of FAISS index")
        dim, size = struct.unpack_from("<i", head, _DIM_AT)[0], struct.unpack_from("<Q", head, _CODES_AT - 8)[0]
        end = _CODES_AT + 4 * size
        vectors = raw[_CODES_AT:end].view(np.float32).reshape(-1, dim)
        ids = np.frombuffer(raw[end + 8 :].tobytes(), dtype=np.int64)
        if len(ids) != len(vectors):
            raise ValueError(f"{len(ids)} ids for {len(vectors)} vectors")
    except (OSError, ValueError, struct.error) as error:
        raise IndexUnusable(
            f"{path} is no usable vector index ({error}).", "Build the index again: kb build --full"
        ) from error
    return ids, vectors
