"""The state of a page lives in its address: a link opens what its sender saw, and back and forward work.

Streamlit's widgets keep their values in the session. On each run one side leads: the widgets where the person just
changed one, else the address where it is another than the page last saw (opened, back, forward, a link).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

SEEN = "_address"
LAST = "_values"
Defaults = Mapping[str, Any]


def read(page: str, defaults: Defaults) -> None:
    """Bring the widgets' values and the address together. Call it before the widgets; `defaults` name them all."""
    address = {key: st.query_params.get_all(key) for key in st.query_params}
    if acted(page, defaults):
        return
    if st.session_state.get(SEEN) != (page, address):
        st.session_state.update({name: _value(address.get(name, []), default) for name, default in defaults.items()})
        st.session_state[SEEN] = (page, address)
    for name, default in defaults.items():
        st.session_state.setdefault(name, default)


def acted(page: str, defaults: Defaults) -> bool:
    """Whether a person changed a widget since the last run. The address that came with it may then be an old one."""
    last = st.session_state.get(LAST)
    return last is not None and last[0] == page and last[1] != {name: st.session_state.get(name) for name in defaults}


def write(page: str, defaults: Defaults) -> None:
    """Put the widgets' values into the address, those left alone aside. Call it after the widgets."""
    values = {name: st.session_state.get(name) for name in defaults}
    st.session_state[LAST] = (page, values)
    address = {name: _words(value) for name, value in values.items() if value != defaults[name] and _words(value)}
    if address != {key: st.query_params.get_all(key) for key in st.query_params}:
        st.query_params.from_dict(address)
    st.session_state[SEEN] = (page, address)


def _value(words: list[str], default: Any) -> Any:
    """The address's words as a widget's value, of the type of its default."""
    if isinstance(default, list):
        return list(words)
    if not words:
        return default
    if isinstance(default, int):
        return int(words[0]) if words[0].isdigit() else default
    return words[0]


def _words(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    return [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]


def one_of(name: str, options: Any, default: Any) -> None:
    """Put `name` back to its default where the address gave a value that is no option."""
    if st.session_state.get(name) not in options:
        st.session_state[name] = default


def some_of(name: str, options: Any) -> None:
    """Keep of `name` what is an option."""
    chosen = st.session_state.get(name) or []
    kept = [v for v in chosen if v in options]
    if kept != chosen:
        st.session_state[name] = kept
