"""Evaluation: what a hit is, the measures, files of questions, runs compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb import KnowledgeBase
from kb.errors import UsageError
from kb.evaluate import by_class, compare, evaluate, in_half, load_run, report, save_run
from kb.evaluate.measures import all_found, credited, interval, measured, shows
from kb.evaluate.questions import Question, find_gold, load_questions, source_for
from kb.evaluate.table import table
from kb.models import Rule, Source, Span

GOLDEN = Path(__file__).parent / "golden"


def rule(number: str) -> Rule:
    return Rule(number, number, "", 1, "rule", "", "", (), Span(1, 1))


def test_a_hit_counts_at_the_rule_or_beside_it_and_each_rule_once() -> None:
    related = {"2.1": frozenset({"2", "2.1.a"})}
    assert credited(["2", "2.1", "7"], ["2.1"], related) == ["2.1", "#1", "#2"]
    assert credited(["2", "2.1"], ["2.1"], {}) == ["#0", "2.1"]
    assert credited(["2.1.a", "3"], ["2.1", "3"], related) == ["2.1", "3"]


def test_measures_of_a_rank_known_by_hand() -> None:
    values = measured({"q": ["#0", "a", "#2", "b"], "nothing": ["#0"]}, {"q": ["a", "b"], "nothing": ["c"]})
    assert values["q"]["hit@1"] == 0
    assert values["q"]["hit@3"] == 1
    assert values["q"]["MRR@10"] == 0.5
    assert values["q"]["recall@5"] == 1
    assert values["q"]["nDCG@10"] == pytest.approx((0.63093 + 0.43068) / 1.63093, abs=1e-4)
    assert values["nothing"]["nDCG@10"] == 0


def test_a_question_that_asks_for_all_hits_only_where_all_are() -> None:
    values = all_found(["a", "#1", "b"], ["a", "b"], {"hit@1": 1.0, "nDCG@10": 0.9})
    assert values == {"hit@1": 0.0, "hit@3": 1.0, "hit@5": 1.0, "nDCG@10": 0.9}


def test_a_passage_shows_a_quote_that_it_holds_half_of() -> None:
    assert shows("Shuffle the discard pile to form a deck.", "shuffle the discard pile immediately")
    assert not shows("Shuffle.", "shuffle the discard pile immediately")
    assert not shows("anything", "")


def test_an_interval_holds_its_mean_and_is_the_same_each_time() -> None:
    one = interval([0.0, 1.0, 1.0, 0.0, 1.0])
    assert one == interval([0.0, 1.0, 1.0, 0.0, 1.0])
    assert one.low <= one.mean == 0.6 <= one.high
    assert interval([]).n == 0


def test_gold_is_found_by_number_path_and_name() -> None:
    rules = {n: rule(n) for n in ("423.1.a", "8:10d", "glossary/terms/attack-action", "notes/pause-clarification-no-3")}
    assert find_gold("423.1.a.", rules) == rules["423.1.a"]
    assert find_gold("8:10D", rules) == rules["8:10d"]
    assert find_gold("Glossary > Terms > Attack [Action]", rules) == rules["glossary/terms/attack-action"]
    assert find_gold("Clarification3", rules) == rules["notes/pause-clarification-no-3"]
    assert find_gold("9.9", rules) is None


def test_a_question_finds_its_document_by_file_or_game() -> None:
    core = Source("towers", "core", "Core", "rules", "core_2.md", "2", main=True)
    faq = Source("towers", "faq", "FAQ", "faq", "faq.md", "2")
    sources, games = (core, faq), {"towers & dragons": "towers"}
    assert source_for(Question("1", "q", "x", "core_2.json"), sources, games) == core
    assert source_for(Question("1", "q", "Towers & Dragons"), sources, games) == core
    assert source_for(Question("1", "q", "Chess"), sources, games) is None


def test_options_are_put_with_their_letters() -> None:
    question = Question("1", "Which?", "g", options=("red", "blue"))
    assert question.asked(options=True) == "Which? a) red b) blue"
    assert question.asked(options=False) == "Which?"


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"id": "1", "question": "q", "game": "g", "gold": []}\n{"id": "2"}\n')
    with pytest.raises(UsageError, match="line 2"):
        load_questions(path)
    with pytest.raises(UsageError, match="cannot be read"):
        load_questions(tmp_path / "none.jsonl")


def test_halves_part_the_questions() -> None:
    ids = [f"q{n}" for n in range(200)]
    tune = [i for i in ids if in_half(i, "tune")]
    assert 70 < len(tune) < 130
    assert set(tune) | {i for i in ids if in_half(i, "report")} == set(ids)
    assert not [i for i in tune if in_half(i, "report")]
    assert all(in_half(i, "") for i in ids)


def test_golden_questions(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    asked, skipped = evaluate(knowledge, GOLDEN / "questions.jsonl")
    assert skipped == ()
    assert not [one for one in asked if one.missing]
    strict = report(asked, "golden").values["strict"]
    assert len(asked) == 40
    assert strict["hit@1"].mean * 40 >= 37
    assert strict["hit@3"].mean * 40 >= 39
    save_run(tmp_path / "run.jsonl", asked)
    before = load_run(tmp_path / "run.jsonl")
    assert compare(asked, before, "strict", "nDCG@10").mean == 0
    assert "golden" in table([report(asked, "golden")])
    assert len(list(by_class(asked))) == 0


def test_what_no_rule_answers_is_not_answered(knowledge: KnowledgeBase) -> None:
    asked, _ = evaluate(knowledge, GOLDEN / "questions_unanswerable.jsonl")
    answered = {one.id for one in asked if one.status == "answered"}
    assert answered == set()
    assert [row.n for row in by_class(asked)] == [2, 4]
    assert report(asked).answered.mean == 0


def test_a_run_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(json.dumps({"id": 1}))
    with pytest.raises(UsageError, match="no saved run"):
        load_run(path)
