"""States of a game for the checker: read from states/*.toml, held against the documents, kept in the index as JSON."""

from kb.states.load import load_state, load_states, schema
from kb.states.records import Action, Condition, Event, Fact, Quote, Row, StateTable, Value, Words
from kb.states.store import from_json, to_json
from kb.states.verify import Lookup, fold, resolve, verify

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
