"""An opened word index: its vocabulary and postings, in memory-mapped arrays."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import REBUILD, IndexUnusable
from kb.lexical.scoring import ARRAYS, sum_of
from kb.lexical.tokens import tokenize
from kb.lexical.within import Extent, Within, extent_of

if TYPE_CHECKING:
    from kb.lexical.within import Allow

_PLACES = 4096
"""Terms whose places are remembered: one question asks for the same ones several times."""
_NOTHING: tuple[Any, Any] = ((), ())


class LexicalIndex:
    """BM25 over passages numbered from 0. Made by `build`, opened by `open`."""

    def __init__(self, folder: Path) -> None:
        import numpy as np

        try:
            facts = json.loads((folder / "words.json").read_text("utf-8"))
            arrays = [np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray) for name in ARRAYS]
        except (OSError, ValueError, EOFError) as error:
            raise IndexUnusable(f"{folder} holds no usable word index ({error}).", REBUILD) from error
        self._count: int = facts["passages"]
        # One number at a time is read from the first four, which a memoryview does ten times as fast as an array.
        self._sums, self._starts, self._postings, self._vocabulary = (memoryview(array) for array in arrays[:4])
        self._docs, self._weights = arrays[4:]
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

    def __len__(self) -> int:
        return self._count

    def _find(self, term: str) -> int:
        """The place of a term in the vocabulary, or -1: binary search over the mapped sums."""
        key = term.encode()
        wanted = sum_of(key)
        at = bisect_left(self._sums, wanted)
        while at < len(self._sums) and self._sums[at] == wanted:
            if self._term(at) == key:
                return at
            at += 1
        return -1

    def _term(self, at: int) -> bytes:
        return bytes(self._vocabulary[self._starts[at] : self._starts[at + 1]])

    def within(self, where: Allow | Extent = None) -> Within:
        """Return the index as one question sees it within a scope: a filter, or the extent of one."""
        return Within(self, where if isinstance(where, Extent) else extent_of(where, self._count))

    def terms(self) -> list[str]:
        """Return every term, sorted by its UTF-8 bytes."""
        return sorted((self._term(at).decode() for at in range(len(self._sums))), key=str.encode)

    def list_of(self, term: str, extent: Extent, ends: Any) -> tuple[Any, Any]:
        """See Postings."""
        import numpy as np

        at = self._place(term)
        if at < 0:
            return _NOTHING
        first, last = self._postings[at], self._postings[at + 1]
        docs = self._docs[first:last]
        if extent.size < self._count:
            low, high = docs.searchsorted(ends).tolist()
            if low == high:
                return _NOTHING
            docs, first, last = docs[low:high], first + low, first + high
        weights = self._weights[first:last]
        places = docs - np.int32(extent.base) if extent.base else docs
        if extent.mask is None:
            return places, weights
        kept = extent.mask[places]
        return places[kept], weights[kept]

    def search(self, terms: Sequence[str], k: int, allow: Allow = None) -> list[tuple[int, float]]:
        """Return at most `k` (passage, score), best first, ties by passage; passages without any of the terms are left
        out.

        `allow` is the passages to look in (a sorted int64 array or a frozenset); None means all, an empty one nothing.
        """
        found = self.within(allow).score(terms)
        best = found.top(k)
        return list(zip(best.tolist(), found.at(best).tolist(), strict=True))
