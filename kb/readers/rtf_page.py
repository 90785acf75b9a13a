"""The paragraphs, rows, notes and running lines of an RTF file, as its words end them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kb.models import Line, Role
from kb.readers.fragment import CELL
from kb.readers.paragraphs import folded, is_code, title_rows, unfolded, with_number
from kb.readers.rtf_words import HEADING_STYLE

_BULLETS = frozenset("·•o▪§\uf0b7-–*")


@dataclass(frozen=True, slots=True)
class Format:
    """Paragraph formatting, which lasts until \\pard or the end of its group."""

    style: str = ""
    outline: int = 0
    level: int = 0
    table: bool = False


PLAIN = Format()


@dataclass(slots=True)
class _Paragraph:
    """The paragraph being gathered: its rows of pieces with emphasis, its number, and whether it is a list item."""

    rows: list[list[tuple[str, bool]]] = field(default_factory=lambda: [[]])
    number: str = ""
    listed: bool = False


class Page:
    """The text so far: whole lines, and the row, the paragraph and the notes being gathered."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.styled: dict[int, str] = {}
        self.outlines: dict[str, int] = {}
        self.coded: set[str] = set()
        self.header = False
        self._paragraph = _Paragraph()
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._count = self._noted = 0
        self._notes: list[tuple[int, str]] = []
        self._running: list[tuple[str, str]] = []

    def name_style(self, style: str, name: str) -> None:
        """What the name of a style says of its paragraphs."""
        match = HEADING_STYLE.match(name)
        if match:
            self.outlines[style] = int(match.group(1))
        if is_code(name):
            self.coded.add(style)

    def add(self, text: str, bold: bool) -> None:
        """Appends to the paragraph."""
        self._paragraph.rows[-1].append((text, bold))

    def end_line(self) -> None:
        """Ends a line within the paragraph."""
        self._paragraph.rows.append([])

    def count(self, number: str) -> None:
        """Makes the paragraph a list item, with the number that the word processor printed."""
        self._paragraph.listed = True
        self._paragraph.number = "" if number in _BULLETS else number

    def note(self, text: str, bold: bool) -> None:
        """A footnote: its mark here, its text behind the paragraph."""
        self._noted += 1
        self._notes.append((self._noted, text))
        self.add(f"[{self._noted}]", bold)

    def run(self, kind: str, text: str) -> None:
        """A running header or footer, each wording once."""
        if text and (kind, text) not in self._running:
            self._running.append((kind, text))

    def end_paragraph(self, form: Format) -> None:
        """Writes the paragraph, or keeps it for the cell that it stands in."""
        lines = list(self._lines(form))
        if form.table:
            self._cell.extend(_with_printed_number(line) for line in lines)
        else:
            self._leave_table(form)
            self.lines.extend(lines)

    def _lines(self, form: Format) -> Iterator[Line]:
        self._count += 1
        done, self._paragraph = self._paragraph, _Paragraph()
        level = min(form.outline or self.outlines.get(form.style, 0), 6)
        self.styled[self._count] = form.style
        code = form.style in self.coded
        role: Role = "heading" if level else "item" if done.listed else "code" if code else "text"
        first = Line("", self._count, None, role, level or (form.level + 1 if done.listed else 0))
        number, starts, shaped = done.number, True, unfolded if role == "code" else folded
        for row in title_rows(done.rows) if level else done.rows:
            line = with_number(shaped(row, replace(first, starts=starts)), number)
            if line.text:
                number, starts = "", False
                yield line
        for count, text in self._notes:
            yield Line(f"[{count}] {text}", self._count)
        self._notes = []

    def end_cell(self, form: Format) -> None:
        """Ends a cell of the row."""
        self._cell.extend(_with_printed_number(line) for line in self._lines(form))
        self._cells.append(" ".join(self._cell))
        self._cell = []

    def end_row(self) -> None:
        """Writes the row: one line."""
        follows = bool(self.lines) and self.lines[-1].role == "row"
        if any(self._cells):
            text = CELL.join(self._cells).strip()
            self.lines.append(Line(text, self._count, None, "row", int(self.header), starts=not follows))
        self._cells, self.header = [], False

    def _leave_table(self, form: Format) -> None:
        """Text of a table whose row was never ended."""
        if self._cell:
            self.end_cell(form)
        if self._cells:
            self.end_row()

    def finish(self) -> list[Line]:
        """All lines, the page headers first and the footers last."""
        if any(text.strip() for row in self._paragraph.rows for text, _ in row) or self._notes:
            self.lines.extend(self._lines(PLAIN))
        self._leave_table(PLAIN)
        return [*self._asides("running header"), *self.lines, *self._asides("running footer")]

    def _asides(self, kind: str) -> list[Line]:
        return [Line(text, 1, None, "aside", aside=kind) for one, text in self._running if one == kind]


def _with_printed_number(line: Line) -> str:
    return f"{line.number} {line.text}" if line.number else line.text
