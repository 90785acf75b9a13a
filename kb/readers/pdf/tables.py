"""Tables of a PDF page: rows of cells that stand under each other, cells of several lines made whole.

There are no lines of a table in the text of a PDF; we go by place. Two neighbouring bands of segments are rows of a
table if at least two segments of the one stand under segments of the other; a band without a first cell goes on with
the row above.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.readers.blocks import is_marker

_EDGE = 2.0
"""Points: cells of a column begin, or have their middles, within this distance of each other."""

_NEAR = 4
"""Bands up or down in which the next row of a table must come; cells of more lines are rare."""

_TIGHT = 1.6
"""In heights: a line of the same cell follows the one above within this distance."""

Cell = tuple[float, float, str]
"""Left, right, text."""


def under(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two stretches (left, right) stand in one column, set from the left or about its middle.

    A common right edge says nothing: rows of justified text have it too.
    """
    return abs(one[0] - other[0]) < _EDGE or abs(sum(one) - sum(other)) < 2 * _EDGE


def is_table_row(bands: Sequence[Sequence[Cell]], place: int) -> bool:
    """Whether a band of several cells has a neighbour whose cells stand under its own, one under one."""
    band = bands[place]
    if len(band) < 2 or (len(band) == 2 and (is_marker(band[0][2]) or band[1][2].isdigit())):
        return False
    return any(_matches(band, other) for other in _neighbours(bands, place))


def _neighbours(bands: Sequence[Sequence[Cell]], place: int) -> list[Sequence[Cell]]:
    """The next band of several cells above and below."""
    above = (bands[other] for other in range(place - 1, max(place - 1 - _NEAR, -1), -1))
    below = (bands[other] for other in range(place + 1, min(place + 1 + _NEAR, len(bands))))
    found = (next((band for band in side if len(band) > 1), None) for side in (above, below))
    return [band for band in found if band is not None]


def _matches(band: Sequence[Cell], other: Sequence[Cell]) -> bool:
    partners = [[mate for mate in other if under(cell[:2], mate[:2])] for cell in band]
    return sum(len(found) == 1 for found in partners) >= 2 and all(len(found) <= 1 for found in partners)


def continues_row(columns: Sequence[tuple[float, float]], band: Sequence[Cell], down: float, height: float) -> bool:
    """Whether a band is the next line of cells of the row above: tight below it, and not under the first cell."""
    if not columns or down > _TIGHT * height:
        return False
    places = [column_of(columns, cell) for cell in band]
    return all(place > 0 for place in places)


def column_of(columns: Sequence[tuple[float, float]], cell: Cell) -> int:
    """The column that a cell stands in, -1 if in none."""
    return next((place for place, column in enumerate(columns) if under(column, cell[:2])), -1)
