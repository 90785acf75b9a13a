"""Exports: every rule once, in a form that programs, people and browsers read."""

from __future__ import annotations

import json
import re

from kb.export import Entry, export
from kb.models import Game, Rule, Source, Span

CHESS = Game("chess", "Chess & Co", notices=("Unofficial.",))
LAWS = Source("chess", "laws", "Laws", "rules", "laws.md", "2", short="LC", notices=("Draft.",))


def entry(number: str, title: str, text: str, kind: str = "rule", path: tuple[str, ...] = ()) -> Entry:
    rule = Rule(f"chess/laws@2:{number}", number, "", 1, kind, title, text, ("9",), Span(3, 4, 1))  # type: ignore[arg-type]
    return Entry(rule, LAWS, CHESS, path)


ENTRIES = (
    entry("1", "Moves", "", "heading"),
    entry("1.1", "", "A pawn* moves </script><b>one</b> [M] $5 square.", path=("Moves",)),
)


def test_a_rule_a_line_with_the_agreed_fields() -> None:
    rows = [json.loads(line) for line in export(ENTRIES, "jsonl").splitlines()]
    assert list(rows[0]) == [
        "id",
        "game",
        "document",
        "version",
        "number",
        "parent",
        "kind",
        "heading_path",
        "text",
        "refs",
        "page",
        "lines",
    ]
    assert rows[1]["text"] == ENTRIES[1].rule.text
    assert (rows[1]["heading_path"], rows[1]["refs"], rows[1]["lines"]) == (["Moves"], ["9"], [3, 4])


def test_markdown_shows_every_character_as_text() -> None:
    made = export(ENTRIES, "md")
    assert "# Chess & Co" in made
    assert "### 1 Moves" in made
    assert "> Draft." in made
    assert r"A pawn\* moves \</script\>\<b\>one\</b\> \[M\] \$5 square." in made


def test_html_holds_the_rules_and_no_rule_ends_its_script() -> None:
    made = export(ENTRIES, "html", "abc123")
    block = re.search(r'<script id="data" type="application/json">(.*?)</script>', made, re.DOTALL)
    assert block
    data = json.loads(block[1])
    assert data["rules"][1][6] == ENTRIES[1].rule.text
    assert data["sources"][0]["notices"] == ["Draft.", "Unofficial."]
    assert "Rules: Chess &amp; Co" in made
    assert "abc123" in made
    assert "@@" not in made


def test_html_asks_no_other_place_for_anything() -> None:
    made = export(ENTRIES, "html")
    assert "default-src 'none'" in made
    assert not re.findall(r"""(?:src|href)=["']?https?:""", made)


def test_the_same_entries_give_the_same_bytes() -> None:
    assert export(ENTRIES, "html") == export(ENTRIES, "html")


def test_nothing_gives_an_empty_export() -> None:
    assert export((), "jsonl") == ""
