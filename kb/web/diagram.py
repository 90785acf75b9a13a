"""A state as a picture: Graphviz text of what brings it, what ends it, and where a run stands."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from kb.models import Step
from kb.states import StateTable
from kb.states.records import Section

LABEL_WIDTH = 26  # characters a line of a label: a phone is narrow
ARROWS: dict[Section, tuple[str, str]] = {"gain": ("out", "in"), "again": ("in", "in"), "loss": ("in", "out")}


def dot(table: StateTable, steps: Sequence[Step] = ()) -> str:
    """Graphviz text: two nodes, an arrow a kind of event with its rule; the node where the run stands is filled."""
    here = standing(steps)
    lines = [
        "digraph {",
        '  graph [bgcolor="transparent"];',
        '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", color="#4a5263", fontcolor="#1b1f27"];',
        '  edge [color="#777f8d", fontcolor="#777f8d", fontname="sans-serif", fontsize=11];',
        f"  out [label={_quoted('not ' + table.name.lower())}{_filled(here == 'out')}];",
        f"  in [label={_quoted(table.name)}{_filled(here == 'in')}];",
    ]
    for section, label in labels(table):
        tail, head = ARROWS[section]
        lines.append(f"  {tail} -> {head} [label={_quoted(_wrapped(label))}];")
    return "\n".join([*lines, "}"])


def labels(table: StateTable) -> tuple[tuple[Section, str], ...]:
    """(section, label) for what brings, keeps or ends the state: the events, and in a second line their rules."""
    names = {event.id: event.name for event in table.events}
    found: dict[tuple[Section, str], list[str]] = {}
    for section in ARROWS:
        for row in table.of(section):
            what = ", ".join(names.get(e, e) for e in row.events) or row.at or "by itself"
            found.setdefault((section, what), []).append(row.quotes[0].rule)
    return tuple((section, f"{what}\n{', '.join(dict.fromkeys(rules))}") for (section, what), rules in found.items())


def standing(steps: Sequence[Step]) -> str:
    """ "in" or "out" of the state after the last step; empty before the first and where it cannot be told."""
    if not steps:
        return ""
    after = steps[-1].after
    return "" if any(s.endswith("?") for s in after) else "in" if after else "out"


def described(table: StateTable, steps: Sequence[Step] = ()) -> str:
    """What the picture is of, and where the run stands."""
    place = {"in": f" {table.name} now.", "out": f" Not {table.name.lower()} now.", "": ""}[standing(steps)]
    return f"What brings and what ends the state {table.name}.{place}"


def in_words(table: StateTable) -> tuple[str, ...]:
    """The arrows of the picture as sentences, for who cannot see it."""
    names = {"gain": "brings the state", "again": "keeps it", "loss": "ends it"}
    return tuple(f"{label.replace(chr(10), ' (')}): {names[section]}." for section, label in labels(table))


def _filled(here: bool) -> str:
    return ', fillcolor="#ffe9a3", penwidth=3' if here else ""


def _wrapped(label: str) -> str:
    """Short lines, with room at the side: the browser's font may be wider than Graphviz thinks."""
    lines = [line for part in label.split("\n") for line in textwrap.wrap(part, LABEL_WIDTH)]
    return "\n".join(f"   {line}   " for line in lines)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
