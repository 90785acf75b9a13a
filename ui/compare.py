"""Compare: one topic over every game, each cell cited."""

from __future__ import annotations

import streamlit as st

from kb.errors import KbError
from kb.web import html
from kb.web.shared import knowledge
from ui import state
from ui.common import heading, trouble

MAX_TOPIC = 200  # characters
DEFAULTS = {"topic": "stunned"}


def page() -> None:
    """Show the comparison."""
    kb = knowledge()
    state.read("compare", DEFAULTS)
    heading(kb, "Compare the games")
    st.text_input("Topic", key="topic", max_chars=MAX_TOPIC, type="search", placeholder="stunned")
    state.write(DEFAULTS)
    topic = st.session_state["topic"].strip()
    if not topic:
        return
    try:
        st.html(html.render("compare.html", kb, comparison=kb.compare(topic)))
    except KbError as error:
        trouble(error)
