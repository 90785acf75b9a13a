"""The page that `kb serve` shows: five views with the navigation on top."""

from __future__ import annotations

import streamlit as st

from kb.web import html, shared
from ui import about, changes, checker, compare, search

st.set_page_config(layout="centered", initial_sidebar_state="collapsed")
if not shared.served():  # by `streamlit run`: there is no page of ours around this one that has the styles
    st.html(f"<style>{html.asset('kb.css')}{html.asset('ui.css')}</style>")
st.navigation(
    [
        st.Page(search.page, title="Search", default=True),
        st.Page(checker.page, title="State checker", url_path="check"),
        st.Page(compare.page, title="Compare", url_path="compare"),
        st.Page(changes.page, title="What changed", url_path="changes"),
        st.Page(about.page, title="About", url_path="about"),
    ],
    position="top",
).run()
