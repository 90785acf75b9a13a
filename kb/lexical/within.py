"""A word index asked within a scope: which terms are known there, and what each passage scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from kb.highest import highest
from kb.lexical.scoring import idf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Allow = frozenset[int] | Ints | None
    Terms = Sequence[str] | Mapping[str, float]


_SAMPLED = 16
"""One passage in so many is sampled."""
_LEAST = 1e-30
"""Less than any score."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The passages from `base` on, `size` of them; of those the `count` that `mask` has, or all where it is None."""

    base: int
    size: int
    count: int
    mask: Any = None


def extent_of(allow: Allow, passages: int) -> Extent:
    """Return the extent of a filter over so many passages: a sorted int64 array or a frozenset; None is no filter."""
    import numpy as np

    if allow is None:
        return Extent(0, passages, passages)
    wanted = np.array(sorted(allow), dtype=np.int64) if isinstance(allow, frozenset) else allow
    wanted = wanted[: int(np.searchsorted(wanted, passages))]
    if not len(wanted):
        return Extent(0, 0, 0)
    base, size = int(wanted[0]), int(wanted[-1]) - int(wanted[0]) + 1
    if size == len(wanted):
        return Extent(base, size, size)
    mask = np.zeros(size, dtype=bool)
    mask[wanted - base] = True
    return Extent(base, size, len(wanted), mask)


class Postings(Protocol):
    """Where the lists of terms come from."""

    def list_of(self, term: str, extent: Extent) -> tuple[Any, Any]:
        """Return places within the extent (from 0, sorted) and weights of a term, both of one length."""
        ...


class Within:
    """One question's look at a scope: the lists of its terms are cut out of the index once."""

    def __init__(self, postings: Postings, extent: Extent) -> None:
        self._postings, self._extent = postings, extent
        self._held: dict[str, tuple[Any, Any]] = {}

    def _list(self, term: str) -> tuple[Any, Any]:
        held = self._held.get(term)
        if held is None:
            held = self._held[term] = self._postings.list_of(term, self._extent)
        return held

    def knows(self, term: str) -> int:
        """Return in how many passages of the scope a term, as `tokenize` gives it, stands."""
        return len(self._list(term)[0])

    def rarity(self, term: str) -> float:
        """Return a term's idf in the scope: the most there is for one that no passage has."""
        return idf(self.knows(term), self._extent.count)

    def score(self, terms: Terms) -> Scored:
        """Score every passage from the first to the last allowed (see Scored); those not allowed score 0.

        Terms may come with weights, as if they stood in the question that many times.
        """
        import numpy as np

        extent = self._extent
        found = [
            (places, weights, times, idf(len(places), extent.count))
            for term, times in (terms if isinstance(terms, Mapping) else Counter(terms)).items()
            for places, weights in (self._list(term),)
            if len(places)
        ]
        if not found:
            return Scored(extent.base, np.zeros(extent.size), 0.0, np.zeros(0, np.int32), (), ())
        places = np.concatenate([places for places, _, _, _ in found])
        impacts: Floats = np.concatenate([weights * np.float32(times * rare) for _, weights, times, rare in found])
        shares = tuple(rare * min(times, 1.0) for _, _, times, rare in found)
        scores = np.bincount(places, impacts, extent.size).astype(np.float64, copy=False)
        return Scored(extent.base, scores, float(scores.max()), places, tuple(len(one[0]) for one in found), shares)


@dataclass(frozen=True)
class Scored:
    """BM25 scores (float64) of the passages from number `base` on; `places` are those of each term found, one term
    after the other: `lengths` of them for each, whose idf is in `shares`. `highest` is the best score, 0 where there is
    none.
    """

    base: int
    scores: Floats
    highest: float
    places: Any
    lengths: tuple[int, ...]
    shares: tuple[float, ...]

    def at(self, passages: Ints) -> Floats:
        """Return the scores of these passages, float64 [n]."""
        return self.scores[passages - self.base]

    def best(self, k: int) -> Ints:
        """Return the `k` passages that score best, or all that have any of the terms, sorted by number; of equal ones
        the lower numbers."""
        import numpy as np

        found = np.flatnonzero(self.scores >= self._low(k))
        return found[highest(self.scores[found], k)] + self.base

    def _low(self, k: int) -> float:
        """A score above zero that at least `k` passages reach, or the least one: in a large scope the `k`-th of a
        sample, so that only some of what has a common word is looked at."""
        import numpy as np

        sample = self.scores[::_SAMPLED]
        low = float(np.partition(sample, len(sample) - k)[len(sample) - k]) if 0 < k < len(sample) // 4 else 0.0
        return max(low, _LEAST)

    def top(self, k: int) -> Ints:
        """Return what `best` does, best first, ties by passage."""
        import numpy as np

        found = self.best(k)
        return found[np.argsort(-self.at(found), kind="stable")]

    def covered(self, passages: Ints) -> Floats:
        """Return the share (0..1) of the terms, each counted once by its idf, that each of these passages has."""
        return self._shares[passages - self.base]

    @cached_property
    def _shares(self) -> Floats:
        import numpy as np

        each: Floats = np.repeat(np.array(self.shares), self.lengths) / np.float64(sum(self.shares) or 1.0)
        return np.bincount(self.places, each, len(self.scores)).astype(np.float64, copy=False)
