"""What the rows say of one action in one situation."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker.facts import Facts
from kb.checker.run import Trace, lacking, truth
from kb.models import Outcome
from kb.states import Row, StateTable


@dataclass(frozen=True, slots=True)
class Ruling:
    """An outcome, the rows it rests on, the facts missing; `lifted` where only the state's absence allows it."""

    outcome: Outcome
    rows: tuple[Row, ...] = ()
    missing: tuple[str, ...] = ()
    lifted: bool = False


def judge(table: StateTable, action: str, now: Trace) -> Ruling:
    """What the rules say of `action` where a run stands; where the state itself is open, both ways have to agree."""
    if now.held is not None:
        return _settled(table, action, now.facts, now, now.held)
    ways = [_settled(table, action, now.facts, now, held) for held in (True, False)]
    if ways[0].outcome == ways[1].outcome:
        return ways[0]
    rows = tuple(dict.fromkeys((*now.rows, *ways[0].rows)))
    return Ruling("undecided", rows, now.missing or ways[0].missing)


def _settled(table: StateTable, action: str, facts: Facts, now: Trace, held: bool) -> Ruling:
    direct = _direct(table, action, {**facts, table.id: held}, held)
    if held or direct.outcome != "not_addressed":
        return direct
    while_held = _direct(table, action, {**facts, table.id: True}, True)
    if not now.rows or while_held.outcome == "not_addressed":
        return direct
    rows = tuple(dict.fromkeys((*now.rows, *while_held.rows)))
    return Ruling("illegal" if table.action(action).claim else "legal", rows, lifted=True)


def _direct(table: StateTable, action: str, facts: Facts, held: bool) -> Ruling:
    """A denial outweighs a permission, an open denial leaves the question open."""
    rows = [row for row in table.of("effect") if action in row.actions and (held or row.always)]
    met = [(row, row.kind in ("deny", "restrict"), truth(row, facts)) for row in rows]
    for denies, value, outcome in (
        (True, True, "illegal"),
        (True, None, "undecided"),
        (False, True, "legal"),
        (False, None, "undecided"),
    ):
        found = tuple(row for row, kind, truth_value in met if kind is denies and truth_value is value)
        if found:
            return Ruling(outcome, found, lacking(table, found, facts) if value is None else ())  # type: ignore[arg-type]
    return Ruling("not_addressed")
