"""Finds what a document defines, and where. The build calls this; a question has no need of its patterns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.models import Chunk
from kb.search.definitions import ENTRY, REMARK, SENTENCE, TITLE, key_of

_IF = r"if|when(?:ever)?|while|once|after|before|until|unless|as|where|it|th(?:ere|is|at|[eo]se|ey)|you|what|some|only"
"""How a sentence begins that speaks under a condition, or of something named before: it defines nothing."""
_LEAD = rf"(?!(?:{_IF})\b)(?:(?:an?|the|to|each|any)\s+)?"
_SUBJECT = re.compile(rf"{_LEAD}([\w'’ /-]{{2,40}}?)\s+(?:is|are|means|refers? to)\s", re.IGNORECASE)
_WHAT = r"""
    (?: an?|the(?!\s+only)|any|one|all|each|every|either|those|what|anything|when|where|how|known|called|defined
    | considered | to\s+(?!be\b) ) \b"""
_THINGS = r"(?!always|usually|not|never|only)(?:[\w'’-]+\s+)?[\w'’-]{3,}s\b"
_IS = re.compile(
    rf"{_LEAD} [\w'’\ /-]{{2,40}}? \s+ (?: (?:is|are)\s+{_WHAT} | are\s+{_THINGS} | means\s | refers?\ to\s )",
    re.IGNORECASE | re.VERBOSE,
)
"""Says what a thing is: "a dragon is a unit", and not "a dragon is sold in the market"."""
_BECOMES = re.compile(
    rf"{_LEAD}[\w'’ -]{{2,30}}?\s+(?:becomes|is|are)\s+([\w'’-]+)\s+(?:if|when|while|as)\s", re.IGNORECASE
)
_SENTENCE = re.compile(r"[^\n]*[^\n.]{3}\.(?:\n|$)")
"""A first line that is a sentence, and no title."""
_DOES = re.compile(r"to\s+([\w'’-]+)\s+(?:(?:[\w'’-]+\s+){1,8}?)?(?:is\s+to|means)\s", re.IGNORECASE)
"""Says what is done: "to exile a card is to set it aside" defines the verb."""


def defined_in(chunk: Chunk) -> list[tuple[str, int]]:
    """Return (name, how good a definition) for what a chunk defines."""
    title, _, body = chunk.text.partition("\n") if not _SENTENCE.match(chunk.text) else (chunk.text, "", "")
    found: list[tuple[str, int]] = []
    if body or chunk.kind in ("heading", "term"):
        found.append((key_of(title), ENTRY if chunk.kind == "term" and body else TITLE))
    if chunk.kind in ("rule", "clause", "term", "heading"):
        sentence = body or title
        how_good = SENTENCE if _IS.match(sentence) else REMARK
        found += [(key_of(m[1]), how_good) for m in (_SUBJECT.match(sentence),) if m]
        found += [(key_of(m[1]), SENTENCE) for m in (_BECOMES.match(sentence), _DOES.match(sentence)) if m]
    return [(name, rank) for name, rank in found if name]


def definitions_of(chunks: Sequence[Chunk]) -> dict[str, list[tuple[int, int]]]:
    """Return by name the (how good, ordinal) of every chunk that defines it, best first."""
    found: dict[str, set[tuple[int, int]]] = {}
    for ordinal, chunk in enumerate(chunks):
        for name, rank in defined_in(chunk):
            found.setdefault(name, set()).add((rank, ordinal))
    return {name: sorted(found[name]) for name in sorted(found)}
