"""Search: one box, the verdicts, the cited passages."""

from __future__ import annotations

import streamlit as st

from kb.api import KnowledgeBase
from kb.errors import KbError
from kb.web import html
from kb.web.shared import knowledge
from ui import state
from ui.common import heading, trouble

MAX_QUESTION = 5000  # characters, as the API has it
LIVE = "250ms"  # after the last key: long enough for a word to be finished
LIMITS = (3, 5, 10, 20)
KINDS = {"rule": "Rules", "faq": "FAQ", "example": "Examples", "term": "Definitions", "clause": "Clauses"}
MODES = {"auto": "Number, words and meaning", "exact": "Number only", "words": "Words only", "meaning": "Meaning only"}
DEFAULTS = {"q": "", "game": "all", "kind": [], "mode": "auto", "n": 5}
EXAMPLES = ("can a stunned unit rally", "when does stunned end", "can a stunned unit attack")


def page() -> None:
    """Show the search."""
    kb = knowledge()
    state.read("search", DEFAULTS)
    heading(kb, "Search the rules")
    games = {"all": "All games", **{g.id: g.name for g in kb.games()}}
    st.text_input(
        "Question or rule number",
        key="q",
        max_chars=MAX_QUESTION,
        type="search",
        live=LIVE,
        placeholder="can a stunned unit rally",
        help="/ or Ctrl+K comes back here, arrows move through the results.",
    )
    state.one_of("game", games, "all")
    st.segmented_control(
        "Game", list(games), key="game", format_func=games.__getitem__, required=True, label_visibility="collapsed"
    )
    _filters()
    state.write(DEFAULTS)
    _results(kb)


def _filters() -> None:
    state.some_of("kind", KINDS)
    state.one_of("mode", MODES, "auto")
    state.one_of("n", LIMITS, 5)
    with st.expander("Filters"):
        st.pills("Only these kinds", list(KINDS), key="kind", format_func=KINDS.__getitem__, selection_mode="multi")
        left, right = st.columns(2)
        left.selectbox("Search by", list(MODES), key="mode", format_func=MODES.__getitem__)
        right.selectbox("Passages at most", LIMITS, key="n")


def _results(kb: KnowledgeBase) -> None:
    question = st.session_state["q"].strip()
    if not question:
        st.html(html.render("examples.html", kb, examples=EXAMPLES))
        return
    game = st.session_state["game"]
    try:
        answer = kb.query(
            question,
            games=() if game == "all" else (game,),
            kinds=tuple(st.session_state["kind"]),
            mode=st.session_state["mode"],
            limit=st.session_state["n"],
        )
    except KbError as error:
        trouble(error)
        return
    st.html(html.results(kb, answer, live=True))
