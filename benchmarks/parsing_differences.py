"""Where two readings of the same rules differ: a document and its yardstick, or two documents; and why, from the texts.

Nothing here knows a document: whether a number stands in a text, on which line, and what the other side has in its
place, is looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kb import numbering
from kb.versions import STRAIGHT

if TYPE_CHECKING:
    from benchmarks.parsing import Row

SHOWN = 10
"""Differences of a kind that are named where nobody asks for more."""
_WORDS = 6
"""Words that show which line it is."""
_NAMED = r"(?:Examples?|Beispiele?|Ejemplos?|Exemples?)\b"
_MARK = re.compile(rf"(?<![\w“\"']){_NAMED}(?:\s+[\w-]+){{0,2}}")
_EXAMPLE = re.compile(rf"[\W\d_]*{_NAMED}")


def against_yardstick(row: Row, shown: int) -> Iterator[str]:
    """Lines that name each number which only the yardstick or only the document has, and where it stands."""
    text = "\n".join(f"{line.number} {line.text}" for line in row.document.lines)
    missing = [f"{number} ({_place(row, number, text)})" for number in row.missing]
    if missing:
        yield f"yardstick only: {listed(missing, shown)}"
    if row.expected and row.extra:
        yield f"document only: {listed(_placed(row), shown)}"
    marks = list(unmarked(row))
    if marks:
        yield f"the word without an example: {listed(marks, shown)}"


def stands(number: str, text: str) -> bool:
    """Tell whether a number stands anywhere in a text, as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(number)}(?!\w)", text, re.IGNORECASE) is not None


def _place(row: Row, number: str, text: str) -> str:
    """Where the text has a number of the yardstick: at the beginning of a line, within one, or nowhere."""
    begins = re.compile(rf"\W*{re.escape(number)}(?!\w)", re.IGNORECASE)
    line = next((line for line in row.document.lines if begins.match(line.text)), None)
    if line is not None:
        return f"line {line.line}: {' '.join(line.text.split()[:_WORDS])}"
    return "within a sentence only" if stands(number, text) else "nowhere in the text"


def listed(names: Sequence[str], shown: int) -> str:
    """The first names, and how many more there are."""
    more = len(names) - shown
    return "; ".join(names[:shown]) + (f"; and {more} more" if more > 0 else "")


def _placed(row: Row) -> list[str]:
    """Each number that the yardstick lacks, with the line it stands on and its first words."""
    places = {rule.number.partition("#")[0]: rule.span.start_line for rule in reversed(row.parsed.rules)}
    lines = {line.line: line.text for line in reversed(row.document.lines)}
    return [f"{n} (line {places[n]}: {' '.join(lines.get(places[n], '').split()[:_WORDS])})" for n in row.extra]


def unmarked(row: Row) -> Iterator[str]:
    """Where the word "Example" stands that begins no example, if the document has examples at all."""
    if not any(rule.kind == "example" for rule in row.parsed.rules):
        return
    for rule in row.parsed.rules:
        words = rule.words if rule.kind != "example" else _EXAMPLE.sub("", rule.words, count=1)
        yield from (f"{rule.number} ({found[0]!r})" for found in _MARK.finditer(words))


def compare(one: Row, other: Row, shown: int) -> Iterator[str]:
    """Lines that tell how many numbers and texts two documents of the same rules share, and what differs, and how.

    Numbers are the same that differ in print only: 11.2(1)(a), 11.2_1_a.
    """
    left, right = texts(one), texts(other)
    both = [number for number in left if number in right]
    named = f"{one.name} | {other.name}"
    yield f"{named}: {len(left)} and {len(right)} numbers, {len(both)} in both; the same text for"
    differing = [number for number in both if left[number] != right[number]]
    yield f"    {_share(differing, both)} of them, white space, quotes and ligatures folded"
    loose = [number for number in differing if loosely(left[number]) != loosely(right[number])]
    yield f"    {_share(loose, both)} with capitals and signs in brackets folded"
    whole = [n for n in loose if not _within(left[n], right[n])]
    yield f"    {_share(whole, both)} with those whose text is the beginning or end of the other's"
    yield _alone(one.name, left, right, other)
    yield _alone(other.name, right, left, one)
    for number in (whole or differing)[: shown or SHOWN]:
        yield f"    {number}: {left[number][:200]!r}\n        {right[number][:200]!r}"


def _share(differing: Sequence[str], both: Sequence[str]) -> str:
    return f"{1 - len(differing) / max(len(both), 1):.2%}"


def _alone(name: str, own: Mapping[str, str], others: Mapping[str, str], other: Row) -> str:
    """The numbers that only one document has, and where the other has their text."""
    alone = sorted(own.keys() - others.keys(), key=numbering.sort_key)
    places = [(rule.number, loosely(rule.words)) for rule in other.parsed.rules]
    return f"    only in {name}: {listed([f'{n} ({_where(own[n], places)})' for n in alone], SHOWN) or 'none'}"


def _where(text: str, places: Sequence[tuple[str, str]]) -> str:
    """Under which number the other document has a text, or at least how it begins."""
    whole = loosely(text)
    for wanted, how in ((whole, "its text"), (whole.partition(". ")[0], "its first sentence")):
        found = next((number for number, words in places if wanted and wanted in words), "")
        if found:
            return f"{how} is in {found} there"
    return "its text is nowhere there"


def _within(one: str, other: str) -> bool:
    short, long = sorted((loosely(one), loosely(other)), key=len)
    return long.startswith(short) or long.endswith(short)


def texts(row: Row) -> dict[str, str]:
    """Text of each numbered rule with its examples, by the bare form of its number; white space, quotes and ligatures
    folded.
    """
    out: dict[str, str] = {}
    for rule in row.parsed.rules:
        number = rule.number.partition("/example")[0]
        if numbering.is_number(number):
            key = numbering.bare(number)
            out[key] = f"{out.get(key, '')} {rule.title} {rule.text}"
    return {number: folded(text) for number, text in out.items()}


def folded(text: str) -> str:
    """A text with white space, quotes, dashes and ligatures folded."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(STRAIGHT).split())


def loosely(text: str) -> str:
    """A folded text in small letters, with every sign in square brackets alike: exports name them differently."""
    return re.sub(r"\[[^][]{1,30}\]", "[]", folded(text).casefold())


def printed(lines: Iterable[str]) -> None:
    """Print lines under a row of the table."""
    for line in lines:
        print(f"    {line}")
