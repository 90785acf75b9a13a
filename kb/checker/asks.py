"""What is asked of a state: read from a spoken question, or from the word after --ask."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.checker import english
from kb.checker.facts import Happening, find_event, read_facts
from kb.checker.question import Asked, asked, content, doubtful, find_action, misread, spoken, subjects
from kb.checker.run import names
from kb.checker.words import longest, pairs, places, terms
from kb.states import Action, Event, StateTable, Value

AskKind = Literal["may", "now", "end", "remove", "gain", "numbers", "all"]
_SHORT: dict[str, AskKind] = {
    **dict.fromkeys(("", "now", "state"), "now"),
    **dict.fromkeys(("end", "ends", "when", "duration"), "end"),
    **dict.fromkeys(("everything", "all", "list"), "all"),
    **dict.fromkeys(("remove", "cure"), "remove"),
    "numbers": "numbers",
    "gain": "gain",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a state table.

    `held` is whether the state holds at the start, `happenings` what the question says happens after that. `unknown`
    are the words of the question that the game's documents do not have, `known` those they have. `doubts` are unknown
    words in a clause of circumstances.
    """

    kind: AskKind
    question: str
    action: str = ""
    facts: tuple[tuple[str, Value], ...] = ()
    happenings: tuple[Happening, ...] = ()
    held: bool = True
    unknown: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """A question to one table, with what was found in it."""

    question: str
    table: StateTable
    asked: Asked
    action: Action | None
    place: range
    wh: bool
    given: bool

    @property
    def text(self) -> str:
        return self.asked.text


def read_ask(table: StateTable, text: str) -> Ask:
    """The question behind the word after --ask: one of the short words, a spoken question, or an action."""
    plain = text.strip().casefold()
    if plain in _SHORT or plain == table.id:
        return Ask(_SHORT.get(plain, "now"), text)
    found = understand(text, table) if any(longest((word,), terms(text)) for word in table.words) else None
    return found or _may(_read(table, text))


def understand(question: str, table: StateTable) -> Ask | None:
    """What a spoken question asks of the state of `table`, or None where it is not about that state."""
    reading = _read(table, question)
    kind = _kind(reading)
    if kind is None or _active(reading) or not (reading.asked.own or _implied(reading, kind)):
        return None
    if kind == "may":
        return _may(reading)
    if kind == "now":
        return _whether(reading)
    if kind in ("numbers", "all", "end") and (left := _left_over(reading, kind)):
        return left
    facts, _ = read_facts(table, reading.asked.words)
    return Ask(kind, question, facts=tuple(sorted(facts.items())))


def concerned(question: str, tables: Sequence[StateTable]) -> tuple[StateTable, ...]:
    """The tables a question can be about: of the games it names, and of those whose word for a unit it uses."""
    words, surfaces = terms(question), tuple(raw for _, raw in pairs(question))
    of_games = [t for t in tables if longest((t.game.name, t.game.id.replace("-", " "), *t.game.aliases), words)]
    named = of_games or tables
    return tuple([t for t in named if subjects(t, surfaces)] or named)


def _read(table: StateTable, text: str) -> _Reading:
    question = asked(table, text)
    found = find_action(table, question)
    wh = bool(english.WH.search(question.text) or english.LATER_WH.search(question.text))
    return _Reading(
        text,
        table,
        question,
        found[0] if found else None,
        found[1] if found else range(0),
        wh,
        _given(table, question.text),
    )


def _kind(q: _Reading) -> AskKind | None:
    """Which kind of question it is, by its form; the first that fits, from the most to the least particular."""
    timed = bool(english.TIMED.search(q.text))
    ending = bool(english.ENDING.search(q.text))
    if q.wh and english.ENDS_UP.search(q.text):
        return "gain"
    if english.HOW_LONG.search(q.text) or (q.wh and timed and ending and (q.action is None or not q.given)):
        return "end"
    if q.action is None and (english.STAYING.search(q.text) or not ending) and _timed_out(q):
        return "now"
    if not q.wh and not q.given and _brought_about(q):
        return "now"
    if q.action is None and _lifted(q):
        return "end" if q.wh and timed else "remove"
    if q.wh and english.AMOUNT.search(q.text):
        return "numbers"
    if q.wh and not q.given and (english.GAINING.search(q.text) or _verbal(q)):
        return "gain" if q.action is None or q.action.fallback else "may"
    if q.wh and q.action is None:
        return "all"
    if (
        q.action is None
        and (ending or english.STAYING.search(q.text))
        and not content(q.table, q.asked, _ending_words(q))[0]
    ):
        return "end"
    if q.action is not None or english.AUXILIARY.search(q.text):
        return "may"
    return "all" if english.SUMMARY.search(q.text) else None


def _given(table: StateTable, text: str) -> bool:
    """Whether a question takes the state as given: "a stunned unit", "while stunned", "my unit is stunned, can it"."""
    every = _alternatives(table.words, table.states)
    done = _alternatives(_standing(table))
    who = _alternatives(sorted(table.subjects, key=len, reverse=True))
    of_unit = rf"\b(?:{done})(?:\s+\w+)?\s+(?:{who})|\b(?:an?|the|my|your|his|her|their|our|two|if)\s+(?:{done})\s+\w+"
    before = "while|when|whilst|being|already|am|for the|once|under|with|has|have"
    within = rf"\b(?:{before})\s+(?:an? |the )?(?:{every})\b"
    became = "'s|'re| is| are| was| got| gets| just got| just became| became"
    stated = rf"\b(?:{who}|it|he|she|that|which|who|they)(?:{became})\s+(?:still |now |already |just )?(?:{done})\b"
    asks_it = re.match(r"(?:is|are|was|when|how|what)\b", text) is not None and not re.search(r"[,.;]", text)
    return bool(re.search(f"{of_unit}|{within}", text) or (re.search(stated, text) and not asks_it))


def _standing(table: StateTable) -> tuple[str, ...]:
    """The words for being in the state, not for bringing it about: "stunned", not "stun"."""
    return table.states or tuple(word for word in table.words if word.endswith("ed")) or table.words


def _alternatives(*words: Iterable[str]) -> str:
    """Words as the alternatives of a pattern."""
    return "|".join(re.escape(word) for group in words for word in group)


def _active(q: _Reading) -> bool:
    """Whether the unit asked about is the one that stunned another."""
    done = _alternatives(_standing(q.table))
    whom = "an?|another|the|my|his|two|enemy"
    return bool(re.search(rf"\b(?:that|who|which|has|have|just|unit)\s+(?:{done})\s+(?:{whom})\b", q.text))


def _implied(q: _Reading, kind: AskKind) -> bool:
    """Whether a question that only says "it" is about the state: "does it stack", "when does it wear off"."""
    if not {"it", "this"} & set(q.asked.words):
        return False
    if q.action is not None:
        own = {term for phrase in q.action.phrases for term in terms(phrase)}
        return q.action.implies and all(q.asked.words[i] in own for i in q.asked.free)
    return kind in ("end", "remove") and not set(q.asked.free) - _ending_words(q)


def _verbal(q: _Reading) -> bool:
    """Whether the state stands as something done or come into: "how do I stun", "when is a unit stunned"."""
    every, who = _alternatives(q.table.words), _alternatives(q.table.subjects)
    opening = r"(?:what|how|who)(?:'s| is| are| does| do)?\s+(?:the |a |being )?"
    about = rf"{opening}(?:{every})\b(?:\W*$|\s+(?:state|status|do|mean|work))"
    done = rf"\b(?:to|i|you|we|they|can|is|are|{who}|(?:{who})s|who|what|be)\s+(?:{every})\b"
    return bool(re.search(done, q.text)) and not re.match(about, q.text)


def _lifted(q: _Reading) -> bool:
    """Whether a question is about taking the state off, not about taking off a unit that is in it."""
    every, who = _alternatives(q.table.words, q.table.states), _alternatives(q.table.subjects)
    of_state = rf"(?:{every})(?!\s+(?:\w+\s+)?(?:{who}))"
    taken = rf"{english.LIFTING.pattern}\s+(?:\w+\s+){{0,2}}?(?:{of_state}|it\b)"
    passive = rf"\b(?:{every})\b.*{english.LIFTED.pattern}"
    known = not content(q.table, q.asked, _ending_words(q))[0]
    return bool(re.search(f"{taken}|{passive}", q.text) or english.HEALING.search(q.text)) and (q.wh or known)


def _ending_words(q: _Reading) -> set[int]:
    """Where words of ending and lasting stand among the content."""
    forms = (english.ENDING, english.STAYING, english.HEALING, english.LIFTING, english.ASIDE)
    return {i for i in q.asked.free if any(form.fullmatch(q.asked.surfaces[i]) for form in forms)}


def _timed_out(q: _Reading) -> Happening | None:
    """The ending event that a question looks beyond: "still stunned next turn", "after the turn ends"."""
    event, place = find_event(q.table, q.asked.words)
    if event is None or not any(event.id in row.events for row in q.table.of("loss")):
        return None
    before = set(q.asked.surfaces[max(0, place.start - 3) : place.start])
    if before & english.BEFORE:
        return None
    beyond = english.BEYOND & {*before, q.asked.surfaces[place.start]}
    if not beyond and not english.STAYING.search(q.text):
        return None
    facts, _ = read_facts(q.table, q.asked.words)
    sets = {**dict(event.sets), **facts}
    return Happening(" ".join(q.asked.surfaces[i] for i in place), event.id, tuple(sorted(sets.items())))


def _brought_about(q: _Reading) -> bool:
    """Whether a question tells what happened to a unit that may be in the state by it.

    Beside the words of an action only figures say so.
    """
    facts, _ = read_facts(q.table, q.asked.words)
    rows = (*q.table.of("gain"), *q.table.of("bar"))
    told = {name for row in rows for c in (*row.when, *row.given) for name in names(c)} & set(facts)
    if q.action is not None:
        return any(q.table.fact(name).kind != "flag" for name in told if name != q.table.id)
    return bool(told) or _gaining_event(q) is not None


def _gaining_event(q: _Reading) -> Event | None:
    """An event of the question that can bring the state about, told by other words than the state's own name."""
    event, _ = find_event(q.table, tuple("" if i in q.asked.own else word for i, word in enumerate(q.asked.words)))
    return event if event and any(event.id in row.events for row in q.table.of("gain")) else None


def _whether(q: _Reading) -> Ask:
    """ "Is it stunned?": from the event in the question, or past an ending event."""
    if ended := _timed_out(q):
        return Ask("now", q.question, happenings=(ended,))
    facts, used = read_facts(q.table, q.asked.words)
    first = q.table.of("gain")[0].events
    event = _gaining_event(q) or next(one for one in q.table.events if one.id in first)
    told = {i for phrase in event.words for place in places(phrase, q.asked.words) for i in place}
    unknown, _ = content(q.table, q.asked, used | told)
    if unknown:
        return Ask("may", q.question, unknown=spoken(q.asked, unknown))
    sets = {**dict(event.sets), **facts}
    return Ask("now", q.question, happenings=(Happening(q.text, event.id, tuple(sorted(sets.items()))),), held=False)


def _may(q: _Reading) -> Ask:
    facts, used = read_facts(q.table, q.asked.words)
    named = {term for phrase in q.action.phrases for term in terms(phrase)} if q.action else set()
    unknown, known = content(q.table, q.asked, used)
    unknown = tuple(i for i in unknown if q.asked.words[i] not in named)
    state = _alternatives(_standing(q.table))
    held = not re.search(rf"\b(?:not|isn't|aren't|no longer|non|un)[ -]?(?:{state})\b", q.text)
    told = tuple(sorted(facts.items()))
    if q.action is not None and not misread(q.table, q.asked, q.place, unknown):
        ended = _timed_out(q)
        happened = (ended,) if ended else ()
        doubts = doubtful(q.asked, unknown)
        return Ask("may", q.question, q.action.id, told, happened, held, spoken(q.asked, unknown), doubts=doubts)
    if not unknown and not known:
        return Ask("all", q.question, held=held)
    return Ask("may", q.question, facts=told, held=held, unknown=spoken(q.asked, unknown), known=spoken(q.asked, known))


def _left_over(q: _Reading, kind: AskKind) -> Ask | None:
    """What a general answer would pass over, asked: "how long does a stunned unit take to reload"."""
    if kind == "end" and english.ENDING.search(q.text):
        return None
    if q.action is not None:
        return None if kind == "numbers" else _may(q)
    unknown, known = content(q.table, q.asked, _ending_words(q))
    return Ask("may", q.question, unknown=spoken(q.asked, unknown), known=spoken(q.asked, known)) if unknown else None
