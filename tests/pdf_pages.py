"""PDFs for the tests, drawn word for word at places we choose."""

from __future__ import annotations

import io
from collections.abc import Iterable

from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

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


def rulebook(rules: Iterable[tuple[str, str]], columns: int, hanging: bool, justified: bool) -> bytes:
    """A whole rulebook as a word processor would set it: numbered chapters and rules, a running header, page numbers.

    `rules` pairs a number with its text; a number without a dot is a chapter.
    """
    gap, (width, height) = 20.0, A4
    each = (width - 120 - gap * (columns - 1)) / columns
    frames = [Frame(60 + n * (each + gap), 50, each, height - 110) for n in range(columns)]
    styles = getSampleStyleSheet()
    indent = {"leftIndent": 30, "firstLineIndent": -30} if hanging else {}
    body = ParagraphStyle("rule", styles["BodyText"], alignment=TA_JUSTIFY if justified else TA_LEFT, **indent)
    story = [Paragraph("Robots and Cats", styles["Title"])]
    for number, text in rules:
        chapter = "." not in number
        style = styles["Heading1"] if chapter else body
        story.append(Paragraph(f"{number}. {text}" if chapter else f"<b>{number}.</b> {text}", style))
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A4, invariant=1)
    document.addPageTemplates(PageTemplate(frames=frames, onPage=_furnish))
    document.build(story)
    return out.getvalue()


def _furnish(canvas: Canvas, document: BaseDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont("Helvetica", 8)
    canvas.drawString(60 if document.page % 2 else 400, 810, "ROBOTS AND CATS, the whole rules")
    canvas.drawCentredString(300, 25, f"robots.example {document.page}")
    canvas.restoreState()
