"""Building again with the shipped model: after an edit, byte for byte what a build from nothing gives."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kb.build import BuildReport, build
from kb.generation import open_generation

GAME = """id = "harbour"
name = "Harbour"
[[document]]
id = "core"
title = "Core Rules"
kind = "rules"
file = "core.md"
version = "1.0"
main = true
"""
CLAUSES = (
    "a barge that is moored pays one coin to its owner",
    "the pilot may refuse a cargo that is heavier than the crane",
    "no player loads twice before every other player has loaded once",
    "fog halts all traffic until somebody lights the beacon",
)


def rules(edited: bool = False) -> str:
    """Chapters of rules with sub-rules, from a few words to more than the encoder holds, so that every width occurs."""
    lines = []
    for chapter in range(1, 7):
        lines.append(f"# {chapter}. Chapter {chapter}")
        for rule in range(1, 5):
            said = "; ".join(CLAUSES[n % 4] for n in range((chapter * rule * 2) % 41 + 1))
            said += "; and then the tide turns" if edited and (chapter, rule) == (3, 2) else ""
            lines.append(f"{chapter}.{rule}. In phase {rule}, {said}.")
            lines.append(f"{chapter}.{rule}.a. As said, {CLAUSES[rule % 4]}, {rule} times.")
    return "\n\n".join(lines) + "\n"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus" / "harbour"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME)
    (folder / "core.md").write_text(rules())
    return folder.parent


def made(corpus: Path, folder: Path, shelf: Path) -> BuildReport:
    """A build with the shipped model, which is on the shelf already."""
    if not folder.exists():
        shutil.copytree(shelf, folder / "models")
    return build(corpus, folder)


def files(index: Path) -> dict[str, bytes]:
    folder = open_generation(index).folder
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_an_edit_gives_the_bytes_of_a_build_from_nothing(harbour: Path, tmp_path: Path, index: Path) -> None:
    first = made(harbour, tmp_path / "index", index / "models")
    assert first.embedded > 100
    before = files(tmp_path / "index")
    (harbour / "harbour" / "core.md").write_text(rules(edited=True))
    again = made(harbour, tmp_path / "index", index / "models")
    assert again.changed
    assert 0 < again.embedded < 12
    assert again.embedded + again.reused >= first.embedded
    made(harbour, tmp_path / "anew", index / "models")
    after = files(tmp_path / "index")
    assert after == files(tmp_path / "anew")
    assert "engine" in after["manifest.json"].decode()
    assert {name for name in after if after[name] == before[name]} >= {"model/model.onnx", "states.json"}
    assert after["vectors.faiss"] != before["vectors.faiss"]
