"""Sections with entries of their own kind: the clauses of a state, notices, other names."""

from __future__ import annotations

import re

from kb.recognise.draft import Draft, Walk, slug

_NOTICE = re.compile(
    r"(?:important )?(?:notice|warning|attention|hinweis|aviso)\s*[:!]\s*"
    r"|this (?:\w+ ){0,3}(?:rules?|page|section|state|skill) (?:is|are) (?:not used|no longer|obsolete|out of date)",
    re.IGNORECASE,
)


_ALSO = re.compile(r"(?P<mark>(?:also (?:found as|known as|called)|other names)\s*:)\s*", re.IGNORECASE)


BULLET = re.compile(r"[-*•▪·]\s+")


_FOOTNOTE = re.compile(r"\[\d{1,3}\]\s")


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


def clause(walk: Walk, i: int) -> bool:
    """A point of a state's section: each bullet, or each paragraph of its own."""
    line = walk.lines[i]
    if walk.mode != "clauses" or not line.starts or not walk.headings or _in_number(walk):
        return False
    if line.role not in ("text", "item") or line.level > 1 or (line.role == "text" and line.level):
        return False
    if _FOOTNOTE.match(line.text):
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


_PAGE = re.compile(
    r"(?:(?:[^\W\d_]+\s+){0,3}(?:rule ?book|rules|book|regelbuch|reglamento)?,?\s*)?"
    r"(?:pages?|pp?\.|pg\.|seite|s\.|página|pág\.)\s?\d{1,4}\b"
    r"(?P<rest>[^:\n]{0,80}?)(?P<mark>\s*(?::|\s[–—-])\s+)(?=\S)",
    re.IGNORECASE,
)
"""Where a correction belongs: "Page 12, Setup: ...", "Rulebook p. 4 - ..."."""


def correction(walk: Walk, i: int) -> bool:
    """An entry of a list of corrections: a paragraph that begins with what it corrects, in bold or as a page."""
    line = walk.lines[i]
    if walk.mode != "errata" or not line.starts or line.role not in ("text", "item") or _in_number(walk):
        return False
    page = _PAGE.match(line.text)
    start = line.bold if 0 < line.bold < len(line.text) else page.end() if page else 0
    title = line.text[:start].rstrip(":–—- ")
    if not title or title.endswith((".", "!", "?")):
        return False
    draft = walk.open("rule", walk.named(title, "errata"))
    draft.add("title", title, line, "")
    draft.add("marker", line.text[len(title) : start], line, "")
    draft.add("text", line.text[start:], line, "")
    return True
