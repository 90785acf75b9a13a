"""Lists of a JSON document that are no lists of rules: rows of a number and its text, names, values by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from kb.readers.json_fields import Fields, Item, Node, Text, is_wordy, number_of
from kb.readers.json_words import is_for_programs, is_main_text, label

SENTENCE_END = re.compile(r"[.!?:;…”\"]$")
_QUANTITY = re.compile(r"[+-]?\d[\w.,/+-]*(?:\s[^\W\d_]{1,4}\.?)?")
_LONGEST_FIGURE = 24
"""Characters: "2d6 + 1 per level"."""

_LONGEST_LINE = 400
"""Characters; more values than these are a table of their own."""

_MOST = 200
"""Values looked at to tell what a list holds."""

_LONGEST_NAME = 60
"""Characters; a record whose only field is longer is a text."""


def is_row(node: Node) -> bool:
    """Whether a list is a rule's number, its text, and perhaps more: ["4.1", "Cats nap."]."""
    first = node[0] if isinstance(node, tuple) and len(node) > 1 and isinstance(node[1], Text) else None
    return isinstance(first, Text) and bool(number_of(first.value))


def are_rows(node: tuple[Node, ...]) -> bool:
    """Whether a list is one of rows: nothing else stands in it, and some have a text; ["V5", "Errata"] has none."""
    texts = islice(_texts(node), _MOST)
    return all(isinstance(row, tuple) for row in node) and not all(_is_short(text) for text in texts)


def _texts(node: tuple[Node, ...]) -> Iterator[str]:
    """The strings of lists in lists."""
    for inner in node:
        if isinstance(inner, tuple):
            yield from _texts(inner)
        elif isinstance(inner, Text):
            yield inner.value


def names(node: Node, fields: Fields) -> tuple[Text, ...]:
    """The names that a value is or lists where it holds no text: short strings, records with nothing but a name."""
    members = [one for one in (node if isinstance(node, tuple) else (node,)) if not _is_empty(one)]
    found = [name for name in (_name(one, fields) for one in members) if name is not None]
    return tuple(found) if len(found) == len(members) <= _MOST else ()


def joined(found: tuple[Text, ...]) -> str:
    """Names as a person lists them."""
    return ", ".join(name.value.strip() for name in found)


def figures(node: Node, fields: Fields, joint: str = "; ") -> str | None:
    """A value on one line where it holds nothing but names and figures: "type: acid; by level: 2: 4d4, 3: 5d4".

    None where it holds a text, or a rule with a number.
    """
    if isinstance(node, Text):
        text = node.value.strip()
        return text if _is_short(text) or _is_figure(text) or _QUANTITY.fullmatch(text) else None
    name = _name(node, fields)
    if name is not None:
        return name.value.strip()
    if len(node) > _MOST or (isinstance(node, list) and fields.number(node)[0]):
        return None
    parts: list[str] = []
    for one in node:
        part = _part(one, fields)
        if part is None or len(parts) > _MOST or sum(map(len, parts)) > _LONGEST_LINE:
            return None
        parts += [part] * bool(part)
    return joint.join(parts)


def _part(one: Item | Node, fields: Fields) -> str | None:
    if not isinstance(one, Item):
        return figures(one, fields, ", ")
    inner = "" if _is_for_programs(one) else figures(one.value, fields, ", ")
    named = bool(inner) and not is_main_text(one.key.value)
    return f"{label(one.key.value).lower()}: {inner}" if named else inner


def is_table(items: list[Item]) -> bool:
    """Whether an object pairs keys with values, all of them figures: {"2": "4d4", "3": "5d4"}; it holds no rules."""
    values = [item.value.value for item in items if isinstance(item.value, Text)]
    return len(values) == len(items) and all(_is_figure(value) for value in values)


def _is_short(text: str) -> bool:
    return not is_wordy(text) and not SENTENCE_END.search(text.strip())


def _is_figure(text: str) -> bool:
    return len(text) <= _LONGEST_FIGURE and any(map(str.isdigit, text)) and not SENTENCE_END.search(text.strip())


def _is_empty(node: Node) -> bool:
    return isinstance(node, Text) and not node.value.strip()


def _name(node: Node, fields: Fields) -> Text | None:
    if isinstance(node, Text):
        return node if _is_short(node.value) else None
    if isinstance(node, tuple) or fields.number(node)[0]:
        return None
    seen = [item for item in node if not (_is_empty(item.value) or _is_for_programs(item))]
    title = fields.title(seen)
    value = title.value if title is not None and len(seen) == 1 else None
    named = isinstance(value, Text) and len(value.value) <= _LONGEST_NAME and not SENTENCE_END.search(value.value)
    return value if named and isinstance(value, Text) else None


def _is_for_programs(item: Item) -> bool:
    return isinstance(item.value, Text) and is_for_programs(item.key.value) and not is_wordy(item.value.value)
