"""Compare: one topic over every game, each cell cited."""

from __future__ import annotations

import streamlit as st

from kb.errors import KbError
from kb.web import html
from kb.web.shared import knowledge
from ui import state
from ui.common import heading, trouble

MAX_TOPIC = 200  # characters
DEFAULTS = {"topic": ""}


def page() -> None:
    """Show the comparison."""
    kb = knowledge()
    state.read("compare", DEFAULTS)
    heading(kb, "Compare the games")
    first = next((t.name.lower() for t in kb.tables()), "")  # what there is most to say about
    st.text_input("Topic", key="topic", max_chars=MAX_TOPIC, type="search", placeholder=first)
    state.write(DEFAULTS)
    topic = st.session_state["topic"].strip() or first
    if not topic:
        st.html(html.plain("Name a topic: a word that the rules use, such as a state or an action."))
        return
    try:
        st.html(html.render("compare.html", kb, comparison=kb.compare(topic)))
    except KbError as error:
        trouble(error)
