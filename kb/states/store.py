"""State tables as JSON for the index, citations inside, so that checking needs no corpus."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from kb.errors import IndexUnusable
from kb.states.records import StateTable

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
        return tuple(_maker(StateTable)(one) for one in held["tables"])
    except (KeyError, TypeError, ValueError) as error:
        raise IndexUnusable(
            f"states.json cannot be used ({error}).", "Build the index again: kb build --full"
        ) from error


def _same(value: Any) -> Any:
    return value


@cache
def _maker(kind: Any) -> Callable[[Any], Any]:
    """What turns a value read from JSON into the record or tuple that `kind` names: worked out once a kind."""
    if is_dataclass(kind):
        fields = {name: _maker(hint) for name, hint in get_type_hints(kind).items()}
        make: Any = kind
        return lambda value: make(**{name: fields[name](held) for name, held in value.items()})
    if get_origin(kind) is not tuple:
        return _same
    inner = get_args(kind)
    if inner[-1] is not Ellipsis:
        each = tuple(_maker(one) for one in inner)
        return lambda value: tuple(one(held) for one, held in zip(each, value, strict=True))
    one = _maker(inner[0])
    return tuple if one is _same else lambda value: tuple(map(one, value))
