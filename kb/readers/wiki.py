"""MediaWiki text, read with mwparserfromhell."""

from __future__ import annotations

import re

import mwparserfromhell

from kb.encoding import decode
from kb.models import Document, Source
from kb.readers.blocks import refuse
from kb.readers.paragraphs import with_bold_headings, with_whole_code
from kb.readers.wiki_walk import Walk

SUFFIXES = (".wiki", ".mediawiki", ".wikitext")

MAX_BYTES = 4 * 1024 * 1024
"""A wiki allows 2 MB a page; the parser takes a second for one."""

_MAX_OPEN = 100
"""Mark-up opened and not ended at any place of a page; authors forget an end now and then, not this often."""

_BRACKET = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|^[ \t]*\{\||^[ \t]*\|\}(?!\})"
    r"|</?(?P<tag>div|span|table|ref|b|i|small|center|u|s|sub|sup)\b[^<>]*>",
    re.MULTILINE | re.IGNORECASE,
)
_LIST_TAG = re.compile(r"<(?P<end>/?)(?P<tag>li|ol|ul)\b[^<>]*>", re.IGNORECASE)
_ENDS = {"}}": "{{", "]]": "[[", "|}": "{|"}


def read(source: Source, data: bytes) -> Document:
    """Lines in order; raises BadDocument for a page without text or nested too deep."""
    text, encoding = decode(data, source.file, MAX_BYTES)
    _check_nesting(source, text)
    try:
        page = mwparserfromhell.parse(_with_ends(text))
        walk = Walk()
        lines = tuple(with_bold_headings(with_whole_code(walk.lines(page)), walk.terms))
    except RecursionError as error:
        raise refuse(source, "", "mark-up is nested too deep", "Simplify the page, or save its text.") from error
    if not any(not line.aside for line in lines):
        raise refuse(source, "", "it holds no text", "Give the page's source, not a redirect.")
    return Document(source, lines, encoding=encoding)


def _check_nesting(source: Source, text: str) -> None:
    """Raises BadDocument for mark-up opened over and over: the parser looks for each end through the whole page."""
    opened: list[str] = []
    for match in _BRACKET.finditer(text):
        sign = (match["tag"] or match.group()).strip().lower()
        begins = _ENDS.get(sign) or (sign if match.group().startswith("</") else "")
        if begins:
            if begins in opened:
                del opened[len(opened) - 1 - opened[::-1].index(begins) :]
        elif not match.group().endswith("/>"):
            opened.append(sign)
        if len(opened) > _MAX_OPEN:
            line = text.count("\n", 0, match.start()) + 1
            raise refuse(source, f"line {line}", "mark-up is nested too deep", "Simplify the page, or save its text.")


def _with_ends(text: str) -> str:
    """The text with an end for each list item in HTML that has none: a browser adds it, the parser does not."""
    out: list[str] = []
    opened: list[str] = []
    at = 0
    for match in _LIST_TAG.finditer(text):
        tag, ends = match["tag"].lower(), bool(match["end"])
        out.append(text[at : match.start()])
        if opened and opened[-1] == "li" and (tag != "li") == ends:
            out.append("</li>")
            opened.pop()
        if ends and opened and opened[-1] == tag:
            opened.pop()
        elif not ends:
            opened.append(tag)
        out.append(match.group())
        at = match.end()
    return "".join([*out, text[at:]])
