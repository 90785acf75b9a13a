"""The words of a question against those of the rules: misspelt ones, unknown ones, and what that says of the answer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from kb.lexical import tokenize
from kb.models import Game
from kb.search.asking import asked_name, without_measure
from kb.search.extras import Extras, paired
from kb.search.findings import Pairs
from kb.search.language import is_foreign
from kb.search.question import Terms, all_words, content_terms, content_words, stop, terms_of
from kb.search.ranking import Mix
from kb.search.records import Evidence, Recipe, told
from kb.search.spelling import likely, misspelt, near
from kb.search.synonyms import synonyms
from kb.search.variants import forms, spellings

if TYPE_CHECKING:
    from kb.embed import Embedder
    from kb.lexical import Within

KNOWN = 0.5
UNKNOWN = 0.02
ELSEWHERE = 0.08
ELSEWHERE_COUNTED = 2
ANSWERED = 0.76
WEAK = 0.17
FOCUS = 0.22
"""Evidence is the best passage's cosine plus half the share of known content words, less a little for each unknown
one, and more for the first ELSEWHERE_COUNTED of them that other rules of the corpus define: a question about trampling
is about another game. From ANSWERED on the question counts as answered, up to WEAK below as answered perhaps. A
question that is like all passages of the game, by more than FOCUS on average, needs more by as much. Set on half of the
unanswerable questions in benchmarks/ and reported on the other."""

NEAR, FEW = 0.5, 5
"""The cosine from which a question of fewer than FEW content words that was read word by word may be answered, where no
passage has all of its words: of few words the rules may know every one, though the question is off the matter."""
_ALL = 0.999
"""A share that is all of it, as sums of shares go."""
_LAST = 8
"""Questions whose terms are remembered: each game asks for them, in its languages."""

Languages = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What a scope's rules know of a question's content words: how many there are, which are unknown, with their terms,
    and the `share` (0..1) of their weight, by idf, that the known ones have; 1 where there is no word. `bent` are those
    of the unknown that the rules have in another form (went, go): not told as unknown, and not asked for, as the forms
    are words that stand everywhere."""

    words: int
    unknown: tuple[tuple[str, Terms], ...]
    share: float
    bent: tuple[str, ...] = ()


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
        if "en" in languages:
            text = _as_known(text, heard, languages)
        is_word = getattr(self.embedder, "has_word", _never)
        for word in misspelt(text, heard.knows, is_word, languages):
            other, letters = near(word, self.extras.vocabulary, heard.knows, languages)
            if not other or is_foreign(word.casefold()):
                continue
            if letters == 1 and likely(word, other):
                corrected.append((word, other))
                text = _instead(text, word, other)
            else:
                suggested.append((word, other))
        return text, tuple(corrected), tuple(suggested)

    def known(self, text: str, heard: Within, languages: Languages, defined: bool = False) -> Known:
        """What the rules know of a question's words; `defined` tells that they define what it is nothing but the name
        of, which is matter even where it is a small word ("might").
        """
        text = without_measure(text)
        words = content_words(text, languages)
        if not words and defined:
            words = all_words(asked_name(text), languages)
        elif not words:  # a unit's Might is a word of matter, too; "what is the" has none
            words = tuple(one for one in all_words(text, languages) if self.extras.defines(one[0]))
        unknown = tuple(one for one in words if not any(map(heard.knows, one[1])))
        if not unknown:
            return Known(len(words), (), 1.0)
        weights = [min(map(heard.rarity, terms)) for _, terms in words]
        share = 1 - len(unknown) * heard.rarity("") / sum(weights)
        bent = tuple(word for word, _ in unknown if "en" in languages and _bent(word, heard))
        return Known(len(words), unknown, share, bent)

    def terms(
        self, text: str, known: Known, heard: Within, languages: Languages, others: Terms = ()
    ) -> dict[str, float]:
        """The terms of a question with how often they stand in it, in each of the languages; and with a weight of their
        own those that the rules have for words that they do not know, and the known ones of `others`, which a word of
        the question may mean, too.
        """
        text = without_measure(text)
        cut = content_terms if self.recipe.stop_words else terms_of
        found = _counted(text, languages, cut)
        if self.recipe.synonyms and ("en" in languages or others):
            small = frozenset(term for language in languages for term in stop(language)) if others else frozenset()
            unknown = known.unknown if "en" in languages else ()
            meant = [other for _, terms in unknown for term in terms for other in synonyms(term)]
            meant += [other for other in others if other not in small]
            found = dict.fromkeys(filter(heard.knows, meant), self.recipe.synonyms) | found
        return found

    def pairs(self, text: str, languages: Languages) -> dict[str, float]:
        """Each two words in a row, in each of the languages."""
        return _counted(text, languages, _pairs_of)

    def evidence(self, vector: Any, game: Game, mix: Mix, known: Known, read: bool = False) -> Evidence:
        """How near the best passage is, and how much of the question the rules know; by words alone, what it covers.

        `read` tells that the question is a reading, word by word, of one in another language.
        """
        unknown = tuple(told(word) for word, _ in known.unknown if word not in known.bent)
        share = 1 - len(unknown) / known.words if known.words else 0.0
        near_by = mix.nearest()
        if mix.words is not None and not len(mix.meaning[0]):
            near_by = self._covered(mix) * share
        elsewhere = tuple(word for word, _ in known.unknown if word not in known.bent and self.extras.defines(word))
        foreign = ELSEWHERE * min(len(elsewhere), ELSEWHERE_COUNTED)
        confidence = max(near_by, 0.0) + KNOWN * share - UNKNOWN * len(unknown) - foreign
        like_all = self.extras.like_all(game.id, vector) if vector is not None else 0.0
        needed = round(ANSWERED + max(0.0, like_all - FOCUS), 6)
        if read and vector is not None and near_by < NEAR and known.words < FEW and not self._holds_all(mix, known):
            confidence = min(confidence, needed - UNKNOWN)
        return Evidence(
            game.id, game.name, near_by, share, unknown, elsewhere, round(confidence, 6), needed, needed - WEAK
        )

    def _covered(self, mix: Mix) -> float:
        """The most of the question that one passage has, 0..1."""
        return (
            float(mix.words.covered(mix.words.best(self.recipe.pool)).max(initial=0)) if mix.words is not None else 0.0
        )

    def _holds_all(self, mix: Mix, known: Known) -> bool:
        return not known.unknown and self._covered(mix) > _ALL


def _as_known(text: str, heard: Within, languages: Languages) -> str:
    """A question with each word that the rules do not know in the spelling that they do, if there is one."""
    for word, terms in content_words(text, languages):
        if not any(map(heard.knows, terms)):
            known = (one for one in spellings(word.casefold()) if all(map(heard.knows, tokenize(one))))
            text = _instead(text, word, next(known, word))
    return text


def _bent(word: str, heard: Within) -> bool:
    return any(all(map(heard.knows, tokenize(form))) for form in forms(word.casefold()))


def _instead(text: str, word: str, other: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", other, text)


def _pairs_of(text: str, language: str) -> list[str]:
    return paired(terms_of(text, language))


@lru_cache(_LAST)
def _counted(text: str, languages: Languages, cut: Callable[[str, str], Sequence[str]]) -> dict[str, float]:
    """Each term as often as it stands in the language that has it most often. Shared: not to be written to."""
    found: dict[str, float] = {}
    for terms in (cut(text, language) for language in languages):
        found |= {term: max(times, found.get(term, 0)) for term, times in Counter(terms).items()}
    return found


def _never(word: str) -> bool:
    return False
