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
