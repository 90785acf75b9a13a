"""Which way round a question asks: may it, is it so, is it not so, which, how much.

The outcome of a verdict is always that of the action or claim itself ("shoot": illegal), whichever way round the
question was put; the headline answers the question as it was put ("is it forbidden to shoot": YES).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kb.checker import english
from kb.checker.facts import number_places
from kb.checker.forms import Reading
from kb.checker.tables import figures_of
from kb.states import Action

Form = Literal["may", "whether", "which"]
Wish = Literal["", "duty", "leave", "not"]


@dataclass(frozen=True, slots=True)
class Put:
    """How a question is put: its form, and whether it asks for the opposite of the action it names.

    `wish` is "duty" where it asks for what must be ("must it attack"), "leave" where it asks whether one may do
    without ("choose not to attack"), "not" where that may be meant ("can it not attack").
    """

    form: Form = "may"
    turned: bool = False
    wish: Wish = ""


def put(q: Reading) -> Put:
    """How `q` is put: "which" more than yes or no, "whether" yes or no, "may" a permission."""
    return replace(_put(q), wish=_wish(q))


def _wish(q: Reading) -> Wish:
    """What a question asks for besides a permission, by the words before the action."""
    if q.action is None or _of_a_figure(q, q.action):
        return ""
    words = q.asked.surfaces
    before = " ".join(words[: q.place.start])
    if english.LEAVING.search(before):
        return "leave"
    lead, first = words[q.place.start - 2 : q.place.start] if q.place.start > 1 else ("", words[0])
    if first == "not" and not english.PERMISSION.fullmatch(lead) and english.PERMISSION.search(before):
        return "" if words[q.place.start] in english.BEING else "not"
    duties = list(english.DUTY.finditer(before))
    if not duties:
        return "duty" if _duty_behind(q) else ""
    told = duties[-1][0]
    more = before[duties[-1].end() :].split().count("to")
    return "duty" if more <= (told != "must" and not told.endswith("to")) else ""


def _of_a_figure(q: Reading, action: Action) -> bool:
    """Whether a question names a number that the action needs: "do I need to deal its full might to kill it"."""
    named = number_places(q.table, q.asked.words)
    return bool(named) and any(row.kind == "need" for row in figures_of(q.table, action.id))


def _duty_behind(q: Reading) -> bool:
    """ "Is attacking compulsory", "will it attack automatically"."""
    behind = " ".join(q.asked.surfaces[q.place.stop :])
    by_itself = english.BY_ITSELF.search(behind) and not english.PERMISSION.search(q.text)
    return bool(english.DUTY_BEHIND.match(behind) or by_itself)


def _put(q: Reading) -> Put:
    text = _asking(q)
    wh = (q.wh and not english.WHILE_FIRST.search(q.text)) or bool(english.ASKS_WHICH.search(q.text))
    permission = bool(english.PERMISSION.search(text) or english.PERMISSION_FIRST.match(q.text))
    if wh:
        return Put("may" if english.WHY.match(q.text) else "which")
    if english.CHOICE.search(q.text):
        return Put("which")
    claim = q.action is not None and q.action.claim
    turned = (_turns(text) + (claim and "without" in text.split())) % 2 == 1
    whether = bool(english.ASKS_WHETHER.search(q.text) or english.ASKS_WHETHER.match(text))
    if turned and (permission or whether or english.STATED.search(q.text)):
        return Put("whether", turned=True)
    return Put("whether", turned) if (claim or whether) and not permission else Put()


def _turns(text: str) -> int:
    """How many words turn the question round: "not", "unable", "loses", "keeps it from"."""
    asked = english.FRONTED.sub(" ", text, count=1)
    return len(english.TURNING.findall(english.OF_STATE.sub(" ", english.NOT_TURNING.sub(" ", asked))))


def _asking(q: Reading) -> str:
    """The clause that names the action, and a clause that asks by itself: "it wants to rally, is that forbidden"."""
    words = q.asked.surfaces
    if not words:
        return ""
    begin, end = _bounds(q)
    aside = _aside(q)
    of_clause = range(begin, end)
    starts = (i for i in range(len(words)) if not i or q.asked.clause[i] != q.asked.clause[i - 1])
    asking = next((i for i in starts if english.ASKS.match(words[i])), begin)
    apart = q.asked.clause[asking] if asking not in of_clause else -1
    kept = [i for i in range(len(words)) if i in of_clause or (q.asked.clause[i] == apart and asking not in of_clause)]
    kept = [i for i in kept if not (i and words[i] == words[i - 1] and english.NEGATED.search(words[i]))]
    return " ".join("…" if i in q.asked.own else "·" if i in aside else words[i] for i in kept)


def _aside(q: Reading) -> set[int]:
    """Where words stand that turn nothing: of facts, of the state's name, and of the action ("lose its might")."""
    aside = set(q.used) | set(q.asked.own) | set(() if q.sure else q.place)
    return aside | {
        i for i in range(len(q.asked.surfaces)) for j in (i - 1, i + 1) if j in aside and _one_word(q, i, j)
    }


def _one_word(q: Reading, i: int, j: int) -> bool:
    """Whether two terms come from one word: "isn't" is "is" and "not"."""
    return q.asked.surfaces[i] == q.asked.surfaces[j] and bool(english.NEGATED.search(q.asked.surfaces[i]))


def _bounds(q: Reading) -> tuple[int, int]:
    """Where the clause of the action begins and ends: at punctuation, and where a clause of circumstances opens."""
    words, clause = q.asked.surfaces, q.asked.clause
    at = q.place.start if q.action is not None else 0
    cuts = [i for i in range(1, len(words)) if clause[i] != clause[i - 1]]
    opening = english.CIRCUMSTANCE - ({"without"} if q.action is not None and q.action.claim else set())
    opens = [i for i in range(1, len(words)) if words[i] in opening]
    begin = max((i for i in cuts if i <= at), default=0)
    if not english.ASKS.match(words[begin]):
        begin = max((i for i in (*cuts, *opens) if i <= at), default=0)
    if words[begin] in english.CIRCUMSTANCE:  # "if it is stunned does it still fight"
        begin = max((i for i in range(begin, at) if english.ASKS.match(words[i])), default=begin)
    end = min((i for i in (*cuts, *opens) if i >= max(at + 1, q.place.stop)), default=len(words))
    return begin, end
