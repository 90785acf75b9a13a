"""How the lists of an HTML page count: their attributes, the page's own style sheets, and markers taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.models import Line
from kb.readers import html_cited
from kb.readers.blocks import marker
from kb.readers.html_signs import Element

LIST_TYPES = {
    "decimal": "1",
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
    "none": "",
}
_RULE = re.compile(r"([^{}]{1,300})\{([^{}]{0,2000})\}")
_DEEPEST = 8
"""Lists within one another of which it is asked how they count; those of real pages have four levels."""
_STYLE_TYPE = re.compile(r"list-style(?:-type)?\s*:[^;]*?\b(" + "|".join(LIST_TYPES) + r")\b")


@dataclass(frozen=True, slots=True)
class ListStyles:
    """What the page's own style sheets say of lists.

    `types` pairs a selector (a tag, .class or tag.class) with a counter style.
    """

    types: tuple[tuple[str, str], ...] = ()

    def type_of(self, element: Element) -> str:
        """The counter style of a list: its own attribute and style first, then the style sheet, then "1"."""
        own = _STYLE_TYPE.search(element.get("style", ""))
        if own:
            return LIST_TYPES[own.group(1)]
        if element.get("type", "") in ("1", "a", "A", "i", "I"):
            return str(element.get("type"))
        classes = [f".{name}" for name in element.get("class", "").split()]
        known = dict(self.types)
        for selector in (*(f"ol{name}" for name in classes), *classes, "ol"):
            if selector in known:
                return known[selector]
        return "1"


def list_styles(root: Element) -> ListStyles:
    """Reads the style elements of a page."""
    types: list[tuple[str, str]] = []
    for style in root.iter("style"):
        for selectors, body in _RULE.findall(style.text or ""):
            found = _STYLE_TYPE.search(body)
            if found:
                names = [selector.split()[-1] for selector in selectors.split(",") if selector.split()]
                types.extend((name, LIST_TYPES[found.group(1)]) for name in names)
    return ListStyles(tuple(types))


@dataclass(slots=True)
class OpenList:
    """A list: its next value and step, its counter style ("" prints nothing).

    `sure` where the page itself says how it counts; `items` are the lines that took a computed number from it, and
    their values; `own` counts the items that brought their own. `above` is the list whose item it stands in, `name`
    the class of the outermost of them.
    """

    style: str = ""
    value: int = 1
    step: int = 1
    sure: bool = False
    items: dict[int, int] = field(default_factory=dict)
    own: int = 0
    above: OpenList | None = None
    name: str = ""

    def chain(self) -> list[OpenList]:
        """The lists around it that count their items, from the outermost down to itself; the innermost of very many."""
        found = [self]
        while (above := found[-1].above) and above.items and not above.own and len(found) < _DEEPEST:
            found.append(above)
        return found[::-1]


class Lists:
    """The lists that are open, the innermost last, and every ordered one of the page."""

    def __init__(self, root: Element) -> None:
        self.open: list[OpenList] = []
        self._styles = list_styles(root)
        self._ordered: list[OpenList] = []
        self._unseen = any("stylesheet" in link.get("rel", "").lower() for link in root.iter("link"))

    def begin(self, element: Element) -> None:
        """Opens a list."""
        style = self._styles.type_of(element) if element.tag == "ol" else ""
        start, step = element.get("start", "1"), 1
        if element.tag == "ol" and element.get("reversed") is not None:
            step = -1
            start = element.get("start", str(len(element.findall("li"))))
        sure = any(element.get(name) is not None for name in ("type", "start", "style", "reversed"))
        above = next((one for one in reversed(self.open) if one.style), None)
        name = above.name if above and above.items and not above.own else element.get("class", "")
        self.open.append(OpenList(style, int(start) if is_int(start) else 1, step, sure=sure, above=above, name=name))
        if style:
            self._ordered.append(self.open[-1])

    def count(self, element: Element) -> str:
        """The marker of an item of the innermost list, "" where it has none."""
        if not self.open:
            return ""
        current = self.open[-1]
        value = element.get("value", "")
        current.value = int(value) if is_int(value) else current.value
        number = marker(current.value, current.style) if current.style else ""
        current.value += current.step
        return number

    def print_markers(self, lines: list[Line]) -> None:
        """Puts the markers of ordered lists before their items, as a browser does.

        Those that a style sheet we cannot see has switched off, or changed, are taken back: in a list where some items
        print their own number; and, on a page where most ordered items do, in every list if the page links to a style
        sheet, else in lists of a single item. Where their items cite one another, the citations say what they print.
        """
        ordered = [one for one in self._ordered if one.items or one.own]
        own, computed = sum(one.own for one in ordered), sum(len(one.items) for one in ordered)
        cited = _cited(ordered, lines)
        for one in ordered:
            doubtful = own > computed and (self._unseen or len(one.items) == 1)
            false = not one.sure and (one.own > 0 or doubtful)
            style = "" if one.sure or one.own else cited.get(id(one), "")
            for place, value in one.items.items():
                shown = html_cited.printed(value, style) if style else "" if false else f"{lines[place].number}."
                lines[place] = _printed(lines[place], shown)


def _cited(ordered: Sequence[OpenList], lines: Sequence[Line]) -> dict[int, str]:
    """How each list (by its identity) is printed as its items, and those of lists of its class, cite one another."""
    found: dict[str, list[html_cited.Cited]] = {}
    for one in ordered:
        sizes = [len(each.items) for each in one.chain()]
        for place in one.items:
            found.setdefault(one.name, []).extend(html_cited.citations(lines[place].text, sizes))
    proven = {name: html_cited.styles(cited) for name, cited in found.items()}
    return {
        id(one): html_cited.style_of(len(one.chain()) - 1, proven[one.name]) for one in ordered if proven.get(one.name)
    }


def _printed(line: Line, shown: str) -> Line:
    """An item with its marker before it, or with none."""
    if not shown:
        return replace(line, number="")
    text = f"{shown} {line.text}"
    return replace(line, text=text, number="", bold=line.bold and line.bold + len(text) - len(line.text))


def is_int(text: str) -> bool:
    """Whether an attribute is a whole number that a list could have."""
    return re.fullmatch(r"-?\d{1,6}", text.strip()) is not None
