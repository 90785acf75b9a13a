"""A question cut into words for one table: what names an action, what the documents know, and what is left over."""

from __future__ import annotations

from dataclasses import dataclass

from kb.checker import tables
from kb.checker.english import (
    ANYONE,
    DEEDS,
    DETERMINERS,
    FILLER,
    HIM,
    HOSTILE,
    IS_NOW,
    NEGATIONS,
    OURSELVES,
    PLURAL,
    POSSESSIVES,
    QUESTION_WORDS,
    SOFT,
    TOWARDS,
)
from kb.checker.words import covered, longest, longest_of, number, pairs, spelt, terms
from kb.states import Action, StateTable

ALIKE = 0.87
"""How like a state's name a word must be to be it misspelt: "stuned" .92, "stunnd" .92, but "tuned" .83."""
SHORTEST = 5
"""Letters: below this a slip makes another word."""
_PLAIN = FILLER | QUESTION_WORDS


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as terms, each with the word it comes from: the indices of its content, and of words for the state."""

    text: str
    words: tuple[str, ...]
    surfaces: tuple[str, ...]
    written: tuple[str, ...]
    clause: tuple[int, ...]
    free: tuple[int, ...]
    own: frozenset[int]


def asked(table: StateTable, text: str) -> Asked:
    """Cut a question up, setting aside the words that name the state, its subjects, the game, and asking itself."""
    words = tuple(term for term, _ in pairs(text))
    written = tuple(raw for _, raw in pairs(text))
    surfaces = tuple(raw.casefold() for raw in written)
    plain = {i for i, word in enumerate(words) if word in _PLAIN}
    named = (table.game.name, table.game.id.replace("-", " "), *table.game.aliases)
    own = covered(tables.forms(table), words)
    aside = plain | own | covered(named, words) | subjects(table, surfaces)
    return Asked(
        text.replace("’", "'").casefold(),
        words,
        surfaces,
        written,
        _clauses(text),
        tuple(i for i in range(len(words)) if i not in aside),
        frozenset(own),
    )


def _clauses(text: str) -> tuple[int, ...]:
    """The number of the clause, between marks of punctuation, that each term of a text stands in."""
    clause, found = 0, []
    for raw in text.replace("’", "'").split():
        found += [clause] * len(terms(raw))
        clause += raw[-1] in ".,;:!?"
    return tuple(found)


def mended(table: StateTable, text: str) -> str:
    """A question with the state's name spelt right, where none of its words is that name and one is all but that."""
    if longest((*table.words, *table.states), terms(text)):
        return text
    for _, raw in pairs(text):
        lifted = raw.casefold().startswith("un")  # "unstunned" is spelt right
        near = tables.near(raw.casefold(), table.words, ALIKE) if len(raw) >= SHORTEST and not lifted else ""
        if near:
            return text.replace(raw, near, 1)
    return text


def subjects(table: StateTable, surfaces: tuple[str, ...]) -> set[int]:
    """Where words for what the state applies to stand, singular or plural; as written, for an attacker is no attack."""
    known = tables.units(table)
    return {i for i, raw in enumerate(surfaces) if raw.removesuffix("'s") in known}


def find_action(table: StateTable, question: Asked) -> tuple[Action, range, bool] | None:
    """The action that a question names, where, and whether for sure: by words that must stand together, else by the
    longest phrase.

    Words that name the state count only as they are written, inside a longer phrase: "stun a unit" is not "a stunned
    unit".
    """
    own = tables.named_so(table)
    apart = {i for i in range(len(question.words)) if i not in question.free and question.words[i] not in _PLAIN}
    pieces = list(zip(question.words, question.surfaces, strict=True))
    whole = tuple(spelt(word, raw, own) for word, raw in pieces)
    masked = tuple("" if i in apart else spelt(word, raw, frozenset()) for i, (word, raw) in enumerate(pieces))
    best: tuple[tuple[bool, bool, bool, int, int], Action, range] | None = None
    for i, action in enumerate(table.actions):
        place, sure, size = _named(action, own, masked, whole)
        if size and not action.done_to and _onto(table, question, place):
            continue
        rank = (not action.fallback, _leads(question, place), sure, size, -i)
        if size and (best is None or rank > best[0]):
            best = (rank, action, place)
    return (best[1], best[2], best[0][2]) if best else None


def standing(table: StateTable) -> tuple[str, ...]:
    """The words for being in the state, not for bringing it about: "stunned", not "stun"."""
    return table.states or tuple(word for word in table.words if word.endswith("ed")) or table.words


def _onto(table: StateTable, question: Asked, place: range) -> bool:
    """Whether the unit in the state is what an action is done to: "shoot at a stunned unit", not "shoot with" it."""
    between = TOWARDS | DETERMINERS | {"enemy", "opponent's", "opposing", "friendly", "already"}
    at = place.stop
    while at < len(question.surfaces) and question.surfaces[at] in between:
        at += 1
    words = question.surfaces
    against = [i for i in range(place.stop, len(words)) if words[i] in ("against", "versus", "vs", "targeting")]
    if of_stunned(table, question, place):
        return False
    aimed = any(word in standing(table) for i in against for word in words[i + 1 : i + 3])
    done, units = standing(table), tables.units(table)
    first, behind = " ".join(words[at : at + 1]), words[at + 1 : at + 5]
    onto = first in done and (place.stop < at or bool(units.intersection(behind[:1])))
    is_it = (first in units or first in ANYONE) and not IS_NOW.isdisjoint(behind[:2])
    us = not OURSELVES.isdisjoint(words[place.stop : place.stop + 2]) and not {"i", "we", "i'm"}.isdisjoint(behind)
    him = bool(HOSTILE.intersection(words[place.stop - 1 : place.stop]) and HIM.intersection(words[place.stop :][:1]))
    return aimed or onto or us or him or (is_it and any(word in done for word in behind))


def of_stunned(table: StateTable, question: Asked, place: range) -> bool:
    """Whether it is "can a stunned unit ..." that asks, whatever the deed is done to."""
    words, units = question.surfaces[: place.start], tables.units(table)
    at = next((i for i, word in enumerate(words[:4]) if word in standing(table)), len(words))
    return at + 1 < len(words) and words[at + 1] in units and words[0] in PLURAL | {"does", "must", "is", "would"}


def _leads(question: Asked, place: range) -> bool:
    """Whether an action is the verb of "can a stunned unit ...": what is named behind it are its circumstances."""
    may = question.surfaces[:1] and question.surfaces[0] in ("can", "may", "could")
    return bool(may and question.free and place.start == question.free[0])


def _named(
    action: Action, own: frozenset[str], masked: tuple[str, ...], whole: tuple[str, ...]
) -> tuple[range, bool, int]:
    """(where, whether by words that stand together, how many terms) of an action in a question; 0 terms: not named."""
    groups = [_longest(group, own, whole, whole, 1) for group in action.together]
    place = _longest(action.words, own, masked, whole, 2)
    if groups and all(groups):
        return max(*groups, place, key=len), True, max(sum(map(len, groups)), len(place))
    return place, False, len(place)


def _longest(
    phrases: tuple[str, ...], own: frozenset[str], masked: tuple[str, ...], whole: tuple[str, ...], least: int
) -> range:
    found = longest_of(tables.phrases(phrases, own, 1), masked)
    if masked is whole:
        return found
    return max(found, longest_of(tables.phrases(phrases, own, least), whole), key=len)


def content(table: StateTable, question: Asked, besides: set[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the words stand that a question is about: (those the game's documents do not have, those they have)."""
    vocabulary = tables.vocabulary(table)
    free = [
        i
        for i in question.free
        if i not in besides and question.words[i] not in NEGATIONS and number(question.words[i]) is None
    ]
    unknown = tuple(i for i in free if question.words[i] not in vocabulary)
    return unknown, tuple(i for i in free if question.words[i] in vocabulary)


def bare_deed(table: StateTable, question: Asked) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The one word of asking that is a deed here ("can a stunned unit block"), as `content` gives it."""
    if not subjects(table, question.surfaces):
        return (), ()
    deeds = [i for i, word in enumerate(question.words) if i and word in DEEDS and i not in question.own][:1]
    unknown = tuple(i for i in deeds if question.words[i] not in tables.vocabulary(table))
    return unknown, tuple(i for i in deeds if i not in unknown)


def spoken(question: Asked, places_: tuple[int, ...]) -> tuple[str, ...]:
    """The words at `places_` as they were written, each once."""
    return tuple(dict.fromkeys(question.surfaces[i] for i in places_))


def names_of(table: StateTable, question: Asked) -> frozenset[int]:
    """Where names of units stand: with a capital behind "my" or a word for a unit, and any behind "a stunned"."""
    leads = subjects(table, question.surfaces) | question.own
    found: set[int] = set()
    for i in range(1, len(question.words)):
        capital = question.written[i][:1].isupper() and not question.written[i].isupper()
        behind = i - 1 in leads or i - 1 in found or question.surfaces[i - 1] in POSSESSIVES
        said = i - 1 in question.own and question.surfaces[max(0, i - 2)] in DETERMINERS | PLURAL
        if i in question.free and ((capital and behind) or said):
            found.add(i)
    return frozenset(found)


def misread(question: Asked, place: range, strange: tuple[int, ...]) -> bool:
    """Whether a strange word before the action, in its clause, makes it another: "catch fire"."""
    return any(i < place.start and question.clause[i] == question.clause[place.start] for i in strange)


def after_soft(question: Asked, place: range, strange: tuple[int, ...]) -> tuple[int, ...]:
    """Where unknown words stand in a clause of circumstances behind the action ("attack if it has the Tank key")."""
    opens = next((i for i, raw in enumerate(question.surfaces) if i >= place.start and i and raw in SOFT), None)
    return tuple(i for i in strange if opens is not None and i > opens)
