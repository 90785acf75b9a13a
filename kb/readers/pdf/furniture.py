"""Running headers, footers and page numbers: what repeats at one height of the page, or counts with the pages.

The work goes inwards from the edge of each page, one row at a time, and stops where the text begins. A row is furniture
only if nearly every row that stands at its height in the document is: rules stand at the head of a page too, but they
do not repeat there, and their numbers do not count with the pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence

from kb.readers.blocks import is_marker
from kb.readers.pdf.layout import Row

_LONGEST = 100
"""Characters of the longest footer with a page number."""

_DEPTH = 4
"""Rows from the edge that may be furniture."""

_SHARE = 0.6
"""Of the rows at one height, how many must be furniture for any to be."""

_STEP = 4.0
"""Points within which rows stand at one height."""

_PAGE_OF = re.compile(
    r"(?:page|seite|página|p\.)?\s*\d{1,4}\s*(?:of|/|von|de)\s*\d{1,4}|(?:page|seite)\s+\d{1,4}", re.I
)
_DOT = re.compile(r"(?<=\d)\.(?=\s)")
_ROMAN = re.compile(r"[ivxl]{1,6}")
_NUMBER = re.compile(r"(?:(?<![\w.:\-])|(?<=\d-))(\d{1,4})(?![\w.:]|-\d)")
"""Of a page label "31-2" the page."""
_LABEL = re.compile(r"\S*\d-")
"""What a page label begins with, "Part:31-"."""
_COUNTED = re.compile(
    r"(?:article|chapter|section|rule|law|part|appendix|scenario|lesson|step|week|day|round|level|turn|figure|table|artikel|"
    r"kapitel|abschnitt|regel|teil|anhang|artículo|capítulo|sección|regla|chapitre|règle|partie|articolo|capitolo|regola)"
    r"\W*$",
    re.IGNORECASE,
)
"""Words before a number that is no page's: where every page has one article, its number counts with the pages."""

_EVERYWHERE = 0.6
"""The share of pages from which words at one and the same place are no text: a watermark, a tab at the side."""

_SMALLER = 0.9
"""Of the text's size: small letters with the page's number in them, well apart, are a footer."""

_FAR = 1.8
"""In heights: the white that parts a lone page number from the text of a single page."""


def furniture(pages: Sequence[Sequence[Row]]) -> dict[int, str]:
    """The rows to set aside, by `id`, with the reason: "running header", "running footer" or "page number"."""
    found: dict[int, str] = {}
    texts = frozenset(_title(row.text.casefold()) for rows in pages for row in rows)
    for zone in ("running header", "running footer"):
        sides = [_from_edge(rows, zone) for rows in pages]
        delta = _count(sides)
        live = {index for index, side in enumerate(sides) if side}
        for rank in range(_DEPTH):
            rows = {index: sides[index][rank] for index in sorted(live) if len(sides[index]) > rank}
            chosen = _repeating(rows, delta, sides, texts)
            found.update((id(rows[index]), _reason(rows[index], index, delta, zone)) for index in chosen)
            live &= chosen
    found.update(_lone_numbers(pages, found))
    return found


def watermarks(pages: Sequence[Sequence[Row]]) -> set[int]:
    """The segments, by `id`, that stand amid most pages at one place with the same words."""
    places: dict[tuple[str, int, int], list[Row]] = {}
    for rows in pages:
        inner = sorted(rows, key=lambda row: row.bottom)[_DEPTH:-_DEPTH]
        for row in inner:
            places.setdefault((row.text, round(row.left / _STEP), round(row.bottom / _STEP)), []).append(row)
    least = max(4, _EVERYWHERE * sum(bool(rows) for rows in pages))
    return {id(row) for rows in places.values() if len(rows) >= least for row in rows}


def _from_edge(rows: Sequence[Row], zone: str) -> list[Row]:
    return sorted(rows, key=lambda row: row.bottom, reverse=zone == "running header")[:_DEPTH]


def _count(sides: Sequence[Sequence[Row]]) -> int | None:
    """What must be added to a page's place (0-based) to get the number printed on it, where most pages agree."""
    votes: Counter[int] = Counter()
    for index, side in enumerate(sides):
        values = {int(value) - index for row in side for value in _NUMBER.findall(row.text)}
        votes.update(values)
    if not votes:
        return None
    delta, agreed = max(votes.items(), key=lambda vote: (vote[1], -abs(vote[0])))
    filled = sum(bool(side) for side in sides)
    return delta if agreed >= 2 and agreed >= _SHARE * filled else None


def _key(row: Row, index: int, delta: int | None) -> tuple[str, bool]:
    """The row's text without its page number, and whether it had one at its start or end."""
    if delta is not None:
        label = str(index + delta)
        for match in _NUMBER.finditer(row.text):
            before, after = row.text[: match.start()], row.text[match.end() :]
            outside = not before.strip(" -–—|•·") or not after.strip(" -–—|•·") or bool(_LABEL.fullmatch(before))
            if match.group() == label and outside and not _COUNTED.search(row.text[: match.start()]):
                return (row.text[: match.start()] + "#" + row.text[match.end() :]).casefold(), True
    return row.text.casefold(), False


def _repeating(
    rows: dict[int, Row], delta: int | None, sides: Sequence[Sequence[Row]], texts: Container[str]
) -> set[int]:
    keys = {index: _key(row, index, delta) for index, row in rows.items()}
    times = Counter(key for key, _ in keys.values())
    least = 3 if len(sides) > 4 else 2
    chosen = {
        index
        for index, (key, labelled) in keys.items()
        if times[key] >= least or (labelled and (_may_go(rows[index]) or _title(key) in texts))
    }
    heights = Counter(round(row.bottom / _STEP) for row in rows.values())
    furnished = Counter(round(rows[index].bottom / _STEP) for index in chosen)
    return {
        index
        for index in chosen
        for height in [round(rows[index].bottom / _STEP)]
        if furnished[height] >= 2 and furnished[height] >= _SHARE * heights[height]
    }


def _may_go(row: Row) -> bool:
    """A row that counts with the pages but begins like a rule stays, or is as long as the text in two columns.

    Unless what it says beside its page is a title of the text: "4.1. Naps 17".
    """
    return len(row.text) <= _LONGEST and not is_marker(row.text.split(maxsplit=1)[0])


def _title(text: str) -> str:
    """A title without its page ("#") and without the dot behind its number, which a running line may add."""
    return _DOT.sub("", text.strip("# "))


def _reason(row: Row, index: int, delta: int | None, zone: str) -> str:
    key, labelled = _key(row, index, delta)
    return "page number" if labelled and not re.search(r"[^\W\d_]", key) else zone


def _lone_numbers(pages: Sequence[Sequence[Row]], found: dict[int, str]) -> dict[int, str]:
    """ "Page 1 of 1", "iv", or the page's own number well apart from the text, where too few pages show a pattern."""
    lone: dict[int, str] = {}
    for index, rows in enumerate(pages):
        rest = sorted((row for row in rows if id(row) not in found), key=lambda row: -row.bottom)
        for edge, next_in in ((rest[:1], rest[1:2]), (rest[-1:], rest[-2:-1])):
            if not edge or not next_in:
                continue
            text = edge[0].text.strip(" -–—")
            apart = abs(edge[0].bottom - next_in[0].bottom) > _FAR * max(edge[0].height, next_in[0].height)
            if apart and (text == str(index + 1) or _PAGE_OF.fullmatch(text) or _ROMAN.fullmatch(text)):
                lone[id(edge[0])] = "page number"
            elif apart and edge[0].size < _SMALLER * next_in[0].size and _key(edge[0], index, 1)[1]:
                lone[id(edge[0])] = "running footer" if edge[0] is rest[-1] else "running header"
    return lone
