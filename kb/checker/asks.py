"""What is asked of a state: read from a spoken question, or from the word after --ask. English is here, a game's words are data."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kb.checker.facts import Happening, find_event, read_facts
from kb.checker.run import names
from kb.checker.words import FILLER, NEGATIONS, kept, longest, number, pairs, places, terms
from kb.states import Action, Event, StateTable, Value

AskKind = Literal["may", "now", "end", "remove", "gain", "numbers", "all"]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to a state table.

    `held` is whether the state holds at the start, `happenings` what the question says happens after that. Where no action
    of the table was named, `unknown` are the words that the game's documents do not have and `known` those they have.
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
class Asked:
    """A question cut into terms, each with the word it comes from, for one table: `free` are the indices of its content."""

    text: str
    words: tuple[str, ...]
    surfaces: tuple[str, ...]
    free: tuple[int, ...]


_ENDING = r"(wears?|worn|wear(?:ing)? off|ends?|ended|over|expires?|go(?:es)? away|gone|lasts?|los[et]s?|drops?|falls? off|clears?|removed?|recovers?|stops?|finish\w*|leaves?|lift(?:s|ed)?|duration|disappears?|free|fades?|shakes?|cancel\w*|no longer|not .* any ?more|unstunned|run out|runs out)"
_STAYING = r"\b(still|lasts?|persists?|carry|carries|remains?|stays?|keeps?|continues?)\b"
_REMOVING = r"\b(get(?:ting)? rid|remov\w+|cur(?:e|es|ed|ing)|cancel\w*|clear(?:s|ed|ing)?|shak(?:e|es|ing)|heal\w*|un-?stun\w*|dispel\w*|cleans\w+|undo(?:es)?|fix\w*|break out|lift(?:s|ed|ing)?|snap out|recover\w*|end(?:s|ed|ing)? (?:it|the|a|stun\w*|this|being)\b.*|take(?:n)? off|wake\w*|help\w*|treat\w*)\b"
_GAINING = r"\b(becom\w+|get(?:s|ting)?|got|mak(?:e|es|ing)|caus\w+|inflict\w*|appl(?:y|ies|ied)|turns?|gain\w*|trigger\w*|happens?|put|counts?|need\w*|it take)\b"
_WH = r"^(?:so |and |but |ok |hey |then |quick question[:,]? )*(what|how|when|which|who|whose|why|where|until when|till when|for how long|at what)\b"
_AUXILIARY = r"\b(can|may|could|must|does|do|did|is|are|was|will|would|should|am|has|have|might|shall|allowed|able|possible|permitted|legal|illegal|prevents?|stops?|forbids?|forbidden|lets?)\b"

QUESTION_WORDS = frozenset(
    terms(
        "can may could must does do did is are will would should am shall might allowed able possible permitted legal illegal what how when which "
        "who why where there any anything something some one use using used make made try want need turn rule rules game all still even yet ever "
        "already actually really please again happen be being into out up off only same other another too very more much many about say tell me long "
        "know question help work works mean means let lets under state status effect condition token marker whether or not no never without though although because since after before until till once "
        "next this enemy friendly opponent opposing own player players guy dude currently normally"
    )
)
"""Words of asking that name no action; whatever is left is what the question is about."""

_SOFT = frozenset(terms("if unless when while with using despite because thanks after during"))


def read_ask(table: StateTable, text: str) -> Ask:
    """The question behind the word after --ask. Raises nothing: words that name no action are looked up in the documents."""
    plain = text.strip().casefold()
    short: dict[str, AskKind] = {
        "": "now", "now": "now", "state": "now", "stunned": "now", "end": "end", "ends": "end", "when": "end", "duration": "end",
        "numbers": "numbers", "everything": "all", "all": "all", "list": "all", "gain": "gain", "remove": "remove", "cure": "remove",
    }  # fmt: skip
    if plain in short:
        return Ask(short[plain], text)
    found = understand(text, table) if any(longest((word,), terms(text)) for word in table.words) else None
    return found or _may(table, _asked(table, text))


def understand(question: str, table: StateTable) -> Ask | None:
    """What a spoken question asks of the state of `table`, or None where it is not about that state."""
    asked = _asked(table, question)
    action = find_action(table, asked)
    kind = _kind(table, asked, action)
    if kind is None or _active(asked.text, table):
        return None
    if not any(longest((word,), asked.words) for word in table.words) and not _implied(asked, action, kind):
        return None
    if kind == "may":
        return _may(table, asked, action)
    if kind == "now":
        return _whether(table, asked)
    unknown, known = _content(table, asked, set())
    if kind in ("numbers", "all") and unknown and action is None:
        return Ask("may", question, unknown=unknown, known=known)
    facts, _ = read_facts(table, asked.words)
    return Ask(kind, question, facts=tuple(sorted(facts.items())))


def find_action(table: StateTable, asked: Asked) -> Action | None:
    """The action with the longest phrase in the question; the data's first where two are as long.

    Words that name the state or a unit count only as they are written, inside a longer phrase ("stun again").
    """
    own = frozenset(term for word in table.words for term in terms(word))
    apart = frozenset(
        i for i, word in enumerate(asked.words) if i not in asked.free and word not in FILLER | QUESTION_WORDS | own
    )
    whole = tuple(raw if word in own else word for word, raw in zip(asked.words, asked.surfaces, strict=True))
    masked = tuple("" if i in apart or word in own else word for i, word in enumerate(asked.words))
    best: tuple[int, int, Action] | None = None
    for i, action in enumerate(table.actions):
        if action.also and not longest(action.also, asked.words):
            continue
        phrases = [kept(phrase, own) for phrase in action.words]
        size = max(
            len(longest(phrases, masked)), len(longest([phrase for phrase in phrases if len(phrase) > 1], whole))
        )
        if size and (best is None or (size, -i) > best[:2]):
            best = (size, -i, action)
    return best[2] if best else None


def _asked(table: StateTable, text: str) -> Asked:
    """Cut a question into terms and set aside the words that name the state, its subjects, the game, and asking itself."""
    words = tuple(term for term, _ in pairs(text))
    surfaces = tuple(raw for _, raw in pairs(text))
    subjects = {s for subject in table.subjects for s in (subject.casefold(), f"{subject.casefold()}s")}
    aside = {
        i
        for i, (word, raw) in enumerate(pairs(text))
        if word in FILLER or word in QUESTION_WORDS or raw.removesuffix("'s") in subjects
    }
    named = (*table.words, *table.states, table.game.name, table.game.id.replace("-", " "), *table.game.aliases)
    aside |= {i for name in named for place in places(name, words) for i in place}
    return Asked(
        text.replace("’", "'").casefold(), words, surfaces, tuple(i for i in range(len(words)) if i not in aside)
    )


def _implied(asked: Asked, action: Action | None, kind: AskKind) -> bool:
    """Whether a question that only says "it" is about the state all the same: "does it stack", "when does it wear off"."""
    if not {"it", "this"} & set(asked.words):
        return False
    if action is not None:
        own = {term for phrase in action.words for term in terms(phrase)}
        return action.implies and all(asked.words[i] in own for i in asked.free)
    return kind in ("end", "remove") and all(
        re.fullmatch(f"{_ENDING}|{_REMOVING}|rid|away|off", asked.surfaces[i]) for i in asked.free
    )


def _active(text: str, table: StateTable) -> bool:
    """Whether the unit asked about is the one that stunned another."""
    names = "|".join(re.escape(word) for word in table.words if word.endswith("ed"))
    return bool(names) and bool(
        re.search(
            rf"\b(?:that|who|which|has|have|just|unit|attacker)\s+(?:{names})\s+(?:an?|another|the|my|his|two|enemy)\b",
            text,
        )
    )


def _kind(table: StateTable, asked: Asked, action: Action | None) -> AskKind | None:
    """Which kind of question it is, by its form; the first that fits, from the most to the least particular."""
    text = asked.text
    wh = re.search(_WH, text)
    timed = re.search(
        r"\b(when|how long|until when|till when|how many (?:turns|rounds)|at what point|what (?:phase|step)|which (?:phase|step)|duration)\b",
        text,
    )
    if (wh and timed and re.search(_ENDING, text)) or re.search(r"\bhow long\b|\bduration\b", text):
        return "end"
    if _timed_out(table, asked) and action is None:
        return "now"
    if not wh and not _attributive(table, text) and _brought_about(table, asked, action):
        return "now"
    if action is None and re.search(_REMOVING, text) and not _content(table, asked, set())[0]:
        return "end" if timed and wh else "remove"
    if wh and action is None and re.search(_REMOVING, text):
        return "remove"
    if wh and re.search(
        r"\bhow (?:much|many|hard|big|badly|high|low)\b|\b(?:modifiers?|mods?|penalt\w+|malus|minus)\b", text
    ):
        return "numbers"
    if wh and not _attributive(table, text) and (re.search(_GAINING, text) or _verbal(table, text)):
        return "gain" if action is None or not re.search(_AUXILIARY, text) else "may"
    if wh and action is None:
        return "all"
    if re.search(_ENDING, text) and action is None and not _content(table, asked, set())[0]:
        return "end"
    if action is not None or re.search(_AUXILIARY, text):
        return "may"
    return (
        "all"
        if re.search(r"\b(explain|rules? (?:for|of|about|on)|effects? of|list|describe|everything)\b", text)
        else None
    )


def _attributive(table: StateTable, text: str) -> bool:
    """Whether the question takes the state as given: "a stunned unit", "while stunned", "my unit is stunned, can it"."""
    names = "|".join(re.escape(word) for word in (*table.words, *table.states))
    subjects = "|".join(re.escape(subject) for subject in sorted(table.subjects, key=len, reverse=True))
    given = rf"\b(?:{names})(?:\s+\w+)?\s+(?:{subjects})|\b(?:while|when|whilst|being|already|am|for the|once|under)\s+(?:a |the )?(?:{names})\b"
    stated = rf"\b(?:{subjects}|it|he|she|that|which|who)(?:'s| is| are| was| got| gets)\s+(?:still |now |already )?(?:{names})\b"
    return bool(re.search(given, text) or (re.search(stated, text) and not re.match(r"(is|are|was|when|how)\b", text)))


def _verbal(table: StateTable, text: str) -> bool:
    """Whether the state stands as something done or come into: "how do I stun", "when is a unit stunned"."""
    names = "|".join(re.escape(word) for word in table.words)
    return bool(
        re.search(rf"\b(?:to|i|you|we|they|can|is|are|unit|units|model|who|what|be)\s+(?:{names})\b", text)
    ) and not re.match(
        rf"(?:what|how|who)(?:'s| is| are| does| do)?\s+(?:the |a )?(?:{names})\b(?:\W*$|\s+(?:state|status|do|mean|work))",
        text,
    )


def _timed_out(table: StateTable, asked: Asked) -> Happening | None:
    """The ending event that a question looks beyond: "still stunned next turn", "after the turn ends"."""
    event, place = find_event(table, asked.words)
    if event is None or not any(event.id in row.events for row in table.of("loss")):
        return None
    before = asked.words[max(0, place.start - 3) : place.start]
    if {"befor", "until", "till"} & set(before):
        return None
    beyond = {"after", "onc", "follow", "past", "through", "into", "beyond", "next"} & {
        *before,
        asked.words[place.start],
    }
    if not beyond and not re.search(_STAYING, asked.text):
        return None
    facts, _ = read_facts(table, asked.words)
    return Happening(
        " ".join(asked.surfaces[i] for i in place), event.id, tuple(sorted({**dict(event.sets), **facts}.items()))
    )


def _brought_about(table: StateTable, asked: Asked, action: Action | None) -> bool:
    """Whether a question tells what happened to a unit that may be in the state by it. Figures say so even beside an action's words."""
    facts, _ = read_facts(table, asked.words)
    told = {
        name for row in (*table.of("gain"), *table.of("bar")) for c in (*row.when, *row.given) for name in names(c)
    } & set(facts)
    if action is not None:
        return any(table.fact(name).kind != "flag" for name in told if name != table.id)
    return bool(told) or _gaining_event(table, asked) is not None


def _gaining_event(table: StateTable, asked: Asked) -> Event | None:
    """An event of the question that can bring the state about, told by other words than the state's own name."""
    named = frozenset(term for word in table.words for term in terms(word))
    event, _ = find_event(table, tuple("" if word in named else word for word in asked.words))
    return event if event and any(event.id in row.events for row in table.of("gain")) else None


def _whether(table: StateTable, asked: Asked) -> Ask:
    """ "Is it stunned?": from the event in the question, or past an ending event."""
    if ended := _timed_out(table, asked):
        return Ask("now", asked.text, happenings=(ended,))
    facts, used = read_facts(table, asked.words)
    event = _gaining_event(table, asked) or next(one for one in table.events if one.id in table.of("gain")[0].events)
    told = {i for phrase in event.words for place in places(phrase, asked.words) for i in place}
    unknown, known = _content(table, asked, used | told)
    if unknown:
        return Ask("may", asked.text, unknown=unknown, known=known)
    sets = {**dict(event.sets), **facts}
    return Ask(
        "now", asked.text, happenings=(Happening(asked.text, event.id, tuple(sorted(sets.items()))),), held=False
    )


def _may(table: StateTable, asked: Asked, action: Action | None = None) -> Ask:
    action = action or find_action(table, asked)
    facts, used = read_facts(table, asked.words)
    ended = _timed_out(table, asked)
    unknown, known = _content(table, asked, used)
    named = {term for phrase in (*action.words, *action.also) for term in terms(phrase)} if action else set()
    unknown = tuple(word for word in unknown if not set(terms(word)) <= named)
    doubts = unknown if _SOFT & set(asked.words) else ()
    state = "|".join(map(re.escape, table.words))
    free = bool(re.search(rf"\b(?:not|isn't|aren't|no longer|non|un)[ -]?(?:{state})\b", asked.text))
    if action is not None:
        happened = (ended,) if ended else ()
        return Ask(
            "may", asked.text, action.id, tuple(sorted(facts.items())), happened, not free, unknown, doubts=doubts
        )
    if not unknown and not known:
        return Ask("all", asked.text, held=not free)
    return Ask("may", asked.text, facts=tuple(sorted(facts.items())), held=not free, unknown=unknown, known=known)


def _content(table: StateTable, asked: Asked, used: set[int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words a question is about: (those the game's documents do not have, those they have), each once."""
    vocabulary = frozenset(table.vocabulary)
    free = [
        i for i in asked.free if i not in used and asked.words[i] not in NEGATIONS and number(asked.words[i]) is None
    ]
    unknown = dict.fromkeys(asked.surfaces[i] for i in free if asked.words[i] not in vocabulary)
    known = dict.fromkeys(asked.surfaces[i] for i in free if asked.words[i] in vocabulary)
    return tuple(unknown), tuple(known)


def concerned(question: str, tables: Sequence[StateTable]) -> tuple[StateTable, ...]:
    """The tables a question can be about: of the games it names, and of those whose word for a unit it uses."""
    words = terms(question)
    of_games = [t for t in tables if longest((t.game.name, t.game.id.replace("-", " "), *t.game.aliases), words)]
    tables = of_games or tables
    surfaces = {raw.strip(".,;:!?\"'()").casefold().removesuffix("'s") for raw in question.replace("’", "'").split()}
    spoken = [t for t in tables if surfaces & {s for w in t.subjects for s in (w.casefold(), f"{w.casefold()}s")}]
    return tuple(spoken or tables)
