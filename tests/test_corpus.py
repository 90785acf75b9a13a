"""The shipped corpus: every fact of the three documents is in it, each at its rule, and nothing of theirs is copied."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

import pytest

from kb.states import fold
from tests.state_tables import ROOT, golden, shipped

SEEDS = {
    "riftbound": "000_796873c709d0ef0d.txt",
    "infinity": "001_a7e1b63474b4449c.txt",
    "damage-and-rally": "003_666562f588b7c1c4.txt",
}
SHARED = ROOT.parent / "shared"
FIGURE = re.compile(r"(?<![\w.])(?:[+-]\d+|\d{3}(?:\.\w+)+|\d{3}(?!\d)|\dd|N\d(?:\.\d+)*|v?\d\.\d\.\d)(?!\w)")
NAMES = {
    "riftbound": (
        "Eclipse Herald",
        "Kayn",
        "Gangplank, Naval",
        "Blast Cone",
        "Back Off",
        "Limited Action",
        "Game Effect",
        "[M]",
    ),
    "infinity": (
        "Doctor",
        "Engineer",
        "Wounds",
        "Structure (STR)",
        "Silhouette contact",
        "WIP Roll",
        "States Phase",
        "CodeOne",
    ),
    "damage-and-rally": ("Resolve", "Rally", "Shoot, Run, and Defend", "command", "single source"),
}


@cache
def texts() -> dict[tuple[str, str, str], str]:
    """The words of every rule, by game, document and number."""
    return {
        (parsed.source.game, parsed.source.id, chunk.number): fold(chunk.text)
        for parsed, chunks in shipped().filed
        for chunk in chunks
    }


def seed(game: str) -> str:
    path = SHARED / "seeds" / SEEDS[game]
    if not path.exists():
        pytest.skip("the documents that the corpus restates are not beside this checkout")
    return path.read_text("utf-8")


@pytest.mark.parametrize(("game", "document", "rule", "words"), tuple(golden("facts.md")))
def test_every_fact_stands_at_its_rule(game: str, document: str, rule: str, words: str) -> None:
    assert words in texts()[game, document, rule]


def test_the_numbered_rules_are_these_and_no_more() -> None:
    numbers = [number for game, document, number in texts() if (game, document) == ("riftbound", "core")]
    assert [n for n in numbers if re.fullmatch(r"423[\w.]*", n)] == [
        *("423.1", "423.1.a", "423.1.a.1", "423.1.a.2", "423.1.b", "423.1.c", "423.2", "423.2.a")
    ]


@pytest.mark.parametrize(
    ("game", "kind", "count"),
    [
        ("riftbound", "example", 1),
        ("riftbound", "faq", 4),
        ("infinity", "clause", 7),
        ("infinity", "note", 2),
        ("damage-and-rally", "clause", 6),
        ("damage-and-rally", "example", 5),
        ("damage-and-rally", "faq", 6),
        ("damage-and-rally", "term", 2),
    ],
)
def test_how_many_of_each_kind(game: str, kind: str, count: int) -> None:
    rules = [rule for parsed, _ in shipped().filed if parsed.source.game == game for rule in parsed.rules]
    assert sum(rule.kind == kind for rule in rules) == count


def test_nothing_is_left_over_and_no_document_has_a_problem() -> None:
    assert [parsed.left_over for parsed, _ in shipped().filed] == [0, 0, 0, 0]
    assert shipped().problems == ()


def test_references_to_rules_it_does_not_hold_are_kept() -> None:
    refs = {ref for parsed, _ in shipped().filed for rule in parsed.rules for ref in rule.refs}
    assert {"465", "317.2.c"} <= refs


def test_every_document_says_what_it_is() -> None:
    for parsed, _ in shipped().filed:
        source = parsed.source
        assert (source.authority, source.language) == ("restated", "en")
        assert source.version
        assert source.licence
    notices = " ".join(n for parsed, _ in shipped().filed for n in parsed.source.notices)
    assert all(word in notices for word in ("N5.1.1", "N5.2", "FAQ 5.0.0", "N4 rule", "CodeOne"))


@pytest.mark.parametrize("game", SEEDS)
def test_no_figure_or_name_of_the_document_is_missing(game: str) -> None:
    ours = " ".join(text for key, text in texts().items() if key[0] == game)
    ours += " ".join(number for key in texts() if key[0] == game for number in key[2:])
    theirs = seed(game)
    assert {figure for figure in FIGURE.findall(theirs) if figure not in ours} == set()
    assert all(name.lower() in fold(ours).lower() for name in NAMES[game] if name.lower() in theirs.lower())


def test_no_wording_of_the_documents_is_copied() -> None:
    tool = SHARED / "tools" / "overlap.py"
    if not tool.exists():
        pytest.skip("the documents that the corpus restates are not beside this checkout")
    folders = ("corpus", "docs/examples")
    files = [str(p.relative_to(ROOT)) for folder in folders for p in sorted((ROOT / folder).rglob("*")) if p.is_file()]
    done = subprocess.run([sys.executable, str(tool), *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
