"""Reports as a table for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb.evaluate import Report
from kb.evaluate.measures import NAMES

WIDTH = 22


def table(reports: Iterable[Report], scorings: Sequence[str] = ("related", "strict", "passage")) -> str:
    """One line a report and scoring: n, the measures with their 95 % intervals, and the share answered."""
    head = f"{'set':28} {'scoring':8} {'n':>4} " + " ".join(f"{name:{WIDTH}}" for name in NAMES) + " answered"
    return "\n".join([head, *(line for one in reports for line in _lines(one, scorings))])


def _lines(one: Report, scorings: Sequence[str]) -> Iterable[str]:
    if not one.values:
        cells = f"{'no rule answers these':{(WIDTH + 1) * len(NAMES)}}"
        yield f"{one.name[:28]:28} {'none':8} {one.n:>4} {cells}{one.answered}"
    for scoring in scorings:
        if scoring in one.values:
            each = one.values[scoring]
            cells = " ".join(f"{each[name]!s:{WIDTH}}" for name in NAMES)
            yield f"{one.name[:28]:28} {scoring:8} {each[NAMES[0]].n:>4} {cells} {one.answered}"
