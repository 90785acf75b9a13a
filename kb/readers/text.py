"""Plain text: one Line a line; a form feed turns the page.

Text that was cut to a width ("wrapped") starts a paragraph after an empty line only; in other text every line is one.
"""

from __future__ import annotations

import itertools

from kb.encoding import decode
from kb.models import Document, Line, Source

_LONG_SHARE = 0.6
"""A line shorter than this share of the longer ones was not cut by a width."""
_WRAPPED_SHARE = 0.15
"""Of the lines that follow a long one, how many go on in the middle of a sentence where text is wrapped."""


def read(source: Source, data: bytes) -> Document:
    """Return the lines of a text file; pages are counted where form feeds stand.

    Raises BadDocument where the bytes are not text.
    """
    text, encoding = decode(data, source.file)
    pages = text.split("\f")
    rows = text.replace("\f", "\n").split("\n") if len(pages) > 1 else text.split("\n")
    wrapped = _is_wrapped(rows)
    lines = _lines(text, wrapped, paged=len(pages) > 1)
    return Document(source, lines, len(pages) if len(pages) > 1 else 0, encoding)


def _lines(text: str, wrapped: bool, paged: bool) -> tuple[Line, ...]:
    out: list[Line] = []
    after_gap = True
    page = 1
    for number, row in enumerate(text.split("\n"), start=1):
        for nth, part in enumerate(row.split("\f")):
            page += bool(nth)
            visible = part.strip()
            if not visible:
                after_gap = after_gap or not nth
                continue
            out.append(Line(visible, number, page if paged else None, starts=after_gap or not wrapped))
            after_gap = False
    return tuple(out)


def _is_wrapped(rows: list[str]) -> bool:
    follows = broken = 0
    lengths = sorted(len(row) for row in rows if row.strip())
    long = _LONG_SHARE * lengths[len(lengths) * 9 // 10] if lengths else 0
    for above, below in itertools.pairwise(rows):
        if len(above) >= long and below.strip():
            follows += 1
            broken += below.lstrip()[:1].islower()
    return follows > 0 and broken / follows > _WRAPPED_SHARE
