"""What the rows of a PDF say together: where paragraphs begin, which rows are headings, which words were broken."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kb.readers.blocks import TITLE_SHARE, is_marker, reads_like_title
from kb.readers.hyphens import Hyphens
from kb.readers.pdf.layout import Row

_LEADING = 1.35
"""In usual distances between rows: more white than this parts paragraphs."""

_FULL = 8
"""A column of fewer rows may hold no full one, so its edge says nothing."""

_INDENT = 3.0
"""Points by which the left edge must move to mean something."""

_SPACE = 0.25
"""The width of a space, in heights of the row; half of what most fonts have, to stay on the safe side."""

_LARGER = 1.13
"""A heading's letters are at least this much larger than the text's."""

_HEADING_SHARE = 0.2
"""Letters larger than the text that make up more of the document than this are text."""

_MAX_LEVEL = 6
_BULLETS = frozenset("•‣◦▪●○■□▸➢►✓")
_SENTENCE_END = re.compile(r"[.!?:;)\]”\"’']$")
_UNSPACED = re.compile(r"\S*[-–—/]$")


def paragraph_starts(rows: Sequence[Row]) -> set[int]:
    """The rows (by `id`) that begin a paragraph.

    A row continues the one before if its first word would not have fitted there, and neither the white above it, its
    edge nor its size says otherwise.
    """
    leading, edges = _usual_leading(rows), _right_edges(rows)
    starts: set[int] = set()
    opening: Row | None = None
    for before, row in zip([None, *rows], rows, strict=False):
        if before is None or opening is None or _begins(before, row, opening, leading, edges[id(before)]):
            starts.add(id(row))
            opening = row
    return starts


def _right_edges(rows: Sequence[Row]) -> dict[int, float]:
    """The right edge that each row (by `id`) could have reached: its column's, or the usual one where that is short."""
    sizes = Counter((row.page, row.column) for row in rows)
    usual = Counter(round(row.column) for row in rows if sizes[row.page, row.column] >= _FULL)
    widest = max(usual, key=lambda edge: (usual[edge], edge)) if usual else 0
    return {id(row): row.column if sizes[row.page, row.column] >= _FULL else max(row.column, widest) for row in rows}


def _usual_leading(rows: Sequence[Row]) -> dict[float, float]:
    """The usual distance between two rows of each size (heights rounded to half points)."""
    distances: dict[float, list[float]] = {}
    for before, row in pairwise(rows):
        down = before.bottom - row.bottom
        if before.page == row.page and 0 < down < 3 * row.height:
            distances.setdefault(_size(row), []).append(round(down, 1))
    return {size: statistics.mode(sorted(found)) for size, found in distances.items()}


def _size(row: Row) -> float:
    """The size of its letters, to half a point."""
    return round(row.size * 2) / 2


def _begins(before: Row, row: Row, opening: Row, leading: dict[float, float], edge: float) -> bool:
    if row.text[0] in _BULLETS:
        return True
    if row.role == "row" or before.role == "row":
        return row.role != before.role
    if abs(before.size - row.size) > 0.1 * row.size:
        return True
    flows_on = before.page == row.page and before.bottom > row.bottom
    if flows_on and before.bottom - row.bottom > _LEADING * leading.get(_size(row), row.height):
        return True
    fits = before.right + (row.first_width + _SPACE * row.height) < edge - 1
    titled = reads_like_title(row.text, row.bold) and before.bold < len(before.text)
    if fits or (titled and _SENTENCE_END.search(before.text)):
        return True
    return flows_on and _edge_moves(before, row, opening)


def _edge_moves(before: Row, row: Row, opening: Row) -> bool:
    """Outdented after a hanging paragraph, indented like a first row, or a marker at the opening's edge."""
    if before is not opening and abs(row.left - before.left) > _INDENT:
        return True
    numbered = is_marker(row.text.split(maxsplit=1)[0]) and abs(row.left - opening.left) < _INDENT
    return numbered and _SENTENCE_END.search(before.text) is not None


def heading_levels(rows: Sequence[Row], starts: set[int]) -> dict[int, int]:
    """The heading level (1..6) of each row, by `id`, that is one: the largest letters are level 1, bold the last."""
    sizes: Counter[float] = Counter()
    for row in rows:
        sizes[_size(row)] += len(row.text)
    if not sizes:
        return {}
    body = max(sizes, key=lambda size: (sizes[size], -size))
    larger = sorted((size for size in sizes if size > body * _LARGER), reverse=True)
    if sum(sizes[size] for size in larger) > _HEADING_SHARE * sum(sizes.values()):
        larger = []
    levels = {size: min(place, _MAX_LEVEL) for place, size in enumerate(larger, 1)}
    found = {id(row): levels[_size(row)] for row in rows if _size(row) in levels and row.role != "row"}
    bold = [row for row in _bold_titles(rows, starts) if id(row) not in found]
    if sum(len(row.text) for row in bold) <= TITLE_SHARE * sum(sizes.values()):
        found.update((id(row), min(len(larger) + 1, _MAX_LEVEL)) for row in bold)
    return found


def _bold_titles(rows: Sequence[Row], starts: set[int]) -> list[Row]:
    """Short bold paragraphs of one row over one that is not bold."""
    return [
        row
        for row, below in pairwise(rows)
        if id(row) in starts
        and id(below) in starts
        and row.role == "text"
        and reads_like_title(row.text, row.bold)
        and below.bold < len(below.text)
    ]


def mend(rows: Sequence[Row]) -> dict[int, str]:
    """The text of each row, by `id`, with words broken over row ends whole again on the row where they began.

    The file's own missing space joins "and/" and "or".
    """
    hyphens = Hyphens.of([row.text for row in rows])
    texts = {id(row): row.text for row in rows}
    unspaced = _end_spaces_are_written(rows)
    for before, row in pairwise(rows):
        head, text = texts[id(before)], texts[id(row)]
        if before.role == "row" or row.role == "row" or not head or not text:
            continue
        first, _, rest = text.partition(" ")
        whole = hyphens.joined(head, first)
        glued = unspaced and not before.spaced and _UNSPACED.match(head) and before.page == row.page
        if whole or glued:
            texts[id(before)], texts[id(row)] = whole or head + first, rest
    return texts


def _end_spaces_are_written(rows: Sequence[Row]) -> bool:
    """Whether this file writes the space at which it breaks a row: only then does a missing one mean anything."""
    long = [row for row in rows if row.right > 0.9 * row.column]
    return sum(row.spaced for row in long) > 0.5 * len(long)
