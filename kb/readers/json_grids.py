"""Tables of a JSON document: a list of columns beside a list of rows, and lists of flat records of one shape."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.models import Line
from kb.readers.blocks import fold
from kb.readers.fragment import CELL
from kb.readers.json_fields import Fields, Item, Node, Text, is_wordy
from kb.readers.json_words import COUNTS, is_for_programs, is_main_text, label, short

_COLUMNS = frozenset({"columns", "cols", "headers", "header", "head", "columnnames"})
_ROWS = frozenset({"rows", "data", "body", "values", "cells", "entries"})
_LEAST = 2
"""Rows and columns of the smallest table that only its shape tells."""


def grid(node: Node, fields: Fields) -> list[Line]:
    """The rows of a value that is a table, its header first; [] where it is none."""
    found = _of_columns(node) if isinstance(node, list) else _of_records(node, fields)
    return list(_lines(*found)) if found else []


Cells = Sequence[tuple[int, Sequence[str]]]
"""Rows, each with its line of the file and its cells."""


def _of_columns(items: list[Item]) -> tuple[Sequence[str], Cells] | None:
    """The table of an object that holds its columns and its rows, and nothing else."""
    named = {short(item.key.value): item.value for item in items}
    columns = next((named[name] for name in named if name in _COLUMNS), None)
    rows = next((named[name] for name in named if name in _ROWS), None)
    if (
        len(named) != len(items)
        or len(items) != _LEAST
        or not isinstance(columns, tuple)
        or not isinstance(rows, tuple)
    ):
        return None
    heads = [one.value for one in columns if isinstance(one, Text)]
    cells = [_cells(row) for row in rows]
    if len(heads) < len(columns) or not cells or any(len(row) != len(heads) for _, row in cells):
        return None
    return heads, cells


def _cells(row: Node) -> tuple[int, Sequence[str]]:
    """A row's line and cells, no cells where one is no string: a list, or an object whose order is the columns'."""
    values = row if isinstance(row, tuple) else [item.value for item in row] if isinstance(row, list) else ()
    texts = [value for value in values if isinstance(value, Text)]
    whole = bool(texts) and len(texts) == len(values)
    return (texts[0].line, [fold(text.value) for text in texts]) if whole else (0, ())


def _of_records(node: Node, fields: Fields) -> tuple[Sequence[str], Cells] | None:
    """The table of a list whose records have the same fields, all of them short; a rule with a number is in none."""
    members = node if isinstance(node, tuple) else ()
    records = [one for one in members if isinstance(one, list)]
    shapes = {tuple(item.key.value for item in one) for one in records}
    if len(records) < _LEAST or len(records) != len(members) or len(shapes) != 1:
        return None
    kept = [at for at, key in enumerate(next(iter(shapes))) if not is_for_programs(key) or short(key) in COUNTS]
    keys = [next(iter(shapes))[at] for at in kept]
    if len(keys) < _LEAST or any(is_main_text(key) for key in keys) or any(fields.number(one)[0] for one in records):
        return None
    cells = [_cells([one[at] for at in kept]) for one in records]
    if any(not row or any(is_wordy(cell) for cell in row) for _, row in cells):
        return None
    return [label(key) for key in keys], cells


def _lines(heads: Sequence[str], cells: Cells) -> Iterator[Line]:
    yield Line(CELL.join(heads), cells[0][0], None, "row", 1)
    for line, row in cells:
        yield Line(CELL.join(row).strip(), line, None, "row", starts=False)
