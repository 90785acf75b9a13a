"""Several ways of searching into one order, ties by ordinal.

Each way is scaled by its best score and not between best and worst, which would stretch a list whose best is hardly
better than its tenth; the share of the question that a passage covers, and what speaks for it beforehand, are added as
they are. Reciprocal rank fusion was measured as worse on rules. The weights: see Recipe and benchmarks/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.highest import among, firsts, highest
from kb.search.records import Recipe

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kb.lexical import Scored

    Floats = NDArray[np.floating]
    Ints = NDArray[np.int64]

Links = Callable[[Iterable[int]], list[tuple[int, int]]]
FOLLOWED = 10
"""How many of the best passages have their references followed."""


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage's place in the mix, and its (rank, score) in each way; rank 0 where that way does not have it."""

    ordinal: int
    score: float = 0.0
    words: tuple[int, float] = (0, 0.0)
    meaning: tuple[int, float] = (0, 0.0)


@dataclass(frozen=True, slots=True)
class Order:
    """The passages of a mix by ordinal, with their scores and their (ranks, scores) in each way; `places` gives them
    best first. A `Fused` is made of those that are looked at.
    """

    ordinals: Ints
    scores: Floats
    places: Ints
    words: tuple[Ints, Floats]
    meaning: tuple[Ints, Floats]

    def __len__(self) -> int:
        return len(self.ordinals)

    def __iter__(self) -> Iterator[Fused]:
        return (self._at(int(place)) for place in self.places)

    def _at(self, place: int) -> Fused:
        words, meaning = (
            (int(ranks[place]), float(scores[place])) if ranks[place] else (0, 0.0)
            for ranks, scores in (self.words, self.meaning)
        )
        return Fused(int(self.ordinals[place]), float(self.scores[place]), words, meaning)

    def best(self) -> float:
        """Return the highest score. Raises IndexError where there is no passage."""
        return float(self.scores[self.places[0]])

    def find(self, ordinal: int) -> Fused | None:
        """Return the passage of that ordinal, or None."""
        place = int(self.ordinals.searchsorted(ordinal))
        return self._at(place) if place < len(self) and self.ordinals[place] == ordinal else None


@dataclass(frozen=True, slots=True)
class Mix:
    """What each way found in one scope: `allow` and `meaning` (passages, scores) by ordinal, `prior` of the corpus;
    `known` is the share of the question that its rules know.
    """

    allow: Ints
    words: Scored | None
    pairs: Scored | None
    meaning: tuple[Ints, Floats]
    prior: Floats
    known: float
    recipe: Recipe

    def candidates(self) -> Ints:
        """The best of the words and those that the vectors put forward, sorted."""
        import numpy as np

        if self.words is None:
            return self.meaning[0]
        both = np.concatenate((self.meaning[0], self.words.best(self.recipe.pool)))
        both.sort()
        return both[firsts(both)]  # np.unique would load numpy.ma, which costs 10 ms at a cold start

    def nearest(self) -> float:
        """The best passage's cosine, 0 where the vectors were not asked."""
        return float(self.meaning[1].max(initial=0))

    def trust(self) -> float:
        """What the words weigh, 0..1: where the rules know few of the question's, those few are the least of it."""
        return self.recipe.least + (1 - self.recipe.least) * self.known if len(self.meaning[0]) else 1.0

    def score(self, ordinals: Ints) -> Floats:
        """The mix for these ordinals, sorted; what the vectors did not put forward counts as their last."""
        recipe = self.recipe
        total = recipe.prior * self.prior[ordinals]
        if self.words is not None:
            part = self.trust()
            total = total + _scaled(self.words, ordinals, part * recipe.words)
            total = total + part * recipe.covered * self.words.covered(ordinals)
        if self.pairs is not None:
            total = total + _scaled(self.pairs, ordinals, recipe.pairs)
        if len(self.meaning[0]):
            total = total + self.senses(ordinals) * (recipe.meaning / max(self.nearest(), 1e-6))
        return total

    def senses(self, ordinals: Ints) -> Floats:
        """The cosines that the vectors give these ordinals, sorted; their least where they did not put one forward."""
        import numpy as np

        found, scores = self.meaning
        out = np.full(len(ordinals), scores.min(), dtype=np.float64)
        held = among(found, ordinals)
        out[held] = scores[among(ordinals, found)]
        return out


def fuse(mix: Mix, links: Links) -> Order:
    """Return the passages of the mix, best first; a rule that one of the best refers to gains by it."""
    ordinals = mix.candidates()
    scores = mix.score(ordinals) if len(ordinals) else mix.prior[:0]
    if mix.recipe.references and len(ordinals):
        ordinals, scores = _follow(mix, links, ordinals, scores)
    return _placed(mix, ordinals, scores)


def _follow(mix: Mix, links: Links, ordinals: Ints, scores: Floats) -> tuple[Ints, Floats]:
    """Add what the best passages refer to, and to those rules the score of the best that does."""
    import numpy as np

    best = _first(scores, FOLLOWED)
    first = dict(zip(ordinals[best].tolist(), scores[best].tolist(), strict=True))
    gained: dict[int, float] = {}
    for source, target in links(first):
        gained[target] = max(gained.get(target, 0.0), first[source])
    targets = np.array(sorted(gained), dtype=np.int64)
    targets = targets[among(mix.allow, targets)]
    new = targets[~among(ordinals, targets)]
    if len(new):
        ordinals, scores = np.concatenate((ordinals, new)), np.concatenate((scores, mix.score(new)))
        order = np.argsort(ordinals)
        ordinals, scores = ordinals[order], scores[order]
    gain = np.array([gained[target] for target in targets.tolist()])
    scores[ordinals.searchsorted(targets)] += mix.recipe.references * gain
    return ordinals, scores


def _first(scores: Floats, n: int) -> Ints:
    """Places of the `n` highest scores, highest first, ties by place."""
    import numpy as np

    near = highest(scores, n)
    return near[np.argsort(-scores[near], kind="stable")]


def holds(ordinals: Ints, ordinal: int) -> bool:
    """Whether a number is one of these, which are sorted."""
    place = int(ordinals.searchsorted(ordinal))
    return place < len(ordinals) and int(ordinals[place]) == ordinal


def _placed(mix: Mix, ordinals: Ints, scores: Floats) -> Order:
    import numpy as np

    ranks, by_words = np.zeros((2, len(ordinals)), dtype=np.int64), np.zeros(len(ordinals))
    if mix.words is not None:
        by_words = mix.words.at(ordinals)
        ranks[0] = np.where(by_words > 0, _ranks(by_words), 0)
    found, scores_found = mix.meaning
    place, by_meaning = ordinals.searchsorted(found), np.zeros(len(ordinals))
    ranks[1, place], by_meaning[place] = _ranks(scores_found), scores_found
    order = np.argsort(-scores, kind="stable")
    return Order(ordinals, scores, order, (ranks[0], by_words), (ranks[1], by_meaning))


def _ranks(scores: Floats) -> Ints:
    """Ranks of scores from 1, the highest first, ties by place."""
    import numpy as np

    ranks = np.empty(len(scores), dtype=np.int64)
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def _scaled(found: Scored, ordinals: Ints, weight: float) -> Floats:
    return found.at(ordinals) * (weight / found.highest if found.highest > 0 else 0.0)
