"""A spoken question put to every state table that it concerns."""

from __future__ import annotations

from collections.abc import Sequence

from kb.checker.asks import concerned, understand
from kb.checker.verdicts import check
from kb.models import Verdict
from kb.states import StateTable


def verdicts(question: str, tables: Sequence[StateTable]) -> tuple[Verdict, ...]:
    """One verdict for each game that the question concerns, in the order of `tables`; none if it is about no state."""
    asks = [(table, understand(question, table)) for table in concerned(question, tables)]
    return tuple(check(table, (), ask) for table, ask in asks if ask is not None)
