"""The words of a question against those of the rules: misspelt ones, unknown ones, and what that says of the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from kb.lexical import tokenize
from kb.models import Game
from kb.search.extras import Extras, pairs_of
from kb.search.question import Terms, all_words, content_terms, content_words
from kb.search.ranking import Mix
from kb.search.records import Evidence, Recipe
from kb.search.spelling import misspelt, near

if TYPE_CHECKING:
    from kb.embed import Embedder
    from kb.lexical import Within

KNOWN = 0.5
UNKNOWN = 0.02
ANSWERED = 0.79
WEAK = 0.2
FOCUS = 0.22
"""Evidence is the best passage's cosine plus half the share of known content words, less a little for each unknown
one. From ANSWERED on the question counts as answered, up to WEAK below as answered perhaps. A question that is like all
passages of the game, by more than FOCUS on average, needs more by as much. Set on half of the unanswerable questions in
benchmarks/ and reported on the other."""

AKIN_TRIED = 20
AKIN_USED = 3
AKIN_LEAST = 0.45
"""For a word that no rule knows: the words nearest in meaning that are looked at, those used, and the least cosine."""

Pairs = tuple[tuple[str, str], ...]
Akin = Mapping[Terms, Sequence[tuple[str, float]]]
Languages = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """What the rules know of a question's words, each time within a scope: `heard` is the word index narrowed to it."""

    embedder: Embedder
    extras: Extras
    recipe: Recipe

    def spelt(self, text: str, heard: Within, languages: Languages) -> tuple[str, Pairs, Pairs]:
        """Return the text with misspelt words put right, which those were, and what others may be meant for."""
        corrected: list[tuple[str, str]] = []
        suggested: list[tuple[str, str]] = []
        if not self.recipe.spelling:
            return text, (), ()
        is_word = getattr(self.embedder, "has_word", _never)
        for word in misspelt(text, heard.knows, is_word, languages):
            other, letters = near(word, self.extras.vocabulary, heard.knows, languages)
            if letters == 1:
                corrected.append((word, other))
                text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text)
            elif other:
                suggested.append((word, other))
        return text, tuple(corrected), tuple(suggested)

    def akin(self, text: str, scopes: Sequence[Within], languages: Languages) -> Akin:
        """For the terms of a question that some of the scopes do not know, words of like meaning with their cosine."""
        if not self.recipe.akin:
            return {}
        words = content_words(text, languages)
        unknown = [(w, terms) for w, terms in words if not all(_known(terms, heard) for heard in scopes)]
        vectors = self.embedder.embed([word.casefold() for word, _ in unknown], "query") if unknown else ()
        return {
            terms: [(other, cosine) for other, cosine in self.extras.akin(vector, AKIN_TRIED) if cosine >= AKIN_LEAST]
            for (_, terms), vector in zip(unknown, vectors, strict=True)
        }

    def weighted(self, text: str, akin: Akin, heard: Within, languages: Languages) -> dict[str, float]:
        """Terms with their weights: those of the question, and for each unknown one those nearest in meaning."""
        cut = content_terms if self.recipe.stop_words else tokenize
        weights: dict[str, float] = dict(_most(Counter(cut(text, language)) for language in languages))
        for terms in [terms for terms in akin if not _known(terms, heard)]:
            words = [(t, c) for word, c in akin[terms] for lang in languages for t in tokenize(word, lang)]
            known = [(term, cosine) for term, cosine in words if heard.knows(term)]
            for other, cosine in known[:AKIN_USED]:
                weights[other] = max(weights.get(other, 0.0), self.recipe.akin * cosine)
        return weights

    def pairs(self, text: str, languages: Languages) -> dict[str, float]:
        """Each two words in a row, in each of the languages."""
        return dict(_most(Counter(pairs_of(text, language)) for language in languages))

    def evidence(self, text: str, vector: Any, game: Game, mix: Mix, heard: Within, languages: Languages) -> Evidence:
        """How near the best passage is, and how much of the question the rules know; by words alone, what it covers."""
        words = content_words(text, languages) or all_words(text, languages)  # a unit's Might is a word of matter, too
        unknown = tuple(word for word, terms in words if not _known(terms, heard))
        known = 1 - len(unknown) / len(words) if words else 0.0
        near_by = mix.nearest()
        if mix.words is not None and not len(mix.meaning[0]):
            near_by = float(mix.words.covered(mix.words.best(self.recipe.pool)).max(initial=0)) * known
        confidence = max(near_by, 0.0) + KNOWN * known - UNKNOWN * len(unknown)
        like_all = self.extras.like_all(game.id, vector) if vector is not None else 0.0
        answered = round(ANSWERED + max(0.0, like_all - FOCUS), 6)
        return Evidence(game.id, game.name, near_by, known, unknown, round(confidence, 6), answered, answered - WEAK)


def _known(terms: Terms, heard: Within) -> bool:
    """Whether the rules have a word, given as its terms in several languages."""
    return any(map(heard.knows, terms))


def _most(counts: Iterable[Counter[str]]) -> Counter[str]:
    """Each term as often as it is counted most."""
    return reduce(or_, counts, Counter())


def _never(word: str) -> bool:
    return False
