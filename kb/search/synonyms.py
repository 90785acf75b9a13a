"""Words that players use for one another: for one that the rules do not have, those that they may have in its place.

The list holds rings of common words of table, card and field games, none of one game's own. A word may stand in several
rings; what it means is left to the rules, which rarely know more than one word of a ring.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from kb.lexical import tokenize

_RINGS = Path(__file__).parent / "synonyms_en.json"


def synonyms(term: str) -> tuple[str, ...]:
    """Return the terms that may stand for an English one, as `tokenize` gives them; none for most."""
    return _by_term().get(term, ())


@cache
def _by_term() -> dict[str, tuple[str, ...]]:
    """By term the others of its rings, in the order of the file."""
    found: dict[str, dict[str, None]] = {}
    for ring in json.loads(_RINGS.read_text("utf-8")):
        terms = dict.fromkeys(term for word in ring for term in tokenize(word))
        for term in terms:
            found.setdefault(term, {}).update(terms)
    return {term: tuple(other for other in others if other != term) for term, others in found.items()}
