"""The checker's data: one table a state of a game, each row with the rule and the words that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.models import Citation, Game

Section = Literal["gain", "bar", "effect", "loss", "again"]
Form = Literal["is", "over", "under", "at_least", "at_most"]
EffectKind = Literal["", "deny", "allow", "restrict", "modify", "contribute", "need", "keep"]
Value = bool | float | str

SECTIONS: tuple[Section, ...] = ("gain", "bar", "effect", "loss", "again")


@dataclass(frozen=True, slots=True)
class Condition:
    """One fact held against a value: the only forms there are. A text value of a comparison names another fact."""

    fact: str
    form: Form
    value: Value


@dataclass(frozen=True, slots=True)
class Words:
    """The phrases that name something; `value` is what they set a fact to (None: they only name it)."""

    phrases: tuple[str, ...]
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that may be known of a situation. `ask` is the question to a player when it is missing.

    `several` says what several numbers in one event mean: the "largest" counts, or their "sum".
    """

    id: str
    kind: Literal["flag", "number", "choice"]
    ask: str
    words: tuple[Words, ...]
    default: Value | None = None
    several: Literal["largest", "sum"] = "largest"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens, with the phrases that tell of it; `sets` are facts that it brings with it."""

    id: str
    name: str
    words: tuple[str, ...]
    sets: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """What can be asked of the state: an action the game has, or a claim about it ("be killed", "stack").

    It is meant where one of `words` is in the question, or one phrase of every list of `together`, which is the surer
    sign. A `fallback` is meant only where no other action is; a `claim` is something the state brings, so that
    without the state it is not so. `implies` marks words that speak of the state by themselves ("does it stack").
    Where it is `done_to` a unit, the unit may stand behind it ("choose a stunned unit").
    """

    id: str
    name: str
    words: tuple[str, ...]
    together: tuple[tuple[str, ...], ...] = ()
    sets: tuple[tuple[str, Value], ...] = ()
    implies: bool = False
    fallback: bool = False
    claim: bool = False
    done_to: bool = False
    act: bool = False

    @property
    def phrases(self) -> tuple[str, ...]:
        """Every phrase that may name it."""
        return (*self.words, *(phrase for group in self.together for phrase in group))


@dataclass(frozen=True, slots=True)
class Quote:
    """The words of a rule that a row rests on."""

    document: str
    rule: str
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """One statement of the rules about the state.

    `place` is its 1-based place among the rows of its section in the file. `when` must hold for the row to count;
    `given` counts only where one of its facts is known. `always` marks an effect that does not need the state to
    hold, `must` a permission that states what has to be as well. `at` is a phase or step, `whose` a turn, `by` who
    does it, `test` what has to be passed, `automatic` a loss that comes by itself. `quantity`, `amount`, `amount_of`
    (a fact) and `excepts` belong to numbers, `names` to restrictions gained.
    """

    section: Section
    place: int
    why: str
    quotes: tuple[Quote, ...]
    kind: EffectKind = ""
    events: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    given: tuple[Condition, ...] = ()
    always: bool = False
    must: bool = False
    automatic: bool = False
    at: str = ""
    whose: str = ""
    by: str = ""
    test: str = ""
    quantity: str = ""
    amount: float | None = None
    amount_of: str = ""
    excepts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()

    @property
    def label(self) -> str:
        """How a message names the row: "effect 3"."""
        return f"{self.section} {self.place}"


@dataclass(frozen=True, slots=True)
class StateTable:
    """A state of a game: its names, what may be known of it, every row; `vocabulary`: the terms of its documents."""

    id: str
    name: str
    game: Game
    file: str
    words: tuple[str, ...]
    subjects: tuple[str, ...]
    facts: tuple[Fact, ...]
    events: tuple[Event, ...]
    actions: tuple[Action, ...]
    rows: tuple[Row, ...]
    states: tuple[str, ...] = ()
    vocabulary: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """By its names: what is worked out once for a table is found by it, and hashing every row would cost more."""
        return hash((self.game.id, self.id, self.file))

    def of(self, section: Section) -> tuple[Row, ...]:
        """The rows of one section, in the file's order."""
        return tuple(row for row in self.rows if row.section == section)

    def fact(self, fact_id: str) -> Fact:
        """The fact of that id; loading has checked that every fact named exists."""
        return next(fact for fact in self.facts if fact.id == fact_id)

    def action(self, action_id: str) -> Action:
        """The action of that id."""
        return next(action for action in self.actions if action.id == action_id)
