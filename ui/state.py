"""The state of a page lives in its address: a link opens what its sender saw, and back and forward work.

Streamlit's widgets keep their values in the session. The address leads when a page is opened and when the browser goes
back or forward; at all other times the widgets lead: the address that comes with a run may be one being replaced.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

PAGE = "_page"
Defaults = Mapping[str, Any]


def read(page: str, defaults: Defaults) -> None:
    """Where the address leads, give its values to the widgets that `defaults` name. Call it before they are drawn."""
    run = get_script_run_ctx()
    if st.session_state.get(PAGE) != page or (run is not None and run.is_history_navigation):
        for name, default in defaults.items():
            st.session_state[name] = _value(st.query_params.get_all(name), default)
        st.session_state[PAGE] = page
    for name, default in defaults.items():
        st.session_state.setdefault(name, default)


def write(defaults: Defaults) -> None:
    """Put the widgets' values into the address, those left alone aside. Call it after the widgets."""
    values = {name: st.session_state.get(name) for name in defaults}
    address = {name: _words(value) for name, value in values.items() if value != defaults[name] and _words(value)}
    if address != {key: st.query_params.get_all(key) for key in st.query_params}:
        st.query_params.from_dict(address)


def _value(words: list[str], default: Any) -> Any:
    """The address's words as a widget's value, of the type of its default."""
    if not words:
        return list(default) if isinstance(default, list) else default
    if isinstance(default, list):
        return list(words)
    if isinstance(default, int):
        return int(words[0]) if words[0].isdecimal() else default
    return words[0]


def _words(value: Any) -> list[str]:
    if value is None or value == "":
        return []
    return [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]


def one_of(name: str, options: Collection[Any], default: Any) -> None:
    """Put `name` back to its default where the address gave a value that is no option."""
    if st.session_state.get(name) not in options:
        st.session_state[name] = default


def some_of(name: str, options: Collection[Any]) -> None:
    """Keep of `name` what is an option."""
    chosen = st.session_state.get(name) or []
    kept = [v for v in chosen if v in options]
    if kept != chosen:
        st.session_state[name] = kept
