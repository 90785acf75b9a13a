"""Readers: one small module a format, each turning checked bytes into a Document of visible lines.

A module is imported when a document of its format is read, so that reading text never loads a PDF library. Each offers
`read(source, data) -> Document`; a document it cannot read raises BadDocument with the file and the place.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import PurePosixPath
from typing import cast

from kb.errors import BadDocument, UnknownFormat
from kb.models import Document, Source

SUFFIXES: dict[str, str] = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".rtf": "rtf",
    ".json": "json",
    ".jsonl": "json",
    ".ndjson": "json",
    ".wiki": "wiki",
    ".mediawiki": "wiki",
    ".wikitext": "wiki",
}
"""The module that reads each suffix."""

MAX_LINES = 200_000
"""Twenty times as many as the largest rulebook known."""

MAX_LINE = 100_000
"""Characters: a paragraph of fifty pages."""

_SPLIT = "Split it into its parts."
_SIGNATURES = ((b"%PDF-", "pdf"), (b"{\\rtf", "rtf"), (b"PK\x03\x04", "docx"))
_PLAIN = frozenset({"text", "markdown", "wiki"})
"""Formats that any text could be in: a signature of another format overrules them."""

_CONVERT = {
    ".doc": "Save it as .docx or .pdf.",
    ".odt": "Save it as .docx or .pdf.",
    ".epub": "Convert it to .html or .md, for example with pandoc.",
    ".tex": "Convert it to .md, for example with pandoc.",
    ".docm": "Save it as .docx.",
    ".xlsx": "Save the sheet as .json or as a Markdown table.",
    ".csv": "Save it as .json, or as a Markdown table.",
    ".png": "Run text recognition over it and add the text.",
    ".jpg": "Run text recognition over it and add the text.",
}


def format_of(name: str, data: bytes) -> str:
    """Return the format ("text", "markdown", "pdf" ...) of a file by its suffix, corrected by its first bytes.

    Raises UnknownFormat for a suffix that no reader knows, with what to convert the file to.
    """
    suffix = PurePosixPath(name).suffix.casefold()
    signed = next((form for mark, form in _SIGNATURES if data.startswith(mark)), "")
    known = SUFFIXES.get(suffix, "")
    if signed and (not known or known in _PLAIN) and suffix not in _CONVERT:
        return signed
    if not known and suffix:
        raise UnknownFormat(f"{name}: no reader for files of the kind {suffix!r}.", _hint(suffix))
    return known or "text"


def _hint(suffix: str) -> str:
    return _CONVERT.get(suffix, f"Convert it to one of {', '.join(sorted(SUFFIXES))}.")


def read(source: Source, data: bytes) -> Document:
    """Return the document that `data`, the bytes of `source.file`, holds.

    Raises UnknownFormat for a format without a reader, BadDocument for bytes that its reader cannot take.
    """
    module = import_module(f"kb.readers.{format_of(source.file, data)}")
    return _within_limits(cast("Callable[[Source, bytes], Document]", module.read)(source, data))


def _within_limits(document: Document) -> Document:
    """Refuses a document that no rulebook comes near: finding its rules would take minutes and gigabytes."""
    name, lines = document.source.file, document.lines
    if len(lines) > MAX_LINES:
        raise BadDocument(f"{name} has {len(lines):,} lines of text; the limit is {MAX_LINES:,}.", _SPLIT)
    for line in lines:
        if len(line.text) > MAX_LINE:
            why = f"a line of {len(line.text):,} characters; the limit is {MAX_LINE:,}"
            raise BadDocument(f"{name}, line {line.line}: {why}.", "Break it where its rules end.")
    return document
