"""Which of the numbers that lines begin with are rule numbers: their sequence decides.

A number at the start of a line may be a rule's, an entry of a contents page, an item of some list, or a citation that
the end of a line pushed there. The rules' own numbers rise through the document, so the heaviest rising chain of
candidates is looked for (longest increasing subsequence with a Fenwick tree: n log n), and what stands outside it is a
rule only where print and place say so.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import FAINT, STRONG, Candidate, Numbered, follows, is_first, is_title
from kb.recognise.chain import chain
from kb.recognise.strays import FOLLOWING, glued, restarts, strays

_MINOR_FAMILY = 0.05
"""A second way of numbering counts when it has at least this share of the first one's rules."""


_SINGLES = 5
"""So many single numbers in a row make a scheme of their own ..."""


_SPREAD = 0.5
"""... when they span at least this share of the document."""


def accepted(lines: Sequence[Line], found: Sequence[Candidate]) -> dict[int, Numbered]:
    """Return the rules that begin on a line with a whole number of their own, by line index, among the candidates."""
    found = _without_volumes(found)
    families = _schemes(found, lines)
    if not families:
        return {}
    members = [c for c in found if c.family in families or c.family == "1"]
    if families == {"1"} and len(headed := [c for c in members if c.heading or c.word]) > 1:
        members = headed
    if len(parts := [c for c in members if c.family != "1"]) > 1 and all(c.heading for c in parts):
        members = [c for c in members if c.heading]
    main = _plausible(chain(members), families)
    kept = {c.index for c in main}
    listed = _list_items(members, kept, families)
    if listed & kept:
        members = [c for c in members if c.index not in listed]
        main = _plausible(chain(members), families)
    out = {c.index: Numbered(c.number, c.start, end=c.end, section=bool(c.end)) for c in main}
    glued(lines, out)
    _sections(lines, members, out)
    strays(lines, members, main, out)
    restarts(members, main, out)
    return dict(sorted(out.items()))


VOLUMES = frozenset({"part", "chapter", "teil", "kapitel", "chapitre", "capítulo"})
"""Words that cite no rule elsewhere, for a chapter's number may be an article's too."""


def _without_volumes(members: Sequence[Candidate]) -> Sequence[Candidate]:
    """Leave out "PART 2" over 10, 11 ...: where single numbers stand without a word, that 2 is not one of them.

    Nor is "Chapter 2" between Article 5 and Article 6, whose numbers run through the chapters.
    """
    plain = [c for c in members if c.family == "1" and c.heading and not c.word]
    if len(plain) > 1:
        return [c for c in members if c.word not in VOLUMES]
    singles = [c for c in members if c.word and c.number.isdecimal()]
    commonest = next((word for word, _ in Counter(c.word for c in singles).most_common(1)), "")
    numbers = [int(c.number) for c in singles if c.word == commonest]
    through = all(above < below for above, below in itertools.pairwise(numbers))
    volumes = {c.index for c in singles if through and c.word != commonest}
    return [c for c in members if c.index not in volumes]


def _schemes(found: Sequence[Candidate], lines: Sequence[Line]) -> frozenset[str]:
    """Return the families that number this document: the largest, and others of some size; else single numbers."""
    names = {c.family for c in found} - {"1"}
    sizes = {name: _size([c for c in found if c.family == name], lines, found) for name in names}
    largest = max(sizes.values(), default=0)
    if largest:
        return frozenset(name for name, size in sizes.items() if size >= max(1, largest * _MINOR_FAMILY))
    return frozenset("1") if _numbers_all([c for c in found if c.family == "1"], lines) else frozenset()


def _size(found: Sequence[Candidate], lines: Sequence[Line], beside: Sequence[Candidate]) -> int:
    """Length of the chain of a family, 0 if its numbers do not follow one another."""
    rising = chain(found)
    if len(rising) < 2:
        return sum(_sure(c) or _states(c, lines) or _has_head(c, beside) for c in rising)
    steps = sum(follows(a.number, b.number, 60) for a, b in itertools.pairwise(rising))
    return len(rising) if steps >= FOLLOWING * (len(rising) - 1) else 0


def _sure(only: Candidate) -> bool:
    """Tell whether the one number of its kind is a rule's all the same: "## 423.1" is, "## D20 Tests" is not."""
    printed = only.heading and only.number[0].isdecimal()
    return only.weight == STRONG and (
        printed or only.explicit or bool(only.word) or len(numbering.components(only.number)) > 2
    )


def _states(only: Candidate, lines: Sequence[Line]) -> bool:
    """Tell whether the one number of its kind stands before a sentence, with a stop behind it: "1.1. Cats nap."."""
    text = lines[only.index].text[only.start :]
    sentence = text[:1].isupper() and text.endswith((".", "!", "”", '"', ")"))
    return only.weight == STRONG and only.form == "." and only.number[0].isdecimal() and sentence


def _has_head(only: Candidate, beside: Sequence[Candidate]) -> bool:
    """Tell whether the one number of its kind is the first under a heading with the number above it: 1.1 under 1."""
    at = next(nth for nth, c in enumerate(beside) if c is only)
    above = beside[at - 1] if at else None
    return above is not None and is_first(only.number, above.number)


def _numbers_all(found: Sequence[Candidate], lines: Sequence[Line]) -> bool:
    """Tell whether single numbers (0. or 1., 2., 3. ...) number the whole document, and are no lists in it."""
    headings = [c for c in found if c.heading or c.word]
    rising = chain(headings if len(headings) > 1 else found)
    if len(rising) < 2 or not (rising[0].word or rising[0].number == "0" or follows("0", rising[0].number)):
        return False
    steps = sum(follows(a.number, b.number) for a, b in itertools.pairwise(rising))
    if steps < 0.8 * (len(rising) - 1):
        return False
    if len(headings) > 1:
        return True
    spread = (rising[-1].index - rising[0].index + 1) / len(lines)
    alone = spread >= _SPREAD and len(found) < 1.5 * len(rising)
    return len(rising) >= _SINGLES and (alone or _cited(lines, {c.number for c in rising}))


_CLAUSE = re.compile(
    r"\b(?:rule|clause|section|article|regel|klausel|règle|clausule|regla|cláusula|regra|regola)\s(\d{1,3})\b(?![.:]?\d)",
    re.IGNORECASE,
)
_CITED = 2
"""So many single numbers that the text cites by a word are rules, whatever else is counted beside them."""


def _cited(lines: Sequence[Line], numbers: Collection[str]) -> bool:
    return len({number for line in lines for number in _CLAUSE.findall(line.text)}.intersection(numbers)) >= _CITED


def _plausible(rising: list[Candidate], families: frozenset[str]) -> list[Candidate]:
    """Drop the members of the chain that stand in mid-paragraph and do not follow the rule before."""
    out: list[Candidate] = []
    for candidate in rising:
        sure = candidate.weight == STRONG and (candidate.family in families or candidate.form or candidate.heading)
        if sure or (candidate.weight > FAINT and _continues(candidate, out)):
            out.append(candidate)
    return out


def _list_items(members: Sequence[Candidate], kept: Collection[int], families: Collection[str]) -> set[int]:
    """The single numbers of lists: those that count on from a 1. that is no rule, 2. and 3. in a list within 4.3.

    Where all rules are single numbers, the longest run is theirs, and all others are lists.
    """
    heads = {numbering.components(c.number)[0] for c in members if c.family != "1"}
    single = set(families) == {"1"}
    runs = _runs(members, () if single else kept)
    longest = max(runs, key=len, default=[]) if single else []
    listed = [run for run in runs if run is not longest]
    return {c.index for run in listed for nth, c in enumerate(run) if nth == 0 or c.number not in heads}


def _runs(members: Sequence[Candidate], kept: Collection[int]) -> list[list[Candidate]]:
    """Items of lists one after another, 1. 2. 3., where the 1. is none of those kept."""
    runs: list[list[Candidate]] = []
    last = 0
    for candidate in members:
        number = int(candidate.number) if _is_item(candidate) else 0
        if number == 1 and candidate.index not in kept:
            runs.append([])
        elif not last or number != last + 1:
            number = 0
        if number:
            runs[-1].append(candidate)
        last = number
    return runs


def _is_item(candidate: Candidate) -> bool:
    """Tell whether a single number is printed as an item of a list may be: "2." before a sentence."""
    plain = candidate.family == "1" and candidate.number.isdecimal() and candidate.form in (".", ")")
    return plain and not (candidate.heading or candidate.word or candidate.explicit or candidate.titled)


def _continues(candidate: Candidate, before: Sequence[Candidate]) -> bool:
    """Tell whether a number in mid-paragraph goes on from the rule before, or has the print of a rule's number."""
    if not before:
        return True
    slack = _LEAP if candidate.family == "1" and candidate.form else _STEP
    printed = candidate.form and candidate.family != "1"
    return bool(printed) or follows(before[-1].number, candidate.number, slack)


_STEP, _LEAP = 4, 100
"""Numbers that may be left out before one in mid-paragraph; chapters of a hundred begin at the next hundred."""


def _sections(lines: Sequence[Line], members: Sequence[Candidate], out: dict[int, Numbered]) -> None:
    """Add single numbers that head a run of rules without fitting among them: 2. before 200., 3. before 300."""
    heads: list[Candidate] = []
    known = {each.number for each in out.values()}
    for nth, candidate in enumerate(members[:-1]):
        below = members[nth + 1]
        title = lines[candidate.index].text[candidate.start :]
        if candidate.family != "1" or not candidate.number.isdecimal() or int(candidate.number) != len(heads) + 1:
            continue
        if candidate.index not in out and candidate.number in known:
            continue
        if (
            below.index in out
            and below.index - candidate.index <= 2
            and is_title(title)
            and not _is_text(lines, candidate.index, out)
        ):
            heads.append(candidate)
    if len(heads) > 1 and any(c.index not in out for c in heads):
        out.update({c.index: Numbered(c.number, c.start, section=True) for c in heads})


def _is_text(lines: Sequence[Line], index: int, out: Mapping[int, Numbered]) -> bool:
    """Tell whether a line is the text of a number that stands alone on the line before."""
    above = out.get(index - 1)
    return above is not None and above.start >= len(lines[index - 1].text)
