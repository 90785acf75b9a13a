"""Pasted citations verified, and whole texts linted and mended, against a corpus with two versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb import KnowledgeBase, UsageError


def test_a_pasted_citation_is_verified(small: KnowledgeBase) -> None:
    assert small.verify(small.get("chess 1.4").pasted)[0] is None
    moved, view = small.verify("chess 1.3.a")
    assert moved is not None
    assert view is not None
    assert (moved.code, moved.fix, view.rule.number) == ("renumbered", "chess 1.4.a", "1.4.a")
    edited, _ = small.verify("chess:2.1~00000000")
    assert edited is not None
    assert edited.code == "edited"
    missing, nothing = small.verify("chess 8.8")
    assert missing is not None
    assert (missing.code, nothing) == ("missing", None)
    misquoted, _ = small.verify("chess 2.1", "castling is two moves of the king")
    assert misquoted is not None
    assert misquoted.code == "misquoted"


def test_texts_are_linted_and_fixed(small: KnowledgeBase, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text('Chess LC 1.3.a (v1), chess 2.1 "castling is three moves of kings", chess 9.1; rule 1.4 stands.\n')
    slips = small.lint([tmp_path], game="chess")
    assert [s.code for s in slips] == ["renumbered", "misquoted", "missing"]
    small.lint([page], fix=True)
    assert page.read_text().startswith("Chess LC 1.4.a (v2), chess 2.1 ")
    assert [s.code for s in small.lint([page])] == ["misquoted", "missing"]


def test_what_cannot_be_read_is_named(small: KnowledgeBase, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.md"):
        small.lint([tmp_path / "none.md"])
    (tmp_path / "odd.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match=r"odd\.md"):
        small.lint([tmp_path / "odd.md"])


def test_a_fix_leaves_every_other_byte(small: KnowledgeBase, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_bytes("\ufeffÄ chess 1.3.a\r\n\r\nend".encode())
    small.lint([page], fix=True)
    assert page.read_bytes() == "\ufeffÄ chess 1.4.a\r\n\r\nend".encode()
