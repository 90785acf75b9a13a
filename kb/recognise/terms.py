"""Entries of a glossary in text: a short line over its definition, a term in bold, "Term: definition"."""

from __future__ import annotations

import re

from kb.models import Line
from kb.recognise.candidates import TITLE_LENGTH, is_title
from kb.recognise.draft import Walk
from kb.recognise.sections import fresh

_DEFINED = re.compile(r"(?P<term>[^.:–—]{2,60}?)(?P<mark>\s*(?::|\s[–—-])\s+)(?=\S)")
_SPEECH = re.compile(r"\(?(?:n|v|adj|adv|noun|verb|adjective|adverb)[.:)]\s")
"""How a definition begins that tells the kind of word first."""
_NAME_LENGTH = 60


def term(walk: Walk, i: int) -> bool:
    """An entry of a glossary in text: a short line over its definition, or "Term: definition"."""
    line = walk.lines[i]
    if line.role not in ("text", "item") or (walk.mode == "glossary" and walk.term_level):
        return False
    if _undefined(walk):
        return _second_name(walk, i)
    below = walk.below(i)
    if walk.mode != "glossary":
        return walk.mode == "keywords" and (_bold_term(walk, line) or _bold_over_text(walk, line, below))
    if (0 < line.bold < len(line.text) or line.role == "item") and (_bold_term(walk, line) or _defined(walk, line)):
        return True
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


def _bold_over_text(walk: Walk, line: Line, below: Line | None) -> bool:
    """A short line all in bold over one that is not: an entry of a list of definitions."""
    bold = line.starts and 0 < len(line.text) <= line.bold and _is_name(line.text)
    if not bold or below is None or below.role == "heading" or not below.starts:
        return False
    _open_term(walk, line, line.text, "", 0)
    return True


def _second_name(walk: Walk, i: int) -> bool:
    """Another name over the same definition, in bold as the first: it stands beside it in the title."""
    line, below, first = walk.lines[i], walk.below(i), walk.current
    if first is None or below is None or below.bold >= len(below.text) or not _all_bold(line, first.pieces[0].line):
        return False
    first.add("title", line.text, line, " ")
    return True


def _all_bold(*lines: Line) -> bool:
    return all(line.starts and line.bold >= len(line.text) > 0 and len(line.text) <= _NAME_LENGTH for line in lines)


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
        or not (below.text.lstrip("“„\"'‘«([")[:1].isupper() or _listed(below.text) or _SPEECH.match(below.text))
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
    draft = walk.open("term", walk.named(term, "glossary"))
    draft.add("title", term, line, "")
    draft.add("marker", mark, line, "")
    if start:
        draft.add("text", line.text[start:], line, "")
