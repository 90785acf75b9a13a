"""From words with boxes to rows in reading order: columns one after the other, table rows and hanging numbers joined.

The columns are found by a vertical cut through the white between them, as in the recursive X-Y cut of Nagy and Seth
(1984); a table is told from columns of prose by its short cells.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.models import Role
from kb.readers.fragment import CELL
from kb.readers.pdf.tables import column_of, continues_row, is_table_row

_GAP = 1.6
"""In heights of a line: more white than this between two words of a row parts columns, cells or a hanging number."""

_WIDE_GAP = 2.5
_STRETCHED = 2.5
"""Justified text may stretch all spaces of a row; a gap that parts is that many times the others, or wide anyway."""

_OTHER_SIZE = 1.8
"""Words whose heights differ by more do not belong together (a watermark over the text), but for an initial letter."""

_SAME_BASE = 0.4
"""In heights: rows whose feet differ by less stand side by side."""

_COLUMN_ROWS = 6
"""A column of fewer rows is too little to be told from a table or a heading beside a paragraph."""

_RUN_ROWS = 3
"""Rows on each side of the white from which columns may be told between two rows that run across it."""

_COLUMN_WORDS = 4.0
"""Prose has more words than this in a column's row; table cells have fewer."""

_MAX_ROWS = 2000
"""No printed page has more; looking for columns among them would cost their square."""

_EDGE = 4.0
"""In points: columns of a table begin within this distance of each other from row to row."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its box in points (y grows upwards); `spaced` where white space follows it in the file."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    bold: bool = False
    spaced: bool = True
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """One visual row.

    `height` and `size` (of the font, in points) are the median of its words', `bold` is the length of the bold run at
    its start, `column` the right edge of the column it stands in, `spaced` whether white space ends it in the file.
    """

    text: str
    page: int
    left: float
    right: float
    bottom: float
    height: float
    first_width: float
    bold: int = 0
    spaced: bool = True
    words: int = 1
    size: float = 0.0
    column: float = 0.0
    role: Role = "text"


def segments(lines: Iterable[Sequence[Word]], page: int) -> list[Row]:
    """The stretches of a page between which the pen jumps; `lines` are the words of each line as the file has them."""
    return [_row(part, page) for words in lines for part in _parts(words)]


def _parts(words: Sequence[Word]) -> list[list[Word]]:
    """Cuts a line where the pen jumps: a wide gap, back to the left, or up or down."""
    gaps = sorted(after.left - before.right for before, after in pairwise(words))
    usual = max(gaps[len(gaps) // 4], 0.0) if gaps else 0.0
    parts: list[list[Word]] = []
    for word in words:
        last = parts[-1][-1] if parts else None
        if last is None or _jumps(last, word, usual):
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _jumps(last: Word, word: Word, usual: float) -> bool:
    """Whether the pen jumps between two words; `usual` is the space between words, wide in justified text."""
    height = max(last.top - last.bottom, word.top - word.bottom)
    apart = word.left - last.right
    overlap = min(last.top, word.top) - max(last.bottom, word.bottom)
    if height > _OTHER_SIZE * min(last.top - last.bottom, word.top - word.bottom) and len(last.text) > 1:
        return True
    wide = apart > _WIDE_GAP * height or (apart > _GAP * height and apart > _STRETCHED * usual)
    return wide or apart < -height or overlap < 0


def _row(words: Sequence[Word], page: int) -> Row:
    heights = [word.top - word.bottom for word in words]
    bold = []
    for word in words:
        if not word.bold:
            break
        bold.append(word.text)
    return Row(
        text=" ".join(word.text for word in words),
        page=page,
        left=words[0].left,
        right=max(word.right for word in words),
        bottom=statistics.median_low([word.bottom for word in words]),
        height=statistics.median_low(heights),
        first_width=words[0].right - words[0].left,
        bold=len(" ".join(bold)),
        spaced=words[-1].spaced,
        words=len(words),
        size=statistics.median_low([word.size for word in words]),
    )


def in_order(segments: Sequence[Row]) -> list[Row]:
    """The rows of a page in reading order, from its segments."""
    bands = _bands(segments)
    cut = _gutter(segments, bands)
    if cut is None:
        return _beside(bands)
    ordered: list[Row] = []
    for run, across in _runs(bands, cut):
        left = [row for band in run for row in band if row.right <= cut]
        right = [row for band in run for row in band if row.left >= cut]
        if across or not left or not right or not (_is_prose(left) and _is_prose(right)):
            ordered += _beside(run)
        else:
            ordered += [*in_order(left), *in_order(right)]
    return ordered


def across(segments: Sequence[Row]) -> list[tuple[Row, list[Row]]]:
    """What stands on one base line, whatever columns it stands in, as one row with its segments; from the top down."""
    return [(band[0] if len(band) == 1 else _joined(band, band[-1].right, ""), band) for band in _bands(segments)]


def _bands(segments: Sequence[Row]) -> list[list[Row]]:
    """Segments by base line from the top of the page down, each band from left to right."""
    bands: list[list[Row]] = []
    for row in sorted(segments, key=lambda row: -row.bottom):
        if bands and bands[-1][0].bottom - row.bottom < _SAME_BASE * max(row.height, bands[-1][0].height):
            bands[-1].append(row)
        else:
            bands.append([row])
    for band in bands:
        band.sort(key=lambda row: row.left)
    return bands


def _runs(bands: Sequence[list[Row]], cut: float) -> list[tuple[list[list[Row]], bool]]:
    """Bands in a row that all run across the cut (headings, full-width text), or all do not."""
    runs: list[tuple[list[list[Row]], bool]] = []
    for band in bands:
        across = any(row.left < cut < row.right for row in band)
        if runs and runs[-1][1] == across:
            runs[-1][0].append(band)
        else:
            runs.append(([band], across))
    return runs


def _gutter(segments: Sequence[Row], bands: Sequence[list[Row]]) -> float | None:
    """The white between two columns of prose, somewhere on the page, or None where there is one column."""
    if not 2 * _COLUMN_ROWS <= len(segments) <= _MAX_ROWS:
        return None
    edges: dict[int, float] = {}
    for row in segments:
        edge = round(row.left / _EDGE)
        edges[edge] = min(row.left, edges.get(edge, row.left))
    found: list[tuple[int, float]] = []
    for edge in sorted(edges):
        cut = edges[edge] - 1
        rows = sum(_columns(run, cut) for run, across in _runs(bands, cut) if not across)
        if rows >= 2 * _COLUMN_ROWS:
            found.append((rows, -cut))
    return -max(found)[1] if found else None


def _columns(run: Sequence[Sequence[Row]], cut: float) -> int:
    """How many rows of a run stand in two columns of prose beside the cut: all, or none."""
    left = [row for band in run for row in band if row.right <= cut]
    right = [row for band in run for row in band if row.left >= cut]
    enough = min(len(left), len(right)) >= _RUN_ROWS
    return len(left) + len(right) if enough and _is_prose(left) and _is_prose(right) else 0


def _is_prose(rows: Sequence[Row]) -> bool:
    """Judged by the fuller half, for a column of short rules has many short last rows."""
    words = sorted((row.words for row in rows), reverse=True)
    return statistics.mean(words[: max(len(words) // 2, 1)]) >= _COLUMN_WORDS


def _beside(bands: Sequence[Sequence[Row]]) -> list[Row]:
    """Joins what stands on one base line: a hanging number with its text, the cells of a table row."""
    edge = max((row.right for band in bands for row in band), default=0.0)
    cells = [[(row.left, row.right, row.text) for row in band] for band in bands]
    rows: list[Row] = []
    columns: list[tuple[float, float]] = []
    texts: list[str] = []
    for place, band in enumerate(bands):
        if columns and continues_row(columns, cells[place], _down(bands, place), band[0].height):
            for cell in cells[place]:
                texts[column_of(columns, cell)] += f" {cell[2]}"
            rows[-1] = replace(rows[-1], text=CELL.join(texts))
        elif is_table_row(cells, place):
            columns, texts = [cell[:2] for cell in cells[place]], [cell[2] for cell in cells[place]]
            rows.append(_joined(band, edge, CELL.join(texts)))
        else:
            columns = []
            rows.append(_joined(band, edge, ""))
    return rows


def _down(bands: Sequence[Sequence[Row]], place: int) -> float:
    """The distance of a band from the one above."""
    return bands[place - 1][0].bottom - bands[place][0].bottom


def _joined(band: Sequence[Row], column: float, cells: str) -> Row:
    """A band as one row: `cells` is the text of a table row, empty for text."""
    first = band[0]
    return Row(
        text=cells or " ".join(row.text for row in band),
        page=first.page,
        left=first.left,
        right=max(row.right for row in band),
        bottom=first.bottom,
        height=max(band, key=lambda row: row.words).height,
        first_width=first.first_width,
        bold=0 if cells else _bold_run(band),
        spaced=band[-1].spaced,
        words=sum(row.words for row in band),
        size=max(band, key=lambda row: row.words).size,
        column=column,
        role="row" if cells else "text",
    )


def _bold_run(band: Sequence[Row]) -> int:
    """The length of the bold run at the start of segments joined by spaces."""
    length = 0
    for row in band:
        if not row.bold:
            break
        length += row.bold + (1 if length else 0)
        if row.bold < len(row.text):
            break
    return length
