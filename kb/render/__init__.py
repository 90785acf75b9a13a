"""Records as plain text for a terminal: wrapped to its width, coloured where that was asked for, safe to print."""

from kb.render.answers import answer, answer_markdown, comparison, hit, rule_view, verdict
from kb.render.page import Page, page, visible
from kb.render.reports import build_report, findings, games, problems, status
from kb.render.texts import cited, diff, history, slips, verified

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
