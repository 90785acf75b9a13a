"""Levels that words name and whose numbers begin again under each: RULE 1, SECTION 2, ARTICLE 1 is 1-2-1."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Sequence

from kb import numbering
from kb.models import Line
from kb.numbering.grammar import WORDS
from kb.recognise.candidates import STRONG, Candidate, Numbered, is_title
from kb.recognise.spelt import SPELT, value

_LEAST = 4
"""So many named numbers make a scheme; fewer are headings that mention one."""


def numerals(lines: Sequence[Line], skip: Collection[int]) -> list[Candidate]:
    """Return the titles with a word and a number in words or roman numerals, "Section II-Equipment", "CHAPTER TWO"."""
    out = []
    for index, line in enumerate(lines):
        if index in skip or not (line.starts or line.role == "heading") or not line.text[:1].isupper():
            continue
        given = line.number  # Word's "ARTICLE II" is not among the characters of the line
        mark = numbering.named_numeral(given or line.text) or _spelt(given or line.text)
        number, start = (str(value(mark.number)), 0 if given else mark.start) if mark else ("0", 0)
        if mark and number != "0" and (start >= len(line.text) or is_title(line.text[start:])):
            out.append(Candidate(index, number, "", start, STRONG, "1", mark.word, heading=line.role == "heading"))
    return out


_SPELT = re.compile(rf"(?P<word>{WORDS})\s+(?P<number>{SPELT})(?:[.:)]?(?:\s*[—–-]\s*|\s+)|[.:)]?$)", re.IGNORECASE)


def _spelt(text: str) -> numbering.Marker | None:
    found = _SPELT.match(text)
    return numbering.Marker(found["number"], "", found.end(), found["word"].casefold()) if found else None


def titled(found: Sequence[Candidate], named: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates with the titles that numerals name, in order.

    A numeral that the format itself gives ("ARTICLE I") is told by its word, any other first by what else it may be.
    """
    sure = {c.index for c in found if not c.explicit}
    new = {c.index: c for c in named if c.index not in sure}
    return sorted([*(c for c in found if c.index not in new), *new.values()], key=lambda c: c.index)


def accepted(found: Sequence[Candidate]) -> dict[int, Numbered]:
    """Return the rules of a document whose levels are words, {} if its words number straight through.

    So they do where most of them are articles that run through the chapters, even if sections begin again in each.

    A level is a word, or numbers without one that begin again under it; levels nest in the order in which they first
    appear. The number of a rule is the path of numbers from the top, joined by hyphens, as such rules are cited, and by
    a dot before a number without a word.
    """
    named = _levels(found)
    words = list(dict.fromkeys(c.word for c in named))
    if len(words) < 2 or len(named) < _LEAST or not any(_begins_again(named, word) for word in words[1:]):
        return {}
    commonest = max(words, key=lambda word: sum(c.word == word for c in named))
    if commonest not in ("", words[0]) and not _begins_again(named, commonest):
        return {}
    path: list[str] = []
    out: dict[int, Numbered] = {}
    for candidate in named:
        depth = words.index(candidate.word)
        if depth > len(path):
            continue
        path = [*path[:depth], candidate.number]
        out[candidate.index] = Numbered(_join(path, words), candidate.start)
    return out if _rises(out) else {}


def _levels(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates whose numbers are single: those with words, and others if nothing else numbers the document."""
    named = [c for c in found if c.word and c.number.isdecimal()]
    if len(named) < 2 or any(c.family != "1" for c in found):
        return named
    headings = all(c.heading for c in named)
    return [c for c in found if c.number.isdecimal() and (c.word or (c.heading if headings else c.weight == STRONG))]


def _join(path: Sequence[str], words: Sequence[str]) -> str:
    return "".join(("." if not word else "-") + number for number, word in zip(path, words, strict=False)).lstrip(".-")


def _begins_again(named: Sequence[Candidate], word: str) -> bool:
    numbers = [int(c.number) for c in named if c.word == word]
    return any(below <= above for above, below in itertools.pairwise(numbers))


def _rises(out: dict[int, Numbered]) -> bool:
    keys = [numbering.sort_key(each.number) for each in out.values()]
    return all(above < below for above, below in itertools.pairwise(keys))
