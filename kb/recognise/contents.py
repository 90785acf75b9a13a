"""Contents pages that are told by their entries alone.

Dots lead to page numbers, or the lines all stand again further down with text between.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import TITLE_LENGTH, is_title

_LISTED = 4
"""Entries of the shortest contents page that is told by its entries alone."""
_WRAPPED = 2
"""Lines that a long entry may take beyond its first."""
_PREFIX = 16
"""Letters and digits of a numbered title that tell it; where its entry is cut at a line end differs from the text."""
_SPREAD = 1.5
"""The text takes at least so many times the lines that its contents page takes."""
_RISING = 0.9
"""Of the entries, how many stand in the order of the text; a title may have a second place in an index."""
_PLACES = 4
"""Where an entry may stand: contents, text, an index, a running line; what stands more often is a label of its kind."""
_PAGE = re.compile(r"[\s.…]+\d{1,3}$")
_LEADERS = re.compile(r"\.{4,}\s*\d{1,4}$|(?:\. ){4,}\.?\s*\d{1,4}$|…{2,}\s*\d{1,4}$")
_BULLET = re.compile(r"[-*•·]\s+")


def dotted(lines: Sequence[Line]) -> list[int]:
    """Return the lines that dots lead to a page number, and between them what such entries are wrapped from.

    A list of prices or ranges has such lines, too, but what they lead to falls and rises.
    """
    found = [i for i, line in enumerate(lines) if line.text[-1:].isdecimal() and _LEADERS.search(line.text)]
    ends = [i for run in _near(found) if _pages_rise([lines[j].text for j in run]) for i in run]
    near = ((a, b) for a, b in itertools.pairwise(ends) if b - a <= _WRAPPED + 1)
    between = (i for a, b in near for i in range(a + 1, b) if lines[i].role != "heading")
    return sorted({*ends, *between})


def _near(found: Sequence[int]) -> Iterator[list[int]]:
    """Runs of entries with no more between two than the rest of a wrapped one, or a page's edge."""
    run: list[int] = []
    for i in found:
        if run and i - run[-1] > _EDGE:
            yield run
            run = []
        run.append(i)
    if run:
        yield run


_EDGE = 8
"""Lines between two entries of the same contents."""


def _pages_rise(texts: Sequence[str]) -> bool:
    pages = [int(found[0]) for text in texts if (found := re.search(r"\d{1,4}$", text))]
    return sum(a <= b for a, b in itertools.pairwise(pages)) >= _RISING * (len(pages) - 1)


def listing(lines: Sequence[Line]) -> list[int]:
    """Return the lines of contents pages in the first half of a document, by index."""
    keys = [entry_key(line) for line in lines]
    places = Counter(keys)
    often = {key for key, count in places.items() if count > _PLACES}
    titles = (i for i, key in enumerate(keys) if key and key not in often and (" " in key or not _is_item(lines[i])))
    last = {keys[i]: i for i in titles}
    out: list[int] = []
    for entries in _runs(lines, keys, last):
        if len(entries) >= _LISTED and _spread(entries, [last[keys[i]] for i in entries]):
            out += range(entries[0], _end(lines, entries[-1]))
    return out


def linked(lines: Sequence[Line]) -> list[int]:
    """Return the lists that hold nothing but links to headings further down, each named as its heading."""
    places = {name: i for i, line in enumerate(lines) if line.role == "heading" for name in line.anchors}
    out: list[int] = []
    run: list[int] = []
    for i, line in enumerate([*lines, None] if places else []):
        if line is not None and line.role == "item" and any(_leads(line, name, places, i) for name in line.links):
            run.append(i)
        else:
            out += run if len(run) >= _LINKS else []
            run = []
    return out


_LINKS = 3
"""Links of the shortest list that is contents ..."""
_MARKER = 4
"""... and characters of an entry's marker, which is no part of its link."""


def _leads(line: Line, name: str, places: Mapping[str, int], i: int) -> bool:
    text = "".join(re.findall(r"[^\W_]+", line.text.casefold()))
    return places.get(name, -1) > i and text.endswith(name) and len(text) <= len(name) + _MARKER


def summaries(lines: Sequence[Line], skip: Collection[int]) -> list[int]:
    """Return the rows of a list behind the text in which its rules stand once more, number and title: a reference card.

    They are no rules given twice.
    """
    places: dict[str, int] = {}
    out: list[int] = []
    run: list[tuple[int, int]] = []
    for i, line in enumerate([*lines, None]):
        key = _numbered_key(line) if line is not None and i not in skip else ""
        if key in places:
            run.append((i, places[key]))
            continue
        out += [row for row, _ in run] if _repeats(run) else []
        run = []
        if key:
            places[key] = i
    return out


def _repeats(run: Sequence[tuple[int, int]]) -> bool:
    """Tell whether rows, each with the place of its rule, are in the order of the rules, which take more room."""
    at = [place for _, place in run]
    rising = all(above < below for above, below in itertools.pairwise(at))
    return len(run) >= _LISTED and rising and at[-1] - at[0] >= _APART * (run[-1][0] - run[0][0])


_APART = 2
"""The rules take at least so many times the lines that a list of them takes."""


def _numbered_key(line: Line) -> str:
    if len(line.text) > TITLE_LENGTH or not line.text[:1].isdecimal():
        return ""
    number, _, title = line.text.replace("|", " ").partition(" ")
    letters = "".join(title.casefold().split())[:_PREFIX]
    return f"{number.rstrip('.):')} {letters}" if letters else ""


def entry_key(line: Line) -> str:
    """What an entry and its title share: the number and the first letters, or without a number the whole title."""
    if len(line.text) > TITLE_LENGTH or line.role in ("row", "code"):
        return ""
    text = _PAGE.sub("", _BULLET.sub("", line.text, count=1))
    mark = numbering.leading(text)
    if mark is None:
        return "".join(re.findall(r"\w", text.casefold())) if line.starts and is_title(text) else ""
    letters = "".join(re.findall(r"\w", text[mark.start :].casefold()))
    return f"{mark.number} {letters[:_PREFIX]}" if letters else ""


def _is_item(line: Line) -> bool:
    """Tell whether a line is an item: a list that stands twice is no contents page."""
    return line.role == "item" or bool(_BULLET.match(line.text))


def _runs(lines: Sequence[Line], keys: Sequence[str], last: Mapping[str, int]) -> Iterator[list[int]]:
    """Entries one after another, each once, no more between two than the rest of a wrapped one."""
    run: dict[str, int] = {}
    at = 0
    for i in range(len(lines) // 2):
        entry = last.get(keys[i], -1) > i and lines[i].role in ("text", "item")
        if run and (keys[i] in run or not (entry or _may_be_rest(lines, i, at))):
            yield list(run.values())
            run = {}
        if entry:
            run[keys[i]] = at = i
    yield list(run.values())


def _may_be_rest(lines: Sequence[Line], i: int, entry: int) -> bool:
    return i - entry <= _WRAPPED and lines[i].role != "heading" and len(lines[i].text) <= TITLE_LENGTH


def _spread(entries: Sequence[int], places: Sequence[int]) -> bool:
    rising = sum(above < below for above, below in itertools.pairwise(places))
    behind = min(places) > entries[-1] and rising >= _RISING * (len(places) - 1)
    return behind and max(places) - min(places) >= _SPREAD * (entries[-1] - entries[0])


def _end(lines: Sequence[Line], entry: int) -> int:
    """The line behind an entry and what it is wrapped to."""
    end = entry + 1
    while end <= entry + _WRAPPED and end < len(lines) and not lines[end].starts and lines[end].role != "heading":
        end += 1
    return end
