"""The package of a DOCX: its parts unpacked within limits, and the visible pieces of a paragraph."""

from __future__ import annotations

import io
import lzma
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from kb.models import Line, Source
from kb.readers.blocks import MAX_TAGS, fold, refuse
from kb.readers.docx_numbering import WORD, Element, Numbering, Styles, attribute, find, is_on

MAX_PART = 64 * 1024 * 1024
"""Bytes of one unpacked part: ten times the largest known. What claims to be more is no rulebook."""

_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
ALTERNATIVE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}AlternateContent"
CONTAINERS = tuple(
    WORD + name for name in ("sdt", "sdtContent", "ins", "moveTo", "smartTag", "customXml", "hyperlink", "fldSimple")
)
_GONE = tuple(WORD + name for name in ("del", "moveFrom", "instrText", "delText", "rPr", "pPr"))
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_TRANSITIONAL = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
"""Word saves "Strict Open XML" under other names for the same elements."""

_BROKEN_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, ValueError, OverflowError),
    *(NotImplementedError, RuntimeError, EOFError, OSError),
)
"""What zipfile raises for damaged packages; not all of it is BadZipFile."""

_HINT = "Open it in a word processor and save it again as .docx."


class Package:
    """The parts of a DOCX that hold text, unpacked within limits and parsed without entities."""

    def __init__(self, source: Source, data: bytes) -> None:
        self.source = source
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _BROKEN_ZIP as error:
            raise refuse(source, "", f"it is no DOCX ({error})", _HINT) from error
        self._names = set(self._zip.namelist())
        self.main_name = self._related("_rels/.rels", "officeDocument") or "word/document.xml"
        main = self.part(self.main_name)
        if main is None or main.tag != f"{WORD}document":
            raise refuse(source, "", "no Word document is inside", _HINT)
        self.main = main
        self.styles = Styles(self._beside("styles"))
        self.numbering = Numbering(self._beside("numbering"), self.styles)
        self.notes = {kind: self._notes(kind) for kind in ("footnote", "endnote")}

    def part(self, name: str) -> Element | None:
        """The root of a part, or None where there is none. Raises BadDocument naming the part."""
        if name not in self._names:
            return None
        try:
            with self._zip.open(name) as packed:
                data = packed.read(MAX_PART + 1)
        except _BROKEN_ZIP as error:
            raise refuse(self.source, name, f"the part cannot be unpacked ({error})", _HINT) from error
        if len(data) > MAX_PART:
            raise refuse(self.source, name, f"the part unpacks to more than {MAX_PART:,} bytes", "Split the document.")
        if data.count(b"<") > MAX_TAGS:
            raise refuse(self.source, name, f"the part has over {MAX_TAGS:,} tags", "Split the document.")
        data = data.replace(_STRICT, _TRANSITIONAL)
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
        try:
            root = etree.fromstring(data, parser)
        except etree.XMLSyntaxError as error:
            raise refuse(self.source, f"{name}, line {error.lineno or 1}", "the part is no good XML", _HINT) from error
        if root.getroottree().docinfo.internalDTD is not None:
            raise refuse(self.source, name, "the part declares entities, which no word processor does", _HINT)
        return root

    def _relations(self, name: str) -> list[tuple[str, str, str]]:
        """The relations of a .rels part: id, kind, target."""
        root = self.part(name)
        found = () if root is None else root.iter(_RELATION)
        return [(e.get("Id", ""), e.get("Type", "").rpartition("/")[2], e.get("Target", "")) for e in found]

    def _related(self, rels: str, kind: str) -> str:
        return next((target.lstrip("/") for _, one, target in self._relations(rels) if one == kind), "")

    def _targets(self, kind: str) -> list[str]:
        folder, name = posixpath.split(self.main_name)
        found = [target for _, one, target in self._relations(f"{folder}/_rels/{name}.rels") if one == kind]
        return [t.lstrip("/") if t.startswith("/") else posixpath.normpath(posixpath.join(folder, t)) for t in found]

    def _beside(self, kind: str) -> Element | None:
        targets = self._targets(kind)
        return self.part(targets[0]) if targets else None

    def _notes(self, kind: str) -> dict[str, Element]:
        root = self._beside(f"{kind}s")
        found = () if root is None else root.findall(WORD + kind)
        return {attribute(note, "id") or "": note for note in found if attribute(note, "type") is None}

    def furniture(self, kind: str) -> list[Line]:
        """The distinct lines of the page headers or footers, set aside."""
        texts: list[str] = []
        for name in self._targets(kind):
            root = self.part(name)
            for paragraph in () if root is None else root.iter(f"{WORD}p"):
                text = fold("".join(piece.text for piece in pieces(paragraph, False)))
                if text and text not in texts:
                    texts.append(text)
        return [Line(text, 1, 1, "aside", aside=f"running {kind}") for text in texts]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text: text, "\\n" for a line break, "\\f" for a page break; `note` a footnote's kind and id."""

    text: str
    bold: bool = False
    note: tuple[str, str] | None = None


def pieces(paragraph: Element, bold: bool) -> Iterator[Piece]:
    """The visible pieces of a paragraph: insertions are in, deletions, field codes and hidden text are not."""
    for element in paragraph:
        if element.tag == f"{WORD}r":
            yield from _run(element, bold)
        elif element.tag == ALTERNATIVE:
            chosen = next(iter(element), None)
            if chosen is not None:
                yield from pieces(chosen, bold)
        elif element.tag in CONTAINERS:
            yield from pieces(element, bold)
        elif element.tag not in _GONE:
            yield from _boxes(element)


def _run(run: Element, bold: bool) -> Iterator[Piece]:
    own = is_on(find(run, "rPr/b"))
    bold = bold if own is None else own
    if is_on(find(run, "rPr/vanish")):
        return
    for element in run:
        name = element.tag.removeprefix(WORD) if isinstance(element.tag, str) else ""
        if name == "t":
            yield Piece(element.text or "", bold)
        elif name in ("tab", "cr", "ptab", "noBreakHyphen"):
            yield Piece({"cr": "\n", "noBreakHyphen": "-"}.get(name, "\t"), bold)
        elif name == "br":
            yield Piece("\f" if attribute(element, "type") == "page" else "\n", bold)
        elif name == "lastRenderedPageBreak":
            yield Piece("\v")
        elif name == "sym":
            yield Piece(_symbol(attribute(element, "char")), bold)
        elif name in ("footnoteReference", "endnoteReference"):
            yield Piece("", note=(name.removesuffix("Reference"), attribute(element, "id") or ""))
        elif element.tag == ALTERNATIVE or name in ("drawing", "pict", "object"):
            yield from _boxes(element)


def _boxes(element: Element) -> Iterator[Piece]:
    """The text of text boxes in a drawing; of the alternatives for old and new readers only the first is taken."""
    if element.tag == ALTERNATIVE:
        element = next(iter(element), element)
    for box in element.iter(f"{WORD}txbxContent"):
        for paragraph in box.iter(f"{WORD}p"):
            if next(paragraph.iterancestors(f"{WORD}txbxContent")) is box:
                yield Piece("\n")
                yield from pieces(paragraph, False)
        yield Piece("\n")


def _symbol(code: str | None) -> str:
    try:
        value = int(code or "", 16)
    except ValueError:
        return ""
    return chr(value) if 0 < value < 0x110000 and not 0xD800 <= value < 0xE000 else ""
