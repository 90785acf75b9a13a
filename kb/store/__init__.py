"""Vectors on disk: the VectorStore protocol and FAISS.

The vectors lie in an ordinary FAISS file (layout.py). Looked through are codes of eight bits beside it (codes.py): a
quarter of the memory, so that the scan is shorter and leaves the encoder's weights in the processor's cache. What they
put forward is ranked by the vectors themselves, and is as by the vectors alone. In a larger library a third file
(coarse.py) puts forward what nearly always holds the best.
"""

from __future__ import annotations

import math
import os
import weakref
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kb.errors import REBUILD, IndexUnusable
from kb.highest import among, firsts, highest
from kb.store import codes
from kb.store.coarse import COARSE_FILE, open_coarse, write_coarse
from kb.store.layout import CODES_AT, FACTORY, map_vectors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.float32]
    Allow = frozenset[int] | Ints | None

__all__ = ["COARSE_FILE", "EXACT_ROWS", "FILE", "PLACES_FILE", "FaissStore", "VectorStore", "map_vectors"]

FILE = "vectors.faiss"
PLACES_FILE = "places.npy"
"""Beside the coarse file, int64 [2, n]: each id, and the row of its first vector. Mapped, where it is long."""
EXACT_ROWS = 32_768
"""Vectors that are looked through one by one: 12 MB of codes, a third of the encoder's pass over the question."""
CANDIDATES = 750
"""Vectors that the coarse file puts forward at least: of 859,000 they hold .997 of the ten best."""
_SLACK = 1.25
"""Times as many are put forward as are wanted, for those that the coarse order misplaces."""
_LAYOUT_HINT = "This release of faiss-cpu writes another layout; use the one in the lock."


class VectorStore(Protocol):
    """Unit vectors filed under whole numbers; an id may have several vectors, of which the best counts."""

    def add(self, ids: Sequence[int], vectors: Vectors) -> None:
        """File `vectors` (float32 [n, dim]) under `ids` (n of them, from 0). They are scaled to unit length."""
        ...

    def remove(self, ids: Sequence[int]) -> None:
        """Forget every vector of these ids; unknown ones are ignored."""
        ...

    def search(self, vector: Vectors, k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """Return at most `k` (id, inner product), best first, ties by id.

        `allow` (a frozenset or a sorted int64 array) narrows before anything is ranked; None is no filter, an empty one
        gives nothing.
        """
        ...

    def nearest(self, vector: Vectors, k: int, allow: Allow = None) -> tuple[Ints, Vectors]:
        """Return what `search` finds as ids (int64 [n]) and inner products (float32 [n]), by id."""
        ...

    def __len__(self) -> int:
        """Return the number of vectors."""
        ...

    def close(self) -> None: ...


class FaissStore:
    """A FAISS file, opened or in the making. Without a folder it lives in memory until `save`, and is searched
    exactly."""

    def __init__(self, folder: Path | None = None, dim: int = 384) -> None:
        import numpy as np

        self.dim = dim
        self._coarse_file: Path | None = None
        self._codes: codes.Codes | None = None
        self._ids: Ints = np.zeros(0, dtype=np.int64)
        self._vectors: Vectors = np.zeros((0, dim), dtype=np.float32)
        if folder is not None:
            self._ids, self._vectors = map_vectors(Path(folder) / FILE)
            self.dim = int(self._vectors.shape[1])
            self._coarse_file = Path(folder) / COARSE_FILE if len(self._ids) > EXACT_ROWS else None
            self._codes = codes.Codes(Path(folder)) if len(self._ids) else None
        self._unique, self._begins = _mapped_places(self._coarse_file) or _places(self._ids)

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
        self._become(every[order], np.concatenate((self._vectors, _unit(rows)))[order])

    def remove(self, ids: Sequence[int]) -> None:
        """See VectorStore."""
        import numpy as np

        kept = ~np.isin(self._ids, np.asarray(ids, dtype=np.int64))
        self._become(self._ids[kept], self._vectors[kept])

    def _become(self, ids: Ints, vectors: Vectors) -> None:
        self._ids, self._vectors, self._coarse_file, self._codes = ids, vectors, None, None
        self._unique, self._begins = _places(ids)

    def search(self, vector: Vectors, k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """See VectorStore. A question without direction (zero, NaN) finds nothing."""
        import numpy as np

        ids, scores = self.nearest(vector, k, allow)
        best = np.argsort(-scores, kind="stable")
        return list(zip(ids[best].tolist(), scores[best].tolist(), strict=True))

    def nearest(self, vector: Vectors, k: int, allow: Allow = None) -> tuple[Ints, Vectors]:
        """See VectorStore."""
        import numpy as np

        asked = np.asarray(vector, dtype=np.float32).reshape(-1)
        length = math.sqrt(float(asked @ asked))
        low, high = self._range(allow)
        if k <= 0 or low >= high or not math.isfinite(length) or length == 0:
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        asked = asked / np.float32(length)
        start, stop = int(self._begins[low]), int(self._begins[high]) if high < len(self._begins) else len(self._ids)
        if self._coarse_file and stop - start > EXACT_ROWS:
            rows = self._coarsely(asked, k, allow)
            found = self._best(asked, rows, self._read(rows), k, allow)
            if len(found[0]) == min(k, len(self._unique) if allow is None else len(allow)):
                return found
        gaps = _gaps(allow)
        rows = self._finely(asked, k, gaps, (low, high), (start, stop))
        return self._best(asked, rows, self._vectors.take(rows, axis=0), k, gaps)

    def _finely(self, asked: Vectors, k: int, allow: Allow, ids: tuple[int, int], rows: tuple[int, int]) -> Ints:
        """Of these rows, which are those of these ids in order, the ones among which the `k` best ids have theirs."""
        import numpy as np

        (low, high), (start, stop) = ids, rows
        begins = self._begins[low:high] - start
        if allow is not None:
            begins = begins[_held(self._unique[low:high], allow)]
        if self._codes is None or len(begins) <= k:
            return np.arange(start, stop)
        return self._codes.near(asked, k, start, begins, stop)

    def _best(self, asked: Vectors, rows: Ints, vectors: Vectors, k: int, allow: Allow) -> tuple[Ints, Vectors]:
        """The `k` best of the allowed ids that these rows belong to, by id, each by its best vector; of equal scores
        the lower ids are taken.
        """
        import numpy as np

        ids = self._ids[rows]
        begins = firsts(ids)
        scores = np.maximum.reduceat(vectors @ asked, begins) if len(rows) else np.zeros(0, dtype=np.float32)
        ids = ids[begins]
        if allow is not None:
            kept = _held(ids, allow)
            scores, ids = scores[kept], ids[kept]
        near = highest(scores, k)
        return ids[near], scores[near]

    def _range(self, allow: Allow) -> tuple[int, int]:
        """Which of the ids in order to look at: those from the least allowed to the greatest."""
        import numpy as np

        if allow is None:
            return 0, len(self._unique)
        if not len(allow):
            return 0, 0
        least, most = _ends(allow)
        return int(np.searchsorted(self._unique, least)), int(np.searchsorted(self._unique, most, side="right"))

    @cached_property
    def _coarse(self) -> Any:
        assert self._coarse_file is not None  # only asked for where there is one
        return open_coarse(self._coarse_file)

    def _coarsely(self, asked: Vectors, k: int, allow: Allow) -> Ints:
        """Rows by their codes; none where the scope is so small a part that looking at each of it is no dearer."""
        import numpy as np

        share = 1.0 if allow is None else len(allow) / len(self._unique)
        wanted = max(CANDIDATES, int(_SLACK * k * len(self._ids) / len(self._unique) / share))
        if wanted > len(self._ids) // 4:
            return np.zeros(0, dtype=np.int64)
        rows = np.sort(self._coarse.search(asked[None], wanted)[1][0])
        return np.asarray(rows[rows >= 0])

    def _read(self, rows: Ints) -> Vectors:
        """These vectors, read from the file: through the map each would bring its neighbours into memory, and before
        long the whole file.
        """
        import numpy as np

        size = 4 * self.dim
        firsts = np.flatnonzero(np.diff(rows, prepend=-2) != 1)  # those in a row are read in one go
        runs = zip(rows[firsts].tolist(), np.diff(firsts, append=len(rows)).tolist(), strict=True)
        held = b"".join([os.pread(self._file, size * run, CODES_AT + size * row) for row, run in runs])
        return np.frombuffer(held, dtype=np.float32).reshape(-1, self.dim)

    @cached_property
    def _file(self) -> int:
        assert self._coarse_file is not None  # only asked for beside it
        opened = os.open(self._coarse_file.with_name(FILE), os.O_RDONLY)
        weakref.finalize(self, os.close, opened)
        return opened

    def __len__(self) -> int:
        return len(self._ids)

    def save(self, folder: Path) -> None:
        """Write the FAISS file (and for a large library the coarse one), and check that it reads back as the same."""
        import faiss
        import numpy as np

        index = faiss.index_factory(self.dim, FACTORY, faiss.METRIC_INNER_PRODUCT)
        index.add_with_ids(np.ascontiguousarray(self._vectors), np.ascontiguousarray(self._ids))
        path = Path(folder) / FILE
        faiss.write_index(index, str(path))
        ids, vectors = map_vectors(path)
        if not (np.array_equal(ids, self._ids) and np.allclose(vectors, self._vectors, atol=1e-6)):
            raise IndexUnusable(f"{path} does not read back as it was written.", _LAYOUT_HINT)
        codes.write(vectors, Path(folder))
        if len(ids) > EXACT_ROWS:
            write_coarse(vectors, Path(folder) / COARSE_FILE)
            np.save(Path(folder) / PLACES_FILE, np.array(_places(ids)))

    def close(self) -> None:
        """Let the files go."""
        import numpy as np

        self.__dict__.pop("_coarse", None)
        self._become(np.zeros(0, dtype=np.int64), np.zeros((0, self.dim), dtype=np.float32))


def _places(ids: Ints) -> tuple[Ints, Ints]:
    """Each id and where its vectors begin: they lie together, in order of id."""
    begins = firsts(ids)
    return ids[begins], begins


def _mapped_places(coarse_file: Path | None) -> tuple[Ints, Ints] | None:
    """The same from the file; None where there is no such file."""
    import numpy as np

    path = coarse_file.with_name(PLACES_FILE) if coarse_file else None
    if path is None or not path.is_file():
        return None
    try:
        unique, begins = np.load(path, mmap_mode="r").view(np.ndarray)
    except (OSError, ValueError) as error:
        raise IndexUnusable(f"{path} is no list of places ({error}).", REBUILD) from error
    return unique, begins


def _unit(rows: Vectors) -> Vectors:
    """Rows of unit length; one that is zero or not finite stays zero, so it scores 0 and never NaN."""
    import numpy as np

    clean = np.where(np.isfinite(rows).all(axis=1, keepdims=True), rows, np.float32(0))
    norms = np.linalg.norm(clean, axis=1, keepdims=True)
    return np.asarray(clean / np.where(norms > 0, norms, np.float32(1)), dtype=np.float32)


def _gaps(allow: Allow) -> Allow:
    """The filter, or None where it leaves no gap, so that looking between the least and the greatest was enough."""
    if allow is None or not len(allow):
        return allow
    least, most = _ends(allow)
    return None if most - least + 1 == len(allow) else allow


def _ends(allow: frozenset[int] | Ints) -> tuple[int, int]:
    """The least and the greatest of a filter that is not empty."""
    return (min(allow), max(allow)) if isinstance(allow, frozenset) else (int(allow[0]), int(allow[-1]))


def _held(ids: Ints, allow: frozenset[int] | Ints) -> NDArray[np.bool_]:
    """Which of the ids are among the allowed."""
    import numpy as np

    return among(np.array(sorted(allow), dtype=np.int64) if isinstance(allow, frozenset) else allow, ids)
