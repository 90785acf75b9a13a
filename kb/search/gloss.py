"""A question in a language that the rules are not in, word by word in theirs: enough for both ways of searching.

The lists (words_<language>.json) hold the common words of players' talk. They are no translation: a word that is not
in the list stays as it is, and what the words were read as is told to the asker. Of several translations the
usual one is taken, unless the rules asked have another far more often: in one game a deck is a library, and exhausted
is tapped or exerted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.lexical import tokenize
from kb.search.glossary import Entry, glossary, tokens

if TYPE_CHECKING:
    from kb.search.glossary import Glossary

USUAL = 2
"""How many times as often as the first of a word's translations the rules must have another that is taken for it."""

_ENDS, _HOW = frozenset(".?!:;"), "how"
_MARKS = _ENDS | {","}

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Gloss:
    """A question's `text` in English, the terms of the translations that were not taken, and the `language` that it was
    read from, "" where it was not.
    """

    text: str
    others: tuple[str, ...] = ()
    language: str = ""


def in_english(text: str, language: str, passages: Count) -> Gloss:
    """Return a question word by word in English; `passages` tells in how many of the rules asked a term stands."""
    held, written = glossary(language), tokens(text)
    small = [word.lower() for word in written]
    whole = _parted(held, small)
    out: list[str] = []
    others: dict[str, None] = {}
    at = 0
    while at < len(written):
        length, entry = held.phrase(small, at) or (1, held.find(small[at]))
        if at in whole:
            length, entry = 1, whole[at]
        asked = held.asked(small[at]) if length == 1 and _begins(small, at, entry) else ""
        best, *rest = [asked] if asked else _ordered(entry, passages) if entry else [written[at]]
        out.append(best)
        others.update(dict.fromkeys(term for one in rest for term in tokenize(one)))
        at += length
    return Gloss(" ".join(filter(None, out)), tuple(others), language)


def _parted(held: Glossary, words: Sequence[str]) -> dict[int, Entry]:
    """By place the verbs whose head ends the clause, and nothing for the head: wann fängt der Zug an."""
    found: dict[int, Entry] = {}
    begun = 0
    for at, word in enumerate(words):
        if word in _MARKS:
            begun = at + 1
        elif at + 1 == len(words) or words[at + 1] in _MARKS:
            verbs = ((place, held.parted(words[place], word)) for place in range(begun, at))
            place, verb = next(((place, verb) for place, verb in verbs if verb), (at, None))
            if verb:
                found |= {place: verb, at: Entry(word, ("",))}
    return found


def _begins(words: Sequence[str], at: int, entry: Entry | None) -> bool:
    """Whether a question begins at a word: "what" and "that" are one in some languages, "how" and "as" in most.

    A comma may be before "how", and before the "as" of a comparison, which is rarer.
    """
    before = words[at - 1] if at else "."
    return before in _ENDS or (before == "," and entry is not None and _HOW in (*entry.english, *entry.also))


def _ordered(entry: Entry, passages: Count) -> list[str]:
    """An entry's translations, the one first that stands in most passages; by its rarest term where it has several."""
    if len(entry.english) == 1:
        return [*entry.english, *entry.also]
    often = [stands(one, "en", passages) for one in entry.english]
    often[0] *= USUAL
    found = [entry.english[at] for at in sorted(range(len(often)), key=lambda at: -often[at])]
    return [*found, *entry.also]


def stands(words: str, language: str, passages: Count) -> int:
    """Return in how many of the rules asked words of a language stand: by the rarest where there are several."""
    return min(map(passages, tokenize(words, language)), default=0)
