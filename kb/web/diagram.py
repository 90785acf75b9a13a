"""A state as a picture: Graphviz text of what brings it, what ends it, and where a run stands."""

from __future__ import annotations

from collections.abc import Sequence

from kb.models import Step
from kb.states import StateTable

SECTIONS = (("gain", "out", "in"), ("again", "in", "in"), ("loss", "in", "out"))


def dot(table: StateTable, steps: Sequence[Step] = ()) -> str:
    """Graphviz text: two nodes, an arrow a kind of event with its rule; the node where the run stands is filled."""
    here = standing(table, steps)
    lines = [
        "digraph {",
        '  graph [bgcolor="transparent"];',
        '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#4a5263", fontcolor="#1b1f27"];',
        '  edge [color="#777f8d", fontcolor="#777f8d", fontname="sans-serif", fontsize=11];',
        f"  out [label={_quoted('not ' + table.name.lower())}{_filled(here == 'out')}];",
        f"  in [label={_quoted(table.name)}{_filled(here == 'in')}];",
    ]
    lines += [f"  {tail} -> {head} [label={_quoted(label)}];" for tail, head, label in arrows(table)]
    return "\n".join([*lines, "}"])


def arrows(table: StateTable) -> tuple[tuple[str, str, str], ...]:
    """(from, to, label) for each row that brings or ends the state; the label names the events and the rule."""
    names = {event.id: event.name for event in table.events}
    found = []
    for section, tail, head in SECTIONS:
        for row in table.rows:
            if row.section == section:
                what = ", ".join(names.get(e, e) for e in row.events) or row.at or "by itself"
                found.append((tail, head, f"{what}\n{row.quotes[0].rule}"))
    return tuple(dict.fromkeys(found))


def standing(table: StateTable, steps: Sequence[Step]) -> str:
    """ "in" or "out" of the state after the last step; empty before the first and where it cannot be told."""
    if not steps:
        return ""
    after = steps[-1].after
    return "" if any(s.endswith("?") for s in after) else "in" if after else "out"


def described(table: StateTable, steps: Sequence[Step] = ()) -> str:
    """The picture in words, for who cannot see it."""
    place = {"in": f"{table.name} now.", "out": f"Not {table.name.lower()} now.", "": ""}[standing(table, steps)]
    said = [
        f"{label.replace(chr(10), ', ')}: {'ends' if head == 'out' else 'brings or keeps'} the state."
        for _, head, label in arrows(table)
    ]
    return " ".join([place, *said]).strip()


def _filled(here: bool) -> str:
    return ', fillcolor="#ffe9a3", penwidth=3' if here else ""


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
