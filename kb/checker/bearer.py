"""Whether the unit that acts in a question is the one in the state: it may suffer the deed, or another may act."""

from __future__ import annotations

from dataclasses import replace

from kb.checker import english, patterns, tables
from kb.checker.question import Asked, of_stunned
from kb.checker.words import terms
from kb.states import Action, StateTable


def suffers(table: StateTable, question: Asked, action: Action, place: range) -> bool:
    """Whether a deed is named as done to someone ("be attacked"), and not by the unit in the state.

    Where the data say that it is done to the unit, or have the passive itself, it is the deed meant.
    """
    words = question.surfaces
    before = " ".join(words[: place.start]) if place else ""
    if english.MADE_TO.search(before) or english.RECEIVING.search(before):
        return True
    if " ".join(words[place.stop : place.stop + 1]) in patterns.acting(table):  # "does an attack stun it"
        return of_the_bearer(table, action)
    if action.done_to and english.FOREIGN.search(before) and not (action.claim or _suffered(action)):
        return True
    own = {term for phrase in action.phrases for term in terms(phrase)}
    deeds = (i for i in range(1, len(words)) if question.words[i] in own and i not in question.own)
    at = next((i for i in deeds if _passive(table, question, i)), None)
    if at is not None and at >= place.stop and words[at - 1] != "be":
        return False  # "attack after it was attacked"
    if at is None or patterns.stands(table).search(" ".join(_agent(words[at + 1 :]))):
        return False
    named = " ".join(words[i] for i in place) if place and place.start == at else words[at]
    said = any(phrase.casefold() in (named, f"be {named}") for phrase in action.phrases)
    if action.done_to:
        return not said and "by" in words[at:]
    return not (said and (action.claim or " " in named))


def _suffered(action: Action) -> bool:
    """Whether the data have an action as one that is suffered: "be chosen"."""
    first = (phrase.removeprefix("be ").split()[0] for phrase in action.words)
    return any(english.PARTICIPLE.fullmatch(word) for word in first)


def _passive(table: StateTable, question: Asked, at: int) -> bool:
    """Whether a participle stands behind "be" or "get", or ends "are stunned units ... attacked"."""
    words = question.surfaces
    if not english.PARTICIPLE.fullmatch(words[at]):
        return False
    lead = at - 1
    while lead and english.ADVERB.fullmatch(words[lead]):
        lead -= 1
    first = words[question.clause.index(question.clause[at])]
    return words[lead] in english.BEING or (first in english.IS and words[lead] in tables.units(table))


def _agent(words: tuple[str, ...]) -> tuple[str, ...]:
    """The few words behind the first "by"."""
    return words[words.index("by") :][:4] if "by" in words else ()


def of_the_bearer(table: StateTable, action: Action) -> bool:
    """Whether an action is one of the unit in the state, and not of what is done to it or of its coming about."""
    rows = [row for row in table.of("effect") if action.id in row.actions]
    return not (action.done_to or action.act or any(row.always for row in rows))


def another_acts(table: StateTable, question: Asked, place: range) -> bool:
    """Whether the unit that acts stuns ("the stunning unit"), or only stands by one in the state ("beside")."""
    text = question.text
    if of_stunned(table, question, place):
        return False
    if patterns.stuns(table).search(text):
        return True
    others = patterns.near(table).sub(" ", text)
    if others != text and not patterns.stands(table).search(others):
        return True
    if patterns.actor(table).search(text):
        alone = patterns.a_stunned_one(table).sub(" ", text)
        if alone != text and not patterns.stands(table).search(alone):
            return True
    found = patterns.while_another(table).search(text) if english.MEANWHILES.search(text) else None
    return found is not None and not patterns.stands(table).search(text[: found.start()])


def free_of_it(table: StateTable, text: str) -> bool:
    """Whether a unit is said not to be in the state: "a non-stunned unit", "without stun", "that was never stunned"."""
    if not english.NOT_AT_ALL.search(text):
        return False
    rest = patterns.out_of_it(table).sub(" ", text)
    return rest != text and not patterns.named(table).search(rest)


def called_free(table: StateTable, text: str) -> bool:
    """Whether a unit is called by its not being in the state: "an unstunned unit"."""
    return english.NOT_AT_ALL.search(text) is not None and patterns.called_free(table).search(text) is not None


def for_it(table: StateTable, text: str) -> bool:
    """Whether the state is what is needed for a deed: "does it have to be stunned to attack"."""
    return bool(english.DUTY.search(text)) and bool(patterns.for_it(table).search(text))


def once_in_it(table: StateTable, text: str) -> bool:
    """Whether a unit is said to have been in the state and to be out of it: "a formerly stunned unit"."""
    return bool(english.ONCE.search(text) and patterns.formerly(table).search(text))


def lifted_since(table: StateTable, text: str) -> bool:
    """Whether a unit is said to have come out of the state: "it got unstunned", "once unstunned"."""
    return any(f"un{word}" in text for word in table.words) and bool(patterns.lifted(table).search(text))


def proof(table: StateTable, question: Asked) -> frozenset[int]:
    """Where a unit is described as proof against the state: "a unit immune to stun", "one that can't be stunned"."""
    if not english.PROOF.search(question.text):
        return frozenset()
    text = " ".join(question.surfaces)
    found = patterns.proof(table).search(text)
    group = found.lastindex or 0 if found else 0
    begin = text[: found.start(group)].count(" ") if found else 0
    span = frozenset(range(begin, begin + found[group].count(" ") + 1)) if found else frozenset()
    return span if question.own <= span else frozenset()


def chosen_to(question: Asked) -> frozenset[int]:
    """Where "choose to" stands before a deed: it is the deed that is asked for."""
    text = " ".join(question.surfaces) if " to " in question.text else ""
    return frozenset(text[: found.start()].count(" ") for found in english.CHOOSING.finditer(text))


def apart(question: Asked, span: frozenset[int]) -> Asked:
    """The question with the words of `span` blank, so that they name no action."""
    words = tuple("" if i in span else word for i, word in enumerate(question.words))
    surfaces = tuple("" if i in span else word for i, word in enumerate(question.surfaces))
    free = tuple(i for i in question.free if i not in span)
    return replace(question, words=words, surfaces=surfaces, free=free)
