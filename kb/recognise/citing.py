"""What a rule cites: references in its words, as the document itself prints the numbers they name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb import numbering
from kb.models import Reference
from kb.recognise.draft import Draft
from kb.recognise.levels import Levels, joined


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a document numbers: the families of its numbers, and each as printed by its small letters.

    `folded` has them with their letters bare: "8.1.a" and "8.1(a)" name 8.1a where no rule has their own print;
    `levels` are the words that number them.
    """

    families: frozenset[str]
    printed: Mapping[str, str]
    folded: Mapping[str, str]
    groups: frozenset[str]
    largest: Mapping[str, int]
    levels: Levels

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> Scheme:
        """Return the scheme of the numbers of a document's rules."""
        numbers = [draft.number for draft in drafts if draft.grammar]
        families = frozenset(numbering.family(number) for number in numbers)
        printed = {number.casefold(): number for number in reversed(numbers)}
        folded = {numbering.bare(number): number for number in reversed(numbers)}
        groups = frozenset({*numbers, *map(numbering.parent_of, numbers)})
        return cls(families, printed, folded, groups, _largest(numbers), Levels.of(drafts))

    def is_other(self, number: str) -> bool:
        """Tell whether a number without a citing word is no rule's: a version 3.6.0 where there is no 3.6, a time."""
        if number in self.printed or number in self.folded:
            return False
        return numbering.parent_of(number) not in self.groups or self._is_time(number)

    def _is_time(self, number: str) -> bool:
        """The time of a clock, 79:30 among 8:10d: far behind the numbers around it."""
        if not _CLOCK.fullmatch(number):
            return False
        first, last = numbering.components(number)
        return int(last) - self.largest.get(first, -_FAR) >= _FAR


_CLOCK = re.compile(r"\d{1,2}:[0-5]\d")
_FAR = 10
"""A number so far behind the last of its rule is no slip of the pen for one of them."""


def _largest(numbers: Sequence[str]) -> dict[str, int]:
    """The largest second component under each first."""
    out: dict[str, int] = {}
    for first, *rest in map(numbering.components, numbers):
        if rest and rest[0].isdecimal():
            out[first] = max(out.get(first, 0), int(rest[0]))
    return out


_APART = re.compile(
    r"\s?(?P<brackets>(?:\([0-9A-Za-z]{1,4}\))+)|\s(?:Abs(?:atz|\.)|para(?:graph|\.)|al(?:inéa|\.)|apartado|comma|ust\.|odst\.|lid|stk\.)\s?(?P<paragraph>\d{1,3})\b"
)
"""A part of a number that stands apart from it: "62.2 (II)", "§ 2 Abs. 1"."""


def _with_part(reference: Reference, text: str, scheme: Scheme) -> tuple[str, int]:
    """The number that a reference names with the part that stands apart from it, "" where none does, and its end."""
    apart = _APART.match(text, reference.end)
    part = (apart["brackets"] or f"({apart['paragraph']})") if apart else ""
    number = f"{reference.number}{part}".casefold()
    whole = (scheme.printed.get(number) or scheme.folded.get(numbering.bare(number), "")) if part else ""
    return (whole, apart.end()) if apart and whole else ("", reference.end)


def _printed(reference: Reference, scheme: Scheme) -> str:
    """The number that a reference names, as its document prints it."""
    number = scheme.printed.get(reference.number.casefold())
    return number or scheme.folded.get(numbering.bare(reference.number)) or _zeroth(reference.number, scheme)


def _zeroth(number: str, scheme: Scheme) -> str:
    """The title of a group that is numbered zero in it: 6 is 6.0 where there is no 6, and 6.0 is 6 the other way."""
    other = f"{number}.0" if number.isdecimal() else number.removesuffix(".0")
    return other if number not in scheme.printed and other in scheme.printed else number


_YEAR = re.compile(r"(?:19|20)\d\d")


def _named(text: str, found: Sequence[Reference], scheme: Scheme, own: str) -> list[str]:
    """The numbers that references name; "Rule 12, Section 1, Article 2" is 12-1-2 where the document numbers so."""
    out: list[str] = []
    end = 0
    for reference in found:
        year = _YEAR.fullmatch(reference.number) and reference.number not in scheme.printed
        if year or reference.start < end:  # "Regulations 2024"; "paragraph 2" of the reference before
            continue
        whole = joined(text, out[-1], end, reference, scheme.printed) if out else ""
        parted, end = _with_part(reference, text, scheme)
        if whole:
            out[-1] = whole
        else:
            within = scheme.levels.whole(text, reference, own)
            out.append(within if within in scheme.printed else parted or _printed(reference, scheme))
    return out


_PARAGRAPH = " \0 "
"""Between paragraphs: "... by these rules" above "1. Setup" cites nothing."""


def references(text: str, own: str, scheme: Scheme) -> tuple[str, ...]:
    """Return the numbers that a rule cites, each once and as its document prints it, its own left out."""
    text = scheme.levels.digits(text).replace("\n", _PARAGRAPH)
    numbers = _named(text, numbering.find_references(text, scheme.families, scheme.is_other), scheme, own)
    return tuple(dict.fromkeys(number for number in numbers if number != own))
