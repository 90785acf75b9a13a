"""Document -> Parsed: rules under their own numbers, and whatever is no rule set aside by name.

First the lines that number rules are found (`candidates`, `sequence`, `relative`), then page furniture (`asides`); then
one pass over the lines fills the rules (`openers`, `headings`, `sections`), and `finish` makes the records.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from kb.models import Document, Line, Parsed
from kb.recognise import (
    appendices,
    asides,
    candidates,
    contents,
    examples,
    finish,
    listed,
    margins,
    questions,
    relative,
    sequence,
    trailing,
    worded,
)
from kb.recognise.draft import Walk
from kb.recognise.openers import RECOGNISERS

__all__ = ["recognise", "walk"]


def recognise(document: Document) -> Parsed:
    """Return the rules of a document in reading order, what was set aside, and what a person should know of it."""
    return finish.parsed(document, walk(document))


def walk(document: Document) -> Walk:
    """Return the finished walk over a document's lines: every visible character is in one of its pieces."""
    lines = document.lines
    before = asides.before_numbers(lines)
    cases = examples.listed(lines, before)
    listed_again = contents.summaries(lines, before)
    unnumbered = {**before, **dict.fromkeys(cases, "example"), **dict.fromkeys(listed_again, "summary")}
    rules = appendices.numbered(lines, unnumbered, _numbered)
    state = Walk(document.source, lines, rules, asides.find(lines, rules, before), examples=cases)
    if document.source.kind in ("faq", "glossary", "errata"):
        state.mode = document.source.kind
    state.asks_in_bold = questions.ask_in_bold(lines)
    for index in range(len(lines)):
        state.at = index
        for _name, take in RECOGNISERS:
            if take(state, index):
                break
    return state


def _numbered(lines: Sequence[Line], skip: Mapping[int, str]) -> dict[int, candidates.Numbered]:
    found = trailing.with_trailing(lines, candidates.candidates(lines, skip), skip)
    titled = worded.titled(found, worded.numerals(lines, skip))
    whole = worded.accepted(titled) or sequence.accepted(lines, found)
    if not whole:
        if outline := relative.outline(lines, skip):
            return outline
        titled = candidates.candidates(lines, skip, unprinted=True)
        whole = _unprinted(lines, titled)
    if not whole:
        return {}
    named = {c.index for c in titled if c.index in whole and c.word}
    cited = not named and listed.cites_items(lines, whole, skip)
    whole = {**margins.paragraphs(lines, whole, skip), **whole}
    return {**relative.under_rules(lines, whole, named, skip, cited), **whole}


_SENTENCES = 3
"""So many paragraphs that begin with the next number each are rules; a paragraph that cites one is none."""


def _unprinted(lines: Sequence[Line], found: Sequence[candidates.Candidate]) -> dict[int, candidates.Numbered]:
    """Rules whose number is the beginning of their sentence: "Article 12(3) A team has five players."."""
    rising = all(candidates.follows(a.number, b.number) for a, b in itertools.pairwise(found))
    return sequence.accepted(lines, found) if rising and len(found) >= _SENTENCES else {}
