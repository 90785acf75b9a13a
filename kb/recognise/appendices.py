"""Appendices whose numbering begins again: under "Appendix A" the rules 1, 2, 2.1 are A.1, A.2, A.2.1.

Those of an appendix without a letter are given twice; but the text's are in order all the same.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import Numbered, follows, is_title, value

_TITLE = re.compile(
    r"(?i:appendix|appendices|annexe?s?|anhang|anlage|apéndice|anexo|appendice|allegato|schedule|addendum)"
    r"(?:\s+(?:(?P<letter>[A-Z])|\d{1,2}|[IVX]{1,5}))?(?:[.:)]|\s*[—–-])?(?:\s+|$)"
)
_LISTS = re.compile(
    r"\b(?:changes?|revisions?|history|index|errata|corrections?|updates?|concordance)\b", re.IGNORECASE
)
"""Words in the titles of appendices that list rules of the text."""
_MOST = 40
"""Appendices of the longest document; more such lines are no titles."""
_Number = Callable[[Sequence[Line], Mapping[int, str]], dict[int, Numbered]]


def numbered(lines: Sequence[Line], skip: Mapping[int, str], number: _Number) -> dict[int, Numbered]:
    """Return the lines that number rules, as `number` finds them in the text and in each appendix by itself.

    An appendix is read by itself where its numbers stand in the text, too.
    """
    found = _regions(lines, skip)
    if not found:
        return number(lines, skip)
    inside = {i: "appendix" for start, end, _ in found for i in range(start, end)}
    main = number(lines, {**skip, **inside})
    known = frozenset(each.number for each in main.values())
    again: dict[int, Numbered] = {}
    for start, end, title in found:
        part = number(lines[start + 1 : end], {i - start - 1: skip[i] for i in range(start + 1, end) if i in skip})
        if _begins_again([each.number for each in part.values()], known):
            again.update(_prefixed(part, start, title))
            inside = {i: name for i, name in inside.items() if not start <= i < end}
            skip = {**skip, **dict.fromkeys(range(start, end), "appendix")}
    return {**(number(lines, skip) if inside or not again else main), **again}


def _begins_again(numbers: Sequence[str], known: frozenset[str]) -> bool:
    """Tell whether an appendix counts its rules from 1 on without a gap, as the text does; a list of rules leaps."""
    ones = bool(numbers) and all(value(part) == 1 for part in numbering.components(numbers[0]))
    steps = all(follows(above, below, 1) for above, below in itertools.pairwise(numbers))
    return ones and steps and not known.isdisjoint(numbers)


def _regions(lines: Sequence[Line], skip: Mapping[int, str]) -> list[tuple[int, int, re.Match[str]]]:
    """Appendices: their title's line, the line behind their last, and the title as matched."""
    titles = [(i, found) for i, line in enumerate(lines) if i not in skip and (found := _title(line))]
    out: list[tuple[int, int, re.Match[str]]] = []
    if len(titles) > _MOST:
        return out
    for nth, (start, found) in enumerate(titles):
        after = titles[nth + 1][0] if nth + 1 < len(titles) else len(lines)
        out.append((start, _end(lines, start, after), found))
    return [each for each in out if not _LISTS.search(lines[each[0]].text)]


def _title(line: Line) -> re.Match[str] | None:
    found = _TITLE.match(line.text) if line.starts or line.role == "heading" else None
    title = line.text[found.end() :] if found else ""
    whole = found is not None and (not title or is_title(title))
    return found if whole and line.role in ("heading", "text") else None


def _end(lines: Sequence[Line], start: int, after: int) -> int:
    """The first line behind an appendix: the next one's, or a heading no lower than its own."""
    level = lines[start].level if lines[start].role == "heading" else 0
    higher = (i for i in range(start + 1, after) if lines[i].role == "heading" and lines[i].level <= level)
    return next(higher, after)


def _prefixed(part: Mapping[int, Numbered], start: int, title: re.Match[str]) -> dict[int, Numbered]:
    """The rules of an appendix by their lines; without a letter they keep their numbers, which are then given twice."""
    letter = title["letter"]
    if not letter:
        return {start + 1 + i: each for i, each in part.items()}
    rules = {start + 1 + i: replace(each, number=f"{letter}.{each.number}") for i, each in part.items()}
    return {start: Numbered(letter, title.end(), section=True), **rules}
