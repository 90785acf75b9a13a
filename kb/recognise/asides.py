"""Lines that are no rules: what a page puts around them. Each recogniser names the lines it sets aside."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from kb.models import Line
from kb.recognise.candidates import Numbered, is_title
from kb.recognise.contents import dotted, entry_key, linked, listing
from kb.recognise.pages import LONGEST, page_edges, page_lines, running, under_page

Rules = Mapping[int, Numbered]

_CONTENTS = re.compile(
    r"(?:table of )?contents|inhalt(?:sverzeichnis)?|índice|indice|sommaire|table des matières|sumário|"
    r"目\s?[次录錄]|목\s?차|차\s?례|(?:on|in) this (?:page|article|document)|auf dieser seite|"
    r"sur cette page|en esta página",
    re.IGNORECASE,
)
_INSERTED = re.compile(r"(?:\[{1,2}_{0,2}toc_{0,2}\]{1,2}|\{:?toc\})", re.IGNORECASE)
"""Where a tool would put a contents page into Markdown."""
_FROM = re.compile(r"from \w+(?: \w+)?", re.IGNORECASE)
_SEE_ALSO = re.compile(r"see also:?|related (?:pages|articles|links):?|siehe auch:?", re.IGNORECASE)
_TOP = re.compile(
    r"[\[(↑⇧▲⬆^\s]*(?:(?:back|return) to (?:the )?top(?: of (?:the )?page)?|zum seitenanfang)[\])↑⇧▲⬆^\s]*",
    re.IGNORECASE,
)
_NAV_LINKS = 3
"""Bars in a line of links; a sentence holds fewer."""
_NAV_CELL = 60
"""Characters of the longest name in a list of links."""
_PREVIEW, _PREVIEWED = 8, 40
"""A preview of so many words is looked for in so many lines after it."""


def before_numbers(lines: Sequence[Line]) -> dict[int, str]:
    """Return the lines that are set aside whatever numbers they begin with: the reader's, and contents pages."""
    out = {i: line.aside for i, line in enumerate(lines) if line.aside}
    return {**dict.fromkeys(_contents(lines), "contents"), **out}


def find(lines: Sequence[Line], rules: Rules, before: Mapping[int, str]) -> dict[int, str]:
    """Return the name of the recogniser that sets each line aside, by line index; `before` is set aside first."""
    out = dict(before)
    for name, recogniser in RECOGNISERS:
        for index in recogniser(lines, rules):
            if index not in out and index not in rules:
                out[index] = name
    return out


def _teaser(lines: Sequence[Line], rules: Rules) -> list[int]:
    """A cut-off preview of text that stands in full further down."""
    out = []
    for i, line in enumerate(lines):
        if line.text.endswith(("…", "...")) and line.role == "text":
            words = line.text.rstrip("….").split()
            below = " ".join(other.text for other in lines[i + 1 : i + 1 + _PREVIEWED])
            if len(words) >= _PREVIEW and " ".join(words[-_PREVIEW:]) in below:
                out.append(i)
    return out


def _repeated_title(lines: Sequence[Line], rules: Rules) -> list[int]:
    """A title that stands again at once, or with nothing but a preview of its text between."""
    out = []
    for i, line in enumerate(lines):
        again = next((j for j in range(i + 1, min(i + 3, len(lines))) if lines[j].text == line.text), None)
        if (
            again is not None
            and is_title(line.text)
            and any(letter.isalpha() for letter in line.text)
            and line.role == lines[again].role
            and line.role in ("text", "heading")
        ):
            between = lines[i + 1 : again]
            if all(each.text.endswith(("…", "...")) for each in between):
                out.append(again)
    return out


def _navigation(lines: Sequence[Line], rules: Rules) -> list[int]:
    return [i for i, line in enumerate(lines) if line.role == "text" and _is_navigation(line.text)]


def _is_navigation(text: str) -> bool:
    cells = [cell.strip() for cell in re.split(r"\|+", text) if cell.strip()]
    return len(cells) > _NAV_LINKS and all(len(c) <= _NAV_CELL and not c.endswith(".") for c in cells)


def _origin(lines: Sequence[Line], rules: Rules) -> list[int]:
    """The wiki's "From <site>" under a title."""
    return [i for i, line in enumerate(lines[:20]) if _FROM.fullmatch(line.text) and line.role == "text"]


def _see_also(lines: Sequence[Line], rules: Rules) -> list[int]:
    """A "See also" list of other pages: its line, and the names after it."""
    out: list[int] = []
    for i, line in enumerate(lines):
        if not _SEE_ALSO.fullmatch(line.text):
            continue
        out.append(i)
        for j in range(i + 1, len(lines)):
            if lines[j].role == "heading" or not is_title(lines[j].text.lstrip("-*• ")):
                break
            out.append(j)
    return out


def _back_to_top(lines: Sequence[Line], rules: Rules) -> list[int]:
    """A link to the beginning of the page."""
    return [
        i
        for i, line in enumerate(lines)
        if line.role == "text" and len(line.text) < _NAV_CELL and _TOP.fullmatch(line.text)
    ]


def _contents(lines: Sequence[Line]) -> list[int]:
    """The contents page: from its title to the first line that is a paragraph, a heading, or its first entry again."""
    out: list[int] = []
    texts = Counter(line.text for line in lines if len(line.text) <= LONGEST)
    for i, line in enumerate(lines):
        if _CONTENTS.fullmatch(line.text.rstrip(":")):
            entries = _entries(lines, i, texts)
            out += [i, *entries] if entries or line.role == "heading" else []
    marked = [i for i, line in enumerate(lines) if line.text[:1] in "[{" and _INSERTED.fullmatch(line.text)]
    return out + marked + listing(lines) + dotted(lines) + linked(lines)


def _entries(lines: Sequence[Line], title: int, texts: Mapping[str, int]) -> list[int]:
    out: list[int] = []
    for j in range(title + 1, len(lines)):
        line = lines[j]
        section = line.role == "heading" and (line.level <= lines[title].level or texts[line.text] < 2)
        if line.role == "row" and not (_PAGED_ROW.fullmatch(line.text) and lines[title].role == "heading"):
            break
        again = bool(out) and _same_entry(line, lines[out[0]])
        if again or section or line.role == "code" or len(line.text) > LONGEST:
            break
        if not is_title(line.text) and line.role not in ("item", "row") and texts[line.text] < 2:
            break
        out.append(j)
    return out


_PAGED_ROW = re.compile(r"[|\s]*|\|?[^|]+\|\s*\d{1,3}\s*\|?|[|\s:-]*")
"""A row of a contents page that is a table: a title and its page."""


def _same_entry(line: Line, first: Line) -> bool:
    """Tell whether an entry is the first again, perhaps in capitals or behind "Chapter": the text itself."""
    plain, before = (_PAGE.sub("", each.text).casefold() for each in (line, first))
    return plain == before or entry_key(line) == entry_key(first) != ""


_PAGE = re.compile(r"[\s.…]*\d*$")


RECOGNISERS: tuple[tuple[str, Callable[[Sequence[Line], Rules], list[int]]], ...] = (
    ("running-line", running),
    ("running-line", under_page),
    ("page-number", page_lines),
    ("page-edge", page_edges),
    ("teaser", _teaser),
    ("repeated-title", _repeated_title),
    ("navigation", _navigation),
    ("origin", _origin),
    ("see-also", _see_also),
    ("back-to-top", _back_to_top),
)
"""In order: a line set aside by one is not looked at by the next."""
