"""Headings: those that mark-up gives, and in plain text those that only their looks tell; each is a path of titles."""

from __future__ import annotations

import itertools
import re

from kb import numbering
from kb.models import Line
from kb.numbering.grammar import WORDS
from kb.recognise.candidates import is_title
from kb.recognise.draft import Walk, slug
from kb.recognise.questions import heads_questions
from kb.recognise.sections import BULLET, fresh, in_rule
from kb.recognise.spelt import SPELT
from kb.recognise.terms import SLIP, leap

_FAQ = re.compile(
    r"(?:.*\b)?(?:f\.?a\.?q\.?s?|frequently asked questions|questions (?:and|&) answers|q\s?&\s?a|häufige fragen)"
    r"(?:\s*\(\d+\))?",
    re.IGNORECASE,
)


_GLOSSARY = re.compile(
    r"(?:.*\b)?(?:glossary|glossar|glosario|glossaire|glossario|definitions|definitionen)(?: of (?:\w+ ){0,3}terms)?",
    re.IGNORECASE,
)


_STATE = re.compile(
    r"(?:activation|effects?|cancell?ation|restrictions?|requirements?|removal|expanded description|duration|example)",
    re.IGNORECASE,
)


_BACK = re.compile(r"credits|legal(?: notices?)?|copyright|acknowledge?ments|impressum", re.IGNORECASE)


_KNOWN = re.compile(
    r"introduction|(?:appendix|annex|anhang)(?: \w+)?|(?:appendix|annex|anhang)(?: [A-Z]| \d{1,2})?(?:[.:]| [–—-]) .+"
    r"|change ?log|foreword|preface|overview|index|einleitung|vorwort|update summary|revision history|version history",
    re.IGNORECASE,
)


_DATED = re.compile(
    r"(?:(?:version|edition|rev(?:ision)?|release|fassung|versión)\b[.:]?\s*[v\d]|v\.?\s?\d"
    r"|(?:\w+ )?(?:effective|updated|revised|amended|modified|adopted|published|released|valid|in force|as of|stand"
    r"|gültig|vigente|en vigueur|date|copyright|©)\b.*\d|©"
    r"|(?:\d{1,2}(?:st|nd|rd|th|\.)? )?(?:of )?[^\W\d_]{3,10}\.? (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:1[89]|20)\d\d$"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}$)",
    re.IGNORECASE,
)
"""A line that dates its document ("Version 2.4", "Effective 1 May 2024"): in plain text it is no title ..."""
_FRONT = 20
"""... among so many lines at its beginning; further down it heads what changed then."""


_CAPITALS = re.compile(r"[^\W\d_a-z]{5,}(?:[ &'’-]+[^\W\d_a-z]+){0,6}")


_BANNER = re.compile(r"\|\s*(?P<title>[^|]+?)\s*\|")


_KEYWORDS = re.compile(r"(?:.*\b)?(?:key ?words?|key terms|terminology|terms)", re.IGNORECASE)
_ERRATA = re.compile(
    r"(?:.*\b)?(?:errat(?:a|um)|corrections?|clarifications?|corrigend(?:a|um)|berichtigungen|fe de erratas)",
    re.IGNORECASE,
)
_MODES = (
    ("faq", _FAQ),
    ("errata", _ERRATA),
    ("glossary", _GLOSSARY),
    ("keywords", _KEYWORDS),
    ("clauses", _STATE),
    ("back", _BACK),
)
"""The sections whose entries are of a kind of their own, and the titles that begin them."""

_EDITION = re.compile(r"\s*(?:[(\[][^()\[\]]*[)\]]|[-–—:,]?\s*v(?:ersion)?\.?\s?\d\S*)$", re.IGNORECASE)
"""What may stand behind the title of such a section: "FAQ (v1.1, 2023)", "Glossary (A to Z)"."""
PLAIN_LEVEL = 3
"""The level of a heading that only its looks tell, in text without levels: below two levels of titles."""


def heading(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if line.role == "heading":
        return _open_path(walk, line, line.level, 0)
    banner = _BANNER.fullmatch(line.text) if line.role == "text" and not _framed(walk, i) else None
    if banner and is_title(banner["title"]):
        return _open_path(walk, line, _plain_level(walk, banner["title"]), banner.start("title"))
    if not _looks_like_heading(walk, i):
        return False
    return _open_path(walk, line, _plain_level(walk, line.text), 0)


def _framed(walk: Walk, i: int) -> bool:
    """Tell whether a line between bars stands among others: it is part of a picture or a table."""
    around = [walk.lines[j].text for j in (i - 1, i + 1) if 0 <= j < len(walk.lines)]
    return any(text.startswith("|") for text in around)


def _open_path(walk: Walk, line: Line, level: int, start: int) -> bool:
    title = line.text[start:].rstrip("| ")
    if _entitles_part(walk, line, level):
        walk.headings[-1].add("title", line.text, line, " ")
        return True
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


_PART = re.compile(
    rf"(?:{WORDS}|book|volume|scene|scenario|act|buch|libro)\s+(?:\d{{1,3}}|[IVXL]{{1,6}}|[A-Z]|{SPELT})[.:]?",
    re.IGNORECASE,
)


def _entitles_part(walk: Walk, line: Line, level: int) -> bool:
    """Tell whether the heading above only counts a part, "CHAPTER TWO", and this one, as high, is its title."""
    last = walk.headings[-1] if walk.headings else None
    if last is None or last is not walk.current or last.grammar or len(last.pieces) > 1 or _PART.match(line.text):
        return False
    return (last.plain or level <= last.level) and _PART.fullmatch(last.text("title")) is not None


def _is_term(walk: Walk, level: int) -> bool:
    return walk.mode == "glossary" and level == walk.term_level


def enter(walk: Walk, title: str, level: int) -> None:
    """Begin a FAQ, a glossary, or the clauses of a state, where a heading says so."""
    plain = _EDITION.sub("", title)
    mode = next((name for name, known in _MODES if known.fullmatch(plain)), "")
    if mode and not (mode == "clauses" and walk.mode):
        walk.mode, walk.mode_level = mode, level
        walk.term_level = _term_level(walk, level)


_INITIALS = re.compile(r"[A-ZÄÖÜ](?:\s?[-–—,/]\s?[A-ZÄÖÜ])*")
"""Titles of an alphabet's parts ("A", "X – Z"), which are no entries."""


def _term_level(walk: Walk, level: int) -> int:
    """Return the commonest level of the headings inside the section that begins: its entries'.

    A level whose headings are mostly letters is the alphabet's; entries without another are paragraphs.
    """
    sizes: dict[int, int] = {}
    initials: dict[int, int] = {}
    for line in itertools.islice(walk.lines, walk.at + 1, None):
        if line.role == "heading":
            if line.level <= level:
                break
            counted = initials if _INITIALS.fullmatch(line.text) else sizes
            counted[line.level] = counted.get(line.level, 0) + 1
    levels = [each for each in sizes if sizes[each] > initials.get(each, 0)]
    return max(levels, key=lambda each: (sizes[each], each), default=0)


def _plain_level(walk: Walk, title: str) -> int:
    """Level of a heading told by its looks: below a heading that has no text yet, else beside the last one."""
    last = walk.headings[-1] if walk.headings else None
    if last is None:
        return 1
    volume = _volume(title)
    like = next((h.level for h in walk.headings if volume and h.plain and _volume(h.text("title")) == volume), 0)
    if like or (like := _level_of_capitals(walk, title)):
        return like
    if (_is_matter(title) and walk.numbered) or walk.mode == "glossary":
        return 1
    bare = not last.has("text") and not last.children
    return min(last.level + 1, PLAIN_LEVEL) if bare or last.level < PLAIN_LEVEL - 1 else last.level


def _level_of_capitals(walk: Walk, title: str) -> int:
    """The level of the innermost open heading in capitals that has something under it, for another one in capitals."""
    if not title.isupper():
        return 0
    open_ones = (h for h in reversed(walk.headings) if h.plain and (h.has("text") or h.children))
    return next((h.level for h in open_ones if h.text("title").isupper()), 0)


def _is_matter(title: str) -> bool:
    return any(known.fullmatch(title) for known in (_KNOWN, _BACK, _GLOSSARY))


def _looks_like_heading(walk: Walk, i: int) -> bool:
    line = walk.lines[i]
    if line.role != "text" or not is_title(line.text) or BULLET.match(line.text) or line.level or not fresh(walk, i):
        return False
    if _RULED.fullmatch(line.text) or _in_columns(walk, i) or _LEADERS.search(line.text) or _is_listed(walk, i):
        return False
    if i < _FRONT and _DATED.match(line.text):
        return False
    known = any(each.fullmatch(line.text) for each in (_KNOWN, _BACK, _GLOSSARY, _FAQ))
    if (known and not (walk.marked_up and in_rule(walk))) or _ends_glossary(walk, line):
        return True
    if not walk.marked_up and heads_questions(walk, i):
        return True
    if walk.mode in ("glossary", "back") or (not line.starts and not _CAPITALS.fullmatch(line.text)):
        return False
    if line.starts and in_rule(walk) and _volume(line.text):
        return _stands_out(walk, i)
    held = in_rule(walk) and not _ends_example(walk, i)
    return bool(_STATE.fullmatch(line.text)) or (i + 1 < len(walk.lines) and not held and _stands_out(walk, i))


_LEADERS = re.compile(r"\.{4,}|(?:\. ){4,}|…{2,}")
"""Dots between the two columns of a list: "Infantry ..... 6"."""
_ITEM = re.compile(r"\d{1,2}[.)]\s")


def _is_listed(walk: Walk, i: int) -> bool:
    """Tell whether a line is an item of a counted list, the next or last of which stands right beside it."""
    line = walk.lines[i]
    near = (walk.lines[j] for j in (i - 1, i + 1) if 0 <= j < len(walk.lines))
    return bool(_ITEM.match(line.text)) and any(
        abs(other.line - line.line) == 1 and _ITEM.match(other.text) for other in near
    )


def _ends_example(walk: Walk, i: int) -> bool:
    """Tell whether an example of a section without a number ends: after an empty line, a title."""
    draft = walk.current
    unnumbered = draft is not None and draft.kind == "example" and draft.above is not None and not draft.above.grammar
    return unnumbered and not walk.marked_up and i > 0 and walk.lines[i].line - walk.lines[i - 1].line > 1


_RULED = re.compile(r"[-=_+|.\s]+")
_COLUMNS = re.compile(r"\S(?: {2,}|\t+)\S.*\S(?: {2,}|\t+)\S|\S(?: {4,}|\t+)\S")


def _in_columns(walk: Walk, i: int) -> bool:
    """Tell whether a line has the white of columns in it, and one beside it, too, or a drawn line: it is a table's."""
    if not _COLUMNS.search(walk.lines[i].text):
        return False
    near = (walk.lines[j].text for j in (i - 1, i + 1) if 0 <= j < len(walk.lines))
    return any(_COLUMNS.search(text) or _RULED.fullmatch(text) for text in near)


_VOLUME = re.compile(
    r"(?:RULE|PART|CHAPTER|SECTION|LAW|BOOK|APPENDIX|ANNEX|ARTICLE|TITLE|DIVISION|EXHIBIT|SCHEDULE|TEIL|KAPITEL|ANHANG|ABSCHNITT"
    r"|T[ÍI]TULO|CAP[ÍI]TULO|TITRE|CHAPITRE|TITOLO|CAPITOLO|ANEXO|ANNEXE)\b"
)


_COUNTED_VOLUME = re.compile(
    r"(?-i:[A-ZÄÖÜ]{4,}) (?=(?-i:[IVX]{1,5})[.:] [^\W\d_])"
    r"|(?:erste|zweite|dritte|vierte|fünfte|sechste|siebte|siebente|achte|neunte|zehnte)[rs]?"
    r" (?:abschnitt|teil|kapitel)\b"
    r"|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) (?:part|chapter)\b",
    re.IGNORECASE,
)
"""A part in small letters that is counted all the same: "GUIDELINES II. Fast games", "Zweiter Abschnitt: Spiele"."""


def _volume(text: str) -> str:
    """The word by which a line names a part and so ends the rule before it: in capitals, or as in 第二章; else ""."""
    found = _VOLUME.match(text) if text.isupper() else _COUNTED_VOLUME.match(text)
    mark = numbering.leading(text) if text[:1] in ("第", "제") else None
    return found[0] if found else mark.word if mark and mark.word not in numbering.ARTICLES else ""


def _ends_glossary(walk: Walk, line: Line) -> bool:
    """A capitalised line among wrapped entries that falls behind them in the alphabet begins a section."""
    last = walk.current if walk.mode == "glossary" else None
    if last is None or last.kind != "term" or not line.text.istitle():
        return False
    return not line.starts and leap(last.text("title"), line.text) < -SLIP


def _stands_out(walk: Walk, i: int) -> bool:
    """In text without mark-up, a short line that no sentence ends, before longer ones."""
    line, below = walk.lines[i], next((j for j in range(i + 1, len(walk.lines)) if j not in walk.set_aside), None)
    if below is None or walk.marked_up:
        return False
    return len(line.text.split()) <= 10 and (below in walk.rules or walk.lines[below].starts)


def leave_sections(walk: Walk) -> None:
    """A rule's number ends what plain text began with a known word only: an introduction, a FAQ, a glossary."""
    if walk.mode and walk.headings and walk.headings[-1].plain:
        walk.mode = ""
    while walk.headings and walk.headings[-1].plain and _is_matter(title := walk.headings[-1].text("title")):
        if _PART.match(title):  # "ARTICLE ONE - DEFINITIONS" holds its sections
            break
        walk.headings.pop()
