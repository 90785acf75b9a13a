"""A spoken question put to every state table that it concerns."""

from __future__ import annotations

from collections.abc import Sequence

from kb.checker.asks import Ask, beside_the_point, concerned, understand
from kb.checker.verdicts import check
from kb.models import Verdict
from kb.states import StateTable

DEFINITE = ("legal", "illegal")
LONGEST = 1000
"""Characters: a longer text is no spoken question, and its verdict would be anybody's guess."""


def verdicts(question: str, tables: Sequence[StateTable]) -> tuple[Verdict, ...]:
    """One verdict for each game that the question concerns, in the order of `tables`; none if it is about no state."""
    if len(question) > LONGEST:
        return ()
    asks = [(table, ask) for table in concerned(question, tables) if (ask := understand(question, table))]
    found = [(table, ask, check(table, (), ask)) for table, ask in asks]
    fewest = min((len(ask.unknown) for _, ask, verdict in found if verdict.outcome in DEFINITE), default=0)
    return tuple(_checked(table, ask, verdict, fewest) for table, ask, verdict in found)


def _checked(table: StateTable, ask: Ask, verdict: Verdict, fewest: int) -> Verdict:
    """A yes or no stands only where the game knows about as many of the words as the game that knows most."""
    if verdict.outcome in DEFINITE and len(ask.unknown) > fewest + 1:
        return check(table, (), beside_the_point(ask))
    return verdict
