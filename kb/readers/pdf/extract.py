"""The lines of a PDF, as PDFium gives its characters with their boxes.

`layout` puts them into rows in reading order, `furniture` sets running headers and page numbers aside, `paragraphs`
joins broken words and finds where paragraphs and headings begin.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from kb.models import Document, Line, Source
from kb.readers.blocks import plain, refuse
from kb.readers.pdf.furniture import furniture, watermarks
from kb.readers.pdf.layout import Row, Word, across, in_order, segments
from kb.readers.pdf.paragraphs import heading_levels, mend, paragraph_starts

MAX_PAGES = 3000
"""Ten times the longest rulebook known; a file may declare a million pages in a few bytes."""

MAX_CHARACTERS = 300_000
"""On one page; a full page of small print has 10,000."""

_WORD = re.compile(r"\S+")
_BROKEN = "\ufffe"
"""What PDFium puts for a hyphen at the end of a line, in place of the line end."""

_BOLD_NAME = re.compile(rb"bold|black|heavy|semibd|demi", re.IGNORECASE)
_TALL = 2.0
"""In sizes of the font: what a character's box may measure from foot to head."""

_NAME_BYTES = 128
_PASSWORD = 4  # FPDF_ERR_PASSWORD
_REPRINT = "Print it to a new PDF, or save its text."


def extract(source: Source, data: bytes, opened: Callable[[int], None] = lambda pages: None) -> Document:
    """Rows of every page in reading order; raises BadDocument for a damaged or locked file, or one without text.

    `opened` is told the number of pages before the first is read.
    """
    pdf = _open(source, data)
    opened(len(pdf))
    try:
        pages = list(_pages(source, pdf))
    finally:
        pdf.close()
    if not any(pages):
        why = "no page holds any text; it is a scan" if pages else "it has no pages"
        raise refuse(source, "", why, "Run text recognition (OCR) over it first.")
    return Document(source, _lines(pages), pages=len(pages), encoding="pdf")


def _open(source: Source, data: bytes) -> Any:
    try:
        pdf = pypdfium2.PdfDocument(data)
        count = len(pdf)
    except pypdfium2.PdfiumError as error:
        if getattr(error, "err_code", 0) == _PASSWORD:
            raise refuse(source, "", "it is locked with a password", "Save it without the password.") from error
        raise refuse(source, "", f"the PDF is damaged ({error})", _REPRINT) from error
    if count > MAX_PAGES:
        pdf.close()
        raise refuse(source, "", f"it declares {count:,} pages; the limit is {MAX_PAGES:,}", "Split it into its parts.")
    return pdf


def _pages(source: Source, pdf: Any) -> Iterator[list[Row]]:
    for index in range(len(pdf)):
        try:
            page = pdf[index]
            text = page.get_textpage()
            if text.count_chars() > MAX_CHARACTERS:
                raise refuse(source, f"page {index + 1}", f"it has over {MAX_CHARACTERS:,} characters", _REPRINT)
            yield segments(_words(text, _upright(page)), index + 1)
            text.close()
            page.close()
        except pypdfium2.PdfiumError as error:
            raise refuse(source, f"page {index + 1}", f"the page cannot be read ({error})", _REPRINT) from error


Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def _upright(page: Any) -> Callable[[Box], Box]:
    """Turns boxes as the page is turned when it is shown; PDFium gives them as they stand in the file."""
    width, height, turned = page.get_width(), page.get_height(), page.get_rotation()
    if turned == 90:
        return lambda box: (box[1], height - box[2], box[3], height - box[0])
    if turned == 180:
        return lambda box: (width - box[2], height - box[3], width - box[0], height - box[1])
    if turned == 270:
        return lambda box: (width - box[3], box[0], width - box[1], box[2])
    return lambda box: box


def _words(textpage: Any, upright: Callable[[Box], Box]) -> Iterator[list[Word]]:
    """The words of each line as PDFium sees lines, in the order of the file."""
    raw, count = textpage.raw, textpage.count_chars()
    buffer = ctypes.create_string_buffer((count + 1) * 2)
    pdfium.FPDFText_GetText(raw, 0, count, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)))
    units = memoryview(buffer.raw)[: count * 2]
    text = "".join(chr(unit) for unit in units.cast("H"))
    start = 0
    for piece in re.split(f"(\r\n|{_BROKEN})", text):
        if piece == _BROKEN:
            pass
        elif piece != "\r\n":
            end = start + len(piece) + (text[start + len(piece) : start + len(piece) + 1] == _BROKEN)
            yield list(_line_words(raw, units, text[start:end], start, upright))
        start += len(piece)


def _line_words(raw: Any, units: memoryview, line: str, start: int, upright: Callable[[Box], Box]) -> Iterator[Word]:
    bold = True
    for match in _WORD.finditer(line):
        begin, end = start + match.start(), start + match.end()
        text = bytes(units[begin * 2 : end * 2]).decode("utf-16-le", "replace").replace(_BROKEN, "-")
        first, last = upright(_box(raw, begin)), upright(_box(raw, end - 1))
        bold = bold and _is_bold(raw, begin)
        spaced = match.end() < len(line)
        if plain(text):
            bottom, top = min(first[1], last[1]), max(first[3], last[3])
            size = _size(raw, begin) or top - bottom
            if not 0 < top - bottom < _TALL * size:  # some fonts for symbols claim boxes of many lines
                bottom, top = bottom + (top - bottom - size) / 2, bottom + (top - bottom + size) / 2
            yield Word(plain(text), first[0], last[2], bottom, max(top, bottom + 1), bold, spaced, size)


def _box(raw: Any, place: int) -> Box:
    box = pdfium.FS_RECTF()
    pdfium.FPDFText_GetLooseCharBox(raw, place, box)
    return box.left, box.bottom, box.right, box.top


def _size(raw: Any, place: int) -> float:
    """The size of a character's font in points, as the text's matrix scales it; 0 where it cannot be told."""
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(raw, place, matrix)
    size: float = pdfium.FPDFText_GetFontSize(raw, place) * math.hypot(matrix.c, matrix.d)
    return size


def _is_bold(raw: Any, place: int) -> bool:
    name, flags = ctypes.create_string_buffer(_NAME_BYTES), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(raw, place, name, _NAME_BYTES, flags)
    return _BOLD_NAME.search(name.value) is not None


def _lines(found: Sequence[list[Row]]) -> tuple[Line, ...]:
    """Numbers the rows through the document, so that a rule over a page break has a span that grows."""
    pages, asides = _ordered(found)
    rows = [row for page in pages for row in page]
    body = [row for row in rows if id(row) not in asides]
    starts = paragraph_starts(body)
    levels = heading_levels(body, starts)
    texts = mend(body)
    lines: list[Line] = []
    for number, row in enumerate(rows, 1):
        aside = asides.get(id(row), "")
        text = row.text if aside else texts[id(row)]
        level = 0 if aside else levels.get(id(row), 0)
        role = "aside" if aside else "heading" if level else row.role
        bold = min(row.bold, len(text))
        goes_on = bool(text) and (text[0].islower() or id(row) not in starts)
        if level and goes_on and lines and lines[-1].role == "heading" and lines[-1].level == level:
            lines[-1] = _wrapped_heading(lines[-1], text)
        elif text:
            lines.append(Line(text, number, row.page, role, level, "", aside, bool(aside) or id(row) in starts, bold))
    return tuple(lines)


def _ordered(found: Sequence[list[Row]]) -> tuple[list[list[Row]], dict[int, str]]:
    """The rows of each page in reading order, and why some, by `id`, are no text.

    Furniture is told by whole base lines, for it stands over several columns and at both edges; it goes before the text
    is ordered, whose columns it would widen.
    """
    behind = watermarks(found)
    bands = [across([row for row in page if id(row) not in behind]) for page in found]
    reasons = furniture([[row for row, _ in page] for page in bands])
    pages = []
    for page, lines in zip(found, bands, strict=True):
        around = [row for row, _ in lines if id(row) in reasons]
        gone = {id(part) for row, parts in lines if id(row) in reasons for part in parts} | behind
        text = in_order([row for row in page if id(row) not in gone])
        highest = max((row.bottom for row in text), default=0.0)
        above = [row for row in around if row.bottom >= highest]
        below = [row for row in around if row.bottom < highest]
        pages.append([*above, *text, *below, *(row for row in page if id(row) in behind)])
    return pages, reasons | dict.fromkeys(behind, "repeated on every page")


def _wrapped_heading(first: Line, rest: str) -> Line:
    text = f"{first.text} {rest}"
    return replace(first, text=text, bold=len(text) if first.bold == len(first.text) else first.bold)
