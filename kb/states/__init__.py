"""States of a game for the checker: read from states/*.toml, held against the documents, kept in the index as JSON.

Each name is loaded from its module when it is first used: a question reads the index alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.states.load import load_state, load_states, schema
    from kb.states.records import Action, Condition, Event, Fact, Quote, Row, StateTable, Value, Words
    from kb.states.store import from_json, to_json
    from kb.states.verify import Lookup, fold, resolve, verify

_HOMES = {
    "load": ("load_state", "load_states", "schema"),
    "records": ("Action", "Condition", "Event", "Fact", "Quote", "Row", "StateTable", "Value", "Words"),
    "store": ("from_json", "to_json"),
    "verify": ("Lookup", "fold", "resolve", "verify"),
}

__all__ = [
    "Action",
    "Condition",
    "Event",
    "Fact",
    "Lookup",
    "Quote",
    "Row",
    "StateTable",
    "Value",
    "Words",
    "fold",
    "from_json",
    "load_state",
    "load_states",
    "resolve",
    "schema",
    "to_json",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module on first use."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'kb.states' has no attribute {name!r}")
    module = import_module(f"kb.states.{home}")
    # All of them: once loaded as a module, "verify" would otherwise hide the function.
    globals().update({one: getattr(module, one) for one in _HOMES[home]})
    return globals()[name]
