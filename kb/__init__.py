"""Rules knowledge base: cited answers to tabletop rules questions, offline.

>>> from kb import KnowledgeBase
>>> with KnowledgeBase.open() as kb:
...     answer = kb.query("can a stunned unit rally")

Importing `kb` costs nothing: each name below is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.api import KnowledgeBase
    from kb.errors import CorpusUnreadable, IndexUnusable, KbError, NotFound, UsageError
    from kb.models import Answer, Chunk, Citation, Game, Hit, Rule, Source, Verdict

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Chunk",
    "Citation",
    "CorpusUnreadable",
    "Game",
    "Hit",
    "IndexUnusable",
    "KbError",
    "KnowledgeBase",
    "NotFound",
    "Rule",
    "Source",
    "UsageError",
    "Verdict",
    "__version__",
]

_ERRORS = frozenset({"CorpusUnreadable", "IndexUnusable", "KbError", "NotFound", "UsageError"})


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use."""
    if name not in __all__:
        raise AttributeError(f"module 'kb' has no attribute {name!r}")
    module = "kb.api" if name == "KnowledgeBase" else "kb.errors" if name in _ERRORS else "kb.models"
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
