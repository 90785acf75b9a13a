"""Searching an opened index: an exact number first, then words and meaning, fused; each game by itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from kb.cite import citation, label
from kb.errors import UnknownGame
from kb.lexical import extent_of, tokenize
from kb.models import Chunk, Citation, Hit, Mode, Part, Rule
from kb.numbering import is_number
from kb.search.definitions import ENTRY, as_written, key_of
from kb.search.extras import Extras
from kb.search.gloss import in_english, language_of
from kb.search.question import ENGLISH, Parsed, nearest, parse
from kb.search.ranking import Fused, Mix, Order, fuse, holds
from kb.search.records import Evidence, Missing, Recipe, Scope, SearchResult
from kb.search.wording import Pairs, Wording

if TYPE_CHECKING:
    from kb.catalogue import Catalogue
    from kb.embed import Embedder
    from kb.lexical import Extent, LexicalIndex, Within
    from kb.store import VectorStore

NEAREST = 3
"""How many existing numbers are named in place of one that does not exist."""

_PLACES = 64
"""Scopes remembered: games x kinds x documents that people really combine."""
_CITED = 4096
"""Citations remembered, and the references that lead nowhere: people ask about the same rules."""

_MARKS = " ?!.,;()\"'“”‘’"
"""What stands around a word and is no part of it."""

LONGEST_ASKED = 5
"""Words of the longest question that may be nothing but a name to be defined."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one game gave: its ranked passages, the evidence that they answer, and what defines the word asked for."""

    game: str
    ranked: Order
    evidence: Evidence
    defined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found for a question, before it is cut to what is shown: `exact` are the ordinals of the rules that
    it names by number, `found` the games with passages; the rest as SearchResult.
    """

    question: str
    mode: Mode
    games: tuple[str, ...]
    exact: tuple[int, ...]
    missing: tuple[Missing, ...]
    found: tuple[Found, ...]
    corrected: Pairs
    suggested: Pairs
    read_as: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question looks: the sorted ordinals of what may be found, their extent, the languages of the rules."""

    allow: Any
    extent: Extent
    languages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A question's look at one game: the place, and the word index as narrowed to it."""

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
        self._cited = lru_cache(_CITED)(self._citation)
        self._absent = lru_cache(_CITED)(catalogue.missing)

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

    def find(self, question: str, scope: Scope | None = None, mode: Mode = "auto") -> Findings:
        """Return all that is found for a question.

        `scope` narrows before anything is ranked; a game that the question names narrows too, where `scope` names none.
        A rule whose number the question names comes first in every mode. Raises UnknownGame.
        """
        scope = scope or Scope()
        scope = replace(scope, games=self.resolve(scope.games))
        parsed = parse(question, self._games.values())
        if not scope.games and parsed.games:
            scope = replace(scope, games=parsed.games)
        if parsed.only_number:
            scope = replace(scope, document=scope.document or parsed.document, version=scope.version or parsed.version)
        games = scope.games or tuple(sorted(self._games))
        exact, missing = self._by_number(parsed, scope)
        read_as = ""
        corrected: Pairs = ()
        suggested: Pairs = ()
        if parsed.only_number or mode == "exact":
            found: list[Found] = []
        else:
            text, read_as = self._in_english(parsed.text, games)
            place = self._place(games, scope)
            text, corrected, suggested = self._wording.spelt(text, self._words.within(place.extent), place.languages)
            found = self._by_text(text, scope, games, mode)
        return Findings(question, mode, games, tuple(exact), missing, tuple(found), corrected, suggested, read_as)

    def shown(self, findings: Findings, limit: int, first: Collection[str] = ()) -> SearchResult:
        """Return the findings cut to `limit` hits, those of the games in `first` before the others."""
        worth = _worth_showing(findings.found, first)
        found = sorted(worth, key=lambda one: one.game not in first)
        hits = self._hits(findings.exact, found, limit)
        return SearchResult(
            question=findings.question,
            mode=findings.mode,
            games=findings.games,
            hits=hits,
            exact=bool(findings.exact),
            missing=findings.missing,
            evidence=tuple(one.evidence for one in worth),
            corrected=findings.corrected,
            read_as=findings.read_as,
            suggested=findings.suggested,
            absent=tuple((h.citation.label, number) for h in hits for number in self._absent(h.chunk.rule_id)),
        )

    def _by_number(self, parsed: Parsed, scope: Scope) -> tuple[list[int], tuple[Missing, ...]]:
        """Ordinals of the rules that the question names by number, and the numbers that no rule in scope has."""
        found: list[int] = []
        missing: list[Missing] = []
        named = [(path, ordinals) for path in _paths(parsed.asked) if (ordinals := self._find(path, scope))]
        for _, ordinals in named:
            found += ordinals
        for number in parsed.numbers:
            if any(number.casefold() in path for path, _ in named):
                continue  # a part of it
            ordinals = self._find(number, scope)
            found += ordinals
            if not ordinals:
                missing.append(Missing(number, self._near(number, scope)))
        return list(dict.fromkeys(found)), tuple(missing)

    def _find(self, number: str, scope: Scope) -> list[int]:
        """Ordinals of the rules of that number in scope, a game's main document first."""
        rules = [r for game in scope.games or ("",) for r in self._at(self._catalogue.find, number, game, scope)]
        ordinals = [self._catalogue.ordinal(rule.id) for rule in rules if not scope.kinds or rule.kind in scope.kinds]
        return [ordinal for ordinal in ordinals if ordinal is not None]

    def _near(self, number: str, scope: Scope) -> tuple[str, ...]:
        """Labels of the rules whose numbers stand next to one that does not exist."""
        games = scope.games or ("",)
        rules = [r for game in games for r in self._at(self._catalogue.nearest, number, game, scope)]
        return tuple(self._label(rule) for rule in rules[:NEAREST])

    def _label(self, rule: Rule) -> str:
        source = self._catalogue.source_of(rule.id)
        return label(self._games[source.game], source, rule.number)

    @staticmethod
    def _at(look: Callable[..., tuple[Rule, ...]], number: str, game: str, scope: Scope) -> tuple[Rule, ...]:
        return look(number, game, scope.document, scope.version)

    def _in_english(self, text: str, games: Sequence[str]) -> tuple[str, str]:
        """A question in another language word by word in English, twice; as it is where the rules are in its own."""
        language = language_of(text)
        if not language or language in self._languages_of(games):
            return text, ""
        read = in_english(text, language)
        return read, read

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

    def _by_text(self, text: str, scope: Scope, games: Sequence[str], mode: Mode) -> list[Found]:
        """Search each game by itself; games with passages only."""
        if not tokenize(text):  # marks alone: their vector is as near to some passages as a question's
            return []
        by_words = mode != "meaning"
        vector = self._embedder.embed([text], "query")[0] if mode != "words" else None
        places = [(game, self._place((game,), scope)) for game in games]
        looks = [Look(game, place, self._words.within(place.extent)) for game, place in places]
        found = [self._in_game(text, by_words, vector, look) for look in looks]
        return [one for one in found if len(one.ranked)]

    def _in_game(self, text: str, by_words: bool, vector: Any, look: Look) -> Found:
        allow, extent, languages = look.place.allow, look.place.extent, look.place.languages
        words = pairs = None
        known = self._wording.known(text, look.heard, languages)
        if by_words and len(allow):
            words = look.heard.score(self._wording.terms(text, known, look.heard, languages))
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
        evidence = self._wording.evidence(vector, self._games[look.game], mix, known)
        return Found(look.game, fuse(mix, self._extras.referred), evidence, self._definitions(text, allow))

    def _definitions(self, text: str, allow: Any) -> tuple[int, ...]:
        """Ordinals in scope that define the word or name that the whole question is; none for a longer one."""
        name = key_of(text) if self._recipe.definitions and len(text.split()) <= LONGEST_ASKED else ""
        found = self._extras.definitions.get(name, []) if name else []
        here = [(rank, ordinal) for rank, ordinal in found if holds(allow, ordinal)]
        if sum(rank == ENTRY for rank, _ in here) > 1:
            here.sort(key=lambda one: (one[0], one[0] == ENTRY and not self._entitled(one[1], as_written(text))))
        return tuple(dict.fromkeys(ordinal for _, ordinal in here))

    def _entitled(self, ordinal: int, name: str) -> bool:
        return as_written(self._catalogue.chunk(ordinal).text.partition("\n")[0]) == name

    def _hits(self, exact: Sequence[int], found: Sequence[Found], limit: int) -> tuple[Hit, ...]:
        """Exact rules first, then the passages of each game together, the best game first; `limit` in all."""
        asked = exact[:limit]
        named = [next((one for game in found if (one := game.ranked.find(at))), Fused(at)) for at in asked]
        hits = [self._hit(place, one, 1.0, place) for place, one in enumerate(named, 1)]
        for game, share in zip(found, _shares(len(found), limit - len(hits)), strict=True):
            scale, chosen = _scale(game), islice(self._speaking(game, exact), share)
            hits += [self._hit(rank, one, _within(one.score * scale)) for rank, one in enumerate(chosen, len(hits) + 1)]
        return tuple(hits)

    def _speaking(self, game: Found, exact: Sequence[int]) -> Iterator[Fused]:
        """Passages that say something, definitions first, then the best: a title without number and text does not."""
        best = game.ranked.best()
        defined = [replace(game.ranked.find(ordinal) or Fused(ordinal), score=best) for ordinal in game.defined]
        for one in chain(defined, (one for one in game.ranked if one.ordinal not in game.defined)):
            if one.ordinal not in exact and not _says_nothing(self._catalogue.chunk(one.ordinal)):
                yield one

    def _hit(self, rank: int, fused: Fused, score: float, exact: int = 0) -> Hit:
        parts = (
            ("exact", Part(exact, float(exact > 0))),
            ("words", Part(*fused.words)),
            ("meaning", Part(*fused.meaning)),
        )
        return Hit(self._catalogue.chunk(fused.ordinal), rank, score, parts, self._cited(fused.ordinal))

    def _citation(self, ordinal: int) -> Citation:
        return self.cite(self._catalogue.chunk(ordinal))

    def cite(self, chunk: Chunk) -> Citation:
        """Return the citation of a whole chunk."""
        source = self._catalogue.source_of(chunk.rule_id)
        return citation(chunk, self._games[source.game], source)


def _scale(game: Found) -> float:
    """What a passage's place in the mix is multiplied by: the game's best one scores as much as its evidence is worth.

    The mix itself is scaled by each question's best, so that nonsense would score as much as a question that is met.
    """
    return game.evidence.strength / max(game.ranked.best(), 1e-6)


def _paths(text: str) -> list[str]:
    """What may be numbers of unnumbered passages: 7.3/example-1, glossary/tower, how-to-set-up, and alone set-up."""
    words = [word.strip(_MARKS) for word in text.casefold().split()]
    return [word for word in dict.fromkeys(words) if "/" in word or word.count("-") > (len(words) > 1)]


def _within(score: float) -> float:
    return min(max(score, 0.0), 1.0)


def _says_nothing(chunk: Chunk) -> bool:
    """Whether it is a title without number and text."""
    return chunk.kind in ("heading", "term") and "\n" not in chunk.text and not is_number(chunk.number)


def _worth_showing(found: Sequence[Found], deciding: Collection[str]) -> list[Found]:
    """The games with most evidence first; where one has enough, those without are left out, but those that decide."""
    ranked = sorted(found, key=lambda one: (one.evidence.answered - one.evidence.confidence, one.game))
    enough = {one.game for one in ranked if one.evidence.confidence >= one.evidence.weak}
    return [one for one in ranked if one.game in enough or one.game in deciding] if enough else ranked


def _nothing() -> tuple[Any, Any]:
    """No ordinals and no scores, where the vectors are not asked."""
    import numpy as np

    return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32)


def _shares(groups: int, limit: int) -> list[int]:
    """How many of `limit` hits each game gets, the best game first: the first gets what is left of even shares."""
    if groups == 0 or limit <= 0:
        return [0] * groups
    others = [1 if place < limit else 0 for place in range(1, groups)]
    return [limit - sum(others), *others]
