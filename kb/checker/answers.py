"""A spoken question put to every state table that it concerns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb.checker.asks import Ask, beside_the_point, concerned, names_of_game, understand
from kb.checker.verdicts import check
from kb.checker.wording import options, plain, without_names
from kb.models import Verdict
from kb.states import StateTable

DEFINITE = ("legal", "illegal")
LONGEST = 1000
"""Characters: a longer text is no spoken question, and its verdict would be anybody's guess."""


def verdicts(question: str, tables: Sequence[StateTable]) -> tuple[Verdict, ...]:
    """One verdict for each game that the question concerns, in the order of `tables`; none if it is about no state.

    Where the question offers several lettered deeds, one for each of them.
    """
    if len(question) > LONGEST:
        return ()
    return tuple(v for one in options(question) or (question,) for v in _verdicts(one, tables))


def _verdicts(question: str, tables: Sequence[StateTable]) -> tuple[Verdict, ...]:
    asked, names = plain(question), {one.game.id: names_of_game(one.game) for one in tables}
    asks = [
        (table, ask) for table in concerned(question, tables) if (ask := _understood(question, asked, table, names))
    ]
    found = [(table, ask, check(table, (), ask)) for table, ask in asks]
    fewest = min((len(ask.unknown) for _, ask, verdict in found if verdict.outcome in DEFINITE), default=0)
    return tuple(_checked(table, ask, verdict, fewest) for table, ask, verdict in found)


def _understood(question: str, asked: str, table: StateTable, names: Mapping[str, tuple[str, ...]]) -> Ask | None:
    """What a question, `asked` in plain, asks of one table: the `names` of other games, by id, are no deeds in this."""
    others = (name for game, those in names.items() if game != table.game.id for name in those)
    ask = understand(without_names(asked, others), table)
    return replace(ask, question=question) if ask and ask.question != question else ask


def _checked(table: StateTable, ask: Ask, verdict: Verdict, fewest: int) -> Verdict:
    """A yes or no stands only where the game knows about as many of the words as the game that knows most."""
    if verdict.outcome in DEFINITE and len(ask.unknown) > fewest + 1:
        return check(table, (), beside_the_point(ask))
    return verdict
