"""Opening an index: what is refused, with what to do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.build import build
from kb.embed import HashingEmbedder
from kb.errors import EmbedderMismatch, IndexUnusable
from kb.generation import CURRENT, open_generation, read_current


@pytest.fixture(scope="module")
def made(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generation")
    build(corpus, folder, HashingEmbedder())
    return folder


def test_a_generation_says_what_it_holds(made: Path) -> None:
    generation = open_generation(made, "hashing-64")
    assert generation.folder.parent == made
    assert generation.stamp.stamp == generation.manifest.stamp == generation.folder.name
    assert generation.stamp.embedder == "hashing-64"
    assert generation.stamp.chunks == generation.manifest.chunks > 0
    assert generation.manifest.games == 3
    for part in (generation.catalogue, generation.words, generation.states):
        assert part.exists()


def test_the_clock_stands_in_current_only(made: Path) -> None:
    held = read_current(made)
    assert held["built"].endswith("+00:00")
    assert held["built"][:10] not in (open_generation(made).folder / "manifest.json").read_text()


def test_another_model_is_refused(made: Path) -> None:
    with pytest.raises(EmbedderMismatch, match="built with hashing-64, not with other") as caught:
        open_generation(made, "other")
    assert "kb build" in caught.value.hint


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"stamp": 1, "built": "", "fingerprint": ""}', "\udcff"])
def test_a_damaged_current_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / CURRENT).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(IndexUnusable, match=CURRENT):
        open_generation(tmp_path)


def test_a_current_that_points_nowhere_is_named(tmp_path: Path) -> None:
    (tmp_path / CURRENT).write_text(json.dumps({"stamp": "gone", "built": "", "fingerprint": ""}))
    with pytest.raises(IndexUnusable, match=r"manifest\.json"):
        open_generation(tmp_path)
