"""The numbers and styles that Word computes, from numbering.xml and styles.xml (ECMA-376, part 1, 17.7 and 17.9)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kb.readers.blocks import roman

Element: TypeAlias = Any  # lxml carries no types

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PLACE = re.compile(r"%([1-9])")
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|nagłówek)\s*([1-9])", re.IGNORECASE)
_OFF = ("0", "false", "off", "none")
_LEVELS = 9
_DEEPEST_STYLE = 20
"""A chain of styles based on each other is no longer than this; a ring of them must end somewhere."""

_SYMBOLS = {"bullet": "", "none": ""}


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list counts: where it starts, in which form, and the text around the numbers ("%1.%2.")."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    legal: bool = False
    restart: int | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph style says of itself: its name, list and level, heading level (0: none), bold."""

    name: str = ""
    base: str = ""
    num: str | None = None
    level: int | None = None
    outline: int = 0
    bold: bool | None = None


@dataclass(slots=True)
class _Counters:
    values: list[int | None] = field(default_factory=lambda: [None] * _LEVELS)


def attribute(element: Element | None, name: str = "val") -> str | None:
    """The attribute w:`name` of an element that may be missing."""
    return None if element is None else element.get(WORD + name)


def is_on(element: Element | None) -> bool | None:
    """A switch such as <w:b/>: None where it is not given."""
    return None if element is None else attribute(element) not in _OFF


def find(element: Element, path: str) -> Element | None:
    """The element at a path of Word's names: "pPr/numPr/ilvl"."""
    return element.find("/".join(WORD + name for name in path.split("/")))


def number_of(text: str | None) -> int:
    """A whole number of an attribute; 0 where it is none."""
    return int(text) if text and re.fullmatch(r"-?\d{1,6}", text) else 0


class Styles:
    """The paragraph and character styles of a document, each with what it inherits."""

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, Style] = {}
        self.default = ""
        for element in () if root is None else root.iter(f"{WORD}style"):
            style_id = attribute(element, "styleId") or ""
            self._styles[style_id] = _style(element)
            if attribute(element, "type") == "paragraph" and attribute(element, "default") in ("1", "true"):
                self.default = style_id

    def chain(self, style_id: str) -> Iterator[Style]:
        """The style and those it is based on, nearest first."""
        for _ in range(_DEEPEST_STYLE):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = style.base

    def names(self, style_id: str) -> tuple[str, ...]:
        """The names of a style and of those it is based on, in small letters."""
        return tuple(style.name.casefold() for style in self.chain(style_id))

    def heading(self, style_id: str) -> int:
        """The heading level (1..9) of a paragraph style, 0 for text."""
        for style in self.chain(style_id):
            match = _HEADING.fullmatch(style.name)
            if match or style.outline:
                return int(match.group(1)) if match else style.outline
            if style.name.casefold() == "title":
                return 1
        return 0

    def bold(self, style_id: str) -> bool:
        """Whether a style is bold, its bases included."""
        return next((style.bold for style in self.chain(style_id) if style.bold is not None), False)

    def list_of(self, style_id: str) -> tuple[str, int] | None:
        """The list and level (0..8) that a paragraph style is bound to."""
        level: int | None = None
        for style in self.chain(style_id):
            level = style.level if level is None else level
            if style.num is not None:
                return style.num, level or 0
        return None


def _style(element: Element) -> Style:
    level, outline = attribute(find(element, "pPr/numPr/ilvl")), attribute(find(element, "pPr/outlineLvl"))
    return Style(
        name=attribute(find(element, "name")) or "",
        base=attribute(find(element, "basedOn")) or "",
        num=attribute(find(element, "pPr/numPr/numId")),
        level=None if level is None else number_of(level),
        outline=number_of(outline) + 1 if outline is not None and number_of(outline) < _LEVELS else 0,
        bold=is_on(find(element, "rPr/b")),
    )


class Numbering:
    """The lists of a document. `next` counts: it must be asked for every numbered paragraph, in order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._abstract: dict[str, Element] = {}
        self._lists: dict[str, Element] = {}
        self._counters: dict[str, _Counters] = {}
        self._levels: dict[tuple[str, int], Level] = {}
        self._begun: set[str] = set()
        if root is not None:
            self._abstract = {attribute(e, "abstractNumId") or "": e for e in root.findall(f"{WORD}abstractNum")}
            self._lists = {attribute(e, "numId") or "": e for e in root.findall(f"{WORD}num")}

    def next(self, num: str, level: int) -> str:
        """The number Word prints before the next paragraph of list `num` at `level` (0..8), "" for a bullet or none."""
        if num not in self._lists or not 0 <= level < _LEVELS:
            return ""
        counters = self._counters.setdefault(self._owner(num), _Counters())
        if num not in self._begun:
            self._begun.add(num)
            self._restart(num, counters)
        own = self._level(num, level)
        value = counters.values[level]
        counters.values[level] = own.start if value is None else value + 1
        for deeper in range(level + 1, _LEVELS):
            restart = self._level(num, deeper).restart
            if restart is None or (restart and level < restart):
                counters.values[deeper] = None
        return self._print(num, level, own, counters)

    def _print(self, num: str, level: int, own: Level, counters: _Counters) -> str:
        def part(match: re.Match[str]) -> str:
            place = int(match.group(1)) - 1
            shown = self._level(num, place)
            value = counters.values[place]
            if place > level or shown.form in _SYMBOLS:
                return ""
            return printed(shown.start if value is None else value, "decimal" if own.legal else shown.form)

        return "" if own.form in _SYMBOLS else _PLACE.sub(part, own.text).strip()

    def _owner(self, num: str) -> str:
        """The abstract list that `num` stands for: lists that share it share its counters."""
        abstract = attribute(find(self._lists[num], "abstractNumId")) or ""
        element = self._abstract.get(abstract)
        linked = None if element is None else attribute(find(element, "numStyleLink"))
        bound = self._styles.list_of(linked) if linked else None
        if bound and bound[0] != num and bound[0] in self._lists:
            return attribute(find(self._lists[bound[0]], "abstractNumId")) or abstract
        return abstract

    def _restart(self, num: str, counters: _Counters) -> None:
        for override in self._lists[num].findall(f"{WORD}lvlOverride"):
            level = number_of(attribute(override, "ilvl"))
            if find(override, "startOverride") is not None and 0 <= level < _LEVELS:
                counters.values[level] = None

    def _level(self, num: str, level: int) -> Level:
        known = self._levels.get((num, level))
        if known is None:
            known = self._levels[num, level] = self._read_level(num, level)
        return known

    def _read_level(self, num: str, level: int) -> Level:
        element, start = self._of_level(self._abstract.get(self._owner(num)), level), None
        for override in self._lists[num].findall(f"{WORD}lvlOverride"):
            if number_of(attribute(override, "ilvl")) == level:
                start = attribute(find(override, "startOverride"))
                own = find(override, "lvl")
                element = element if own is None else own
        if element is None:
            return Level(form="none")
        restart = attribute(find(element, "lvlRestart"))
        return Level(
            start=number_of(start or attribute(find(element, "start")) or "0"),
            form=attribute(find(element, "numFmt")) or "decimal",
            text=attribute(find(element, "lvlText")) or "",
            legal=bool(is_on(find(element, "isLgl"))),
            restart=None if restart is None else number_of(restart),
        )

    def _of_level(self, abstract: Element | None, level: int) -> Element | None:
        levels = () if abstract is None else abstract.findall(f"{WORD}lvl")
        return next((one for one in levels if number_of(attribute(one, "ilvl")) == level), None)


def printed(value: int, form: str) -> str:
    """A counter in one of Word's forms; forms of other scripts are printed as digits."""
    if form in ("lowerLetter", "upperLetter") and 0 < value <= 780:
        made = "abcdefghijklmnopqrstuvwxyz"[(value - 1) % 26] * ((value - 1) // 26 + 1)  # Word counts x, y, z, aa, bb
    elif form in ("lowerRoman", "upperRoman") and 0 < value < 400:
        made = roman(value)
    elif form == "decimalZero":
        made = f"{value:02}"
    else:
        made = str(value)
    return made.upper() if form.startswith("upper") else made
