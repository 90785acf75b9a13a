"""Findings into hits: the rules asked for by number, then each game's share of what is to be shown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from kb.cite import citation, id_of
from kb.models import Chunk, Citation, Game, Hit, Part
from kb.numbering import is_number
from kb.search.findings import Findings, Found
from kb.search.ranking import Fused, Order
from kb.search.records import SearchResult

if TYPE_CHECKING:
    from kb.catalogue import Catalogue

Deciding = Mapping[str, Sequence[Citation]]
NOTHING: Deciding = MappingProxyType({})

NEARLY = 0.75
"""Share of its game's best score from which the rule that a verdict rests on first comes before the best passage."""

_MARKS = str.maketrans(dict.fromkeys(".,;:!?()\"'“”‘’"))
_ARTICLES = frozenset(("a", "an", "the"))
_CITED = 4096
"""Citations remembered, with what they say and the references that lead nowhere: people ask about the same rules."""


class Showcase:
    """Shows findings, with passages and citations from the catalogue."""

    def __init__(self, catalogue: Catalogue, games: Mapping[str, Game]) -> None:
        self._catalogue, self._games = catalogue, games
        self._cited = lru_cache(_CITED)(self._citation)
        self._absent = lru_cache(_CITED)(catalogue.missing)
        self._said = lru_cache(_CITED)(lambda ordinal: _said(catalogue.chunk(ordinal)))

    def shown(self, findings: Findings, limit: int, first: Deciding = NOTHING) -> SearchResult:
        """Return the findings cut to `limit` hits; `first` names by game the rules that decide there: those games come
        before the others, and in each one of those rules, unless the question asked for a definition.
        """
        worth = _worth_showing(findings.found, first)
        found = sorted(worth, key=lambda one: one.game not in first)
        repeated: dict[int, int] = {}
        hits = self._hits(findings.exact, found, limit, first, repeated)
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
            repeated=tuple((self._cited(one).label, self._cited(other).label) for one, other in repeated.items()),
            absent=tuple((h.citation.label, number) for h in hits for number in self._absent(h.chunk.rule_id)),
        )

    def _hits(
        self, exact: Sequence[int], found: Sequence[Found], limit: int, first: Deciding, repeated: dict[int, int]
    ) -> tuple[Hit, ...]:
        """Exact rules first, then the passages of each game together, the best game first; `limit` in all. What says
        the same as one before it is passed over, and put into `repeated` with that one.
        """
        asked = exact[:limit]
        named = [next((one for game in found if (one := game.ranked.find(at))), Fused(at)) for at in asked]
        hits = [self._hit(place, one, 1.0, place) for place, one in enumerate(named, 1)]
        for game, share in zip(found, _shares(len(found), limit - len(hits)), strict=True):
            scale = _scale(game)
            chosen = islice(self._once(self._speaking(game, exact, first.get(game.game, ())), repeated), share)
            hits += [self._hit(rank, one, _within(one.score * scale)) for rank, one in enumerate(chosen, len(hits) + 1)]
        return tuple(hits)

    def _once(self, passages: Iterable[Fused], repeated: dict[int, int]) -> Iterator[Fused]:
        said: dict[tuple[str, ...], int] = {}
        for one in passages:
            first = said.setdefault(self._said(one.ordinal), one.ordinal)
            if first == one.ordinal:
                yield one
            else:
                repeated[one.ordinal] = first

    def _speaking(self, game: Found, exact: Sequence[int], by: Sequence[Citation]) -> Iterator[Fused]:
        """Passages that say something: definitions first, or else the rule that decides, then the best. A title without
        number and text says nothing.
        """
        best, leading = game.ranked.best(), game.defined or self._deciding(game.ranked, by)
        led = [replace(game.ranked.find(ordinal) or Fused(ordinal), score=best) for ordinal in leading]
        for one in chain(led, (one for one in game.ranked if one.ordinal not in leading)):
            if one.ordinal not in exact and not _says_nothing(self._catalogue.chunk(one.ordinal)):
                yield one

    def _deciding(self, ranked: Order, by: Sequence[Citation]) -> tuple[int, ...]:
        """Of the rules that decide the one to be shown first: the foremost if it is nearly as good as the best passage,
        else the best of them; none where none was found.
        """
        ordinals = [self._catalogue.ordinal(id_of(cited)) for cited in by]
        found = [one for at in ordinals if at is not None and (one := ranked.find(at))]
        found[1:] = [] if found and found[0].score >= NEARLY * ranked.best() else found[1:]
        return (max(found, key=lambda one: one.score).ordinal,) if found else ()

    def _hit(self, rank: int, fused: Fused, score: float, exact: int = 0) -> Hit:
        parts = (
            ("exact", Part(exact, float(exact > 0))),
            ("words", Part(*fused.words)),
            ("meaning", Part(*fused.meaning)),
        )
        return Hit(self._catalogue.chunk(fused.ordinal), rank, score, parts, self._cited(fused.ordinal))

    def _citation(self, ordinal: int) -> Citation:
        chunk = self._catalogue.chunk(ordinal)
        source = self._catalogue.source_of(chunk.rule_id)
        return citation(chunk, self._games[source.game], source)


def _scale(game: Found) -> float:
    """What a passage's place in the mix is multiplied by: the game's best one scores as much as its evidence is worth.

    The mix itself is scaled by each question's best, so that nonsense would score as much as a question that is met.
    """
    return game.evidence.strength / max(game.ranked.best(), 1e-6)


def _within(score: float) -> float:
    return min(max(score, 0.0), 1.0)


def _said(chunk: Chunk) -> tuple[str, ...]:
    """What a passage says, the same for another only if that differs in nothing but case, marks and articles. A title
    alone stands for what is below it: two of one name do not say the same.
    """
    if chunk.is_title:
        return (chunk.rule_id,)
    return tuple(word for word in chunk.text.casefold().translate(_MARKS).split() if word not in _ARTICLES)


def _says_nothing(chunk: Chunk) -> bool:
    """Whether it is a title without number and text."""
    return chunk.kind in ("heading", "term") and "\n" not in chunk.text and not is_number(chunk.number)


def _worth_showing(found: Sequence[Found], deciding: Collection[str]) -> list[Found]:
    """The games with most evidence first; where one has enough, those without are left out, but those that decide."""
    ranked = sorted(found, key=lambda one: (one.evidence.answered - one.evidence.confidence, one.game))
    enough = {one.game for one in ranked if one.evidence.confidence >= one.evidence.weak}
    return [one for one in ranked if one.game in enough or one.game in deciding] if enough else ranked


def _shares(groups: int, limit: int) -> list[int]:
    """How many of `limit` hits each game gets, the best game first: the first gets what is left of even shares."""
    if groups == 0 or limit <= 0:
        return [0] * groups
    others = [1 if place < limit else 0 for place in range(1, groups)]
    return [limit - sum(others), *others]
