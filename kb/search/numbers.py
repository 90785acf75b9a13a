"""The rules that a question names by number, and the nearest to those that do not exist."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from kb import numbering
from kb.cite import label
from kb.models import Game, Rule
from kb.search.citing import Cited, plain
from kb.search.question import Parsed
from kb.search.records import Missing, Scope

if TYPE_CHECKING:
    from kb.catalogue import Catalogue

NEAREST = 3
"""How many existing numbers are named in place of one that does not exist."""
MOST = 100
"""Numbers of one question that are looked up: a list of cases has some twenty."""
NEARED = 8
"""Missing numbers of one question whose nearest are looked for."""

_MARKS = " ?!.,;()[]\"'“”‘’"
"""What stands around a word and is no part of it."""


class Numbers:
    """Finds rules in the catalogue by what a question calls them."""

    def __init__(self, catalogue: Catalogue, games: Mapping[str, Game]) -> None:
        self._catalogue, self._games = catalogue, games

    def named(self, parsed: Parsed, scope: Scope) -> tuple[tuple[int, ...], tuple[Missing, ...]]:
        """Return the ordinals of the rules that the question names, and the numbers that no rule in scope has.

        Of a question's numbers the first MOST are looked up, and of those that are missing the first NEARED are given
        with their nearest.
        """
        found: list[int] = []
        missing: list[Missing] = []
        named = [(path, ordinals) for path in _paths(parsed.asked) if (ordinals := self._find(path, scope))]
        for _, ordinals in named:
            found += ordinals
        for one in islice(self._wanted(parsed, scope), MOST):
            if any(one.readings[-1].casefold() in path for path, _ in named):
                continue  # a part of it
            ordinals = self._cited(one, scope)
            found += ordinals
            if not ordinals:
                missing += self._missing(one, parsed.only_number, len(missing) < NEARED, scope)
        return tuple(dict.fromkeys(found)), tuple(missing)

    def _wanted(self, parsed: Parsed, scope: Scope) -> Iterator[Cited]:
        """The numbers to be looked up: one that is written apart and that no rule has is several."""
        alone = len(scope.games or self._games) == 1
        for one in parsed.cited:
            if one.parts and not self._cited(one, scope):
                yield from one.parts
            elif alone or not one.local:
                yield one

    def _cited(self, one: Cited, scope: Scope) -> list[int]:
        """Ordinals of the rules of the fullest reading that some rule has, as it is written, else of other signs."""
        looks = (self._find, self._parted) if one.loose else (self._find,)
        return next((found for look in looks for read in one.readings if (found := look(read, scope))), [])

    def _find(self, number: str, scope: Scope) -> list[int]:
        """Ordinals of the rules of that number in scope, a game's main document first; else of those that print it
        behind letters.
        """
        tries = (self._in_games(look, number, scope) for look in (self._catalogue.find, self._catalogue.behind_letters))
        return self._ordinals(next(filter(None, tries), []), scope)

    def _parted(self, number: str, scope: Scope) -> list[int]:
        """Ordinals of the rules of the same parts with other signs between them, where that leads to one number."""
        rules = self._in_games(self._catalogue.parted, number, scope)
        return self._ordinals(rules, scope) if len({rule.number for rule in rules}) == 1 else []

    def _ordinals(self, rules: Sequence[Rule], scope: Scope) -> list[int]:
        ordinals = [self._catalogue.ordinal(rule.id) for rule in rules if not scope.kinds or rule.kind in scope.kinds]
        return [ordinal for ordinal in ordinals if ordinal is not None]

    def _missing(self, one: Cited, only: bool, look: bool, scope: Scope) -> Iterator[Missing]:
        """What is to be said of a number that no rule has, with the labels of those that stand next to it. One that may
        be a word is missing where rules stand next to it that differ in the last part.
        """
        number = one.readings[0]
        near = self._in_games(self._catalogue.nearest, number, scope)[:NEAREST] if look else []
        if one.sure or (
            (only or len(numbering.components(number)) > 2) and any(_sibling(r.number, number) for r in near)
        ):
            yield Missing(number, tuple(self._label(rule) for rule in near))

    def _in_games(self, look: Callable[..., tuple[Rule, ...]], number: str, scope: Scope) -> list[Rule]:
        games = scope.games or ("",)
        return [rule for game in games for rule in look(number, game, scope.document, scope.version)]

    def _label(self, rule: Rule) -> str:
        source = self._catalogue.source_of(rule.id)
        return label(self._games[source.game], source, rule.number)


def _sibling(near: str, number: str) -> bool:
    """Whether a number of several parts is like one that is there down to its last part: 9z like 9a and 9b1."""
    ours, theirs = numbering.components(number.casefold()), numbering.components(near.casefold())
    alike = numbering.shape(near.casefold()).startswith(numbering.shape(number.casefold()))
    return len(ours) > 1 and ours[:-1] == theirs[: len(ours) - 1] and alike


def _paths(text: str) -> list[str]:
    """What may be numbers of unnumbered passages: 7.3/example-1, glossary/tower, how-to-set-up, and alone set-up."""
    words = [word.strip(_MARKS) for word in plain(text).casefold().split()]
    slugs = (word for word in dict.fromkeys(words) if "/" in word or word.count("-") > (len(words) > 1))
    return list(islice((word for word in slugs if not numbering.is_number(word)), MOST))
