"""Tables whose rows are entries: questions with their answers, terms with their definitions."""

from __future__ import annotations

import re

from kb.models import Kind, Line
from kb.recognise.draft import Columns, Draft, Walk

_QUESTIONS = re.compile(r"q(?:uestion)?s?|frage|pregunta|domanda|pergunta", re.IGNORECASE)
_ANSWERS = re.compile(r"a(?:nswer)?s?|response|ruling|reply|antwort|réponse|respuesta|risposta|resposta", re.IGNORECASE)
_TERMS = re.compile(
    r"(?:key ?)?(?:words?|terms?)|abbreviation|acronym|begriff|terme|término|termine|termo", re.IGNORECASE
)
_DEFINITIONS = re.compile(
    r"definition|meaning|explanation|description|bedeutung|erklärung|définition|definición|significado|definizione"
    r"|definição",
    re.IGNORECASE,
)
_PAIRS: tuple[tuple[Kind, re.Pattern[str], re.Pattern[str]], ...] = (
    ("faq", _QUESTIONS, _ANSWERS),
    ("term", _TERMS, _DEFINITIONS),
)
"""What entries are, and how the columns of their names and of their texts are headed."""
_NAME = re.compile(r"name", re.IGNORECASE)
"""A column that holds terms in a glossary, and elsewhere many things."""


def row(walk: Walk, i: int) -> bool:
    """A row of such a table; the header goes to its first entry."""
    line = walk.lines[i]
    if walk.columns is not None and (line.role != "row" or line.starts):
        walk.current, walk.columns = walk.columns.owner, None
    if line.role == "row" and line.starts:
        walk.columns = _columns(walk, i)
    elif walk.columns is not None:
        _entry(walk, walk.columns, line)
    return walk.columns is not None


def _columns(walk: Walk, i: int) -> Columns | None:
    line, below = walk.lines[i], walk.below(i)
    if below is None or below.role != "row" or below.starts:
        return None
    cells = [cell.strip(" :*") for cell in line.text.split("|")]
    for kind, names, texts in _PAIRS:
        known = (names, _NAME) if kind == "term" and walk.mode in ("glossary", "keywords") else (names,)
        name = next((at for at, cell in enumerate(cells) if any(each.fullmatch(cell) for each in known)), -1)
        text = next((at for at, cell in enumerate(cells) if at > name and texts.fullmatch(cell)), -1)
        if 0 <= name < text:
            return Columns(kind, name, text, len(cells), line, walk.current)
    return None


def _entry(walk: Walk, columns: Columns, line: Line) -> None:
    """Begin the entry of a row, or go on with the one above where its name is empty."""
    cells = [cell.strip() for cell in line.text.split("|")]
    bars = len(cells) - 1
    cells += [""] * (columns.size - len(cells))
    draft = walk.current
    if cells[columns.name] or columns.header or draft is None:
        draft = _open(walk, columns, cells[columns.name])
    if columns.header:
        draft.add("marker", columns.header.text, columns.header, "")
        columns.header = None
    for at, cell in enumerate(cells):
        part = "title" if at == columns.name else "text" if at >= columns.text else "marker"
        draft.add(part, cell, line, "\n")
        draft.add("marker", "|" if at < bars else "", line, "")


def _open(walk: Walk, columns: Columns, name: str) -> Draft:
    number = f"faq-{walk.count('faq')}" if columns.kind == "faq" else walk.named(name, "glossary")
    return walk.open(columns.kind, number)
