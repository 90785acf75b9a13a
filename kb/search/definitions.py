"""What a document defines, and where: found at build, so that a word asked for alone gives its definition first."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.models import Chunk
from kb.search.question import content_terms, content_words

LONGEST = 4
"""Terms in a name that is defined; more is a sentence."""

ENTRY, SENTENCE, TITLE = 0, 1, 2
"""How good a definition is: a glossary entry, a sentence, a title."""

_IF = r"if|when(?:ever)?|while|once|after|before|until|unless|as|where|it|th(?:ere|is|at|[eo]se|ey)|you|what|some|only"
"""How a sentence begins that speaks under a condition, or of something named before: it defines nothing."""
_LEAD = rf"(?!(?:{_IF})\b)(?:(?:an?|the|to|each|any)\s+)?"
_SUBJECT = re.compile(rf"{_LEAD}([\w'’ /-]{{2,40}}?)\s+(?:is|are|means|refers? to)\s", re.IGNORECASE)
_BECOMES = re.compile(
    rf"{_LEAD}[\w'’ -]{{2,30}}?\s+(?:becomes|is|are)\s+([\w'’-]+)\s+(?:if|when|while|as)\s", re.IGNORECASE
)
_ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)|^[\d.:a-z]*\d[.:)]*\s+")


def key_of(text: str) -> str:
    """The terms of a name in order, as one string; "" where they are too many to be a name."""
    terms = content_terms(_ASIDE.sub(" ", text))
    return " ".join(terms) if len(terms) <= LONGEST else ""


def as_written(name: str) -> str:
    """Return the content words of a name as they stand: "tapped" and "tap" are one key, and two entries."""
    return " ".join(word.casefold() for word, _ in content_words(_ASIDE.sub(" ", name)))


def defined_in(chunk: Chunk) -> list[tuple[str, int]]:
    """Return (name, how good a definition) for what a chunk defines."""
    title, _, body = chunk.text.partition("\n")
    found: list[tuple[str, int]] = []
    if body or chunk.kind in ("heading", "term"):
        found.append((key_of(title), ENTRY if chunk.kind == "term" and body else TITLE))
    if chunk.kind in ("rule", "clause", "term", "heading"):
        sentence = body or title
        found += [(key_of(m[1]), SENTENCE) for m in (_SUBJECT.match(sentence), _BECOMES.match(sentence)) if m]
    return [(name, rank) for name, rank in found if name]


def definitions_of(chunks: Sequence[Chunk]) -> dict[str, list[tuple[int, int]]]:
    """Return by name the (how good, ordinal) of every chunk that defines it, best first."""
    found: dict[str, set[tuple[int, int]]] = {}
    for ordinal, chunk in enumerate(chunks):
        for name, rank in defined_in(chunk):
            found.setdefault(name, set()).add((rank, ordinal))
    return {name: sorted(found[name]) for name in sorted(found)}
