"""Headings of plain text that are underlined: a title of one line over a line of one repeated sign.

Movement
========
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_LINE = re.compile(r"([=\-~*^#+_\"'`.])\1{2,}")
_COLUMNS = re.compile(r"\S\s{3,}\S|\|")
"""White space that parts columns: the head of a table, over a line, is no title."""
_LONGEST = 100
"""Characters of the longest title."""
_SLACK = 3
"""Signs by which a line may be longer or shorter than its title; a rule over the whole page is no underline."""
_DEEPEST = 6
HASHES = re.compile(r"(#{1,6})\s+(?=[^\W_])")
_HASHED = 2
"""So many titles behind hashes show that hashes mark titles, and count or comment on nothing."""


@dataclass(frozen=True, slots=True)
class Underlined:
    """Titles by their row, with the level of the heading, and the rows of signs that are no text."""

    levels: Mapping[int, int]
    marks: frozenset[int]


def underlined(rows: Sequence[str]) -> Underlined:
    """Return the underlined titles of a text; signs stand for levels in the order in which they first appear."""
    plain = [row.strip() for row in rows]
    levels: dict[int, int] = {}
    marks: set[int] = set()
    styles: list[str] = []
    for i in range(1, len(plain)):
        sign = _sign(plain, i)
        if sign:
            over = i > 1 and plain[i - 2] == plain[i]
            style = sign * 2 if over else sign
            styles += [style] if style not in styles else []
            levels[i - 1] = min(styles.index(style) + 1, _DEEPEST)
            marks.update({i, i - 2} if over else {i})
    # The only title says nothing of the others, which are told by their looks.
    return Underlined(_hashed(rows) | (levels if len(levels) > 1 else {}), frozenset(marks))


def _hashed(rows: Sequence[str]) -> dict[int, int]:
    """Titles behind hashes at the edge, each a paragraph of its own: a program's comments are not."""
    out: dict[int, int] = {}
    for i, row in enumerate(rows):
        found = HASHES.match(row)
        if (
            found
            and len(row) <= _LONGEST
            and not any(each.strip() for each in (*rows[max(i - 1, 0) : i], *rows[i + 1 : i + 2]))
        ):
            out[i] = len(found[1])
    return out if len(out) >= _HASHED else {}


def _sign(rows: Sequence[str], i: int) -> str:
    """The sign of which row `i` is made if it underlines the row above, a paragraph of its own; else ""."""
    title, found = rows[i - 1], _LINE.fullmatch(rows[i])
    above = rows[i - 2] if i > 1 else ""
    if not found or not title or len(title) > _LONGEST or _COLUMNS.search(title) or not re.search(r"\w", title):
        return ""
    close = abs(len(rows[i]) - _wide(title)) <= _SLACK
    return found[1] if close and (not above or above == rows[i]) else ""


def _wide(title: str) -> int:
    """Columns of a title: ideographs take two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in title)
