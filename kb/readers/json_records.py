"""From JSON records to lines: a title is a heading, a number stands beside its text, an example says that it is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb import numbering
from kb.models import Line, Role
from kb.readers import fragment
from kb.readers.blocks import fold
from kb.readers.json_fields import (
    Fields,
    Item,
    Node,
    Text,
    is_container,
    is_for_programs,
    is_main_text,
    is_record,
    is_wordy,
    label,
    lettered,
    number_of,
    short,
)

_MARKUP = re.compile(r"</?(?:p|br|li|ul|ol|b|i|em|strong|span|div|a|img|table|tr|td)\b[^>]*>", re.IGNORECASE)
_STRONG = re.compile(r"\*\*(\S(?:[^*]*\S)?)\*\*")
_LINK = re.compile(r"(?<!!)\[([^\[\]]+)\]\((?=[^()\s]*[/#:.])[^()\s]+\)")
"""Markdown in strings: emphasis and links show their words."""

_GLUED = re.compile(r"^(\d[\w.:\-]*[.)])(?=[^\s\d.)])")
_EXAMPLE = re.compile(r"examples?\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.!?:;…”\"]$")
_DEEPEST = 6
_HEADING = 80
"""A heading with more characters than this is a rule with rules below it."""

_QUESTIONS = {"question": "Q", "q": "Q", "answer": "A", "a": "A"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the tree a value stands: how deep, and under which rule number."""

    depth: int = 1
    above: str = ""

    def under(self, number: str = "") -> Place:
        """The place of what stands below a record, numbered or not."""
        return Place(self.depth + 1, number or self.above)


def lines_of(node: Node, fields: Fields, at: Place | None = None) -> Iterator[Line]:
    """The lines of a value: of each record in a list, of each rule in an object."""
    at = at or Place()
    if isinstance(node, Text):
        yield from _text(node, node.value)
    elif isinstance(node, tuple):
        for inner in node:
            if isinstance(inner, Text):
                yield from _text(inner, inner.value, role="item", level=1)
            elif _is_row(inner):
                yield from _row(inner)
            else:
                yield from lines_of(inner, fields, at)
    elif is_record(node):
        yield from _record(node, fields, at)
    else:
        for item in node:
            yield from _named(item, fields, at)


def _is_row(node: Node) -> bool:
    """A list of a rule's number and its texts: ["4.1", "Cats nap."]."""
    texts = [one for one in node if isinstance(one, Text)] if isinstance(node, tuple) else []
    return isinstance(node, tuple) and len(texts) == len(node) > 1 and bool(number_of(texts[0].value))


def _row(node: Node) -> Iterator[Line]:
    texts = [one for one in node if isinstance(one, Text)] if isinstance(node, tuple) else []
    number = number_of(texts[0].value)
    for text in texts[1:]:
        for line in _text(text, text.value, number):
            yield line
            number = ""


def _named(item: Item, fields: Fields, at: Place) -> Iterator[Line]:
    """An object's entry under its number or its title."""
    number = fields.whole(number_of(item.key.value), at.above) or lettered(item.key.value, at.above)
    if number and isinstance(item.value, Text):
        yield from _text(item.value, item.value.value, number)
    elif number:
        below = list(lines_of(item.value, fields, at.under(number)))
        yield from [_with_number(below[0], number), *below[1:]] if below and not below[0].number else below
    else:
        if not _titled(item, fields):
            yield from _heading(item.key, item.key.value, at.depth)
        leading = numbering.leading(_GLUED.sub(r"\1 ", item.key.value))
        yield from lines_of(item.value, fields, at.under(leading.number if leading else ""))


def _titled(item: Item, fields: Fields) -> bool:
    """Whether what stands under a key has a title of its own: then the key is a program's name for it."""
    return isinstance(item.value, list) and fields.title(item.value) is not None


def _with_number(line: Line, number: str) -> Line:
    return Line(line.text, line.line, None, line.role, line.level, number, line.aside, line.starts, line.bold)


def _heading(place: Text, text: str, depth: int, number: str = "") -> Iterator[Line]:
    text = _GLUED.sub(r"\1 ", fold(text))
    if text:
        yield Line(text, place.line, None, "heading", min(depth, _DEEPEST), number)


def _record(items: list[Item], fields: Fields, at: Place) -> Iterator[Line]:
    given, numbered = fields.number(items)
    number = fields.whole(given, at.above)
    below = at.under(number)
    title = fields.title(items)
    if title is not None and isinstance(title.value, Text):
        yield from _heading(title.value, title.value.value, at.depth, number)
        number = ""
    parent = any(isinstance(item.value, tuple | list) and item.value and not _is_example(item) for item in items)
    for item in items:
        if item is numbered or item is title:
            continue
        for line in _field(item, fields, below, parent and title is None):
            if number and not line.number:
                line, number = _with_number(line, number), ""
            yield line


def _is_example(item: Item) -> bool:
    return _EXAMPLE.match(item.key.value) is not None


def _field(item: Item, fields: Fields, at: Place, heads: bool) -> Iterator[Line]:
    """One field of a record. `at` is the place of what stands in it; `heads`: a short main text is its heading."""
    name, value = item.key.value, item.value
    if isinstance(value, Text):
        yield from _scalar(name, value, at.depth - 1, heads)
    elif isinstance(value, tuple) and all(isinstance(one, Text) for one in value):
        yield from _strings(name, [one for one in value if isinstance(one, Text)], fields)
    elif _is_example(item):
        for line in lines_of(value, fields, at):
            yield Line(_as_example(line.text), line.line)
    else:
        below = list(lines_of(value, fields, at))
        if below and not is_container(name):
            yield from _heading(item.key, label(name), at.depth - 1)
        yield from below


def _scalar(name: str, value: Text, depth: int, heads: bool) -> Iterator[Line]:
    text = value.value
    if is_for_programs(name) and not is_wordy(text):
        return
    if _EXAMPLE.match(name):
        yield from _text(value, _as_example(text))
    elif short(name) in _QUESTIONS:
        yield from _text(value, f"{_QUESTIONS[short(name)]}: {text}" if text.strip() else "")
    elif is_main_text(name):
        is_heading = heads and len(text) <= _HEADING and not _SENTENCE_END.search(text.strip())
        yield from _heading(value, text, depth) if is_heading else _text(value, text)
    elif text.strip():
        yield from _text(value, f"{label(name)}: {text}")


def _strings(name: str, values: list[Text], fields: Fields) -> Iterator[Line]:
    if all(value.value in fields.ids for value in values) or (
        is_for_programs(name) and not any(is_wordy(value.value) for value in values)
    ):
        return  # references to records that stand elsewhere, or tags
    for value in values:
        if _EXAMPLE.match(name):
            yield from _text(value, _as_example(value.value))
        else:
            yield from _text(value, value.value, role="text" if is_main_text(name) else "item", level=1)


def _as_example(text: str) -> str:
    return text if not text.strip() or _EXAMPLE.match(text.strip()) else f"Example: {text}"


def _text(place: Text, text: str, number: str = "", role: Role = "text", level: int = 0) -> Iterator[Line]:
    """The lines of a string: its own line ends are kept, mark-up in it is read."""
    if _MARKUP.search(text):
        text = "\n".join(line.text for line in fragment.lines_of(text, place.line))
    for row in _LINK.sub(r"\1", _STRONG.sub(r"\1", text)).split("\n"):
        folded = fold(row)
        if folded:
            yield Line(folded, place.line, None, role, level if role != "text" else 0, number)
            number = ""
