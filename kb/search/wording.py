"""The words of a question against those of the rules: misspelt ones, unknown ones, and what that says of the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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

Pairs = tuple[tuple[str, str], ...]
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

    def terms(self, text: str, languages: Languages) -> dict[str, int]:
        """The terms of a question with how often they stand in it, in each of the languages."""
        cut = content_terms if self.recipe.stop_words else tokenize
        return _most(cut(text, language) for language in languages)

    def pairs(self, text: str, languages: Languages) -> dict[str, int]:
        """Each two words in a row, in each of the languages."""
        return _most(pairs_of(text, language) for language in languages)

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


def _most(each: Iterable[Sequence[str]]) -> dict[str, int]:
    """Each term as often as it stands in the one that has it most often."""
    found: dict[str, int] = {}
    for counted in map(Counter, each):
        found |= {term: max(times, found.get(term, 0)) for term, times in counted.items()}
    return found


def _never(word: str) -> bool:
    return False
