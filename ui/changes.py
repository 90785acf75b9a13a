"""What changed: two versions of a document, rule by rule."""

from __future__ import annotations

import streamlit as st

from kb.api import KnowledgeBase
from kb.errors import KbError
from kb.models import Source
from kb.versions import ChangeKind
from kb.web import html
from kb.web.shared import knowledge
from ui import state
from ui.common import heading, trouble

KINDS: tuple[ChangeKind, ...] = ("changed", "added", "removed", "renumbered")
DEFAULTS = {"document": "", "old": "", "new": "", "show": ["changed", "added", "removed"]}  # a new number is no change


def page() -> None:
    """Show the changes between two versions."""
    kb = knowledge()
    state.read("changes", DEFAULTS)
    heading(kb, "What changed")
    versions = documents_with_versions(kb)
    if not versions:
        st.html(html.plain("Every document is here in one version only. Add another, and its changes show here."))
        return
    state.one_of("document", versions, next(iter(versions)))
    st.selectbox("Document", list(versions), key="document", format_func=lambda d: _name(kb, versions[d][0]))
    known = [s.version for s in versions[st.session_state["document"]]]
    state.one_of("old", known, known[-2])
    state.one_of("new", known, known[-1])
    left, right = st.columns(2)
    left.selectbox("From", known, key="old")
    right.selectbox("To", known, key="new")
    state.some_of("show", KINDS)
    st.pills("Show", KINDS, key="show", selection_mode="multi", format_func=str.capitalize)
    state.write(DEFAULTS)
    _show(kb, versions[st.session_state["document"]][0])


def documents_with_versions(kb: KnowledgeBase) -> dict[str, list[Source]]:
    """The documents that are here in two versions or more, by game and id; versions as the corpus lists them."""
    found: dict[str, list[Source]] = {}
    for source in kb.sources():
        found.setdefault(f"{source.game}/{source.id}", []).append(source)
    return {key: sources for key, sources in found.items() if len(sources) > 1}


def _name(kb: KnowledgeBase, source: Source) -> str:
    names = {g.id: g.name for g in kb.games()}
    return f"{names.get(source.game, source.game)}: {source.title}"


def _show(kb: KnowledgeBase, source: Source) -> None:
    try:
        found = kb.diff(source.game, st.session_state["old"], st.session_state["new"], document=source.id)
    except KbError as error:
        trouble(error)
        return
    st.html(html.changes(kb, found, st.session_state["show"]))
