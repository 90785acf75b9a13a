"""What pages put around their text: page numbers, running headers and footers."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Container, Sequence

from kb.models import Line

_PAGE = re.compile(
    r"(?:page|seite|página|pagina)\s+\d{1,4}(?:\s*(?:of|von|de|/)\s*\d{1,4})?|[-–—]\s*\d{1,4}\s*[-–—]", re.IGNORECASE
)
LONGEST = 100
"""Characters of the longest running line, and of the longest entry of a contents page."""
_NAME = 60
"""Characters of the longest name that stands above a footer."""
_REPEATS = 3
"""A footer stands on at least so many pages."""


def page_lines(lines: Sequence[Line], rules: Container[int]) -> list[int]:
    """Page numbers on lines of their own: "Page 3 of 12", "- 3 -", or bare ones that count up through the document."""
    printed = [i for i, line in enumerate(lines) if line.role not in ("code", "row") and i not in rules]
    bare = [i for i in printed if lines[i].text.isdecimal() and len(lines[i].text) <= 4]
    far = len(bare) >= _REPEATS and (bare[-1] - bare[0]) / (len(bare) - 1) >= _PAGE_LINES
    counted = bare if far and _rises(lines, bare) else []
    return counted + [i for i, line in enumerate(lines) if _PAGE.fullmatch(line.text)]


_PAGE_LINES = 8
"""Lines of the shortest pages: numbers that stand closer number something else."""


def running(lines: Sequence[Line], rules: Container[int]) -> list[int]:
    """A footer: "(c) Publisher 12", the same on many pages but for a number that rises; and the line fixed above it.

    Where the chapter stands in it too, its first words are the same.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for i, line in enumerate(lines):
        plain = i not in rules and line.role == "text" and len(line.text) <= LONGEST and not _CAPTION.match(line.text)
        side = _page_side(line.text) if plain else ""
        if side:
            frame = re.sub(r"\d+", "#", line.text)
            groups.setdefault((side, frame), []).append(i)
            groups.setdefault((side, " ".join(frame.strip("# ").split()[:_FRAME]) + "..."), []).append(i)
    out: list[int] = []
    for (_side, key), members in groups.items():
        least = _REPEATS + 2 if key.endswith("...") else _REPEATS
        named = any(c.isalpha() for c in key) and not _under_headings(lines, members)
        if len(members) >= least and named and _rises(lines, members):
            out += members + _companions(lines, members)
    return out


_CAPTION = re.compile(r"(?:figure|fig\.|table|abbildung|abb\.|tabelle|figura|tabla|tableau)\s*\d", re.IGNORECASE)
"""The line under a figure: the figures of a series are named alike."""


def _under_headings(lines: Sequence[Line], members: Sequence[int]) -> bool:
    """Tell whether nearly all the lines stand right under a heading, as what is said of a rule does and no page."""
    under = sum(any(line.role == "heading" for line in lines[max(i - 2, 0) : i]) for i in members)
    return under >= _UNDER * len(members)


_UNDER = 0.9
_FRAME = 3
"""Words that a footer with the chapter's name in it begins with on every page."""


def _page_side(text: str) -> str:
    """Where a page number may stand in a line: at its end ("$"), else at its start ("^"), or nowhere ("")."""
    return "$" if re.search(r"\d{1,4}$", text) else "^" if re.match(r"\d{1,4}\b", text) else ""


def _page_of(text: str) -> int:
    numbers = re.findall(r"\d+", text)
    return int(numbers[-1] if _page_side(text) == "$" else numbers[0])


def _rises(lines: Sequence[Line], members: Sequence[int]) -> bool:
    """Tell whether the numbers of the lines count pages: up by one (or two: left pages), nearly always, well apart."""
    pages = [_page_of(lines[i].text) for i in members]
    steps = sum(b - a in (1, 2) for a, b in itertools.pairwise(pages))
    apart = all(b - a > 1 for a, b in itertools.pairwise(members))
    return apart and steps >= 0.9 * (len(pages) - 1)


def under_page(lines: Sequence[Line], rules: Container[int]) -> list[int]:
    """The running line next to a heading that only numbers the page ("## Page 12"): it has the same number."""
    out = []
    for i, line in enumerate(lines):
        found = _PAGE.fullmatch(line.text)
        for j in (i - 1, i + 1) if found else ():
            near = lines[j].text if 0 <= j < len(lines) and len(lines[j].text) <= LONGEST else ""
            if _page_side(near) and _page_of(near) == _page_of(line.text) and near != line.text:
                out.append(j)
    return out


def page_edges(lines: Sequence[Line], rules: Container[int]) -> list[int]:
    """In text with page breaks: the first or last line of a page that is the same, but for numbers, on many pages."""
    edges = [i for i, line in enumerate(lines) if line.page and _at_edge(lines, i)]
    keys = Counter(re.sub(r"\d+", "#", lines[i].text) for i in edges)
    pages = len({line.page for line in lines})
    least = max(_REPEATS, 0.4 * pages)
    return [i for i in edges if keys[re.sub(r"\d+", "#", lines[i].text)] >= least and len(lines[i].text) <= LONGEST]


def _at_edge(lines: Sequence[Line], i: int) -> bool:
    first = i == 0 or lines[i - 1].page != lines[i].page
    last = i + 1 == len(lines) or lines[i + 1].page != lines[i].page
    return (first or last) and lines[i].role == "text"


def _companions(lines: Sequence[Line], members: Sequence[int]) -> list[int]:
    """The lines right above, if they are one and the same name on nearly every page (a site's address, a title)."""
    above = [i - 1 for i in members if i > 0]
    text, count = max(Counter(lines[i].text for i in above).items(), key=lambda each: each[1], default=("", 0))
    name = len(" ".join(text.split())) <= _NAME and text[-1:] not in set(".!?:;,")
    same = [i for i in above if lines[i].text == text]
    return same if name and count >= max(_REPEATS, 0.9 * len(above)) else []
