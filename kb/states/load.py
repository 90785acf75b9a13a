"""Read states/*.toml. What a file may hold is said by schema.json; every fault names the file and the row."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import BadGameFile
from kb.models import Game
from kb.states.records import (
    SECTIONS,
    Action,
    Condition,
    Event,
    Fact,
    Form,
    Quote,
    Row,
    Section,
    StateTable,
    Value,
    Words,
)

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

Toml = Mapping[str, Any]

_FORMS: tuple[Form, ...] = ("is", "over", "under", "at_least", "at_most")
_HINT = "docs/checker.md shows a state file from its first line on."
_PLAIN_FIELDS = (
    "why",
    "kind",
    "always",
    "must",
    "automatic",
    "at",
    "whose",
    "by",
    "test",
    "quantity",
    "amount",
    "amount_of",
)
_LIST_FIELDS = ("events", "actions", "excepts", "names")


def load_states(folder: Path, game: Game) -> tuple[StateTable, ...]:
    """The state tables of a game's folder, by file name; none where it has no states/.

    Raises BadGameFile for a file that is not TOML, does not fit the schema, or names a fact, event or action it lacks.
    """
    return tuple(load_state(path, game) for path in sorted((folder / "states").glob("*.toml")))


def load_state(path: Path, game: Game) -> StateTable:
    """One state file. Raises BadGameFile, naming the file and the row."""
    import tomllib  # only a build reads state files, and every question imports this package

    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadGameFile(f"{path}: this state file cannot be read ({error}).", _HINT) from error
    faults = sorted(_validator().iter_errors(data), key=_first)
    if faults:
        raise BadGameFile(f"{path}: {_where(faults[0].absolute_path)}{_say(faults[0])}.", _HINT)
    table = _table(data, game, f"{game.id}/states/{path.name}")
    _check_names(table, path)
    return table


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a state file."""
    from importlib.resources import files

    loaded: dict[str, Any] = json.loads(files("kb.states").joinpath("schema.json").read_text("utf-8"))
    return loaded


@cache
def _validator() -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # costs .1 s, and only a build checks files

    return Draft202012Validator(schema())


def _first(error: ValidationError) -> tuple[list[str], str]:
    return [f"{part:>6}" if isinstance(part, int) else part for part in error.absolute_path], error.message


def _where(path: Iterable[str | int]) -> str:
    """("effect", 2, "rule") -> "effect 3, rule: ", as people count."""
    words = ""
    for part in path:
        words += f" {part + 1}" if isinstance(part, int) else f", {part}"
    return f"{words.lstrip(', ')}: " if words else ""


def _say(error: ValidationError) -> str:
    if error.validator == "required" and ("'rule'" in error.message or "'quote'" in error.message):
        return f"{error.message}: a row needs the number of a rule and a quote from it"
    return str(error.message)


def _table(data: Toml, game: Game, file: str) -> StateTable:
    document = str(data["document"])
    rows = [_row(section, i, raw, document) for section in SECTIONS for i, raw in enumerate(data.get(section, ()), 1)]
    return StateTable(
        id=data["id"],
        name=data["name"],
        game=game,
        file=file,
        words=tuple(data["words"]),
        subjects=tuple(data["subjects"]),
        facts=tuple(_fact(raw) for raw in data.get("fact", ())),
        events=tuple(Event(raw["id"], raw["name"], tuple(raw["words"]), _sets(raw)) for raw in data.get("event", ())),
        actions=tuple(_action(raw) for raw in data.get("action", ())),
        rows=tuple(rows),
        states=tuple(data.get("states", ())),
    )


def _action(raw: Toml) -> Action:
    together = tuple(tuple(group) for group in raw.get("together", ()))
    flags = {name: raw[name] for name in ("implies", "fallback", "claim", "done_to", "act") if name in raw}
    return Action(raw["id"], raw["name"], tuple(raw.get("words", ())), together, _sets(raw), **flags)


def _sets(raw: Toml) -> tuple[tuple[str, Value], ...]:
    return tuple(sorted(raw.get("sets", {}).items()))


def _fact(raw: Toml) -> Fact:
    if "number" in raw:
        kind, words = "number", [Words(tuple(raw["number"]))]
    elif "choices" in raw:
        kind, words = "choice", [Words(tuple(phrases), value) for value, phrases in sorted(raw["choices"].items())]
    else:
        kind, words = "flag", [Words(tuple(raw["yes"]), True), Words(tuple(raw.get("no", ())), False)]
    return Fact(raw["id"], kind, raw["ask"], tuple(words), raw.get("default"), raw.get("several", "largest"))  # type: ignore[arg-type]


def _row(section: Section, place: int, raw: Toml, document: str) -> Row:
    quotes = [
        Quote(q.get("document", raw.get("document", document)), q["rule"], q["quote"])
        for q in (raw, *raw.get("also", ()))
    ]
    fields: dict[str, Any] = {name: raw[name] for name in _PLAIN_FIELDS if name in raw}
    fields |= {name: tuple(raw[name]) for name in _LIST_FIELDS if name in raw}
    fields |= {name: _conditions(raw.get(name, ())) for name in ("when", "given")}
    return Row(section=section, place=place, quotes=tuple(quotes), **fields)


def _conditions(raw: Iterable[Toml]) -> tuple[Condition, ...]:
    return tuple(Condition(one["fact"], form, one[form]) for one in raw for form in _FORMS if form in one)


def _check_names(table: StateTable, path: Path) -> None:
    """Every fact, event and action that something names must be there, and once only."""
    facts = {fact.id for fact in table.facts} | {table.id}
    events, actions = {event.id for event in table.events}, {action.id for action in table.actions}
    _check_twice("fact", [fact.id for fact in table.facts], path)
    _check_twice("event", [event.id for event in table.events], path)
    _check_twice("action", [action.id for action in table.actions], path)
    for row in table.rows:
        conditions = (*row.when, *row.given)
        texts = {str(c.value) for c in conditions if c.form != "is" and isinstance(c.value, str)}
        named = {c.fact for c in conditions} | texts | ({row.amount_of} if row.amount_of else set())
        for kind, missing in (
            ("fact", named - facts),
            ("event", set(row.events) - events),
            ("action", set(row.actions) - actions),
        ):
            if missing:
                raise BadGameFile(f"{path}: {row.label}: there is no {kind} {min(missing)!r} in this file.", _HINT)
    for sets in (*(event.sets for event in table.events), *(action.sets for action in table.actions)):
        if missing := {name for name, _ in sets} - facts:
            raise BadGameFile(f"{path}: there is no fact {min(missing)!r} to set in this file.", _HINT)


def _check_twice(kind: str, ids: list[str], path: Path) -> None:
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise BadGameFile(f"{path}: {kind} {twice[0]!r} stands twice.", _HINT)
