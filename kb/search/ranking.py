"""Several ways of searching into one order, ties by ordinal.

Each way is scaled by its best score and not between best and worst, which would stretch a list whose best is hardly
better than its tenth; the share of the question that a passage covers, and what speaks for it beforehand, are added as
they are. Reciprocal rank fusion was measured as worse on rules. The weights: see Recipe and benchmarks/.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
class Order:
    """The passages of a mix, best first, as arrays of one length; a `Fused` is made of those that are looked at."""

    ordinals: Ints
    scores: Floats
    words: tuple[Ints, Floats]
    meaning: tuple[Ints, Floats]

    def __len__(self) -> int:
        return len(self.ordinals)

    def __iter__(self) -> Iterator[Fused]:
        return (self[place] for place in range(len(self)))

    def __getitem__(self, place: int) -> Fused:
        words, meaning = (
            (int(ranks[place]), float(scores[place])) if ranks[place] else (0, 0.0)
            for ranks, scores in (self.words, self.meaning)
        )
        return Fused(int(self.ordinals[place]), float(self.scores[place]), words, meaning)

    def find(self, ordinal: int) -> Fused | None:
        """Return the passage of that ordinal, or None."""
        places = (self.ordinals == ordinal).nonzero()[0]
        return self[int(places[0])] if len(places) else None


@dataclass(frozen=True, slots=True)
class Mix:
    """What each way found in one scope: `allow` (sorted), `meaning` best first, `prior` by ordinal of the corpus."""

    allow: Ints
    words: Scored | None
    pairs: Scored | None
    meaning: tuple[Ints, Floats]
    prior: Floats
    recipe: Recipe

    def candidates(self) -> Ints:
        """The best of the words and those that the vectors put forward, sorted."""
        import numpy as np

        found = self.meaning[0]
        both = np.sort(found if self.words is None else np.concatenate((found, self.words.top(self.recipe.pool))))
        return both[np.diff(both, prepend=-1) > 0]  # np.unique would load numpy.ma, which costs 10 ms at a cold start

    def score(self, ordinals: Ints) -> Floats:
        """The mix for these ordinals; what the vectors did not put forward counts as their last."""
        import numpy as np

        recipe = self.recipe
        total = recipe.prior * self.prior[ordinals].astype(np.float32)
        if self.words is not None:
            total += recipe.words * _scaled(self.words, ordinals) + recipe.covered * self.words.covered(ordinals)
        if self.pairs is not None:
            total += recipe.pairs * _scaled(self.pairs, ordinals)
        scores = self.meaning[1]
        if len(scores):
            ranks, each = self.senses(ordinals)
            each = np.where(ranks > 0, each, scores[-1])
            total += recipe.meaning * each / np.float32(max(float(scores[0]), 1e-6))
        return total

    def senses(self, ordinals: Ints) -> tuple[Ints, Floats]:
        """Rank and score that the vectors give these ordinals; 0 and 0 where they did not put one forward."""
        import numpy as np

        found, scores = self.meaning
        if not len(found):
            return np.zeros(len(ordinals), np.int64), np.zeros(len(ordinals), np.float32)
        order = np.argsort(found)
        place = order[np.minimum(np.searchsorted(found, ordinals, sorter=order), len(found) - 1)]
        hit = found[place] == ordinals
        return np.where(hit, place + 1, 0), np.where(hit, scores[place], np.float32(0))


def fuse(mix: Mix, links: Links) -> Order:
    """Return the passages of the mix, best first; a rule that one of the best refers to gains by it."""
    ordinals = mix.candidates()
    scores = mix.score(ordinals)
    if mix.recipe.references and len(ordinals):
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
    targets = np.array(sorted(target for target in gained if _within(target, mix.allow)), dtype=np.int64)
    if not len(targets):
        return ordinals, scores
    place = np.minimum(np.searchsorted(ordinals, targets), len(ordinals) - 1)
    new = targets[ordinals[place] != targets]
    every, total = np.concatenate((ordinals, new)), np.concatenate((scores, mix.score(new)))
    order = np.argsort(every)
    every, total = every[order], total[order]
    gain = np.array([gained[target] for target in targets.tolist()], dtype=np.float32)
    total[np.searchsorted(every, targets)] += np.float32(mix.recipe.references) * gain
    return every, total


def _within(ordinal: int, allow: Ints) -> bool:
    place = int(allow.searchsorted(ordinal))
    return place < len(allow) and int(allow[place]) == ordinal


def _placed(mix: Mix, ordinals: Ints, scores: Floats) -> Order:
    import numpy as np

    order = np.lexsort((ordinals, -scores))
    ordinals = ordinals[order]
    return Order(ordinals, scores[order], _ranks(mix.words, ordinals), mix.senses(ordinals))


def _ranks(words: Scored | None, ordinals: Ints) -> tuple[Ints, Floats]:
    """Rank and score of each ordinal among the candidates by words; 0 and 0 where it has none."""
    import numpy as np

    ranks = np.zeros(len(ordinals), dtype=np.int64)
    if words is None:
        return ranks, np.zeros(len(ordinals), dtype=np.float32)
    scores = words.at(ordinals)
    ranks[np.lexsort((ordinals, -scores))] = np.arange(1, len(ordinals) + 1)
    return np.where(scores > 0, ranks, 0), scores


def _scaled(found: Scored, ordinals: Ints) -> Any:
    best = found.best()
    return found.at(ordinals) / best if best > 0 else found.at(ordinals)
