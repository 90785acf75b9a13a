"""State tables as JSON for the index, citations inside, so that checking needs no corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

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
        return tuple(_made(StateTable, one) for one in held["tables"])
    except (KeyError, TypeError, ValueError) as error:
        raise IndexUnusable(
            f"states.json cannot be used ({error}).", "Build the index again: kb build --full"
        ) from error


@cache
def _fields(record: type) -> dict[str, Any]:
    return get_type_hints(record)


def _made(kind: Any, value: Any) -> Any:
    """`value`, read from JSON, as the record or tuple that the annotation `kind` names."""
    if is_dataclass(kind):
        fields = _fields(kind)  # type: ignore[arg-type]
        return kind(**{name: _made(fields[name], held) for name, held in value.items()})  # type: ignore[operator]
    if get_origin(kind) in (Union, UnionType):
        return value
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
        return tuple(_made(one, held) for one, held in zip(kinds, value, strict=True))
    return value
