"""How the lists of an HTML page count: their attributes, the page's own style sheets, and markers taken back."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kb.models import Line
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

    `sure` where the page itself says how it counts; `items` are the lines that took a computed number from it, `own`
    counts the items that brought their own.
    """

    style: str = ""
    value: int = 1
    step: int = 1
    sure: bool = False
    items: list[int] = field(default_factory=list)
    own: int = 0


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
        self.open.append(OpenList(style, int(start) if is_int(start) else 1, step, sure=sure))
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
        sheet, else in lists of a single item.
        """
        ordered = [one for one in self._ordered if one.items or one.own]
        own, computed = sum(one.own for one in ordered), sum(len(one.items) for one in ordered)
        for one in ordered:
            doubtful = own > computed and (self._unseen or len(one.items) == 1)
            false = not one.sure and (one.own > 0 or doubtful)
            for place in one.items:
                lines[place] = _printed(lines[place], false)


def _printed(line: Line, false: bool) -> Line:
    """An item with its marker before it, or with none."""
    if false:
        return replace(line, number="")
    text = f"{line.number}. {line.text}"
    return replace(line, text=text, number="", bold=line.bold and line.bold + len(text) - len(line.text))


def is_int(text: str) -> bool:
    """Whether an attribute is a whole number that a list could have."""
    return re.fullmatch(r"-?\d{1,6}", text.strip()) is not None
