"""A question read for one table, and the form it has: may it, is it, when does it end, what does it count."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from kb.checker import english, patterns, tables
from kb.checker.bearer import (
    another_acts,
    apart,
    called_free,
    chosen_to,
    for_it,
    free_of_it,
    lifted_since,
    of_the_bearer,
    once_in_it,
    proof,
    suffers,
)
from kb.checker.facts import Facts, Happening, find_event, number_places, read_facts
from kb.checker.question import Asked, asked, bare_deed, content, find_action, mended, names_of, standing
from kb.checker.run import names
from kb.checker.words import alternatives, places, terms
from kb.numbering.patterns import Late
from kb.states import Action, Event, StateTable

Named = tuple[Action, range, bool]
"""An action, where it is named, and whether for sure."""
AskKind = Literal["may", "now", "end", "remove", "gain", "numbers", "all"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A question to one table: its action and where that is named, its facts, and what is left over.

    `wh` is a question for more than yes or no; `given` one that takes the state for granted. `unknown` and `known`
    are the places of the content that the game's documents lack and have; `strange` are the unknown ones that are no
    names. `used` are the places of the words that state facts other than numbers.
    """

    question: str
    table: StateTable
    asked: Asked
    action: Action | None
    place: range
    sure: bool
    wh: bool
    given: bool
    facts: Facts
    used: frozenset[int]
    unknown: tuple[int, ...]
    known: tuple[int, ...]
    strange: tuple[int, ...]

    @property
    def text(self) -> str:
        """The question in lower case."""
        return self.asked.text


def read(table: StateTable, text: str) -> Reading:
    """Read a question for one table."""
    return read_cut(table, text, cut_up(table, text))


def cut_up(table: StateTable, text: str) -> Asked:
    """A question cut into words, the state's name spelt right."""
    return asked(table, mended(table, text))


def read_cut(table: StateTable, text: str, question: Asked) -> Reading:
    """Read a question that is cut up already."""
    aside = proof(table, question) | chosen_to(question)
    found = find_action(table, apart(question, aside) if aside else question)
    action, place, sure = behind(table, question, found) or (None, range(0), False)
    wh = bool(english.WH.search(question.text) or english.LATER_WH.search(question.text))
    facts, used = read_facts(table, question.words)
    own = {term for phrase in action.phrases for term in terms(phrase)} if action else set()
    besides = used | {i for i in question.free if question.words[i] in own}
    unknown, known = content(table, question, besides)
    if not (unknown or known or action or wh):
        unknown, known = bare_deed(table, question)
    strange = tuple(i for i in unknown if question.words[i] not in english.GENERIC)
    if strange:
        known_so = names_of(table, question)
        deeds = tables.deeds(table)
        strange = tuple(i for i in strange if i not in known_so and question.words[i] not in deeds)
    given, said = _given(table, question.text), frozenset(used - number_places(table, question.words))
    return Reading(text, table, question, action, place, sure, wh, given, facts, said, unknown, known, strange)


def behind(table: StateTable, question: Asked, found: Named | None) -> Named | None:
    """The action of the clause that asks, where one before it only tells: "a doctor cured it, can it attack"."""
    words, clause = question.surfaces, question.clause
    asks = (i for i in range(1, len(words)) if clause[i] != clause[i - 1] and english.ASKS.match(words[i]))
    at = next(asks, 0)
    if found is None or not at or found[1].start >= at or english.ASKS.match(words[0]):
        return found
    return find_action(table, apart(question, frozenset(range(at)))) or found


def kind_of(q: Reading) -> AskKind | None:
    """Which kind of question it is, by its form; the first that fits, from the most to the least particular."""
    timed = q.wh and bool(english.TIMED.search(q.text))
    if q.wh and (english.ENDS_UP.search(q.text) or _caused(q)):
        return "gain"
    if english.HOW_LONG.search(q.text) or (timed and about_ending(q) and (q.action is None or not q.given)):
        return "end"
    if ((q.action is None and not q.given) or _still(q)) and _looks_on(q) and timed_out(q):
        return "now"
    if q.action is not None and english.WHEN_MAY.search(q.text):
        return "end"
    if not q.wh and not q.given and _brought_about(q):
        return "now"
    if q.action is None and _lifted(q):
        return "end" if timed or _ended_by(q) else "remove"
    if _counts(q):
        return "numbers"
    if q.wh and not q.given and (english.GAINING.search(q.text) or (_verbal(q) and not q.strange)):
        return "gain" if q.action is None or q.action.fallback else "may"
    if q.wh and q.action is None:
        return "all"
    if q.action is None and about_ending(q, english.STAYING) and not left_over(q):
        return "end"
    if q.action is not None or english.AUXILIARY.search(q.text):
        return "gain" if q.action is None and not q.given and not left_over(q) and _verbal(q) else "may"
    if english.SUMMARY.search(q.text):
        return "all"
    return "may" if q.given and q.text.rstrip().endswith("?") else None


def active(q: Reading) -> bool:
    """Whether the unit asked about is the one that stunned another."""
    done, who = _alternatives(standing(q.table)), _alternatives(q.table.subjects)
    whom = "an?|another|other|the|my|his|two|enemy|something|anything|someone"
    doing = _alternatives(patterns.acting(q.table))
    by_it = rf"\b(?:{done})\s+(?:{who})s?\s+(?:{doing})\s+(?:{whom})\b"
    return bool(re.search(rf"\b(?:that|who|which|has|have|just|unit)\s+(?:{done})\s+(?:{whom})\b|{by_it}", q.text))


def of_another(q: Reading) -> bool:
    """Whether the action is not that of the unit in the state: it stops another from acting, is the doctor itself, or
    would be in the state only by the action ("is a unit stunned if I choose it"), suffers it ("be attacked"), or is
    another altogether ("next to a stunned unit").
    """
    if q.action is not None and (
        (not q.sure and suffers(q.table, q.asked, q.action, q.place))
        or (of_the_bearer(q.table, q.action) and another_acts(q.table, q.asked, q.place))
        or for_it(q.table, q.text)
        or (of_the_bearer(q.table, q.action) and _lifted_before(q) and not ended(q))
    ):
        return True
    done, who = _alternatives(standing(q.table)), _alternatives(q.table.subjects)
    it = rf"\b(?:{done})\s+(?:{who})s?\s+"
    other = rf"(?:another|an?|my|your|enemy|enemies|opponents?|opponent's|others?|the|any|him|{who}|(?:{who})s)\b"
    acts = rf"{it}(?:stop|prevent|block|let|make|allow|help|force|forbid|keep(?=.* from))s?\s+{other}"
    lets = rf"\b(?:{_alternatives(q.table.words)})\s+(?:let|allow|make|help|enable)s?\s+(?:enem|opponent|other|another)"
    by_it = rf"^(?:is|are|will|would|does|do)\b[^,]*\b(?:{who})s?\s+(?:get |be |become )?(?:{done})\s+if\b"
    at = q.place.start
    leads = q.asked.surfaces[max(0, at - 2) : at]
    itself = len(leads) == 2 and leads[0] in english.DETERMINERS and leads[1] in standing(q.table)
    claim = q.action is not None and q.action.claim and q.action.done_to
    return bool(re.search(f"{acts}|{lets}", q.text) or re.search(by_it, q.text) or (itself and claim))


def _lifted_before(q: Reading) -> bool:
    """Whether a clause before the one that asks tells of the end of the state: "a doctor cured it, can it attack"."""
    told = [i for i in range(q.place.start) if q.asked.clause[i] != q.asked.clause[q.place.start]]
    text = " ".join(q.asked.surfaces[i] for i in told)
    return bool(text) and bool(english.DONE_WITH.search(text))


def speaks_of_it(question: Asked) -> bool:
    """Whether a question has a word that may stand for the state."""
    return "it" in question.surfaces or "this" in question.surfaces


def implied(q: Reading, kind: AskKind) -> bool:
    """Whether a question that only says "it" is about the state: "does it stack", "when does it wear off"."""
    if not speaks_of_it(q.asked):
        return False
    if q.action is not None:
        own = {term for phrase in q.action.phrases for term in terms(phrase)}
        return q.action.implies and all(q.asked.words[i] in own for i in q.asked.free)
    return kind in ("end", "remove") and not left_over(q)


def left_over(q: Reading) -> tuple[int, ...]:
    """Where the content stands that is neither an action nor a fact nor a word of ending and lasting."""
    forms = (english.ENDING, english.STAYING, english.HEALING, english.LIFTING, english.ASIDE)
    ends = {event for row in q.table.of("loss") for event in row.events}
    phrases = [phrase for event in q.table.events if event.id in ends for phrase in event.words]
    told = {i for phrase in phrases for place in places(phrase, q.asked.words) for i in place}
    left = (i for i in (*q.unknown, *q.known) if i not in told)
    return tuple(i for i in left if not any(form.fullmatch(q.asked.surfaces[i]) for form in forms))


def held_at_first(q: Reading) -> bool:
    """Whether the unit asked about is in the state, and not "a unit that is not stunned"."""
    if q.action is not None and q.action.act and not q.given and not english.AGAIN.search(q.text):
        return False
    return not (called_free(q.table, q.text) or free_of_it(q.table, q.text) or proof(q.table, q.asked))


def ended(q: Reading) -> Happening | None:
    """The end that a question looks past: an event it names, or "once the stun wears off"."""
    if found := timed_out(q):
        return found
    ends = [event for row in q.table.of("loss") if row.automatic for event in row.events]
    event = next((one for one in q.table.events if one.id in ends[:1]), None)
    past = event and (_over(q) or once_in_it(q.table, q.text))
    return happening(event, {}, event.name) if event and past else None


def _over(q: Reading) -> bool:
    """Whether a question looks past the end of the state: "once the stun wears off", "after recovering from it"."""
    losing_it = "losing" in q.text or "no longer" in q.text or "not" in q.text or _undone(q)
    if not losing_it and not (english.SINCE.search(q.text) and english.ENDING.search(q.text)):
        return False
    state, end = _of_state(q.table), rf"(?!lasts?\b){english.ENDING.pattern}"
    since = r"\b(?<!or )(?:after|once|when|if|as soon as|now that|since|following)\b[^,.;?]*?"
    goes = rf"{since}{state}\s+(?:{english.PLAIN}\s+)*{end}"
    rid = rf"{since}{end}\s+(?:(?:from|being|of|the|its|his|a)\s+)*{state}"
    done = _alternatives(standing(q.table))
    losing = rf"\blosing\s+(?:the |a |its )?{state}"
    no_more = rf"\bno longer (?:{done})\b|\bnot (?:{done}) any ?more\b"
    return lifted_since(q.table, q.text) or bool(re.search(f"{goes}|{rid}|{losing}|{no_more}", q.text))


def timed_out(q: Reading) -> Happening | None:
    """The ending event that a question looks beyond: "still stunned next turn", "after the turn ends"."""
    event, place = find_event(q.table, without_state(q))
    if event is None or not any(event.id in row.events for row in q.table.of("loss")):
        return None
    before = set(q.asked.surfaces[max(0, place.start - 3) : place.start])
    if before & english.BEFORE:
        return None
    later = "after" in q.asked.surfaces[place.stop : place.stop + 1]  # "two turns after being stunned"
    beyond = later or english.BEYOND & {*before, q.asked.surfaces[place.start]}
    if not beyond and not english.STAYING.search(q.text):
        return None
    return happening(event, q.facts, " ".join(q.asked.surfaces[i] for i in place))


def gaining_event(q: Reading) -> Event | None:
    """An event of the question that can bring the state about, told by other words than the state's own name."""
    event, _ = find_event(q.table, without_state(q))
    return event if event and any(event.id in row.events for row in q.table.of("gain")) else None


def without_state(q: Reading) -> tuple[str, ...]:
    """The words of a question without those that name the state."""
    return tuple("" if i in q.asked.own else word for i, word in enumerate(q.asked.words))


def happening(event: Event, facts: Facts, text: str) -> Happening:
    """The event as it is told, with the facts it brings and those that were said."""
    return Happening(text, event.id, tuple(sorted({**dict(event.sets), **facts}.items())))


def _alternatives(*words: Iterable[str]) -> str:
    """Words as the alternatives of a pattern."""
    return alternatives(tuple(word for group in words for word in group))


def _of_state(table: StateTable) -> str:
    """A pattern for the state itself, not for a unit in it: "stunned", but not "a stunned unit"."""
    who = _alternatives(table.subjects)
    return rf"\b(?:{_alternatives(table.words, table.states)})\b(?!\s+(?:\w+\s+)?(?:{who}))"


def _given(table: StateTable, text: str) -> bool:
    """Whether a question takes the state as given: "a stunned unit", "while stunned", "my unit is stunned, can it"."""
    every, done = _alternatives(table.words, table.states), _alternatives(standing(table))
    who = _alternatives(sorted(table.subjects, key=len, reverse=True))
    which = "an?|the|my|your|his|her|their|our|two|if"
    of_unit = rf"\b(?:{done})(?:\s+\w+)?\s+(?:{who})|\b(?:{which})\s+(?:{done})\s+\w+"
    if re.search(of_unit, text):
        return True
    before = "while|when|whilst|being|already|am|for the|once|under|with|has|have"
    within = rf"\b(?:{before})\s+(?:an? |the )?(?:{every})\b"
    of = r"(?<!^)\b(?:that|which|who)\b[^.?!]{0,30}?\b(?:is|was|are|were)"
    at = r"(?<!^)\b(?:while|when|if|once|after)\b[^.?!]{0,30}?\b(?:is|was|are|were|gets?|becomes?)"
    when = rf"(?:{of}|{at})\s+(?:already )?(?:{done})\b"
    became = "'s|'re| is| are| was| got| gets| just got| just became| became"
    stated = rf"\b(?:{who}|it|he|she|that|which|who|they)(?:{became})\s+(?:still |now |already |just )?(?:{done})\b"
    asks_it = re.match(r"(?:is|are|was|when|how|what)\b", text) is not None and not re.search(r"[,.;]", text)
    told = rf"\b(?:got|was|been) (?:{done})\b[^.?!]*[,.] *(?:can|may|could|does|will)\b"
    return bool(re.search(f"{within}|{when}|{told}", text) or (not asks_it and re.search(stated, text)))


def _verbal(q: Reading) -> bool:
    """Whether the state stands as something done or come into: "how do I stun", "when is a unit stunned"."""
    every, who = _alternatives(q.table.words), _alternatives(q.table.subjects)
    opening = r"(?:what|how|who)(?:'s| is| are| does| do)?\s+(?:the |a |being )?"
    about = rf"{opening}(?:{every})\b(?:\W*$|\s+(?:state|status|do|mean|work))"
    done = rf"\b(?:to|i|you|we|they|can|is|are|{who}|(?:{who})s|who|what|be)\s+(?:{every})\b"
    acting = _alternatives(patterns.acting(q.table))
    does = rf"\b(?:{acting})\s+(?:an?|the|my|any|enemy)\b"
    return bool(re.search(f"{done}|{does}", q.text)) and not re.match(about, q.text)


def about_ending(q: Reading, *also: Late) -> bool:
    """Whether it is the state that ends, or a unit in it that recovers; not a unit that leaves the board."""
    if english.RECOVERING.search(q.text):
        return True
    if not any(form.search(q.text) for form in (english.ENDING, *also)):
        return False
    forms = "|".join(form.pattern for form in (english.ENDING, *also))
    state = _of_state(q.table)
    return bool(re.search(rf"{state}.*(?:{forms})|(?:{forms}).*{state}|\b(?:it|this)\b.*(?:{forms})", q.text))


def _looks_on(q: Reading) -> bool:
    """Whether a question looks at the state beyond an event, and does not ask if that event ends it."""
    return bool(english.STAYING.search(q.text)) or not english.ENDING.search(q.text)


def _caused(q: Reading) -> bool:
    """Whether a question is about what brings the state: "which attacks cause stunned"."""
    if not english.CAUSING.search(q.text):
        return False
    return bool(re.search(rf"{english.CAUSING.pattern}\s+(?:an? |the )?{_of_state(q.table)}", q.text))


def _counts(q: Reading) -> bool:
    """Whether a question is for a figure: of a unit in the state, or of the state; not of what brings it about."""
    if not q.wh and not (english.FIGURES.search(q.text) and not english.YES_OR_NO.search(q.text)):
        return False
    asks = english.AMOUNT.search(q.text) or (q.action is None and english.WHAT_COUNTS.search(q.text))
    return bool(asks) and (q.given or not _verbal(q))


def _still(q: Reading) -> bool:
    """Whether a question asks if the state still holds, whatever else it names."""
    if "still " not in q.text:
        return False
    done = _alternatives(standing(q.table))
    return bool(re.search(rf"\bstill (?:be )?(?:{done})\b(?:\W*$| (?:after|at|in|on|once|next|when|if)\b)", q.text))


def _lifted(q: Reading) -> bool:
    """Whether a question is about taking the state off, not about taking off a unit that is in it."""
    verbs = (english.LIFTING, english.LIFTED, english.HEALING)
    if not _undone(q) and "cured" not in q.text and not any(verb.search(q.text) for verb in verbs):
        return False
    every, state = _alternatives(q.table.words, q.table.states), _of_state(q.table)
    taken = rf"{english.LIFTING.pattern}\s+(?:\w+\s+){{0,2}}?(?:{state}|it\b)"
    passive = rf"{state}.*{english.LIFTED.pattern}|\b(?:{every})\b.*\b(?:be|is|get|gets) (?:cured|un-?(?:{every}))"
    healed = rf"{english.HEALING.pattern}\s+(?:\w+\s+){{0,3}}?(?:{every}|it|him|them)\b"
    recovers = rf"\b(?:{every})\b.*{english.HEALING.pattern}|\bun-?(?:{every})" if q.wh else r"(?!)"
    return bool(re.search(f"{taken}|{passive}|{healed}|{recovers}", q.text)) and (q.wh or not left_over(q))


def _undone(q: Reading) -> bool:
    """Whether a question may have a word for the state's end made of its name: "unstunned", "un-stun"."""
    return any(f"{un}{word}" in q.text for word in (*q.table.words, *q.table.states) for un in ("un", "un-"))


def _ended_by(q: Reading) -> bool:
    """Whether a question names an event by which the state ends by itself: "lose stun at end of turn"."""
    event, place = find_event(q.table, without_state(q))
    ends = {name for row in q.table.of("loss") if row.automatic for name in row.events}
    before = set(q.asked.surfaces[max(0, place.start - 3) : place.start])
    return event is not None and event.id in ends and not before & english.BEFORE


def _brought_about(q: Reading) -> bool:
    """Whether a question tells what happened to a unit that may be in the state by it.

    Beside the words of an action only figures say so.
    """
    rows = (*q.table.of("gain"), *q.table.of("bar"))
    told = {name for row in rows for c in (*row.when, *row.given) for name in names(c)} & set(q.facts)
    if q.action is not None:
        return any(q.table.fact(name).kind != "flag" for name in told if name != q.table.id)
    return bool(told) or gaining_event(q) is not None
