"""Run a unit through events: whether the state holds after each (None: cannot be told), and the row that says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kb.checker.facts import Facts, Happening, read_event
from kb.models import Citation, Step
from kb.states import Condition, Row, StateTable, Value

_FORMS = {
    "is": "is",
    "over": "is greater than",
    "under": "is less than",
    "at_least": "is at least",
    "at_most": "is at most",
}


@dataclass(slots=True)
class Trace:
    """Where a run stands: does the state hold, by which rows, which facts are missing, the last facts known."""

    held: bool | None
    rows: tuple[Row, ...] = ()
    missing: tuple[str, ...] = ()
    facts: Facts = field(default_factory=dict)
    steps: tuple[Step, ...] = ()


def run(table: StateTable, events: Sequence[str]) -> tuple[Step, ...]:
    """Each event as a step: the states held before and after ("stunned?": cannot be told), why, and the rules.

    A phrase without an event ("resolve 4") states facts for the whole run. Raises UsageError for an unknown event.
    """
    return trace(table, [read_event(table, text) for text in events], held=False).steps


def trace(table: StateTable, happenings: Iterable[Happening], held: bool | None, facts: Facts | None = None) -> Trace:
    """Run through happenings from a start where the state holds or not."""
    happenings = tuple(happenings)
    lasting: Facts = {fact.id: fact.default for fact in table.facts if fact.default is not None}
    for one in happenings:
        lasting.update(() if one.event else one.facts)
    lasting.update(facts or {})
    now = Trace(held, facts=lasting)
    for one in happenings:
        if one.event:
            now = _after(table, one, now, {**lasting, **dict(one.facts)})
    return now


def truth(row: Row, facts: Facts) -> bool | None:
    """Whether the conditions of `row` are met; `given` ones count only where one of them has its fact known."""
    if row.given and not any(c.fact in facts for c in row.given):
        return False
    return all_of((*row.when, *row.given), facts)


def all_of(conditions: Iterable[Condition], facts: Facts) -> bool | None:
    """Kleene's strong "and": false if any is, unknown if any is, else true."""
    values = [_met(condition, facts) for condition in conditions]
    return False if False in values else None if None in values else True


def names(condition: Condition) -> tuple[str, ...]:
    """The facts a condition speaks of."""
    other = condition.value if condition.form != "is" and isinstance(condition.value, str) else ""
    return (condition.fact, other) if other else (condition.fact,)


def lacking(table: StateTable, rows: Iterable[Row], facts: Facts) -> tuple[str, ...]:
    """The questions to ask for the facts that `rows` need and nobody has given, in the data's order."""
    needed = {name for row in rows for c in (*row.when, *row.given) for name in names(c)}
    return tuple(fact.ask for fact in table.facts if fact.id in needed and fact.id not in facts)


def said(table: StateTable, condition: Condition, facts: Facts) -> str:
    """A condition in words, with what is known of it: "damage (4) is greater than resolve (4)"."""
    left, *rest = (f"{name} ({show(facts[name])})" if name in facts else name for name in names(condition))
    return f"{left} {_FORMS[condition.form]} {rest[0] if rest else show(condition.value)}"


def show(value: Value) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float | int) else value


def _met(condition: Condition, facts: Facts) -> bool | None:
    left, right = facts.get(condition.fact), condition.value
    if condition.form != "is" and isinstance(right, str):
        right = facts.get(right)  # type: ignore[assignment]
    if left is None or right is None:
        return None
    if condition.form == "is":
        return left == right
    a, b = float(left), float(right)
    return {"over": a > b, "under": a < b, "at_least": a >= b, "at_most": a <= b}[condition.form]


def _after(table: StateTable, one: Happening, now: Trace, facts: Facts) -> Trace:
    """One event: bars, gains and losses of its name, in that order."""
    facts = {**facts, **({table.id: now.held} if now.held is not None else {})}
    held, rows, why, open_rows = _outcome(table, one.event, now.held, facts)
    missing = lacking(table, open_rows, facts) if held is None else ()
    step = Step(one.text, _states(table, now.held), _states(table, held), why, cited(rows))
    known = {name: value for name, value in facts.items() if name != table.id}
    kept = rows if rows else now.rows
    return Trace(held, kept, missing or (now.missing if held is None else ()), known, (*now.steps, step))


def _outcome(
    table: StateTable, event: str, held: bool | None, facts: Facts
) -> tuple[bool | None, tuple[Row, ...], str, list[Row]]:
    """(held after, rows that say so, why, rows left open) of one event."""
    losses = _judged(table, "loss", event, facts)
    gains = _judged(table, "gain", event, facts)
    bars = _judged(table, "bar", event, facts)
    if losses and held is not False:
        return _lost(losses, held)
    if gains and held:
        return _again(table, event, gains)
    if gains:
        return _gained(table, held, bars, gains, facts)
    if losses:
        return held, (), f"{table.name} does not hold, so there is nothing to lose.", []
    return held, (), f"This changes nothing about {table.name}.", []


def _judged(table: StateTable, section: str, event: str, facts: Facts) -> list[tuple[Row, bool | None]]:
    return [(row, truth(row, facts)) for row in table.rows if row.section == section and event in row.events]


def _lost(
    losses: list[tuple[Row, bool | None]], held: bool | None
) -> tuple[bool | None, tuple[Row, ...], str, list[Row]]:
    sure = [row for row, met in losses if met]
    if sure:
        return False, (sure[0],), sure[0].why, []
    unsure = [row for row, met in losses if met is None]
    if unsure:
        return None, (unsure[0],), f"Whether it ends cannot be told yet: {unsure[0].why}", unsure
    return held, (losses[0][0],), f"It goes on: the conditions are not met. {losses[0][0].why}", []


def _again(
    table: StateTable, event: str, gains: list[tuple[Row, bool | None]]
) -> tuple[bool | None, tuple[Row, ...], str, list[Row]]:
    again = [row for row in table.of("again") if event in row.events or not row.events]
    if again:
        return True, (again[0],), again[0].why, []
    return (
        True,
        (gains[0][0],),
        f"{table.name} holds already; the documents give a second time no effect of its own.",
        [],
    )


def _gained(
    table: StateTable,
    held: bool | None,
    bars: list[tuple[Row, bool | None]],
    gains: list[tuple[Row, bool | None]],
    facts: Facts,
) -> tuple[bool | None, tuple[Row, ...], str, list[Row]]:
    barred = [row for row, met in bars if met]
    if barred:
        return held, (barred[0],), barred[0].why, []
    unsure = [row for row, met in (*bars, *gains) if met is None]
    sure = [row for row, met in gains if met]
    if sure and not any(row.section == "bar" for row in unsure):
        return True, (sure[0],), sure[0].why, []
    if unsure:
        return None, (unsure[0],), f"Whether it becomes {table.name} cannot be told yet: {unsure[0].why}", unsure
    row = gains[0][0]
    failed = "; ".join(said(table, c, facts) for c in (*row.when, *row.given) if _met(c, facts) is False)
    return held, (row,), f"{row.why} That is not so here: it fails that {failed}.", []


def _states(table: StateTable, held: bool | None) -> tuple[str, ...]:
    return (table.id,) if held else () if held is False else (f"{table.id}?",)


def cited(rows: Iterable[Row]) -> tuple[Citation, ...]:
    """The citations of rows, each once."""
    return tuple(dict.fromkeys(c for row in rows for c in row.citations))
