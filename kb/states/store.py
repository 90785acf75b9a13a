"""State tables as JSON for the index, citations inside, so that checking needs no corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kb.errors import REBUILD, IndexUnusable
from kb.models import Citation, Game
from kb.states.records import Action, Condition, Event, Fact, Quote, Row, StateTable, Words

FORMAT = 1


def to_json(tables: Iterable[StateTable]) -> str:
    """The tables as one JSON object, the same bytes for the same tables."""
    held = {"format": FORMAT, "tables": [asdict(table) for table in tables]}
    return json.dumps(held, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def from_json(text: str) -> tuple[StateTable, ...]:
    """The tables that `to_json` wrote. Raises IndexUnusable for anything else."""
    try:
        held = json.loads(text)
        if held["format"] != FORMAT:
            raise ValueError(f"format {held['format']}")
        return tuple(_record("tables", table) for table in held["tables"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise IndexUnusable(f"states.json cannot be used ({error}).", REBUILD) from error


_KINDS: dict[str, Any] = {
    "tables": StateTable,
    "game": Game,
    "facts": Fact,
    "words": Words,
    "events": Event,
    "actions": Action,
    "rows": Row,
    "quotes": Quote,
    "when": Condition,
    "given": Condition,
    "citations": Citation,
}
"""The records, by the field that holds them: told by its type hints each would cost a question a compilation."""


def _record(field: str, held: dict[str, Any]) -> Any:
    return _KINDS[field](**{name: _value(name, value) for name, value in held.items()})


def _value(field: str, value: Any) -> Any:
    """A value of JSON as what the field holds: records for objects, tuples for lists."""
    if isinstance(value, dict):
        return _record(field, value)
    if not isinstance(value, list):
        return value
    nested = value and isinstance(value[0], dict | list)
    return tuple([_value(field, one) for one in value] if nested else value)
