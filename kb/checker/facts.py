"""What a phrase says of a situation: an event of the table's, and the facts that come with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.checker import tables
from kb.checker.english import FILLER, LINKS, NEGATIONS
from kb.checker.words import covered, longest, number, pairs, places, terms
from kb.errors import UsageError
from kb.states import Event, Fact, StateTable, Value

Facts = dict[str, Value]
_BETWEEN = frozenset(terms("be being a any the"))
"""Words between a denial and what it denies."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event and the facts said with it; `event` is empty where a phrase states facts only."""

    text: str
    event: str
    facts: tuple[tuple[str, Value], ...]


def read_event(table: StateTable, text: str) -> Happening:
    """The event that `text` tells of. Raises UsageError for words that the data do not know, with the nearest."""
    words = tuple(term for term, _ in pairs(text))
    facts, used = read_facts(table, words)
    named = tuple(_named(table, words))
    _refuse_both(table, text, named)
    said = {i for _, place, _, _ in named for i in place}
    event, taken = find_event(table, tuple("" if i in said else word for i, word in enumerate(words)))
    if event is None:
        standing = {c.fact for row in table.of("bar") for c in row.when}
        barred = {i for _, place, fact, _ in named if fact.id in standing for i in place}
        event, taken = find_event(table, tuple("" if i in barred else word for i, word in enumerate(words)))
    left = [i for i, word in enumerate(words) if i not in used and i not in taken and word not in FILLER]
    left = [i for i in left if not _names_state(table, words[i])] if event or facts else left
    if left or not (event or facts):
        raise _unknown(table, text, [pairs(text)[i][1] for i in left])
    sets = dict(event.sets) if event else {}
    return Happening(text, event.id if event else "", tuple(sorted({**sets, **facts}.items())))


def agreed(table: StateTable, happenings: Iterable[Happening]) -> None:
    """Raises UsageError where two phrases that state facts for the whole run say different things of one."""
    facts: Facts = {}
    for one in happenings:
        for name, value in () if one.event else one.facts:
            if facts.setdefault(name, value) != value:
                raise _both(table, one.text, table.fact(name))


def _refuse_both(table: StateTable, text: str, named: Iterable[tuple[int, range, Fact, Value]]) -> None:
    """Raises UsageError where one phrase says two things of one fact ("wounds", "structure")."""
    taken: set[int] = set()
    values: dict[str, Value] = {}
    for _, place, fact, value in sorted(named, key=lambda one: (-one[0], one[1].start, one[2].id)):
        if taken.isdisjoint(place):
            taken.update(place)
            if values.setdefault(fact.id, value) != value:
                raise _both(table, text, fact)


def _both(table: StateTable, text: str, fact: Fact) -> UsageError:
    message = f"{table.game.name}: {text!r} contradicts what was said before of one thing: {fact.ask}"
    return UsageError(message, "say it once, or put it with the event that it belongs to")


def find_event(table: StateTable, words: tuple[str, ...]) -> tuple[Event | None, range]:
    """The event with the longest phrase in `words`, and where it stands; the data's first where two are as long."""
    found = [
        (len(place), -i, event, place) for i, event in enumerate(table.events) if (place := longest(event.words, words))
    ]
    return max(found)[2:] if found else (None, range(0))


def read_facts(table: StateTable, words: tuple[str, ...]) -> tuple[Facts, set[int]]:
    """The facts that `words` state, and the indices of the words that state them."""
    facts: Facts = {}
    used: set[int] = set()
    for size, place, fact, value in sorted(_named(table, words), key=lambda one: (-one[0], one[1].start, one[2].id)):
        if size and used.isdisjoint(place) and fact.id not in facts:
            denied = _denial(words, place.start) if isinstance(value, bool) else range(0)
            facts[fact.id] = not value if denied else value
            used.update(place, denied)
    numbers, places_used = _numbers(table, words, used)
    return {**facts, **numbers}, used | places_used


def _denial(words: tuple[str, ...], start: int) -> range:
    """Where the denial of what begins at `start` stands: "not in contact", "without being in contact"; or nowhere."""
    at = start - 1
    while at > max(0, start - 3) and words[at] in _BETWEEN:
        at -= 1
    return range(at, start) if at >= 0 and words[at] in NEGATIONS else range(0)


def number_places(table: StateTable, words: tuple[str, ...]) -> set[int]:
    """Where the names of numbers stand in `words`."""
    return covered(tuple(sought for sought, _ in tables.numbers(table)), words)


def _named(table: StateTable, words: tuple[str, ...]) -> Iterator[tuple[int, range, Fact, Value]]:
    known = tables.values(table)
    found = [
        (place, start, len(sought), fact, value)
        for start, word in enumerate(words)
        for place, sought, fact, value in known.get(word, ())
        if words[start : start + len(sought)] == sought
    ]
    for _, start, size, fact, value in sorted(found, key=lambda one: one[:2]):
        yield size, range(start, start + size), fact, value


def _numbers(table: StateTable, words: tuple[str, ...], used: set[int]) -> tuple[Facts, set[int]]:
    """Numbers beside the words that name them: behind a word first ("damage 5"), or before it ("5 damage")."""
    named = [(place, fact) for sought, fact in tables.numbers(table) for place in places(sought, words)]
    if not named:
        return {}, set()
    tries = [_bind(table, words, used, named, order) for order in ((1, -1), (-1, 1))]
    return max(tries, key=lambda one: len(one[0]))


def _bind(
    table: StateTable,
    words: tuple[str, ...],
    used: set[int],
    named: list[tuple[range, Fact]],
    order: tuple[int, int],
) -> tuple[Facts, set[int]]:
    taken: set[int] = set()
    values: dict[str, list[float]] = {}
    heads = {i for place, _ in named for i in place}
    for place, fact in sorted(named, key=lambda one: (one[0].start, -len(one[0]))):
        if used.isdisjoint(place) and taken.isdisjoint(place):
            found = next((run for way in order if (run := _run(words, place, way, taken, heads))), [])
            taken.update(place, found)
            values.setdefault(fact.id, []).extend(v for i in found if (v := number(words[i])) is not None)
    pick = {fact.id: sum if fact.several == "sum" else max for fact in table.facts}
    return {name: pick[name](held) for name, held in values.items() if held}, taken


def _run(words: tuple[str, ...], place: range, way: int, taken: set[int], heads: set[int]) -> list[int]:
    """Where the number next to `place` stands on one side, with those joined to it by "and" ("3 and 4").

    A number beside another of the `heads` is that one's, unless that has one behind it: "resolve 3 and 4 damage".
    """
    at = place.stop if way > 0 else place.start - 1
    while 0 <= at < len(words) and words[at] in LINKS and at not in taken:
        at += way
    found: list[int] = []
    while 0 <= at < len(words) and at not in taken and number(words[at]) is not None:
        beyond = words[at + 2 * way] if 0 <= at + 2 * way < len(words) else ""
        if found and at + way in heads and number(beyond) is None:
            break
        found.append(at)
        at += way if not (0 <= at + way < len(words)) or words[at + way] != "and" else 2 * way
    return found


def _names_state(table: StateTable, word: str) -> bool:
    return any(terms(name) == (word,) for name in (*table.words, *table.subjects))


def _unknown(table: StateTable, text: str, left: list[str]) -> UsageError:
    from difflib import get_close_matches

    known = [word for event in table.events for word in event.words]
    near = get_close_matches(text.casefold(), known, n=1, cutoff=0.6)
    ids = ", ".join(event.id for event in table.events)
    meant = f"did you mean {near[0]!r}? " if near else ""
    if left and len(left) < len([word for word in terms(text) if word not in FILLER]):
        words = ", ".join(left)
        message = f"{table.game.name}: the event {text!r} has words that the state {table.name} does not know: {words}"
        return UsageError(message, f"{meant}leave them out, or say the fact as the data does; events: {ids}")
    if left and all(number(terms(word)[0]) is not None for word in left if terms(word)):
        names = ", ".join(fact.words[0].phrases[0] for fact in table.facts if fact.kind == "number")
        return UsageError(f"{table.game.name}: {text!r} does not say what the number is", f"name it: {names}")
    return UsageError(f"{table.game.name} knows no event {text!r} for the state {table.name}", f"{meant}events: {ids}")
