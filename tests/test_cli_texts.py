"""The commands about versions and texts: diff, history, cite, verify, lint, export."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb import KnowledgeBase
from tests.command import Command
from tests.test_schema import validate


@pytest.fixture
def kb(small: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(small.corpus, small.index, monkeypatch)


def test_diff_as_json_leaves_unchanged_rules_out(kb: Command) -> None:
    done = kb("diff", "chess", "1", "2", "--format", "json")
    validate("diff", done.json)
    assert done.code == 1
    assert (done.json["from"]["version"], done.json["to"]["version"]) == ("1", "2")
    rows = [(c["kind"], c["old"], c["new"]) for c in done.json["changes"]]
    assert ("renumbered", "1.1", "1.2") in rows
    assert not [r for r in rows if r[1] == r[2] and r[0] != "changed"]


def test_the_same_version_is_no_change(kb: Command) -> None:
    done = kb("diff", "chess", "2", "2", "--json")
    assert (done.code, done.json["changes"]) == (0, [])


def test_diff_of_a_version_that_is_not_there(kb: Command) -> None:
    done = kb("diff", "chess", "1", "9")
    assert done.code == 2
    assert "1, 2" in done.err


def test_history_as_json(kb: Command) -> None:
    made = kb("history", "chess", "1.3", "--json").json
    validate("history", made)
    assert [row["rule"]["number"] for row in made["history"]] == ["1.2", "1.3"]


def test_what_is_cited_can_be_verified(kb: Command) -> None:
    pasted = kb("cite", "chess", "1.4", "--format", "id").out.strip()
    validate("cite", kb("cite", "chess 1.4", "--json").json)
    done = kb("verify", pasted, "--json")
    validate("verify", done.json)
    assert (done.code, done.json["stands"]) == (0, True)
    gone = kb("verify", "chess 1.3.a", "--json")
    assert (gone.code, gone.json["code"], gone.json["fix"]) == (1, "renumbered", "chess 1.4.a")


def test_lint_in_each_format(kb: Command, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("See chess 1.3.a and chess 8.8.\n")
    text = kb("lint", str(tmp_path))
    assert text.code == 1
    assert [line.split(": ")[1] for line in text.out.splitlines()] == ["renumbered", "missing"]
    validate("lint", kb("lint", str(tmp_path), "--json").json)
    sarif = kb("lint", str(tmp_path), "--format", "sarif").json
    assert [r["ruleId"] for r in sarif["runs"][0]["results"]] == ["renumbered", "missing"]


def test_a_fixed_text_lints_clean(kb: Command, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("See chess 1.3.a.\n")
    assert kb("lint", "--fix", str(tmp_path)).code == 0
    assert (tmp_path / "a.md").read_text() == "See chess 1.4.a.\n"
    assert kb("lint", str(tmp_path)).code == 0


def test_a_path_that_is_not_there(kb: Command, tmp_path: Path) -> None:
    done = kb("lint", str(tmp_path / "none.md"))
    assert (done.code, done.out) == (2, "")
    assert "none.md" in done.err


def test_export_gives_valid_lines_and_a_file(kb: Command, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in kb("export", "jsonl").out.splitlines()]
    for row in rows:
        validate("export", row)
    assert {row["version"] for row in rows if row["document"] == "laws"} == {"2"}
    done = kb("export", "html", "-o", str(tmp_path / "rules.html"))
    assert (done.code, done.out) == (0, "")
    assert "</html>" in (tmp_path / "rules.html").read_text()
    assert kb("export", "md", "-o", str(tmp_path / "no" / "x.md")).code == 2
