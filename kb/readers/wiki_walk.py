"""One pass over the nodes of a MediaWiki page: headings, lists with the numbers a wiki prints, tables, footnotes.

The text of a template is not in the page: we keep the words it is given, which is what templates for terms and skills
show, and name the fields of a box ("Type: Short skill").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import mwparserfromhell
from mwparserfromhell import nodes

from kb.models import Line, Role
from kb.readers.blocks import bold_length, fold
from kb.readers.fragment import BLOCKS, CELL
from kb.readers.json_fields import label

_MAGIC = re.compile(r"__[A-Z]+__")
_FILE = re.compile(r"(?:file|image|datei|bild|archivo|fichier):", re.IGNORECASE)
_CATEGORY = re.compile(r"(?:category|kategorie|categoría|catégorie):", re.IGNORECASE)
_OPTION = re.compile(
    r"(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|upright|\d*x?\d+px|alt=.*|link=.*)"
)
_RAW = frozenset({"nowiki", "pre", "code", "math", "syntaxhighlight"})
_UNSEEN = frozenset({"references", "gallery", "includeonly", "templatedata"})
_BOLD = frozenset({"b", "strong"})
_CELLS = ("td", "th")
_MAX_DEPTH = 60
"""Elements within elements; mwparserfromhell itself stops at 40."""


class Walk:
    """One pass over the nodes of a page; a line is written at each line end of the source and around blocks."""

    def __init__(self) -> None:
        self.out: list[Line] = []
        self.pieces: list[tuple[str, bool]] = []
        self.line = self.began = 1
        self.marks = ""
        self.counters: list[int] = []
        self.starts = True
        self.notes: list[tuple[int, str]] = []
        self.noted = 0
        self.depth = 0
        self.terms: set[int] = set()

    def lines(self, page: Any) -> list[Line]:
        """All lines of a page."""
        self._nodes(page)
        self._flush()
        return self.out

    def _nodes(self, code: Any, bold: bool = False) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise RecursionError
        for node in () if code is None else code.nodes:
            end = self.line + str(node).count("\n")
            self._node(node, bold)
            self.line = max(self.line, end)
        self.depth -= 1

    def _node(self, node: Any, bold: bool) -> None:
        if isinstance(node, nodes.Text):
            self._text(str(node), bold)
        elif isinstance(node, nodes.Heading):
            self._heading(node)
        elif isinstance(node, nodes.Tag):
            self._tag(node, bold)
        elif isinstance(node, nodes.Wikilink):
            self._link(node, bold)
        elif isinstance(node, nodes.ExternalLink):
            self._inline(node.title if node.title is not None else node.url, bold)
        elif isinstance(node, nodes.HTMLEntity):
            self._add(node.normalize() or str(node), bold)
        elif isinstance(node, nodes.Template):
            self._template(node, bold)
        elif isinstance(node, nodes.Argument):
            self._inline(node.default, bold)

    def _text(self, text: str, bold: bool) -> None:
        for count, row in enumerate(_MAGIC.sub("", text).split("\n")):
            if count:
                self._end_line()
            if row.strip() or self.pieces:
                self._add(row, bold)

    def _add(self, text: str, bold: bool) -> None:
        if not self.pieces:
            self.began = self.line
        self.pieces.append((text, bold))

    def _inline(self, code: Any, bold: bool) -> None:
        """The nodes of a link or heading, whose line ends are spaces."""
        before = len(self.pieces)
        self._nodes(code, bold)
        if len(self.pieces) == before and code is not None and not self.pieces:
            self.began = self.line

    def _end_line(self) -> None:
        blank = not self.pieces and not self.marks
        self._flush()
        self.line += 1
        if blank:
            self.starts = True

    def _flush(self) -> None:
        pieces, self.pieces = self.pieces, []
        marks, self.marks = self.marks, ""
        text = fold("".join(piece for piece, _ in pieces))
        if text:
            self.out.append(self._line(text, pieces, marks))
            self.starts = bool(marks)
        if not marks and text:
            self.counters = []
        for count, note in self.notes:
            self.out.append(Line(f"[{count}] {note}", self.began))
        self.notes = []

    def _line(self, text: str, pieces: list[tuple[str, bool]], marks: str) -> Line:
        bold = bold_length(pieces)
        number = self._count(marks)
        if number:
            text, bold = f"{number} {text}", bold and bold + len(number) + 1
        role: Role = "item" if marks[-1:] in ("*", "#") else "text"
        level = len(marks) if role == "item" else 0
        if marks.endswith(";"):
            bold = len(text)
            self.terms.add(len(self.out))
        return Line(text, self.began, None, role, level, starts=self.starts or bool(marks), bold=bold)

    def _count(self, marks: str) -> str:
        """The number that a wiki prints before a "#" item, "" before others."""
        del self.counters[len(marks) :]
        self.counters += [0] * (len(marks) - len(self.counters))
        if not marks.endswith("#"):
            return ""
        self.counters[-1] += 1
        return f"{self.counters[-1]}."

    def _heading(self, node: Any) -> None:
        self._flush()
        self.counters = []
        self._nodes(node.title)
        text = fold("".join(piece for piece, _ in self.pieces))
        self.pieces = []
        if text:
            self.out.append(Line(text, self.line, None, "heading", min(node.level, 6)))
        self.starts = True

    def _tag(self, node: Any, bold: bool) -> None:
        name = str(node.tag).strip().lower()
        if node.wiki_markup in ("*", "#", ":", ";"):
            if self.pieces and node.wiki_markup == ":":
                self._end_term()
            self.marks += str(node.wiki_markup)
        elif name == "table":
            self._flush()
            self._table(node)
            self.starts = True
        elif name == "br":
            self._flush()
            self.starts = False
        elif name == "ref":
            self._note(node)
        elif name in _RAW:
            self._text(str(node.contents or ""), bold)
        elif name in BLOCKS:
            self._flush()
            self.starts = True
            self._nodes(node.contents, bold)
            self._flush()
            self.starts = True
        elif name not in _UNSEEN:
            self._nodes(node.contents, bold or name in _BOLD)

    def _end_term(self) -> None:
        """A term and its definition on one line: "; Nap : what a cat does"."""
        self._flush()
        self.starts = True

    def _note(self, node: Any) -> None:
        text = _flat(node.contents, self.depth)
        if text:
            self.noted += 1
            self.notes.append((self.noted, text))
            self._add(f"[{self.noted}]", False)

    def _link(self, node: Any, bold: bool) -> None:
        title = str(node.title).strip()
        if _CATEGORY.match(title):
            self.out.append(Line(title, self.line, None, "aside", aside="category"))
        elif _FILE.match(title):
            options = [part.strip() for part in str(node.text or "").split("|")]
            if options[-1] and not _OPTION.fullmatch(options[-1]):
                self._add(f" {_flat(mwparserfromhell.parse(options[-1]), self.depth)} ", bold)
        elif node.text is not None:
            self._inline(node.text, bold)
        else:
            self._add(title.removeprefix(":"), bold)

    def _template(self, node: Any, bold: bool) -> None:
        alone = not self.pieces and any(param.showkey for param in node.params)
        for count, param in enumerate(node.params):
            value = _flat(param.value, self.depth)
            if not value or str(node.name).strip().startswith("#"):
                continue
            if alone:
                self._flush()
                self.starts = True
                self._add(f"{label(str(param.name).strip())}: {value}" if param.showkey else value, bold)
            elif not param.showkey:
                self._add(f" {value}" if count and self.pieces else value, bold)
        if alone:
            self._flush()

    def _table(self, node: Any) -> None:
        starts, line = True, self.line
        for cells, header, down in _rows(node.contents, self.depth, 1):
            text = CELL.join(cells).strip()
            if text.strip(" |"):
                self.out.append(Line(text, line + down, None, "row", int(header), starts=starts))
                starts = False


def _rows(contents: Any, depth: int, down: int) -> Iterator[tuple[list[str], bool, int]]:
    """The rows of a table: cells, whether all are header cells, and lines down from the table's first.

    `down` is where `contents` begins.
    """
    cells: list[tuple[str, bool]] = []
    began = down
    for node in () if contents is None else contents.nodes:
        name = str(node.tag).strip().lower() if isinstance(node, nodes.Tag) else ""
        if name in ("tr", "caption", "tbody", "thead") and cells:
            yield [text for text, _ in cells], all(head for _, head in cells), began
            cells = []
        if name == "td" and not cells and str(node.contents).startswith("+"):
            yield [_flat(node.contents, depth).removeprefix("+").strip()], False, down  # "|+" is a caption
        elif name in _CELLS:
            began = began if cells else down
            cells.append((_flat(node.contents, depth), name == "th"))
        elif name in ("tr", "tbody", "thead"):
            yield from _rows(node.contents, depth + 1, down + 1)
        elif name == "caption":
            yield [_flat(node.contents, depth)], False, down
        down += str(node).count("\n")
    if cells:
        yield [text for text, _ in cells], all(head for _, head in cells), began


def _flat(code: Any, depth: int) -> str:
    """The text of some nodes on one line."""
    walk = Walk()
    walk.depth = depth + 1
    return " ".join(line.text for line in walk.lines(code))
