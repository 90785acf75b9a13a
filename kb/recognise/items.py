"""Markers that lines begin with, and what each may be: (a), a), a., (1), (ii), 1., also joined as in (a)(1)(ii)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import value

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ENDS = re.compile(r"(?:[.:;!?。：；！？、]|,|\b(?:and|or|und|oder|y|o|et|ou))[\"'”’)\]]*$")
DEEPEST = 6
"""Levels of markers below a number; laws have five."""


@dataclass(frozen=True, slots=True)
class Item:
    """One marker of a line: its kinds of reading as (kind, place), its print, and where the text after it starts.

    `listed` is true where the format itself makes the line a list item, so that even a lone marker is one; `depth` is
    then the nesting of the list, 0 where it is not known.
    """

    index: int
    text: str
    form: str
    start: int
    readings: tuple[tuple[str, int], ...]
    listed: bool = False
    depth: int = 0


def roman(text: str) -> int:
    """Return the value of a roman numeral in small or capital letters, 0 if it is none."""
    total, highest = 0, 0
    for letter in reversed(text.casefold()):
        worth = _ROMAN.get(letter, 0)
        if not worth:
            return 0
        total += worth if worth >= highest else -worth
        highest = max(highest, worth)
    return total if _spell(total) == text.casefold() else 0


def _spell(number: int) -> str:
    out = ""
    for worth, letters in (
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ):
        count, number = divmod(number, worth)
        out += letters * count
    return out


def readings(text: str) -> tuple[tuple[str, int], ...]:
    """Return what a marker may be: "i" -> the letter (9th) and the numeral (1st)."""
    if text.isdecimal():
        return (("d", int(text)),)
    case = "A" if text.isupper() else "a"
    out: list[tuple[str, int]] = []
    if len(text) == 1 or (len(text) == 2 and text[0] == text[1]):
        out.append((case, value(text)))
    if roman(text):
        out.append(("I" if case == "A" else "i", roman(text)))
    return tuple(out)


def items(lines: Sequence[Line], indexes: Iterable[int], forms: str, skip: Collection[int]) -> list[Item]:
    """Return the markers that begin the lines `indexes`; `forms` lists the prints allowed for digits ("." ")" "()").

    Items within an item whose digits are not printed so are left out with it: a. under 2. of a list.
    """
    out: list[Item] = []
    within = 0
    for index in indexes:
        line = lines[index]
        if line.role == "item" and line.level:
            if within and line.level > within:
                continue
            mark = numbering.relative(line.text)
            listed = mark is not None and mark.number.isdecimal() and mark.form not in forms.split()
            within = line.level if listed else 0
        if index in skip or line.role in ("code", "row") or not _begins(lines, index):
            continue
        out.extend(
            replace(item, listed=line.role == "item", depth=line.level if line.role == "item" else 0)
            for item in _of_line(index, line.text, forms)
        )
    return out


def _begins(lines: Sequence[Line], index: int) -> bool:
    line = lines[index]
    return line.starts or index == 0 or bool(_ENDS.search(lines[index - 1].text)) or lines[index - 1].role == "heading"


def _of_line(index: int, text: str, forms: str) -> list[Item]:
    """The markers that a line begins with, several where they are joined: (a)(1)(i)."""
    out: list[Item] = []
    at = 0
    while at < len(text) and len(out) < DEEPEST:
        head = text[at : at + _MARKER]
        mark = numbering.relative(_spaced(head))
        kinds = readings(mark.number) if mark else ()
        if mark is None or not kinds or (mark.number.isdecimal() and mark.form not in forms.split()):
            break
        joined = _joined(head)
        start = at + len(_bare(head)) if joined else min(at + mark.start, len(text))
        out.append(Item(index, mark.number, mark.form, start, kinds))
        if not joined:
            break
        at = start
    return out


_MARKER = 40
"""Characters that the longest marker with a bullet and white space around it has."""
_PAREN = re.compile(r"(?:[*•·-]\s+)?\([0-9A-Za-z]{1,6}\)")


def _joined(text: str) -> bool:
    """Tell whether a bracketed marker is directly followed by another one: (a)(1)."""
    found = _PAREN.match(text)
    return bool(found) and text[found.end() : found.end() + 1] == "("  # type: ignore[union-attr]


def _bare(text: str) -> str:
    found = _PAREN.match(text)
    return found[0] if found else ""


def _spaced(text: str) -> str:
    return f"{_bare(text)} {text[len(_bare(text)) :]}" if _joined(text) else text
