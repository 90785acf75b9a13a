"""A page of a PDF as a picture, with the quoted words marked on it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 1.4  # picture pixels a PDF point: a column of rules is readable on a laptop
MARK = (255, 214, 64, 96)  # red, green, blue, alpha
LEAST_FOUND = 12  # characters of a quote that a page must hold before they are marked: fewer stand anywhere

_pdfium = threading.Lock()  # PDFium is not made for several threads

Box = tuple[float, float, float, float]  # left, bottom, right, top in PDF points


def page_picture(file: Path, page: int, quote: str) -> bytes:
    """Return `page` (1-based) of a PDF as PNG, `quote` marked where the page holds it or its beginning.

    Raises ValueError for a page that the file does not have.
    """
    import pypdfium2

    with _pdfium:
        pdf = pypdfium2.PdfDocument(file)
        try:
            if not 1 <= page <= len(pdf):
                raise ValueError(f"{file.name} has {len(pdf)} pages, not {page}.")
            leaf = pdf[page - 1]
            picture = leaf.render(scale=SCALE).to_pil().convert("RGBA")
            marked = _mark(picture, list(_lines(leaf.get_textpage(), quote)))
        finally:
            pdf.close()
    out = BytesIO()
    marked.convert("RGB").save(out, "PNG", optimize=True)
    return out.getvalue()


def place(text: str, quote: str) -> range:
    """Where `quote` stands in `text` when white space is left out of both: indexes of `text`'s characters, or none.

    Where the page ends inside the quote, as much of its beginning as the page holds.
    """
    kept = [i for i, c in enumerate(text) if not c.isspace()]
    packed, wanted = "".join(text[i] for i in kept), "".join(quote.split())
    low, high = 0, len(wanted)
    while low < high:  # the longest beginning that is there: what holds a longer one holds the shorter
        middle = (low + high + 1) // 2
        low, high = (middle, high) if wanted[:middle] in packed else (low, middle - 1)
    if low < min(LEAST_FOUND, len(wanted)) or not low:
        return range(0)
    start = packed.index(wanted[:low])
    return range(kept[start], kept[start + low - 1] + 1)


def _lines(page: Any, quote: str) -> Iterator[Box]:
    """The boxes of the quoted characters, those of one line joined."""
    text = page.get_text_range()
    line: Box | None = None
    for i in place(text, quote):
        if text[i].isspace():
            continue
        box = page.get_charbox(i)
        if line and abs(line[1] - box[1]) < (line[3] - line[1]) and box[0] >= line[0]:
            line = (line[0], min(line[1], box[1]), box[2], max(line[3], box[3]))
        else:
            if line:
                yield line
            line = box
    if line:
        yield line


def _mark(picture: Image, boxes: list[Box]) -> Image:
    from PIL import Image, ImageDraw

    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(layer)
    for left, bottom, right, top in boxes:
        down = picture.height / SCALE
        draw.rectangle((left * SCALE, (down - top) * SCALE, right * SCALE, (down - bottom) * SCALE), fill=MARK)
    return Image.alpha_composite(picture, layer)
