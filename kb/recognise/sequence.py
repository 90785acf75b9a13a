"""Which of the numbers that lines begin with are rule numbers: their sequence decides.

A number at the start of a line may be a rule's, an entry of a contents page, an item of some list, or a citation that the
end of a line pushed there. The rules' own numbers rise through the document, so the heaviest rising chain of candidates
is looked for (longest increasing subsequence, patience sorting by a Fenwick tree: n log n), and what stands outside it is
a rule only where print and place say so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from kb import numbering
from kb.models import Line

_SENTENCE_END = re.compile(r"[.!?:;…][\"'”’)\]*_]*$")
_OPEN_END = re.compile(
    r"(?:[(–-]|(?<![;,] )\b(?:rules?|sections?|articles?|regulations?|paragraphs?|see|and|or|to|of|in|by|with|under|per"
    r"|the|a|an|siehe|und|oder|nach|reglas?|véase|y|o|de|règles?|voir|et|ou))$"
)
"""How a line ends that the number on the next line continues."""
_STRONG, _WEAK, _FAINT = 100, 60, 10
"""Weights of a candidate: at the start of a paragraph; after a line end; after a line that stops in mid-sentence."""
_MINOR_FAMILY = 0.05
"""A second way of numbering counts when it has at least this share of the first one's rules."""
_FOLLOWING = 0.5
"""Numbers of a scheme follow one another in at least half of all steps; ranges and times of day do not."""
_SINGLES = 5
"""So many single numbers in a row make a scheme of their own ..."""
_SPREAD = 0.5
"""... when they span at least this share of the document."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that begins with a number: which line, the number, where its text starts, and how sure its place makes it."""

    index: int
    number: str
    form: str
    start: int
    weight: int
    family: str
    word: str = ""
    explicit: bool = False
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Numbered:
    """A line where a rule begins: its number, where its text starts, and what is wrong with its place, if anything.

    `section` marks a number above the scheme of the rest; `carry` the characters of the next line that belong to the number.
    """

    number: str
    start: int
    problem: str = ""
    section: bool = False
    relative: bool = False
    carry: int = 0


def candidates(lines: Sequence[Line], skip: Collection[int]) -> list[Candidate]:
    """Return the lines that may begin a rule by a number of their own, those in `skip` left out."""
    out = []
    for index, line in enumerate(lines):
        if index in skip or line.role == "code":
            continue
        found = _explicit(index, line) if line.number else _printed(index, line, lines)
        if found:
            out.append(found)
    return _with_children(out)


def _with_children(found: list[Candidate]) -> list[Candidate]:
    """Leave out lettered headings ("A. General") under whose letter no rule is numbered (A1, A.1)."""
    letters = {c.number[0] for c in found if len(c.number) > 1 and c.number[0].isalpha()}
    return [c for c in found if not c.number.isalpha() or c.number in letters]


def _explicit(index: int, line: Line) -> Candidate | None:
    number = numbering.normalise(line.number)
    if not numbering.is_number(number):
        return None
    return Candidate(index, number, ".", 0, _STRONG, family(number), explicit=True, heading=line.role == "heading")


def _printed(index: int, line: Line, lines: Sequence[Line]) -> Candidate | None:
    heading = line.role == "heading"
    mark = numbering.leading(line.text) or (numbering.lettered(line.text) if heading else None)
    if mark is None:
        return None
    alone = mark.start >= len(line.text)
    single = len(numbering.components(mark.number)) == 1
    if single and not (mark.form or mark.word or heading):
        return None
    if mark.word and not (heading or alone or mark.dash or mark.form):
        return None
    weight = _weight(index, line, lines, mark.start)
    return Candidate(index, mark.number, mark.form, mark.start, weight, family(mark.number), mark.word, heading=heading)


def _weight(index: int, line: Line, lines: Sequence[Line], start: int) -> int:
    if line.starts or line.role in ("heading", "item", "row") or index == 0:
        return _STRONG
    before = lines[index - 1]
    if before.role == "heading" or _SENTENCE_END.search(before.text) or before.aside:
        return _WEAK
    return _FAINT if line.text[start : start + 1].islower() or _OPEN_END.search(before.text) else _WEAK


def family(number: str) -> str:
    """Return what the numbers of one scheme share: the separator after the first component ("1" for single numbers)."""
    shape = numbering.shape(number).lstrip("A").lstrip(".-") if number[:1].isalpha() else numbering.shape(number)
    if shape[:1] == "(":
        return "(("
    if len(shape) < 2:
        return "1"
    return shape[1] if shape[1] in ".:-(" else "a"


def chain(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the heaviest subsequence whose numbers strictly rise; of equal ones, the one of closest neighbours."""
    keys = sorted({numbering.sort_key(c.number) for c in found})
    rank = {key: n for n, key in enumerate(keys, start=1)}
    best: list[tuple[int, int]] = [(0, -1)] * (len(keys) + 1)
    before: list[int] = []
    for place, candidate in enumerate(found):
        at = rank[numbering.sort_key(candidate.number)]
        weight, previous = _highest(best, at - 1)
        before.append(previous)
        _raise(best, at, (weight + candidate.weight, place))
    return _first_of_equals(found, _trace(found, before, _highest(best, len(keys))[1]))


def _highest(tree: list[tuple[int, int]], at: int) -> tuple[int, int]:
    top = (0, -1)
    while at > 0:
        top = max(top, tree[at])
        at -= at & -at
    return top


def _raise(tree: list[tuple[int, int]], at: int, value: tuple[int, int]) -> None:
    while at < len(tree):
        tree[at] = max(tree[at], value)
        at += at & -at


def _trace(found: Sequence[Candidate], before: list[int], last: int) -> list[int]:
    out = []
    while last >= 0:
        out.append(last)
        last = before[last]
    return out[::-1]


def _first_of_equals(found: Sequence[Candidate], places: Sequence[int]) -> list[Candidate]:
    """Of the same number several times in a row, the first of the surest is the rule; the others come after it."""
    out = []
    after = -1
    for place in places:
        number = found[place].number
        same = [found[p] for p in range(after + 1, place + 1) if found[p].number == number]
        out.append(max(same, key=lambda c: c.weight))
        after = place
    return out


def value(part: str) -> int:
    """Return the place of a component among its siblings: 7 -> 7, c -> 3, aa -> 27, + -> 1."""
    if part.isdigit():
        return int(part)
    if part[0] == "+":
        return len(part)
    low = part.casefold()
    return ord(low[0]) - 96 + 26 * (len(low) - 1)


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


def accepted(lines: Sequence[Line], skip: Collection[int]) -> dict[int, Numbered]:
    """Return the rules that begin on a line with a whole number of their own, by line index."""
    found = candidates(lines, skip)
    families = _schemes(found, len(lines))
    if not families:
        return {}
    members = [c for c in found if c.family in families or c.family == "1"]
    main = _plausible(chain(members), families)
    out = {c.index: Numbered(c.number, c.start) for c in main}
    _sections(lines, members, out)
    _strays(lines, members, main, out)
    return dict(sorted(out.items()))


def _schemes(found: Sequence[Candidate], total: int) -> frozenset[str]:
    """Return the families that number this document: the largest, and others of some size; else single numbers."""
    sizes = {name: _size([c for c in found if c.family == name]) for name in {c.family for c in found} - {"1"}}
    largest = max(sizes.values(), default=0)
    if largest:
        return frozenset(name for name, size in sizes.items() if size >= max(1, largest * _MINOR_FAMILY))
    return frozenset("1") if _numbers_all([c for c in found if c.family == "1"], total) else frozenset()


def _size(found: Sequence[Candidate]) -> int:
    """Length of the chain of a family, 0 if its numbers do not follow one another."""
    rising = chain(found)
    if len(rising) < 2:
        sure = rising and (rising[0].heading or rising[0].explicit or len(numbering.components(rising[0].number)) > 2)
        return 1 if sure and rising[0].weight == _STRONG else 0
    steps = sum(follows(a.number, b.number, 60) for a, b in zip(rising, rising[1:], strict=False))
    return len(rising) if steps >= _FOLLOWING * (len(rising) - 1) else 0


def _numbers_all(found: Sequence[Candidate], total: int) -> bool:
    """Tell whether single numbers (1., 2., 3. ...) number the whole document, and are no lists in it."""
    headings = [c for c in found if c.heading or c.word]
    rising = chain(headings if len(headings) > 1 else found)
    if len(rising) < 2 or not follows("0", rising[0].number):
        return False
    steps = sum(follows(a.number, b.number) for a, b in zip(rising, rising[1:], strict=False))
    if steps < 0.8 * (len(rising) - 1):
        return False
    if len(headings) > 1:
        return True
    spread = (rising[-1].index - rising[0].index + 1) / total
    return len(rising) >= _SINGLES and spread >= _SPREAD and len(found) < 1.5 * len(rising)


def _plausible(rising: list[Candidate], families: frozenset[str]) -> list[Candidate]:
    """Drop the members of the chain that stand in mid-paragraph and do not follow the rule before."""
    out: list[Candidate] = []
    for candidate in rising:
        sure = candidate.weight == _STRONG and (candidate.family in families or candidate.form or candidate.heading)
        if sure or (candidate.weight > _FAINT and out and follows(out[-1].number, candidate.number, 4)):
            out.append(candidate)
        elif candidate.weight > _FAINT and (not out or candidate.form):
            out.append(candidate)
    return out


def _sections(lines: Sequence[Line], members: Sequence[Candidate], out: dict[int, Numbered]) -> None:
    """Add single numbers that head a run of rules without fitting among them: 2. before 200., 3. before 300."""
    heads: list[Candidate] = []
    for nth, candidate in enumerate(members[:-1]):
        below = members[nth + 1]
        title = lines[candidate.index].text[candidate.start :]
        if candidate.family != "1" or not candidate.number.isdigit() or int(candidate.number) != len(heads) + 1:
            continue
        if below.index in out and below.index - candidate.index <= 2 and is_title(title) and not _is_text(lines, candidate.index, out):
            heads.append(candidate)
    if len(heads) > 1 and any(c.index not in out for c in heads):
        out.update({c.index: Numbered(c.number, c.start, section=True) for c in heads})


def _is_text(lines: Sequence[Line], index: int, out: Mapping[int, Numbered]) -> bool:
    """Tell whether a line is the text of a number that stands alone on the line before."""
    above = out.get(index - 1)
    return above is not None and above.start >= len(lines[index - 1].text)


def _strays(lines: Sequence[Line], members: Sequence[Candidate], main: Sequence[Candidate], out: dict[int, Numbered]) -> None:
    """Keep numbers outside the chain that print and place show to be rules: cut in two, given twice, or out of order."""
    known = {c.number for c in main}
    given: set[str] = set()
    forms = Counter((numbering.shape(c.number), c.form) for c in main)
    previous = ""
    for candidate in members:
        now = out.get(candidate.index)
        if candidate.weight == _STRONG and previous and (now is None or now.number in given):
            found = _cut(lines, candidate, previous) or (None if now else _stray(candidate, previous, known, forms))
            if found:
                out[candidate.index] = now = found
        if now:
            previous = now.number
            given.add(previous)


_REST = re.compile(r"(\d{1,2}|[a-z])\.?\s+(?=\S)")


def _cut(lines: Sequence[Line], candidate: Candidate, previous: str) -> Numbered | None:
    """A number whose last component slipped into the text, "130." "4 Effects that ...", where 130.4 is due."""
    text = lines[candidate.index].text[candidate.start :]
    carried = not text and candidate.index + 1 < len(lines)
    found = _REST.match(lines[candidate.index + 1].text if carried else text)
    whole = f"{candidate.number}.{found[1]}" if found else ""
    if not found or candidate.family == "1" and not candidate.form or not follows(previous, whole, 1):
        return None
    if carried:
        return Numbered(whole, candidate.start, carry=found.end())
    return Numbered(whole, candidate.start + found.end())


def _stray(candidate: Candidate, previous: str, known: set[str], forms: Mapping[tuple[str, str], int]) -> Numbered | None:
    usual = forms.get((numbering.shape(candidate.number), candidate.form), 0)
    if candidate.family == "1" or not usual or not _near(previous, candidate.number):
        return None
    problem = "duplicate-number" if candidate.number in known else "out-of-order"
    return Numbered(candidate.number, candidate.start, problem)


def _near(above: str, number: str) -> bool:
    """Tell whether a number outside the order still belongs here: the same, or a sibling of the rule before it."""
    return number == above or numbering.parent_of(number) in (numbering.parent_of(above), above)


_TITLE_END = re.compile(r"[.!?:;,…]$")
TITLE_LENGTH = 90
"""Characters of the longest line taken for a title; the longest rule title among ten rulebooks has 78."""


def is_title(text: str) -> bool:
    """Tell whether `text` reads like a title: short, no sentence, not begun in small letters."""
    plain = text.strip()
    return 0 < len(plain) <= TITLE_LENGTH and not _TITLE_END.search(plain) and not plain[0].islower()
