"""What a document defines, and where: a word asked for alone gives its definition first (found by `defining`)."""

from __future__ import annotations

import re

from kb.search.question import content_terms, content_words

LONGEST = 4
"""Terms in a name that is defined; more is a sentence."""

ENTRY, SENTENCE, TITLE, REMARK = 0, 1, 2, 3
"""How good a definition is: a glossary entry, a sentence that says what a thing is, a title, one that says how it
is."""

_ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)|^[\d.:a-z]*\d[.:)]*\s+")


def key_of(text: str) -> str:
    """The terms of a name in order, as one string; "" where they are too many to be a name."""
    terms = content_terms(_ASIDE.sub(" ", text))
    return " ".join(terms) if len(terms) <= LONGEST else ""


def as_written(name: str) -> str:
    """Return the content words of a name as they stand: "tapped" and "tap" are one key, and two entries."""
    return " ".join(word.casefold() for word, _ in content_words(_ASIDE.sub(" ", name)))
