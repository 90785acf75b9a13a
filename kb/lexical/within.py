"""A word index asked within a scope: which terms are known there, and what each passage scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from kb.highest import among, highest
from kb.lexical.scoring import idf

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Allow = frozenset[int] | Ints | None
    Terms = Sequence[str] | Mapping[str, float]


_GROUPS = 16
"""Groups of passages for each that is wanted."""
_LEAST = 1e-30
"""Less than any score."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The passages from `base` on, `size` of them; of those the `count` that `mask` has, or all where it is None."""

    base: int
    size: int
    count: int
    mask: Any = None

    def ends(self) -> Any:
        """Return the first passage and the one behind the last, int32 [2]: of the postings' own type, or NumPy would
        convert a whole list to compare them.
        """
        import numpy as np

        return np.array((self.base, self.base + self.size), dtype=np.int32)


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

    def list_of(self, term: str, extent: Extent, ends: Any) -> tuple[Any, Any]:
        """Return places within the extent (from 0, sorted) and weights of a term, both of one length. `ends` are the
        extent's.
        """
        ...


class Within:
    """One question's look at a scope: the lists of its terms are cut out of the index once."""

    def __init__(self, postings: Postings, extent: Extent) -> None:
        self._postings, self._extent, self._ends = postings, extent, extent.ends()
        self._held: dict[str, tuple[Any, Any]] = {}

    def _list(self, term: str) -> tuple[Any, Any]:
        held = self._held.get(term)
        if held is None:
            held = self._held[term] = self._postings.list_of(term, self._extent, self._ends)
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
        scores = np.zeros(extent.size, dtype=np.float32)
        found = []
        for term, times in (terms if isinstance(terms, Mapping) else Counter(terms)).items():
            places, weights = self._list(term)
            if len(places):
                rare = idf(len(places), extent.count)
                np.add.at(scores, places, weights * np.float32(times * rare))  # of one type: it is slow to convert
                found.append((places, rare * min(times, 1.0)))
        return Scored(extent.base, scores, float(scores.max(initial=0)), tuple(found))


@dataclass(frozen=True, slots=True)
class Scored:
    """BM25 scores (float32) of the passages from number `base` on; `terms` has for each term found its places and its
    idf. `highest` is the best score, 0 where there is none.
    """

    base: int
    scores: NDArray[np.float32]
    highest: float
    terms: tuple[tuple[Any, float], ...]

    def at(self, passages: Ints) -> Floats:
        """Return the scores of these passages, float64 [n]."""
        scores: Floats = self.scores[passages - self.base].astype("float64")
        return scores

    def best(self, k: int) -> Ints:
        """Return the `k` passages that score best, or all that have any of the terms, sorted by number; of equal ones
        the lower numbers."""

        found = (self.scores >= self._low(k)).nonzero()[0]
        return found[highest(self.scores[found], k)] + self.base

    def _low(self, k: int) -> float:
        """A score above zero that at least `k` passages reach and few more, or the least one: of a large scope the
        `k`-th among the best of each of many groups, so that only some of what has a common word is looked at."""
        import numpy as np

        depth = len(self.scores) // (_GROUPS * k) if k > 0 else 0
        if depth < 2:
            return _LEAST
        best = self.scores[: len(self.scores) // depth * depth].reshape(depth, -1).max(axis=0)
        return max(float(np.partition(best, len(best) - k)[len(best) - k]), _LEAST)

    def top(self, k: int) -> Ints:
        """Return what `best` does, best first, ties by passage."""
        import numpy as np

        found = self.best(k)
        return found[np.argsort(-self.at(found), kind="stable")]

    def covered(self, passages: Ints) -> Floats:
        """Return the share (0..1) of the terms, each counted once by its idf, that each of these passages has."""
        import numpy as np

        wanted = (passages - self.base).astype(np.int32)  # of the places' own type, or NumPy converts them all
        shares = np.zeros(len(wanted))
        for places, rare in self.terms:
            shares += rare * among(places, wanted)
        return shares / (sum(rare for _, rare in self.terms) or 1.0)
