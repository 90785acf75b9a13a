"""The heaviest rising chain among the numbers that lines begin with: longest increasing subsequence, n log n."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence

from kb import numbering
from kb.recognise.candidates import Candidate, follows, is_first

_HEADED, _FOLLOWING, _SURE = 5, 0.9, 5
"""So many headings, of whose steps so many are by one, weigh each as much as so many rules."""
_LONE = 5
"""So many single numbers without sub-rules weigh as much as one rule: lists have items."""


def chain(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the heaviest subsequence whose numbers strictly rise; of equal ones, the one of closest neighbours."""
    keys = sorted({numbering.sort_key(c.number) for c in found})
    rank = {key: n for n, key in enumerate(keys, start=1)}
    worth = _worth(found)
    best: list[tuple[int, int]] = [(0, -1)] * (len(keys) + 1)
    before: list[int] = []
    for place, candidate in enumerate(found):
        at = rank[numbering.sort_key(candidate.number)]
        weight, previous = _highest(best, at - 1)
        before.append(previous)
        _raise(best, at, (weight + worth[place], place))
    return _first_of_equals(found, _trace(found, before, _highest(best, len(keys))[1]))


def _worth(found: Sequence[Candidate]) -> list[int]:
    """Weights of candidates in a chain: a single number with none below it (no 5.1 for 5.) may be a list's.

    Unless it is a heading, which between equals weighs a little more.
    """
    heads = {numbering.components(c.number)[0] for c in found if c.family != "1"}
    sure = _SURE if _by_headings(found) else 1
    return [
        sure * c.weight + 1
        if c.heading
        else c.weight // _LONE
        if heads and c.family == "1" and c.number not in heads
        else c.weight
        for c in found
    ]


def _by_headings(found: Sequence[Candidate]) -> bool:
    """Tell whether the headings are numbered one after another: what begins other lines goes on from them, or cites."""
    headed = [c.number for c in found if c.heading and c.family != "1"]
    steps = sum(follows(above, below, 1) for above, below in itertools.pairwise(headed))
    return len(headed) >= _HEADED and steps >= _FOLLOWING * (len(headed) - 1)


def _highest(tree: list[tuple[int, int]], at: int) -> tuple[int, int]:
    top = (0, -1)
    while at > 0:
        top = max(top, tree[at])
        at -= at & -at
    return top


def _raise(tree: list[tuple[int, int]], at: int, value: tuple[int, int]) -> None:
    while at < len(tree):
        tree[at] = max(tree[at], value)
        at += at & -at


def _trace(found: Sequence[Candidate], before: list[int], last: int) -> list[int]:
    out = []
    while last >= 0:
        out.append(last)
        last = before[last]
    return out[::-1]


def _first_of_equals(found: Sequence[Candidate], places: Sequence[int]) -> list[Candidate]:
    """Of the same number several times in a row, the first of the surest is the rule; the others come after it."""
    everywhere: dict[str, list[int]] = {}
    for place, candidate in enumerate(found):
        everywhere.setdefault(candidate.number, []).append(place)
    out = []
    after = -1
    for place in places:
        same = everywhere[found[place].number]
        near = same[bisect_right(same, after) : bisect_right(same, place)]
        after = max(near, key=lambda p: (found[p].weight, found[p].heading, bool(found[p].word), _heads(found, p), -p))
        out.append(found[after])
    return out


def _heads(found: Sequence[Candidate], place: int) -> bool:
    """Tell whether a title has its first number next: "2. Cards" over 2.1, unlike the second item of a list."""
    below = found[place + 1].number if place + 1 < len(found) else ""
    return found[place].titled and is_first(below, found[place].number)
