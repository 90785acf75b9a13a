"""Examples under a label that stands alone: "Example" as a heading or a line, "Examples" over a list of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from kb.models import Line
from kb.recognise.draft import PLURAL, Draft, Walk

_WORDS = "examples?|beispiele?|ejemplos?|exemples?|esempi?o?|exemplos?"
_LABEL = re.compile(rf"(?:{_WORDS})(?:\s*\d{{1,2}})?\s*:?", re.IGNORECASE)
_LENGTH = 16
"""Characters of the longest label."""
_ITEM = re.compile(r"(?:[-*•▪·]\s+)?(?:\(?(?:[A-Z]|[a-z]|\d{1,2})[.)]\s+)?")


def is_label(line: Line) -> bool:
    """Tell whether a line says no more than that examples follow."""
    return len(line.text) <= _LENGTH and line.text[:1].isupper() and _LABEL.fullmatch(line.text) is not None


def listed(lines: Sequence[Line], skip: Collection[int]) -> frozenset[int]:
    """Return the items of lists under such a label, by line index; their markers number no rules."""
    out: list[int] = []
    under = False
    for i, line in enumerate(lines):
        labels = i not in skip and is_label(line)
        if under and _is_item(line):
            out.append(i)
        elif labels or (i not in skip and line.starts):
            under = False
        under = under or labels
    return frozenset(out)


def _is_item(line: Line) -> bool:
    return line.role == "item" or (line.role == "text" and _marker(line.text) > 0)


def _marker(text: str) -> int:
    """Where an item's text begins behind its marks, 0 where it has none."""
    found = _ITEM.match(text)
    return found.end() if found else 0


def label(walk: Walk, i: int) -> bool:
    """A label that stands alone under a numbered rule: the items of a list below it, or the text up to what is next.

    What is next is a number or a heading; after "Example" in the singular, and no heading, the second paragraph.
    """
    line = walk.lines[i]
    owner = _owner(walk) if is_label(line) else None
    if owner is None or i + 1 >= len(walk.lines) or walk.lines[i + 1].role == "heading":
        return False
    draft = walk.open_example(owner)
    draft.goes_on = line.role == "heading" or PLURAL.match(line.text) is not None
    draft.add("text", line.text, line, "")
    return True


def _owner(walk: Walk) -> Draft | None:
    """The numbered rule that examples belong to: the one being read, or the heading it stands under."""
    current = walk.current
    if current is not None and current.kind == "example":
        current = current.above
    return current if current is not None and current.grammar else None


def item(walk: Walk, i: int) -> bool:
    """An item of a list of examples: the first goes with the label, each other is an example of its own."""
    current, line = walk.current, walk.lines[i]
    owner = _owner(walk) if i in walk.examples else None
    if owner is None or current is None or current.kind != "example":
        return False
    if any(not _LABEL.fullmatch(piece.text) for piece in current.pieces):
        current = walk.open_example(owner)
    current.goes_on = False
    start = _marker(line.text)
    start = start if line.text[start:] else 0
    current.add("marker", line.text[:start], line, "")
    current.add("text", line.text[start:], line, "\n")
    return True
