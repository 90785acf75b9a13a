"""The rules that a question names by number, and the nearest to those that do not exist."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kb.cite import label
from kb.models import Game, Rule
from kb.search.question import Parsed
from kb.search.records import Missing, Scope

if TYPE_CHECKING:
    from kb.catalogue import Catalogue

NEAREST = 3
"""How many existing numbers are named in place of one that does not exist."""

_MARKS = " ?!.,;()\"'“”‘’"
"""What stands around a word and is no part of it."""


class Numbers:
    """Finds rules in the catalogue by what a question calls them."""

    def __init__(self, catalogue: Catalogue, games: Mapping[str, Game]) -> None:
        self._catalogue, self._games = catalogue, games

    def named(self, parsed: Parsed, scope: Scope) -> tuple[tuple[int, ...], tuple[Missing, ...]]:
        """Return the ordinals of the rules that the question names, and the numbers that no rule in scope has."""
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
        return tuple(dict.fromkeys(found)), tuple(missing)

    def _find(self, number: str, scope: Scope) -> list[int]:
        """Ordinals of the rules of that number in scope, a game's main document first; else of those that print it
        behind letters.
        """
        looks = (self._catalogue.find, self._catalogue.behind_letters)
        tries = ([r for game in scope.games or ("",) for r in self._at(look, number, game, scope)] for look in looks)
        rules: list[Rule] = next(filter(None, tries), [])
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


def _paths(text: str) -> list[str]:
    """What may be numbers of unnumbered passages: 7.3/example-1, glossary/tower, how-to-set-up, and alone set-up."""
    words = [word.strip(_MARKS) for word in text.casefold().split()]
    return [word for word in dict.fromkeys(words) if "/" in word or word.count("-") > (len(words) > 1)]
