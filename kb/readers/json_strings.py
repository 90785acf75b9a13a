"""Strings of a JSON document: mark-up in them is read, and some are pages of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kb.models import Line, Role
from kb.readers import fragment, markdown
from kb.readers import text as plain_text
from kb.readers.blocks import fold
from kb.readers.json_fields import Text

DEEPEST = 6
"""The level of the lowest headings."""

_MARKUP = re.compile(r"</?(?:p|br|li|ul|ol|b|i|em|strong|span|div|a|img|table|tr|td)\b[^>]*>", re.IGNORECASE)
_STRONG = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])\*(\S(?:[^*]*[^\s*])?)\*(?![\w*])")
_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?=[^()\s]*[/#:.])[^()\s]+\)")
"""Markdown in strings: emphasis and links show their words."""

_BLOCKS = re.compile(r"^#{1,6} +\S|^ *\|?(?: *:?-{3,}:? *\|)+(?: *:?-{3,}:? *)?$", re.MULTILINE)
"""A heading or a table: the string is a piece of Markdown."""

_HTML_BLOCKS = re.compile(r"<(?:h[1-6]|table|ol|ul)\b", re.IGNORECASE)
LINES = 10
"""Line ends from which a string is a text that may be cut to a width."""

_ROW_ENDS = re.compile(r"\|[ \t]*\n\n[ \t]*\|")
"""Between two rows of a table that stand in a string each."""


def page_of(strings: Sequence[str]) -> Sequence[Line]:
    """The lines of strings that together are a page of Markdown, of HTML, or of text in lines; () of others."""
    text = _ROW_ENDS.sub("|\n|", "\n\n".join(strings))
    if _BLOCKS.search(text):
        return markdown.lines_of(text)
    if _HTML_BLOCKS.search(text):
        return fragment.lines_of(text, 1)
    wrapped = len(strings) == 1 and text.count("\n") >= LINES and not _MARKUP.search(text)
    return plain_text.lines_of(_unmarked(text)) if wrapped else ()


def text_lines(place: Text, text: str, number: str = "", role: Role = "text", level: int = 0) -> Iterator[Line]:
    """The lines of a string: its own line ends are kept, mark-up in it is read."""
    if _MARKUP.search(text):
        text = "\n".join(line.text for line in fragment.lines_of(text, place.line))
    for row in _unmarked(text).split("\n"):
        folded = fold(row)
        if folded:
            yield Line(folded, place.line, None, role, level if role != "text" else 0, number)
            number = ""


def _unmarked(text: str) -> str:
    return _LINK.sub(r"\1", _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", text)))
