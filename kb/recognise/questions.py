"""Questions and answers: marked (Q: A:), bold, headings of a FAQ, or numbered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.models import Line
from kb.recognise.candidates import is_title
from kb.recognise.draft import Draft, Walk

_QUESTION = re.compile(r"(?P<mark>Q(?:uestion)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_ANSWER = re.compile(r"(?P<mark>A(?:nswer)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_ANSWERED = re.compile(r"\?[\"”’)]*\s+(?P<mark>A(?:nswer)?\s?\d*\s*[.:])\s+(?=\S)")
"""A question with its answer on the same line."""
_COUNTED = re.compile(r"\d{1,3}[.)]\s+|[-*•]\s+")
_COUNTED_QUESTION = re.compile(r"\d{1,3}[.)]\s+(?P<question>[^?.!:]{5,200}\?)\s+(?=[A-Z][^?]*$)")
_BOLD = 3
"""So many paragraphs that begin with a question in bold make a FAQ."""
_LONGEST = 30
"""Lines of the longest question before its answer."""
_TITLES = 2
"""Titles over a question, of a chapter and of what it asks about."""


def answer(walk: Walk, i: int) -> bool:
    line, draft = walk.lines[i], walk.current
    found = _ANSWER.match(line.text)
    if not found or draft is None or draft.kind != "faq" or draft.has("text"):
        return False
    _add_answer(draft, found, line)
    return True


def question_rest(walk: Walk, i: int) -> bool:
    """The rest of a marked question, up to the mark of its answer: questions are wrapped, or several sentences."""
    line, draft = walk.lines[i], walk.current
    if draft is None or draft.kind != "faq" or draft.has("text") or not _is_marked(draft) or not _awaits(walk, i):
        return False
    answered = _ANSWERED.search(line.text)
    draft.add("title", line.text[: answered.start("mark")] if answered else line.text, line, " ")
    if answered:
        _add_answer(draft, answered, line)
    return True


def _add_answer(draft: Draft, found: re.Match[str], line: Line) -> None:
    """Add an answer: its mark, and the text behind it."""
    draft.add("marker", found["mark"], line, "")
    draft.add("text", line.text[found.end() :], line, "")


def _is_marked(draft: Draft) -> bool:
    return draft.pieces[0].part == "marker" and _QUESTION.fullmatch(draft.pieces[0].text) is not None


def _awaits(walk: Walk, i: int) -> bool:
    """Tell whether the answer's mark is still to come, before another question, a heading, or a rule."""
    for j in range(i, min(i + _LONGEST, len(walk.lines))):
        text = walk.lines[j].text
        if (j > i and _ANSWER.match(text)) or _ANSWERED.search(text):
            return True
        if walk.lines[j].role == "heading" or j in walk.rules or _QUESTION.match(text):
            return False
    return False


def is_question(text: str) -> bool:
    """Tell whether a line begins with the mark of a question: "Q1: ..."."""
    return bool(_QUESTION.match(text))


def heads_questions(walk: Walk, i: int) -> bool:
    """Tell whether a line is a title with the mark of a question right below it, or below one more title."""
    titles = 0
    for j in range(i, len(walk.lines)):
        if j not in walk.set_aside:
            text = walk.lines[j].text
            if is_question(text):
                return titles > 0
            titles += 1
            if titles > _TITLES or not is_title(text) or _ANSWER.match(text) or walk.lines[j].role != "text":
                return False
    return False


def question(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    found = _QUESTION.match(line.text)
    if found and (line.starts or line.role == "heading" or _follows_answer(walk)) and found.end() < len(line.text):
        open_question(walk, line, found.end())
        return True
    asked = (_end(line) and (walk.mode == "faq" or walk.asks_in_bold)) or (
        line.text.endswith("?") and walk.mode == "faq"
    )
    if asked and _asks(walk, i):
        numbered = _COUNTED.match(line.text)
        open_question(walk, line, numbered.end() if numbered else 0)
        return True
    return False


def _end(line: Line) -> int:
    """Where the question ends that a paragraph begins with in bold, or by its number: 0 if it begins with none."""
    if line.bold and line.text[: line.bold].rstrip().endswith("?"):
        return line.bold
    found = _COUNTED_QUESTION.match(line.text)
    return found.end("question") if found else 0


def ask_in_bold(lines: Sequence[Line]) -> bool:
    """Tell whether questions in bold begin paragraphs again and again: they are those of a FAQ, whatever its title."""
    asked = (line.starts and line.role in ("text", "item") and line.bold and _end(line) for line in lines)
    return sum(map(bool, asked)) >= _BOLD


def _follows_answer(walk: Walk) -> bool:
    """Tell whether a marked question has its answer: in wrapped text the next begins on the next line."""
    draft = walk.current
    return draft is not None and draft.kind == "faq" and _is_marked(draft) and draft.has("text")


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
    end = answered.start("mark") if answered else _end(line) or len(line.text)
    draft.add("title", line.text[start:end].rstrip(), line, "")
    if answered:
        _add_answer(draft, answered, line)
    else:
        draft.add("text", line.text[end:], line, "")
