"""Hits and verdicts into an answer: status, text, notes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.answer import compose, status_of
from kb.models import Chunk, Citation, Hit, Outcome, Part, Span, Verdict
from kb.search import Evidence, Missing, SearchResult
from kb.search.records import LONGEST


def hit(number: str, text: str, game: str = "towers", rank: int = 1) -> Hit:
    rule = f"{game}/core@1:{number}"
    chunk = Chunk(rule, rule, number, "rule", (), text, text, "", Span(1, 1))
    cited = Citation(game, "core", "1", number, (), None, (1, 1), text, "", f"{game.title()} CR {number} (v1)")
    return Hit(chunk, rank, 0.5, (), cited)


DRAW = hit("1.2", "Draw two cards.")
EVIDENCE = Evidence("towers", "Towers", 0.6, 1.0, (), (), 1.1, 0.84, 0.64)
RESULT = SearchResult("q", "auto", ("towers",), (DRAW,), evidence=(EVIDENCE,))


def result(confidence: float) -> SearchResult:
    return replace(RESULT, evidence=(replace(EVIDENCE, confidence=confidence),))


def test_status_follows_the_two_thresholds() -> None:
    assert [status_of(result(c)) for c in (0.84, 0.83, 0.64, 0.63)] == ["answered", "weak", "weak", "none"]


def test_no_hits_is_none_and_a_rule_asked_for_by_number_is_answered() -> None:
    assert status_of(replace(RESULT, hits=())) == "none"
    assert status_of(replace(result(0.0), exact=True)) == "answered"


def test_only_a_definite_verdict_with_a_citation_answers() -> None:
    legal = Verdict("legal", "towers", "stunned", "q", "It may.", (DRAW.citation,))
    assert status_of(result(0.1), [legal]) == "answered"
    assert status_of(result(0.1), [replace(legal, citations=())]) == "none"
    assert status_of(result(0.1), [replace(legal, outcome="undefined")]) == "none"


def test_the_text_is_word_for_word_with_its_citation() -> None:
    assert compose("q", RESULT).text == "Draw two cards. [Towers CR 1.2 (v1)]"
    assert compose("q", result(0.1)).text == "Nothing in these rules answers that."


def test_each_game_speaks_once_and_verdicts_speak_first() -> None:
    both = replace(RESULT, hits=(DRAW, hit("1.3", "Keep seven."), hit("4", "Sail on.", "ferries")))
    assert compose("q", both).text.splitlines() == [
        "Draw two cards. [Towers CR 1.2 (v1)]",
        "Sail on. [Ferries CR 4 (v1)]",
    ]
    verdict = Verdict("not_addressed", "towers", "stunned", "q", "The rules are silent.")
    assert compose("q", both, [verdict]).text == "towers: not addressed. The rules are silent."


def test_a_title_does_not_speak_for_the_rules_below_it() -> None:
    title = hit("1", "Drawing")
    title = replace(title, chunk=replace(title.chunk, kind="heading"))
    both = replace(RESULT, hits=(title, DRAW))
    assert compose("q", both).text == "Draw two cards. [Towers CR 1.2 (v1)]"
    assert [h.citation.number for h in compose("q", both).hits] == ["1", "1.2"]
    assert compose("q", replace(both, hits=(title,))).text == "Drawing [Towers CR 1 (v1)]"
    asked = replace(title, parts=(("exact", Part(1, 1.0)),))
    assert compose("1", replace(both, hits=(asked, DRAW), exact=True)).text == "Drawing [Towers CR 1 (v1)]"


def test_why_tells_the_figures_that_decided() -> None:
    assert compose("q", result(0.7)).why == (
        "Towers: the nearest passage has a cosine of 0.60, 100 % of its content words are known, 0 are not: "
        "evidence 0.70; 0.84 is needed to answer, 0.64 to answer perhaps.",
    )


def test_notes_say_what_is_not_known() -> None:
    told = replace(
        RESULT,
        missing=(Missing("9.9", ("Towers CR 9.8 (v1)",)),),
        evidence=(replace(EVIDENCE, unknown=("juggle", "harp")),),
        corrected=(("drwa", "draw"),),
        suggested=(("catapllut", "catapult"),),
        repeated=(("Towers CR faq-1 (v1)", "Towers CR 1.2 (v1)"),),
        absent=(("Towers CR 1.2 (v1)", "465"),),
    )
    assert compose("q", told, notes=("The index is older than the corpus.",)).notes == (
        "The index is older than the corpus.",
        "There is no rule 9.9 here. The nearest: Towers CR 9.8 (v1).",
        '"drwa" was read as "draw".',
        'Did you mean "catapult" for "catapllut"?',
        'No rule of Towers speaks of "juggle", "harp".',
        "Towers CR faq-1 (v1) says the same as Towers CR 1.2 (v1).",
        "Towers CR 1.2 (v1) refers to 465, which is not in the corpus.",
    )


def test_a_word_that_is_a_page_is_told_by_its_beginning() -> None:
    told = replace(RESULT, evidence=(replace(EVIDENCE, unknown=("x" * 9999,)),))
    assert compose("q", told).notes == (f'No rule of Towers speaks of "{"x" * LONGEST}…".',)


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        ((), "answered"),
        (("undefined",), "weak"),
        (("not_addressed", "undefined"), "weak"),
        (("undefined", "legal"), "answered"),
        (("undecided",), "answered"),
    ],
)
def test_what_no_document_speaks_of_is_not_answered_by_a_near_passage(
    outcomes: tuple[Outcome, ...], status: str
) -> None:
    said = [Verdict(o, "towers", "stunned", "q", "Why.", (DRAW.citation,)) for o in outcomes]
    assert status_of(result(0.95), said) == status
