"""The commands about the corpus: build, add, status, doctor."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Command
from tests.test_schema import validate


@pytest.fixture
def own(corpus: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A corpus and an index of the test's own."""
    shutil.copytree(corpus, tmp_path / "corpus")
    shutil.copytree(index, tmp_path / "index")
    return Command(tmp_path / "corpus", tmp_path / "index", monkeypatch)


def test_a_build_of_nothing_new_writes_nothing(own: Command) -> None:
    own("build")
    before = sorted((p, p.stat().st_mtime_ns) for p in own.index.rglob("*") if p.name != ".lock")
    done = own("build")
    assert done.code == 0
    assert done.out.startswith("nothing changed: ")
    assert sorted((p, p.stat().st_mtime_ns) for p in own.index.rglob("*") if p.name != ".lock") == before


def test_a_check_writes_nothing_and_names_what_is_wrong(own: Command, tmp_path: Path) -> None:
    (own.corpus / "riftbound" / "core.md").write_bytes(b"\xff\xfe\x00")
    own = Command(own.corpus, tmp_path / "elsewhere", own.patch)
    done = own("build", "--check")
    assert done.code == 1
    assert "core.md" in done.err
    assert not (tmp_path / "elsewhere").exists()


def test_a_document_is_added_built_and_found(own: Command, tmp_path: Path) -> None:
    (tmp_path / "tag.txt").write_text("1. Tag\n\n1.1. Whoever is it may run.\n\n1.2. A player on a line is safe.\n")
    done = own("-q", "add", str(tmp_path / "tag.txt"), "--game", "tag", "--title", "Rules of Tag", "--version", "1.0")
    assert (done.code, done.err) == (0, "")
    assert own("query", "--json", "tag 1.2").json["hits"][0]["text"] == "A player on a line is safe."
    again = own("-q", "add", str(tmp_path / "tag.txt"), "--game", "tag", "--title", "Rules of Tag", "--version", "1.0")
    assert again.code == 0
    assert len([s for s in own("games", "--json").json["games"] if s["id"] == "tag"]) == 1


@pytest.mark.parametrize(
    ("options", "code", "word"),
    [
        (("--game", "../x", "--title", "T", "--version", "1"), 2, "../x"),
        (("--game", "x", "--title", "T", "--version", "1/2"), 2, "1/2"),
        (("--game", "x", "--version", "1"), 2, "--title"),
    ],
)
def test_what_cannot_be_added(own: Command, tmp_path: Path, options: tuple[str, ...], code: int, word: str) -> None:
    (tmp_path / "tag.txt").write_text("1.1. Whoever is it may run.\n")
    done = own("add", str(tmp_path / "tag.txt"), *options)
    assert (done.code, done.out) == (code, "")
    assert word in done.err


def test_a_file_that_is_not_there_is_not_added(own: Command, tmp_path: Path) -> None:
    done = own("add", str(tmp_path / "none.txt"), "--game", "x", "--title", "T", "--version", "1")
    assert done.code == 5
    assert "none.txt" in done.err


def test_status_and_doctor_as_json(own: Command) -> None:
    made = own("status", "--coverage", "--json").json
    validate("status", made)
    assert {c["left_over"] for c in made["coverage"]} == {0}
    found = own("doctor", "--json")
    validate("doctor", found.json)
    assert found.code == 0


def test_doctor_ends_with_1_where_an_answer_cannot_be_relied_on(own: Command) -> None:
    state = own.corpus / "riftbound" / "states" / "stunned.toml"
    state.write_text(state.read_text().replace("423.1.a.2", "423.1.a.9"))
    done = own("doctor")
    assert done.code == 1
    assert "423.1.a.9" in done.out


def test_a_first_question_builds_the_index_and_says_so(corpus: Path, index: Path, tmp_path: Path) -> None:
    shutil.copytree(index / "models", tmp_path / "index" / "models")
    command = [
        sys.executable,
        "-m",
        "kb",
        "--corpus",
        str(corpus),
        "--index",
        str(tmp_path / "index"),
        "query",
        "stunned",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "building it" in done.stderr
    assert "stunned" in done.stdout.casefold()
    assert not re.search(r"\r|\x1b", done.stderr)  # a log gets no progress bar
