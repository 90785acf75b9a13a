"""The recognisers proper, in order: each looks at one line and either takes it, or leaves it to the next.

A recogniser is a function of the walk and the line's index that returns True when it has taken the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.models import Line
from kb.recognise.draft import Draft, Walk, slug
from kb.recognise.sequence import is_title

_FAQ = re.compile(
    r"(?:.*\b)?(?:f\.?a\.?q\.?s?|frequently asked questions|questions (?:and|&) answers|q\s?&\s?a|häufige fragen)(?:\s*\(\d+\))?",
    re.IGNORECASE,
)
_GLOSSARY = re.compile(r"(?:.*\b)?(?:glossary|glossar|glosario|glossaire|glossario|definitions|definitionen)", re.IGNORECASE)
_STATE = re.compile(
    r"(?:activation|effects?|cancell?ation|restrictions?|requirements?|removal|expanded description|duration|example)",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"(?P<mark>Q(?:uestion)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_ANSWER = re.compile(r"(?P<mark>A(?:nswer)?\s?\d*\s*[.:)])\s*", re.IGNORECASE)
_NOTICE = re.compile(
    r"(?:important )?(?:notice|warning|attention|hinweis|aviso)\s*[:!]\s*"
    r"|this (?:\w+ ){0,3}(?:rules?|page|section|state|skill) (?:is|are) (?:not used|no longer|obsolete|out of date)",
    re.IGNORECASE,
)
_ALSO = re.compile(r"(?P<mark>(?:also (?:found as|known as|called)|other names)\s*:)\s*", re.IGNORECASE)
_BANNER = re.compile(r"\|\s*(?P<title>[^|]+?)\s*\|")
_BULLET = re.compile(r"[-*•▪·]\s+")
_DEFINED = re.compile(r"(?P<term>[^.:–—]{2,60}?)(?P<mark>\s*(?::|\s[–—-])\s+)(?=\S)")


def _set_aside(walk: Walk, i: int) -> bool:
    name = walk.set_aside.get(i)
    if name:
        walk.aside(name, walk.lines[i])
    return bool(name)


def _code(walk: Walk, i: int) -> bool:
    if walk.lines[i].role != "code":
        return False
    walk.end_example()
    walk.add_text(walk.lines[i].text, walk.lines[i])
    return True


def _number(walk: Walk, i: int) -> bool:
    found, line = walk.rules.get(i), walk.lines[i]
    if not found:
        return False
    leave_sections(walk)
    draft = walk.open("rule", found.number)
    draft.grammar, draft.problem, walk.numbered = True, found.problem, True
    draft.add("marker", line.text[: found.start] or "", line, "")
    rest = line.text[found.start :].strip()
    if line.role == "heading" or found.section:
        draft.level = line.level or 1
        draft.kind = "heading"
        draft.add("title", rest, line, "")
        walk.open_heading(draft)
        enter(walk, rest, draft.level)
    elif rest:
        walk.add_text(rest, line, "")
    walk.carry = found.carry
    return True


def _carried(walk: Walk, i: int) -> bool:
    """The line after a number that was cut in two: its first characters are the number's last."""
    carry, walk.carry = walk.carry, 0
    if not carry or walk.current is None:
        return False
    walk.current.add("marker", walk.lines[i].text[:carry], walk.lines[i], "")
    walk.add_text(walk.lines[i].text[carry:], walk.lines[i])
    return True


def leave_sections(walk: Walk) -> None:
    """A rule's number ends what plain text began with a known word only: an introduction, a FAQ, a glossary."""
    if walk.mode and walk.headings and walk.headings[-1].level == PLAIN_LEVEL:
        walk.mode = ""
    while walk.headings and walk.headings[-1].plain and _is_matter(walk.headings[-1].text("title")):
        walk.headings.pop()


def _own_text(walk: Walk, i: int) -> bool:
    """The line after a number that stands alone is the rule's text, however short."""
    line, draft = walk.lines[i], walk.current
    if draft is None or not draft.grammar or draft.has("text") or draft.has("title") or line.role == "heading":
        return False
    walk.add_text(line.text, line)
    return True


def _is_matter(title: str) -> bool:
    return any(known.fullmatch(title) for known in (_KNOWN, _BACK, _GLOSSARY))


def _also_found_as(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    found = _ALSO.match(line.text)
    if not found:
        return False
    marker = found["mark"]
    for name in re.split(r"(?<=,)\s*", line.text[found.end() :]):
        title, comma = name.rstrip(","), name[len(name.rstrip(",")) :]
        draft = walk.open("term", f"also-found-as/{slug(title)}")
        draft.add("marker", marker, line, "")
        draft.add("title", title.rstrip("."), line, "")
        draft.add("marker", "." if title.endswith(".") else comma, line, "")
        marker = ""
    walk.current = None
    return True


def _notice(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if not _NOTICE.match(line.text) or not line.starts or _in_rule(walk) or line.role == "heading":
        return False
    note = walk.open("note", f"notice-{walk.count('notice')}")
    note.add("text", line.text, line, "")
    return True


def _in_rule(walk: Walk) -> bool:
    return walk.current is not None and (walk.current.grammar or walk.current.kind in ("faq", "example"))


def _answer(walk: Walk, i: int) -> bool:
    line, draft = walk.lines[i], walk.current
    found = _ANSWER.match(line.text)
    if not found or draft is None or draft.kind != "faq" or draft.has("text"):
        return False
    draft.add("marker", found["mark"], line, "")
    draft.add("text", line.text[found.end() :], line, "")
    return True


def _question(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    found = _QUESTION.match(line.text)
    if found and (line.starts or line.role == "heading") and found.end() < len(line.text):
        open_question(walk, line, found.end())
        return True
    asked = line.text.endswith("?") and walk.mode == "faq" and _asks(walk, i)
    if asked:
        open_question(walk, line, 0)
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
    draft.add("title", line.text[start:], line, "")


PLAIN_LEVEL = 3
"""The level of a heading that only its looks tell, in text without levels: below two levels of titles."""


def _heading(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if line.role == "heading":
        return _open_path(walk, line, line.level, 0)
    banner = _BANNER.fullmatch(line.text) if line.role == "text" else None
    if banner and is_title(banner["title"]):
        return _open_path(walk, line, _plain_level(walk, banner["title"]), banner.start("title"))
    if not _looks_like_heading(walk, i):
        return False
    return _open_path(walk, line, _plain_level(walk, line.text), 0)


def _open_path(walk: Walk, line: Line, level: int, start: int) -> bool:
    title = line.text[start:].rstrip("| ")
    draft = walk.open("heading", "", level)
    draft.plain = line.role != "heading"
    walk.open_heading(draft)
    above = draft.above.number if draft.above else ""
    draft.number = f"{above}/{slug(title)}" if above else slug(title)
    draft.add("marker", line.text[:start], line, "")
    draft.add("title", title, line, "")
    draft.add("marker", line.text[start + len(title) :], line, "")
    if _is_term(walk, level):
        draft.kind = "term"
    enter(walk, title, level)
    return True


def _is_term(walk: Walk, level: int) -> bool:
    return walk.mode == "glossary" and level == walk.term_level


def enter(walk: Walk, title: str, level: int) -> None:
    """Begin a FAQ, a glossary, or the clauses of a state, where a heading says so."""
    mode = "faq" if _FAQ.fullmatch(title) else "glossary" if _GLOSSARY.fullmatch(title) else ""
    mode = mode or ("clauses" if _STATE.fullmatch(title) else "back" if _BACK.fullmatch(title) else "")
    if mode and not (mode == "clauses" and walk.mode):
        walk.mode, walk.mode_level = mode, level
        walk.term_level = _term_level(walk, level)


def _term_level(walk: Walk, level: int) -> int:
    """Return the commonest level of the headings inside the section that begins: its entries'."""
    at = walk.headings[-1].pieces[-1].line.line if walk.headings and walk.headings[-1].pieces else 0
    sizes: dict[int, int] = {}
    for line in walk.lines:
        if line.line > at and line.role == "heading":
            if line.level <= level:
                break
            sizes[line.level] = sizes.get(line.level, 0) + 1
    return max(sizes, key=lambda each: (sizes[each], each), default=0)


def _plain_level(walk: Walk, title: str) -> int:
    """Level of a heading told by its looks: below a heading that has no text yet, else beside the last one."""
    last = walk.headings[-1] if walk.headings else None
    if last is None:
        return 1
    if _is_matter(title) and walk.numbered or walk.mode == "glossary":
        return 1
    bare = not last.has("text") and not last.children
    return min(last.level + 1, PLAIN_LEVEL) if bare or last.level < PLAIN_LEVEL - 1 else last.level


_BACK = re.compile(r"credits|legal(?: notices?)?|copyright|acknowledge?ments|impressum", re.IGNORECASE)
_KNOWN = re.compile(
    r"introduction|appendix(?: \w+)?|change ?log|foreword|preface|overview|index|einleitung|vorwort|anhang(?: \w+)?|"
    r"update summary|revision history|version history",
    re.IGNORECASE,
)
_CAPITALS = re.compile(r"[^\W\d_a-z]{5,}(?:[ &'’-]+[^\W\d_a-z]+){0,6}")


def _looks_like_heading(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if line.role != "text" or not is_title(line.text) or _BULLET.match(line.text) or line.level or not _fresh(walk, i):
        return False
    if any(known.fullmatch(line.text) for known in (_KNOWN, _BACK, _GLOSSARY, _FAQ)) or _ends_glossary(walk, line):
        return True
    if walk.mode in ("glossary", "back") or not line.starts and not _CAPITALS.fullmatch(line.text):
        return False
    return bool(_STATE.fullmatch(line.text)) or i + 1 < len(walk.lines) and not _in_rule(walk) and _stands_out(walk, i)


def _fresh(walk: Walk, i: int) -> bool:
    """Tell whether a line can begin something: at a paragraph's start, or after a line that ends a sentence."""
    if walk.lines[i].starts or i == 0:
        return True
    return i - 1 in walk.set_aside or bool(re.search(r"[.!?:][\"”’')\]]*$", walk.lines[i - 1].text))


def _ends_glossary(walk: Walk, line: Line) -> bool:
    """A capitalised line among wrapped entries that falls back behind them in the alphabet is the next section's title."""
    last = walk.current if walk.mode == "glossary" else None
    if last is None or last.kind != "term" or not line.text.istitle():
        return False
    return not line.starts and line.text.casefold() < last.text("title").casefold()


def _stands_out(walk: Walk, i: int) -> bool:
    """In text without mark-up, a short line that no sentence ends, before longer ones."""
    line, below = walk.lines[i], next((j for j in range(i + 1, len(walk.lines)) if j not in walk.set_aside), None)
    if below is None or walk.marked_up:
        return False
    return len(line.text.split()) <= 10 and (below in walk.rules or walk.lines[below].starts)


def _term(walk: Walk, i: int) -> bool:
    """An entry of a glossary in text: a short line over its definition, or "Term: definition"."""
    line = walk.lines[i]
    if walk.mode != "glossary" or walk.term_level or line.role not in ("text", "item"):
        return False
    below = walk.lines[i + 1] if i + 1 < len(walk.lines) else None
    if below is not None and not _listed(line.text) and (_over(line, below) if line.starts else _between(walk, i)):
        _open_term(walk, line, line.text, "", 0)
        return True
    end = line.bold
    found = _DEFINED.match(line.text)
    if not line.starts or not end and not found:
        return False
    term = line.text[:end] if end else found["term"] if found else ""
    mark = found["mark"] if found and not end else ""
    _open_term(walk, line, term.rstrip(":. "), term[len(term.rstrip(":. ")) :] + mark, len(term) + len(mark))
    return True


def _over(line: Line, below: Line) -> bool:
    return _is_name(line.text) and (not is_title(below.text) or _listed(below.text))


def _is_name(text: str) -> bool:
    return is_title(text[:1].upper() + text[1:]) and len(text) <= _NAME_LENGTH


_NAME_LENGTH = 60


def _between(walk: Walk, i: int) -> bool:
    """In wrapped text: a short line after a finished sentence, later in the alphabet, before one that begins a sentence."""
    line, below = walk.lines[i], walk.lines[i + 1]
    if not _is_name(line.text) or not _fresh(walk, i) or not (below.text[:1].isupper() or _listed(below.text)):
        return False
    last = walk.current.text("title") if walk.current and walk.current.kind == "term" else ""
    return line.text.casefold() >= last.casefold()


def _listed(text: str) -> bool:
    return bool(re.match(r"\d+[.)]\s|\(?[a-z]\)\s", text))


def _open_term(walk: Walk, line: Line, term: str, mark: str, start: int) -> None:
    section = walk.headings[-1].number if walk.headings else "glossary"
    draft = walk.open("term", f"{section}/{slug(term)}")
    draft.add("title", term, line, "")
    draft.add("marker", mark, line, "")
    if start:
        draft.add("text", line.text[start:], line, "")


def _clause(walk: Walk, i: int) -> bool:
    """A point of a state's section: each bullet, or each paragraph of its own."""
    line = walk.lines[i]
    if walk.mode != "clauses" or not line.starts or not walk.headings or _in_number(walk):
        return False
    if line.role not in ("text", "item") or line.level > 1 or (line.role == "text" and line.level):
        return False
    heading = walk.headings[-1]
    name = slug(heading.text("title"))
    bullet = _BULLET.match(line.text) or (re.match(r"\d+[.)]\s+", line.text) if line.role == "item" else None)
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


def _text(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if line.starts and line.role == "text" and not line.level:
        walk.end_example()
    if walk.current is None and walk.headings:
        walk.current = walk.headings[-1]
    if walk.current is not None and walk.current.kind == "note" and line.starts and line.role == "text" and walk.headings:
        walk.current = _after_note(walk)
    walk.add_text(line.text, line)
    return True


def _after_note(walk: Walk) -> Draft:
    """Text after a notice of one paragraph goes on with the heading, unless the notice was a title line of its own."""
    note = walk.current
    assert note is not None
    return note if note.text("text").count("\n") == 0 and is_title(note.text("text").split("\n")[0]) else walk.headings[-1]


RECOGNISERS: tuple[tuple[str, Callable[[Walk, int], bool]], ...] = (
    ("carried", _carried),
    ("aside", _set_aside),
    ("code", _code),
    ("number", _number),
    ("own-text", _own_text),
    ("also-found-as", _also_found_as),
    ("notice", _notice),
    ("answer", _answer),
    ("question", _question),
    ("heading", _heading),
    ("term", _term),
    ("clause", _clause),
    ("text", _text),
)
"""In order: the first that takes a line ends the search; the last takes every line."""
