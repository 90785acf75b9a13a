"""One topic over every game: what the checker's data says of a state, aspect by aspect, or else the best passage."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kb.answer import spoken
from kb.models import Answer, Game, Verdict
from kb.states import Row, StateTable
from kb.views import Cell, Column, Comparison

ASPECTS = (
    ("gain", "How it is gained"),
    ("bar", "What keeps it off"),
    ("deny", "What it forbids"),
    ("allow", "What it allows"),
    ("number", "What it counts"),
    ("again", "Gained again"),
    ("ends", "How it ends by itself"),
    ("earlier", "How it ends earlier"),
)
_OF_KIND = {"deny": "deny", "restrict": "deny", "allow": "allow"}
BEST = "What the rules say"
SILENT = "No rule found."


def compare(
    topic: str, games: Sequence[Game], tables: Sequence[StateTable], ask: Callable[[str], Answer]
) -> Comparison:
    """A column a game. `ask` gives a game's own answer to the topic and is called where no table is about it."""
    about = {t.game.id: t for t in tables if _names(t, topic)}
    columns = tuple(_column(game, about.get(game.id), ask) for game in games)
    aspects = tuple(dict.fromkeys(cell.aspect for cell in _in_order(columns)))
    silent = [c.game.name for c in columns if not c.cells]
    notes = (f"{', '.join(silent)}: no rule speaks of it.",) if silent else ()
    return Comparison(topic, aspects, columns, notes)


def _names(table: StateTable, topic: str) -> bool:
    return topic.strip().casefold() in {name.casefold() for name in (table.id, table.name, *table.words)}


def _in_order(columns: Sequence[Column]) -> Iterator[Cell]:
    order = [name for _, name in ASPECTS] + [BEST]
    cells = [cell for column in columns for cell in column.cells]
    yield from sorted(cells, key=lambda cell: order.index(cell.aspect) if cell.aspect in order else len(order))


def _column(game: Game, table: StateTable | None, ask: Callable[[str], Answer]) -> Column:
    if table is not None:
        return Column(game, tuple(_cells(table)))
    answer = ask(game.id)
    hits = answer.hits[:1] if answer.status == "answered" else ()
    verdict: Verdict | None = next((v for v in answer.verdicts if v.game == game.id), None)
    return Column(game, tuple(Cell(BEST, spoken(h), (h.citation,)) for h in hits), verdict)


def _cells(table: StateTable) -> Iterator[Cell]:
    """A cell a row: none for special situations, and of an aspect's rows on the same words the first."""
    for aspect, name in ASPECTS:
        told = set[str]()
        for row in (r for r in table.rows if _aspect(r) == aspect and r.citations and not r.given):
            quotes = {c.quote for c in row.citations}
            if not quotes <= told:
                yield Cell(name, row.why, row.citations)
            told |= quotes


def _aspect(row: Row) -> str:
    """Which aspect a row belongs to."""
    if row.section == "effect":
        return _OF_KIND.get(row.kind, "number")
    if row.section == "loss":
        return "ends" if row.automatic else "earlier"
    return row.section
