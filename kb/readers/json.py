"""JSON and JSON Lines: lists of rules, objects of rules by number, nested sections.

What a field holds is told by its content.

Every string keeps its line: the parser gives the strings of the tree in the order in which they stand in the file.
"""

from __future__ import annotations

import json
import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from kb.encoding import decode
from kb.models import Document, Source
from kb.readers.blocks import refuse
from kb.readers.json_fields import Fields, Item, Node, Text
from kb.readers.json_records import lines_of

MAX_DEPTH = 64
"""No rulebook nests deeper; what does is made to exhaust the reader."""

MAX_VALUES = 1_000_000
"""Commas and brackets; the largest rulebook known has 20,000."""

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_HINT = "Check it with a JSON tool, such as python -m json.tool."
Parsed: TypeAlias = Any


class _Raw(str):
    """A number as it stands in the file: 1.10 is not 1.1."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _Pairs:
    """An object with its keys in order, repeated ones included."""

    pairs: list[tuple[str, Parsed]]


def read(source: Source, data: bytes) -> Document:
    """Rules in the order of the file; raises BadDocument for what is no JSON, is nested too deep or holds no text."""
    text, encoding = decode(data, source.file)
    if sum(text.count(sign) for sign in "[{,") > MAX_VALUES:
        raise refuse(source, "", f"it has over {MAX_VALUES:,} values", "Split it into its parts.")
    values = list(_each_line(source, text)) if _is_lines(text) else [_parsed(source, text, 0)]
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    places = iter([bisect(starts, match.start()) for match in _STRING.finditer(text)])
    nodes = [_node(source, value, places, 1) for value in values]
    root: Node = nodes[0] if len(nodes) == 1 else tuple(nodes)
    lines = tuple(lines_of(root, Fields.of(root)))
    if not lines:
        raise refuse(source, "", "it holds no text", "Give an object or a list with the rules' texts in it.")
    return Document(source, lines, encoding=encoding)


def _is_lines(text: str) -> bool:
    """JSON Lines: the first line is a whole value, and another follows."""
    first, _, rest = text.lstrip().partition("\n")
    if not rest.strip() or not first.startswith(("{", "[")):
        return False
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return False
    return True


def _each_line(source: Source, text: str) -> Iterator[Parsed]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield _parsed(source, line, number - 1)


def _parsed(source: Source, text: str, above: int) -> Parsed:
    try:
        return json.loads(
            text, object_pairs_hook=_Pairs, parse_int=_Raw, parse_float=_Raw, parse_constant=_Raw, strict=False
        )
    except json.JSONDecodeError as error:
        place = f"line {above + error.lineno}, column {error.colno}"
        raise refuse(source, place, f"it is no JSON: {error.msg[0].lower()}{error.msg[1:]}", _HINT) from error
    except RecursionError as error:
        raise refuse(source, "", f"it is nested deeper than {MAX_DEPTH} levels", "Flatten it.") from error


def _node(source: Source, value: Parsed, places: Iterator[int], depth: int, line: int = 1) -> Node:
    """The value with the line of every string; other scalars take the line of their key."""
    if depth > MAX_DEPTH:
        raise refuse(source, f"line {line}", f"it is nested deeper than {MAX_DEPTH} levels", "Flatten it.")
    if isinstance(value, _Pairs):
        items = []
        for key, inner in value.pairs:
            name = Text(key, next(places, line))
            items.append(Item(name, _node(source, inner, places, depth + 1, name.line)))
        return items
    if isinstance(value, list):
        return tuple(_node(source, inner, places, depth + 1, line) for inner in value)
    if isinstance(value, str) and not isinstance(value, _Raw):
        return Text(value, next(places, line))
    return Text("" if value is None or isinstance(value, bool) else str(value), line)
