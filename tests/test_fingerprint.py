"""Whether a corpus has changed: names, sizes and times."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.fingerprint import fingerprint


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "chess").mkdir()
    (tmp_path / "chess" / "game.toml").write_text("id = 'chess'")
    (tmp_path / "chess" / "laws.md").write_text("1. Moves")
    return tmp_path


def test_the_same_corpus_has_the_same_fingerprint(corpus: Path) -> None:
    assert fingerprint(corpus) == fingerprint(corpus)


@pytest.mark.parametrize("change", ["longer", "touched", "renamed", "added", "removed"])
def test_any_change_of_a_file_is_seen(corpus: Path, change: str) -> None:
    before = fingerprint(corpus)
    laws = corpus / "chess" / "laws.md"
    if change == "longer":
        laws.write_text("1. Moves.")
    elif change == "touched":
        os.utime(laws, (1, 1))
    elif change == "renamed":
        laws.rename(laws.with_name("rules.md"))
    elif change == "added":
        laws.with_name("more.md").write_text("")
    else:
        laws.unlink()
    assert fingerprint(corpus) != before


def test_hidden_files_and_folders_set_aside_do_not_count(corpus: Path) -> None:
    before = fingerprint(corpus)
    (corpus / ".git").mkdir()
    (corpus / ".git" / "index").write_text("x")
    (corpus / "chess" / ".laws.md.swp").write_text("x")
    (corpus / "_drafts").mkdir()
    (corpus / "_drafts" / "laws.md").write_text("x")
    assert fingerprint(corpus) == before
