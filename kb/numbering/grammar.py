"""What a rule number is: its components, its plain form, its order, its parent."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain, cycle, islice, pairwise, product, zip_longest
from math import prod

from kb.numbering import eastasian
from kb.numbering.patterns import Late

_DOUBLE = "|".join(letter * 2 for letter in "abcdefghijklmnopqrstuvwxyz")
_SUFFIX = rf"""
    (?: [.:\-–_] \d{{1,3}} (?!\d)               # .2  :10  -1  _1
      | [.\-_] (?:[a-zA-Z]|{_DOUBLE}) (?![^\W_{eastasian.LETTERS}]) # .a  -a  .aa  _a
      | [._] [ivx]{{2,5}} (?![^\W_{eastasian.LETTERS}])            # .iv  _iv
      | (?:[a-zA-Z]|{_DOUBLE}) (?![^\W\d_{eastasian.LETTERS}])  # 19b  13C  19aa
      | (?<=[a-zA-Z]) \d{{1,3}}                 # C6
      | \( [0-9a-zA-Z]{{1,4}} \)                # (3)
    )"""
DEEPEST = 12
"""Components after the first that a number may have; among ten rulebooks none has more than six."""
MOST_SPELLINGS = 243
"""Forms of a number that are looked for: five joints of three signs."""
NUMBER = rf"""(?: (?:(?:[A-Z]{{1,3}}\.?|[A-Z]{{1,2}}-)(?=\d))? \d{{1,4}} {_SUFFIX}{{0,{DEEPEST}}} \+{{0,3}} )"""
WORDS = (
    "article|art|rule|section|sec|regulation|reg|clause|paragraph|para|law|guideline|chapter|part|"
    "artikel|regel|abschnitt|absatz|kapitel|teil|chapitre|capítulo|artículo|articulo|regla|artigo|regra|règle|regle|articolo|regola|artykuł"
)
ORDINAL = Late(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_PARTS = Late(r"(?P<sep>[.:\-–_]?)(?:\((?P<paren>[0-9A-Za-z]+)\)|(?P<part>\d+|[A-Za-z]+|\++))")
_NUMERIC = Late(
    rf"(?:{NUMBER}|(?:\([0-9A-Za-z]{{1,4}}\))+|[A-Z]{{1,4}}(?:\.(?:\d{{1,3}}|[A-Za-z]{{1,4}}))*)"
    r"(?:_[0-9A-Za-z]{1,4})*(?:\#\d+)?",
    re.VERBOSE,
)
_CITING = Late(
    rf"(?:{WORDS}|regulations|rules|sections|articles|clauses|regeln|reglas|règles|cr)\.?\s+|§+\s*|\#", re.IGNORECASE
)
_DASH = re.compile("[\u2010-\u2015\u2212\ufe58\ufe63]")
_PIECE = Late(r"\d+|[^\W\d_]+|[^\w\s]|_")


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
    # Words are told apart without the pattern: most questions have nothing else, and it takes 4 ms to compile.
    return " " not in text and not text[:1].islower() and bool(_NUMERIC.fullmatch(text))


def normalise(text: str) -> str:
    """Return the plain form of a number as people write it: "423.1.a.1." -> "423.1.a.1", "CR 702.19B" -> "702.19b".

    Citing words, closing dots, single brackets, and en dashes go. Letters of a number with separators become small
    ("8:10D"); in one without, they tell levels apart and stay (13C6a, A2b). 第三条 is 3, 第3条第2項 3(2). A slug comes
    back in small letters.
    """
    plain = _DASH.sub("-", unicodedata.normalize("NFKC", text).strip())
    if plain[:1] in ("第", "제"):
        return eastasian.whole(plain) or plain.casefold()
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


def bare(number: str) -> str:
    """Return what the prints of a number share, in small letters: 8.1.a and 8.1(a) are 8.1a, 3(2) and 3_2 are 3.2,
    2(a)(5)(A) is 2a5a.
    """
    plain = re.sub(r"\((?=[a-z])|(?<=[a-z])\)|[._](?=[a-z])|(?<=[a-z])_(?=\d)", "", number.casefold())
    return re.sub(r"\((\d+)\)|_(?=\d)", r".\1", re.sub(r"(?<=[a-z])\((\d+)\)", r"\1", plain))


def spellings(number: str) -> tuple[str, ...]:
    """Return the forms, as `bare` gives them, of all numbers with the same parts: 8:10d, 8.10d, 8-10d, 8.10-d ... of
    8.10.d; none of a number of one part. Of a long number those with one sign throughout.
    """
    parts = [part for part in components(number.casefold()) if part]
    signs = [_between(*pair) for pair in pairwise(parts)]
    if not signs:
        return ()
    every = product(*signs) if prod(map(len, signs)) <= MOST_SPELLINGS else zip(*map(cycle, signs), strict=False)
    some = islice(every, MOST_SPELLINGS)
    return tuple(
        dict.fromkeys("".join(chain.from_iterable(zip_longest(parts, joints, fillvalue=""))) for joints in some)
    )


def _between(one: str, other: str) -> tuple[str, ...]:
    """The signs that may stand between two parts of a bare number."""
    if other[0] == "+" or one[0] == "+":
        return ("",)
    if one.isdecimal():
        return (".", ":", "-") if other.isdecimal() else ("", "-")
    return ("", ".", "-")


def sort_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that puts numbers in their natural order: 1.2 before 1.10, z before aa, a parent first."""
    return tuple(_piece_key(piece) for piece in _PIECE.findall(number) if piece not in ".:-–_()/")


LETTERS = 2
"""What the key of a part that is letters begins with, see `sort_key`."""


def _piece_key(piece: str) -> tuple[int, int, str]:
    if piece.isdecimal():
        return (1, int(piece), piece)
    if piece == "+":
        return (0, 1, piece)
    if piece == "#":
        return (3, 0, piece)
    return (LETTERS, len(piece) if len(piece) <= 2 else 0, piece.casefold() + piece)


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


def family(number: str) -> str:
    """Return what the numbers of one scheme share: the separator after the first component ("1" for single numbers)."""
    whole = shape(number)
    rest = whole[1:]
    if not rest:
        return "1"
    return "((" if whole[0] == "(" else rest[0] if rest[0] in ".:-(_" else "a"
