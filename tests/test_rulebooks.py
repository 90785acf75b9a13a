"""Real documents, where they are at hand: seeds and whole rulebooks, their numbers, losses, formats that agree."""

from __future__ import annotations

import itertools
import textwrap
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from benchmarks import parsing, parsing_differences
from kb import numbering, readers
from kb.models import Parsed, Source
from kb.recognise import recognise

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
SEEDS, BOOKS = SHARED / "seeds", SHARED / "rulebooks"
needs_documents = pytest.mark.skipif(not BOOKS.exists(), reason=f"no documents in {SHARED.name}/ beside the project")
FORMATS = (".md", ".txt", ".json", ".html", ".docx", ".pdf")
NAMES = sorted(path.name for path in BOOKS.iterdir() if path.suffix in FORMATS) if BOOKS.exists() else []
FILE_NAMES = frozenset({"guidelines", "SAR", *(f"clarification{n}" for n in range(1, 9))})
"""Entries of the handball yardsticks that are names of files, and stand nowhere in the documents."""


def seed(number: str) -> Parsed:
    path = next(SEEDS.glob(f"{number}_*"))
    return recognise(readers.read(Source("g", "d", "D", "rules", path.name, "1"), path.read_bytes()))


@cache
def row(name: str) -> parsing.Row:
    return parsing.measure(BOOKS / name)


def kinds(parsed: Parsed) -> Counter[str]:
    return Counter(rule.kind for rule in parsed.rules)


@needs_documents
def test_seed_of_numbered_rules() -> None:
    parsed = seed("000")
    rules = [rule.number for rule in parsed.rules if rule.kind == "rule"]
    assert rules == ["423.1", "423.1.a", "423.1.a.1", "423.1.a.2", "423.1.b", "423.1.c", "423.2", "423.2.a"]
    assert [rule.number for rule in parsed.rules if rule.kind == "example"] == ["423.1.a.1/example-1"]
    assert [rule.number for rule in parsed.rules if rule.kind == "faq"] == [f"faq-{n}" for n in range(1, 5)]
    refs = {rule.number: rule.refs for rule in parsed.rules}
    assert refs["423.1.b"] == ("465",)
    assert "317.2.c" in refs["faq-4"]
    assert parsed.left_over == 0


@needs_documents
def test_seed_of_a_state() -> None:
    parsed = seed("001")
    numbers = [rule.number for rule in parsed.rules if rule.kind in ("clause", "note")]
    assert Counter(number.rpartition("-")[0] for number in numbers) == {
        "activation": 1,
        "effects": 3,
        "cancellation": 3,
        "notice": 2,
    }
    assert {each.recogniser for each in parsed.asides} == {"origin", "navigation"}
    assert parsed.left_over == 0


@needs_documents
def test_seed_of_statements_steps_and_questions() -> None:
    parsed = seed("003")
    numbers = [rule.number for rule in parsed.rules]
    assert sum(number.startswith("expanded-description-") for number in numbers) == 6
    assert kinds(parsed)["example"] == 5
    assert kinds(parsed)["faq"] == 6
    assert [rule.title for rule in parsed.rules if rule.kind == "term"] == ["stunned units", "damage & rally"]
    assert [rule.kind for rule in parsed.rules if rule.title == "Description"] == ["rule"]
    assert {each.recogniser for each in parsed.asides} == {"teaser", "repeated-title"}
    assert parsed.left_over == 0


@needs_documents
@pytest.mark.parametrize("name", NAMES)
def test_a_rulebook_is_read_without_loss(name: str) -> None:
    found = row(name)
    parsed = found.parsed
    assert parsed.left_over == 0
    assert parsed.set_aside <= 0.03 * parsed.visible
    wanted = frozenset(found.expected) - FILE_NAMES
    missing = [number for number in found.missing if number not in FILE_NAMES]
    assert len(missing) <= 0.005 * len(wanted)
    numbers = [rule.number for rule in parsed.rules]
    assert len(frozenset(numbers)) == len(numbers)


@needs_documents
def test_an_extra_number_stands_in_the_document() -> None:
    for name in NAMES:
        found = row(name)
        printed = "".join("".join(line.number + line.text for line in found.document.lines).split())
        if found.expected:
            invented = [n for n in found.extra if n not in printed and n.rstrip(")") not in printed]
            assert len(invented) <= 0.02 * len(found.numbers), (name, invented)


@needs_documents
def test_three_formats_of_one_rulebook_agree() -> None:
    text, word, pdf = (
        parsing_differences.texts(row(f"mtg_cr_2026-01-16.{suffix}")) for suffix in ("txt", "docx", "pdf")
    )
    assert text.keys() == word.keys() == pdf.keys()
    for other in (word, pdf):
        assert sum(text[number] != other[number] for number in text) <= 0.01 * len(text)
    for suffix in ("txt", "docx", "pdf"):
        parsed = row(f"mtg_cr_2026-01-16.{suffix}").parsed
        assert kinds(parsed)["example"] == 276
        assert kinds(parsed)["term"] == 725
        assert parsed.problems == ()


@needs_documents
def test_rows_and_pages_of_one_rulebook_agree() -> None:
    rows, pages = (parsing_differences.texts(row(f"riftbound_cr_v1.2_{form}.md")) for form in ("rows", "pages"))
    assert rows.keys() == pages.keys()
    assert sum(rows[number] != pages[number] for number in rows) <= 0.02 * len(rows)


@needs_documents
def test_examples_belong_to_the_rule_above_them() -> None:
    rules = row("mtg_cr_2026-01-16.txt").parsed.rules
    for above, rule in itertools.pairwise(rules):
        if rule.kind == "example":
            assert rule.parent == above.number.partition("/")[0]
            assert rule.text.startswith("Example")


@needs_documents
def test_most_references_lead_to_rules() -> None:
    for name in (
        "mtg_cr_2026-01-16.txt",
        "netrunner_cr_26.03.html",
        "riftbound_cr_v1.3_rows.md",
        "wca_regulations_2024.md",
    ):
        rules = row(name).parsed.rules
        numbers = {rule.number for rule in rules}
        refs = [ref for rule in rules for ref in rule.refs]
        assert len(refs) > 50
        assert sum(ref not in numbers for ref in refs) <= 0.02 * len(refs)


@needs_documents
@pytest.mark.parametrize("name", ["mtg_cr_2026-01-16.txt", "wfdf_rules_2025-2028_en.txt"])
def test_wrapping_and_paging_change_no_number(name: str) -> None:
    found = row(name)
    paragraphs = [line.text for line in found.document.lines]
    wrapped = [textwrap.fill(text, 90, break_on_hyphens=False) for text in paragraphs]
    pages = [[*wrapped[at : at + 12], f"Rules of the Game {at // 12 + 1}"] for at in range(0, len(wrapped), 12)]
    text = "\n".join("\n".join(page) for page in pages)
    parsed = recognise(readers.read(Source("g", "d", "D", "rules", "wrapped.txt", "1"), text.encode()))
    numbers = {rule.number for rule in parsed.rules if numbering.is_number(rule.number)}
    wanted = {rule.number for rule in found.parsed.rules if numbering.is_number(rule.number)}
    assert len(wanted ^ numbers) <= 0.005 * len(wanted)
    assert kinds(parsed)["example"] == kinds(found.parsed)["example"]
    assert kinds(parsed)["term"] >= 0.98 * kinds(found.parsed)["term"]
    assert {each.recogniser for each in parsed.asides} <= {"contents", "running-line"}
