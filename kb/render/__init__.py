"""Records as plain text for a terminal: wrapped to its width, coloured where that was asked for, safe to print.

Each name is loaded from its module when it is first used: an answer does not wait for what prints reports and diffs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.lazily import loader

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

__getattr__ = loader(__name__, _HOMES)
