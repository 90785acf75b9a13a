"""The timeline of a state as Graphviz text, drawn from the rows that the checker runs; a page draws it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from kb.states import Row, StateTable

WIDTH = 28
"""Characters a line in a label: wider and the picture does not fit a phone."""


def timeline_dot(table: StateTable) -> str:
    """From gain to end, left to right: what brings the state, what it does meanwhile, and each way it ends."""
    return _graph(table, "timeline", _timeline(table), "LR")


def _timeline(table: StateTable) -> Iterator[str]:
    during = [row for row in table.of("effect") if not row.always and not row.given]
    yield _node("gained", _lines(table.name, table.of("gain")))
    yield _node("meanwhile", _lines(f"while {table.name}", during))
    yield f"  {_quoted('gained')} -> {_quoted('meanwhile')};"
    for row in sorted(table.of("loss"), key=lambda row: row.automatic):
        name = f"ends: {row.label}"
        head = row.at if row.automatic else f"earlier: {row.by or row.at}"
        yield _node(name, _wrapped(f"{head} ({', '.join(_rules(row))})"))
        yield f"  {_quoted('meanwhile')} -> {_quoted(name)}{'' if row.automatic else ' [style=dashed]'};"


def _graph(table: StateTable, what: str, lines: Iterable[str], direction: str) -> str:
    title = f"{table.game.name}: {table.name}, {what}"
    head = [
        f"digraph {_quoted(title)} {{",
        f"  rankdir={direction};",
        "  node [shape=box, fontname=sans];",
        "  edge [fontname=sans];",
    ]
    return "\n".join([*head, f"  label={_quoted(title)};", *lines, "}"]) + "\n"


def _node(name: str, label: str = "", **style: str) -> str:
    parts = [f"{key}={_quoted(value)}" for key, value in (("label", label or _wrapped(name)), *style.items())]
    return f"  {_quoted(name)} [{', '.join(parts)}];"


def _rules(row: Row) -> list[str]:
    return list(dict.fromkeys(quote.rule for quote in row.quotes))


def _lines(head: str, rows: Iterable[Row]) -> str:
    return "\n".join([_wrapped(head), *(_wrapped(f"• {row.why} ({_rules(row)[0]})") for row in rows)])


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, WIDTH, break_on_hyphens=False)) or " "


def _quoted(text: str) -> str:
    """A DOT string: quotes and back-slashes escaped, line breaks as \\n."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
