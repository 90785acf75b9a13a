"""Patterns of the words of one table: who acts, and who is in the state. Made once a table, when first looked for."""

from __future__ import annotations

import re
from functools import lru_cache

from kb.checker import english, tables
from kb.checker.question import standing
from kb.checker.words import alternatives
from kb.states import StateTable


@lru_cache(tables.TABLES)
def units(table: StateTable) -> str:
    return alternatives(tuple(sorted(tables.units(table), key=lambda unit: (-len(unit), unit))))


@lru_cache(tables.TABLES)
def acting(table: StateTable) -> tuple[str, ...]:
    """The words for bringing the state about: "stuns", "stunning"."""
    return tuple(word for word in table.words if word not in standing(table))


@lru_cache(tables.TABLES)
def stands(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{alternatives(standing(table))})\b")


@lru_cache(tables.TABLES)
def bare(table: StateTable) -> str:
    """The state's names as alternatives, without the forms of doing it: "stunned", "stun"."""
    return alternatives(tuple(word for word in (*table.words, *table.states) if not word.endswith(("ing", "s"))))


@lru_cache(tables.TABLES)
def named(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{bare(table)})\b")


@lru_cache(tables.TABLES)
def stuns(table: StateTable) -> re.Pattern[str]:
    who, doing = units(table), acting(table)
    ing = alternatives(tuple(word for word in doing if word.endswith("ing")))
    bare_doing = alternatives(tuple(word for word in doing if not word.endswith("ing")))
    a, does, done, that = english.DETERMINER, english.DOES_IT, stands(table).pattern, r"(?:that|which|who)"
    return re.compile(
        rf"\b(?:{a})\s+(?:{ing})\s+(?:{who})\b"
        rf"|\b(?:{who})\s+{that}\s+(?:{does}\s+){{0,3}}(?:{alternatives(doing)})\b"
        rf"|\b(?:after|by|while|before|when|for|upon)\s+(?:{ing})\s+(?:{a}|some\w+|it|him|her|them)\b"
        rf"|\b(?:{who})\s+{that}\s+(?:\w+\s+)?{done}\s+(?:{a}|it|him|her|them|me|us)\b"
        rf"|\b(?:i|you|we|they|to|it|that|which|who)\s+(?:can\s+|could\s+|will\s+|just\s+)?"
        rf"(?:{bare_doing})\b(?!\s+(?:{english.STATELY})\b)"
        rf"|\b(?:{bare_doing})[ -](?:{english.MEANS})\b"
        rf"|\b(?:un|un-)(?:{bare_doing})\s+(?:{a}|it\w*|him\w*|her\w*|them\w*)\b"
        rf"|\b(?:caus|inflict)(?:es|s|ed|ing)\s+(?:the\s+)?{done}"
    )


@lru_cache(tables.TABLES)
def near(table: StateTable) -> re.Pattern[str]:
    """What stands by one in the state, or does something to it: "a unit fighting a stunned one"."""
    a_stunned = rf"\s+(?:{english.DETERMINER})\s+(?:already )?{stands(table).pattern}"
    doing = rf"(?:(?:that|which|who)\s+)?(?!(?:{english.SAME})\b)\w+(?:\s+(?:at|to|with|by|against|next to))?"
    behind = rf"\s+(?!(?:{english.STATELY})\b)\w"
    return re.compile(rf"\b(?:{english.NEAR}){a_stunned}|\b(?:{units(table)})\s+{doing}{a_stunned}{behind}")


@lru_cache(tables.TABLES)
def while_another(table: StateTable) -> re.Pattern[str]:
    """ "Can a unit ... while its friend is stunned", "... if a stunned unit is there"."""
    who, done = units(table), stands(table).pattern
    a, are, other = english.DETERMINER, english.ARE, english.OTHER
    subject = rf"\b(?:{a}|can|may|could|do|does|will)\s+(?:(?!{done})\w+\s+)?(?P<who>{who})\b(?!\s+(?:{are})\b)[^,;?]*?"
    is_stunned = rf"(?:{are})\s+(?:\w+ )?{done}"
    its_friend = rf"(?:(?:{a})\s+)?{other}\b[^,.;?]{{0,30}}?\b{is_stunned}|one of (?:\w+ ){{1,3}}?{is_stunned}"
    a_stunned = rf"(?:{a})\s+(?:\w+ )?{done}\s+(?:{who})\b"
    differs = rf"(?:{a})\s+(?:\w+ )?(?!(?P=who)\b)(?:{who})\s+{is_stunned}"
    return re.compile(rf"{subject}\b(?:{english.MEANWHILE})\s+(?:{its_friend}|{a_stunned}|{differs})")


@lru_cache(tables.TABLES)
def out_of_it(table: StateTable) -> re.Pattern[str]:
    done, names = stands(table).pattern, bare(table)
    return re.compile(
        rf"\b(?:un|non)[ -]?(?:{alternatives(standing(table))})\b"
        rf"|\b(?:{english.NOT_SO_FAR})\s+(?:(?:it|he|she|they|{units(table)})\s+)?(?:(?:{english.BECOMING})\s+)+(?:{names})\b"
        rf"|\b(?:{english.NOT_IN})\s+(?:affected by|subject to|hit by|under)\s+(?:(?:the|an?)\s+)?(?:{names})\b"
        rf"|\b(?:{english.RESISTED})\s+(?:(?:the|an?|being)\s+)*(?:{names})\b"
        rf"|\b(?:{names})\s+(?:\w+\s+)?(?:fail(?:s|ed)?|miss(?:es|ed)?)\b"
        rf"|\b(?:stop|end|remove|lose|escape|cancel|get (?:out|rid) of)\s+(?:(?:the|being)\s+)*(?:{names})\s+by\b"
        rf"|\b(?:almost|nearly|unless|until) {done}"
        rf"|\b(?:{english.NOT_IN})(?:[ -](?:{english.NOT_YET}))*[ -]{done}"
        rf"|\b(?:{english.LACKING})\s+(?:(?:the|an?|any|being)\s+)*(?:{names})\b(?!\s+(?:{units(table)})\b)"
    )


@lru_cache(tables.TABLES)
def called_free(table: StateTable) -> re.Pattern[str]:
    done = alternatives(standing(table))
    return re.compile(rf"\b(?:un|non|not)[ -]?(?:{done})\s+(?:\w+\s+)?(?:{units(table)})\b")


@lru_cache(tables.TABLES)
def for_it(table: StateTable) -> re.Pattern[str]:
    return re.compile(rf"\b(?:be|become|get) {stands(table).pattern}\s+(?:to|before|in order|for)\b")


@lru_cache(tables.TABLES)
def formerly(table: StateTable) -> re.Pattern[str]:
    done = stands(table).pattern
    return re.compile(
        rf"\b(?:formerly|previously|(?:an?|the|my|your) (?:once|earlier))[ -]{done}\s+\w"
        rf"|\b(?:was|were) (?:formerly|once|previously) {done}|\bused to be {done}|\bex[ -]{done}"
    )


@lru_cache(tables.TABLES)
def lifted(table: StateTable) -> re.Pattern[str]:
    lifted = alternatives(tuple(f"un{word}" for word in table.words))
    return re.compile(rf"\b(?:{english.CAME_OUT})\s+(?:{lifted})\b(?!\s+(?:\w+\s+)?(?:{units(table)})\b)")


@lru_cache(tables.TABLES)
def proof(table: StateTable) -> re.Pattern[str]:
    every = alternatives(table.words)
    against = rf"(?:immune|immunity|resistan\w+|protect\w*|proof|safe)\s+(?:to|from|against)\s+(?:\w+\s+)?(?:{every})"
    proof_unit = rf"((?:{every})\s+(?:immune|proof|resistant))\s+(?:{units(table)})\b\s+\w"
    has_it = rf"(?:{every})\s+(?:immunity|immune|resistance|resistant|protection|proof)"
    # a contraction is two terms of one word: "can't can't be stunned"
    denied = r"(?:can't(?: can't)?|cannot(?: cannot)?|can not|may not|couldn't(?: couldn't)?)"
    joined = r"(?:(?:with|that|which|who|has|have|is|are|an?|the|under|any)\s+){0,3}"
    never = rf"{denied}\s+(?:be|become|get)\s+(?:{every})"
    return re.compile(rf"\b(?:{units(table)})\s+({joined}(?:{against}|{has_it}|{never}))\b\s+\w|\b{proof_unit}")


@lru_cache(tables.TABLES)
def actor(table: StateTable) -> re.Pattern[str]:
    """A unit that acts without a word of its state: "can a unit ..."."""
    a, who, done_ = english.DETERMINER, units(table), stands(table).pattern
    asks = "can|could|may|does|do|did|will|would|is|are|must|should"
    are = rf"(?!\s+(?:(?:that|which|who)\s+)?(?:{english.ARE}|has|have|can)\b)(?!\s+{done_})"
    return re.compile(rf"(?:^|[,.;:] ?)(?:{asks})\s+(?:(?:{a})\s+)?(?:(?!{done_})\w+\s+)?(?:{who})\b{are}")


@lru_cache(tables.TABLES)
def a_stunned_one(table: StateTable) -> re.Pattern[str]:
    """One in the state, spoken of by itself: "from a stunned unit"."""
    a, who = english.DETERMINER, units(table)
    return re.compile(rf"(?<!\bas )\b(?:{a})\s+(?:\w+\s+)?{stands(table).pattern}\s+(?:\w+\s+)?(?:{who}|ones?)\b")
