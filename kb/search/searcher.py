"""Searching an opened index: an exact number first, then words and meaning, fused; each game by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from kb.errors import UnknownGame
from kb.lexical import extent_of
from kb.models import Mode, Source
from kb.search.asking import asked_name, without_measure
from kb.search.definitions import ENTRY, as_written, key_of
from kb.search.extras import Extras
from kb.search.findings import Findings, Found, Pairs
from kb.search.gloss import Count, Gloss, in_english
from kb.search.inverse import from_english, has_list
from kb.search.language import language_by_words, language_of
from kb.search.letters import plain_letters
from kb.search.numbers import Numbers
from kb.search.question import ENGLISH, content_words, nearest, parse, terms_of
from kb.search.ranking import Mix, fuse, holds
from kb.search.records import Recipe, Scope, SearchResult
from kb.search.shown import NOTHING, Deciding, Showcase
from kb.search.wording import Wording

if TYPE_CHECKING:
    from kb.catalogue import Catalogue
    from kb.embed import Embedder
    from kb.lexical import Extent, LexicalIndex, Within
    from kb.store import VectorStore

_PLACES = 64
"""Scopes remembered: games x kinds x documents that people really combine."""
LONGEST_ASKED = 5
"""Words of the longest question that may be nothing but a name to be defined."""
MEANING = re.compile(r"\b(?:means?|meant|meaning|define[sd]?|definition)\b", re.IGNORECASE)
"""Asks for a definition, in however many words: "what does it mean to be moored"."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question looks: the sorted ordinals of what may be found, their extent, the languages of the rules."""

    allow: Any
    extent: Extent
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A question's look at one game, or at all it is asked about: the place, and the word index as narrowed to it."""

    game: str
    place: Place
    heard: Within


class Searcher:
    """Searches the parts of one opened index. It holds no state between questions, so threads may share it."""

    def __init__(
        self,
        catalogue: Catalogue,
        words: LexicalIndex,
        vectors: VectorStore,
        embedder: Embedder,
        extras: Extras,
        recipe: Recipe | None = None,
    ) -> None:
        self._catalogue, self._words, self._vectors, self._embedder = catalogue, words, vectors, embedder
        self._extras = extras
        self._recipe = recipe or Recipe()
        self._foreign = replace(self._recipe, meaning=min(self._recipe.meaning, self._recipe.foreign))
        self._wording = Wording(embedder, extras, self._recipe)
        self._games = {game.id: game for game in catalogue.games()}
        self._place = lru_cache(_PLACES)(self._placed)
        self._numbers, self._showcase = Numbers(catalogue, self._games), Showcase(catalogue, self._games)

    def resolve(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of games given by id, name or alias, in any case. Raises UnknownGame, with the nearest."""
        known = {n.casefold(): g.id for g in self._games.values() for n in (*g.aliases, g.name, g.id)}
        found = []
        for name in names:
            if name.casefold() not in known:
                near = nearest(name, sorted(known))
                hint = f"Did you mean {near}?" if near else f"The games are: {', '.join(sorted(self._games))}."
                raise UnknownGame(f'There is no game "{name}" in the corpus.', hint)
            found.append(known[name.casefold()])
        return tuple(dict.fromkeys(found))

    def search(self, question: str, scope: Scope | None = None, mode: Mode = "auto", limit: int = 5) -> SearchResult:
        """Return at most `limit` hits for a question, grouped by game, the best game first (see `find`, `shown`)."""
        return self.shown(self.find(question, scope, mode), limit)

    def shown(self, findings: Findings, limit: int, first: Deciding = NOTHING) -> SearchResult:
        """Return the findings cut to `limit` hits, led by the rules that decide by game in `first` (see Showcase)."""
        return self._showcase.shown(findings, limit, first)

    def find(self, question: str, scope: Scope | None = None, mode: Mode = "auto") -> Findings:
        """Return all that is found for a question.

        `scope` narrows before anything is ranked; a game that the question names narrows too, where `scope` names none.
        A rule whose number the question names comes first in every mode. Raises UnknownGame.
        """
        scope = scope or Scope()
        scope = replace(scope, games=self.resolve(scope.games)) if scope.games else scope
        parsed = parse(plain_letters(question), self._games.values(), self._documents(scope.games))
        if not scope.games and parsed.games:
            scope = replace(scope, games=parsed.games)
        if parsed.only_number:
            scope = replace(scope, document=scope.document or parsed.document, version=scope.version or parsed.version)
        games = scope.games or tuple(sorted(self._games))
        exact, missing = self._numbers.named(parsed, scope)
        read_as = ""
        corrected: Pairs = ()
        suggested: Pairs = ()
        found: list[Found] = []
        plainly = parsed.only_number and (exact or any(one.sure for one in parsed.cited))
        by_number = plainly or mode == "exact"
        for some, language, of in () if by_number else self._by_language(parsed.text, games, scope):
            place = self._place(some, scope)
            here = Look("", place, self._words.within(place.extent))
            gloss = _read(parsed.text, language, of, here.heard.knows)
            text, right, near = self._wording.spelt(gloss.text, here.heard, place.languages)
            found += self._by_text(replace(gloss, text=text), scope, some, mode, here)
            read_as, corrected, suggested = gloss.text if gloss.language else "", corrected + right, suggested + near
        return Findings(question, mode, games, exact, missing, tuple(found), corrected, suggested, read_as)

    def _documents(self, games: Sequence[str]) -> list[Source]:
        """The documents whose names may stand before a number."""
        return [source for source in self._catalogue.sources() if not games or source.game in games]

    def _by_language(self, text: str, games: Sequence[str], scope: Scope) -> list[tuple[tuple[str, ...], str, str]]:
        """The games that a question is put to as it is, and those to read it for, with its language and theirs: in
        English where they have rules in that, else, where none of them all has rules that the asker can read, in the
        first language of theirs that there is a list of.
        """
        language = language_of(text) or self._language_by_words(text, games, scope)
        strange = not {language or "en", "en"} & set(self._languages_of(games))
        found: dict[tuple[str, str], list[str]] = {}
        for game in games:
            rules = self._languages_of((game,))
            other = next(filter(has_list, rules), "") if strange else ""
            read = other or ("en" in rules and language not in rules)
            found.setdefault((language, other) if read else ("", ""), []).append(game)
        return [(tuple(some), *key) for key, some in sorted(found.items())]

    def _language_by_words(self, text: str, games: Sequence[str], scope: Scope) -> str:
        is_word = getattr(self._embedder, "has_word", None)
        if is_word is None or not self._recipe.spelling:
            return ""

        @cache
        def heard(language: str) -> Within:
            return self._words.within(self._place(self._read_for(games, language), scope).extent)

        return language_by_words(text, lambda language, term: heard(language).knows(term), is_word)

    def _read_for(self, games: Sequence[str], language: str) -> tuple[str, ...]:
        """The games that have rules in English and none in a language."""
        held = {game: self._languages_of((game,)) for game in games}
        return tuple(game for game, some in held.items() if "en" in some and language not in some)

    def _languages_of(self, games: Sequence[str]) -> tuple[str, ...]:
        """The languages that the rules of these games are in, sorted: a question's words are stemmed as theirs."""
        return tuple(sorted({language for game in games for language in self._languages.get(game, ENGLISH)}))

    @cached_property
    def _languages(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for source in self._catalogue.sources():
            found.setdefault(source.game, set()).add(source.language.partition("-")[0].lower())
        return found

    def _placed(self, games: tuple[str, ...], scope: Scope) -> Place:
        documents = (scope.document,) if scope.document else ()
        allow = self._catalogue.scope(games, documents, scope.version, scope.kinds)
        return Place(allow, extent_of(allow, len(self._words)), self._languages_of(games))

    def _by_text(self, gloss: Gloss, scope: Scope, games: Sequence[str], mode: Mode, here: Look) -> list[Found]:
        """Search each game by itself; games with passages only. `here` is the look at them all."""
        text = gloss.text
        if not terms_of(text):  # marks alone: their vector is as near to some passages as a question's
            return []
        by_words = mode != "meaning"
        vector = self._embedder.embed([text], "query")[0] if mode != "words" else None
        looks = [self._look(game, scope, here) for game in games]
        found = [self._in_game(gloss, by_words, vector, look) for look in looks]
        return [one for one in found if len(one.ranked)]

    def _look(self, game: str, scope: Scope, here: Look) -> Look:
        """The look at one game; where there is no other, with what has been heard already."""
        place = self._place((game,), scope)
        return Look(game, place, here.heard if place is here.place else self._words.within(place.extent))

    def _in_game(self, gloss: Gloss, by_words: bool, vector: Any, look: Look) -> Found:
        text = gloss.text
        allow, extent, languages = look.place.allow, look.place.extent, look.place.languages
        words = pairs = None
        defined = self._definitions(text, allow)
        known = self._wording.known(text, look.heard, languages, bool(defined))
        if by_words and len(allow):
            words = look.heard.score(self._wording.terms(text, known, look.heard, languages, gloss.others))
            pairs = self._extras.pairs.within(extent).score(self._wording.pairs(text, languages))
        mix = Mix(
            allow=allow,
            words=words,
            pairs=pairs,
            meaning=self._vectors.nearest(vector, self._recipe.pool, allow) if vector is not None else _nothing(),
            prior=self._extras.prior,
            known=known.share,
            recipe=self._recipe if "en" in languages else self._foreign,
        )
        evidence = self._wording.evidence(vector, self._games[look.game], mix, known, bool(gloss.language))
        return Found(look.game, fuse(mix, self._extras.referred), evidence, defined)

    def _definitions(self, text: str, allow: Any) -> tuple[int, ...]:
        """Ordinals in scope that define the word or name that the whole question is; none for a longer one."""
        asked = len(text.split()) <= LONGEST_ASKED or MEANING.search(text)
        if not (asked and self._recipe.definitions):
            return ()
        named = asked_name(text)
        name = key_of(without_measure(text) if content_words(text) else named)
        found = self._extras.definitions.get(name, []) if name else []
        here = [(rank, ordinal) for rank, ordinal in found if holds(allow, ordinal)]
        if sum(rank == ENTRY for rank, _ in here) > 1:
            here.sort(key=lambda one: (one[0], one[0] == ENTRY and not self._entitled(one[1], as_written(text))))
        if len(named.split()) > len(name.split()):  # with a small word in it, as the Legend Rule has
            here.sort(key=lambda one: self._title(one[1]).casefold() != named.casefold())
        return tuple(dict.fromkeys(ordinal for _, ordinal in here))

    def _entitled(self, ordinal: int, name: str) -> bool:
        return as_written(self._title(ordinal)) == name

    def _title(self, ordinal: int) -> str:
        return self._catalogue.chunk(ordinal).text.partition("\n")[0]


def _read(text: str, language: str, of: str, knows: Count) -> Gloss:
    """A question of a language, "" for English, for rules `of` another, "" for those that it need not be read for."""
    english = in_english(text, language, knows if not of else _never) if language else Gloss(text)
    return from_english(english.text, of, knows) if of else english


def _never(term: str) -> int:
    return 0


def _nothing() -> tuple[Any, Any]:
    """No ordinals and no scores, where the vectors are not asked."""
    import numpy as np

    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)
