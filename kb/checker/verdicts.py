"""From a state table, events and a question to a verdict: pure, the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from kb.checker.asks import Ask, read_ask
from kb.checker.english import FILLER
from kb.checker.facts import agreed, read_event
from kb.checker.headline import headline
from kb.checker.judge import Ruling, judge
from kb.checker.run import Trace, cited, lacking, show, trace
from kb.checker.tables import FIGURES, figures_of
from kb.checker.words import terms
from kb.models import Citation, Outcome, Step, Verdict
from kb.states import Row, StateTable

Said = tuple[Outcome, str, tuple[Row, ...], tuple[str, ...]]
"""An outcome, why, the rows it rests on, and the facts that are missing."""


def check(table: StateTable, events: Sequence[str] = (), ask: str | Ask = "") -> Verdict:
    """What follows from the rules for a unit after `events`.

    `ask` is an action ("rally"), or "now", "end", "numbers", "everything", "gain", "remove"; empty: whether the state
    holds and when it ends. Without events the state is taken to hold. Raises UsageError for an event that is none.
    """
    asked = ask if isinstance(ask, Ask) else read_ask(table, ask)
    happenings = [read_event(table, text) for text in events]
    agreed(table, happenings)
    begun = any(one.event for one in happenings)
    now = trace(table, (*happenings, *asked.happenings), False if begun else asked.held, dict(asked.facts))
    outcome, why, rows, missing = _KINDS[asked.kind](table, asked, now)
    if outcome in ("legal", "illegal") and not cited(rows):
        outcome = "not_addressed"  # a yes or no is said only with a citation
    head = headline(table, asked, outcome, rows, _with(table, now, asked.action))
    found = cited(rows)
    return Verdict(outcome, table.game.id, table.id, asked.question, why, found, missing, now.steps, head)


def listing(table: StateTable, now: Trace | None = None) -> tuple[tuple[str, Ruling], ...]:
    """Every action of the table with what the rules say of it, in the data's order; by default while it holds."""
    now = now or trace(table, (), held=True)
    return tuple((action.id, judge(table, action.id, _with(table, now, action.id))) for action in table.actions)


def _with(table: StateTable, now: Trace, action: str) -> Trace:
    """The run as it stands, with the facts that an action brings."""
    return now if not action else replace(now, facts={**now.facts, **dict(table.action(action).sets)})


def _may(table: StateTable, ask: Ask, now: Trace) -> Said:
    if not ask.action:
        return _unlisted(table, ask)
    ruling = judge(table, ask.action, _with(table, now, ask.action))
    name = table.action(ask.action).name
    why = " ".join(dict.fromkeys(row.why for row in ruling.rows))
    if ruling.outcome == "not_addressed" and ask.unknown:
        return _unlisted(table, ask)
    if ruling.outcome == "not_addressed" or not _borne_out(table, ask, ruling):
        return _silent(table, f"{table.game.name} has this ({name})", name)
    if ruling.lifted:
        absent = "nothing of it applies" if ruling.outcome == "illegal" else "it forbids nothing here"
        why = f"{table.name} does not hold, so {absent} ({name}). {why}"
    if ruling.outcome == "undecided":
        why = f"It depends ({name}). {why}"
    if ruling.outcome == "legal" and ask.doubts:
        asks = tuple(f"What do the rules say of {word!r}?" for word in ask.doubts)
        return (
            "undecided",
            f"{table.name} does not forbid it ({name}), but the documents here know no {', '.join(ask.doubts)}. {why}",
            ruling.rows,
            asks,
        )
    return ruling.outcome, why, ruling.rows, ruling.missing


def _borne_out(table: StateTable, ask: Ask, ruling: Ruling) -> bool:
    """Whether a ruling answers what was asked for: a permission is no duty, and says nothing of leaving it be."""
    if ask.put.wish == "leave":
        return ruling.outcome not in ("legal", "illegal")
    if ruling.outcome != "legal" or ask.put.wish == "":
        return True
    if ask.put.wish == "not":
        return False
    binds = any(row.must or row.kind not in ("allow", "deny") for row in ruling.rows)
    return binds or table.action(ask.action).claim


def _unlisted(table: StateTable, ask: Ask) -> Said:
    if ask.unknown:
        words = ", ".join(repr(word) for word in ask.unknown)
        return "undefined", f"The documents of {table.game.name} here know no {words}.", (), ()
    return _silent(table, f"{table.game.name} has the words", " ".join(ask.known))


def _silent(table: StateTable, known: str, about: str) -> Said:
    """Nothing in the state's clauses speaks of it: which were looked through, and the nearest."""
    sought = set(terms(about)) - FILLER
    near = max(table.of("effect"), key=lambda row: (len(sought & _words_of(row)), -row.place), default=None)
    looked = "; ".join(_together([c for row in table.rows for c in row.citations]))
    why = f"{known}, but its rules do not say what {table.name} means for it. Looked through: {looked}."
    return "not_addressed", why + (f" Nearest: {near.why}" if near else ""), (near,) if near else (), ()


def _together(cited: Sequence[Citation]) -> Iterator[str]:
    """One label a document, with all its numbers: "Chess LC 1.2, 1.3 (v2)"."""
    for key in dict.fromkeys((c.game, c.document, c.version) for c in cited):
        own = [c for c in cited if (c.game, c.document, c.version) == key]
        before, _, after = own[0].label.rpartition(own[0].number)
        yield f"{before}{', '.join(dict.fromkeys(c.number for c in own))}{after}"


def _words_of(row: Row) -> set[str]:
    return set(terms(" ".join((row.why, *(quote.words for quote in row.quotes)))))


def _now(table: StateTable, ask: Ask, now: Trace) -> Said:
    if not now.steps:
        return _end(table, ask, now) if now.held else _gain(table, ask, now)
    last = now.steps[-1].why
    if now.held is None:
        return "undecided", last, now.rows, now.missing
    if not now.held:
        return "illegal", f"It is not {table.name}. {last}", now.rows, ()
    ends = _ends(table)
    return "legal", f"It is {table.name}. {last} {_sentences(ends)}", (*now.rows, *ends), ()


def _end(table: StateTable, ask: Ask, now: Trace) -> Said:
    if now.steps and now.held is not True:
        return _now(table, ask, now)
    rows = _ends(table)
    if ask.action and rows:
        ruling = judge(table, ask.action, _with(table, now, ask.action))
        if ruling.outcome != "illegal":
            return _may(table, ask, now)
        rows = (*rows, *ruling.rows)
    return ("legal", _sentences(rows), rows, ()) if rows else _silent(table, f"{table.name} is a state", "end")


def _remove(table: StateTable, ask: Ask, now: Trace) -> Said:
    if now.steps and now.held is not True:
        return _now(table, ask, now)
    rows = tuple(sorted(table.of("loss"), key=lambda row: row.automatic))
    why = _sentences(rows)
    if rows and all(row.automatic for row in rows):
        why = f"Nothing in these documents takes it away earlier. {why}"
        if ask.put.form == "whether":
            return "not_addressed", why, rows, ()
    return ("legal", why, rows, ()) if rows else _silent(table, f"{table.name} is a state", "end")


def _ends(table: StateTable) -> tuple[Row, ...]:
    """The losses, those that come by themselves first."""
    return tuple(sorted(table.of("loss"), key=lambda row: not row.automatic))


def _gain(table: StateTable, ask: Ask, now: Trace) -> Said:
    rows = (*table.of("gain"), *table.of("bar"))
    if rows and ask.put.form == "whether":  # "does losing a model stun it": what would bring the state, asked for
        return "undecided", _sentences(rows), rows, lacking(table, rows, now.facts) or (f"What made it {table.name}?",)
    return ("legal", _sentences(rows), rows, ()) if rows else _silent(table, f"{table.name} is a state", "gain")


def _numbers(table: StateTable, ask: Ask, now: Trace) -> Said:
    if now.steps and now.held is not True:
        return _now(table, ask, now)
    if ask.action:
        return _number_of(table, ask, now)
    rows = tuple(row for row in table.of("effect") if row.kind in (*FIGURES, "restrict"))
    sought = {term for word in ask.known for term in terms(word)}
    if sought:
        rows = tuple(row for row in rows if sought & _words_of(row) or row.amount_of in dict(ask.facts))
    if not rows:
        return _silent(table, f"{table.name} is a state", "number")
    return "legal", " ".join(_figure(row, now) for row in rows), rows, ()


def _number_of(table: StateTable, ask: Ask, now: Trace) -> Said:
    """The figure of one action: a modifier that is denied to it is none ("to a Saving Roll")."""
    rows = figures_of(table, ask.action)
    ruling = judge(table, ask.action, _with(table, now, ask.action))
    if ruling.outcome == "illegal" and all(row.kind == "modify" for row in rows):
        rows = ruling.rows
    return "legal", " ".join(_figure(row, now) for row in rows), rows, ()


def _figure(row: Row, now: Trace) -> str:
    """A row's sentence, with the figure worked out where its fact is known."""
    base = now.facts.get(row.amount_of)
    if not isinstance(base, float | int) or isinstance(base, bool):
        return row.why
    total = base + row.amount if row.amount is not None else base
    sum_of = f"{show(base)} {row.amount:+g} = {show(total)}" if row.amount is not None else show(total)
    return f"{row.why} Here: {sum_of}."


def _all(table: StateTable, ask: Ask, now: Trace) -> Said:
    held = replace(now, held=True) if not now.steps else now
    rulings = listing(table, held)
    groups = (("May not", "illegal"), ("May", "legal"), ("Depends", "undecided"), ("Not addressed", "not_addressed"))
    parts = [
        f"{head}: {'; '.join(found)}."
        for head, outcome in groups
        if (found := [table.action(a).name for a, r in rulings if r.outcome == outcome])
    ]
    shown = (*FIGURES, "restrict", "keep") if held.held else ()
    numbers = [row for row in table.of("effect") if row.kind in shown]
    rows = dict.fromkeys((*(row for _, r in rulings for row in r.rows), *numbers))
    return "legal", "\n".join((*parts, *(row.why for row in numbers))), tuple(rows), ()


def _sentences(rows: Iterable[Row]) -> str:
    return " ".join(dict.fromkeys(row.why for row in rows))


_KINDS: dict[str, Callable[[StateTable, Ask, Trace], Said]] = {
    "may": _may,
    "now": _now,
    "end": _end,
    "remove": _remove,
    "gain": _gain,
    "numbers": _numbers,
    "all": _all,
}


def timeline(table: StateTable) -> tuple[Step, ...]:
    """From gain to end as steps: how it comes, what can end it earlier, when it ends by itself."""
    here, gone = (table.id,), ()
    rows = [*((row, gone, here) for row in table.of("gain")), *((row, here, gone) for row in table.of("loss"))]
    ordered = sorted(rows, key=lambda one: (one[0].section == "loss", one[0].automatic))
    return tuple(
        Step(row.at or ", ".join(row.events), before, after, row.why, row.citations) for row, before, after in ordered
    )
