"""Cells that reach over rows and columns (rowspan, colspan): what they cover is an empty cell of its row."""

from __future__ import annotations

from dataclasses import dataclass, field

_MOST = 40
"""Rows or columns that a cell may cover; HTML allows 65,534 and 1,000, which tables made to exhaust a reader use."""


@dataclass(slots=True)
class Spans:
    """The cells of a table that reach into rows below: for each column, how many rows they still cover."""

    left: dict[int, int] = field(default_factory=dict)

    def add(self, cells: list[str], text: str, rows: str = "", columns: str = "") -> None:
        """Append a cell to its row, behind those that cells above cover; `rows` and `columns` are its attributes."""
        while self.left.get(len(cells), 0):
            cells.append("")
        for column in range(_span(columns)):
            self.left[len(cells)] = _span(rows)
            cells.append("" if column else text)

    def end_row(self) -> None:
        """Count a row."""
        self.left = {column: rows - 1 for column, rows in self.left.items() if rows > 1}


def _span(attribute: str) -> int:
    text = attribute.strip()
    return min(max(int(text), 1), _MOST) if text.isdecimal() and len(text) < 7 else 1
