"""DOCX: paragraphs with the numbers Word computes, headings, tables, footnotes; page headers and contents set aside.

Read with lxml from the package's own parts: python-docx computes no numbers and unpacks every picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.models import Document, Line, Role, Source
from kb.readers.blocks import fold, refuse
from kb.readers.docx_numbering import WORD, Element, attribute, find, is_on, number_of
from kb.readers.docx_package import ALTERNATIVE, CONTAINERS, Package, Piece, pieces
from kb.readers.fragment import CELL
from kb.readers.paragraphs import (
    folded,
    is_code,
    title_rows,
    unfolded,
    with_bold_headings,
    with_number,
    with_whole_code,
    without_false_headings,
)
from kb.readers.table_cells import Spans

_MANY = 3
"""Paragraphs in a cell, on average, from which a table arranges text on the page and has no cells in our sense."""


def read(source: Source, data: bytes) -> Document:
    """Paragraphs in order, `line` counting them from 1, pages where Word noted its page breaks. Raises BadDocument."""
    package = Package(source, data)
    walk = _Walk(package)
    body = package.main.find(f"{WORD}body")
    found = with_whole_code(list(walk.blocks(() if body is None else body)))
    text = with_bold_headings(without_false_headings(found, walk.styled))
    lines = [*package.furniture("header"), *text, *package.furniture("footer")]
    if not any(line.text and not line.aside for line in lines):
        raise refuse(source, "", "it holds no text", "Is it a scan? Run text recognition (OCR) over it first.")
    pages = walk.page if walk.paged else 0
    return Document(source, tuple(lines if pages else (replace(line, page=None) for line in lines)), pages, "docx")


class _Walk:
    """The body in order: counts paragraphs, pages, list numbers and footnotes."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.paragraph = 0
        self.page = 1
        self.paged = False
        self.noted = 0
        self.styled: dict[int, str] = {}

    def blocks(self, parent: Element) -> Iterator[Line]:
        """The lines of the paragraphs and tables in `parent`."""
        for element in parent:
            if element.tag == f"{WORD}p":
                yield from self._paragraph(element)
            elif element.tag == f"{WORD}tbl":
                yield from self._table(element)
            elif element.tag == ALTERNATIVE:
                yield from self.blocks(next(iter(element), ()))
            elif element.tag in CONTAINERS:
                yield from self.blocks(element)

    def _paragraph(self, paragraph: Element) -> Iterator[Line]:
        self.paragraph += 1
        styles = self.package.styles
        style = attribute(find(paragraph, "pPr/pStyle")) or styles.default
        number, listed, depth = self._number(paragraph, style)
        level = styles.heading(style)
        outline = attribute(find(paragraph, "pPr/outlineLvl"))
        if outline is not None:
            level = number_of(outline) + 1 if number_of(outline) < 9 else 0
        aside = "contents page" if any(name.startswith(("toc ", "table of ")) for name in styles.names(style)) else ""
        self.styled[self.paragraph] = style
        code = not listed and any(map(is_code, styles.names(style)))
        role: Role = "aside" if aside else "heading" if level else "item" if listed else "code" if code else "text"
        first = Line("", self.paragraph, self.page, role, min(level, 6) or depth, aside=aside)
        yield from self._lines(list(pieces(paragraph, styles.bold(style))), first, number)

    def _number(self, paragraph: Element, style: str) -> tuple[str, bool, int]:
        """The computed number, whether the paragraph is a list item, and its depth (1..9)."""
        own = attribute(find(paragraph, "pPr/numPr/numId"))
        given = attribute(find(paragraph, "pPr/numPr/ilvl"))
        bound = self.package.styles.list_of(style)
        num = own if own is not None else bound[0] if bound else "0"
        level = number_of(given) if given is not None else bound[1] if bound else 0
        if num == "0":
            return "", False, 0
        return self.package.numbering.next(num, level), True, level + 1

    def _lines(self, found: list[Piece], first: Line, number: str) -> Iterator[Line]:
        """One line, or several where the paragraph has line breaks; its footnotes follow it."""
        notes: list[tuple[int, Element]] = []
        rows: list[list[tuple[str, bool]]] = [[]]
        pages = [self.page]
        for piece in found:
            if piece.text in ("\f", "\v"):
                self.page += 1
                self.paged = self.paged or piece.text == "\v"
                pages[-1] = pages[-1] if rows[-1] else self.page
            elif piece.text == "\n":
                rows.append([])
                pages.append(self.page)
            elif piece.note is not None:
                rows[-1].append((self._note(piece.note, notes), False))
            else:
                rows[-1].append((piece.text, piece.bold))
        if first.role == "heading":
            rows = title_rows(rows)
        starts, shaped = True, unfolded if first.role == "code" else folded
        for row, page in zip(rows, pages, strict=False):
            line = with_number(shaped(row, replace(first, page=page, starts=starts)), number)
            if line.text:
                number, starts = "", False
                yield line
        for count, note in notes:
            text = fold(" ".join("".join(p.text for p in pieces(one, False)) for one in note.iter(f"{WORD}p")))
            yield Line(f"[{count}] {text}", self.paragraph, self.page)

    def _note(self, note: tuple[str, str], notes: list[tuple[int, Element]]) -> str:
        element = self.package.notes[note[0]].get(note[1])
        if element is None:
            return ""
        self.noted += 1
        notes.append((self.noted, element))
        return f"[{self.noted}]"

    def _table(self, table: Element) -> Iterator[Line]:
        rows = [row for row in table.iter(f"{WORD}tr") if next(row.iterancestors(f"{WORD}tbl")) is table]
        cells = [list(_own(row, "tc")) for row in rows]
        count = sum(len(row) for row in cells)
        paragraphs = sum(sum(1 for _ in cell.iter(f"{WORD}p")) for row in cells for cell in row)
        if all(len(row) <= 1 for row in cells) or paragraphs > _MANY * count:
            for row in cells:
                for cell in row:
                    yield from self.blocks(cell)
            return
        starts = True
        for element, row in zip(rows, cells, strict=True):
            began, page = self.paragraph + 1, self.page
            texts: list[str] = []
            for cell in row:
                Spans().add(texts, self._cell(cell), columns=attribute(find(cell, "tcPr/gridSpan")) or "")
            text = CELL.join(texts).strip()
            if text.strip(" |"):
                header = int(bool(is_on(find(element, "trPr/tblHeader"))))
                yield Line(text, began, page, "row", header, starts=starts)
                starts = False

    def _cell(self, cell: Element) -> str:
        return " ".join(line.text if not line.number else f"{line.number} {line.text}" for line in self.blocks(cell))


def _own(row: Element, name: str) -> Iterator[Element]:
    """The cells of a row, also inside content controls, but not those of tables within."""
    for element in row:
        if element.tag == WORD + name:
            yield element
        elif element.tag in CONTAINERS:
            yield from _own(element, name)
