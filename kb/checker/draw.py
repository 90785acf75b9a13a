"""The timeline of a state as Graphviz text, drawn from the rows that the checker runs; a page draws it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from kb.states import Row, StateTable

WIDTH = 34
"""Characters a line in a label: wider, and the picture does not fit a phone."""

_STYLE = (
    '  graph [rankdir="LR", bgcolor="transparent"];',
    '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#4a5263", fontcolor="#1b1f27"];',
    '  edge [color="#777f8d"];',
)


def timeline_dot(table: StateTable) -> str:
    """From gain to end, left to right: what brings the state, what it does, and each way it ends (dashed: earlier)."""
    return "\n".join(["digraph {", *_STYLE, *_parts(table), "}"]) + "\n"


def _parts(table: StateTable) -> Iterator[str]:
    during = [row for row in table.of("effect") if not row.always and not row.given]
    yield f"  gained [label={_label(f'{table.name} by', table.of('gain'))}];"
    yield f"  during [label={_label(f'While {table.name}', during)}];"
    yield "  gained -> during;"
    for number, (head, rows) in enumerate(_endings(table).items(), 1):
        dashed = "" if rows[0].automatic else " [style=dashed]"
        yield f"  end{number} [label={_label(head, (), _rules(rows))}];"
        yield f"  during -> end{number}{dashed};"


def _endings(table: StateTable) -> dict[str, list[Row]]:
    """The ways it ends, those that can come earlier first, each with its rows."""
    ways: dict[str, list[Row]] = {}
    for row in sorted(table.of("loss"), key=lambda row: row.automatic):
        what = row.at or ", ".join(row.events)
        ways.setdefault(f"Ends: {what}" if row.automatic else f"Earlier: {row.by or what}", []).append(row)
    return ways


def _rules(rows: Iterable[Row]) -> str:
    return ", ".join(dict.fromkeys(quote.rule for row in rows for quote in row.quotes))


def _label(head: str, rows: Iterable[Row], rules: str = "") -> str:
    """A DOT string: the head, a line a row with its rule, escaped; lines are aligned to the left."""
    told = [head, *(f"• {row.why} ({row.quotes[0].rule})" for row in rows), *([f"({rules})"] if rules else [])]
    lines = [line for text in told for line in textwrap.wrap(text, WIDTH, break_on_hyphens=False)]
    return '"' + "".join(line.replace("\\", "\\\\").replace('"', '\\"') + "\\l" for line in lines) + '"'
