"""Questions and answers: marked (Q: A:), bold, headings of a FAQ, numbered, or the rows of a table."""

from __future__ import annotations

import re

from kb.models import Line
from kb.recognise.draft import Walk

_QUESTION = re.compile(r"(?P<mark>Q(?:uestion)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_ANSWER = re.compile(r"(?P<mark>A(?:nswer)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_ANSWERED = re.compile(r"\?[\"”’)]*\s+(?P<mark>A(?:nswer)?\s?\d*\s*[.:])\s+(?=\S)")
"""A question with its answer on the same line."""
_COUNTED = re.compile(r"\d{1,3}[.)]\s+|[-*•]\s+")


def answer(walk: Walk, i: int) -> bool:
    line, draft = walk.lines[i], walk.current
    found = _ANSWER.match(line.text)
    if not found or draft is None or draft.kind != "faq" or draft.has("text"):
        return False
    draft.add("marker", found["mark"], line, "")
    draft.add("text", line.text[found.end() :], line, "")
    return True


def is_question(text: str) -> bool:
    """Tell whether a line begins with the mark of a question: "Q1: ..."."""
    return bool(_QUESTION.match(text))


def question(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    found = _QUESTION.match(line.text)
    if found and (line.starts or line.role == "heading") and found.end() < len(line.text):
        open_question(walk, line, found.end())
        return True
    asked = line.text.endswith("?") and walk.mode == "faq" and _asks(walk, i)
    if asked:
        numbered = _COUNTED.match(line.text)
        open_question(walk, line, numbered.end() if numbered else 0)
    return asked


def _asks(walk: Walk, i: int) -> bool:
    line, draft = walk.lines[i], walk.current
    if line.role == "heading":
        return line.level > walk.mode_level
    waiting = draft is not None and draft.kind == "faq" and not draft.has("text")
    return line.starts and line.role in ("text", "item") and not waiting and not _by_headings(walk)


def _by_headings(walk: Walk) -> bool:
    """Tell whether the questions of this FAQ are headings, so that a question in an answer is none of them."""
    last = next((d for d in reversed(walk.drafts) if d.kind == "faq"), None)
    return last is not None and last.level > 0


def open_question(walk: Walk, line: Line, start: int) -> None:
    """Begin a FAQ entry whose question is the line from `start` on."""
    draft = walk.open("faq", f"faq-{walk.count('faq')}")
    draft.level = line.level if line.role == "heading" else 0
    draft.add("marker", line.text[:start], line, "")
    answered = _ANSWERED.search(line.text, start)
    end = answered.start("mark") if answered else len(line.text)
    draft.add("title", line.text[start:end].rstrip(), line, "")
    if answered:
        draft.add("marker", answered["mark"], line, "")
        draft.add("text", line.text[answered.end() :], line, "")
