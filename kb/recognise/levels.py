"""Citations of rules whose levels are words: "Article V, Section 2", "Section 2 of Article V", or "Section 2" alone."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from kb import numbering
from kb.models import Reference
from kb.numbering.grammar import WORDS
from kb.recognise.draft import Draft
from kb.recognise.sequence import VOLUMES
from kb.recognise.spelt import SPELT, value

_NAMED = re.compile(rf"(?P<word>{WORDS})\.?\s+(?P<spelt>(?:[IVXL]+|{SPELT})\b)?", re.IGNORECASE)
_SPELT = re.compile(rf"\b(?P<word>(?i:{WORDS})s?\.?\s+)(?P<numeral>[IVXL]{{1,7}}|(?i:{SPELT}))\b(?!\.\d|['’])")
_APPENDIX = re.compile(r"\b(?:appendix|annexe?|anhang)\s+(?=[A-Z]\.?\d)", re.IGNORECASE)
_APPENDED = re.compile(
    rf"\b(?i:{WORDS})s?\.?\s+(?P<number>\d[\d.]*)\s+(?:of|in|des|der|von)\s+(?i:appendix|annexe?|anhang)\s+(?P<letter>[A-Z])\b"
)
_BEFORE = re.compile(r"([^\W\d_]+)\.?\s*$")
_UNDER = re.compile(r",?\s+(?:section|sec\.|article|art\.|clause|paragraph)\s+", re.IGNORECASE)
_OF = re.compile(
    r"\s+(?:of|in|under|to)\s+(?:the\s+)?(?:article|art\.|rule|part|chapter|section|law)\s+", re.IGNORECASE
)
_WORD = 24
"""Characters before a number that hold the word which names its level."""


@dataclass(frozen=True, slots=True)
class Levels:
    """How far down each word numbers (1: the top), whether a document spells the numbers behind them or prints them in
    roman numerals, and whether its appendices are lettered. `volume` is the word of chapters that have the first
    numbers, where nothing else is named by a word.
    """

    depths: Mapping[str, int] = field(default_factory=dict)
    spelt: bool = False
    lettered: bool = False
    volume: str = ""

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> Levels:
        """Return the levels that the rules of a document bear on their fronts."""
        depths: dict[str, int] = {}
        numerals = False
        for draft in drafts:
            first = draft.pieces[0] if draft.grammar and draft.pieces else None
            found = _NAMED.match(f"{first.line.number or first.text} ") if first else None
            if found:
                depths.setdefault(found["word"].casefold(), draft.number.count("-") + 1)
                numerals = numerals or found["spelt"] is not None
        lettered = any(draft.grammar and draft.number[1:2] == "." and draft.number[0].isalpha() for draft in drafts)
        volume = next(iter(depths), "") if len(depths) == 1 and not VOLUMES.isdisjoint(depths) else ""
        return cls(depths if len(set(depths.values())) > 1 else {}, numerals, lettered, volume)

    def digits(self, text: str) -> str:
        """Return a text with spelt numbers behind such words as digits, and "rule 2 of Appendix A" as rule A.2.

        Only where the document numbers so.
        """
        if self.lettered:
            text = _APPENDED.sub(r"rule \g<letter>.\g<number>", _APPENDIX.sub("rule ", text))
        text = _SPELT.sub(_in_digits, text) if self.spelt else text
        return re.sub(rf"\b{self.volume}\s+(?=\d)", "rule ", text, flags=re.IGNORECASE) if self.volume else text

    def whole(self, text: str, reference: Reference, own: str) -> str:
        """Return the number that a citation in the rule `own` means which names only the last level, "" for others."""
        found = _BEFORE.search(text, max(reference.start - _WORD, 0), reference.start) if self.depths else None
        depth = self.depths.get(found[1].casefold(), 0) if found else 0
        above = own.partition("/")[0].split("-")[: depth - 1]
        return "-".join([*above, reference.number]) if depth > 1 and len(above) == depth - 1 else ""


def _in_digits(found: re.Match[str]) -> str:
    number = value(found["numeral"])
    return f"{found['word']}{number}" if number else found[0]


def joined(text: str, above: str, end: int, reference: Reference, printed: Container[str]) -> str:
    """Return the whole number of two references, of which the second begins behind the first's `end`: "" if apart.

    `above` is the first's number: 12 and "Section 1" give 12-1, "Section 1" (1) "of Rule 12" too.
    """
    under = f"{above}-{reference.number}" if _UNDER.fullmatch(text, end, reference.start) else ""
    last = numbering.components(above)[-1] if above and numbering.is_number(above) else ""
    of = f"{reference.number}-{last}" if last and _OF.fullmatch(text, end, reference.start) else ""
    return next((whole for whole in (under, of) if whole and whole in printed), "")
