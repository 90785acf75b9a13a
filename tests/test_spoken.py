"""Spoken questions about a state, through the whole of a query: the right verdict, and never a wrong yes or no."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kb import KnowledgeBase
from kb.answer import deciding
from kb.checker import verdicts
from kb.models import Verdict
from tests.state_tables import golden, table, tables

LINES = tuple(golden("spoken.md"))
AT_LEAST = 55
DEFINITE = ("legal", "illegal")
FILES = ("spoken.md", "spoken_more.md", "spoken_hostile.md", "spoken_bent.md")


def right(found: Sequence[Verdict], outcome: str, rule: str) -> bool:
    if outcome == "none":
        return not wrong(found, outcome)
    said = found[0] if found else None
    return said is not None and said.outcome == outcome and (not rule or rule in [c.number for c in said.citations])


def wrong(found: Sequence[Verdict], outcome: str) -> bool:
    return any(v.outcome in DEFINITE and v.outcome != outcome for v in found)


@pytest.mark.parametrize("name", FILES)
def test_the_right_verdict_and_never_a_wrong_one(name: str) -> None:
    lines = tuple(golden(name))
    found = [(line, verdicts(line[1], [table(line[0])])) for line in lines]
    assert [line for line, given in found if wrong(given, line[2])] == []
    misses = [line for line, given in found if not right(given, *line[2:])]
    assert len(misses) * 60 <= len(lines) * (60 - AT_LEAST), misses


@pytest.mark.parametrize("line", tuple(golden("spoken_headlines.md")), ids=lambda line: line[1])
def test_the_headline_answers_what_was_asked(line: tuple[str, ...]) -> None:
    game, question, outcome, headline = line
    found = verdicts(question, [table(game)])
    if outcome == "none":
        assert not wrong(found, outcome)
        return
    assert [(v.outcome, v.headline or v.outcome.upper()) for v in found] == [(outcome, headline)], found


def test_a_deed_that_no_document_names_is_undefined() -> None:
    for game in ("damage-and-rally", "infinity", "riftbound"):
        found = verdicts("can a stunned unit block", [table(game)])
        assert [(v.outcome, "'block'" in v.why) for v in found] == [("undefined", True)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Damage & Rally: can a stunned unit A) shoot B) rally C) both D) neither",
            [("damage-and-rally", "illegal"), ("damage-and-rally", "illegal")],
        ),
        (
            "in Infinity, may a stunned trooper: (a) attack, (b) use its equipment or (c) none of these?",
            [("infinity", "illegal"), ("infinity", "legal")],
        ),
        ("riftbound: can a stunned attacker 1. move 2. both", [("riftbound", "legal")]),
        ("in infinity can a stunned unit attack (y/n)", [("infinity", "illegal")]),
        ("true or false: in infinity a stunned unit may attack", [("infinity", "illegal")]),
    ],
)
def test_a_quiz_is_answered_deed_by_deed(question: str, told: list[tuple[str, str]]) -> None:
    assert [(v.game, v.outcome) for v in verdicts(question, tables())] == told


def test_names_of_games_are_no_deeds() -> None:
    for question in (
        "In Infinity and Riftbound can a stunned unit attack?",
        "infinity vs riftbound: may a stunned unit attack",
        "can a stunned unit attack in riftbound or in infinity",
    ):
        found = verdicts(question, tables())
        assert [(v.game, v.outcome, v.question) for v in found] == [
            ("infinity", "illegal", question),
            ("riftbound", "legal", question),
        ]


def test_what_is_suffered_or_done_by_another_is_no_deed_of_the_stunned_in_any_game() -> None:
    for question in (
        "can a stunned unit be attacked",
        "can i heal a stunned unit",
        "can a unit without stun attack",
        "can a non-stunned unit attack",
        "can an unstunned unit attack",
        "can an enemy beside a stunned unit attack",
    ):
        assert [v for v in verdicts(question, tables()) if v.outcome in DEFINITE and v.game != "infinity"] == []
    one, other = (verdicts(f"can {a} unit attack", tables()) for a in ("an unstunned", "a non-stunned"))
    assert [(v.game, v.outcome, v.why) for v in one] == [(v.game, v.outcome, v.why) for v in other]


def test_sixty_questions_through_a_query(knowledge: KnowledgeBase) -> None:
    assert len(LINES) == 60
    found = [(line, knowledge.query(line[1], games=(line[0],))) for line in LINES]
    assert [line for line, answer in found if wrong(answer.verdicts, line[2])] == []
    assert sum(right(answer.verdicts, *line[2:]) for line, answer in found) >= AT_LEAST
    assert all(v.game == line[0] for line, answer in found for v in answer.verdicts)


def test_one_passage_is_of_a_game_whose_rules_decide(knowledge: KnowledgeBase) -> None:
    answers = [knowledge.query(question, limit=1) for _, question, *_ in LINES]
    decided = [(set(deciding(answer.verdicts)), answer.hits[0].citation.game) for answer in answers if answer.hits]
    assert sum(bool(games) for games, _ in decided) > 20
    assert [game for games, game in decided if games and game not in games] == []
