"""An opened word index: postings, scores, the share of a question that a passage covers."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import IndexUnusable
from kb.lexical.scoring import ARRAYS, idf
from kb.lexical.tokens import tokenize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Allow = frozenset[int] | Ints | None


_PLACES = 4096
"""Terms whose places are remembered: one question asks for the same ones several times."""


class LexicalIndex:
    """BM25 over passages numbered from 0. Made by `build`, opened by `open`."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        try:
            facts = json.loads((folder / "words.json").read_text("utf-8"))
            arrays = [np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray) for name in ARRAYS]
        except (OSError, ValueError, EOFError) as error:
            raise IndexUnusable(
                f"{folder} holds no usable word index ({error}).", "Build the index again: kb build --full"
            ) from error
        self._count: int = facts["passages"]
        # One number at a time is read from the first three, which a memoryview does ten times as fast as an array.
        self._starts, self._postings, self._vocabulary = (memoryview(array) for array in arrays[:3])
        self._docs, self._weights = arrays[3:]
        self._last: tuple[Allow, _Scope] = (None, _Scope(0, self._count, self._count))
        self._place = lru_cache(_PLACES)(self._find)

    @classmethod
    def open(cls, folder: Path) -> LexicalIndex:
        """Open a folder written by `build`. Raises IndexUnusable."""
        return cls(Path(folder))

    @classmethod
    def build(
        cls,
        documents: Iterable[Sequence[str]],
        folder: Path,
        weights: Sequence[float] = (1.0,),
        groups: Sequence[int] | None = None,
        cut: Callable[[str, str], list[str]] = tokenize,
        languages: Sequence[str] | None = None,
    ) -> LexicalIndex:
        """Index `documents`, each a text a field, into `folder`.

        `weights` are the fields' weights; `groups` (one number a document) says whose average length a passage is
        measured by; `cut` makes terms of a text in the language that `languages` gives its document (without: English).
        """
        from kb.lexical.writing import write

        write(Path(folder), documents, weights, groups, cut, languages)
        return cls(Path(folder))

    def _scope(self, allow: Allow) -> _Scope:
        """The scope of a filter; that of the last one is remembered, as one question asks about many words of it."""
        held, scope = self._last
        if held is None or held is not allow:
            scope = _scope(allow, self._count)
            self._last = (allow, scope)
        return scope

    def __len__(self) -> int:
        return self._count

    def _find(self, term: str) -> int:
        """The place of a term in the vocabulary, or -1: binary search over the mapped bytes."""
        key = term.encode()
        at = bisect_left(range(len(self._starts) - 1), key, key=self._term)
        return at if at < len(self._starts) - 1 and self._term(at) == key else -1

    def _term(self, at: int) -> bytes:
        return bytes(self._vocabulary[self._starts[at] : self._starts[at + 1]])

    def knows(self, term: str, allow: Allow = None) -> int:
        """Return in how many passages (of those allowed) a term, as `tokenize` gives it, stands."""
        at = self._place(term)
        return 0 if at < 0 else len(self._list(at, self._scope(allow))[0])

    def terms(self) -> list[str]:
        """Return every term, sorted by its UTF-8 bytes."""
        return [self._term(at).decode() for at in range(len(self._starts) - 1)]

    def _list(self, at: int, scope: _Scope) -> tuple[Any, Any]:
        """Places within the scope, and weights, of a term."""
        import numpy as np

        first, last = self._postings[at], self._postings[at + 1]
        docs = self._docs[first:last]
        if scope.size < self._count:
            # The bounds in the array's own type: another would have NumPy convert the whole list.
            low, high = np.searchsorted(docs, np.array((scope.base, scope.base + scope.size), dtype=docs.dtype))
            docs, first, last = docs[low:high], first + int(low), first + int(high)
        weights = self._weights[first:last]
        places = docs - np.int32(scope.base) if scope.base else docs
        if scope.mask is None:
            return places, weights
        kept = scope.mask[places]
        return places[kept], weights[kept]

    def search(self, terms: Sequence[str], k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """Return at most `k` (passage, score), best first, ties by passage; passages without any of the terms are left
        out.

        `allow` is the passages to look in (a sorted int64 array or a frozenset); None means all, an empty one nothing.
        """
        found = self.score(terms, allow)
        best = found.top(k)
        return list(zip(best.tolist(), found.at(best).tolist(), strict=True))

    def score(self, terms: Sequence[str] | Mapping[str, float], allow: Allow = None) -> Scored:
        """Score every passage from the first to the last allowed (see Scored); those not allowed score 0.

        Terms may come with weights, as if they stood in the question that many times.
        """
        import numpy as np

        scope = self._scope(allow)
        scores = np.zeros(scope.size, dtype=np.float32)
        lists = []
        for term, times in (terms if isinstance(terms, Mapping) else Counter(terms)).items():
            at = self._place(term)
            if at < 0:
                continue
            places, weights = self._list(at, scope)
            if len(places):
                weight = idf(len(places), scope.count)
                scores[places] += weights * np.float32(times * weight)
                lists.append((places, weight * min(times, 1.0)))
        return Scored(scope.base, scores, tuple(lists))


@dataclass(frozen=True, slots=True)
class Scored:
    """BM25 scores of the passages from number `base` on, and of each term found its passages and its idf."""

    base: int
    scores: NDArray[np.float32]
    lists: tuple[tuple[Any, float], ...]

    def at(self, passages: Ints) -> NDArray[np.float32]:
        """Return the scores of these passages, float32 [n]."""
        return self.scores[passages - self.base]

    def best(self) -> float:
        """Return the highest score, 0 where nothing was found."""
        return float(self.scores.max(initial=0))

    def top(self, k: int) -> Ints:
        """Return at most `k` passages that have any of the terms, best first, ties by passage."""
        return _best(self.scores, k) + self.base

    def covered(self, passages: Ints) -> NDArray[np.float32]:
        """Return the share (0..1) of the terms, each counted once by its idf, that each of these passages has."""
        import numpy as np

        share = np.zeros(len(passages), dtype=np.float32)
        asked = (passages - self.base).astype(np.int32)
        for places, weight in self.lists:
            found = np.minimum(np.searchsorted(places, asked), len(places) - 1)
            share += np.float32(weight) * (places[found] == asked)
        return share / np.float32(sum(weight for _, weight in self.lists) or 1.0)


@dataclass(frozen=True, slots=True)
class _Scope:
    """The passages from `base` on, `size` of them; of those the `count` that `mask` has, or all where it is None."""

    base: int
    size: int
    count: int
    mask: Any = None


def _scope(allow: Allow, passages: int) -> _Scope:
    import numpy as np

    if allow is None:
        return _Scope(0, passages, passages)
    if not len(allow):
        return _Scope(0, 0, 0)
    wanted = np.array(sorted(allow), dtype=np.int64) if isinstance(allow, frozenset) else allow
    wanted = wanted[: int(np.searchsorted(wanted, passages))]
    if not len(wanted):
        return _Scope(0, 0, 0)
    base, size = int(wanted[0]), int(wanted[-1]) - int(wanted[0]) + 1
    if size == len(wanted):
        return _Scope(base, size, size)
    mask = np.zeros(size, dtype=bool)
    mask[wanted - base] = True
    return _Scope(base, size, len(wanted), mask)


def _best(scores: Any, k: int) -> Ints:
    """Places of the `k` highest scores above zero, highest first, ties by place."""
    import numpy as np

    found = np.flatnonzero(scores > 0)
    if 0 < k < len(found):
        least = np.partition(scores[found], len(found) - k)[len(found) - k]
        found = found[scores[found] >= least]
    return found[np.lexsort((found, -scores[found]))][: max(k, 0)]
