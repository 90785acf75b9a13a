"""The one index of the process: every page, the API and MCP answer from it, and a rebuilt one takes its place."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.api import KnowledgeBase

_lock = threading.Lock()
_opened: list[KnowledgeBase] = []
_served = [False]


def use(kb: KnowledgeBase | None) -> KnowledgeBase | None:
    """Answer from `kb` from now on (None: from none); returns what was used before."""
    with _lock:
        before = _opened[0] if _opened else None
        _opened[:] = [kb] if kb else []
        _served[0] = kb is not None
        return before


def served() -> bool:
    """Whether the pages are shown by our server, which gave the index."""
    return _served[0]


def knowledge() -> KnowledgeBase:
    """The index in use. Where no server opened one (a page run by `streamlit run`), it is opened by the settings."""
    with _lock:
        if not _opened:
            from kb.api import KnowledgeBase
            from kb.settings import load

            settings = load()
            _opened.append(KnowledgeBase.open(settings.corpus, settings.index))
        return _opened[0]
