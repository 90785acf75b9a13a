"""Hold a state table against the documents and against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from kb.models import Citation, Problem
from kb.states.records import Condition, Quote, Row, StateTable

Lookup = Callable[[str, str], Citation | None]
"""(document id, rule number) -> the citation of that rule with its whole text as the quote, or None."""


def verify(table: StateTable, lookup: Lookup) -> tuple[Problem, ...]:
    """Everything wrong with `table`, each with the file and the row: citations, missing parts, contradictions.

    Codes: rule-missing, quote-missing, state-without-gain, endless-state, contradiction.
    """
    return tuple(Problem(code, say, table.file) for code, say in (*_citations(table, lookup), *_logic(table)))


def resolve(table: StateTable, lookup: Lookup, vocabulary: Iterable[str] = ()) -> StateTable:
    """`table` with a Citation for every quote, and the terms of the game's documents.

    A row with a quote that does not stand where it says is refused: it is left out, and `verify` names it.
    """
    found = ((row, tuple(_cited(quote, lookup) for quote in row.quotes)) for row in table.rows)
    rows = tuple(replace(row, citations=tuple(c for c in cited if c)) for row, cited in found if all(cited))
    return replace(table, rows=rows, vocabulary=tuple(sorted(set(vocabulary))))


def fold(text: str) -> str:
    """`text` with white space folded, for comparing a quote with its place."""
    return " ".join(text.split())


def _cited(quote: Quote, lookup: Lookup) -> Citation | None:
    found = lookup(quote.document, quote.rule)
    return replace(found, quote=quote.words) if found and fold(quote.words) in fold(found.quote) else None


def _citations(table: StateTable, lookup: Lookup) -> Iterator[tuple[str, str]]:
    for row in table.rows:
        for quote in row.quotes:
            found = lookup(quote.document, quote.rule)
            place = f"{row.label}: {table.game.id}/{quote.document} {quote.rule}"
            if found is None:
                yield "rule-missing", f"{place} is not in the corpus."
            elif fold(quote.words) not in fold(found.quote):
                yield "quote-missing", f'{place} does not say "{quote.words}".'


def _logic(table: StateTable) -> Iterator[tuple[str, str]]:
    if not table.of("gain"):
        yield "state-without-gain", f"{table.name} has no gain row: nothing brings it about."
    if not table.of("loss"):
        yield "endless-state", f"{table.name} has no loss row: nothing ends it."
    for one, other in combinations(table.rows, 2):
        if clash := _clash(one, other):
            yield "contradiction", f"{one.label} and {other.label} contradict each other: {clash}."


def _clash(one: Row, other: Row) -> str:
    """Why two rows cannot both stand, or nothing."""
    kinds = {one.kind, other.kind}
    if _exclusive((*one.when, *one.given), (*other.when, *other.given)):
        return ""
    if one.section == other.section == "effect" and kinds == {"deny", "allow"}:
        shared = ", ".join(sorted(set(one.actions) & set(other.actions)))
        return f"one denies and one allows {shared}" if shared and _same_reach(one, other) else ""
    if one.kind == other.kind and one.kind in ("modify", "contribute", "need") and one.quantity == other.quantity:
        same = (one.amount, one.amount_of) == (other.amount, other.amount_of)
        return "" if same else f"{one.quantity} has two values"
    if {one.section, other.section} == {"gain", "bar"} and set(one.events) & set(other.events):
        return "the same event both brings and bars the state" if _same_reach(one, other) else ""
    return ""


def _same_reach(one: Row, other: Row) -> bool:
    """Two rows under the same conditions cannot both stand; one with conditions of its own is an exception."""
    return (one.when, one.given) == (other.when, other.given)


def _exclusive(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether no situation meets both: some fact is asked to be two different things."""
    pairs = [(a, b) for a in one for b in other if a.fact == b.fact]
    return any(_apart(a, b) or _apart(b, a) for a, b in pairs)


def _apart(a: Condition, b: Condition) -> bool:
    if a.form == b.form == "is":
        return a.value != b.value
    opposite = {("over", "at_most"), ("at_least", "under"), ("over", "under")}
    return (a.form, b.form) in opposite and a.value == b.value
