"""A question in a language that the rules are not in, word by word in theirs: enough for both ways of searching.

The lists hold the common words of players' talk, by stem. They are no translation: a word that is not in the list
stays as it is, and what the words were read as is told to the asker.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

_SPANISH = "el la los las de del que qué una un en por para con se su sus al es y o si cuando mi me te lo le como cómo"
LANGUAGES = {"es": ("spanish", f"{_SPANISH} puedo puede no está son más ¿")}
"""By language its stemmer and the small words by which a question is known to be in it."""

LEAST = 2
"""Small words that a question must have to be taken for one of that language, and more than English ones."""

_SMALL = "the a an of to in is are can does do what when how who which if and or my it that"
_ENGLISH = frozenset(_SMALL.split())
_FOREIGN = {name: frozenset(small.split()) for name, (_, small) in sorted(LANGUAGES.items())}
_WORD = re.compile(r"[^\W\d_]+|¿")


def language_of(text: str) -> str:
    """Return the language of LANGUAGES that a question is in, "" for English and any other."""
    words = [word.casefold() for word in _WORD.findall(text)]
    english = sum(word in _ENGLISH for word in words)
    counts = {name: sum(word in small for word in words) for name, small in _FOREIGN.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= LEAST and counts[best] > english else ""


def in_english(text: str, language: str) -> str:
    """Return the question word by word in English; small words without a meaning of their own are left out."""
    words, stems = _meanings(language)
    small = _FOREIGN[language]
    out = []
    for match in re.finditer(r"[^\W\d_]+|[^\s\w]|[\d_]\S*", text):
        word = match[0].casefold()
        known = words.get(word) or stems.get(_stem(word, language), "")
        if known or word not in small:
            out.append(known or match[0])
    return " ".join(out)


@cache
def _stemmer(language: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(LANGUAGES[language][0])


def _stem(word: str, language: str) -> str:
    return str(_stemmer(language).stemWord(word))


@cache
def _meanings(language: str) -> tuple[dict[str, str], dict[str, str]]:
    """English by word as listed, and by stem; where two words share a stem the shorter one's."""
    held: dict[str, str] = json.loads((Path(__file__).parent / f"words_{language}.json").read_text("utf-8"))
    order = sorted(held, key=lambda word: (-len(word), word))
    return held, {_stem(word, language): held[word] for word in order}
