"""Lists under rules of whole numbers: whether a document cites their items ("4.1(3)", "4.1.3" for the 3. of 4.1).

A list of steps belongs to its rule as a whole; but where a document itself cites an item, people will too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from kb.models import Line
from kb.recognise.candidates import Numbered
from kb.recognise.items import items

_NUMBER = r"((?:[A-Z]\.)?\d+(?:\.\d+)*)"
_END = r"(?![\w(]|\.\d)"
_CITED = re.compile(
    rf"(?<![\w.(:]){_NUMBER}\((\d{{1,2}})\){_END}"
    rf"|(?:§\s?|\b(?:rules?|sections?|articles?|clauses?|paragraphs?|see)\s){_NUMBER}\.(\d{{1,2}}){_END}",
    re.IGNORECASE,
)
"""4.1(3) anywhere, 4.1.3 behind a word or sign that cites: versions are printed so, too."""
_ITEM = re.compile(r"\d{1,2}\.\s")
_LEAST = 2
"""Different items cited; a single one may be a slip."""


def cites_items(lines: Sequence[Line], rules: Mapping[int, Numbered], skip: Collection[int]) -> bool:
    """Tell whether the text cites items of lists by the numbers of the rules they stand in."""
    if sum(bool(_ITEM.match(line.text)) for i, line in enumerate(lines) if i not in rules) < _LEAST:
        return False
    numbers = {each.number for each in rules.values()}
    named: set[tuple[str, str]] = set()
    for over, bracketed, under, dotted in _CITED.findall("\n".join(line.text for line in lines)):
        above, item = over or under, bracketed or dotted
        if above in numbers and not {f"{above}.{item}", f"{above}({item})"} & numbers:
            named.add((above, item))
    return len(named) >= _LEAST and len(named & _items(lines, rules, {above for above, _ in named}, skip)) >= _LEAST


def _items(
    lines: Sequence[Line], rules: Mapping[int, Numbered], wanted: Collection[str], skip: Collection[int]
) -> set[tuple[str, str]]:
    """The numbers of the list items within each of some rules."""
    starts = sorted(rules)
    return {
        (rules[start].number, item.text)
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
        if rules[start].number in wanted
        for item in items(lines, range(start + 1, end), ".", skip)
    }
