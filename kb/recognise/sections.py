"""Sections with entries of their own kind: FAQs, glossaries, the clauses of a state, notices, other names."""

from __future__ import annotations

import re

from kb.models import Line
from kb.recognise.candidates import TITLE_LENGTH, is_title
from kb.recognise.draft import Draft, Walk, slug

_QUESTION = re.compile(r"(?P<mark>Q(?:uestion)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)


_ANSWER = re.compile(r"(?P<mark>A(?:nswer)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)


_ANSWERED = re.compile(r"\?[\"”’)]*\s+(?P<mark>A(?:nswer)?\s?\d*\s*[.:])\s+(?=\S)")
"""A question with its answer on the same line."""


_COUNTED = re.compile(r"\d{1,3}[.)]\s+|[-*•]\s+")
_NOTICE = re.compile(
    r"(?:important )?(?:notice|warning|attention|hinweis|aviso)\s*[:!]\s*"
    r"|this (?:\w+ ){0,3}(?:rules?|page|section|state|skill) (?:is|are) (?:not used|no longer|obsolete|out of date)",
    re.IGNORECASE,
)


_ALSO = re.compile(r"(?P<mark>(?:also (?:found as|known as|called)|other names)\s*:)\s*", re.IGNORECASE)


BULLET = re.compile(r"[-*•▪·]\s+")


_DEFINED = re.compile(r"(?P<term>[^.:–—]{2,60}?)(?P<mark>\s*(?::|\s[–—-])\s+)(?=\S)")


_NAME_LENGTH = 60


def also_found_as(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    found = _ALSO.match(line.text)
    if not found:
        return False
    marker = found["mark"]
    for name in re.split(r"(?<=,)\s*", line.text[found.end() :]):
        title, comma = name.rstrip(","), name[len(name.rstrip(",")) :]
        draft = walk.open("term", f"also-found-as/{slug(title)}", above=walk.headings[0] if walk.headings else None)
        draft.add("marker", marker, line, "")
        draft.add("title", title.rstrip("."), line, "")
        draft.add("marker", "." if title.endswith(".") else comma, line, "")
        marker = ""
    walk.current = None
    return True


def notice(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if not _NOTICE.match(line.text) or not line.starts or in_rule(walk) or line.role == "heading":
        return False
    note = walk.open("note", f"notice-{walk.count('notice')}")
    note.add("text", line.text, line, "")
    return True


def in_rule(walk: Walk) -> bool:
    return walk.current is not None and (walk.current.grammar or walk.current.kind in ("faq", "example"))


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


def term(walk: Walk, i: int) -> bool:
    """An entry of a glossary in text: a short line over its definition, or "Term: definition"."""
    line = walk.lines[i]
    if line.role not in ("text", "item") or _undefined(walk) or (walk.mode == "glossary" and walk.term_level):
        return False
    if walk.mode != "glossary":
        return walk.mode == "keywords" and _bold_term(walk, line)
    below = walk.below(i)
    if below is not None and not _listed(line.text) and not _is_sign(line.text) and _is_entry(walk, i, below):
        _open_term(walk, line, line.text, "", 0)
        return True
    return _bold_term(walk, line) or _defined(walk, line)


def _is_sign(text: str) -> bool:
    """Tell whether a line is a bullet that stands alone."""
    return len(text) == 1 and not text.isalnum()


def _bold_term(walk: Walk, line: Line) -> bool:
    """A paragraph that begins with its term in bold: "**Bow.** Shoots arrows." or "**Bow** - Shoots arrows."."""
    if not line.starts or not 0 < line.bold < len(line.text):
        return False
    term = line.text[: line.bold].rstrip(":.–— ")
    rest = line.text[len(term) :].lstrip(":.–— -")
    start = len(line.text) - len(rest)
    if term:
        _open_term(walk, line, term, line.text[len(term) : start], start)
    return bool(term)


def _defined(walk: Walk, line: Line) -> bool:
    found = _DEFINED.match(line.text)
    if not line.starts or not found:
        return False
    _open_term(walk, line, found["term"], found["mark"], found.end())
    return True


def _undefined(walk: Walk) -> bool:
    return walk.current is not None and walk.current.kind == "term" and not walk.current.has("text")


def _is_entry(walk: Walk, i: int, below: Line) -> bool:
    line = walk.lines[i]
    emphasised = line.starts and line.bold >= len(line.text)
    return emphasised or _heads_block(walk, i) or (line.starts and _over(line, below)) or _between(walk, i)


def _heads_block(walk: Walk, i: int) -> bool:
    """Tell whether a line is the first of its block, after an empty line, and more of it follows."""
    line, above, below = walk.lines[i], walk.lines[i - 1], walk.lines[i + 1] if i + 1 < len(walk.lines) else None
    first = bool(i) and line.line - above.line > 1 and below is not None and below.line - line.line == 1
    title = len(line.text) <= TITLE_LENGTH and line.text[-1] not in ".:;," and not _DEFINED.match(line.text)
    return first and line.starts and title


def _over(line: Line, below: Line) -> bool:
    return _is_name(line.text) and (not is_title(below.text) or _listed(below.text))


def _is_name(text: str) -> bool:
    return is_title(text[:1].upper() + text[1:].rstrip("!")) and len(text) <= _NAME_LENGTH


def _between(walk: Walk, i: int) -> bool:
    """In wrapped text: a short line between two sentences, later in the alphabet than the entry before."""
    line, below = walk.lines[i], walk.below(i)
    if (
        below is None
        or not _is_name(line.text)
        or not fresh(walk, i)
        or not (below.text.lstrip("“„\"'‘«([")[:1].isupper() or _listed(below.text))
    ):
        return False
    last = walk.current.text("title") if walk.current and walk.current.kind == "term" else ""
    return not last or -SLIP <= leap(last, line.text) <= _SKIPPED


SLIP, _SKIPPED = 1, 4
"""Letters that a glossary's alphabet slips back, and leaves out, between two entries."""


def leap(above: str, below: str) -> int:
    """Return how many letters further a glossary files the second term than the first; "The Ring" stands under r."""
    first, second = (
        re.sub(r"^(?:the|an?|der|die|das|el|la|los|las|le|les)\s+", "", t.casefold()) for t in (above, below)
    )
    return ord(second[:1] or " ") - ord(first[:1] or " ")


def _listed(text: str) -> bool:
    return bool(re.match(r"\d+[.)]\s|\(?[a-z]\)\s", text))


def _open_term(walk: Walk, line: Line, term: str, mark: str, start: int) -> None:
    section = walk.headings[-1].number if walk.headings else "glossary"
    draft = walk.open("term", f"{section}/{slug(term)}")
    draft.add("title", term, line, "")
    draft.add("marker", mark, line, "")
    if start:
        draft.add("text", line.text[start:], line, "")


def clause(walk: Walk, i: int) -> bool:
    """A point of a state's section: each bullet, or each paragraph of its own."""
    line = walk.lines[i]
    if walk.mode != "clauses" or not line.starts or not walk.headings or _in_number(walk):
        return False
    if line.role not in ("text", "item") or line.level > 1 or (line.role == "text" and line.level):
        return False
    heading = walk.headings[-1]
    name = slug(heading.text("title"))
    bullet = BULLET.match(line.text) or (re.match(r"\d+[.)]\s+", line.text) if line.role == "item" else None)
    start = bullet.end() if bullet else 0
    kind = "example" if name == "example" else "clause"
    draft = walk.open(kind, _clause_number(walk, heading, name), above=heading)  # type: ignore[arg-type]
    draft.add("marker", line.text[:start], line, "")
    draft.add("text", line.text[start:], line, "")
    return True


def _clause_number(walk: Walk, heading: Draft, name: str) -> str:
    base = name if walk.titles.get(name, 0) <= 1 else heading.number
    return f"{base}-{walk.count(f'clause {heading.number}')}"


def _in_number(walk: Walk) -> bool:
    return any(each.grammar for each in walk.headings)


def fresh(walk: Walk, i: int) -> bool:
    """Tell whether a line can begin something: at a paragraph's start, after a sentence's end or a heading."""
    if walk.lines[i].starts or i == 0:
        return True
    ended = i - 1 in walk.set_aside or bool(re.search(r"[.!?:。！？：][\"”’')\]）」』]*$", walk.lines[i - 1].text))
    return ended or (walk.current is not None and walk.current.kind == "heading" and not walk.current.has("text"))
