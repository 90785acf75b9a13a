"""What the pages share: the heading with the banner, and errors as one sentence."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from kb.api import KnowledgeBase
from kb.errors import KbError
from kb.web import html
from kb.wire import sentences


def heading(kb: KnowledgeBase, title: str) -> None:
    """The page's title, and what it answers from."""
    st.html(html.render("heading.html", kb, title=title, games=kb.games(), sources=kb.sources()))


def trouble(error: KbError) -> None:
    """An expected failure: what is wrong, and what to do next."""
    said = Markup('<p class="weak" role="alert">{}</p>').format(sentences(error))
    st.html(Markup('<div class="kb" id="kb-results">{}</div>').format(said))
