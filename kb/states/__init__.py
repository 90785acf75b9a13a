"""States of a game for the checker: read from states/*.toml, held against the documents, kept in the index as JSON.

Each name is loaded from its module when it is first used: a question reads the index alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.lazily import loader

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

__getattr__ = loader(__name__, _HOMES)
