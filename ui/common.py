"""What the pages share: the heading with the banner, and errors as one sentence."""

from __future__ import annotations

import time

import streamlit as st
from markupsafe import Markup

from kb.api import KnowledgeBase
from kb.errors import KbError
from kb.web import html
from kb.web.shared import knowledge
from kb.wire import sentences

CAME_WITH = "_came_with"  # the stamp of the index when the session began
STALE_SECONDS = 10


def heading(kb: KnowledgeBase, title: str) -> None:
    """The page's title, and what it answers from."""
    came_with = st.session_state.setdefault(CAME_WITH, kb.stamp.stamp)
    st.html(
        html.render(
            "heading.html",
            kb,
            title=title,
            games=kb.games(),
            sources=kb.sources(),
            stale=_stale(kb.stamp.stamp, int(time.monotonic() // STALE_SECONDS)),
            rebuilt=came_with != kb.stamp.stamp,
        )
    )


@st.cache_data(max_entries=2, show_spinner=False)
def _stale(stamp: str, period: int) -> bool:
    """Whether the corpus is newer than the index: looked at once a period, not once a key."""
    return knowledge().stale


def trouble(error: KbError) -> None:
    """An expected failure: what is wrong, and what to do next."""
    said = Markup('<p class="weak" role="alert">{}</p>').format(sentences(error))
    st.html(Markup('<div class="kb" id="kb-results">{}</div>').format(said))
