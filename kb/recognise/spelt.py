"""Numbers that words or roman numerals name behind a level's word: "Chapter Two", "PART IV"."""

from __future__ import annotations

from kb.recognise.items import roman

_WORDS = (
    ("one", "first", "eins", "uno", "primero", "un", "premier"),
    ("two", "second", "zwei", "dos", "segundo", "deux"),
    ("three", "third", "drei", "tres", "tercero", "trois"),
    ("four", "fourth", "vier", "cuatro", "cuarto", "quatre"),
    ("five", "fifth", "fünf", "cinco", "quinto", "cinq"),
    ("six", "sixth", "sechs", "seis", "sexto"),
    ("seven", "seventh", "sieben", "siete", "séptimo", "sept"),
    ("eight", "eighth", "acht", "ocho", "octavo", "huit"),
    ("nine", "ninth", "neun", "nueve", "noveno", "neuf"),
    ("ten", "tenth", "zehn", "diez", "décimo", "dix"),
    ("eleven", "eleventh", "elf", "once", "onze"),
    ("twelve", "twelfth", "zwölf", "doce", "douze"),
    ("thirteen",),
    ("fourteen",),
    ("fifteen",),
    ("sixteen",),
    ("seventeen",),
    ("eighteen",),
    ("nineteen",),
    ("twenty",),
)
_VALUES = {word: value for value, words in enumerate(_WORDS, start=1) for word in words}
SPELT = "|".join(sorted(_VALUES, key=len, reverse=True))
"""The words, for patterns that ignore case."""


def value(text: str) -> int:
    """Return the number that a word or a roman numeral in capitals names, 0 if it is neither."""
    return _VALUES.get(text.casefold(), 0) or (roman(text) if text.isupper() else 0)
