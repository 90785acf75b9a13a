"""A question rid of what is no part of it: the form of a quiz, and the names of games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from kb.numbering.patterns import Late

_QUIZ = Late(
    r"(?i)[(\[]?(?<![\w/])(?:y ?/ ?n|yes ?/ ?no|t ?/ ?f|true ?/ ?false|yes or no|true or false)(?![\w/])[)\]]?[:,?]?"
)
"""What asks for one of two words only: "(y/n)", "true or false:"."""
_MARK = Late(r"(?:(?<=\s)|^)\(?([A-Ha-h1-8])[).:](?=\s|$)\s*")
_NO_DEED = Late(
    r"(?i)(?:or |and )?(?:both|neither|none|all|either|any|nothing|everything)(?: of (?:them|these|the above))?"
)
"""Options that name no deed of their own."""
_STEM = 3
"""Words: what stands before the options must be a question, not "A) rally B) run"."""
_BEFORE = r"(?:(?:in|for|of|and|or|vs\.?|versus|with|to|under|game|games)\s+|[,/&]\s*|^\W*)"
"""What stands before the name of a game where it is written small."""


def plain(question: str) -> str:
    """The question without the answers it offers: "can it rally (y/n)"."""
    if "/" not in question and " or " not in question:
        return question
    return _QUIZ.sub(" ", question).strip() or question


def options(question: str) -> tuple[str, ...]:
    """A question for each lettered deed ("can it A) attack B) move"), the marks in order; none where it has no such."""
    if not any(mark in question for mark in ").:"):
        return ()
    marks = list(_MARK.finditer(question))
    order = [mark[1].casefold() for mark in marks]
    if len(marks) < 2 or any(ord(b) != ord(a) + 1 for a, b in pairwise(order)):
        return ()
    stem = question[: marks[0].start()].strip(" \n:,;?.")
    if order[0] not in ("a", "1") or len(stem.split()) < _STEM:
        return ()
    ends = [*(mark.start() for mark in marks[1:]), len(question)]
    deeds = [question[mark.end() : end].strip(" \n,;.?") for mark, end in zip(marks, ends, strict=True)]
    return tuple(f"{stem} {deed}" for deed in dict.fromkeys(deeds) if deed and not _NO_DEED.fullmatch(deed))


def without_names(question: str, names: Iterable[str]) -> str:
    """The question without the names of other games: as they are written, or small behind "in", "and", a comma."""
    folded = question.casefold()
    for name in names:
        if name.casefold() in folded:
            question = _name(name).sub(r"\1", question)
    return question


@lru_cache(1024)
def _name(name: str) -> re.Pattern[str]:
    small = re.escape(name)
    return re.compile(rf"((?i:{_BEFORE}))(?i:\b{small}(?!\w))|(?<!\w){small}(?!\w)")
