"""What is asked of a state: read from a spoken question, or from the word after --ask."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.checker import english
from kb.checker.bearer import apart, called_free, free_of_it
from kb.checker.facts import Happening, find_event
from kb.checker.forms import (
    AskKind,
    Reading,
    about_ending,
    active,
    cut_up,
    ended,
    gaining_event,
    happening,
    held_at_first,
    implied,
    kind_of,
    left_over,
    of_another,
    read,
    read_cut,
    speaks_of_it,
    timed_out,
    without_state,
)
from kb.checker.polarity import Put, put
from kb.checker.question import Asked, after_soft, find_action, misread, spoken, subjects
from kb.checker.run import trace
from kb.checker.tables import figures_of
from kb.checker.words import longest, number, pairs, places, terms
from kb.models import Game
from kb.states import StateTable, Value

TOO_STRANGE = 2
"""From so many words that the documents lack, a question with an action's word in it is about something else."""

_SHORT: dict[str, AskKind] = {
    **dict.fromkeys(("", "now", "state"), "now"),
    **dict.fromkeys(("end", "ends", "when", "duration"), "end"),
    **dict.fromkeys(("everything", "all", "list"), "all"),
    **dict.fromkeys(("remove", "cure"), "remove"),
    **dict.fromkeys(("numbers", "roll", "rolls", "deal", "deals", "need", "needs"), "numbers"),
    "gain": "gain",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a state table.

    `held` is whether the state holds at the start, `happenings` what the question says happens after that. `unknown`
    are the words of the question that the game's documents do not have, `known` those they have; `doubts` are unknown
    words in a clause of circumstances. `put` is which way round it asks.
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
    put: Put = field(default_factory=Put)


def read_ask(table: StateTable, text: str) -> Ask:
    """The question behind the word after --ask: one of the short words, an action, or a spoken question."""
    plain = text.strip().casefold()
    for action in table.actions:
        if plain in (action.id, action.name.casefold(), *(word.casefold() for word in action.words)):
            return Ask("may", text, action.id, put=Put("whether" if action.claim else "may"))
    if plain in _SHORT or plain == table.id:
        return Ask(_SHORT.get(plain, "now"), text)
    q = read(table, text)
    kind = kind_of(q) or "may"
    return _ask(q, "may" if kind == "now" and not english.AUXILIARY.match(q.text) else kind)


def understand(question: str, table: StateTable) -> Ask | None:
    """What a spoken question asks of the state of `table`, or None where it is not about that state."""
    cut = cut_up(table, question)
    if not cut.own and (told := _scenario(table, question, cut)):
        return told
    if not (cut.own or speaks_of_it(cut)):
        return None  # most questions: the rest of the reading would not change that
    q = read_cut(table, question, cut)
    kind = kind_of(q)
    if kind is None or active(q) or not (q.asked.own or implied(q, kind)):
        return None
    return _ask(q, kind)


def _scenario(table: StateTable, question: str, cut: Asked) -> Ask | None:
    """What a question asks of a state that it does not name, but decides: "5 damage, resolve 4, can it rally".

    At least two facts of what brings the state about must be said, one of them a number, and none may be missing.
    """
    asks = [i for i, word in enumerate(cut.surfaces) if i and english.ASKS.match(word)]
    if not asks or not any(number(word) is not None for word in cut.words):
        return None
    deed = find_action(table, apart(cut, frozenset(range(asks[-1]))))
    if deed is None or english.DEALING.search(cut.text):
        return None
    if not english.ITSELF.fullmatch(" ".join(cut.surfaces[asks[-1] : deed[1].start])):
        return None
    q = read_cut(table, question, cut)
    rows = [row for row in table.of("gain") if len({c.fact for c in row.when} & set(q.facts)) > 1]
    if q.wh or not rows or not any(isinstance(v, float) for v in q.facts.values()):
        return None
    event = next(one for one in table.events if one.id == rows[0].events[0])
    told = happening(event, q.facts, event.name)
    q = replace(q, action=deed[0], place=deed[1], sure=deed[2])
    if trace(table, (told,), held=False).held is None or misread(cut, q.place, q.strange):
        return None
    over = ended(q) or _ends_in(q)
    if over is None and of_another(q):
        return None
    happenings = (told, over) if over else (told,)
    return Ask("may", question, deed[0].id, happenings=happenings, held=False, put=put(q))


def _ends_in(q: Reading) -> Happening | None:
    """The ending event that a scenario tells of, unless it is yet to come."""
    losses = {name for row in q.table.of("loss") for name in row.events}
    event = next((one for one in q.table.events if one.id in losses and longest(one.words, q.asked.words)), None)
    place = longest(event.words, q.asked.words) if event else range(0)
    to_come = english.BEFORE.intersection(q.asked.surfaces[max(0, place.start - 3) : place.start])
    return happening(event, q.facts, event.name) if event and not to_come else None


def _ask(q: Reading, kind: AskKind) -> Ask:
    asks = put(q)
    if kind == "remove" and asks.form == "may" and find_event(q.table, without_state(q))[0] is None:
        asks = replace(asks, form="whether")  # "may I clear it" asks for leave, "... before the turn ends" for its end
    ask = _as(q, kind)
    return ask if asks == ask.put else replace(ask, put=asks)


def _as(q: Reading, kind: AskKind) -> Ask:
    if called_free(q.table, q.text) or (kind in ("numbers", "all") and free_of_it(q.table, q.text)):
        kind = "may"
    if kind == "may":
        return _may(q)
    if kind == "now":
        return _whether(q)
    return _general(q, kind)


def concerned(question: str, tables: Sequence[StateTable]) -> tuple[StateTable, ...]:
    """The tables a question can be about: of the games it names, and of those whose word for a unit it uses."""
    words, surfaces = terms(question), tuple(raw.casefold() for _, raw in pairs(question))
    of_games = [t for t in tables if longest(names_of_game(t.game), words)]
    named = of_games or tables
    return tuple([t for t in named if subjects(t, surfaces)] or named)


def names_of_game(game: Game) -> tuple[str, ...]:
    """What a game is called."""
    return (game.name, game.id.replace("-", " "), *game.aliases)


def beside_the_point(q: Ask) -> Ask:
    """The same question where its words are another game's: what is left of it is what these documents do not know."""
    return Ask("may", q.question, unknown=q.unknown)


def _may(q: Reading) -> Ask:
    past = ended(q)
    facts, held = tuple(sorted(q.facts.items())), held_at_first(q) or past is not None
    unknown = spoken(q.asked, q.unknown)
    if q.action is not None and of_another(q):
        return Ask("may", q.question, facts=facts, unknown=unknown, known=spoken(q.asked, tuple(q.place)))
    strange = set(q.strange) & set(left_over(q))
    doubts = after_soft(q.asked, q.place, tuple(sorted(strange)))
    if q.action is not None and len(strange) - len(doubts) < TOO_STRANGE and not misread(q.asked, q.place, q.strange):
        happened = (past,) if past else ()
        return Ask("may", q.question, q.action.id, facts, happened, held, unknown, doubts=spoken(q.asked, doubts))
    if not q.unknown and not q.known and q.action is None and re.search(r"\b(?:any|some)thing\b", q.text):
        return Ask("all", q.question, held=held)
    return Ask("may", q.question, facts=facts, held=held, unknown=unknown, known=spoken(q.asked, q.known))


def _whether(q: Reading) -> Ask:
    """ "Is it stunned?": from the event in the question, or past an ending event."""
    past = timed_out(q)
    gains = {name for row in q.table.of("gain") for name in row.events}
    event = gaining_event(q) or next((one for one in q.table.events if one.id in gains), None)
    if event is None:
        return Ask("gain", q.question)
    ending = [one for one in q.table.events if past and one.id == past.event]
    told = {
        i for one in (event, *ending) for phrase in one.words for place in places(phrase, q.asked.words) for i in place
    }
    unknown = tuple(i for i in q.strange if i not in told and (not past or i in left_over(q)))
    told_here = any(isinstance(value, float) for value in q.facts.values())
    if q.unknown and not told_here and any(number(word) is not None for word in q.asked.words):
        return Ask("may", q.question, unknown=spoken(q.asked, q.unknown))  # the numbers are another game's
    if len(unknown) >= TOO_STRANGE or after_soft(q.asked, range(0), unknown) or (unknown and not q.facts):
        return Ask("may", q.question, unknown=spoken(q.asked, unknown))
    if past:
        return Ask("now", q.question, happenings=(past,))
    return Ask("now", q.question, happenings=(happening(event, q.facts, q.text),), held=False)


def _figures(q: Reading) -> tuple[int, ...]:
    """Where the words stand that may say which figure is asked for: the content, and names of numbers ("might")."""
    groups = [words for fact in q.table.facts if fact.kind == "number" for words in fact.words]
    named = {term for words in groups for phrase in words.phrases for term in terms(phrase)}
    return tuple(i for i, word in enumerate(q.asked.words) if i in q.asked.free or word in named - english.FILLER)


def _general(q: Reading, kind: AskKind) -> Ask:
    """A question for all there is to say; where it goes on to what the documents lack, that is the question instead."""
    left = left_over(q)
    unknown = spoken(q.asked, tuple(i for i in (q.unknown if kind == "all" else q.strange) if i in left))
    told = _figures(q) if kind == "numbers" else tuple(i for i in q.known if i in left)
    told = tuple(i for i in told if i not in q.unknown and not english.ASIDE.fullmatch(q.asked.surfaces[i]))
    known = spoken(q.asked, told)
    if kind == "all" and q.action is not None:
        return _may(q)
    aimless = kind == "numbers" and not known and not english.FIGURES.search(q.text)
    if len(q.strange) > TOO_STRANGE:
        return Ask("may", q.question, unknown=spoken(q.asked, q.strange))
    if aimless or (unknown and (kind in ("numbers", "all") or (kind == "end" and not about_ending(q)))):
        return Ask("may", q.question, unknown=unknown, known=known)
    if kind == "numbers" and q.sure and q.action and not figures_of(q.table, q.action.id):
        return _may(q)
    asks = (
        english.WHEN_MAY.search(q.text) if kind == "end" else kind == "numbers" and not (q.action and q.action.fallback)
    )
    action = q.action.id if q.action and asks and (kind == "end" or figures_of(q.table, q.action.id)) else ""
    return Ask(kind, q.question, action, facts=tuple(sorted(q.facts.items())), unknown=unknown, known=known)
