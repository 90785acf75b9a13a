"""A question in English for rules that are in another language: a list of that language's words, read the other way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kb.lexical import tokenize
from kb.search.gloss import Count, Gloss, stands
from kb.search.glossary import glossary, tokens
from kb.search.question import stop

_LONGEST = 4
"""Words of the longest phrase that is looked up."""

Key = tuple[str, ...]


def has_list(language: str) -> bool:
    """Return whether there is a list of a language's words."""
    return (Path(__file__).parent / f"words_{language}.json").exists()


def from_english(text: str, language: str, passages: Count) -> Gloss:
    """Return an English question in a language, word by word: of the words that may be meant the one that most of the
    rules have, and the terms of the others. `passages` tells in how many of the rules a term of that language stands.

    A word that the rules know as it is stays; English small words are left out.
    """
    written = tokens(text)
    stems = [tuple(tokenize(word)) for word in written]
    held, small = _inverted(language), stop()
    out: list[str] = []
    others: dict[str, None] = {}
    at = 0
    while at < len(written):
        length, words = _longest(held, stems, at)
        found = sorted(words, key=lambda word: -stands(word, language, passages))
        plain = " ".join(written[at : at + length])
        if not found or _kept(plain, found[0], language, passages):
            found = [plain]
        if not small.issuperset(term for stem in stems[at : at + length] for term in stem):
            out.append(found[0])
            others.update(dict.fromkeys(term for one in found[1:] for term in tokenize(one, language)))
        at += length
    return Gloss(" ".join(out), tuple(others), "en")


def _longest(held: dict[Key, tuple[str, ...]], stems: Sequence[Key], at: int) -> tuple[int, tuple[str, ...]]:
    """How many words from `at` on are listed, the most there are, and what they are; 1 and nothing where none is."""
    for length in range(min(_LONGEST, len(stems) - at), 0, -1):
        found = held.get(tuple(term for stem in stems[at : at + length] for term in stem), ())
        if found:
            return length, found
    return 1, ()


def _kept(plain: str, best: str, language: str, passages: Count) -> bool:
    """Whether the rules have the English itself: one word of it, or all of several where they lack the best other."""
    known = stands(plain, language, passages) > 0
    return known and (" " not in plain or not stands(best, language, passages))


@cache
def _inverted(language: str) -> dict[Key, tuple[str, ...]]:
    """By the terms of its English each listed word, those first whose first translation it is."""
    found: dict[Key, dict[str, None]] = {}
    for first in (True, False):
        for word, english in glossary(language).listed():
            for one in english[:1] if first else english[1:]:
                found.setdefault(tuple(tokenize(one)), {}).setdefault(word)
    return {key: tuple(words) for key, words in found.items() if key}
