"""What a table's words come to as terms, worked out once a table and not once a question."""

from __future__ import annotations

from functools import lru_cache

from kb.checker.words import Phrases, by_first, cut, terms
from kb.states import Fact, Row, StateTable, Value

TABLES = 512
"""Tables kept: with more, what is dropped is worked out again."""

FIGURES = ("modify", "contribute", "need")
"""The kinds of effect that state a figure."""


def figures_of(table: StateTable, action: str) -> tuple[Row, ...]:
    """The figures of an action: rows of numbers that name it, or stand in a rule that a row of the action quotes."""
    rows = table.of("effect")
    rules = {(one.document, one.rule) for row in rows if action in row.actions for one in row.quotes[:1]}
    return tuple(row for row in rows if row.kind in FIGURES and (row.quotes[0].document, row.quotes[0].rule) in rules)


@lru_cache(TABLES)
def forms(table: StateTable) -> tuple[str, ...]:
    """The names of a state, with what lifts it or brings it back."""
    return tuple(
        form for name in (*table.words, *table.states) for form in (name, f"un{name}", f"non{name}", f"re{name}")
    )


@lru_cache(TABLES)
def units(table: StateTable) -> frozenset[str]:
    """The words for what a state applies to, singular and plural."""
    return frozenset(form for subject in table.subjects for form in (subject.casefold(), f"{subject.casefold()}s"))


@lru_cache(TABLES)
def vocabulary(table: StateTable) -> frozenset[str]:
    """The terms of the game's documents."""
    return frozenset(table.vocabulary)


@lru_cache(TABLES)
def named_so(table: StateTable) -> frozenset[str]:
    """The terms of the words for a state."""
    return frozenset(term for word in table.words for term in terms(word))


@lru_cache(TABLES)
def deeds(table: StateTable) -> frozenset[str]:
    """The terms of every action's phrases."""
    return frozenset(term for one in table.actions for phrase in one.phrases for term in terms(phrase))


@lru_cache(TABLES)
def values(table: StateTable) -> dict[str, tuple[tuple[int, tuple[str, ...], Fact, Value], ...]]:
    """The phrases that set a fact, under their first term: (place in the data, terms, fact, value)."""
    rows = [
        (terms(phrase), fact, group.value)
        for fact in table.facts
        for group in fact.words
        if group.value is not None
        for phrase in group.phrases
    ]
    found: dict[str, list[tuple[int, tuple[str, ...], Fact, Value]]] = {}
    for place, (sought, fact, value) in enumerate(rows):
        if sought:
            found.setdefault(sought[0], []).append((place, sought, fact, value))
    return {first: tuple(those) for first, those in found.items()}


@lru_cache(TABLES)
def numbers(table: StateTable) -> tuple[tuple[tuple[str, ...], Fact], ...]:
    """The phrases that name a number, as terms, each with its fact."""
    facts = (fact for fact in table.facts if fact.kind == "number")
    return tuple((terms(phrase), fact) for fact in facts for group in fact.words for phrase in group.phrases)


@lru_cache(8192)
def phrases(words: tuple[str, ...], names: frozenset[str], least: int) -> Phrases:
    """Phrases as `cut` gives them, under their first term."""
    return by_first(cut(words, names, least))


@lru_cache(8192)
def near(word: str, names: tuple[str, ...], alike: float) -> str:
    """The name that `word` is all but, or nothing."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, names, 1, alike)), "")
