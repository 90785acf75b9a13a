"""One pass over the nodes of a MediaWiki page: headings, lists with the numbers a wiki prints, tables, footnotes.

The text of a template is not in the page: we keep the words it is given, which is what templates for terms and skills
show, and name the fields of a box ("Type: Short skill").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import count, pairwise
from typing import Any

import mwparserfromhell
from mwparserfromhell import nodes

from kb.models import Line, Role
from kb.readers.blocks import bold_length, fold, has_own_marker, marker, plain
from kb.readers.fragment import BLOCKS, CELL
from kb.readers.html_lists import ListStyles, OpenList, is_int
from kb.readers.json_words import label
from kb.readers.wiki_tables import rows

_MAGIC = re.compile(r"__[A-Z]+__")
_FILE = re.compile(r"(?:file|image|datei|bild|archivo|fichier):", re.IGNORECASE)
_CATEGORY = re.compile(r"(?:category|kategorie|categoría|catégorie):", re.IGNORECASE)
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]+)?:\S")
"""A link to the page in another language, which a wiki shows beside the text."""

_OPTION = re.compile(
    r"(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|upright|\d*x?\d+px|alt=.*|link=.*)"
)
_RAW = frozenset({"nowiki", "code", "math"})
_LISTING = frozenset({"pre", "syntaxhighlight", "source"})
_LISTS = frozenset({"ol", "ul"})
_VERSION = re.compile(r"(?:[a-z]+ ){0,2}v?\d{1,4}(?:[.\-/]\d{1,4}){0,3}[a-z]?", re.IGNORECASE)
_VERSION_FIELDS = frozenset({"version", "ver", "patch", "edition", "release", "season"})
_NAME = re.compile(r"[A-Za-z][A-Za-z _-]{2,29}")
_UNSEEN = frozenset({"references", "gallery", "includeonly", "templatedata"})
_BOLD = frozenset({"b", "strong"})
_ASKS = re.compile(r"\s*(?:[QA]|question|answer)\s*\d*\s*", re.IGNORECASE)
_MAX_DEPTH = 60
"""Elements within elements; mwparserfromhell itself stops at 40."""


class Walk:
    """One pass over the nodes of a page; a line is written at each line end of the source and around blocks."""

    def __init__(self, counter: Iterator[int] | None = None) -> None:
        self.counter = count(1) if counter is None else counter
        self.out: list[Line] = []
        self.pieces: list[tuple[str, bool]] = []
        self.line = self.began = 1
        self.marks = ""
        self.counters: list[int] = []
        self.starts = True
        self.notes: list[tuple[int, str]] = []
        self.depth = 0
        self.terms: set[int] = set()
        self.lists: list[OpenList] = []
        self.item: tuple[str, int] = ("", 0)
        self.anchors: list[str] = []
        self.links: list[str] = []

    def lines(self, page: Any) -> list[Line]:
        """All lines of a page."""
        self._nodes(page)
        self._flush()
        return self.out

    def _nodes(self, code: Any, bold: bool = False) -> None:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise RecursionError
        for node, below in pairwise((*code.nodes, None)) if code is not None else ():
            end = self.line + str(node).count("\n")
            own_line = not self.pieces and isinstance(node, nodes.Template) and str(below or "\n").startswith("\n")
            said = _version_named(node) if own_line else ""
            if said:
                self._add(said, bold)
            if not said or said.endswith(" "):
                self._node(node, bold)
            if own_line:
                self._end_paragraph()
            self.line = max(self.line, end)
        self.depth -= 1

    def _flat(self, code: Any) -> str:
        """The text of some nodes on one line; links in it lead from the line that is written next."""
        walk = Walk(self.counter)
        walk.depth = self.depth + 1
        lines = walk.lines(code)
        self.links += (link for line in lines for link in line.links)
        return " ".join(line.text for line in lines)

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
        for nth, row in enumerate(_MAGIC.sub("", text).split("\n")):
            if nth:
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

    def _end_paragraph(self) -> None:
        """Behind a template that has a line to itself, or a term with its definition: "; Nap : what a cat does"."""
        self._flush()
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
        for number, note in self.notes:
            self.out.append(Line(f"[{number}] {note}", self.began))
        self.notes = []

    def _line(self, text: str, pieces: list[tuple[str, bool]], marks: str) -> Line:
        bold = bold_length(pieces)
        item, self.item = self.item, ("", 0)
        number = self._count(marks) or item[0]
        if number and not (item[0] and has_own_marker(text)):
            text, bold = f"{number} {text}", bold and bold + len(number) + 1
        role: Role = "item" if marks[-1:] in ("*", "#") or item[1] else "text"
        level = item[1] or len(marks) if role == "item" else 0
        if marks.endswith(";"):
            bold = len(text)
            self.terms.add(len(self.out))
        anchors, links = self._reached()
        starts = self.starts or bool(marks)
        return Line(text, self.began, None, role, level, starts=starts, bold=bold, anchors=anchors, links=links)

    def _reached(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names by which links reach the line about to be written, and those that links in it lead to."""
        anchors, links = tuple(self.anchors), tuple(dict.fromkeys(self.links))
        self.anchors, self.links = [], []
        return anchors, links

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
            self.anchors.append(_anchor(text))
            anchors, links = self._reached()
            level = min(node.level, 6)
            self.out.append(Line(text, self.line, None, "heading", level, anchors=anchors, links=links))
        self.starts = True

    def _tag(self, node: Any, bold: bool) -> None:
        name = str(node.tag).strip().lower()
        if not node.wiki_markup and node.has("id"):
            self.anchors.append(_anchor(str(node.get("id").value)))
        if node.wiki_markup in ("*", "#", ":", ";"):
            if self.pieces and node.wiki_markup == ":" and self._asks():
                self._add(":", bold)
                return
            if self.pieces and node.wiki_markup == ":":
                self._end_paragraph()
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
        elif name in _LISTING:
            self._listing(str(node.contents or ""))
        elif name in BLOCKS:
            self._block(name, node, bold)
        elif name not in _UNSEEN:
            self._nodes(node.contents, bold or name in _BOLD)

    def _asks(self) -> bool:
        """Whether the term so far is a question's mark: in "; Q: May a cat nap?" the colon parts no definition."""
        return _ASKS.fullmatch("".join(piece for piece, _ in self.pieces)) is not None

    def _block(self, name: str, node: Any, bold: bool) -> None:
        self._flush()
        self.starts = True
        if name in _LISTS:
            said = {str(each.name).strip().lower(): str(each.value or "") for each in node.attributes}
            start = said.get("start", "1")
            style = ListStyles().type_of(said) if name == "ol" else ""
            self.lists.append(OpenList(style, int(start) if is_int(start) else 1))
        elif name == "li" and self.lists:
            within = self.lists[-1]
            self.item = (f"{marker(within.value, within.style)}." if within.style else "", len(self.lists))
            within.value += 1
        self._nodes(node.contents, bold)
        self._flush()
        self.starts = True
        if name in _LISTS:
            self.lists.pop()
        self.item = ("", 0)

    def _listing(self, text: str) -> None:
        """Code and drawings in letters keep their columns."""
        self._flush()
        starts = True
        for down, row in enumerate(unescape(text).split("\n")):
            if row.strip():
                self.out.append(Line(plain(row).rstrip(), self.line + down, None, "code", starts=starts))
                starts = False
        self.starts = True

    def _note(self, node: Any) -> None:
        text = self._flat(node.contents)
        if text:
            noted = next(self.counter)
            self.notes.append((noted, text))
            self._add(f"[{noted}]", False)

    def _link(self, node: Any, bold: bool) -> None:
        title = str(node.title).strip()
        kind = "category" if _CATEGORY.match(title) else "language" if _LANGUAGE.match(title) else ""
        if kind:
            self.out.append(Line(title, self.line, None, "aside", aside=kind))
        elif _FILE.match(title):
            options = [part.strip() for part in str(node.text or "").split("|")]
            if options[-1] and not _OPTION.fullmatch(options[-1]):
                self._add(f" {self._flat(mwparserfromhell.parse(options[-1]))} ", bold)
        elif node.text is not None:
            self.links += [_anchor(title[1:])] if title.startswith("#") else []
            self._inline(node.text, bold)
        else:
            self.links += [_anchor(title[1:])] if title.startswith("#") else []
            self._add(title.removeprefix(":"), bold)

    def _template(self, node: Any, bold: bool) -> None:
        alone = not self.pieces and any(param.showkey for param in node.params)
        for nth, param in enumerate(node.params):
            value = self._flat(param.value)
            if not value or str(node.name).strip().startswith("#"):
                continue
            if alone:
                self._flush()
                self.starts = True
                self._add(f"{label(str(param.name).strip())}: {value}" if param.showkey else value, bold)
            elif not param.showkey:
                self._add(f" {value}" if nth and self.pieces else value, bold)
        if alone:
            self._flush()

    def _table(self, node: Any) -> None:
        starts, line = True, self.line
        for cells, header, down in rows(node.contents, self._flat, 1):
            text = CELL.join(cells).strip()
            if text.strip(" |"):
                anchors, links = self._reached()
                row = Line(text, line + down, None, "row", int(header), starts=starts, anchors=anchors, links=links)
                self.out.append(row)
                starts = False


def _version_named(node: Any) -> str:
    """What a template with a line to itself says of the version it is given: "{{Outdated|patch 4.2}}" "Outdated: "."""
    only = node.params[0] if len(node.params) == 1 else None
    unnamed = only is not None and (not only.showkey or str(only.name).strip().lower() in _VERSION_FIELDS)
    first = str(only.value).strip() if only is not None and unnamed else ""
    name = str(node.name).strip()
    if only is None or not _VERSION.fullmatch(first) or not _NAME.fullmatch(name):
        return ""
    return f"{label(name)}: {first}" if only.showkey else f"{label(name)}: "


def _anchor(text: str) -> str:
    """The letters and digits of a heading or of a link to it: a wiki writes "Naps and meals" as Naps_and_meals."""
    return "".join(re.findall(r"[^\W_]+", text.casefold()))
