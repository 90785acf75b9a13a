"""The plain answer above a verdict: YES, NO, -3, AT LEAST 5, ENDS, NOT STUNNED; empty for legal and illegal."""

from __future__ import annotations

from collections.abc import Iterable

from kb.checker.asks import Ask
from kb.checker.english import FIGURES
from kb.checker.facts import Facts
from kb.checker.run import Trace, show
from kb.models import Outcome
from kb.states import Row, StateTable

_HEADS = {"end": "ENDS", "remove": "ENDS", "gain": "GAINED", "all": "MAY AND MAY NOT"}
ANSWER = "ANSWER"
"""Above the answer to "which" or "what happens": the sentence below it is what was asked for."""


def headline(table: StateTable, ask: Ask, outcome: Outcome, rows: Iterable[Row], now: Trace) -> str:
    """What answers the question as it was put; empty where the outcome's own name does ("may it", or no verdict)."""
    if ask.kind == "now" and now.steps and now.held is False:
        return f"NOT {table.name.upper()}"
    if outcome not in ("legal", "illegal"):
        return ""
    if ask.kind == "now" or (now.held is False and outcome == "illegal" and ask.kind != "may"):
        return table.name.upper() if outcome == "legal" else f"NOT {table.name.upper()}"
    if ask.kind == "numbers":
        return _amount(tuple(rows), ask, now.facts)
    if ask.kind != "may":
        free = ask.action and not any(row.section == "loss" for row in rows)
        return ANSWER if free else _HEADS.get(ask.kind, "")
    if ask.put.form == "whether":
        return "YES" if (outcome == "legal") != ask.put.turned else "NO"
    return "" if ask.put.form == "may" else ANSWER


def _amount(rows: tuple[Row, ...], ask: Ask, facts: Facts) -> str:
    """The one figure that the rows come to, or NUMBERS where there are several."""
    if all(row.kind == "deny" for row in rows):
        return "NO MODIFIER"
    heads = dict.fromkeys(_head(row, ask, facts) for row in rows if row.kind != "deny")
    return next(iter(heads)) if len(heads) == 1 else "NUMBERS"


def _head(row: Row, ask: Ask, facts: Facts) -> str:
    base = facts.get(row.amount_of)
    known = isinstance(base, float | int) and not isinstance(base, bool)
    if row.kind == "restrict":
        return ", ".join(row.names).upper()
    if row.kind == "need":
        return f"AT LEAST {show(base) if known and base is not None else f'ITS {row.amount_of}'}".upper()
    if row.amount is None:
        return "NUMBERS"
    if row.kind == "modify" and known and not FIGURES.search(ask.question.casefold().replace("number", "")):
        return show(float(base or 0) + row.amount)
    return f"{row.amount:+g}" if row.kind == "modify" else f"{row.amount:g}"
