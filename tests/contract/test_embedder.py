"""What every embedder must do."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kb.embed import Embedder, HashingEmbedder, open_onnx
from kb.embed.passages import PassageEmbedder
from kb.embed.shelf import Shelved, clear, shelve

TEXTS = (
    "A stunned unit deals no damage.",
    "a",
    "Each player draws four cards, then puts any number of them on the bottom of the deck in any order. " * 12,
    "Beim Anwurf müssen alle Spieler in der eigenen Spielfeldhälfte stehen.",
    "",
    "702.19b",
    "⚔️",
)


@pytest.fixture(scope="session")
def shelved(index: Path) -> Shelved:
    """The shipped model as the build of the shipped corpus exported it."""
    return shelve(index / "models", TEXTS)


@pytest.fixture(params=["hashing", "questions", "passages"])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "hashing":
        return HashingEmbedder()
    made: Shelved = request.getfixturevalue("shelved")
    return open_onnx(made.folder) if request.param == "questions" else made.passages()


def test_rows_are_unit_vectors_in_the_order_of_the_texts(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.shape == (len(TEXTS), embedder.dim)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)


def test_no_text_gives_no_row(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dim)


def test_a_vector_does_not_depend_on_the_texts_beside_it(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)
    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
    assert float((together * alone).sum(axis=1).min()) > 0.98


def test_the_same_text_gives_the_same_vector(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed(TEXTS[:2]), embedder.embed(TEXTS[:2]))


def test_passages_are_the_same_bytes_however_they_are_batched(shelved: Shelved) -> None:
    embedder = shelved.passages()
    texts = [f"{'A unit that is stunned skips its turn. ' * (n % 9)}{n}" for n in range(70)]
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert np.array_equal(embedder.embed(texts), alone)


def test_the_exports_agree_with_the_original(shelved: Shelved) -> None:
    from kb.embed import open_embedder

    original = open_embedder()
    right = original.embed(TEXTS)
    assert original.id == shelved.id
    assert float((right * shelved.passages().embed(TEXTS)).sum(axis=1).min()) > 0.999
    assert float((right * open_onnx(shelved.folder).embed(TEXTS)).sum(axis=1).min()) > 0.97


def test_meaning_is_nearer_than_chance(shelved: Shelved) -> None:
    small = open_onnx(shelved.folder)
    asked: Sequence[str] = ["can a dazed soldier attack", "how many cards do I draw"]
    told = ["Stunned units may not make attacks.", "At the start of a turn its player takes two cards from the deck."]
    scores = small.embed(asked, "query") @ small.embed(told, "passage").T
    assert scores.argmax(axis=1).tolist() == [0, 1]


def test_a_model_on_the_shelf_is_not_exported_again(shelved: Shelved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.embed.shelf.export_onnx", lambda *_: pytest.fail("exported again"))
    assert shelve(shelved.folder.parent, TEXTS) == shelved


def test_a_damaged_model_on_the_shelf_is_exported_again(
    shelved: Shelved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(shelved.folder.parent, tmp_path / "models")
    damaged = tmp_path / "models" / shelved.folder.name / "tokenizer.json"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    again: list[Path] = []
    monkeypatch.setattr("kb.embed.shelf._export", lambda _, folder, sample: again.append(folder))
    shelve(tmp_path / "models", TEXTS)
    assert again == [damaged.parent]


def test_the_engine_is_named_by_the_weights_themselves(shelved: Shelved) -> None:
    assert shelved.passages().engine == PassageEmbedder(shelved.folder).engine
    assert PassageEmbedder(shelved.folder, "f" * 64).engine.endswith("-ffffffff")


def test_what_questions_need_is_linked_not_copied(shelved: Shelved, tmp_path: Path) -> None:
    shelved.copy_for_queries(tmp_path / "model")
    copied = sorted((tmp_path / "model").iterdir())
    assert [path.name for path in copied] == ["card.json", "model.onnx", "tokenizer.json", "weights.bin"]
    assert all(path.samefile(shelved.folder / path.name) for path in copied)
    assert open_onnx(tmp_path / "model").id == shelved.id


def test_the_weights_of_the_model_for_questions_are_mapped(shelved: Shelved) -> None:
    weights = shelved.folder / "weights.bin"
    assert weights.stat().st_size > 10 * (shelved.folder / "model.onnx").stat().st_size
    held = open_onnx(shelved.folder)
    assert held.dim == 384
    if Path("/proc/self/maps").is_file():
        assert str(weights.resolve()) in Path("/proc/self/maps").read_text()


def test_only_exports_that_can_be_used_again_are_kept(shelved: Shelved, tmp_path: Path) -> None:
    """Not those of other versions or of models that no generation was built with, nor what a killed build left."""
    for name in (shelved.folder.name, f"{shelved.folder.name[:-8]}00000000", "another@1-00000000", ".new-left"):
        (tmp_path / name / "model").mkdir(parents=True)
    clear(tmp_path, ["kept@1", shelved.id])
    assert [path.name for path in tmp_path.iterdir()] == [shelved.folder.name]


def test_an_export_that_was_just_checked_is_embedded_with(
    shelved: Shelved, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def placed(embedder: object, folder: Path, sample: object) -> PassageEmbedder:
        shutil.copytree(shelved.folder, folder)
        return PassageEmbedder(folder)

    monkeypatch.setattr("kb.embed.shelf._export", placed)
    made = shelve(tmp_path / "models", TEXTS)
    assert made.opened
    assert made.passages() is made.opened
    assert made == Shelved(shelved.id, tmp_path / "models" / shelved.folder.name)
    assert shelve(tmp_path / "models", TEXTS).opened is None
