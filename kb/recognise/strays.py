"""Numbers outside the rising chain that are rules all the same: cut in two, given twice, out of order, begun again."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import STRONG, Candidate, Numbered, follows

FOLLOWING = 0.5
"""Numbers of a scheme follow one another in at least half of all steps; ranges and times of day do not."""


def glued(lines: Sequence[Line], out: dict[int, Numbered]) -> None:
    """Give back the article that a missing space made a component: "8.10.6.A card ..." where no 8.10.6 is."""
    known = {each.number for each in out.values()}
    for index, each in out.items():
        above = numbering.parent_of(each.number)
        if each.number.endswith((".A", ".I")) and above not in known and f"{above}.B" not in known:
            cut = lines[index].text.rfind(each.number[-1], 0, each.start)
            out[index] = Numbered(above, cut)
            known.add(above)


def strays(
    lines: Sequence[Line], members: Sequence[Candidate], main: Sequence[Candidate], out: dict[int, Numbered]
) -> None:
    """Keep numbers outside the chain that print and place show to be rules: cut in two, given twice, out of order."""
    known = {c.number for c in main}
    given: set[str] = set()
    forms = Counter((numbering.shape(c.number), c.form) for c in main)
    previous = ""
    for candidate in members:
        now = out.get(candidate.index)
        if candidate.weight == STRONG and previous and (now is None or now.number in given):
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
    if not found or (candidate.family == "1" and not candidate.form) or not follows(previous, whole, 1):
        return None
    if carried:
        return Numbered(whole, candidate.start, carry=found.end())
    return Numbered(whole, candidate.start + found.end())


def _stray(
    candidate: Candidate, previous: str, known: set[str], forms: Mapping[tuple[str, str], int]
) -> Numbered | None:
    # A number that the format itself gives (a field, an attribute) is a rule's wherever it stands.
    usual = forms.get((numbering.shape(candidate.number), candidate.form), 0)
    given = candidate.explicit and not candidate.number.isdecimal()
    if not given and (candidate.family == "1" or not usual or not _near(previous, candidate.number)):
        return None
    problem = "duplicate-number" if candidate.number in known else "out-of-order"
    return Numbered(candidate.number, candidate.start, problem)


def restarts(members: Sequence[Candidate], main: Sequence[Candidate], out: dict[int, Numbered]) -> None:
    """Keep runs of numbers that begin again (a second part, a second document in one file) as rules given twice."""
    forms = {(numbering.shape(c.number), c.form) for c in main}
    known = frozenset(c.number for c in main)
    run: list[Candidate] = []
    for candidate in [*members, None]:
        if candidate is not None and candidate.index not in out:
            usual = (numbering.shape(candidate.number), candidate.form) in forms
            run += [candidate] if candidate.weight == STRONG and usual else []
        elif run:
            _restart(run, known, out)
            run = []


def _restart(run: Sequence[Candidate], known: Container[str], out: dict[int, Numbered]) -> None:
    """Accept each rising stretch of a run that numbers rules one after another."""
    stretch: list[Candidate] = []
    for candidate, below in zip(run, [*run[1:], None], strict=True):
        stretch.append(candidate)
        if below is None or numbering.sort_key(below.number) <= numbering.sort_key(candidate.number):
            if _numbers_rules(stretch, known):
                out.update({c.index: _again(c, known) for c in stretch})
            stretch = []


def _numbers_rules(stretch: Sequence[Candidate], known: Container[str]) -> bool:
    steps = sum(follows(a.number, b.number) for a, b in itertools.pairwise(stretch))
    whole = [c for c in stretch if c.family != "1"]
    least = _RESTARTED if any(c.number in known for c in whole) else _UNKNOWN
    return len(whole) >= least and steps >= FOLLOWING * (len(stretch) - 1)


def _again(candidate: Candidate, known: Container[str]) -> Numbered:
    problem = "duplicate-number" if candidate.number in known else "out-of-order"
    return Numbered(candidate.number, candidate.start, problem)


_RESTARTED = 3
"""So many numbers of more than one component show that the numbering has begun again ..."""


_UNKNOWN = 2
"""... and so many, given nowhere else, that chapters stand out of order."""


def _near(above: str, number: str) -> bool:
    """Tell whether a number outside the order still belongs here: the same, or a sibling of the rule before it."""
    return number == above or numbering.parent_of(number) in (numbering.parent_of(above), above)
