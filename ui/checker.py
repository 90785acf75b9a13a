"""State checker: what a unit may do after a sequence of events, step by step, each step cited."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kb.api import KnowledgeBase
from kb.checker import timeline, timeline_dot
from kb.errors import KbError
from kb.models import Verdict
from kb.states import Action, Event, StateTable
from kb.web import html
from kb.web.diagram import described, dot, in_words
from kb.web.shared import knowledge
from ui import state
from ui.common import heading, trouble

MAX_EVENTS = 100
MAX_PHRASE = 200  # characters
DEFAULTS: dict[str, object] = {"game": "", "state": "", "event": [], "ask": ""}


def page() -> None:
    """Show the checker."""
    kb = knowledge()
    state.read("checker", DEFAULTS)
    heading(kb, "State checker")
    tables = kb.tables()
    if not tables:
        st.html(html.plain("No game here has rules of a state written down for the checker."))
        return
    table = _choose(kb, tables)
    left, right = st.columns(2, gap="large")
    with left:
        _events(table)
        _ask(table)
    state.write(DEFAULTS)
    with right:
        verdict = _verdict(kb, table)
    if verdict is None:
        return
    st.html(html.render("steps.html", kb, v=verdict))
    st.graphviz_chart(dot(table, verdict.steps), width="stretch", alt=described(table, verdict.steps))
    st.html('<div class="kb"><h2>From beginning to end</h2></div>')
    st.graphviz_chart(timeline_dot(table), width="stretch", alt=f"{table.name} from beginning to end.")
    st.html(html.render("arrows.html", kb, sentences=(*in_words(table), *(step.why for step in timeline(table)))))


def _choose(kb: KnowledgeBase, tables: Sequence[StateTable]) -> StateTable:
    """The game, and where it has several states, the state."""
    games = {t.game.id: t.game.name for t in tables}
    state.one_of("game", games, next(iter(games)))
    st.segmented_control(
        "Game", list(games), key="game", format_func=games.__getitem__, required=True, on_change=_clear
    )
    states = {t.id: t for t in tables if t.game.id == st.session_state["game"]}
    state.one_of("state", states, next(iter(states)))
    if len(states) > 1:
        st.segmented_control(
            "State", list(states), key="state", format_func=lambda s: states[s].name, required=True, on_change=_clear
        )
    return states[st.session_state["state"]]


def _events(table: StateTable) -> None:
    st.html('<div class="kb"><h2>What happens</h2></div>')
    with st.container(horizontal=True):
        for event in table.events:
            st.button(event.name, key=f"add-{table.game.id}-{event.id}", on_click=_add, args=(_phrase(event),))
    st.text_input(
        "Or in your own words, with the facts",
        key="phrase",
        max_chars=MAX_PHRASE,
        on_change=_add_phrase,
        placeholder=_phrase(table.events[0]) if table.events else "",
    )
    happened = st.session_state["event"]
    st.html(html.timeline(happened))
    with st.container(horizontal=True):
        st.button("Undo", on_click=_undo, disabled=not happened)
        st.button("Start again", on_click=_clear, disabled=not happened)


def _ask(table: StateTable) -> None:
    actions = {"": "Only the state", **{_phrase(a): a.name for a in table.actions}}
    if st.session_state["ask"] and st.session_state["ask"] not in actions:
        actions[st.session_state["ask"]] = st.session_state["ask"]
    st.selectbox("May it …", list(actions), key="ask", format_func=actions.__getitem__)


def _verdict(kb: KnowledgeBase, table: StateTable) -> Verdict | None:
    try:
        verdict = kb.check(table.game.id, tuple(st.session_state["event"]), st.session_state["ask"], state=table.id)
    except KbError as error:
        trouble(error)
        return None
    st.html(html.verdict_block(kb, verdict))
    return verdict


def _phrase(thing: Event | Action) -> str:
    """What the checker calls it: its first phrase, or its id where players have no word for it."""
    return thing.words[0] if thing.words else thing.id


def _add(phrase: str) -> None:
    if len(st.session_state["event"]) < MAX_EVENTS:
        st.session_state["event"] = [*st.session_state["event"], phrase]


def _add_phrase() -> None:
    phrase = st.session_state["phrase"].strip()
    st.session_state["phrase"] = ""
    if phrase:
        _add(phrase)


def _undo() -> None:
    st.session_state["event"] = st.session_state["event"][:-1]


def _clear() -> None:
    st.session_state["event"] = []
    st.session_state["ask"] = ""
