"""Plain text: one Line a line; a form feed turns the page; a title that is underlined or marked by hashes is a heading.

Text that was cut to a width ("wrapped") starts a paragraph after an empty line only; in other text every line is one.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from kb.encoding import decode
from kb.models import Document, Line, Role, Source
from kb.readers.hyphens import Hyphens
from kb.readers.underlines import HASHES, underlined

_PRINTER = re.compile(r"\x1b\[[0-9;]*m|[^\n]\x08")
"""Signs for a terminal or printer: colours, and bold or underlined letters struck twice."""
_LONG_SHARE = 0.6
"""A line shorter than this share of the longer ones was not cut by a width."""
_GOES_ON = re.compile(r"\s*(?:[^\W\d_A-Z]{2,}\b(?![.)]\s)|[^\W\d_A-Z]\s)")
"""A line that begins in small letters, and not with the marker of an item (a. or ii)."""
_ENDED = re.compile(r"[。．.!?！？:：;；」』）)]\s*$")
"""A line of a script without capitals whose sentence is complete: the next line does not go on with it."""
_ITEM = re.compile(r"\d{1,3}[.)]\s+[^\W\d_]")
"""A line that goes on with a list of short items."""
_ALONE = re.compile(r"\(?(?:[a-zA-Z]|[ivx]{2,5}|\d{1,2})[.)]")
"""The marker of an item whose text begins on the next line."""
_WRAPPED_SHARE = 0.15
"""Of the lines that follow a long one, how many go on in the middle of a sentence where text is wrapped."""


def read(source: Source, data: bytes) -> Document:
    """Return the lines of a text file; pages are counted where form feeds stand.

    Raises BadDocument where the bytes are not text.
    """
    text, encoding = decode(data, source.file)
    text = _PRINTER.sub("", text)
    pages = text.count("\f") + 1
    lines = _lines(text, _width(text.replace("\f", "\n").split("\n")), paged=pages > 1)
    return Document(source, lines, pages if pages > 1 else 0, encoding)


def lines_of(text: str) -> tuple[Line, ...]:
    """Return the lines of a text that stands within a document of another format."""
    return _lines(text, _width(text.split("\n")), paged=False)


def _lines(text: str, width: int, paged: bool) -> tuple[Line, ...]:
    """Lines of the text; where it is wrapped (`width` > 0) a line goes on with the one before unless that was short."""
    out: list[Line] = []
    above = ""
    page = 1
    rows = text.split("\n")
    headings = underlined(rows)
    for number, row in enumerate(rows):
        level = headings.levels.get(number, 0)
        for nth, part in enumerate(row.split("\f")):
            page += bool(nth)
            visible = part.strip() if number not in headings.marks else ""
            if visible:
                starts = not above or not width or bool(level) or _ends(above, visible, width)
                role: Role = "heading" if level else "text"
                visible = HASHES.sub("", visible, count=1) if level and HASHES.match(visible) else visible
                out.append(Line(visible, number + 1, page if paged else None, role, level, starts=starts))
            above = visible or (above if nth else "")
    return tuple(_whole_words(out) if width else out)


def _whole_words(lines: list[Line]) -> list[Line]:
    """Wrapped lines with the words that a line end divides whole on the first of the two."""
    hyphens = Hyphens.of([line.text for line in lines])
    out: list[Line] = []
    for line in lines:
        first, _, rest = line.text.partition(" ")
        joined = hyphens.joined(out[-1].text, first) if out and not line.starts else None
        if joined:
            out[-1] = replace(out[-1], text=joined)
        if not joined or rest.strip():
            out.append(replace(line, text=rest.strip()) if joined else line)
    return out


def _ends(above: str, below: str, width: int) -> bool:
    """Tell whether a paragraph ends between two lines of wrapped text: a short line, and nothing that goes on."""
    if len(above) >= _LONG_SHARE * width:
        return False
    if below[0].islower():
        return bool(_ALONE.fullmatch(below))
    return not below[0].isdecimal() or above[-1] in '.!?:;)”"' or bool(_ITEM.match(below))


def _width(rows: list[str]) -> int:
    """Characters that the text was cut to, 0 if it was not: the length that nine of ten lines stay below."""
    lengths = sorted(len(row) for row in rows if row.strip())
    width = lengths[len(lengths) * 9 // 10] if lengths else 0
    follows = broken = 0
    for above, below in itertools.pairwise(rows):
        if len(above) >= _LONG_SHARE * width and below.strip():
            follows += 1
            broken += bool(_GOES_ON.match(below)) and not (_uncased(below) and _ENDED.search(above))
    return width if follows and broken / follows > _WRAPPED_SHARE else 0


def _uncased(row: str) -> bool:
    first = row.lstrip()[:1]
    return first.lower() == first.upper()
