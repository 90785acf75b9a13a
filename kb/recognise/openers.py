"""The recognisers proper, in order: each looks at one line and either takes it, or leaves it to the next.

A recogniser is a function of the walk and the line's index that returns True when it has taken the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb import numbering
from kb.models import Line
from kb.recognise import examples
from kb.recognise.candidates import Numbered, is_title
from kb.recognise.draft import Draft, Walk
from kb.recognise.headings import enter, heading, leave_sections
from kb.recognise.questions import answer, is_question, question, question_rest
from kb.recognise.rows import row
from kb.recognise.sections import also_found_as, clause, correction, notice
from kb.recognise.terms import term


def _set_aside(walk: Walk, i: int) -> bool:
    name = walk.set_aside.get(i)
    if name:
        walk.aside(name, walk.lines[i])
    return bool(name)


def _code(walk: Walk, i: int) -> bool:
    if walk.lines[i].role != "code":
        return False
    if walk.lines[i].starts and not _announced(walk.current):
        walk.end_example()
    walk.add_text(walk.lines[i].text, walk.lines[i])
    return True


def _announced(draft: Draft | None) -> bool:
    """Tell whether a rule ends in a colon: what stands in code after "Example:" is the example."""
    return draft is not None and bool(draft.pieces) and draft.pieces[-1].text.endswith(":")


def _number(walk: Walk, i: int) -> bool:
    found, line = walk.rules.get(i), walk.lines[i]
    if not found or (walk.mode == "faq" and _counts_questions(found, line.text)):
        return False
    leave_sections(walk)
    draft = walk.open("rule", found.number)
    draft.grammar, draft.problem, walk.numbered = True, found.problem, True
    draft.add("marker", line.text[: found.start] or "", line, "")
    end = found.end or len(line.text)
    rest = line.text[found.start : end].strip()
    if line.role == "heading" or found.section:
        draft.level = line.level or 1
        draft.kind = "heading"
        draft.add("title", rest, line, "")
        draft.add("marker", line.text[end:], line, "")
        walk.open_heading(draft)
        enter(walk, rest, draft.level)
    elif rest:
        walk.add_text(rest, line, "")
    walk.carry = found.carry
    return True


def _counts_questions(found: Numbered, text: str) -> bool:
    """Tell whether a number only counts the questions of a FAQ: "3. May I pass?", but not "11.2.1 May I pass?"."""
    return is_question(text) or (text.endswith("?") and len(numbering.components(found.number)) == 1)


def _carried(walk: Walk, i: int) -> bool:
    """The line after a number that was cut in two: its first characters are the number's last."""
    carry, walk.carry = walk.carry, 0
    if not carry or walk.current is None:
        return False
    walk.current.add("marker", walk.lines[i].text[:carry], walk.lines[i], "")
    walk.add_text(walk.lines[i].text[carry:], walk.lines[i])
    return True


def _own_text(walk: Walk, i: int) -> bool:
    """The line after a number that stands alone is the rule's text, however short."""
    line, draft = walk.lines[i], walk.current
    if draft is None or not draft.grammar or draft.has("text") or draft.has("title") or line.role == "heading":
        return False
    walk.add_text(line.text, line)
    return True


def _own_title(walk: Walk, i: int) -> bool:
    """The heading right after a number that stands alone, "Chapter 1" over a title as large or larger."""
    line, draft = walk.lines[i], walk.current
    if line.role != "heading" or draft is None or not draft.grammar or draft.has("text") or draft.has("title"):
        return False
    if 0 < draft.level < line.level:
        return False
    if walk.headings and walk.headings[-1] is draft:
        walk.headings.pop()
    draft.level, draft.kind = line.level, "heading"
    draft.add("title", line.text, line, "")
    walk.open_heading(draft)
    enter(walk, line.text, draft.level)
    return True


def _text(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    fresh = line.starts and line.role == "text"
    if (fresh and not line.level) or _counts_on(walk.current, line) or _next_item(walk.current, line):
        walk.end_example()
    if walk.headings and (walk.current is None or (fresh and _is_whole_note(walk.current))):
        walk.current = walk.headings[-1]
    start = _colon(walk.current, line)
    if start and walk.current is not None:
        walk.current.add("marker", line.text[:start], line, "")
    walk.add_text(line.text[start:], line)
    return True


_COUNT = re.compile(r"(\d{1,3})[.)]\s")


_NEAR = 50
"""Lines back in which the item before may stand."""


def _counts_on(draft: Draft | None, line: Line) -> bool:
    """Tell whether an item goes on with a list that began before the example: 2. where no 1. stands in it."""
    found = _COUNT.match(line.text) if draft is not None and draft.kind == "example" and line.role == "item" else None
    if draft is None or found is None or int(found[1]) < 2:
        return False
    before = (f"{int(found[1]) - 1}.", f"{int(found[1]) - 1})")
    return not any(piece.text.startswith(before) for piece in draft.pieces[-_NEAR:])


def _next_item(draft: Draft | None, line: Line) -> bool:
    """Tell whether an item stands behind the one that an example ends: "Sword: cuts. Example: a sabre." and "Bow"."""
    first = draft.pieces[0].line if draft is not None and draft.kind == "example" and draft.pieces else None
    return first is not None and first.role == line.role == "item" and line.starts and line.level <= first.level


def _is_whole_note(draft: Draft) -> bool:
    """A notice ends with its paragraph, unless that is only its title."""
    return draft.kind == "note" and not is_title(draft.text("text"))


def _colon(draft: Draft | None, line: Line) -> int:
    """Length of the colon that begins a definition in a list of definitions (": Shoots arrows.")."""
    first = draft is not None and draft.kind == "term" and not draft.has("text")
    return 2 if first and line.text.startswith(": ") else 0


RECOGNISERS: tuple[tuple[str, Callable[[Walk, int], bool]], ...] = (
    ("carried", _carried),
    ("aside", _set_aside),
    ("code", _code),
    ("entry-row", row),
    ("number", _number),
    ("example-label", examples.label),
    ("example-item", examples.item),
    ("own-text", _own_text),
    ("own-title", _own_title),
    ("also-found-as", also_found_as),
    ("notice", notice),
    ("answer", answer),
    ("question", question),
    ("question-rest", question_rest),
    ("heading", heading),
    ("term", term),
    ("clause", clause),
    ("correction", correction),
    ("text", _text),
)
"""In order: the first that takes a line ends the search; the last takes every line."""
