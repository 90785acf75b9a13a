"""Vectors on disk: the VectorStore protocol and FAISS.

The vectors are an ordinary FAISS index ("IDMap,L2norm,Flat", inner product) that `faiss.read_index` opens. Importing
FAISS takes longer than looking through a rulebook's vectors, so a search reads the same file through NumPy's memory map
instead. The headers before the vectors come to 140 bytes, which keeps the floats aligned; the offset is checked when
the file is written.

A larger library gets a second file beside it, 48 bytes a vector (optimised product quantisation, Ge et al., 2013, with
4-bit codes, André et al., "Quicker ADC", 2019): it is looked through first, and what it puts forward is ranked by the
vectors themselves.
"""

from __future__ import annotations

import math
import os
import struct
import weakref
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kb.errors import IndexUnusable
from kb.highest import highest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.float32]
    Allow = frozenset[int] | Ints | None

FILE = "vectors.faiss"
COARSE_FILE = "coarse.faiss"
PLACES_FILE = "places.npy"
"""Beside the coarse file, int64 [2, n]: each id, and the row of its first vector. Mapped, where it is long."""
EXACT_ROWS = 32_768
"""Vectors that are looked through one by one: 50 MB, about as long as the encoder's pass over the question."""
CANDIDATES = 750
"""Vectors that the coarse file puts forward at least: of 859,000 they hold .997 of the ten best."""
_SLACK = 1.25
"""Times as many are put forward as are wanted, for those that the coarse order misplaces."""
_CODED = 4
"""Dimensions that one code of four bits stands for (or a few more, where the vectors' length does not divide)."""
_TRAIN_ROWS = 16_000
_TURNS = 20
"""Rounds of turning the vectors so that their codes fit best: more hardly gain, and take minutes."""
_FACTORY = "IDMap,L2norm,Flat"
_CODES_AT = 140
"""IxMp 37 bytes, IxPT 41, one VNrm 17, IxFI 45."""
_TAGS = ((0, b"IxMp"), (37, b"IxPT"), (78, b"VNrm"), (95, b"IxFI"))
_DIM_AT = 4
_LAYOUT_HINT = "This release of faiss-cpu writes another layout; use the one in the lock."
_REBUILD_HINT = "Build the index again: kb build --full"


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
        self._ids: Ints = np.zeros(0, dtype=np.int64)
        self._vectors: Vectors = np.zeros((0, dim), dtype=np.float32)
        if folder is not None:
            self._ids, self._vectors = map_vectors(Path(folder) / FILE)
            self.dim = int(self._vectors.shape[1])
            self._coarse_file = Path(folder) / COARSE_FILE if len(self._ids) > EXACT_ROWS else None
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
        self._ids, self._vectors, self._coarse_file = ids, vectors, None
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
            found = self._search_coarse(asked, k, allow)
            if len(found[0]) == min(k, len(self._unique) if allow is None else len(allow)):
                return found
        scores = _best_of_each(self._vectors[start:stop] @ asked, self._begins[low:high] - start)
        return _best(scores, self._unique[low:high], k, _gaps(allow))

    def _range(self, allow: Allow) -> tuple[int, int]:
        """Which of the ids in order to look at: those from the least allowed to the greatest."""
        import numpy as np

        if allow is None:
            return 0, len(self._unique)
        if not len(allow):
            return 0, 0
        least, most = (min(allow), max(allow)) if isinstance(allow, frozenset) else (int(allow[0]), int(allow[-1]))
        return int(np.searchsorted(self._unique, least)), int(np.searchsorted(self._unique, most, side="right"))

    @cached_property
    def _coarse(self) -> Any:
        import faiss

        faiss.omp_set_num_threads(1)  # one question is too little to share: two threads take twice the processor time
        try:
            return faiss.read_index(str(self._coarse_file))
        except RuntimeError as error:
            raise IndexUnusable(f"{self._coarse_file} is no usable vector index ({error}).", _REBUILD_HINT) from error

    def _search_coarse(self, asked: Vectors, k: int, allow: Allow) -> tuple[Ints, Vectors]:
        """Candidates by their codes, scored by their vectors. Fewer than `k` where the scope is a small part."""
        import numpy as np

        share = 1.0 if allow is None else len(allow) / len(self._unique)
        wanted = max(CANDIDATES, int(_SLACK * k * len(self._ids) / len(self._unique) / share))
        if wanted > len(self._ids) // 4:  # so many that looking at each is no dearer
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
        rows = np.sort(self._coarse.search(asked[None], wanted)[1][0])
        rows = rows[rows >= 0]
        ids = self._ids[rows]
        begins = np.flatnonzero(np.diff(ids, prepend=-1))
        scores = np.maximum.reduceat(self._read(rows) @ asked, begins)
        return _best(scores, ids[begins], k, allow)

    def _read(self, rows: Ints) -> Vectors:
        """These vectors, read from the file: through the map each would bring its neighbours into memory, and before
        long the whole file.
        """
        import numpy as np

        size = 4 * self.dim
        firsts = np.flatnonzero(np.diff(rows, prepend=-2) != 1)  # those in a row are read in one go
        runs = zip(rows[firsts].tolist(), np.diff(firsts, append=len(rows)).tolist(), strict=True)
        held = b"".join([os.pread(self._file, size * run, _CODES_AT + size * row) for row, run in runs])
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

        index = faiss.index_factory(self.dim, _FACTORY, faiss.METRIC_INNER_PRODUCT)
        index.add_with_ids(np.ascontiguousarray(self._vectors), np.ascontiguousarray(self._ids))
        path = Path(folder) / FILE
        faiss.write_index(index, str(path))
        ids, vectors = map_vectors(path)
        if not (np.array_equal(ids, self._ids) and np.allclose(vectors, self._vectors, atol=1e-6)):
            raise IndexUnusable(f"{path} does not read back as it was written.", _LAYOUT_HINT)
        if len(ids) > EXACT_ROWS:
            _write_coarse(vectors, Path(folder) / COARSE_FILE)
            np.save(Path(folder) / PLACES_FILE, np.array(_places(ids)))

    def close(self) -> None:
        """Let the files go."""
        import numpy as np

        self.__dict__.pop("_coarse", None)
        self._become(np.zeros(0, dtype=np.int64), np.zeros((0, self.dim), dtype=np.float32))


def _places(ids: Ints) -> tuple[Ints, Ints]:
    """Each id and where its vectors begin: they lie together, in order of id."""
    import numpy as np

    begins = np.flatnonzero(np.diff(ids, prepend=-1)) if len(ids) else np.zeros(0, dtype=np.int64)
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
        raise IndexUnusable(f"{path} is no list of places ({error}).", _REBUILD_HINT) from error
    return unique, begins


def _write_coarse(vectors: Vectors, path: Path) -> None:
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
    least, most = (min(allow), max(allow)) if isinstance(allow, frozenset) else (int(allow[0]), int(allow[-1]))
    return None if most - least + 1 == len(allow) else allow


def _best_of_each(scores: Vectors, begins: Ints) -> Vectors:
    """The highest score of each id, whose own begin at `begins`. Most have two, for which `reduceat` is slow."""
    import numpy as np

    last = np.append(begins[1:], len(scores)) - 1
    best: Vectors = np.maximum(scores[begins], scores[last])
    more = np.flatnonzero(last - begins > 1)
    if len(more):
        between = np.maximum.reduceat(scores, np.stack((begins[more], last[more]), axis=1).reshape(-1))[::2]
        best[more] = np.maximum(best[more], between)
    return best


def _best(scores: Vectors, ids: Ints, k: int, allow: Allow) -> tuple[Ints, Vectors]:
    """The `k` best of the allowed, by id; of equal scores the lower ids are taken."""
    import numpy as np

    if allow is not None:
        wanted = np.array(sorted(allow), dtype=np.int64) if isinstance(allow, frozenset) else allow
        kept = wanted[np.minimum(np.searchsorted(wanted, ids), len(wanted) - 1)] == ids
        scores, ids = scores[kept], ids[kept]
    near = highest(scores, k)
    return ids[near], scores[near]


def map_vectors(path: Path) -> tuple[Ints, Vectors]:
    """Return ids int64 [n] and vectors float32 [n, dim] of a FAISS file, both memory-mapped.

    Raises IndexUnusable for any other layout.
    """
    import numpy as np

    try:
        raw = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
        head = raw[:_CODES_AT].tobytes()
        if any(head[at : at + 4] != tag for at, tag in _TAGS):
            raise ValueError("another kind of FAISS index")
        dim, size = struct.unpack_from("<i", head, _DIM_AT)[0], struct.unpack_from("<Q", head, _CODES_AT - 8)[0]
        end = _CODES_AT + 4 * size
        vectors = raw[_CODES_AT:end].view(np.float32).reshape(-1, dim)
        ids = raw[end + 8 :].view(np.int64)
        if len(ids) != len(vectors):
            raise ValueError(f"{len(ids)} ids for {len(vectors)} vectors")
    except (OSError, ValueError, struct.error) as error:
        raise IndexUnusable(f"{path} is no usable vector index ({error}).", _REBUILD_HINT) from error
    return ids, vectors
