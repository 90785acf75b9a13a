"""The words of RTF: tokens, destinations, signs and code pages (Rich Text Format Specification 1.9.1)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"\\(?P<word>[a-zA-Z]{1,40})(?P<value>-?\d{1,10})? ?"
    rb"|\\'(?P<hex>[0-9a-fA-F]{2})"
    rb"|(?P<brace>[{}])"
    rb"|\\(?P<sign>[^a-zA-Z'])"
    rb"|(?P<text>[^\\{}\r\n]+)"
    rb"|[\r\n]+|\\'?",
    re.DOTALL,
)
HEADING_STYLE = re.compile(r"(?:heading|überschrift|titre|título|titolo)\s*([1-9])", re.IGNORECASE)

SIGNS = {
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "~": " ",
    "_": "-",
    "\\": "\\",
    "{": "{",
    "}": "}",
}

DESTINATIONS = {
    "fonttbl": "fonts",
    "stylesheet": "styles",
    "listtext": "number",
    "pntext": "number",
    "footnote": "footnote",
    "header": "running header",
    "headerl": "running header",
    "headerr": "running header",
    "headerf": "running header",
    "footer": "running footer",
    "footerl": "running footer",
    "footerr": "running footer",
    "footerf": "running footer",
    "shptxt": "body",
    "ud": "body",
}
"""Where the text of a group goes, by the first word of the group."""

SKIPPED = frozenset(
    {
        *("colortbl", "info", "pict", "object", "fldinst", "filetbl", "revtbl", "rsidtbl", "generator", "listtable"),
        *("listoverridetable", "themedata", "colorschememapping", "datastore", "latentstyles", "bkmkstart", "bkmkend"),
        *("nonshppict", "template", "xmlnstbl", "pn", "pntxta", "pntxtb", "upr", "comment", "annotation", "atnid"),
        *("ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "xe", "tc", "private", "sp", "nesttableprops"),
        "passwordhash",
    }
)
"""Groups without text that a reader sees."""

CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    134: "gbk",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
"""The code page of a font, by its \\fcharset."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an RTF file: kind "open", "close", "word", "byte" or "text", and its place in bytes."""

    kind: str
    place: int
    word: str = ""
    value: int | None = None
    data: bytes = b""


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of a file; the raw bytes after \\bin are left out."""
    place = 0
    while place < len(data):
        match = _TOKEN.match(data, place)
        if match is None:  # a lone \' without its two digits
            place += 1
            continue
        place = match.end()
        token = _token(match)
        if token is not None:
            yield token
            if token.word == "bin":
                place += max(token.value or 0, 0)


def _token(match: re.Match[bytes]) -> Token | None:
    start, kind = match.start(), match.lastgroup
    if kind == "brace":
        return Token("open" if match["brace"] == b"{" else "close", start)
    if kind == "hex":
        return Token("byte", start, data=bytes([int(match["hex"], 16)]))
    if kind == "text":
        return Token("text", start, data=match["text"])
    if kind == "sign":
        sign = match["sign"].decode("latin-1")
        return Token("word", start, "par" if sign in "\r\n" else sign)
    if match["word"]:
        value = match["value"]
        return Token("word", start, match["word"].decode("ascii"), None if value is None else int(value))
    return None


def code_page(number: int) -> str:
    """The codec of a Windows code page number, "" if there is none."""
    try:
        return codecs.lookup("utf-8" if number == 65001 else f"cp{number}").name
    except LookupError:
        return ""
