"""The same state of several games side by side, every cell cited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from kb.checker.run import cited
from kb.checker.verdicts import listing
from kb.checker.words import longest, terms
from kb.states import Row, StateTable
from kb.views import Cell, Column, Comparison

SILENT = "The documents do not say."


def compare(topic: str, tables: Sequence[StateTable]) -> Comparison:
    """What each game says of the state that `topic` names: how it is gained, what it forbids, allows and counts, how it ends.

    No columns where no table is called so.
    """
    words = terms(topic)
    named = [table for table in tables if longest((table.name, table.id, *table.words), words)]
    columns = tuple(
        Column(table.game, tuple(_cell(table, aspect, rows(table)) for aspect, rows in _ASPECTS)) for table in named
    )
    return Comparison(topic, tuple(aspect for aspect, _ in _ASPECTS), columns)


def _cell(table: StateTable, aspect: str, rows: Iterable[Row]) -> Cell:
    found = tuple(dict.fromkeys(rows))
    return Cell(aspect, " ".join(dict.fromkeys(row.why for row in found)) or SILENT, cited(found))


def _ruled(outcome: str) -> Callable[[StateTable], list[Row]]:
    return lambda table: [row for _, ruling in listing(table) if ruling.outcome == outcome for row in ruling.rows]


def _again(table: StateTable) -> list[Row]:
    about = {action.id for action in table.actions if action.implies}
    return [*table.of("again"), *(row for row in table.of("effect") if about & set(row.actions))]


_ASPECTS: tuple[tuple[str, Callable[[StateTable], Iterable[Row]]], ...] = (
    ("gained", lambda table: (*table.of("gain"), *table.of("bar"))),
    ("may not", _ruled("illegal")),
    ("may", _ruled("legal")),
    ("numbers", lambda table: [row for row in table.of("effect") if row.kind in ("modify", "contribute", "need")]),
    ("a second time", _again),
    ("ends by itself", lambda table: [row for row in table.of("loss") if row.automatic]),
    ("ends earlier", lambda table: [row for row in table.of("loss") if not row.automatic]),
)
