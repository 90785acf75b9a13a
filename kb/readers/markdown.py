"""Markdown by markdown-it-py: the visible text of each block, with the source line it stands on.

Headings keep their level, list items their depth and an ordered item its printed number; a table row is one line, its
cells parted by a bar; code stays code. HTML inside is read for its text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from kb.encoding import decode
from kb.models import Document, Line, Role, Source
from kb.readers import fragment
from kb.readers.fragment import BLOCKS, CELL, INLINE

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_KEY = re.compile(r"[A-Za-z_][\w-]*\s*:")
_TAG = re.compile(r"</?\s*([A-Za-z][\w-]*)")


def read(source: Source, data: bytes) -> Document:
    """Return the visible lines of a Markdown file. Raises BadDocument where the bytes are not text."""
    text, encoding = decode(data, source.file)
    front, body, skipped = _front_matter(text)
    return Document(source, (*front, *lines_of(body, skipped)), 0, encoding)


def lines_of(text: str, skipped: int = 0) -> list[Line]:
    """Return the visible lines of Markdown that stands below `skipped` lines of its file."""
    walk = _Walk(skipped)
    # Rulebooks indent paragraphs and sub-rules; by the letter of CommonMark four spaces would make them code.
    for token in MarkdownIt("commonmark").enable("table").disable("code").parse(text):
        walk.take(token)
    return walk.lines


def _front_matter(text: str) -> tuple[list[Line], str, int]:
    found = _FRONT_MATTER.match(text)
    if not found or not any(_KEY.match(row) for row in found[0].split("\n")):
        return [], text, 0
    rows = found[0].rstrip("\n").split("\n")
    lines = [Line(row.strip(), n, aside="front-matter") for n, row in enumerate(rows, 1) if row.strip()]
    return lines, text[found.end() :], found[0].count("\n")


@dataclass(slots=True)
class _List:
    ordered: bool
    marker: str = ""


@dataclass(slots=True)
class _Walk:
    """Turns the token stream into lines; `skipped` is the number of source lines before the first token's."""

    skipped: int
    lines: list[Line] = field(default_factory=list)
    lists: list[_List] = field(default_factory=list)
    heading: int = 0
    cells: list[str] | None = None
    links: tuple[str, ...] = ()
    row_starts: bool = False
    last: int = 1

    def take(self, token: Token) -> None:
        handler = _HANDLERS.get(token.type)
        if handler:
            handler(self, token)

    def at(self, token: Token) -> int:
        return self.skipped + (token.map[0] + 1 if token.map else 1)

    def open_list(self, token: Token) -> None:
        self.lists.append(_List(token.type.startswith("ordered")))

    def close_list(self, token: Token) -> None:
        self.lists.pop()

    def open_item(self, token: Token) -> None:
        self.lists[-1].marker = f"{token.info}{token.markup}" if self.lists[-1].ordered else "-"

    def open_heading(self, token: Token) -> None:
        self.heading = int(token.tag[1])

    def close_heading(self, token: Token) -> None:
        self.heading = 0

    def open_table(self, token: Token) -> None:
        self.row_starts = True

    def open_row(self, token: Token) -> None:
        self.cells, self.links = [], ()

    def close_row(self, token: Token) -> None:
        cells, self.cells = self.cells or [], None
        if any(cells):
            self.lines.append(
                Line(
                    CELL.join(cells).strip(),
                    self.at(token) if token.map else self.last,
                    role="row",
                    starts=self.row_starts,
                    links=self.links,
                )
            )
            self.row_starts = False

    def inline(self, token: Token) -> None:
        runs = _runs(token)
        self.last = self.at(token)
        if self.cells is not None:
            self.cells.append(" ".join(run.text.strip() for run in runs if not run.aside))
            self.links += tuple(link for run in runs for link in run.links if link not in self.links)
            return
        for run in runs:
            if run.text.strip():
                self._add(run, self.last + run.line)

    def _add(self, run: _Run, at: int) -> None:
        text = " ".join(run.text.split())
        role: Role = "heading" if self.heading else "text"
        level = self.heading or len(self.lists)
        markers = self._markers() if run.starts and not run.aside and not self.heading else []
        if markers:
            role = "item"
            text = " ".join([*(marker for marker in markers if marker != "-"), text])
        bold = len(" ".join(run.text[: run.bold].split())) if run.bold else 0
        named = _NAMED.search(text) if self.heading else None
        text = text[: named.start()] if named else text
        bold = min(bold, len(text))
        anchors = tuple(_anchor(each) for each in (text, named["name"] if named else "") if each)
        anchors = anchors if self.heading and not run.aside else ()
        self.lines.append(
            Line(text, at, None, role, level, "", run.aside, run.starts, bold, anchors=anchors, links=run.links)
        )

    def _markers(self) -> list[str]:
        """Markers of the items that begin here, outermost first, each once ("389. 1. Text": an item in an item)."""
        out = [each.marker for each in self.lists if each.marker]
        for each in self.lists:
            each.marker = ""
        return out

    def code(self, token: Token) -> None:
        first = self.at(token) + (token.type == "fence")
        rows = [(n, row) for n, row in enumerate(token.content.split("\n"), first) if row.strip()]
        for nth, (number, row) in enumerate(rows):
            self.lines.append(Line(row.rstrip(), number, role="code", level=len(self.lists), starts=nth == 0))

    def html(self, token: Token) -> None:
        level = len(self.lists)
        found = fragment.lines_of(token.content, self.at(token))
        self.lines.extend(replace(line, level=level) if line.role == "text" else line for line in found)


@dataclass(slots=True)
class _Run:
    """Text of one printed line of a paragraph: `line` counts from the paragraph's first, `bold` as in models.Line."""

    text: str = ""
    line: int = 0
    starts: bool = True
    bold: int = 0
    aside: str = ""
    links: tuple[str, ...] = ()


def _runs(token: Token) -> list[_Run]:
    runs = [_Run()]
    strong = 0
    for child in token.children or ():
        run = runs[-1]
        if child.type == "strong_open":
            strong += 1
            run.bold = run.bold or (-1 if not run.text.strip() else 0)
        elif child.type == "strong_close":
            strong -= 1
            run.bold = len(run.text) if run.bold == -1 else run.bold
        elif child.type == "link_open":
            run.links += _target(child)
        elif child.type in ("softbreak", "hardbreak") or _is_break(child):
            run.bold = max(run.bold, len(run.text) if run.bold == -1 else 0)
            step = 0 if child.type == "html_inline" else 1
            runs.append(_Run(line=run.line + step, starts=child.type != "softbreak", bold=-1 if strong else 0))
        elif child.type == "html_inline":
            _tag(child.content, runs)
        else:
            run.text += child.content
    return runs


def _target(link: Token) -> tuple[str, ...]:
    """The name that a link inside the document leads to: "#the-combat" -> ("the-combat",)."""
    target = unquote(str(link.attrGet("href") or ""))
    return (_anchor(target[1:]),) if target.startswith("#") and len(target) > 1 else ()


_NAMED = re.compile(r"\s+\{#(?P<name>[\w:.-]+)[^{}]*\}$")
"""The name that a heading is given for links: "## Naps {#naps}"; it is not shown."""


def _anchor(text: str) -> str:
    """The letters and digits of a heading or of the anchor made from it; tools differ in what else they keep."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))


def _is_break(child: Token) -> bool:
    return child.type == "html_inline" and child.content.lower().startswith("<br")


def _tag(content: str, runs: list[_Run]) -> None:
    """A tag of HTML is mark-up; another in small letters or hyphenated is set aside; the rest is text."""
    found = _TAG.match(content)
    name = found[1].casefold() if found else ""
    if not found or name in BLOCKS or name in INLINE:
        return
    if found[1] == name or "-" in name:
        last = runs[-1]
        runs.insert(len(runs) - 1, _Run(content, last.line, aside="pseudo-tag"))
    else:
        runs[-1].text += content


_HANDLERS = {
    "bullet_list_open": _Walk.open_list,
    "ordered_list_open": _Walk.open_list,
    "bullet_list_close": _Walk.close_list,
    "ordered_list_close": _Walk.close_list,
    "list_item_open": _Walk.open_item,
    "heading_open": _Walk.open_heading,
    "heading_close": _Walk.close_heading,
    "table_open": _Walk.open_table,
    "tr_open": _Walk.open_row,
    "tr_close": _Walk.close_row,
    "inline": _Walk.inline,
    "fence": _Walk.code,
    "html_block": _Walk.html,
}
