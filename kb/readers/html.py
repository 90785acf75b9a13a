"""HTML: pages and nested lists, with the markers a browser would print and page furniture set aside by name.

The tree is lxml's (libxml2's HTML5 tokenizer); we walk it without recursion, because pages nest as deep as they like.
"""

from __future__ import annotations

import codecs
import re

from lxml import etree

from kb.encoding import MAX_PAGE_BYTES, decode
from kb.models import Document, Line, Source
from kb.readers.blocks import MAX_TAGS, plain, refuse
from kb.readers.html_signs import name_own_links
from kb.readers.html_walk import Walk
from kb.readers.paragraphs import with_bold_headings

SUFFIXES = (".html", ".htm", ".xhtml")

_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_HEAD_BYTES = 2048


def read(source: Source, data: bytes) -> Document:
    """Lines of a page in document order; raises BadDocument where it is nested too deep or holds no text."""
    text, encoding = _text_of(source, data)
    lines = lines_of(source, text)
    if all(line.aside for line in lines):
        hint = "If it is built by scripts, save the page as the browser shows it."
        raise refuse(source, "", "it holds no text beside menus and scripts", hint)
    return Document(source, lines, encoding=encoding)


def lines_of(source: Source, text: str) -> tuple[Line, ...]:
    """The lines of a page or fragment given as text. Raises BadDocument."""
    if text.count("<") > MAX_TAGS:
        why = f"it has over {MAX_TAGS:,} tags"
        raise refuse(source, "", why, "Split it into its parts, or save its text.")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        raise refuse(
            source, f"line {error.lineno or 1}", "no HTML can be read", "Is the file empty, or not HTML?"
        ) from error
    for entry in parser.error_log.filter_from_fatals():
        if "RESOURCE_LIMIT" in entry.type_name:
            raise refuse(
                source, f"line {entry.line}", "elements are nested too deep", "Simplify the page, or save its text."
            )
    if root is None:
        raise refuse(source, "", "no HTML can be read", "Is the file empty, or not HTML?")
    name_own_links(root)
    walk = Walk(root)
    return tuple(with_bold_headings(walk.lines(), walk.terms))


def _text_of(source: Source, data: bytes) -> tuple[str, str]:
    declared = _CHARSET.search(data[:_HEAD_BYTES])
    name = declared.group(1).decode("ascii", "replace") if declared else ""
    marked = data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    if name and not marked and len(data) <= MAX_PAGE_BYTES:
        try:
            if "\x00" not in (text := data.decode(name)):
                return text.replace("\r\n", "\n").replace("\r", "\n"), f"{codecs.lookup(name).name}, declared"
        except (LookupError, ValueError):
            pass  # a wrong declaration is common; the bytes themselves decide
    return decode(data, source.file, MAX_PAGE_BYTES)


def visible(text: str) -> str:
    """The characters of a text that a person sees, for counting."""
    return "".join(plain(text).split())
