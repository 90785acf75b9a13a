"""What several readers share: folding of white space and typography, list markers, errors that name file and place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.errors import BadDocument
from kb.models import Source

MAX_TAGS = 1_000_000
"""Of an HTML or XML document, opening and closing; the largest rulebook known has 300,000. Each costs memory."""

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_INVISIBLE = dict.fromkeys((0x00AD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF))
"""Soft hyphen, zero-width space, direction marks, word joiner, byte order mark: no character that a person sees."""

_SYMBOLS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "▸", 0xF0FC: "✓"}
"""The bullets that word processors take from the Symbol and Wingdings fonts."""

_TYPOGRAPHY = _LIGATURES | _SYMBOLS | _INVISIBLE
TITLE_SHARE = 0.4
"""Bold paragraphs that make up more of a document than this are its text."""

_TITLE_LENGTH = 80
"""Characters; a longer bold paragraph is a rule that is stressed."""

_TITLE_END = re.compile(r"[.:;,?]$")
_CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|example|listing|abbildung|abb\.|tabelle|beispiel|figura|tabla|tableau)\s*\d",
    re.IGNORECASE,
)
_PART = r"(?:\d{1,4}[A-Za-z]{0,2}|[A-Za-z]|[ivxlIVXL]{2,6})"
_MARKER = re.compile(rf"\(?{_PART}[.):]+|(?=\S*\d){_PART}(?:[.:\-]{_PART})+[.):]*")
_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def plain(text: str) -> str:
    """The text with ligatures taken apart and invisible characters gone; white space stays."""
    return text.translate(_TYPOGRAPHY)


def fold(text: str) -> str:
    """`plain` text on one line: every run of white space is one space, none at the ends."""
    return " ".join(plain(text).split())


def bold_length(pieces: Sequence[tuple[str, bool]]) -> int:
    """The length of the bold run at the start of a folded text; its pieces are given with whether they are bold."""
    start: list[str] = []
    for text, bold in pieces:
        if not bold and text.strip():
            break
        start.append(text)
    return len(fold("".join(start)))


def reads_like_title(text: str, bold: int) -> bool:
    """Whether a paragraph is bold from end to end, short, and no sentence or question: a heading without a style.

    The line under a figure is none: what follows it belongs to the section around the figure.
    """
    return bold == len(text) <= _TITLE_LENGTH and not _TITLE_END.search(text) and not _CAPTION.match(text)


def refuse(source: Source, place: str, why: str, hint: str = "") -> BadDocument:
    """An error that names the file and the place in it: "core.pdf, page 3: ..."."""
    return BadDocument(f"{source.file}{', ' + place if place else ''}: {why}.", hint)


def has_own_marker(text: str) -> bool:
    """Whether a list item's text brings its own number ("4.7.1. ...", "c) ..."): a computed one must not be added."""
    return is_marker(text.split(maxsplit=1)[0]) if text.strip() else False


def is_marker(word: str) -> bool:
    """Whether a word is a list marker or rule number ("4.7.1.", "c)", "(iv)", "8:10"); "7" and "Draw." are not."""
    return _MARKER.fullmatch(word) is not None


def marker(value: int, style: str) -> str:
    """A list counter as printed: style "1", "a", "A", "i" or "I"; anything else, or a value below 1, gives digits."""
    if style in "aA" and value > 0:
        made = letters(value)
    elif style in "iI" and 0 < value < 400:
        made = roman(value)
    else:
        made = str(value)
    return made.upper() if style in "AI" else made


def letters(value: int) -> str:
    """1 -> a, 26 -> z, 27 -> aa, as HTML counts."""
    made = ""
    while value > 0:
        value, rest = divmod(value - 1, 26)
        made = _LETTERS[rest] + made
    return made


def roman(value: int) -> str:
    """1 -> i, 4 -> iv; below 400."""
    made = ""
    for worth, sign in _ROMAN:
        count, value = divmod(value, worth)
        made += sign * count
    return made
