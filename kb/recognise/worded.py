"""Levels that words name and whose numbers begin again under each: RULE 1, SECTION 2, ARTICLE 1 is 1-2-1."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kb import numbering
from kb.recognise.candidates import Candidate, Numbered

_LEAST = 4
"""So many named numbers make a scheme; fewer are headings that mention one."""


def accepted(found: Sequence[Candidate]) -> dict[int, Numbered]:
    """Return the rules of a document whose levels are words, {} if its words number straight through.

    A level is a word; levels nest in the order in which they first appear. The number of a rule is the path of the
    numbers from the top, joined by hyphens, as such rules are cited.
    """
    named = [c for c in found if c.word and c.number.isdecimal()]
    words = list(dict.fromkeys(c.word for c in named))
    if len(words) < 2 or len(named) < _LEAST or not any(_begins_again(named, word) for word in words[1:]):
        return {}
    path: list[int] = []
    out: dict[int, Numbered] = {}
    for candidate in named:
        depth = words.index(candidate.word)
        if depth > len(path):
            continue
        path = [*path[:depth], int(candidate.number)]
        out[candidate.index] = Numbered("-".join(map(str, path)), candidate.start)
    return out if _rises(out) else {}


def _begins_again(named: Sequence[Candidate], word: str) -> bool:
    numbers = [int(c.number) for c in named if c.word == word]
    return any(below <= above for above, below in itertools.pairwise(numbers))


def _rises(out: dict[int, Numbered]) -> bool:
    keys = [numbering.sort_key(each.number) for each in out.values()]
    return all(above < below for above, below in itertools.pairwise(keys))
