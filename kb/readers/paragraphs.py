"""What word processors' formats share: paragraphs with computed numbers, emphasis and heading styles."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.models import Line
from kb.readers.blocks import TITLE_SHARE, bold_length, fold, has_own_marker, plain, reads_like_title

_PROSE = 0.25
"""The share of sentences from which a style is no heading's."""

_LONG = 80
"""A heading with more characters than this reads like a rule."""

_CODE = re.compile(r"(?:html )?preformatted(?: text)?|(?:source )?code(?: block)?|verbatim", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{4,}")
_SEPARATORS = re.compile(r"[.:\-–_]|\)\(")


def folded(row: Sequence[tuple[str, bool]], line: Line) -> Line:
    """The line with the text of its pieces, each given with whether it is bold."""
    return replace(line, text=fold("".join(text for text, _ in row)), bold=bold_length(row))


def unfolded(row: Sequence[tuple[str, bool]], line: Line) -> Line:
    """The line as code, with its white space."""
    return replace(line, text=plain("".join(text for text, _ in row)).rstrip(), role="code")


def is_code(style: str) -> bool:
    """Whether the name of a paragraph style is that of code and drawings in letters."""
    return _CODE.fullmatch(style.strip()) is not None


def with_whole_code(lines: Sequence[Line]) -> list[Line]:
    """The lines, where code of several paragraphs is one block; code that makes up most of a document is its text."""
    listed = sum(len(line.text) for line in lines if line.role == "code")
    if 2 * listed >= sum(len(line.text) for line in lines):
        return [replace(line, role="text", text=fold(line.text)) if line.role == "code" else line for line in lines]
    goes_on = {n for n, (above, line) in enumerate(pairwise(lines), 1) if above.role == line.role == "code"}
    return [replace(line, starts=False) if n in goes_on else line for n, line in enumerate(lines)]


def title_rows(rows: Sequence[list[tuple[str, bool]]]) -> list[list[tuple[str, bool]]]:
    """The rows of a heading: a line break in it is a space ("Chapter 3", "Naps"), unless another number follows."""
    out: list[list[tuple[str, bool]]] = []
    for row in rows:
        if out and not has_own_marker("".join(text for text, _ in row)):
            out[-1] = [*out[-1], (" ", False), *row]
        else:
            out.append(row)
    return out


def with_number(line: Line, number: str) -> Line:
    """A line with its computed number.

    A whole one (1.2, a heading's) stands beside the text; one that counts within its list ("3.", "(a)") is printed
    before the text, as on the page.
    """
    if not number or not line.text:
        return line
    parts = [part for part in _SEPARATORS.split(number.strip(".:)( ")) if part.isalnum()]
    if line.role == "heading" or len(parts) > 1:
        return replace(line, number=number)
    return replace(line, text=f"{number} {line.text}", bold=line.bold and line.bold + len(number) + 1)


def without_false_headings(lines: Sequence[Line], styled: Mapping[int, str]) -> list[Line]:
    """The lines, where a style is a heading's only if its paragraphs mostly read like headings.

    `styled` gives the style of each paragraph, by `line`. Rulebooks set whole rules in heading styles, to number them
    and to list them in the word processor's outline.
    """
    by_style: dict[str, list[Line]] = {}
    for line in lines:
        if line.role == "heading":
            by_style.setdefault(styled[line.line], []).append(line)
    prose = {style for style, found in by_style.items() if sum(map(_is_prose, found)) > _PROSE * len(found)}
    return [
        replace(line, role="text", level=0) if line.role == "heading" and styled[line.line] in prose else line
        for line in lines
    ]


def with_bold_headings(lines: Sequence[Line], terms: Collection[int] = ()) -> list[Line]:
    """The lines, where short bold paragraphs over text are headings below those that the format marks as such.

    `terms` are the places of lines that the format marks as something else.
    """
    pairs = enumerate(pairwise(lines))
    titles = {place for place, (line, below) in pairs if place not in terms and _is_bold_title(line, below)}
    if sum(len(lines[place].text) for place in titles) > TITLE_SHARE * sum(len(line.text) for line in lines):
        return list(lines)
    level = min(max((line.level for line in lines if line.role == "heading"), default=0) + 1, 6)
    return [replace(line, role="heading", level=level) if place in titles else line for place, line in enumerate(lines)]


def _is_bold_title(line: Line, below: Line) -> bool:
    over_text = below.starts and not below.aside and below.role != "heading" and below.bold < len(below.text)
    return line.role == "text" and line.starts and over_text and reads_like_title(line.text, line.bold)


def _is_prose(line: Line) -> bool:
    """Whether a paragraph is long or a sentence; "4. Naps Without Any Blanket." is a title with a stop.

    A question is the title of its answer.
    """
    if line.text.endswith("?"):
        return len(line.text) > 2 * _LONG
    if len(line.text) > _LONG or not line.text.endswith((".", "!", "”", ";")):
        return len(line.text) > _LONG
    words = _WORD.findall(line.text)
    capitals = sum(word[0].isupper() for word in words)
    return line.text.count(" ") > 4 and 2 * capitals <= len(words)
