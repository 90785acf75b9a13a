"""The number or marker that a line begins with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.numbering import eastasian
from kb.numbering.eastasian import CIRCLED, LETTERS, NUMERALS
from kb.numbering.grammar import NUMBER, ORDINAL, WORDS, components
from kb.numbering.patterns import Late

_NO = Late(r"\s(?:no|nr)\.?\s*$|\s[№#]\s*$", re.IGNORECASE)
_MARK = Late(
    rf"""(?P<bullet>(?:[*•·▪‣◦–-]\s+)?)
    (?P<word>(?:(?i:{WORDS})\.?\s+(?:(?i:no|nr)\.?\s+|№\s*|\#\s?)?|§+\s*)?)
    (?:\[(?P<boxed>{NUMBER})\]|<(?P<angled>{NUMBER})>|(?P<number>{NUMBER}))
    (?P<end>[.)]?-(?=\s)|[.):]{{0,2}})
    (?P<gap>\s*\|\s*|\s+[—–-]\s+|\s*[—–]\s*|\s+|$|(?<=[.)])(?=[A-Z“"])|(?=[{LETTERS}「『])(?<=[\d.)]))""",
    re.VERBOSE,
)
_RELATIVE = Late(
    r"(?P<bullet>(?:[*•·▪‣◦-]\s+)?)"
    rf"(?:\((?P<paren>\d{{1,2}}|[a-zA-Z]|[ivxIVX]{{2,6}}|[a-z]{{2}}|[{NUMERALS}]{{1,3}})\)|(?P<circled>[{CIRCLED}])"
    rf"|(?P<plain>\d{{1,2}}|[a-zA-Z]|[ivxIVX]{{2,6}}|[{NUMERALS}]{{1,3}}(?=、))(?P<end>[.)、]))"
    rf"(?:[-–]?\s+|$|(?=[{LETTERS}「『]))"
)
_LETTER = Late(
    rf"(?:(?P<word>(?i:{WORDS}|appendix|anhang|annex|part))\s+)?(?P<number>[A-Z])(?P<end>[.:)]?)(?:\s+[—–-]\s+|\s+|$)"
)
_NAMED_NUMERAL = Late(
    rf"(?P<word>(?i:{WORDS}))\s+(?P<number>[IVX]{{1,6}})(?:[.:)]?(?:\s*[—–-]\s*|\s+)|[.:)]?$)(?!of\b)"
)
_LAST = Late(
    rf"(?P<title>.*\w[^\s(–—-]*)\s*(?:\(§?\s?(?P<paren>{NUMBER})\)|\s[–—-]\s§?\s?(?P<dashed>{NUMBER})\.?)$", re.VERBOSE
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A number a line begins with: as normalised, its printed form, and where the text after it starts.

    `form` is the print around the number: "." ")" "()" "[]" or "" after it, preceded by the word if one stands before
    ("article."). `bullet` tells whether a list bullet stood before it; `gap` whether more than white space (a dash)
    parts it from the text.
    """

    number: str
    form: str
    start: int
    word: str = ""
    bullet: bool = False
    dash: bool = False


def leading(text: str) -> Marker | None:
    """Return the number that a line begins with, or None; only its neighbours tell if it is a rule's."""
    text = eastasian.narrow(text)
    found = _MARK.match(text)
    boxed = (found["boxed"] or found["angled"] or "") if found else ""
    printed = boxed or (found["number"] if found else "")
    if not found or ORDINAL.match(printed):
        return _ordinal(text)
    word = _NO.sub("", found["word"]).strip().rstrip(".").casefold()
    number, end = printed.replace("–", "-"), "[]" if boxed else found["end"]
    if (number[0].isalpha() and not number[0].isupper()) or (boxed and len(components(number)) < 2):
        return None
    return Marker(number, end, found.end(), word, bool(found["bullet"]), bool(found["gap"].strip()))


def _ordinal(text: str) -> Marker | None:
    """第3条, 제2장: the unit is the word, and what stands around the number its print."""
    found = eastasian.heading(text) if text[:1] in ("第", "제") else None
    return Marker(found.number, "第", found.end, found.unit) if found else None


def named_numeral(text: str) -> Marker | None:
    """Return the capital roman numeral behind a word ("Section II-Equipment", "PART IV"), None where there is none."""
    found = _NAMED_NUMERAL.match(text)
    return Marker(found["number"], "", found.end(), found["word"].casefold()) if found else None


def trailing(text: str) -> Marker | None:
    """Return the number that a title ends with, "Combat (7.3)", "Combat – 7.3", or None; `start` is where it begins."""
    found = _LAST.fullmatch(eastasian.narrow(text))
    if not found or ORDINAL.match(found["paren"] or found["dashed"]):
        return None
    return Marker((found["paren"] or found["dashed"]).replace("–", "-"), "$", found.end("title"))


def lettered(text: str) -> Marker | None:
    """Return the capital letter that numbers a heading ("A. Setup", "Article B: ..."), None where there is none."""
    found = _LETTER.match(text)
    if not found or not (found["word"] or found["end"]):
        return None
    return Marker(found["number"], found["end"], found.end(), (found["word"] or "").casefold())


def relative(text: str) -> Marker | None:
    """Return a marker that counts within the rule above it, without its brackets: (a), a), a., (1), (ii), （三）, ②."""
    found = _RELATIVE.match(eastasian.narrow(text))
    if not found:
        return None
    printed = found["paren"] or found["circled"] or found["plain"]
    form = found["end"] or "()"
    number = printed if printed.isascii() else eastasian.digits(printed)
    return Marker(number, form, found.end(), bullet=bool(found["bullet"]))
