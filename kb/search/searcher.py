"""Searching an opened index: an exact number first, then words and meaning, fused; each game by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from kb.cite import citation, label
from kb.errors import UnknownGame
from kb.lexical import tokenize
from kb.models import Chunk, Citation, Hit, Mode, Part, Rule
from kb.numbering import is_number
from kb.search.definitions import key_of
from kb.search.extras import Extras
from kb.search.gloss import in_english, language_of
from kb.search.question import ENGLISH, Parsed, nearest, parse
from kb.search.ranking import Fused, Mix, Order, fuse
from kb.search.records import Evidence, Missing, Recipe, Scope, SearchResult
from kb.search.wording import Akin, Pairs, Wording

if TYPE_CHECKING:
    from kb.catalogue import Catalogue
    from kb.embed import Embedder
    from kb.lexical import LexicalIndex
    from kb.store import VectorStore

NEAREST = 3
"""How many existing numbers are named in place of one that does not exist."""

LONGEST_ASKED = 5
"""Words of the longest question that may be nothing but a name to be defined."""


_SLUG = re.compile(r"\w[-/]\w")
"""A question of one word with a hyphen or slash may be the number of an unnumbered passage."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one game gave: its ranked passages, the evidence that they answer, and what defines the word asked for."""

    game: str
    ranked: Order
    evidence: Evidence
    defined: tuple[int, ...] = ()


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
        self._wording = Wording(words, embedder, extras, self._recipe)
        self._games = {game.id: game for game in catalogue.games()}

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
        """Return at most `limit` hits for a question, grouped by game, the best game first.

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
            text, corrected, suggested = self._wording.spelt(
                text, self._allowed(games, scope), self._languages_of(games)
            )
            found = self._by_text(text, scope, games, mode)
        hits = self._hits(exact, found, limit)
        return SearchResult(
            question=question,
            mode=mode,
            games=games,
            hits=hits,
            exact=bool(exact),
            missing=missing,
            evidence=tuple(one.evidence for one in found),
            corrected=corrected,
            read_as=read_as,
            suggested=suggested,
            absent=tuple((h.citation.label, n) for h in hits for n in self._catalogue.missing(h.chunk.rule_id)),
        )

    def _by_number(self, parsed: Parsed, scope: Scope) -> tuple[list[int], tuple[Missing, ...]]:
        """Ordinals of the rules that the question names by number, and the numbers that no rule in scope has."""
        found: list[int] = []
        missing: list[Missing] = []
        for number in parsed.numbers:
            ordinals = self._find(number, scope)
            found += ordinals
            if not ordinals:
                missing.append(Missing(number, self._near(number, scope)))
        if not parsed.numbers and " " not in parsed.text and _SLUG.search(parsed.text):
            found = self._find(parsed.text.casefold(), scope)
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

    def _allowed(self, games: Sequence[str], scope: Scope) -> Any:
        """Sorted ordinals of what may be found."""
        documents = (scope.document,) if scope.document else ()
        return self._catalogue.scope(tuple(games), documents, scope.version, scope.kinds)

    def _by_text(self, text: str, scope: Scope, games: Sequence[str], mode: Mode) -> list[Found]:
        """Search each game by itself; games with passages only, the one with most evidence first."""
        by_words = mode != "meaning" and bool(tokenize(text))
        vector = self._embedder.embed([text], "query")[0] if mode != "words" else None
        allowed = [self._allowed((game,), scope) for game in games] if mode == "auto" else []
        akin = self._wording.akin(text, allowed, self._languages_of(games))
        found = [self._in_game(text, by_words, vector, game, scope, akin) for game in games]
        return _worth_showing([f for f in found if len(f.ranked)])

    def _in_game(self, text: str, by_words: bool, vector: Any, game: str, scope: Scope, akin: Akin) -> Found:
        allow, languages = self._allowed((game,), scope), self._languages_of((game,))
        meaning = _columns(self._vectors.search(vector, self._recipe.pool, allow) if vector is not None else [])
        by_words = by_words and len(allow) > 0
        weighted = self._wording.weighted(text, akin, allow, languages) if by_words else {}
        pairs = self._wording.pairs(text, languages) if by_words else {}
        mix = Mix(
            allow=allow,
            words=self._words.score(weighted, allow) if by_words else None,
            pairs=self._extras.pairs.score(pairs, allow) if by_words else None,
            meaning=meaning,
            prior=self._extras.prior,
            recipe=self._recipe if "en" in languages else self._foreign,
        )
        evidence = self._wording.evidence(text, vector, self._games[game], mix, languages)
        return Found(game, fuse(mix, self._extras.referred), evidence, self._definitions(text, allow))

    def _definitions(self, text: str, allow: Any) -> tuple[int, ...]:
        """Ordinals in scope that define the word or name that the whole question is; none for a longer one."""
        name = key_of(text) if self._recipe.definitions and len(text.split()) <= LONGEST_ASKED else ""
        found = self._extras.definitions.get(name, []) if name else []
        held = set(allow.tolist()) if found else set()
        return tuple(dict.fromkeys(ordinal for _, ordinal in found if ordinal in held))

    def _hits(self, exact: Sequence[int], found: Sequence[Found], limit: int) -> tuple[Hit, ...]:
        """Exact rules first, then the passages of each game together, the best game first; `limit` in all."""
        scales = [_scale(game) for game in found]
        fused = {
            ordinal: _scaled(one, scale)
            for ordinal in exact
            for game, scale in zip(found, scales, strict=True)
            if (one := game.ranked.find(ordinal))
        }
        ordinals = list(exact)[:limit]
        shares = _shares(len(found), limit - len(ordinals))
        for game, share, scale in zip(found, shares, scales, strict=True):
            chosen = [_scaled(one, scale) for one in islice(self._speaking(game, exact), share)]
            fused |= {one.ordinal: one for one in chosen}
            ordinals += [one.ordinal for one in chosen]
        chunks = self._catalogue.chunks(ordinals)
        return tuple(
            self._hit(rank, chunk, fused.get(ordinal), place)
            for rank, (ordinal, chunk) in enumerate(zip(ordinals, chunks, strict=True), 1)
            for place in [exact.index(ordinal) + 1 if ordinal in exact else 0]
        )

    def _speaking(self, game: Found, exact: Sequence[int]) -> Iterator[Fused]:
        """Passages that say something, definitions first, then the best: a title without number and text does not."""
        best = next(iter(game.ranked)).score
        found = [(ordinal, game.ranked.find(ordinal)) for ordinal in game.defined]
        defined = [
            replace(one, score=best) if one else Fused(ordinal, best, (0, 0.0), (0, 0.0)) for ordinal, one in found
        ]
        for one in chain(defined, (one for one in game.ranked if one.ordinal not in game.defined)):
            chunk = self._catalogue.chunk(one.ordinal)
            title_only = chunk.kind in ("heading", "term") and "\n" not in chunk.text
            if one.ordinal not in exact and not (title_only and not is_number(chunk.number)):
                yield one

    def _hit(self, rank: int, chunk: Chunk, fused: Fused | None, exact: int) -> Hit:
        words, meaning = (fused.words, fused.meaning) if fused else ((0, 0.0), (0, 0.0))
        parts = (("exact", Part(exact, float(exact > 0))), ("words", Part(*words)), ("meaning", Part(*meaning)))
        score = 1.0 if exact else fused.score if fused else 0.0
        return Hit(chunk, rank, score, parts, self.cite(chunk))

    def cite(self, chunk: Chunk) -> Citation:
        """Return the citation of a whole chunk."""
        source = self._catalogue.source_of(chunk.rule_id)
        return citation(chunk, self._games[source.game], source)


def _scale(game: Found) -> float:
    """What a passage's place in the mix is multiplied by: the game's best one scores as much as its evidence is worth.

    The mix itself is scaled by each question's best, so that nonsense would score as much as a question that is met.
    """
    return game.evidence.strength / max(next(iter(game.ranked)).score, 1e-6)


def _scaled(one: Fused, scale: float) -> Fused:
    return replace(one, score=min(max(one.score * scale, 0.0), 1.0))


def _worth_showing(found: Sequence[Found]) -> list[Found]:
    """The games with most evidence first; where one has enough, those without are left out."""
    ranked = sorted(found, key=lambda one: (one.evidence.answered - one.evidence.confidence, one.game))
    enough = [one for one in ranked if one.evidence.confidence >= one.evidence.weak]
    return enough or ranked


def _columns(found: Sequence[tuple[int, float]]) -> tuple[Any, Any]:
    """Ordinals int64 [n] and scores float32 [n]."""
    import numpy as np

    ordinals, scores = zip(*found, strict=True) if found else ((), ())
    return np.array(ordinals, dtype=np.int64), np.array(scores, dtype=np.float32)


def _shares(groups: int, limit: int) -> list[int]:
    """How many of `limit` hits each game gets, the best game first: the first gets what is left of even shares."""
    if groups == 0 or limit <= 0:
        return [0] * groups
    others = [1 if place < limit else 0 for place in range(1, groups)]
    return [limit - sum(others), *others]
