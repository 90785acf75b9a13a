"""RTF 1.9: paragraphs with their printed list numbers, headings, tables, footnotes; page headers set aside.

A reader of our own: striprtf, the library for it, gives flat text without footnotes, emphasis or the code pages of
fonts (our tests hold this reader against it). Groups live on a stack, so that nesting costs no recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.encoding import MAX_PAGE_BYTES
from kb.models import Document, Line, Source
from kb.readers.blocks import fold, refuse
from kb.readers.paragraphs import with_bold_headings, with_whole_code, without_false_headings
from kb.readers.rtf_page import PLAIN, Format, Page
from kb.readers.rtf_words import CHARSETS, DESTINATIONS, SIGNS, SKIPPED, Token, code_page, tokens

MAX_DEPTH = 1000
"""Groups within groups; word processors write a few dozen."""

MAX_WORDS = 2_000_000
"""Control words, groups and line ends; a 300-page rulebook has some 500,000."""


def read(source: Source, data: bytes) -> Document:
    """Paragraphs in order, `line` counting them from 1; raises BadDocument for what is no RTF or is nested too deep."""
    if len(data) > MAX_PAGE_BYTES or sum(data.count(sign) for sign in (b"\\", b"{", b"\n")) > MAX_WORDS:
        why = f"it has over {MAX_PAGE_BYTES:,} bytes or {MAX_WORDS:,} control words"
        raise refuse(source, "", why, "Split it into its parts, or leave out the pictures.")
    if not data.lstrip().startswith(b"{\\rtf"):
        raise refuse(source, "line 1", "it is no RTF: it does not begin with {\\rtf", "Save it again as .rtf or .docx.")
    walk = _Walk(source)
    for token in tokens(data):
        walk.take(token)
    lines = walk.finish()
    if not any(not line.aside for line in lines):
        raise refuse(source, "", "it holds no text", "Save it again as .rtf or .docx.")
    shown = without_false_headings(with_whole_code(lines), walk.page.styled)
    return Document(source, tuple(with_bold_headings(shown)), encoding="rtf")


@dataclass(slots=True)
class _Group:
    """What a group inherits and its end undoes: where its text goes, emphasis, font, how many signs a \\u replaces."""

    target: str = "body"
    bold: bool = False
    hidden: bool = False
    font: str = ""
    replaced: int = 1
    fresh: bool = True
    starred: bool = False
    format: Format = PLAIN


class _Walk:
    """One pass over the tokens."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.groups = [_Group()]
        self.now = _Group()
        self.page = Page()
        self.targets: dict[str, list[str]] = {}
        self.codecs: dict[str, str] = {}
        self.codec = "cp1252"
        self.font = ""
        self.style = ""
        self.skip = 0
        self.high = 0
        self.bytes = bytearray()

    def take(self, token: Token) -> None:
        """Takes the next token. Raises BadDocument where groups are nested too deep."""
        if token.kind != "byte":
            self._flush_bytes()
        if token.kind == "open":
            self._open(token)
        elif token.kind == "close":
            self._close()
        elif token.kind == "byte":
            self._byte(token.data)
        elif token.kind == "text":
            self._plain(token.data)
        else:
            self._word(token.word, token.value)
        if token.kind != "open" and token.word != "*":
            self.now.fresh = False

    def _open(self, token: Token) -> None:
        if len(self.groups) > MAX_DEPTH:
            raise refuse(
                self.source, f"byte {token.place:,}", "groups are nested too deep", "Save it again as .rtf or .docx."
            )
        self.groups.append(self.now)
        self.now = replace(self.now, fresh=True, starred=False)

    def _close(self) -> None:
        if len(self.groups) > 1:
            ended, self.now = self.now, self.groups.pop()
            if ended.target != self.now.target:
                self._leave(ended.target)

    def _leave(self, target: str) -> None:
        """A destination ends: its text is a list's number, a footnote, a running header, or the name of a style."""
        text = fold("".join(self.targets.pop(target, [])))
        if target == "number":
            self.page.count(text)
        elif target == "footnote":
            self.page.note(text, self.now.bold)
        elif target in ("running header", "running footer"):
            self.page.run(target, text)
        elif target == "stylesheet entry":
            self.page.name_style(self.style, text.rstrip(";"))

    def _word(self, word: str, value: int | None) -> None:
        if word == "*":
            self.now.starred = True
        elif self.now.fresh and (
            word in DESTINATIONS or word in SKIPPED or (self.now.starred and word not in ("cs", "ds"))
        ):
            self._destination(word)
        elif word == "u" and value is not None:
            self._unicode(value)
        elif word in SIGNS:
            self._plain_text(SIGNS[word])
        elif self.now.target in ("fonts", "styles", "stylesheet entry"):
            self._table_word(word, value)
        elif self.now.target != "skip":
            self._format_word(word, value)
        elif word == "bin":
            pass  # its bytes were left out with the token

    def _destination(self, word: str) -> None:
        if self.now.target == "skip" and word != "ud":
            return
        self.now.target = DESTINATIONS.get(word, "skip")
        if self.now.target != "skip":
            self.targets.setdefault(self.now.target, [])

    def _table_word(self, word: str, value: int | None) -> None:
        """Font and style tables: which code page a font has, which outline level a style."""
        if word == "f":
            self.font = str(value or 0)
        elif word == "fcharset":
            self.codecs[self.font] = CHARSETS.get(value or 0, "")
        elif word in ("s", "cs", "ds", "ts"):
            self.style = f"{word}{value or 0}"
            self.now.target = "stylesheet entry"
            self.targets.setdefault("stylesheet entry", [])
        elif word == "outlinelevel" and value is not None and value < 9:
            self.page.outlines[self.style] = value + 1

    def _format_word(self, word: str, value: int | None) -> None:
        on = value != 0
        if word in ("par", "sect"):
            if self.now.target == "body":
                self.page.end_paragraph(self.now.format)
            else:
                self.targets.setdefault(self.now.target, []).append(" ")
        elif word == "line":
            self.page.end_line()
        elif word in ("cell", "nestcell"):
            self.page.end_cell(self.now.format)
        elif word in ("row", "nestrow"):
            self.page.end_row()
        elif word == "pard":
            self.now.format = PLAIN
        elif word == "b":
            self.now.bold = on
        elif word in ("v", "deleted"):  # hidden, or taken out while changes were tracked
            self.now.hidden = on
        elif word == "plain":
            self.now.bold = self.now.hidden = False
        elif word == "f":
            self.now.font = str(value or 0)
        elif word == "uc":
            self.now.replaced = max(value or 0, 0)
        else:
            self._paragraph_word(word, value or 0)

    def _paragraph_word(self, word: str, value: int) -> None:
        if word == "s":
            self.now.format = replace(self.now.format, style=f"s{value}")
        elif word == "outlinelevel":
            self.now.format = replace(self.now.format, outline=value + 1 if 0 <= value < 9 else 0)
        elif word == "ilvl":
            self.now.format = replace(self.now.format, level=value)
        elif word == "intbl":
            self.now.format = replace(self.now.format, table=True)
        elif word == "trhdr":
            self.page.header = True
        elif word == "ansicpg":
            self.codec = code_page(value) or self.codec

    # Characters --------------------------------------------------

    def _unicode(self, value: int) -> None:
        unit = value & 0xFFFF
        if 0xD800 <= unit < 0xDC00:
            self.high = unit
        elif 0xDC00 <= unit < 0xE000:
            if self.high:
                self._plain_text(chr(0x10000 + ((self.high - 0xD800) << 10) + unit - 0xDC00))
            self.high = 0
        elif unit:
            self._plain_text(chr(unit))
        self.skip = self.now.replaced

    def _byte(self, data: bytes) -> None:
        if self.skip:
            self.skip -= 1
        else:
            self.bytes += data

    def _flush_bytes(self) -> None:
        if self.bytes:
            codec = self.codecs.get(self.now.font) or self.codec
            text, self.bytes = bytes(self.bytes).decode(codec, "replace"), bytearray()
            self._plain_text(text)

    def _plain(self, data: bytes) -> None:
        text = data.decode(self.codecs.get(self.now.font) or self.codec, "replace")
        if self.skip:
            text, self.skip = text[self.skip :], max(self.skip - len(text), 0)
        self._plain_text(text)

    def _plain_text(self, text: str) -> None:
        if self.now.target == "body":
            self._add(text)
        elif self.now.target != "skip":
            self.targets.setdefault(self.now.target, []).append(text)

    def _add(self, text: str) -> None:
        if not self.now.hidden:
            self.page.add(text, self.now.bold)

    def finish(self) -> list[Line]:
        """All lines, the page headers first and the footers last."""
        self._flush_bytes()
        return self.page.finish()
