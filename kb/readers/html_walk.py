"""One pass over the tree of an HTML page: a line is written whenever a block begins or ends."""

from __future__ import annotations

import re
from urllib.parse import unquote

from lxml import etree

from kb.models import Line, Role
from kb.readers.blocks import bold_length, has_own_marker
from kb.readers.fragment import BLOCKS, CELL
from kb.readers.html_blocks import Block
from kb.readers.html_counters import Counters
from kb.readers.html_lists import Lists, OpenList
from kb.readers.html_signs import (
    Element,
    Weight,
    aside_of,
    attribute_numbers,
    contents_lists,
    discloses,
    is_layout,
    is_listing,
    weights,
)
from kb.readers.table_cells import Spans

_BLOCKS = BLOCKS | {
    *("button", "dialog", "dir", "head", "hgroup", "legend", "menu", "noscript", "option", "script", "select", "style"),
    *("td", "template", "textarea", "th", "title"),
}
_BOLD = frozenset({"b", "strong", "th", "dt", "summary", "legend"})
_TERMS = frozenset({"dt", "summary", "legend"})
"""Bold in a browser, but they name what is explained, and are no headings."""

_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_CELLS = frozenset({"td", "th"})
_LABEL = re.compile(r"(?:examples?|notes?|beispiel|ejemplo|exemple|[QA])\s*\d{0,2}:", re.IGNORECASE)
"""An item that says what it is is not counted, though it may stand in an ordered list."""

_QUOTES = frozenset({"blockquote", "details", "aside", "figure"})
_EXAMPLE = re.compile(r"(?:examples?|beispiele?|ejemplos?|exemples?|esempi?o?)\s*\d{0,2}(?::|$)", re.IGNORECASE)
"""How a box begins that is an example as a whole: its further paragraphs stand within it, as those of an item do."""

_SHOWN = 200
"""Characters of a script by which it is listed: a browser shows none of them, and pages carry megabytes."""

_SHORT_ALT = 30
"""An icon's alternative text ("[M]", "1 energy") is a word of its sentence; longer ones describe pictures."""


class Walk:
    """One pass over the tree. Open elements live on stacks; a line is written whenever a block begins or ends."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.weights: dict[Element, Weight] = weights(root)
        self.numbers = attribute_numbers(root)
        self.counters = Counters.of(root)
        self.listings = is_listing(root)
        self.contents = contents_lists(root)
        self.fresh = True
        self.out: list[Line] = []
        self.block = self.outside = Block()
        self.lists = Lists(root)
        self.item: OpenList | None = None
        self.held: tuple[str, Role, OpenList | None] = ("", "text", None)
        self.asides: list[tuple[Element, str]] = []
        self.cells: list[str] | None = None
        self.spans = Spans()
        self.tables: list[bool] = []
        self.quotes: list[int] = []
        self.first_row = True
        self.bold = self.heading = self.pre = self.term = 0
        self.role: Role = "text"
        self.number = ""
        self.terms: set[int] = set()
        self.anchors: list[str] = []
        self.links: list[str] = []

    def lines(self) -> tuple[Line, ...]:
        """All lines, in order."""
        for event, element in etree.iterwalk(self.root, events=("start", "end")):
            if not isinstance(element.tag, str):
                continue
            if event == "start":
                self._open(element)
                self._text(element.text, element)
            else:
                self._close(element)
                self._text(element.tail, element)
        self._flush()
        self.lists.print_markers(self.out)
        return tuple(self.out)

    def _open(self, element: Element) -> None:
        tag = str(element.tag)
        if tag in _BLOCKS:
            self._flush()
            self.block.line = element.sourceline or 1
            self.number = self.numbers.get(element, self.number)
        if not self.asides:
            self._note_links(element)
            reason = "contents" if element in self.contents else aside_of(element, self.weights.get(element))
            if reason:
                self.asides.append((element, reason))
                self.outside, self.block = self.block, Block(line=element.sourceline or 1)
                self.held = (self.number, self.role, self.item)
        self.bold += tag in _BOLD or discloses(element)
        self.pre += tag == "pre"
        self.fresh = self.fresh or tag == "pre"
        self.term += tag in _TERMS
        if tag in _QUOTES:
            self.quotes.append(len(self.out))
        if tag in _LISTS:
            self.lists.begin(element)
        elif tag == "li":
            self._open_item(element)
        elif tag == "table":
            self.tables.append(not is_layout(element))
            self.first_row, self.spans = True, Spans()
        elif tag == "tr" and self.tables and self.tables[-1]:
            self.cells = []
        elif tag[0] == "h" and tag[1:].isdigit():
            self.heading = int(tag[1:])
        elif tag == "br":
            self._break(element)
        elif tag == "q":
            self._text("“", element)
        elif tag == "img":
            self._image(element)
        elif tag == "input":
            self._text(element.get("placeholder") or element.get("value"), element)
        if self.counters.rules:
            self._print(self.counters.open(element), element)

    def _close(self, element: Element) -> None:
        tag = str(element.tag)
        if tag == "q":
            self._text("”", element)
        if tag in _CELLS and self.cells is not None:
            self._flush_cell(element)
        elif tag == "tr" and self.cells is not None:
            self._row(element)
        elif tag in _BLOCKS or tag == "input":
            self._flush()
        self.bold -= tag in _BOLD or discloses(element)
        self.pre -= tag == "pre"
        self.term -= tag in _TERMS
        if tag in _QUOTES:
            self.quotes.pop()
        if tag in _LISTS and self.lists.open:
            self.lists.open.pop()
        elif tag == "li":
            self.role = "text"
        elif tag == "table":
            self.tables.pop()
        elif tag[0] == "h" and tag[1:].isdigit():
            self.heading = 0
        if element in self.numbers:
            self.number = ""
        if self.counters.rules:
            self.counters.close(element)
        if self.asides and self.asides[-1][0] is element:
            self._flush(everywhere=True)
            self.asides.pop()
            self.block = self.outside
            self.number, self.role, self.item = self.held

    def _note_links(self, element: Element) -> None:
        """Names that links lead to, and links within the page, wait for the next line that is written."""
        name = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if name:
            self.anchors.append(name)
        target = element.get("href", "") if element.tag == "a" else ""
        if target.startswith("#") and len(target) > 1:
            self.links.append(unquote(target[1:]))

    def _reached(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The anchors and links of the line that is about to be written."""
        anchors, links = tuple(self.anchors), tuple(dict.fromkeys(self.links))
        self.anchors, self.links = [], []
        return anchors, links

    def _open_item(self, element: Element) -> None:
        self.role = "item"
        number = self.lists.count(element)
        self.item = self.lists.open[-1] if number and element not in self.numbers else None
        if self.cells is not None and number and not has_own_marker("".join(element.itertext())):
            self._text(f"{number}. ", element)
            number = ""
        self.number = self.numbers.get(element) or number

    def _print(self, counted: str, element: Element) -> None:
        """Text of the style sheet before an element: the space that parts it is not in it, nor the dot after "3"."""
        if counted.strip():
            self.number = ""
            self._text(f"{counted.strip()}." if counted.strip().isalnum() and element.tag == "li" else counted, element)
            self._text(" ", element)

    def _image(self, element: Element) -> None:
        alt = element.get("alt") or ""
        if 0 < len(alt.strip()) <= _SHORT_ALT:
            self.block.pieces.append((f"[{alt.strip()}]" if alt.strip().isalnum() else alt, self.bold > 0))

    def _text(self, text: str | None, element: Element) -> None:
        if not text:
            return
        if self.asides and self.asides[-1][1] == "script":
            text = text.strip()[:_SHOWN]
        if self.pre and not self.asides:
            self._preformatted(text, element)
        elif text.strip() or self.block.pieces:
            if not self.block.pieces:
                self.block.line = max(element.sourceline or 0, self.block.line)
            self.block.add(text, self.bold > 0)

    def _preformatted(self, text: str, element: Element) -> None:
        for count, piece in enumerate(text.split("\n")):
            if count:
                self._break()
                self.block.line += 1
            if piece.strip():
                self.block.add(piece, self.bold > 0)

    def _break(self, element: Element | None = None) -> None:
        """Ends a line; in a heading only where another number begins, for "Chapter 3<br>Naps" is one title."""
        in_heading = self.heading and element is not None and not has_own_marker(element.tail or "")
        if self.cells is not None or in_heading:
            self.block.pieces.append((" ", self.bold > 0))
            return
        line = self.block.line
        wrote = self._flush()
        self.block = Block(line=line, starts=self.block.starts if not wrote else False)

    def _flush(self, everywhere: bool = False) -> bool:
        """Writes the gathered text as a line; inside a row it stays in its cell, unless it is set aside there."""
        if self.cells is not None and not everywhere:
            self.block.pieces.append((" ", False))
            return False
        block, self.block = self.block, Block(line=self.block.line)
        text = block.folded()
        if text:
            self.out.append(self._line(text, block))
        return bool(text)

    def _line(self, text: str, block: Block) -> Line:
        if self.asides:
            return Line(text, block.line, None, "aside", aside=self.asides[-1][1], starts=block.starts)
        if self.pre and self.listings and self.role == "text" and not (self.number or self.heading):
            starts, self.fresh = self.fresh, False
            return Line(block.unfolded(), block.line, None, "code", len(self.lists.open), starts=starts)
        number, role, item = self.number, self.role, self.item
        self.number, self.role, self.item = "", "text", None
        printed = has_own_marker(text) or _LABEL.match(text) if item else text.startswith(number)
        if printed:  # "a roof" begins with no marker a
            number = ""
        if item and role == "item":
            item.own += has_own_marker(text)
            item.items |= {len(self.out): item.value - item.step} if number else {}
        level = self.heading or (
            len(self.lists.open) if role == "item" else int(role == "text" and self._exemplifies())
        )
        role = "heading" if self.heading else role
        bold = bold_length(block.pieces)
        if self.term:
            self.terms.add(len(self.out))
        return Line(text, block.line, None, role, level, number, "", block.starts, bold, *self._reached())

    def _exemplifies(self) -> bool:
        """Whether the box around the line that is written began with an example's label on a line before."""
        first = self.quotes[-1] if self.quotes else len(self.out)
        return first < len(self.out) and _EXAMPLE.match(self.out[first].text) is not None

    def _flush_cell(self, element: Element) -> None:
        text = self.block.folded()
        self.block = Block(line=self.block.line)
        if self.cells is not None:
            self.spans.add(self.cells, text, element.get("rowspan", ""), element.get("colspan", ""))

    def _row(self, element: Element) -> None:
        if self.block.words:  # text that stands in the row beside its cells
            self._flush_cell(element)
        cells, self.cells = self.cells or [], None
        self.spans.end_row()
        self.block = Block()
        if any(cells):
            header = all(cell.tag == "th" for cell in element if cell.tag in _CELLS)
            aside = self.asides[-1][1] if self.asides else ""
            number, self.number = self.number, ""
            follows = bool(self.out) and self.out[-1].role == "row" and not self.first_row
            self.first_row = False
            text = CELL.join(cells).strip()
            line = element.sourceline or 1
            reached = self._reached()
            self.out.append(Line(text, line, None, "row", int(header), number, aside, not follows, 0, *reached))
