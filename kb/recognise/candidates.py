"""Lines that may begin a rule by a number of their own, and what their print and place say of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from kb import numbering
from kb.models import Line

_SENTENCE_END = re.compile(r"[.!?:;…。！？：；][\"'”’)\]*_）」』]*$|(?:[,;] ?|^)(?:and|or|und|oder|y|o|et|ou)$")


_OPEN_END = re.compile(
    r"(?:[(–-]|(?<=[^;,] )(?:and|or|und|oder|y|o|et|ou)"
    r"|\b(?:rules?|sections?|articles?|regulations?|paragraphs?|see|to|of|in|by|with|under|per|is|are|be|shall|must|at|if|when|that"
    r"|unless|from|than|for|on|least|most|each|the|a|an|siehe|nach|ist|sind|reglas?|véase|de|règles?|voir))$"
)
"""How a line ends that the number on the next line continues."""


_PLURAL_END = re.compile(
    r"(?:\b(?!(?:See|Under|By|Per|With|Of|In|Follow|These|Those|All) )[A-Z]\w*|\w+al|\w{3,}ed)"
    r" (?:rules|sections|articles|regulations|paragraphs)$"
)
"""How a title may end as well: "Optional rules"."""


STRONG, WEAK, FAINT = 100, 60, 10
"""Weights of a candidate: at the start of a paragraph; after a line end; after a line that stops in mid-sentence."""


_TITLE_END = re.compile(r"[.!?:;,…。！？：；、][\"”’')\]）」』]*$")


_LETTER = re.compile(r"[^\W_]")
TITLE_LENGTH = 90
"""Characters of the longest line taken for a title; the longest rule title among ten rulebooks has 78."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that begins with a number: its line, its number, where its text starts, how sure its place is.

    `titled` tells whether the text reads like a title, `capitals` whether it is all in capitals. `end` is where a title
    ends that its number stands behind ("Combat (7.3)"), 0 where it stands before.
    """

    index: int
    number: str
    form: str
    start: int
    weight: int
    family: str
    word: str = ""
    explicit: bool = False
    heading: bool = False
    titled: bool = False
    capitals: bool = False
    end: int = 0


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line where a rule begins: its number, where its text starts, and what is wrong with its place.

    `section` marks a number above the scheme of the rest; `carry` counts the characters of the next line that belong
    to the number; `end` is where a title ends that its number stands behind.
    """

    number: str
    start: int
    problem: str = ""
    section: bool = False
    relative: bool = False
    carry: int = 0
    end: int = 0


def candidates(lines: Sequence[Line], skip: Collection[int], unprinted: bool = False) -> list[Candidate]:
    """Return the lines that may begin a rule by a number of their own, those in `skip` left out.

    With `unprinted` also those that go on in a sentence ("Article 12(3) A team has five."): elsewhere they cite.
    """
    out = []
    for index, line in enumerate(lines):
        if index in skip or line.role == "code":
            continue
        found = _explicit(index, line) if line.number else _printed(index, line, lines, unprinted)
        if found:
            out.append(found)
    return _with_children(out)


def _with_children(found: list[Candidate]) -> list[Candidate]:
    """Leave out lettered headings ("A. General") and bare numbers ("1 Teams") under which no rule is numbered."""
    letters = {c.number[0] for c in found if len(c.number) > 1 and c.number[0].isalpha()}
    kept = [c for c in found if not c.number.isalpha() or c.number in letters]
    heads = {c.index for nth, c in enumerate(kept) if _unsure(c) and _heads(c, kept[nth + 1 : nth + 2])}
    heads |= _between(kept, heads)
    capitals = any(c.capitals for c in kept if c.index in heads)
    like_heads = {c.index for c in kept if capitals and c.capitals}
    return [
        replace(c, heading=True) if c.number.isdecimal() and _unsure(c) else c
        for c in kept
        if not _unsure(c) or c.index in heads | like_heads
    ]


def _between(found: Sequence[Candidate], heads: Collection[int]) -> set[int]:
    """Bare numbers without rules of their own that count on from one head to the next: 4 and 5 between 3 and 6."""
    out: set[int] = set()
    run: list[Candidate] = []
    last = 0
    for candidate in found:
        number = int(candidate.number) if candidate.number.isdecimal() and _unsure(candidate) else 0
        if candidate.index in heads and number:
            out |= {c.index for c in run} if number == last + len(run) + 1 else set()
            last, run = number, []
        elif number == last + len(run) + 1 and candidate.titled and candidate.weight == STRONG:
            run.append(candidate)
    return out


def _unsure(candidate: Candidate) -> bool:
    """A single number with nothing around it to show that it numbers anything ("3 Cards"), or a letter ("A. Setup")."""
    if candidate.family != "1" or candidate.word or candidate.heading or candidate.explicit:
        return False
    return not candidate.form or candidate.number.isalpha()


def _heads(candidate: Candidate, below: Sequence[Candidate]) -> bool:
    return any(numbering.parent_of(each.number) == candidate.number or _hundred(candidate, each) for each in below)


def _hundred(candidate: Candidate, below: Candidate) -> bool:
    """Tell whether a title stands right over the first of its hundred: "200 Parts" over "201 Names"."""
    if not candidate.number.endswith("00") or not below.number.isdecimal() or below.index != candidate.index + 1:
        return False
    return int(below.number) == int(candidate.number) + 1


def _explicit(index: int, line: Line) -> Candidate | None:
    number = numbering.normalise(line.number)
    if not numbering.is_number(number):
        return None
    mark = numbering.leading(line.number)  # Word counts "Article 3" where the lines below may be "Section 1"
    word, family = mark.word if mark else "", numbering.family(number)
    return Candidate(index, number, ".", 0, STRONG, family, word, explicit=True, heading=line.role == "heading")


def _printed(index: int, line: Line, lines: Sequence[Line], unprinted: bool) -> Candidate | None:
    heading = line.role == "heading"
    fresh = (
        line.starts
        or index == 0
        or line.role == "row"
        or bool(_SENTENCE_END.search(lines[index - 1].text))
        or _entitled(lines[index - 1])
    )
    mark = numbering.leading(line.text) or _lettered(line.text, heading, fresh)
    if mark is None:
        return None
    alone = mark.start >= len(line.text)
    if line.role == "row" and not (alone or "|" in line.text[: mark.start]):
        return None
    single = len(numbering.components(mark.number)) == 1
    titled = fresh and (is_title(line.text[mark.start :]) or mark.word == "§")
    if single and not (mark.form or mark.word or heading or titled):
        return None
    emphasised = line.bold >= len(line.text[: mark.start].rstrip())
    if mark.word and not (heading or alone or mark.dash or mark.form or titled or emphasised or unprinted):
        return None
    weight = _weight(index, line, lines, mark.start)
    form = f"*{mark.form}" if mark.bullet else mark.form
    title = line.text[mark.start :]
    return Candidate(
        index,
        mark.number,
        form,
        mark.start,
        weight,
        "1" if mark.form == "第" else numbering.family(mark.number),
        mark.word,
        heading=heading,
        titled=is_title(title),
        capitals=fresh and title.isupper(),
    )


def _entitled(line: Line) -> bool:
    """Tell whether a line is a number and a title, after which another may follow at once."""
    mark = numbering.leading(line.text)
    return mark is not None and is_title(line.text[mark.start :])


def _lettered(text: str, heading: bool, fresh: bool) -> numbering.Marker | None:
    """The letter of a heading; in plain text only behind a word ("Appendix A. Fast play")."""
    mark = numbering.lettered(text)
    plain = mark is not None and fresh and is_title(text[mark.start :])
    return mark if heading or plain else None


_CITES_END = re.compile(
    r"\b(?:rules?|sections?|articles?|regulations?|paragraphs?|see|in|under|per|to|siehe|voir|véase)$"
)
"""How a line ends that a citation or a count on the next line continues, before a word in small letters."""


def _goes_on(index: int, lines: Sequence[Line]) -> bool:
    near = index > 0 and lines[index].line == lines[index - 1].line + 1
    return near and _CITES_END.search(lines[index - 1].text) is not None


def _weight(index: int, line: Line, lines: Sequence[Line], start: int) -> int:
    if line.role == "text" and line.text[start : start + 1].islower() and _goes_on(index, lines):
        return FAINT
    if line.starts or line.role in ("heading", "item", "row") or index == 0:
        return STRONG
    before = lines[index - 1]
    if before.role == "heading" or _SENTENCE_END.search(before.text) or before.aside:
        return STRONG if line.bold >= len(line.text[:start].rstrip()) else WEAK
    unmarked = line.text[start : start + 1].islower() and line.text[:start].rstrip()[-1:] not in (".", ")")
    return FAINT if unmarked or _OPEN_END.search(before.text) else WEAK


def value(part: str) -> int:
    """Return the place of a component among its siblings: 7 -> 7, c -> 3, aa -> 27, + -> 1."""
    if part.isdecimal():
        return int(part)
    if part[0] == "+":
        return len(part)
    low = part.casefold()
    return ord(low[0]) - 96 + 26 * (len(low) - 1)


def is_first(number: str, above: str) -> bool:
    """Tell whether a number is the first right under another: 2.1, 2-1 or 2:1 under 2."""
    return number in (f"{above}.1", f"{above}-1", f"{above}:1")


def follows(above: str, below: str, slack: int = 3) -> bool:
    """Tell whether `below` can be the next number after `above`: a first child, or the next of it or of one above it.

    `slack` numbers may be left out (letters that look like digits, deleted rules).
    """
    old, new = numbering.components(above), numbering.components(below)
    common = 0
    while common < min(len(old), len(new)) and old[common] == new[common]:
        common += 1
    if common == len(new):
        return False
    rest = [value(part) for part in new[common + 1 :]]
    step = value(new[common]) - (value(old[common]) if common < len(old) else 0)
    first = 0 if common < len(old) else -1
    return first < step <= slack and all(n <= 1 for n in rest)


def is_title(text: str) -> bool:
    """Tell whether `text` reads like a title: short, no sentence, not begun in small letters."""
    plain = text.strip()
    if not 0 < len(plain) <= TITLE_LENGTH or plain[0].islower() or not _LETTER.search(plain):
        return False
    return not _TITLE_END.search(plain) and (not _OPEN_END.search(plain) or bool(_PLURAL_END.search(plain)))
