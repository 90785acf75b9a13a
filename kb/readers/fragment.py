"""Visible text of a piece of HTML that stands inside a Markdown document."""

from __future__ import annotations

from html.parser import HTMLParser

from kb.models import Line

BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div"),
        *("dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6"),
        *("header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody"),
        *("tfoot", "thead", "tr", "ul"),
    }
)
INLINE = frozenset(
    {
        *("a", "abbr", "area", "audio", "b", "base", "bdi", "bdo", "big", "br", "button", "canvas", "cite", "code"),
        *("col", "colgroup", "data", "datalist", "del", "dfn", "em", "embed", "font", "i", "iframe", "img", "input"),
        *("ins", "kbd", "label", "link", "map", "mark", "meta", "meter", "noscript", "object", "optgroup", "option"),
        *("output", "param", "picture", "progress", "q", "rp", "rt", "ruby", "s", "samp", "script", "select", "slot"),
        *("small", "source", "span", "strike", "strong", "style", "sub", "sup", "svg", "td", "template", "textarea"),
        *("th", "time", "title", "track", "tt", "u", "var", "video", "wbr"),
    }
)
_HIDDEN = frozenset({"script", "style", "template"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
CELL = " | "
"""What parts the cells of a table row in a line of text, in every reader."""


class _Fragment(HTMLParser):
    """Collects the text of block elements; a table row becomes one line."""

    def __init__(self, first: int) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[Line] = []
        self._first = first
        self._text: list[str] = []
        self._cells: list[str] | None = None
        self._at = first
        self._hidden = 0
        self._depth = 0
        self._role: tuple[str, int] = ("text", 0)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        if tag in ("td", "th"):
            self._open_cell()
        elif tag == "br":
            self._flush() if self._cells is None else self._text.append(" ")
        elif tag == "img":
            self._text.append(dict(attrs).get("alt") or "")
        elif tag in BLOCKS:
            self._open(tag)
        elif tag not in INLINE:
            self._text.append(self.get_starttag_text() or "")

    def _open(self, tag: str) -> None:
        self._flush()
        if tag == "tr":
            self._cells = []
        elif tag in ("ul", "ol"):
            self._depth += 1
        elif tag == "li":
            self._role = ("item", max(self._depth, 1))
        elif tag in _HEADINGS:
            self._role = ("heading", _HEADINGS[tag])

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in _HIDDEN and self._hidden > 0
        if tag in ("td", "th"):
            self._end_cell()
        elif tag == "tr":
            self._end_row()
        elif tag in BLOCKS:
            self._flush()
            self._depth -= tag in ("ul", "ol") and self._depth > 0
            self._role = ("text", 0)

    def handle_data(self, data: str) -> None:
        if self._hidden:
            return
        if not "".join(self._text).strip() and data.strip():
            lead = data[: len(data) - len(data.lstrip())]
            self._at = self._first + self.getpos()[0] - 1 + lead.count("\n")
        self._text.append(data)

    def _open_cell(self) -> None:
        if "".join(self._text).strip():
            self._end_cell()
        self._text = []

    def _end_cell(self) -> None:
        text = " ".join("".join(self._text).split())
        if self._cells is not None:
            self._cells.append(text)
        elif text:
            self._flush()
        self._text = []

    def _end_row(self) -> None:
        if "".join(self._text).strip():
            self._end_cell()
        cells, self._cells = self._cells or [], None
        if any(cells):
            self.lines.append(Line(CELL.join(cells).strip(), self._at, role="row", starts=not self._in_table()))

    def _in_table(self) -> bool:
        return bool(self.lines) and self.lines[-1].role == "row"

    def _flush(self) -> None:
        if self._cells is not None:
            self._text.append(" ")
            return
        text = " ".join("".join(self._text).split())
        self._text = []
        if text:
            role, level = self._role
            self.lines.append(Line(text, self._at, role=role, level=level))  # type: ignore[arg-type]

    def finish(self) -> list[Line]:
        self.close()
        if self._cells is not None:
            self._end_row()
        self._flush()
        return self.lines


def lines_of(html: str, first: int) -> list[Line]:
    """Return the visible lines of `html`, whose first line is line `first` of its file (1-based)."""
    parser = _Fragment(first)
    parser.feed(html)
    return parser.finish()
