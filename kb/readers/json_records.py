"""From JSON records to lines: a title is a heading, a number stands beside its text, an example says that it is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb import numbering
from kb.models import Line
from kb.readers.blocks import fold
from kb.readers.json_fields import Fields, Item, Node, Text, is_record, is_wordy, lettered, number_of
from kb.readers.json_grids import grid
from kb.readers.json_lists import SENTENCE_END, are_rows, figures, is_row, is_table, joined, names
from kb.readers.json_strings import DEEPEST, LINES, page_of, text_lines
from kb.readers.json_words import DATES, is_container, is_for_programs, is_main_text, label, short

_GLUED = re.compile(r"^(\d[\w.:\-]*[.)])(?=[^\s\d.)])")
_EXAMPLE = re.compile(r"examples?\b", re.IGNORECASE)
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
        yield from text_lines(node, node.value)
    elif isinstance(node, tuple):
        yield from _list(node, fields, at)
    elif is_record(node):
        yield from _record(node, fields, at)
    elif is_table(node):
        for item in node:
            value = item.value.value if isinstance(item.value, Text) else ""
            yield from text_lines(item.key, f"{item.key.value}: {value}")
    else:
        for item in node:
            yield from _named(item, fields, at)


def _list(node: tuple[Node, ...], fields: Fields, at: Place) -> Iterator[Line]:
    rows, beside_text = are_rows(node), any(isinstance(inner, Text) for inner in node)
    for inner in node:
        if isinstance(inner, Text):
            yield from text_lines(inner, inner.value, role="item", level=1)
        elif rows and is_row(inner):
            yield from _row(inner, fields, at)
        elif beside_text and (tags := names(inner, fields)):
            yield from text_lines(tags[0], joined(tags))
        else:
            yield from lines_of(inner, fields, at)


def _row(node: Node, fields: Fields, at: Place) -> Iterator[Line]:
    number, *texts = node if isinstance(node, tuple) else ()
    given = number_of(number.value) if isinstance(number, Text) else ""
    lines = [line for line in _list(tuple(texts), fields, at.under(given)) if line.text]
    for nth, line in enumerate(lines):
        plain = replace(line, role="text", level=0) if line.role == "item" else line
        yield plain if nth else _with_number(plain, given)


def _named(item: Item, fields: Fields, at: Place) -> Iterator[Line]:
    """An object's entry under its number or its title."""
    number = fields.whole(number_of(item.key.value), at.above) or lettered(item.key.value, at.above)
    if number and isinstance(item.value, Text):
        yield from text_lines(item.value, item.value.value, number)
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
    return replace(line, number=number)


def _heading(place: Text, text: str, depth: int, number: str = "") -> Iterator[Line]:
    text = _GLUED.sub(r"\1 ", fold(text))
    if text:
        yield Line(text, place.line, None, "heading", min(depth, DEEPEST), number)


def _record(items: list[Item], fields: Fields, at: Place) -> Iterator[Line]:
    given, numbered = fields.number(items)
    number = fields.whole(given, at.above)
    below = at.under(number)
    title = fields.title(items)
    if not number:  # a letter without a rule above it
        numbered = fields.sign(items) if title is not None else None
    if title is not None and isinstance(title.value, Text):
        sign = numbered.value.value if numbered and not number and isinstance(numbered.value, Text) else ""
        yield from _heading(title.value, f"{sign} {title.value.value}", at.depth, number)
        number = ""
    parent = any(isinstance(item.value, tuple | list) and item.value and not _is_example(item) for item in items)
    for item in sorted(items, key=lambda one: _stands_below(one, fields)):
        if item is numbered or item is title:
            continue
        if parent and at.depth == 1 and short(item.key.value) in DATES and isinstance(item.value, Text):
            yield from text_lines(item.value, f"{label(item.key.value)}: {item.value.value}")
            continue
        for line in _field(item, fields, below, at.depth + (title is not None), parent and title is None):
            if number and not line.number:
                line, number = _with_number(line, number), ""
            yield line


def _stands_below(item: Item, fields: Fields) -> bool:
    """Whether a field holds more than its record's own words: a person reads those first, wherever they stand."""
    value = item.value
    own = isinstance(value, Text) or (isinstance(value, tuple) and all(isinstance(one, Text) for one in value))
    return not (own or _is_example(item) or (not is_container(item.key.value) and figures(value, fields) is not None))


def _is_example(item: Item) -> bool:
    return _EXAMPLE.match(item.key.value) is not None


def _field(item: Item, fields: Fields, at: Place, depth: int, heads: bool) -> Iterator[Line]:
    """One field of a record. `at` is the place of what stands in it, `depth` the level of a heading that it needs.

    `heads`: a short main text is the record's heading.
    """
    name, value = item.key.value, item.value
    plain = is_container(name) or is_main_text(name) or _is_example(item)
    if isinstance(value, Text):
        yield from _scalar(name, value, at.depth - 1, heads)
    elif isinstance(value, tuple) and _is_unseen(name, value, fields):
        return
    elif not plain and (listed := names(value, fields)):
        yield from text_lines(listed[0], f"{label(name)}: {joined(listed)}")
    elif not plain and (rows := grid(value, fields)):
        yield Line(label(name), item.key.line)
        yield from rows
    elif not plain and (counted := figures(value, fields)):
        yield from text_lines(item.key, f"{label(name)}: {counted}")
    elif isinstance(value, tuple) and all(isinstance(one, Text) for one in value):
        yield from _strings(name, tuple(one for one in value if isinstance(one, Text)), at.depth - 1)
    elif _is_example(item):
        for line in lines_of(value, fields, at):
            yield Line(_as_example(line.text), line.line)
    else:
        below = list(lines_of(value, fields, at if is_container(name) else replace(at, depth=depth + 1)))
        if below and not is_container(name):
            yield from _heading(item.key, label(name), depth)
        yield from below


def _is_unseen(name: str, values: tuple[Node, ...], fields: Fields) -> bool:
    """Whether a list holds references to records that stand elsewhere, or tags for programs."""
    texts = [one.value for one in values if isinstance(one, Text)]
    wordy = any(is_wordy(text) for text in texts)
    unseen = all(text in fields.ids for text in texts) or (is_for_programs(name) and not wordy)
    return len(texts) == len(values) and unseen


def _scalar(name: str, value: Text, depth: int, heads: bool) -> Iterator[Line]:
    text = value.value
    if is_for_programs(name) and not is_wordy(text):
        return
    if _EXAMPLE.match(name):
        yield from text_lines(value, _as_example(text))
    elif short(name) in _QUESTIONS:
        yield from text_lines(value, f"{_QUESTIONS[short(name)]}: {text}" if text.strip() else "")
    elif is_main_text(name):
        titled = any(map(str.isalpha, text)) and not SENTENCE_END.search(text.strip())
        is_heading = heads and len(text) <= _HEADING and titled
        yield from _heading(value, text, depth) if is_heading else _paragraphs((value,), depth)
    elif text.count("\n") >= LINES:
        yield from _paragraphs((value,), depth)
    elif text.strip():
        yield from text_lines(value, f"{label(name)}: {text}")


def _strings(name: str, values: tuple[Text, ...], depth: int) -> Iterator[Line]:
    if is_main_text(name) and not _EXAMPLE.match(name):
        yield from _paragraphs(values, depth)
        return
    for value in values:
        if _EXAMPLE.match(name):
            yield from text_lines(value, _as_example(value.value))
        else:
            yield from text_lines(value, value.value, role="item", level=1)


def _paragraphs(values: Sequence[Text], depth: int) -> Iterator[Line]:
    """The paragraphs of a text; together they may be a page of their own, a row of a table each."""
    page = page_of([value.value for value in values])
    highest = min((line.level for line in page if line.role == "heading"), default=1)
    for line in page:  # its highest headings stand right below the title
        level = min(depth + 1 + line.level - highest, DEEPEST) if line.role == "heading" else line.level
        yield replace(line, line=values[0].line, level=level)
    for value in () if page else values:
        yield from text_lines(value, value.value)


def _as_example(text: str) -> str:
    return text if not text.strip() or _EXAMPLE.match(text.strip()) else f"Example: {text}"
