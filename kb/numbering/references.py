"""The rule numbers that prose cites, with their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from kb.models import Reference
from kb.numbering import eastasian
from kb.numbering.grammar import NUMBER, ORDINAL, components, family, normalise, parent_of
from kb.numbering.patterns import Late

_DIGIT = Late(rf"\d|第[{eastasian.NUMERALS}]")
_CITED = Late(
    rf"""(?<![^\W{eastasian.LETTERS}])(?<![.:\-/])
    (?: (?:\b(?i:rules?|sections?|sec|articles?|art|regulations?|reg|clauses?|paragraphs?|laws?|guidelines?|cr
        |artikeln?|regeln?|abschnitt|art[íi]culos?|reglas?|r[èe]gles?|artigos?|regras?|articol[oi]|regol[ae])\.?\s+(?:\#\s?|№\s*|[Nn](?:o|r)\.\s)?
        |(?=[\u0400-\u05ff])\b(?i:правил\w{{0,3}}|пункт\w{{0,3}}|пп?|стать\w{{1,3}}|כלל|סעיף)\.?\s+|§§\s*)
        (?P<list>{NUMBER}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|und|oder|bis|y|o|et|ou|e)\s+|\s*[–-]\s*)
            (?:rules?\s+|sections?\s+)?(?:{NUMBER}|[a-z](?![\w])))*)
      | §\s*(?P<paragraph>{NUMBER})
      | (?:ルール|規則|规则|規定|规定|규칙|項目)\s?(?P<named>{NUMBER})
      | <(?P<angled>{NUMBER})(?=>)
      | (?=[\dA-Z])  # the others begin with a number: most words are passed over at once
        (?: (?P<seen>{NUMBER})(?=\s?(?:を?参照|を?参考|を見|参见|參見|참조|참고))
          | (?:(?<=[Ss]ee\s)|(?<=siehe\s))(?P<see>{NUMBER})(?=[.,;:]?\)|[.,;:](?:\s|$)|$)
          | (?:(?<=[Ss]ee\s)|(?<=[Cc]f\.\s)|(?<=[Aa]s\sin\s)|(?<=[Aa]s\sper\s)|(?<=nless\s)|(?<=xcept\sin\s)
                |(?<=efer\sto\s)|(?<=siehe\s)|(?<=[Vv]gl\.\s)|(?<=gemäß\s)|(?<=[Vv]oir\s)|(?<=[Vv]éase\s)
                |(?<=\b[Сс]м\.\s)|(?<=ראו\s))
            (?P<phrased>{NUMBER})(?!\s?(?:seconds?|minutes?|hours?|points?|inch|times|[cmk]?m\b|kg|["”″]))
          | (?:(?<=[(\[])|(?<=[,;]\s)|(?<=and\s)|(?<=or\s))(?P<bracketed>{NUMBER})(?=\s*[,;)\]]|\s(?:and|or)\s)
          | (?<![Vv]ersion\s)(?<![Rr]elease\s)(?P<bare>{NUMBER})
        )
    )(?![^\W{eastasian.LETTERS}])(?![%/]|-[a-zA-Z])""",
    re.VERBOSE,
)
_LEAST = {"list": 1, "paragraph": 1, "named": 1, "see": 1, "bare": 3}
"""Components that a number needs to count as a reference, by how it stands in the text; others two."""
_FEW = 2
_UNSURE = ("bare", "bracketed", "phrased")
_ONE = Late(rf"(?P<dash>[–-]\s*)?(?P<one>{NUMBER}|\b[a-z]\b)", re.VERBOSE)
_RANGE = Late(r"(?P<first>\d[^-–]*[.:][^-–]*)[-–](?P<last>\d{1,4}(?:[.:]\d{1,3})*[a-z]?|[a-z])")


def find_references(
    text: str, families: Collection[str] | None = None, is_other: Callable[[str], bool] = lambda number: False
) -> tuple[Reference, ...]:
    """Return the rule numbers cited in prose, in order, with their places.

    A single number ("465") counts only after a citing word, one of two components ("8:10", "1.2") only after one or in
    brackets, a longer or lettered one ("702.19b", "1-2-1", "423.1.a") anywhere. Of a range both ends are given. Where
    `families` is given, numbers without a citing word must be of one of them: "5.0.0" cites no rule among 8:10d.
    Where none is known (an empty one) they must have a small letter or a colon, which versions have not. `is_other`
    tells of a number without a citing word that it is something else, such as a time.
    """
    if not _DIGIT.search(text):
        return ()
    out: list[Reference] = []
    for found in _CITED.finditer(text):
        how = found.lastgroup or "bare"
        refs = _listed(text, found.start(how), found.end(how)) if how == "list" else _single(found, how, families)
        if how in _UNSURE and any(is_other(each.number) for each in refs):
            continue
        out.extend(each for reference in refs for each in _ends(reference))
    return tuple(sorted([*out, *_ordinals(text)], key=lambda each: each.start))


def _ordinals(text: str) -> Iterator[Reference]:
    """Articles and rules cited as 第3条; a chapter (第2章) is not told from the article of its number."""
    for ordinal, part in eastasian.cited(text) if "第" in text or "제" in text else ():
        if ordinal.unit in eastasian.ARTICLES:
            number = f"{ordinal.number}({part})" if part else ordinal.number
            yield Reference(number, text[ordinal.start : ordinal.end], ordinal.start, ordinal.end)


def _single(found: re.Match[str], how: str, families: Collection[str] | None) -> list[Reference]:
    printed = found[how]
    # "3.5-4.5 kg" is a measure, and "8:7-10" a range of rules.
    counted = printed if ":" in printed else _RANGE.sub(r"\g<first>", printed)
    few = len(components(counted)) < _LEAST.get(how, _FEW)
    if few or ORDINAL.match(printed) or (how in _UNSURE and not re.search(r"[.:\-–(]", printed)):
        return []
    if how in _UNSURE and families is not None and not _of(printed, families):
        return []
    return [Reference(normalise(printed), printed, found.start(how), found.end(how))]


_LETTERED = Late(r"\d+:\d+[a-z]?|\d+(?:[.:]\w+)*?[.]?[a-z](?:[.]?\w+)*")


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
