"""Words that a line end has cut at a hyphen: whole again where they were divided, hyphened where they are spelt so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_TAIL = re.compile(r"([^\W\d_]+)-$")
_HEAD = re.compile(r"([^\W\d_]+)")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HANGING = frozenset({"or", "and", "to", "und", "oder", "bis", "y", "o", "et", "ou", "e"})


@dataclass(frozen=True, slots=True)
class Hyphens:
    """How a document writes its words: how often each stands whole, and whether it divides them at line ends.

    The latter is judged by the words whose form is known from elsewhere.
    """

    known: Counter[str]
    divides: bool

    @classmethod
    def of(cls, lines: Sequence[str]) -> Hyphens:
        """Return what the lines of a document say of its words."""
        known = _vocabulary(lines)
        return cls(known, _divides_words(lines, known))

    def joined(self, head: str, first: str) -> str | None:
        """Return a line that ends in a hyphen with the first word of the next, or None where it is not cut there.

        A hyphen stays where the document writes the word with one elsewhere; where neither form is found, it stays in a
        document that does not divide words.
        """
        halves = _halves(head, first)
        if not halves:
            return None
        return (head[:-1] if _was_divided(*halves, self.known, self.divides) else head) + first


def _halves(head: str, first: str) -> tuple[str, str] | None:
    """The letters around a hyphen at a line's end; None where there is none, or one left hanging (two- or four-)."""
    tail, start = _TAIL.search(head), _HEAD.match(first)
    if not tail or not start or start.group(1).casefold() in _HANGING:
        return None
    return tail.group(1), start.group(1)


def _was_divided(tail: str, start: str, known: Counter[str], divides: bool) -> bool:
    """Whether a word was broken at the hyphen, which is then no part of it."""
    whole, hyphened = known[(tail + start).casefold()] > 0, known[f"{tail}-{start}".casefold()] > 0
    if not start[0].islower():
        return False
    return whole if whole != hyphened else divides and not hyphened


def _divides_words(lines: Sequence[str], known: Counter[str]) -> bool:
    """Whether the document divides words at line ends, judged by those whose form is known from elsewhere."""
    sure = 0
    for before, line in pairwise(lines):
        halves = _halves(before, line.partition(" ")[0])
        if halves:
            whole, hyphened = known["".join(halves).casefold()] > 0, known["-".join(halves).casefold()] > 0
            sure += whole - hyphened
    return sure >= 0


def _vocabulary(lines: Sequence[str]) -> Counter[str]:
    """How often each word stands whole in the document: the halves of a broken one are not counted."""
    known = Counter(word for line in lines for word in _WORDS.findall(line.casefold()))
    for before, line in pairwise(lines):
        broken, head = _TAIL.search(before), _HEAD.match(line)
        if broken and head:
            known.subtract((broken.group(1).casefold(), head.group(1).casefold()))
    return known
