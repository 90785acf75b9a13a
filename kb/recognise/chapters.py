"""Chapters whose number is not printed: the heading over 6:1, 6:2 ... is what people cite as rule 6."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kb import numbering
from kb.recognise.draft import Draft

_LEAST = 3
"""So many chapters in a row show that headings stand for first components."""
_CONSECUTIVE = 0.6
"""At least this share of the chapters follows the one before by one."""


def number_chapters(drafts: Sequence[Draft]) -> None:
    """Give the headings of a chaptered document the first component that all rules under each of them share.

    Only where the headings without numbers form a series, each has a component of its own, and no rule has that number.
    """
    chapters = _chapters(drafts)
    numbers = [int(number) for number in chapters]
    steps = sum(b - a == 1 for a, b in itertools.pairwise(numbers))
    if len(numbers) < _LEAST or numbers != sorted(numbers) or steps < _CONSECUTIVE * (len(numbers) - 1):
        return
    for number, heading in chapters.items():
        _rename(drafts, heading, number)


def _chapters(drafts: Sequence[Draft]) -> dict[str, Draft]:
    """The heading for each first component, in order: the outermost that has no other, else the one right above."""
    given = {draft.number for draft in drafts if draft.grammar}
    numbered = [(draft, numbering.components(draft.number)[0]) for draft in drafts if draft.grammar]
    numbered = [(draft, first) for draft, first in numbered if first.isdecimal()]
    if given.issuperset(first for _, first in numbered):
        return {}
    firsts: dict[int, set[str]] = {}
    for draft, first in numbered:
        for heading in _headings_over(draft):
            firsts.setdefault(id(heading), set()).add(first)
    out: dict[str, Draft] = {}
    taken: set[int] = set()
    for draft, first in numbered:
        over = _headings_over(draft) if first not in given and first not in out else []
        if not over:
            continue
        alone = [heading for heading in over if firsts[id(heading)] == {first}]
        chosen = alone[-1] if alone else over[0]
        if id(chosen) not in taken:
            taken.add(id(chosen))
            out[first] = chosen
    return out


def _headings_over(draft: Draft) -> list[Draft]:
    out = []
    above = draft.above
    while above is not None:
        if above.level and not above.grammar:
            out.append(above)
        above = above.above
    return out


def _rename(drafts: Sequence[Draft], heading: Draft, number: str) -> None:
    old = f"{heading.number}/"
    heading.number, heading.grammar = number, True
    for draft in drafts:
        if not draft.grammar and draft.number.startswith(old):
            draft.number = f"{number}/{draft.number[len(old) :]}"
