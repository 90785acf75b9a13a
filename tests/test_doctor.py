"""What is loaded and what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

from kb import KnowledgeBase
from tests.test_cli_errors import a_corpus


def codes(corpus: Path, index: Path, model: str = "") -> set[str]:
    return {f.code for f in KnowledgeBase.examine(corpus, index, model)}


def test_the_shipped_games_are_well(corpus: Path, index: Path) -> None:
    assert not [f for f in KnowledgeBase.examine(corpus, index) if f.severity == "error"]


def test_examining_writes_nothing(corpus: Path, index: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "corpus")
    before = sorted((p, p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    KnowledgeBase.examine(tmp_path / "corpus", tmp_path / "index")
    assert sorted((p, p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before


def test_no_index_and_no_corpus_are_findings_not_failures(tmp_path: Path) -> None:
    assert {"CorpusUnreadable", "IndexUnusable"} <= codes(tmp_path / "none", tmp_path / "index")


def test_an_unreadable_document_is_an_error_and_the_rest_is_looked_at(
    corpus: Path, index: Path, tmp_path: Path
) -> None:
    shutil.copytree(corpus, tmp_path / "corpus")
    (tmp_path / "corpus" / "riftbound" / "core.md").write_bytes(b"\xff\xfe\x00")
    found = {f.code: f for f in KnowledgeBase.examine(tmp_path / "corpus", index)}
    assert found["unreadable-document"].severity == "error"
    assert "core.md" in found["unreadable-document"].message
    assert "stale" in found


def test_a_row_that_cites_no_rule_is_named_with_its_file(corpus: Path, index: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "corpus")
    path = tmp_path / "corpus" / "riftbound" / "states" / "stunned.toml"
    path.write_text(path.read_text().replace("423.1.a.2", "423.1.a.9"))
    found = [f for f in KnowledgeBase.examine(tmp_path / "corpus", index) if f.code == "rule-missing"]
    assert found
    assert {f.severity for f in found} == {"error"}
    assert all("stunned.toml" in f.where and "423.1.a.9" in f.message for f in found), found


def test_a_wrong_game_file_is_named(tmp_path: Path, index: Path) -> None:
    corpus = a_corpus(tmp_path, 'id = "chess"\nname = "Chess"\ncolour = "black"\n')
    found = {f.code: f for f in KnowledgeBase.examine(corpus, index)}
    assert "colour" in found["BadGameFile"].message


def test_another_model_than_the_settings_name(corpus: Path, index: Path) -> None:
    assert "other-model" in codes(corpus, index, "some/other")


def test_status_counts_and_lists_what_leads_nowhere(knowledge: KnowledgeBase) -> None:
    report = knowledge.status(coverage=True)
    assert (report.games, report.stale) == (3, False)
    assert ("Riftbound CR 423.1.b (v1.3)", "465") in report.missing_refs
    assert {c.left_over for c in report.coverage} == {0}
    assert all(c.visible == c.in_rules + sum(n for _, n in c.set_aside) for c in report.coverage)
