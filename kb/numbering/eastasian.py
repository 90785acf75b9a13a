"""Numbers as Chinese, Japanese and Korean texts print them: full-width signs, 第二章, 第3条の2, 제1조, （三）, ①.

Their digits are given as 1, 2, 3, so that 第十二条 and 第12条 are one rule, 12.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.numbering.patterns import Late

LETTERS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
"""Kana, ideographs and Hangul, for use between brackets: they follow a number without white space."""
NUMERALS = "〇零一二三四五六七八九十百"
CIRCLED = "①-⑳"
ARTICLES = "條条則则조"
UNITS = f"編编篇章節节款장절편관{ARTICLES}"
"""Words that count rules, and with those what holds rules; 項, 号, 항, 호 count within a rule."""

_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_END = 12
"""Characters at the ends of a text that are looked at for full-width signs."""
_VALUES = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"零": 0, "十": 10, "百": 100}
_COUNT = rf"(?:\d{{1,4}}|[{NUMERALS}]{{1,7}})"
_ORDINAL = rf"[第제]\s?(?P<count>{_COUNT})\s?(?P<unit>[{UNITS}])(?:(?:の|之|의)\s?(?P<branch>{_COUNT}))?"
_WITHIN = Late(rf"\s?[第제]?\s?[(（]?(?P<count>{_COUNT})[)）]?\s?[項项항](?![{LETTERS}]?[目목])")
_PARTICLE = r"(?![\u3040-\u309f])(?!(?:에|의|를|을|은|는|과|와|및|이|가|로|까지|부터)(?:\s|$))"
_CITED = Late(_ORDINAL)
_HEAD = Late(rf"{_ORDINAL}(?:\s*[:.、]\s*|\s+|$|{_PARTICLE}(?=\S))")


@dataclass(frozen=True, slots=True)
class Ordinal:
    """A counted unit: its number in digits ("3-2" for 第3条の2), the unit's word, where it stands in the text."""

    number: str
    unit: str
    start: int
    end: int


def narrow(text: str) -> str:
    """Return the text with full-width letters, digits and signs as ASCII; no character changes its place.

    One that both begins and ends in ASCII comes back as it is: it has no number in such signs at either end.
    """
    return text if text[:_END].isascii() and text[-_END:].isascii() else text.translate(_WIDE)


def digits(numeral: str) -> str:
    """Return a numeral in digits: 十二 -> 12, 一〇三 -> 103, ③ -> 3; one in digits is its own."""
    if numeral.isdecimal():
        return str(int(numeral))
    if "①" <= numeral <= "⑳":
        return str(ord(numeral) - ord("①") + 1)
    if not set(numeral) & set("十百"):
        return str(int("".join(str(_VALUES[sign]) for sign in numeral)))
    return str(_multiplied(numeral))


def _multiplied(numeral: str) -> int:
    """二百三十四: each sign of ten or more multiplies the digit before it."""
    total = digit = 0
    for sign in numeral:
        value = _VALUES[sign]
        if value >= 10:
            total += max(digit, 1) * value
            digit = 0
        else:
            digit = value
    return total + digit


def heading(text: str) -> Ordinal | None:
    """Return the ordinal that a line begins with, its white space included, or None.

    One that grammar ties to the words after it (第3条に, 제3조에) cites a rule and begins none.
    """
    found = _HEAD.match(text)
    return _ordinal(found) if found else None


def _ordinal(found: re.Match[str]) -> Ordinal:
    branch = f"-{digits(found['branch'])}" if found["branch"] else ""
    return Ordinal(digits(found["count"]) + branch, found["unit"], found.start(), found.end())


def cited(text: str) -> Iterator[tuple[Ordinal, str]]:
    """Yield the ordinals that prose cites, each with the paragraph of it that is meant: 第3条第2項 is 3 and "2".

    Of units that follow one another (第2章第3条) only the last is meant; what follows an article (第5条第2款) is
    part of it.
    """
    found = list(_CITED.finditer(text))
    found = [m for nth, m in enumerate(found) if not (nth and _is_part(found[nth - 1], m))]
    for nth, match in enumerate(found):
        below = found[nth + 1].start() if nth + 1 < len(found) else len(text)
        if nth + 1 < len(found) and below - match.end() <= 1 and not text[match.end() : below].strip():
            continue
        part = _WITHIN.match(text, match.end())
        ordinal = _ordinal(match)
        end = part.end() if part else ordinal.end
        yield Ordinal(ordinal.number, ordinal.unit, ordinal.start, end), digits(part["count"]) if part else ""


def _is_part(above: re.Match[str], match: re.Match[str]) -> bool:
    """Tell whether a unit right behind an article counts within it."""
    return above.end() == match.start() and above["unit"] in ARTICLES and match["unit"] not in ARTICLES


def whole(text: str) -> str:
    """Return the number that a text of nothing but ordinals names, 第3条第2項 -> "3(2)"; "" for any other text."""
    named = list(cited(text))
    last, part = named[-1] if named else (None, "")
    if last is None or last.end != len(text) or named[0][0].start or len(named) > 1:
        return ""
    return f"{last.number}({part})" if part else last.number
