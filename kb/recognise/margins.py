"""Numbers in the margin that count the paragraphs of each section, as standards print them: 1, 2, 3 in 4.1.2.

The second paragraph of 4.1.2 is 4.1.2(2), which "4.1.2 paragraph 2" cites.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from kb.models import Line
from kb.recognise.candidates import Numbered

_COUNTED = re.compile(r"(?P<number>\d{1,3})(?:\s+|\t)(?=[A-Z“\"‘(][^|]*[a-z]{2,}\s\S+\s\S)")
"""A bare number before a sentence: cells of a table are shorter."""
_SECTIONS, _PARAGRAPHS = 3, 8
"""So many sections count so ..., with so many paragraphs together."""
_SHARE = 0.5
"""Of the paragraphs of such a section, how many are counted."""


def paragraphs(lines: Sequence[Line], rules: Mapping[int, Numbered], skip: Collection[int]) -> dict[int, Numbered]:
    """Return the counted paragraphs of sections, by line index, {} where a document does not count so."""
    out: dict[int, Numbered] = {}
    sections = 0
    starts = sorted(i for i, each in rules.items() if not each.relative)
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        found = _counted(lines, range(start + 1, end), skip)
        if found:
            sections += 1
            base = rules[start].number
            out |= {i: Numbered(f"{base}({n})", at, relative=True) for n, (i, at) in enumerate(found.items(), 1)}
    return out if sections >= _SECTIONS and len(out) >= _PARAGRAPHS else {}


def _counted(lines: Sequence[Line], indexes: range, skip: Collection[int]) -> dict[int, int]:
    """The counted paragraphs of one section, from 1 on without a gap, and where the text of each starts."""
    found: dict[int, int] = {}
    begun = 0
    for i in indexes:
        line = lines[i]
        if line.role == "heading":
            break
        mark = (
            _COUNTED.match(line.text) if line.text[:1].isdecimal() and line.role == "text" and i not in skip else None
        )
        begun += line.starts and line.role == "text"
        if mark and int(mark["number"]) == len(found) + 1:
            found[i] = mark.end()
    return found if len(found) >= _SHARE * max(begun - 1, 1) else {}
