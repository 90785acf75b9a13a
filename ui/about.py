"""About: the documents, their versions and licences, and how much of each is in the rules."""

from __future__ import annotations

import streamlit as st

from kb.web import html
from kb.web.shared import knowledge
from ui.common import heading


def page() -> None:
    """Show what is loaded."""
    kb = knowledge()
    heading(kb, "About")
    st.html(html.render("about.html", kb, sources=kb.sources(), report=_report(kb.stamp.stamp)))


@st.cache_data(max_entries=2, show_spinner=False)
def _report(stamp: str):  # type: ignore[no-untyped-def]  # cache_data copies by pickling; the record is plain
    """The status of the index of that stamp: counted once."""
    return knowledge().status(coverage=True)
