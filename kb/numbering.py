"""The grammar of rule numbers: reading one off a line, its order, its parent, and the numbers cited in prose.

Pure text in, records out. A number is a run of components, each digits or letters, with or without a separator between
them: 423.1.a.1, 702.19b, 8:10d, 1-2-1-1, 1a1, 1c++, 13C6a, A2b, EV.5.2, 12(3), (a)(1)(ii).
"""

from __future__ import annotations

import hashlib
import re
import string
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from kb.models import Reference

_NO = re.compile(r"\s(?:no|nr)\.?\s*$|\s№\s*$", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_DOUBLE = "|".join(letter * 2 for letter in string.ascii_lowercase)
_SUFFIX = rf"""
    (?: [.:\-–_] \d{{1,3}} (?!\d)               # .2  :10  -1  _1
      | [.\-_] (?:[a-zA-Z]|{_DOUBLE}) (?![^\W_]) # .a  -a  .aa  _a
      | [._] [ivx]{{2,5}} (?![^\W_])            # .iv  _iv
      | (?:[a-zA-Z]|{_DOUBLE}) (?![^\W\d_])  # 19b  13C  19aa
      | (?<=[a-zA-Z]) \d{{1,3}}                 # C6
      | \( [0-9a-zA-Z]{{1,4}} \)                # (3)
    )"""
DEEPEST = 12
"""Components after the first that a number may have; among ten rulebooks none has more than six."""
_NUMBER = rf"""(?: (?:(?:[A-Z]{{1,3}}\.?|[A-Z]{{1,2}}-)(?=\d))? \d{{1,4}} {_SUFFIX}{{0,{DEEPEST}}} \+{{0,3}} )"""
_WORDS = (
    "article|art|rule|section|sec|regulation|reg|clause|paragraph|para|law|guideline|chapter|part|"
    "artikel|regel|abschnitt|absatz|kapitel|teil|chapitre|capítulo|artículo|articulo|regla|artigo|regra|règle|regle|articolo|regola|artykuł"
)
_MARK = rf"""(?P<bullet>(?:[*•·▪‣◦–-]\s+)?)
    (?P<word>(?:(?i:{_WORDS})\.?\s+(?:(?i:no|nr)\.?\s+|№\s*)?|§+\s*)?)
    (?:\[(?P<boxed>{_NUMBER})\]|<(?P<angled>{_NUMBER})>|(?P<number>{_NUMBER}))
    (?P<end>[.):]{{0,2}})
    (?P<gap>\s*\|\s*|\s+[—–-]\s+|\s*[—–]\s*|\s+|$|(?<=[.)])(?=[A-Z“"]))"""
_RELATIVE = re.compile(
    r"(?P<bullet>(?:[*•·▪‣◦-]\s+)?)"
    r"(?:\((?P<paren>\d{1,2}|[a-zA-Z]|[ivxIVX]{2,6}|[a-z]{2})\)"
    r"|(?P<plain>\d{1,2}|[a-zA-Z]|[ivxIVX]{2,6})(?P<end>[.)]))(?:[-–]?\s+|$)"
)
_LETTER = (
    rf"(?:(?P<word>(?i:{_WORDS}|appendix|anhang|annex|part))\s+)?(?P<number>[A-Z])(?P<end>[.:)]?)(?:\s+[—–-]\s+|\s+|$)"
)
_NAMED_NUMERAL = rf"(?P<word>(?i:{_WORDS}))\s+(?P<number>[IVX]{{1,6}})(?:[.:)]?(?:\s*[—–-]\s*|\s+)|[.:)]?$)(?!of\b)"
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_PARTS = re.compile(r"(?P<sep>[.:\-–_]?)(?:\((?P<paren>[0-9A-Za-z]+)\)|(?P<part>\d+|[A-Za-z]+|\++))")
_NUMERIC = re.compile(
    rf"(?:{_NUMBER}|(?:\([0-9A-Za-z]{{1,4}}\))+|[A-Z]{{1,4}}(?:\.(?:\d{{1,3}}|[A-Za-z]{{1,4}}))*)"
    r"(?:_[0-9A-Za-z]{1,4})*(?:\#\d+)?",
    re.VERBOSE,
)
_CITING = re.compile(
    rf"(?:{_WORDS}|regulations|rules|sections|articles|clauses|regeln|reglas|règles|cr)\.?\s+|§+\s*|\#", re.IGNORECASE
)
_PIECE = re.compile(r"\d+|[^\W\d_]+|[^\w\s]|_")


@cache
def _compiled(pattern: str, flags: int = re.VERBOSE) -> re.Pattern[str]:
    """Compile when first used: together the large patterns take 10 ms, and few questions need one."""
    return re.compile(pattern, flags)


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


@dataclass(frozen=True, slots=True)
class CitationQuery:
    """A citation as a person or a program wrote it, taken apart; what was not said is empty."""

    game: str
    document: str
    version: str
    number: str
    hash: str


def components(number: str) -> tuple[str, ...]:
    """Return the parts of a number without separators: "702.19b" -> ("702", "19", "b"), "12(3)" -> ("12", "3")."""
    return tuple(m["paren"] or m["part"] for m in _PARTS.finditer(number.partition("#")[0]))


def shape(number: str) -> str:
    """Return the separators and kinds of a number: "702.19b" -> "d.da", "1-2-1" -> "d-d-d", "5(a)" -> "d(a)"."""
    out = []
    for m in _PARTS.finditer(number):
        part = m["paren"] or m["part"]
        kind = "d" if part.isdecimal() else "+" if part[0] == "+" else "A" if part.isupper() else "a"
        out.append(f"({kind})" if m["paren"] else f"{m['sep'].replace('–', '-')}{kind}")
    return "".join(out)


def is_number(text: str) -> bool:
    """Tell whether `text` is a rule number in the grammar, as opposed to a slug such as "faq-3"."""
    return bool(_NUMERIC.fullmatch(text))


def normalise(text: str) -> str:
    """Return the plain form of a number as people write it: "423.1.a.1." -> "423.1.a.1", "CR 702.19B" -> "702.19b".

    Citing words, closing dots, single brackets, and en dashes go. Letters of a number with separators become small
    ("8:10D"); in one without, they tell levels apart and stay (13C6a, A2b). A slug comes back in small letters.
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace("–", "-")
    plain = _CITING.sub("", plain, count=1) if _CITING.match(plain) else plain
    plain = plain.strip().rstrip(".:,;")
    if plain[:1] + plain[-1:] in ("<>", "[]") and is_number(plain[1:-1]):
        plain = plain[1:-1]
    if plain.endswith(")") and plain.count("(") < plain.count(")"):
        plain = plain[:-1].rstrip(".")
    if plain.startswith("(") and plain.endswith(")") and len(components(plain[1:-1])) > 1 and is_number(plain[1:-1]):
        plain = plain[1:-1]
    if not is_number(plain):
        return plain.casefold()
    return _small(plain) if re.search(r"\d[.:\-]", plain) else plain


def _small(number: str) -> str:
    head = re.match(r"[A-Z]*", number)
    cut = head.end() if head else 0
    return number[:cut] + number[cut:].lower()


def sort_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that puts numbers in their natural order: 1.2 before 1.10, z before aa, a parent first."""
    return tuple(_piece_key(piece) for piece in _PIECE.findall(number) if piece not in ".:-–_()/")


def _piece_key(piece: str) -> tuple[int, int, str]:
    if piece.isdecimal():
        return (1, int(piece), piece)
    if piece == "+":
        return (0, 1, piece)
    if piece == "#":
        return (3, 0, piece)
    return (2, len(piece) if len(piece) <= 2 else 0, piece.casefold() + piece)


def parent_of(number: str) -> str:
    """Return the number above by the number's own grammar, "" at the top.

    423.1.a.1 -> 423.1.a, 702.19b -> 702.19, 8:10d -> 8:10, 613.41 -> 613, 1c++ -> 1c, 12(3) -> 12; of a path
    ("combat/ending", "702.19b/example-1") what stands before the last slash.
    """
    if "/" in number:
        return number.rpartition("/")[0]
    if not is_number(number):
        return ""
    plain = number.partition("#")[0]
    starts = [found.start() for found in _PARTS.finditer(plain)]
    return plain[: starts[-1]].rstrip(".") if starts else ""


def leading(text: str) -> Marker | None:
    """Return the number that a line begins with, or None; only its neighbours tell if it is a rule's."""
    found = _compiled(_MARK).match(text)
    boxed = (found["boxed"] or found["angled"] or "") if found else ""
    printed = boxed or (found["number"] if found else "")
    if not found or _ORDINAL.match(printed):
        return None
    word = _NO.sub("", found["word"]).strip().rstrip(".").casefold()
    number, end = printed.replace("–", "-"), "[]" if boxed else found["end"]
    if (number[0].isalpha() and not number[0].isupper()) or (boxed and len(components(number)) < 2):
        return None
    return Marker(number, end, found.end(), word, bool(found["bullet"]), bool(found["gap"].strip()))


def named_numeral(text: str) -> Marker | None:
    """Return the capital roman numeral behind a word ("Section II-Equipment", "PART IV"), None where there is none."""
    found = _compiled(_NAMED_NUMERAL, 0).match(text)
    return Marker(found["number"], "", found.end(), found["word"].casefold()) if found else None


def lettered(text: str) -> Marker | None:
    """Return the capital letter that numbers a heading ("A. Setup", "Article B: ..."), None where there is none."""
    found = _compiled(_LETTER, 0).match(text)
    if not found or not (found["word"] or found["end"]):
        return None
    return Marker(found["number"], found["end"], found.end(), (found["word"] or "").casefold())


def relative(text: str) -> Marker | None:
    """Return a marker that counts within the rule above it: (a), a), a., (1), (ii), 1.; without its brackets."""
    found = _RELATIVE.match(text)
    if not found:
        return None
    form = "()" if found["paren"] else found["end"]
    return Marker(found["paren"] or found["plain"], form, found.end(), bullet=bool(found["bullet"]))


_CITED = rf"""(?<![\w.:\-/])
    (?: \b(?i:rules?|sections?|sec|articles?|art|regulations?|reg|clauses?|paragraphs?|laws?|guidelines?|cr
        |artikeln?|regeln?|abschnitt|art[íi]culos?|reglas?|r[èe]gles?|artigos?|regras?|articol[oi]|regol[ae])\.?\s+
        (?P<list>{_NUMBER}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|und|oder|bis|y|o|et|ou|e)\s+|\s*[–-]\s*)
            (?:rules?\s+|sections?\s+)?(?:{_NUMBER}|[a-z](?![\w])))*)
      | §+\s*(?P<paragraph>{_NUMBER})
      | (?:(?<=[Ss]ee\s)|(?<=siehe\s))(?P<see>{_NUMBER})(?=[.,;:]?\)|[.,;:](?:\s|$)|$)
      | (?:(?<=[(\[])|(?<=[,;]\s)|(?<=and\s)|(?<=or\s))(?P<bracketed>{_NUMBER})(?=\s*[,;)\]]|\s(?:and|or)\s)
      | (?P<bare>{_NUMBER})
    )(?![\w%/])"""
_LEAST = {"list": 1, "paragraph": 1, "see": 1, "bracketed": 2, "bare": 3}
"""Components that a number needs to count as a reference, by how it stands in the text."""
_ONE = re.compile(rf"(?P<dash>[–-]\s*)?(?P<one>{_NUMBER}|\b[a-z]\b)", re.VERBOSE)
_RANGE = re.compile(r"(?P<first>\d[^-–]*[.:][^-–]*)[-–](?P<last>\d{1,4}(?:[.:]\d{1,3})*[a-z]?|[a-z])")


def find_references(text: str, families: Collection[str] | None = None) -> tuple[Reference, ...]:
    """Return the rule numbers cited in prose, in order, with their places.

    A single number ("465") counts only after a citing word, one of two components ("8:10", "1.2") only after one or in
    brackets, a longer or lettered one ("702.19b", "1-2-1", "423.1.a") anywhere. Of a range both ends are given. Where
    `families` is given, numbers without a citing word must be of one of them: "5.0.0" cites no rule among 8:10d.
    Where none is known (an empty one) they must have a small letter or a colon, which versions have not.
    """
    if not _DIGIT.search(text):
        return ()
    out: list[Reference] = []
    for found in _compiled(_CITED).finditer(text):
        how = found.lastgroup or "bare"
        refs = _listed(text, found.start(how), found.end(how)) if how == "list" else _single(found, how, families)
        out.extend(each for reference in refs for each in _ends(reference))
    return tuple(out)


def _single(found: re.Match[str], how: str, families: Collection[str] | None) -> list[Reference]:
    printed = found[how]
    # "3.5-4.5 kg" is a measure, and "8:7-10" a range of rules.
    counted = printed if ":" in printed else _RANGE.sub(r"\g<first>", printed)
    few = len(components(counted)) < _LEAST[how]
    if few or _ORDINAL.match(printed) or (how in ("bare", "bracketed") and not re.search(r"[.:\-–(]", printed)):
        return []
    if how in ("bare", "bracketed") and families is not None and not _of(printed, families):
        return []
    return [Reference(normalise(printed), printed, found.start(how), found.end(how))]


_LETTERED = re.compile(r"\d+:\d+[a-z]?|\d+(?:[.:]\w+)*?[.]?[a-z](?:[.]?\w+)*")


def _of(number: str, families: Collection[str]) -> bool:
    """Tell whether a number is of one of the families; with none known, whether a small letter or a colon marks it."""
    return family(number) in families if families else bool(_LETTERED.fullmatch(number))


def _listed(text: str, start: int, end: int) -> list[Reference]:
    """Numbers of a list after a citing word: "205.1a–b, 305.7, and 613.1d"; a lone letter repeats the number before."""
    out: list[Reference] = []
    for found in _ONE.finditer(text, start, end):
        printed, number = found["one"], normalise(found["one"])
        if printed.isalpha():
            if not out or not found["dash"]:
                continue
            number = parent_of(out[-1].number) + printed
        out.append(Reference(number, printed, found.start("one"), found.end("one")))
    return out


def _ends(reference: Reference) -> tuple[Reference, ...]:
    """Both ends of a range written as one number: "8:7-10" -> 8:7 and 8:10, "4:4-4:7" -> 4:4 and 4:7."""
    found = _RANGE.fullmatch(reference.text)
    if not found:
        return (reference,)
    first = normalise(found["first"])
    above = parent_of(first)
    whole = len(components(found["last"])) > 1 or not above
    last = normalise(found["last"] if whole else first[: len(first) - len(components(first)[-1])] + found["last"])
    cut = reference.start + found.start("last")
    return (
        Reference(first, found["first"], reference.start, cut - 1),
        Reference(last, found["last"], cut, reference.end),
    )


def family(number: str) -> str:
    """Return what the numbers of one scheme share: the separator after the first component ("1" for single numbers)."""
    rest = shape(number)[1:]
    if not rest:
        return "1"
    return "((" if shape(number)[0] == "(" else rest[0] if rest[0] in ".:-(_" else "a"


_QUOTES = str.maketrans("“”„‟«»‘’‚‛", '""""""\'\'\'\'')


def text_hash(text: str) -> str:
    """Return the eight hex digits a pasted citation ends in: SHA-256, NFKC, straight quotes, folded space."""
    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:8]


_PATHED = re.compile(
    r"\s*(?P<game>[\w-]+)(?:/(?P<document>[\w.-]+))?(?:@(?P<version>[^:~\s]+))?:"
    r"(?P<number>[^~]+?)(?:~(?P<hash>[0-9a-f]{8}))?\s*"
)
_TAIL = re.compile(
    r"(?:\s*\((?P<note>v[^()\s]+|\d{4}-\d\d-\d\d|[A-Z]\d+(?:\.\d+)*)\))?\s*(?:~(?P<hash>[0-9a-f]{8}))?\s*$"
)


def parse_citation(text: str) -> CitationQuery:
    """Take a citation apart: "riftbound/core@1.3:423.1.a.1~0a1b2c3d", "riftbound 423.1.a", "Riftbound CR 423.1 (v1.3)".

    Words before the number are the game as written ("Riftbound CR"); a lone number has no game. Never raises: what
    cannot be read as more is all number.
    """
    found = None if is_number(text.strip()) else _PATHED.fullmatch(text)
    if found is None:
        return _spoken(text)
    game, document, version, digest = (found[name] or "" for name in ("game", "document", "version", "hash"))
    return CitationQuery(game, document, version, normalise(found["number"]), digest)


def _spoken(text: str) -> CitationQuery:
    tail = _TAIL.search(text)
    body = text[: tail.start()] if tail else text
    note = (tail["note"] or "" if tail else "").removeprefix("v")
    digest = tail["hash"] or "" if tail else ""
    *words, number = body.split() or [""]
    game, _, version = " ".join(words).partition("@")
    game, _, document = game.partition("/")
    return CitationQuery(game.strip(), document, version.strip() or note, normalise(number), digest)
