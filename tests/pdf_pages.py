"""PDFs for the tests, drawn word for word at places we choose."""

from __future__ import annotations

import io
from collections.abc import Iterable

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

Text = tuple[float, float, str, str, float]
"""x, y (points, from below), text, font, size."""


def pdf_of(pages: Iterable[Iterable[Text]]) -> bytes:
    """The bytes of a PDF whose pages hold these texts."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=True)
    for page in pages:
        for x, y, text, font, size in page:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def column(
    text: str,
    x: float = 72,
    y: float = 740,
    width: float = 450,
    size: float = 10,
    font: str = "Helvetica",
    indent: float = 0,
) -> list[Text]:
    """A paragraph set ragged right from the given top left corner, 1.2 lines apart; later rows move in by `indent`."""
    rows: list[Text] = []
    row = ""
    for word in text.split():
        left = x + (indent if rows else 0)
        if row and stringWidth(f"{row} {word}", font, size) > width - (left - x):
            rows.append((left, y - len(rows) * size * 1.2, row, font, size))
            row = word
        else:
            row = f"{row} {word}".strip()
    return [*rows, (x + (indent if rows else 0), y - len(rows) * size * 1.2, row, font, size)]
