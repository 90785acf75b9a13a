"""The numbers that a question may name, each with the ways to read it, the fullest first.

Only the catalogue knows which numbers there are: what it does not hold is a number that is missing where the question
says that it is one, and words else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kb import numbering
from kb.models import Reference, Source
from kb.numbering.grammar import NUMBER, ORDINAL
from kb.numbering.patterns import Late

_NAME = 80
"""Letters before a number among which a document's name is looked for."""
_STEPS = 8
"""Parts written apart that a number may have."""
_END = r"(?![.:\-/,%]?\w|['’]\w)"
_STEP = rf"""(?:(?P<sign>\s+[.:]\s+(?:\d{{1,3}}[a-z]?|[a-z]){_END}|\s?\((?:\d{{1,2}}|[a-z]{{1,2}}|[ivx]{{1,5}})\))
    |(?P<half>(?:\s+-\s+|\s+[.:]|[.:]\s+)(?:\d{{1,3}}[a-z]?|[a-z]){_END})
    |(?P<comma>,(?:\d{{1,3}}(?:[a-z]{{1,2}}\d?)?|[a-z])(?![.:\-/%]?\w|['’]\w))
    |(?P<named>\s+(?:abs|absatz|satz|para|paragraph|lit|sentence)\.?\s+\w{{1,2}}{_END})
    |(?P<letter>\s+[a-z]\d{{0,2}}{_END})
    |(?P<digits>\s+\d{{1,3}}{_END}))"""
_RUN = Late(
    rf"""(?<![\w.:/\-])(?P<glued>(?:[^\W\d_]{{2,8}}\.?(?=\d))?)(?P<base>(?>{NUMBER}(?:\#\d)?))(?=[^\w%/]|(?<=[a-z])/[a-z]?(?!\w)|$)
    (?![.:_][^\W\d_]{{1,2}}\d*(?!\w))(?!-[^\W\d_])
    (?P<more>(?>{re.sub("[?]P<[a-z]+>", "?:", _STEP)}{{0,{_STEPS}}}))""",
    re.VERBOSE | re.IGNORECASE,
)
_STEPPED = Late(_STEP, re.VERBOSE | re.IGNORECASE)
_SLUG = Late(r"(?<![\w/-])[a-z]+(?:-[a-z]+)*-\d+(?![\w/-])", re.IGNORECASE)
_LETTERS = Late(r"[A-Z](?:\.[A-Za-z]{1,4})*")
"""A number without a digit: "B", "A.iv"."""
_ALONE = Late(r"(?<![^\s(])(?P<letter>[^\W\d_])(?:,|(?:\.|\s[.:-])?\s)$")
_NUMBER = Late(r"\b(?:no|nr|nº)\.|\b(?:number|nummer|número|numéro)\b", re.IGNORECASE)
"""What stands before any number, a player's too."""
_VERSION = Late(r"\b(?:version|release|edition|v)\.?\s*$|[$€£+±~<>=]\s?$", re.IGNORECASE)
_UNIT = Late(
    r"\s?(?:[%°€$£′″\"×]|(?:[kcm]?m|k?g|s|h|min|sec|ft|in|lbs?|x|pts|times|inch(?:es)?|feet|foot|points?|seconds?|minutes?"
    r"|hours?|(?:milli|centi|kilo)?met(?:er|re)s?|(?:kilo)?gram(?:me)?s?)\b)",
    re.IGNORECASE,
)
_DATE = Late(r"(?:1[89]|20)\d\d-\d\d?(?:-\d\d?)?|\d\d?[.-]\d\d?[.-](?:1[89]|20)\d\d")
_DASHES = Late(r"(?<=\w)[\u2010-\u2015\u2212\ufe58\ufe63](?=\w)")
_DIGIT = re.compile(r"\d")
_WORD = Late(r"[^\W_]+")
_SIGNED = Late(r"[^\W_][.:(\-]\w")
_MAYBE_WORDS = frozenset("aeiouyvxmgsh")
"""Letters that may be words, signs or units of their own, and need not belong to the number before them."""
_RULE = "rR"
"""A letter that may stand for "rule"."""
_UNITS = frozenset("smhgxkp")
Asks = Callable[[str], bool]
_SAYING = (
    "a about and cite define do does exactly explain full is it look mean means me please quote read say says show tell"
    " text the to up us what whats where"
)
"""Words of a question that asks what a bare integer says: "have" and "can" ask of something that there are two of."""
_MARKS = " ?!.,;:\"'()[]“”‘’"


@dataclass(frozen=True, slots=True)
class Cited:
    """A number that a question may name.

    `readings` are its forms, the fullest first. `sure`: the question says that it is a number, and one that no rule has
    is missing. `loose`: a rule with other signs between the same parts is meant, too. `local`: it counts only where one
    game is asked about. `parts` are what it falls into where no reading is found.
    """

    readings: tuple[str, ...]
    sure: bool = True
    loose: bool = True
    local: bool = False
    parts: tuple[Cited, ...] = ()


@dataclass(frozen=True, slots=True)
class _Run:
    """A number as it stands in a question, from `start` to `end`.

    `glued` are letters right before its base, `steps` the (kind, text) of the parts written apart, `letter` a lone one
    before it. `named`: words that cite stand before it; `last`: it ends a sentence.
    """

    start: int
    end: int
    glued: str
    base: str
    steps: tuple[tuple[str, str], ...]
    letter: str
    named: bool
    last: bool
    names: frozenset[str]


def plain(text: str) -> str:
    """Return a question with its signs in their usual form: full-width ones, and the dashes within a number."""
    return _DASHES.sub("-", unicodedata.normalize("NFKC", text))


def cited(text: str, documents: Iterable[Source], asks: Asks) -> tuple[tuple[Cited, ...], bool]:
    """Return the numbers that a question may name, in order, and whether it says nothing else.

    `documents` are those whose names may stand before a number, `asks` tells whether words only ask or bind.
    """
    if not _DIGIT.search(text) and "第" not in text and "제" not in text:
        return _lettered(text)
    text = plain(text)
    names = _names(tuple(documents))
    references = numbering.find_references(text)
    runs = list(_runs(text, names, {r.start for r in references}))
    slugs = [m for m in _SLUG.finditer(text) if not any(run.start < m.end() and m.start() < run.end for run in runs)]
    beside = [r for r in references if not any(run.start <= r.start < run.end for run in runs)]
    spans = [(run.start, run.end) for run in runs] + [(r.start, r.end) for r in beside] + [m.span() for m in slugs]
    bare = any(run.base.isdecimal() and not run.steps and not run.named for run in runs)
    only = bool(spans) and _nothing_else(text, spans, names, asks, bare)
    found = [(m.start(), Cited((m[0].lower(),), only, False)) for m in slugs]
    found += [(r.start, Cited((r.number,))) for r in beside]
    for run in runs:
        ends = [r for r in references if run.start <= r.start < run.end]
        one = _range(run, ends, only) if len(ends) > 1 else _alone(run) if only else _in_prose(text, run)
        found += [(run.start, one)] if one else []
    return tuple(dict.fromkeys(one for _, one in sorted(found, key=lambda pair: pair[0]))), only and bool(found)


def _lettered(text: str) -> tuple[tuple[Cited, ...], bool]:
    """A question without a digit names a rule where it is nothing but its letter: "B", "rule B", "A.iv"."""
    *words, last = text.strip(_MARKS).split() or [""]
    if len(words) > 1 or not _LETTERS.fullmatch(last):  # most questions: what tells a citing word takes long to load
        return (), False
    sure = bool(words) and words[0].islower() and is_citing(words[0])
    if len(words) > sure:
        return (), False
    return (Cited((numbering.normalise(last),), sure, False),), True


def _runs(text: str, names: frozenset[str], cited_at: Set[int]) -> Iterator[_Run]:
    for found in _RUN.finditer(text):
        start, glued = found.start(), found["glued"]
        alone = _ALONE.search(text, max(0, start - 5), start)
        first = alone.start() if alone else start
        steps = tuple((m.lastgroup or "", m[0]) for m in _STEPPED.finditer(found["more"]))
        named = is_named(text[max(0, first - _NAME) : first], names) or (
            not cited_at.isdisjoint((start, found.start("base"))) and not _DATE.fullmatch(found["base"])
        )
        named = named or any(is_citing(glued[:end].rstrip("."), names) for end in range(2, len(glued) + 1))
        last = not text[found.end() :].strip(_MARKS) or text[found.end()] in ",.;:?!)"
        yield _Run(
            first, found.end(), glued, found["base"], steps, alone["letter"] if alone else "", named, last, names
        )


def _names(documents: Sequence[Source]) -> frozenset[str]:
    """What documents are called before a number, in small letters: their short names, ids, titles and initials."""
    found = {name.casefold() for source in documents for name in (source.short, source.id, source.title) if name}
    return frozenset(found | {_initials(source.title) for source in documents if len(_initials(source.title)) > 1})


def _initials(title: str) -> str:
    return "".join(word[0] for word in _WORD.findall(title) if word[0].isupper()).casefold()


def is_named(before: str, names: Collection[str]) -> bool:
    """Whether a text ends in what cites: a word for a rule, a document's name, "§"."""
    words = before.casefold().rstrip().rstrip(".(").rstrip()
    if words.endswith("§"):
        return True
    return is_citing(words.rpartition(" ")[2].lstrip("(\"'“"), names) or any(
        words.endswith(name) and not words[: -len(name)][-1:].isalnum() for name in names
    )


@lru_cache(256)
def _cites(word: str) -> bool:
    return word.isalpha() and bool(numbering.find_references(f"{word} 1"))


def is_citing(word: str, names: Collection[str] = ()) -> bool:
    """Whether a number behind the word is a rule's: "rule", "Art", and what documents are called."""
    return word.casefold() in names or (len(word) < 16 and _cites(word.casefold()))


def _nothing_else(text: str, spans: Iterable[tuple[int, int]], names: Collection[str], asks: Asks, bare: bool) -> bool:
    """Whether the words around the numbers only ask or cite; around `bare` ones, only ask what they say."""
    held = list(text)
    for start, end in spans:
        held[start:end] = " " * (end - start)
    rest = "".join(held)
    for name in sorted((name for name in names if name in rest.casefold()), key=lambda name: (-len(name), name)):
        rest = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", rest, flags=re.IGNORECASE)
    words = [word for word in _WORD.findall(_NUMBER.sub(" ", rest)) if not is_citing(word)]
    shouted = len(words) == 1 and len(words[0]) > 1 and words[0].isupper()  # "DON!! 10": no "don't"
    saying = all(word.casefold() in _SAYING.split() for word in words)
    return not shouted and (saying or (not bare and asks(" ".join(words))))


def _readings(run: _Run, only: bool) -> tuple[str, ...]:
    """The number with the parts written apart that belong to it; those that may not also without, the fullest first."""
    found = [run.base]
    for nth, (kind, part) in enumerate(run.steps):
        lettered = any(later == "letter" for later, _ in run.steps[nth:])
        if not only and (kind == "half" or (kind == "digits" and not (lettered and run.named))):
            break
        full = found[-1] + _joined(kind, part)
        ends = nth + 1 == len(run.steps) and (only or run.last)
        letter = part.strip().casefold()
        either = kind == "named" or (kind == "letter" and letter in _MAYBE_WORDS and not ends)
        found = [*found, full] if either else [full]
    found.reverse()
    return tuple(dict.fromkeys(one for read in found for one in _prefixed(run, read, only)))


def _joined(kind: str, part: str) -> str:
    """A part as it stands in a number written together."""
    plain = "".join(part.split())
    if kind == "named":
        return f".{part.split()[-1]}"
    return f".{plain.lstrip(',')}" if kind in ("digits", "comma") else plain


def _prefixed(run: _Run, number: str, only: bool) -> list[str]:
    """A number with the letters before it: those glued to it may cite ("CR702.19b"), one apart may be a word."""
    if run.glued:
        cuts = [end for end in range(len(run.glued), 1, -1) if is_citing(run.glued[:end].rstrip("."), run.names)]
        return [run.glued + number, *(run.glued[end:] + number for end in cuts)]
    if not run.letter:
        return [number, number[1:]] if run.base[0] in _RULE else [number]
    if only:
        return [run.letter + number, number] if run.letter in _RULE else [run.letter + number]
    whole = bool(_SIGNED.search(run.base)) or len(numbering.components(run.base)) > 2
    return [run.letter + number, number] if whole else [run.letter + number]


def _alone(run: _Run) -> Cited | None:
    """A number in a question that says nothing else. Written apart it may be several: "5 6 7", "702,19"."""
    readings = _readings(run, True)
    apart = run.steps and all(kind in ("digits", "comma") and not re.search("[a-z]", part) for kind, part in run.steps)
    singles = [run.base, *(part.strip(" ,") for _, part in run.steps)] if apart else []
    signed = not run.letter and run.base.isdecimal()
    sure = run.named or signed or bool(re.search(r"\d[.:\-]\w", readings[0]) and not _DATE.fullmatch(readings[0]))
    parts = tuple(Cited((numbering.normalise(single),)) for single in singles)
    return _cited(readings, sure=sure, parts=parts)


def _in_prose(text: str, run: _Run) -> Cited | None:
    """A number among other words: one that is cited, or else one that is too long to be anything else."""
    readings = _readings(run, False)
    if run.named:
        return _cited(readings)
    parts, around = numbering.components(run.base), text[run.end : run.end + 16]
    if len(parts) < 2 or _VERSION.search(text, max(0, run.start - 12), run.start) or _DATE.fullmatch(run.base):
        return None
    if len(parts) > 2:
        return _cited(readings, sure=bool(_SIGNED.search(run.base)))
    measure = _UNIT.match(around) or parts[1].casefold() in _UNITS
    if run.letter or run.glued or measure or ORDINAL.match(run.base):
        return None
    dotted = bool(re.fullmatch(r"\d+\.\d+", run.base))
    return _cited(readings, sure=False, loose=False, local=not dotted)


def _cited(readings: Iterable[str], **how: Any) -> Cited | None:
    """A number of these readings, those that are none left out."""
    fit = [numbering.normalise(one) for one in readings]
    held = tuple(dict.fromkeys(one for one in fit if numbering.is_number(one) or numbering.is_number(one.upper())))
    return Cited(held, **how) if held else None


def _range(run: _Run, ends: Sequence[Reference], only: bool) -> Cited | None:
    """Two ends of a range, unless a rule has the whole as its number: "8:7-10"."""
    parts = tuple(Cited((end.number,)) for end in ends)
    return _cited(_readings(run, only)[:1], loose=bool(run.steps), parts=parts)
