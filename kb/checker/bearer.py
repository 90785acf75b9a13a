"""Whether the unit that acts in a question is the one in the state: it may suffer the deed, or another may act."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from kb.checker import english, tables
from kb.checker.question import Asked, standing
from kb.checker.words import alternatives, terms
from kb.states import Action, StateTable

_TABLES = 512
"""Tables kept: with more, what is dropped is worked out again."""


def suffers(table: StateTable, question: Asked, action: Action, place: range) -> bool:
    """Whether a deed is named as done to someone ("be attacked"), and not by the unit in the state.

    Where the data say that it is done to the unit, or have the passive itself, it is the deed meant.
    """
    words = question.surfaces
    before = " ".join(words[: place.start]) if place else ""
    if english.MADE_TO.search(before) or english.RECEIVING.search(before):
        return True
    own = {term for phrase in action.phrases for term in terms(phrase)}
    deeds = (i for i in range(1, len(words)) if question.words[i] in own and i not in question.own)
    at = next((i for i in deeds if _passive(table, question, i)), None)
    if at is None or _done(table).search(" ".join(_agent(words[at + 1 :]))):
        return False
    named = " ".join(words[i] for i in place) if place and place.start == at else words[at]
    said = any(phrase.casefold() in (named, f"be {named}") for phrase in action.phrases)
    if action.done_to:
        return not said and "by" in words[at:]
    return not (said and (action.claim or " " in named))


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


def another_acts(table: StateTable, question: Asked) -> bool:
    """Whether the unit that acts stuns ("the stunning unit"), or only stands by one in the state ("beside")."""
    text = question.text
    if _stuns(table).search(text):
        return True
    others = _near(table).sub(" ", text)
    if others != text and not _done(table).search(others):
        return True
    found = _while_another(table).search(text) if english.MEANWHILES.search(text) else None
    return found is not None and not _done(table).search(text[: found.start()])


def free_of_it(table: StateTable, text: str) -> bool:
    """Whether a unit is said not to be in the state: "a non-stunned unit", "without stun", "that was never stunned"."""
    if not english.NOT_AT_ALL.search(text):
        return False
    rest = _out_of_it(table).sub(" ", text)
    return rest != text and not _names(table).search(rest)


def called_free(table: StateTable, text: str) -> bool:
    """Whether a unit is called by its not being in the state: "an unstunned unit"."""
    return english.NOT_AT_ALL.search(text) is not None and _called_free(table).search(text) is not None


def for_it(table: StateTable, text: str) -> bool:
    """Whether the state is what is needed for a deed: "does it have to be stunned to attack"."""
    return bool(english.DUTY.search(text)) and bool(_for_it(table).search(text))


def once_in_it(table: StateTable, text: str) -> bool:
    """Whether a unit is said to have been in the state and to be out of it: "a formerly stunned unit"."""
    return bool(english.ONCE.search(text) and _formerly(table).search(text))


def lifted_since(table: StateTable, text: str) -> bool:
    """Whether a unit is said to have come out of the state: "it got unstunned", "once unstunned"."""
    return any(f"un{word}" in text for word in table.words) and bool(_lifted(table).search(text))


def proof(table: StateTable, question: Asked) -> frozenset[int]:
    """Where a unit is described as proof against the state: "a unit immune to stun", "one that can't be stunned"."""
    if not english.PROOF.search(question.text):
        return frozenset()
    text = " ".join(question.surfaces)
    found = _proof(table).search(text)
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


@lru_cache(_TABLES)
def _units(table: StateTable) -> str:
    return alternatives(tuple(sorted(tables.units(table), key=lambda unit: (-len(unit), unit))))


@lru_cache(_TABLES)
def _doing(table: StateTable) -> tuple[str, ...]:
    """The words for bringing the state about: "stuns", "stunning"."""
    return tuple(word for word in table.words if word not in standing(table))


@lru_cache(_TABLES)
def _done(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives(standing(table))})\b")


@lru_cache(_TABLES)
def _bare(table: StateTable) -> str:
    """The state's names as alternatives, without the forms of doing it: "stunned", "stun"."""
    return alternatives(tuple(word for word in (*table.words, *table.states) if not word.endswith(("ing", "s"))))


@lru_cache(_TABLES)
def _names(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_bare(table)})\b")


@lru_cache(_TABLES)
def _stuns(table: StateTable) -> re.Pattern[str]:
    who, doing = _units(table), _doing(table)
    ing = alternatives(tuple(word for word in doing if word.endswith("ing")))
    a, does, done, that = english.DETERMINER, english.DOES_IT, _done(table).pattern, r"(?:that|which|who)"
    return re.compile(
        rf"\b(?:{a})\s+(?:{ing})\s+(?:{who})\b"
        rf"|\b(?:{who})\s+{that}\s+(?:{does}\s+){{0,3}}(?:{alternatives(doing)})\b"
        rf"|\b(?:after|by|while|before|when|for|upon)\s+(?:{ing})\s+(?:{a}|some\w+|it|him|her|them)\b"
        rf"|\b(?:{who})\s+{that}\s+(?:\w+\s+)?{done}\s+(?:{a}|it|him|her|them|me|us)\b"
        rf"|\b(?:caus|inflict)(?:es|s|ed|ing)\s+(?:the\s+)?{done}"
    )


@lru_cache(_TABLES)
def _near(table: StateTable) -> re.Pattern[str]:
    """What stands by one in the state, or does something to it: "a unit fighting a stunned one"."""
    a_stunned = rf"\s+(?:{english.DETERMINER})\s+(?:already )?{_done(table).pattern}"
    doing = rf"(?:(?:that|which|who)\s+)?(?!(?:{english.SAME})\b)\w+(?:\s+(?:at|to|with|by|against|next to))?"
    return re.compile(rf"\b(?:{english.NEAR}){a_stunned}|\b(?:{_units(table)})\s+{doing}{a_stunned}\s+\w")


@lru_cache(_TABLES)
def _while_another(table: StateTable) -> re.Pattern[str]:
    """ "Can a unit ... while its friend is stunned", "... if a stunned unit is there"."""
    who, done = _units(table), _done(table).pattern
    a, are, other = english.DETERMINER, english.ARE, english.OTHER
    subject = rf"\b(?:{a}|can|may|could|do|does|will)\s+(?:(?!{done})\w+\s+)?(?P<who>{who})\b(?!\s+(?:{are})\b)[^,;?]*?"
    is_stunned = rf"(?:{are})\s+(?:\w+ )?{done}"
    its_friend = rf"(?:(?:{a})\s+)?{other}\b[^,.;?]{{0,30}}?\b{is_stunned}|one of (?:\w+ ){{1,3}}?{is_stunned}"
    a_stunned = rf"(?:{a})\s+(?:\w+ )?{done}\s+(?:{who})\b"
    differs = rf"(?:{a})\s+(?:\w+ )?(?!(?P=who)\b)(?:{who})\s+{is_stunned}"
    return re.compile(rf"{subject}\b(?:{english.MEANWHILE})\s+(?:{its_friend}|{a_stunned}|{differs})")


@lru_cache(_TABLES)
def _out_of_it(table: StateTable) -> re.Pattern[str]:
    done, names = _done(table).pattern, _bare(table)
    return re.compile(
        rf"\b(?:un|non)[ -]?{done.removeprefix(chr(92) + 'b')}"
        rf"|\b(?:{english.NOT_IN})(?:[ -](?:{english.NOT_YET}))*[ -]{done}"
        rf"|\b(?:{english.LACKING})\s+(?:(?:the|an?|any|being)\s+)*(?:{names})\b(?!\s+(?:{_units(table)})\b)"
    )


@lru_cache(_TABLES)
def _called_free(table: StateTable) -> re.Pattern[str]:
    done = alternatives(standing(table))
    return re.compile(rf"\b(?:un|non|not)[ -]?(?:{done})\s+(?:\w+\s+)?(?:{_units(table)})\b")


@lru_cache(_TABLES)
def _for_it(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b{english.NEED_IT} {_done(table).pattern}\s+(?:to|before|in order|for)\b")


@lru_cache(_TABLES)
def _formerly(table: StateTable) -> re.Pattern[str]:
    done = _done(table).pattern
    return re.compile(
        rf"\b(?:formerly|previously|(?:an?|the|my|your) (?:once|earlier))[ -]{done}\s+\w"
        rf"|\b(?:was|were) (?:formerly|once|previously) {done}|\bused to be {done}|\bex[ -]{done}"
    )


@lru_cache(_TABLES)
def _lifted(table: StateTable) -> re.Pattern[str]:
    lifted = alternatives(tuple(f"un{word}" for word in table.words))
    return re.compile(rf"\b(?:{english.CAME_OUT})\s+(?:{lifted})\b(?!\s+(?:\w+\s+)?(?:{_units(table)})\b)")


@lru_cache(_TABLES)
def _proof(table: StateTable) -> re.Pattern[str]:
    every = alternatives(table.words)
    against = rf"(?:immune|immunity|resistan\w+|protect\w*|proof|safe)\s+(?:to|from|against)\s+(?:\w+\s+)?(?:{every})"
    proof_unit = rf"((?:{every})\s+(?:immune|proof|resistant))\s+(?:{_units(table)})\b\s+\w"
    has_it = rf"(?:{every})\s+(?:immunity|immune|resistance|resistant|protection|proof)"
    # a contraction is two terms of one word: "can't can't be stunned"
    denied = r"(?:can't(?: can't)?|cannot(?: cannot)?|can not|may not|couldn't(?: couldn't)?)"
    joined = r"(?:(?:with|that|which|who|has|have|is|are|an?|the|under|any)\s+){0,3}"
    never = rf"{denied}\s+(?:be|become|get)\s+(?:{every})"
    return re.compile(rf"\b(?:{_units(table)})\s+({joined}(?:{against}|{has_it}|{never}))\b\s+\w|\b{proof_unit}")
