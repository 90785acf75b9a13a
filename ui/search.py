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
DEFAULTS = {"q": "", "game": "all", "doc": "", "kind": [], "mode": "auto", "n": 5}
EXAMPLES = 3  # questions shown to who has asked none


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
        placeholder=next(iter(examples(kb)), ""),
        help="/ or Ctrl+K comes back here, arrows move through the results.",
    )
    state.one_of("game", games, "all")
    st.segmented_control(
        "Game", list(games), key="game", format_func=games.__getitem__, required=True, label_visibility="collapsed"
    )
    _filters(kb)
    state.write(DEFAULTS)
    _results(kb)


def examples(kb: KnowledgeBase) -> tuple[str, ...]:
    """Questions that the states written down for the checker can answer."""
    tables = [t for t in kb.tables() if t.words and t.subjects and t.actions and t.actions[0].words]
    return tuple(f"can a {t.words[0]} {t.subjects[0]} {t.actions[0].words[0]}" for t in tables[:EXAMPLES])


def _filters(kb: KnowledgeBase) -> None:
    documents = {"": "All documents, newest version", **_documents(kb, st.session_state["game"])}
    state.one_of("doc", documents, "")
    state.some_of("kind", KINDS)
    state.one_of("mode", MODES, "auto")
    state.one_of("n", LIMITS, 5)
    with st.expander("Filters"):
        if len(documents) > 1:
            st.selectbox("Document", list(documents), key="doc", format_func=documents.__getitem__)
        st.pills("Only these kinds", list(KINDS), key="kind", format_func=KINDS.__getitem__, selection_mode="multi")
        left, right = st.columns(2)
        left.selectbox("Search by", list(MODES), key="mode", format_func=MODES.__getitem__)
        right.selectbox("Passages at most", LIMITS, key="n")


def _documents(kb: KnowledgeBase, game: str) -> dict[str, str]:
    """The documents of the game that is chosen, as "core@1.3", and how a person knows them."""
    return {f"{s.id}@{s.version}": f"{s.title} ({s.version})" for s in kb.sources(game)} if game != "all" else {}


def _results(kb: KnowledgeBase) -> None:
    question = st.session_state["q"].strip()
    if not question:
        st.html(html.render("examples.html", kb, examples=examples(kb)))
        return
    game = st.session_state["game"]
    document, _, version = st.session_state["doc"].partition("@")
    try:
        answer = kb.query(
            question,
            games=() if game == "all" else (game,),
            kinds=tuple(st.session_state["kind"]),
            mode=st.session_state["mode"],
            limit=st.session_state["n"],
            document=document,
            version=version,
        )
    except KbError as error:
        trouble(error)
        return
    st.html(html.results(kb, answer, live=True))
