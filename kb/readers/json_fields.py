"""What the fields of a JSON document hold, told by their content: numbers, ids, titles, remarks for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kb import numbering
from kb.readers.json_words import COUNTS, IDS, LETTERED, LEVELS, NUMBERS, TITLES, short

_FIELD = re.compile(r"[A-Za-z_$@][A-Za-z0-9_$-]*")
_LETTER = re.compile(r"[a-z]|[ivx]{2,5}")
_MARK = re.compile(r"\([a-z]\)|\([ivx]{2,5}\)|(?:[a-z]|[ivx]{2,5})[.)]?")
_LETTERS = 0.3
"""From this share of letters on, a field letters sub-rules; their rules may have numbers in the same field."""

_LONGEST_SIGN = 20
"""Characters of "Chapter XXIII"."""

_WORDY = re.compile(r"\S+\s+\S+\s+\S+")
_SHARE = 0.7
"""From this share of numbers on, a field is the rule number: a preamble or appendix may have another."""

_RISING = 0.7
"""A field whose name does not say so holds rule numbers where at least this share of them go on or begin again."""


@dataclass(frozen=True, slots=True)
class Text:
    """A string of the document, or a number as written, with its line."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Item:
    """One key of an object and its value."""

    key: Text
    value: Node


Node: TypeAlias = "Text | list[Item] | tuple[Node, ...]"


def number_of(text: str) -> str:
    """The rule number that a value is, normalised, or ""."""
    text = text.strip()
    if not text or len(text) > 24 or not any(sign.isdigit() for sign in text):
        return ""
    for written in (text, text.rstrip(".)")):
        if numbering.is_number(numbering.normalise(written)):
            return numbering.normalise(written)
    return ""


def is_wordy(text: str) -> bool:
    """Whether a string is language (three words at least) and not a tag, a path or a date."""
    return _WORDY.search(text) is not None


def is_record(items: list[Item]) -> bool:
    """Whether an object's keys are names of fields; else they are numbers or titles of what they hold."""
    fields = sum(_FIELD.fullmatch(item.key.value) is not None and not number_of(item.key.value) for item in items)
    return fields == len(items) and not _same_shapes(items) and not _are_letters(items)


def _are_letters(items: list[Item]) -> bool:
    """Sub-rules by letter: {"a": ..., "b": ...}; with a "q" they are question and answer."""
    keys = [item.key.value for item in items]
    return keys[:1] in (["a"], ["i"]) and all(_LETTER.fullmatch(key) for key in keys) and "q" not in keys


def _same_shapes(items: list[Item]) -> bool:
    """Several objects of one shape under different names: {"movement": {...}, "combat": {...}}."""
    shapes = [tuple(short(i.key.value) for i in item.value) for item in items if isinstance(item.value, list)]
    return len(shapes) == len(items) > 1 and len(set(shapes)) == 1


@dataclass(frozen=True, slots=True)
class Fields:
    """What is known of a document's fields: those that hold rule numbers, best first, and every id in use.

    `relative` where numbers count anew in every section: single ones that come back. `letters` are the fields that
    letter sub-rules. `heads` are capital letters over numbers that begin with them: A over A1.
    """

    numbers: tuple[str, ...]
    ids: frozenset[str]
    relative: bool = False
    letters: tuple[str, ...] = ()
    heads: frozenset[str] = frozenset()

    @classmethod
    def of(cls, root: Node) -> Fields:
        """Looks at every value of every field."""
        values: dict[str, list[str]] = {}
        for name, text in _fields(root):
            values.setdefault(name, []).append(text)
        ids = frozenset(text for name in IDS for text in values.get(name, ()))
        found = [name for name, texts in values.items() if _holds_numbers(name, texts)]
        numbers = tuple(sorted(found, key=lambda name: _preference(name, values[name])))
        counted = values.get(numbers[0], []) if numbers else _keys(root)
        letters = tuple(name for name in LETTERED if _holds_letters(values.get(name, [])))
        heads = _heads(counted) if numbers else frozenset()
        return cls(numbers, ids, _come_back([number_of(text) for text in counted]), letters, heads)

    def whole(self, number: str, above: str) -> str:
        """A number with that of its section before it, where it counts within the section: (1), a, single ones."""
        if number.startswith("(") and above:
            return f"{above}{number}"
        if number.isalpha() and number not in self.heads:
            return lettered(number, above)
        alone = self.relative and above and number.isdigit()
        return f"{above}.{number}" if alone else number

    def number(self, items: list[Item]) -> tuple[str, Item | None]:
        """The rule number of a record, or its letter, and the item that holds it."""
        texts = [(short(item.key.value), item) for item in items if isinstance(item.value, Text)]
        by_name = {name: (item, item.value.value) for name, item in texts if isinstance(item.value, Text)}
        for name in (name for name in self.numbers if name in by_name):
            item, text = by_name[name]
            if number := number_of(text) or (text if text in self.heads else ""):
                return number, item
        for name in (name for name in self.letters if name in by_name):
            item, text = by_name[name]
            if _MARK.fullmatch(text.strip()):
                return text.strip(". ") if text.strip().startswith("(") else text.strip(".) "), item
        return "", None

    def sign(self, items: list[Item]) -> Item | None:
        """The item of a record without a number that says what it is all the same: "Part I"."""
        by_name = {short(item.key.value): item for item in items if isinstance(item.value, Text)}
        item = next((by_name[name] for name in self.numbers if name in by_name), None)
        text = item.value.value.strip() if item is not None and isinstance(item.value, Text) else ""
        return item if 0 < len(text) <= _LONGEST_SIGN and text[0].isalpha() else None

    def title(self, items: list[Item]) -> Item | None:
        """The item that holds a record's title, if any."""
        texts = [item for item in items if isinstance(item.value, Text) and item.value.value.strip()]
        by_name = {short(item.key.value): item for item in texts}
        return next((by_name[name] for name in TITLES if name in by_name), None)


def _fields(root: Node) -> Iterator[tuple[str, str]]:
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(reversed(node))
        elif isinstance(node, list):
            for item in node:
                if isinstance(item.value, Text):
                    yield short(item.key.value), item.value.value
            stack.extend(item.value for item in reversed(node))


def _keys(root: Node) -> list[str]:
    """Every key of the document's objects."""
    keys: list[str] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, list):
            keys.extend(item.key.value for item in node)
            stack.extend(item.value for item in node)
    return keys


def _come_back(numbers: list[str]) -> bool:
    """Whether all numbers are single ones and some stand more than once."""
    given = [number for number in numbers if number]
    return all(number.isdigit() for number in given) and len(set(given)) < len(given)


def lettered(key: str, above: str) -> str:
    """The number of a sub-rule whose key is a letter or a small numeral: "a" under 4.1 is 4.1a."""
    letter = key.strip().strip(".()")
    if not above or not _LETTER.fullmatch(letter):
        return ""
    return (
        f"{above}({letter})" if above[-1] == ")" else f"{above}{letter}" if above[-1].isdigit() else f"{above}.{letter}"
    )


def _holds_numbers(name: str, texts: list[str]) -> bool:
    if name in COUNTS or not name:
        return False
    filled = [text for text in texts if text.strip()]
    numbers = [text for text in filled if number_of(text)]
    if not filled or len(numbers) < _SHARE * (len(filled) - len(_heads(filled))):
        return False
    parted = any(len(numbering.components(number_of(text))) > 1 for text in numbers)
    if name in LEVELS and len(set(numbers)) == len(texts) > 1:
        return _rise(numbers)
    several = (parted and len(numbers) > 1) or len(set(numbers)) > 2
    return name in NUMBERS or (several and _rise(numbers))


def _heads(texts: list[str]) -> frozenset[str]:
    """The capital letters among the values of a field that others begin with: A over A1, A2."""
    lettered = {text[0] for text in texts if text[:1].isupper() and text[1:2].isdigit() and number_of(text)}
    return frozenset(text for text in texts if text in lettered)


def _holds_letters(texts: list[str]) -> bool:
    return bool(texts) and sum(_MARK.fullmatch(text.strip()) is not None for text in texts) >= _LETTERS * len(texts)


def _rise(numbers: list[str]) -> bool:
    """Whether numbers count and do not measure (costs, points): most are higher than the one before, or a first."""
    keys = [numbering.sort_key(number_of(number)) for number in numbers]
    first = [numbering.components(number_of(number))[-1] in ("1", "a") for number in numbers]
    steps = sum(keys[n - 1] < keys[n] or first[n] > first[n - 1] for n in range(1, len(keys)))
    return steps >= _RISING * (len(keys) - 1)


def _preference(name: str, texts: list[str]) -> tuple[int, int, str]:
    """Names that mean a number first; then fields whose numbers differ most; ids last."""
    place = NUMBERS.index(name) if name in NUMBERS else len(NUMBERS) + (name in IDS)
    return place, -len(set(texts)), name
