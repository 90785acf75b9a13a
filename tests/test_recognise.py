"""Recognisers against documents of our own, each with what a rules expert reads from it (tests/fixtures/*.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb import readers
from kb.models import Parsed, Rule, Source
from kb.recognise import recognise
from kb.recognise.draft import slug

FIXTURES = Path(__file__).parent / "fixtures"


def cases(name: str) -> list[tuple[str, str, str]]:
    """Title, document and expectation of each case of a fixture file."""
    parts = [part.strip("\n") for part in f"\n{(FIXTURES / name).read_text(encoding='utf-8')}".split("\n.\n")]
    titles = [part.rsplit("\n", 1)[-1] for part in parts[:-1:3]]
    return list(zip(titles, parts[1::3], parts[2::3], strict=True))


def parse(text: str, name: str) -> Parsed:
    source = Source("game", "doc", "Document", "rules", name, "1")
    return recognise(readers.read(source, text.encode()))


def shown(rule: Rule) -> str:
    text = rule.text.replace("\n", "⏎")
    return f"{rule.number} ({rule.kind}) under {rule.parent or '-'}: {rule.title} | {text}".strip().replace(
        ":  |", ": |"
    )


def outcome(parsed: Parsed) -> str:
    lines = [shown(rule) for rule in parsed.rules]
    lines += [f"aside {each.recogniser}: {each.text}".replace("\n", "⏎") for each in parsed.asides]
    lines += [f"problem {each.code}: {each.message}" for each in parsed.problems]
    return "\n".join(lines)


TEXT, MARKDOWN = cases("recognise_text.md"), cases("recognise_markdown.md")


@pytest.mark.parametrize(("document", "expected"), [case[1:] for case in TEXT], ids=[case[0] for case in TEXT])
def test_plain_text(document: str, expected: str) -> None:
    parsed = parse(document, "doc.txt")
    assert outcome(parsed) == expected
    assert parsed.left_over == 0


@pytest.mark.parametrize(("document", "expected"), [case[1:] for case in MARKDOWN], ids=[case[0] for case in MARKDOWN])
def test_markdown(document: str, expected: str) -> None:
    parsed = parse(document, "doc.md")
    assert outcome(parsed) == expected
    assert parsed.left_over == 0


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The Combat Step!", "the-combat-step"),
        ("Can’t & won't", "cant-wont"),
        ("Größe, état, mañana", "grosse-etat-manana"),
        ("ルール 1", "ルール-1"),
        ("— ? —", "section"),
        ("word " * 30, "-".join(["word"] * 12)),
        ("x" * 100, "x" * 60),
    ],
)
def test_slug(title: str, name: str) -> None:
    assert slug(title) == name


def test_nested_lists_of_a_page_are_numbered_by_their_depth() -> None:
    sit = "<li>Sit<ol><li>Still<ol><li>Very</li></ol></li><li>Quiet</li></ol></li>"
    go = "<li>Go<ol><li>On</li></ol></li>"
    parsed = parse(f"<html><body><main><h1>Rules</h1><ol>{sit}{go}</ol></main></body></html>", "doc.html")
    assert [rule.number for rule in parsed.rules] == ["rules", "1", "1.1", "1.1.1", "1.2", "2", "2.1"]
    assert [rule.parent for rule in parsed.rules[1:]] == ["rules", "1", "1.1", "1", "rules", "2"]


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("1.1 Go.\n\n1.2(a) On.\n\n1.3 See rule 1.2 (a).", ("1.2(a)",)),
        ("1.1 Go.\n\n1.2a On.\n\n1.3 See rules 1.2.a and 1.2(a).", ("1.2a",)),
        ("1.0 Aim\n\n1.1 Go.\n\n2.0 Draw\n\n2.1 As section 1 says.", ("1.0",)),
        ("Section 1\na. Go:\n1. On.\n2. Off.\nb. Stop.\n\nSection 2\na. See Section 1(a)(2).\nb. End.", ("1a2",)),
        ("§ 1 Spiel\n(1) Los.\n(2) Weiter.\n\n§ 2 Ende\n(1) Siehe § 1 Abs. 2.\n(2) Aus.", ("1(2)",)),
    ],
)
def test_references_in_another_print_name_the_rule(text: str, refs: tuple[str, ...]) -> None:
    assert [rule.refs for rule in parse(text, "doc.txt").rules if rule.refs] == [refs]


def test_a_guessed_encoding_is_reported() -> None:
    source = Source("game", "doc", "Document", "rules", "doc.txt", "1")
    parsed = recognise(readers.read(source, "1.1 Gracz może żółć.\n".encode("cp1250")))
    assert [problem.code for problem in parsed.problems] == ["encoding-guessed"]
    assert "cp1250" in parsed.problems[0].message
    assert not recognise(readers.read(source, "1.1 Spieler dürfen größer.\n".encode("cp1252"))).problems


def test_numbers_that_a_format_gives_are_kept_in_any_order() -> None:
    rules = '[{"rule":"<SC1>","description":"All is scored."},{"rule":"<SC2>","description":"None is."},'
    parsed = parse(rules + '{"rule":"<S1>","description":"Be safe."}]', "doc.json")
    assert [rule.number for rule in parsed.rules] == ["SC1", "SC2", "S1"]


@pytest.mark.parametrize(
    ("text", "refs"),
    [
        ("第1条 遊ぶ。\n1. 一人。\n2. 二人。\n\n第2条 終わる。\n1. 第1条第2項を見る。\n2. 第2章を見る。", [("1.2",)]),
        ("8:9 A game has two halves.\n\n8:10 From 59:30, or (69:30), a foul is worse (8:9, 8:12).", [("8:9", "8:12")]),
        ("8:1 A game.\n\n8:2 From 8:01 on, see rule 79:30.", [("79:30",)]),
        ("1.1 One.\n\n1.2 In version 1.1.2 and 3.6.0, not in 1.1.3.\n\n1.3 See rule 3.6.1.", [("1.1.3",), ("3.6.1",)]),
    ],
)
def test_times_chapters_and_versions_are_no_references(text: str, refs: list[tuple[str, ...]]) -> None:
    assert [rule.refs for rule in parse(text, "doc.txt").rules if rule.refs] == refs
