"""How lists are printed whose markers a page leaves to a style sheet elsewhere: as their items cite one another.

"Return to (a)" in a list of five says that its items are (a) to (e), whatever the page alone would print.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.readers.blocks import marker

_VERBS = (
    r"go(?:es)?|returns?|back|proceeds?|skips?|continues?|jumps?|moves?|repeats?|starts?|gehe?|weiter|zurück|retour(?:nez)?"
    r"|reven(?:ir|ez)|all(?:er|ez)|pass(?:er|ez)|volver|vuelv[ae]|ir|v[ea]|pas[ae]"
)
_CITED = re.compile(
    rf"\b(?:(?:{_VERBS})(?:\s+(?:on|back|again|directly))?\s+(?:to|at|from|with|zu|bei|mit|à|au|al?)|repeats?|skips?)\s+"
    r"(?:(?:l[’']|la\s|el\s)?(?:step|point|item|schritt|punkt|étape|paso|punto)\s+)?"
    r"(?:\((?P<boxed>\d{1,2}|[a-zA-Z]|[ivx]{2,4})\)|(?P<bare>\d{1,2})\b(?![.:]\d))",
    re.IGNORECASE,
)
"""An item cited as the next step; in brackets, or by a number alone."""
_USUAL = ("1", "a", "i", "A")
"""How word processors and LaTeX count one level below another; a level that nothing cites follows it."""
_LEAST = 2
"""Citations that show how lists are printed; one may be of something else."""


@dataclass(frozen=True, slots=True)
class Cited:
    """An item's citation of another: its mark, whether in brackets, and how many items each list around it has."""

    mark: str
    boxed: bool
    sizes: tuple[int, ...]


def citations(text: str, sizes: Sequence[int]) -> Iterator[Cited]:
    """The items that the text of an item cites; `sizes` are those of its lists, the outermost first."""
    for found in _CITED.finditer(text):
        yield Cited(found["boxed"] or found["bare"], found["boxed"] is not None, tuple(sizes))


def styles(cited: Iterable[Cited]) -> dict[int, str]:
    """How lists of each level (0 outermost) are printed, "(a)" or "1.": {} where the citations do not say.

    They do where all marks of a kind lead to an item of the citing item's lists on one level, and on no other.
    """
    found = list(cited)
    levels: dict[int, str] = {}
    for kind in ("1", "a", "A"):
        of_kind = [each for each in found if _kind(each.mark) == kind]
        level, style = _level(of_kind, kind)
        if style and level in levels:
            return {}
        if style:
            levels[level] = f"({style})" if all(each.boxed for each in of_kind) else f"{style}."
    return levels if len(found) >= _LEAST else {}


def style_of(level: int, proven: Mapping[int, str]) -> str:
    """How a level is printed: as cited, or one that nothing cites in the usual order where those cited keep it."""
    usual = all(style.strip("().") == _USUAL[at] for at, style in proven.items() if at < len(_USUAL))
    if level in proven or not usual or level >= len(_USUAL):
        return proven.get(level, "")
    return next(iter(proven.values())).replace(next(iter(proven.values())).strip("()."), _USUAL[level])


def printed(value: int, style: str) -> str:
    """A marker: 4 and "(a)" give "(d)", 4 and "1." give "4."."""
    return style.replace(style.strip("()."), marker(value, style.strip("().")))


def _kind(mark: str) -> str:
    return "1" if mark.isdecimal() else "A" if mark.isupper() else "a"


def _level(cited: Sequence[Cited], kind: str) -> tuple[int, str]:
    """The one level whose lists have all the items cited, and its style; "" where there is none, or several."""
    deepest = min((len(each.sizes) for each in cited), default=0)
    for style in {"a": "ai", "A": "AI"}.get(kind, kind):
        fits = [at for at in range(deepest) if all(0 < _value(each.mark, style) <= each.sizes[at] for each in cited)]
        if len(fits) == 1:
            return fits[0], style
    return 0, ""


def _value(mark: str, style: str) -> int:
    """The place of a mark in a list of a style, 0 where it is none of its marks."""
    if style == "1":
        return int(mark)
    return next((value for value in range(1, 27) if marker(value, style.lower()) == mark.casefold()), 0)
