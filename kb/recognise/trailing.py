"""Headings whose number stands behind their title: "Combat (7.3)", "Combat – 7.3"."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import STRONG, Candidate, follows, is_title

_LEAST = 3
"""So many headings with a number behind them are numbered by it; fewer cite a rule, or give a number of players."""
_STEPS = 0.8
"""Of their numbers, how many follow the one before: an index of terms with their rules is in no such order."""


def with_trailing(lines: Sequence[Line], found: Sequence[Candidate], skip: Collection[int]) -> list[Candidate]:
    """Return the candidates and the headings numbered from behind, in order.

    Where most of their numbers begin a line too, that line is the rule, and the headings only cite it.
    """
    taken = {c.index for c in found}
    last = [c for c in _candidates(lines, skip) if c.index not in taken]
    above = {numbering.parent_of(c.number) for c in last}
    last = [c for c in last if c.family != "1" or c.number in above]
    whole = [c.number for c in last if c.family != "1"]
    steps = sum(follows(a, b) for a, b in itertools.pairwise(whole))
    led = {c.number for c in found}.intersection(whole)
    if len(whole) < _LEAST or steps < _STEPS * (len(whole) - 1) or 2 * len(led) > len(whole):
        return list(found)
    return sorted([*found, *last], key=lambda c: c.index)


def _candidates(lines: Sequence[Line], skip: Collection[int]) -> list[Candidate]:
    out = []
    for index, line in enumerate(lines):
        mark = numbering.trailing(line.text) if index not in skip and _is_heading(lines, index) else None
        if mark:
            family = numbering.family(mark.number)
            out.append(Candidate(index, mark.number, mark.form, 0, STRONG, family, heading=True, end=mark.start))
    return out


def _is_heading(lines: Sequence[Line], index: int) -> bool:
    """Tell whether a line is a heading, by its mark-up or in plain text by its look and the white above it."""
    line = lines[index]
    if line.role == "heading":
        return True
    apart = index == 0 or line.line - lines[index - 1].line > 1
    return line.role == "text" and not line.level and line.starts and apart and is_title(line.text)
