"""Markers that count within the rule above them: (a) ... (b), a) ... b), (a)(1)(ii), and whole outlines I. A. 1. a.

Each marker is the next of an open level, or the first of a new one; a letter that is also a numeral, such as (i), is
what its neighbours make it. Level types may repeat further down: (a)(1)(i)(a).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kb import numbering
from kb.models import Line
from kb.recognise.candidates import Numbered
from kb.recognise.items import DEEPEST, Item, items

_SKIP = 2
"""A letter may be left out (l and o, which look like digits)."""
_OUTLINE_SHARE = 0.4
"""An outline numbers at least this share of the paragraphs of its document ..."""
_OUTLINE_LEAST = 6
"""... and has at least this many entries."""


_Print: TypeAlias = tuple[int, str, str]
"""How far down a level is, and how it is printed."""


@dataclass(slots=True)
class _Level:
    kind: str
    form: str
    place: int
    text: str
    members: list[int]
    depth: int = 0


def levels(found: Sequence[Item], usual: Collection[_Print] = ()) -> dict[int, tuple[tuple[str, str], ...]]:
    """Return, for each item by its place in `found`, the path of (text, print) from the top level to it.

    An item that neither opens nor continues a level, and a level of one item that is no list's and not printed as
    others are that have several (`usual`), are left out.
    """
    stack: list[_Level] = []
    paths: dict[int, tuple[tuple[str, str], ...]] = {}
    opened: list[_Level] = []
    for nth, item in enumerate(found):
        placed = _continued(stack, found, nth) or _opened(stack, found, nth) or _misprinted(stack, item)
        if placed is None:
            continue
        depth, level = placed
        if level is None:
            del stack[depth + 1 :]
        else:
            stack[depth:] = [level]
            opened.append(level)
        stack[-1].members.append(nth)
        paths[nth] = tuple((each.text, each.form) for each in stack)
    return _without_single(paths, [level for level in opened if not found[level.members[0]].listed], usual)


def _continued(stack: list[_Level], found: Sequence[Item], nth: int) -> tuple[int, None] | None:
    """The open level that the item goes on with, moved to it."""
    item = found[nth]
    for depth in range(len(stack) - 1, -1, -1):
        level = stack[depth]
        for kind, place in item.readings:
            near = 1 <= place - level.place <= (_SKIP if kind in "aA" else 1) and item.depth == level.depth
            if kind == level.kind and item.form == level.form and near and not _rather_opens(item, found, nth, kind):
                level.place, level.text = place, item.text
                return depth, None
    return None


def _misprinted(stack: list[_Level], item: Item) -> tuple[int, None] | None:
    """The innermost level that the item goes on with in another print: (a), then b) and c."""
    for depth in range(len(stack) - 1, -1, -1):
        level = stack[depth]
        if any(kind == level.kind and place == level.place + 1 for kind, place in item.readings):
            level.place, level.text = level.place + 1, item.text
            return depth, None
    return None


def _rather_opens(item: Item, found: Sequence[Item], nth: int, kind: str) -> bool:
    """A letter i after h is a numeral only where ii comes next."""
    if kind not in "aA" or (("i", 1) not in item.readings and ("I", 1) not in item.readings):
        return False
    return any(later.text.casefold() == "ii" and later.form == item.form for later in found[nth + 1 : nth + 2])


def _opened(stack: list[_Level], found: Sequence[Item], nth: int) -> tuple[int, _Level] | None:
    """A new level that the item begins: below the others, or in place of one of its kind whose list begins again."""
    item = found[nth]
    for kind, place in reversed(item.readings):
        if place == 1:
            own = (kind, item.form, item.depth)
            same = [depth for depth, level in enumerate(stack) if (level.kind, level.form, level.depth) == own]
            again = bool(same) and (same[-1] == len(stack) - 1 or len(stack) >= DEEPEST or item.depth > 0)
            again = again and not (kind == "d" and _within(found[nth:], stack[same[-1]]))
            return same[-1] if again else len(stack), _Level(kind, item.form, place, item.text, [], item.depth)
    return None


def _within(found: Sequence[Item], level: _Level) -> bool:
    """Tell whether a list that begins like the one it stands in ends before that goes on: 1. 2. [1. 2. 3.] 3."""
    last = 0
    for item in found:
        place = dict(item.readings).get(level.kind, 0) if item.form == level.form else 0
        if place and place != last + 1:
            return place == level.place + 1
        last = place or last
    return False


def _without_single(
    paths: dict[int, tuple[tuple[str, str], ...]], opened: Sequence[_Level], usual: Collection[_Print]
) -> dict[int, tuple[tuple[str, str], ...]]:
    usual = {_print(level, paths) for level in opened if len(level.members) > 1} | set(usual)
    single = (level for level in opened if len(level.members) == 1 and _print(level, paths) not in usual)
    lonely = {level.members[0] for level in single if level.members[0] in paths}
    drop = {nth for nth in lonely if not _has_children(nth, paths)}
    return {nth: path for nth, path in paths.items() if nth not in drop}


def _print(level: _Level, paths: Mapping[int, tuple[tuple[str, str], ...]]) -> _Print:
    """How far down a level is, and how it is printed: where others of the kind have several items, one is enough."""
    return len(paths.get(level.members[0], ())), level.kind, level.form


def _has_children(nth: int, paths: dict[int, tuple[tuple[str, str], ...]]) -> bool:
    below = paths.get(nth + 1)
    return below is not None and len(below) > len(paths[nth]) and below[: len(paths[nth])] == paths[nth]


def join(base: str, path: Sequence[tuple[str, str]]) -> str:
    """Return the whole number of a path of markers: 8:10 + a) -> 8:10a, 12 + (3) -> 12(3), "" + I. A. -> I.A."""
    number = base
    for text, form in path:
        if form == "()":
            number += f"({text})"
        elif number and (number[-1].isdecimal() != text.isdecimal()) and number[-1] != ")" and base:
            number += text
        else:
            number += f".{text}" if number else text
    return number


def under_rules(
    lines: Sequence[Line],
    rules: Mapping[int, Numbered],
    named: Collection[int],
    skip: Collection[int],
    listed: bool = False,
) -> dict[int, Numbered]:
    """Return the sub-rules that markers number under rules of whole numbers; `named`: those called "Article 12".

    Items printed "1." are sub-rules of named rules, of others where they are cited (`listed`) and where letters begin
    again under each of them. Under a named rule the markers count on past headings, unless they begin again under each,
    or only begin behind one: a list in a section of Chapter 2.
    """
    chosen: list[tuple[list[Item], str]] = []
    starts = sorted(rules)
    known = {each.number for each in rules.values()}
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        word = start in named
        body = next((i for i in range(start + 1, end) if not word or lines[i].role != "heading"), end)
        heading = next((i for i in range(body, end) if lines[i].role == "heading"), end)
        whole = word and bool(items(lines, range(start + 1, heading), _DIGITS, skip))
        safe = (heading, _DIGITS if word else _LETTERS)
        first = (end, _DIGITS) if whole else (heading, _DIGITS) if listed else safe
        for stop, forms in (first, safe, (heading, _DIGITS), safe):
            found = items(lines, range(start + 1, stop), forms, skip)
            part = _numbered(found, rules[start].number)
            numbers = {each.number for each in part.values()}
            if len(numbers) == len(part) and (word or not numbers & known):
                break
        chosen.append((found, rules[start].number))
    usual = {each for found, _ in chosen for each in _several(levels(found))}
    return {index: each for found, base in chosen for index, each in _numbered(found, base, usual).items()}


def _several(paths: Mapping[int, tuple[tuple[str, str], ...]]) -> set[_Print]:
    """The prints of bracketed markers that have others beside them: (1) of a section that has (2), too."""
    beside = Counter(path[:-1] for path in paths.values())
    several = [path for path in paths.values() if beside[path[:-1]] > 1 and path[-1][1] == "()"]
    return {
        (len(path), "d" if path[-1][0].isdecimal() else "A" if path[-1][0].isupper() else "a", "()") for path in several
    }


_LETTERS, _DIGITS = "()", "() ) . 、"
"""The prints of digits that count within a rule: (1) always does, 1. and 1) may belong to a list."""


def _numbered(found: Sequence[Item], base: str, usual: Collection[_Print] = ()) -> dict[int, Numbered]:
    paths = levels(found, usual)
    return {
        found[nth].index: Numbered(join(base, path), found[nth].start, relative=True) for nth, path in paths.items()
    }


def outline(lines: Sequence[Line], skip: Collection[int]) -> dict[int, Numbered]:
    """Return the rules of a document that is one outline (I. A. 1. a. or (a)(1)(i)), {} if it is none.

    Lists that begin again under every heading are no outline.
    """
    found = items(lines, range(len(lines)), "() ) . 、", skip)
    out = _numbered(found, "")
    numbers = [each.number for each in out.values()]
    paragraphs = sum(line.starts and not line.aside and line.role != "heading" for line in lines)
    numbered = len(out) >= max(_OUTLINE_LEAST, _OUTLINE_SHARE * paragraphs)
    deep = len({len(numbering.components(number)) for number in numbers}) > 1
    return out if numbered and deep and len(set(numbers)) == len(numbers) else {}
