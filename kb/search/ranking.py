"""Several ways of searching into one order, ties by ordinal.

Each way is scaled by its best score and not between best and worst, which would stretch a list whose best is hardly
better than its tenth; the share of the question that a passage covers, and what speaks for it beforehand, are added as
they are. Reciprocal rank fusion was measured as worse on rules. The weights: see Recipe and benchmarks/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kb.search.records import Recipe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kb.lexical import Scored

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

Links = Callable[[Iterable[int]], list[tuple[int, int]]]
FOLLOWED = 10
"""How many of the best passages have their references followed."""


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage's place in the mix, and its (rank, score) in each way; rank 0 where that way does not have it."""

    ordinal: int
    score: float
    words: tuple[int, float]
    meaning: tuple[int, float]


@dataclass(frozen=True, slots=True)
class Mix:
    """What each way found in one scope: `allow` (sorted), `meaning` best first, `prior` by ordinal of the corpus."""

    allow: Ints
    words: Scored | None
    pairs: Scored | None
    meaning: Sequence[tuple[int, float]]
    prior: Floats
    recipe: Recipe

    def candidates(self) -> Ints:
        """The best of the words and those that the vectors put forward, sorted."""
        import numpy as np

        found = np.fromiter((ordinal for ordinal, _ in self.meaning), np.int64, len(self.meaning))
        if self.words is not None:
            hit = np.flatnonzero(self.words.scores > 0)
            best = hit[np.lexsort((hit, -self.words.scores[hit]))][: self.recipe.pool] + self.words.base
            found = np.union1d(found, best)
        return np.unique(found)

    def score(self, ordinals: Ints) -> Floats:
        """The mix for these ordinals; what the vectors did not put forward counts as their last."""
        import numpy as np

        recipe = self.recipe
        total = recipe.prior * self.prior[ordinals].astype(np.float32)
        if self.words is not None:
            at = ordinals - self.words.base
            total += recipe.words * _scaled(self.words.scores)[at] + recipe.covered * self.words.covered[at]
        if self.pairs is not None:
            total += recipe.pairs * _scaled(self.pairs.scores)[ordinals - self.pairs.base]
        if self.meaning:
            senses, best, last = dict(self.meaning), self.meaning[0][1], self.meaning[-1][1]
            each = np.array([senses.get(int(ordinal), last) for ordinal in ordinals], dtype=np.float32)
            total += recipe.meaning * each / np.float32(max(best, 1e-6))
        return total


def fuse(mix: Mix, links: Links) -> list[Fused]:
    """Return the passages of the mix, best first; a rule that one of the best refers to gains by it."""
    ordinals = mix.candidates()
    if not len(ordinals):
        return []
    scores = mix.score(ordinals)
    if mix.recipe.references:
        ordinals, scores = _follow(mix, links, ordinals, scores)
    return _placed(mix, ordinals, scores)


def _follow(mix: Mix, links: Links, ordinals: Ints, scores: Floats) -> tuple[Ints, Floats]:
    """Add what the best passages refer to, and to those rules the score of the best that does."""
    import numpy as np

    best = np.lexsort((ordinals, -scores))[:FOLLOWED]
    first = {int(ordinals[at]): float(scores[at]) for at in best}
    gained: dict[int, float] = {}
    for source, target in links(first):
        gained[target] = max(gained.get(target, 0.0), first[source])
    targets = np.intersect1d(np.fromiter(gained, np.int64, len(gained)), mix.allow)
    every = np.union1d(ordinals, targets)
    gain = np.array([gained.get(int(ordinal), 0.0) for ordinal in every], dtype=np.float32)
    return every, mix.score(every) + np.float32(mix.recipe.references) * gain


def _placed(mix: Mix, ordinals: Ints, scores: Floats) -> list[Fused]:
    import numpy as np

    senses = {ordinal: (rank, score) for rank, (ordinal, score) in enumerate(mix.meaning, 1)}
    words = _ranks(mix.words, ordinals)
    return [
        Fused(int(ordinals[at]), float(scores[at]), words[at], senses.get(int(ordinals[at]), (0, 0.0)))
        for at in np.lexsort((ordinals, -scores))
    ]


def _ranks(words: Scored | None, ordinals: Ints) -> list[tuple[int, float]]:
    """(rank, score) of each ordinal among the candidates by words; (0, 0.0) where it has none."""
    import numpy as np

    if words is None:
        return [(0, 0.0)] * len(ordinals)
    scores = words.scores[ordinals - words.base]
    ranks = np.empty(len(ordinals), dtype=np.int64)
    ranks[np.lexsort((ordinals, -scores))] = np.arange(1, len(ordinals) + 1)
    return [(int(rank), float(score)) if score > 0 else (0, 0.0) for rank, score in zip(ranks, scores, strict=True)]


def _scaled(scores: Floats) -> Any:
    best = scores.max(initial=0)
    return scores / best if best > 0 else scores
