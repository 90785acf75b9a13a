"""A text cut into terms: words small and stemmed, numbers as they stand."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"', "−": "-", "–": "-", "‐": "-", "‑": "-", "\xad": None}
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff")
)
_LETTERS = r"[a-z]{1,2}(?![^\W\d_])\+{0,3}"
_DIGITS = rf"\d+(?:[a-z]{{1,2}}\d+)*(?:{_LETTERS})?"  # 103, 19b, 1a1, 1c++
_NUMBER = (
    r"(?:(?<![\w'])[-+](?=\d))?(?<![^\W\d_])(?:(?<!\w)[a-z]{1,2})?"  # a sign or one or two letters: -3, N5
    rf"{_DIGITS}(?:[.:\-/]{_DIGITS}|\.{_LETTERS})*"  # 103.2.b, 8:10d, 1-2-1, 10/7
)
_WORD = r"[^\W\d_]+(?:'[^\W\d_]+)*"
_TOKEN = re.compile(f"({_NUMBER})|({_WORD})")

_NOT = re.compile(r"\b(?:[a-z]+n't|cannot)\b")
"""Ways of saying "not" in English: one rule says "can't", another "cannot", a third "may not"."""

STEMMERS = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
"""Snowball's stemmers by language; a language without one is stemmed as English."""


def tokenize(text: str, language: str = "en") -> list[str]:
    """Return the terms of a text in order: words lower-case and stemmed (Snowball; English: Porter 2), numbers as they
    stand ("103.2.b", "-3"). `language` is a BCP 47 tag.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_PLAIN).casefold()
    found = _TOKEN.findall(_NOT.sub("not", plain) if language.startswith("en") else plain)
    stems: list[str] = _stemmer(language).stemWords([word for _, word in found if word])
    if len(stems) == len(found):
        return stems
    words = iter(stems)
    return [number or next(words) for number, _ in found]


@cache
def _stemmer(language: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(STEMMERS.get(language.partition("-")[0].lower(), "english"))
