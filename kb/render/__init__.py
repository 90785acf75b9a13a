"""Records as plain text for a terminal: wrapped to its width, coloured where that was asked for, safe to print.

Each name is loaded from its module when it is first used: an answer does not wait for what prints reports and diffs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Bound here: once loaded as a module, "page" would otherwise hide the function.
from kb.render.page import Page, page, visible

if TYPE_CHECKING:
    from kb.render.answers import answer, answer_markdown, comparison, hit, rule_view, verdict
    from kb.render.reports import build_report, findings, games, problems, status
    from kb.render.texts import cited, diff, history, slips, verified

_HOMES = {
    "answers": ("answer", "answer_markdown", "comparison", "hit", "rule_view", "verdict"),
    "reports": ("build_report", "findings", "games", "problems", "status"),
    "texts": ("cited", "diff", "history", "slips", "verified"),
}

__all__ = [
    "Page",
    "answer",
    "answer_markdown",
    "build_report",
    "cited",
    "comparison",
    "diff",
    "findings",
    "games",
    "history",
    "hit",
    "page",
    "problems",
    "rule_view",
    "slips",
    "status",
    "verdict",
    "verified",
    "visible",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module on first use."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'kb.render' has no attribute {name!r}")
    value = getattr(import_module(f"kb.render.{home}"), name)
    globals()[name] = value
    return value
