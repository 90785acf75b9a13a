"""Building: whole, piece by piece, interrupted, and from corpora that are wrong."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kb.build import BuildReport, build
from kb.build.folder import Place
from kb.catalogue import Catalogue
from kb.embed import HashingEmbedder, shelf
from kb.errors import CorpusUnreadable, EmbedderMismatch, IndexUnusable, KbError
from kb.generation import CURRENT, listed, open_generation
from kb.lexical import LexicalIndex
from kb.store import FaissStore

GAME = """id = "{id}"
name = "{name}"
[[document]]
id = "laws"
title = "Laws"
kind = "rules"
file = "laws.md"
version = "1.0"
main = true
"""
LAWS = """# 1. Moves

1.1. A pawn moves one square.

1.1.a. At first it may move two.

1.2. A rook moves in a line.

# 2. Ends

2.1. The game ends when a king cannot move.
"""


class Counting(HashingEmbedder):
    """Remembers what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], kind: str = "passage") -> np.ndarray:  # type: ignore[override]
        self.asked += texts
        return super().embed(texts)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    root = tmp_path / "corpus"
    for name in ("Chess", "Go"):
        folder = root / name.casefold()
        folder.mkdir(parents=True)
        (folder / "game.toml").write_text(GAME.format(id=name.casefold(), name=name))
        (folder / "laws.md").write_text(LAWS)
    return root


def run(corpus: Path, index: Path, **options: bool) -> BuildReport:
    return build(corpus, index, HashingEmbedder(), **options)


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_build_files_every_rule_under_one_ordinal(corpus: Path, tmp_path: Path) -> None:
    report = run(corpus, tmp_path / "index")
    generation = open_generation(tmp_path / "index")
    catalogue = Catalogue.open(generation.catalogue)
    store, words = FaissStore(generation.folder), LexicalIndex.open(generation.words)
    assert (report.games, report.documents, report.rules) == (2, 2, 12)
    assert report.chunks == len(words) == catalogue.counts()["chunks"] == 12
    assert report.vectors == len(store) == 24
    rook = catalogue.ordinal("chess/laws@1.0:1.2")
    assert rook is not None
    asked = HashingEmbedder().embed([catalogue.chunk(rook).text])[0]
    assert store.search(asked, 1, catalogue.scope(["chess"]))[0][0] == rook
    assert words.search(["rook"], 1, catalogue.scope(["chess"]))[0][0] == rook
    assert generation.manifest.embedder == "hashing-64"
    assert generation.stamp.chunks == 12


def test_nothing_changed_nothing_written(corpus: Path, tmp_path: Path) -> None:
    first = run(corpus, tmp_path / "index")
    before = {p: p.stat().st_mtime_ns for p in (tmp_path / "index").rglob("*") if p.name != ".lock"}
    again = run(corpus, tmp_path / "index")
    assert first.changed
    assert not again.changed
    assert again.stamp == first.stamp
    assert (again.rules, again.vectors) == (first.rules, first.vectors)
    assert {p: p.stat().st_mtime_ns for p in (tmp_path / "index").rglob("*") if p.name != ".lock"} == before


def test_a_file_touched_but_not_changed_keeps_the_stamp_and_the_time(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "index")
    before = open_generation(tmp_path / "index")
    os.utime(corpus / "chess" / "laws.md", (1, 1))
    assert not run(corpus, tmp_path / "index").changed
    after = open_generation(tmp_path / "index")
    assert (after.manifest, after.built) == (before.manifest, before.built)
    assert after.fingerprint != before.fingerprint


def test_one_rule_edited_embeds_only_what_it_changes(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "index")
    laws = corpus / "chess" / "laws.md"
    laws.write_text(LAWS.replace("in a line", "straight ahead"))
    embedder = Counting()
    report = build(corpus, tmp_path / "index", embedder)
    assert report.changed
    assert report.embedded == len(embedder.asked) > 0
    assert all("straight" in text or "ahead" in text for text in embedder.asked)  # the words by themselves, too
    build(corpus, tmp_path / "anew", HashingEmbedder())
    assert files(open_generation(tmp_path / "index").folder) == files(open_generation(tmp_path / "anew").folder)


def test_full_embeds_everything_anew(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "index")
    report = run(corpus, tmp_path / "index", full=True)
    assert report.reused == 0
    assert report.embedded > 0


def test_another_model_embeds_everything_anew(corpus: Path, tmp_path: Path) -> None:
    run(corpus, tmp_path / "index")
    report = build(corpus, tmp_path / "index", HashingEmbedder(32))
    assert (report.reused, open_generation(tmp_path / "index").manifest.dim) == (0, 32)
    with pytest.raises(EmbedderMismatch, match="hashing-32, not with hashing-64"):
        open_generation(tmp_path / "index", "hashing-64")


def test_check_writes_nothing(corpus: Path, tmp_path: Path) -> None:
    report = run(corpus, tmp_path / "index", check=True)
    assert (report.rules, report.stamp) == (12, "")
    assert not (tmp_path / "index").exists()


def test_the_generation_before_stays_for_those_who_have_it_open(corpus: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    stamps = []
    for words in ("one", "two", "three"):
        (corpus / "go" / "laws.md").write_text(LAWS + f"\n2.2. A stone of {words}.\n")
        stamps.append(run(corpus, index).stamp)
    assert sorted(p.name for p in index.iterdir() if p.is_dir()) == sorted(stamps[1:])


def test_a_build_leaves_no_export_that_is_of_no_use(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Exported:
        def passages(self) -> HashingEmbedder:
            return HashingEmbedder()

        def copy_for_queries(self, folder: Path) -> None:
            folder.mkdir()

    def shelve(models: Path, *_: object) -> Exported:
        for name in (shelf._name("hashing-64"), "hashing-64-00000000", "another-00000000"):
            (models / name).mkdir(parents=True)
        return Exported()

    monkeypatch.setattr(shelf, "shelve", shelve)
    build(corpus, tmp_path / "index")
    assert [path.name for path in (tmp_path / "index" / "models").iterdir()] == [shelf._name("hashing-64")]


class Short(HashingEmbedder):
    def embed(self, texts: Sequence[str], kind: str = "passage") -> np.ndarray:  # type: ignore[override]
        return super().embed(texts)[:-1]


class Broken(HashingEmbedder):
    def embed(self, texts: Sequence[str], kind: str = "passage") -> np.ndarray:  # type: ignore[override]
        return super().embed(texts) * np.nan


@pytest.mark.parametrize("embedder", [Short(), Broken()])
def test_an_embedder_that_fails_leaves_the_old_index(corpus: Path, tmp_path: Path, embedder: HashingEmbedder) -> None:
    stamp = run(corpus, tmp_path / "index").stamp
    (corpus / "go" / "laws.md").write_text(LAWS + "\n2.2. More.\n")
    with pytest.raises(KbError, match="hashing-64 gave"):
        build(corpus, tmp_path / "index", embedder)
    assert open_generation(tmp_path / "index").manifest.stamp == stamp
    assert not list((tmp_path / "index").glob(".new-*"))


def test_an_unreadable_document_is_named_and_the_rest_is_built(corpus: Path, tmp_path: Path) -> None:
    (corpus / "go" / "laws.md").write_bytes(b"\x00\x01\x02" * 50)
    report = run(corpus, tmp_path / "index")
    assert report.unreadable == ("go/laws@1.0",)
    assert (report.documents, report.rules) == (1, 6)
    problem = report.problems[0]
    assert problem.code == "unreadable-document"
    assert "laws.md" in problem.message
    assert run(corpus, tmp_path / "index").unreadable == ("go/laws@1.0",)


def test_no_readable_document_is_an_error(corpus: Path, tmp_path: Path) -> None:
    for game in ("chess", "go"):
        (corpus / game / "laws.md").unlink()
    with pytest.raises(CorpusUnreadable, match=r"laws\.md"):
        run(corpus, tmp_path / "index")
    assert not (tmp_path / "index" / CURRENT).exists()


def test_a_corpus_without_documents_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    with pytest.raises(CorpusUnreadable):
        run(tmp_path / "corpus", tmp_path / "index")


def test_a_bad_state_file_is_named_and_the_rest_is_built(corpus: Path, tmp_path: Path) -> None:
    (corpus / "go" / "states").mkdir()
    (corpus / "go" / "states" / "dead.toml").write_text("not = [toml")
    report = run(corpus, tmp_path / "index")
    assert [problem.code for problem in report.problems] == ["bad-state-file"]
    assert report.documents == 2


def test_two_builds_at_once_are_refused(corpus: Path, tmp_path: Path) -> None:
    with Place(tmp_path / "index"), pytest.raises(IndexUnusable, match="Another build"):
        run(corpus, tmp_path / "index")
    assert run(corpus, tmp_path / "index").changed


def test_leftovers_of_a_killed_build_are_cleared_away(corpus: Path, tmp_path: Path) -> None:
    left = tmp_path / "index" / ".new-dead"
    left.mkdir(parents=True)
    (left / "catalogue.sqlite").write_bytes(b"half")
    run(corpus, tmp_path / "index")
    assert not left.exists()


def test_a_folder_that_cannot_be_written_is_named(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file stands in the way")
    with pytest.raises(IndexUnusable, match="cannot be written") as caught:
        run(corpus, tmp_path / "index")
    assert "--index" in caught.value.hint


def test_progress_is_told_from_the_first_document_to_the_last_text(corpus: Path, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build(corpus, tmp_path / "index", HashingEmbedder(), progress=lambda *step: told.append(step))
    assert told[0] == ("reading", 0, 2)
    assert ("reading", 2, 2) in told
    embedding = [step for step in told if step[0] == "embedding"]
    assert embedding[-1][1] == embedding[-1][2] > 0


def damage_current(index: Path) -> None:
    (index / CURRENT).write_text("{")


def lose_current(index: Path) -> None:
    (index / CURRENT).unlink()


def lose_vectors(index: Path) -> None:
    (open_generation(index).folder / "vectors.faiss").unlink()


def lose_generation(index: Path) -> None:
    shutil.rmtree(open_generation(index).folder)


def change_schema(index: Path) -> None:
    path = open_generation(index).folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": 99}))


def cut_every_file(index: Path) -> None:
    for path in (p for p in open_generation(index).folder.rglob("*") if p.is_file()):
        path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize(
    "damage", [damage_current, lose_current, lose_vectors, lose_generation, change_schema, cut_every_file]
)
def test_an_index_that_is_not_whole_is_refused_and_built_again(corpus: Path, tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    index = tmp_path / "index"
    stamp = run(corpus, index).stamp
    damage(index)
    with pytest.raises(IndexUnusable) as caught:
        open_generation(index)
    assert "kb build" in caught.value.hint
    assert run(corpus, index).stamp == stamp
    assert open_generation(index).manifest.stamp == stamp


def test_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match="no index"):
        open_generation(tmp_path)


def test_every_file_of_a_generation_is_watched_and_made_whole(corpus: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    run(corpus, index)
    folder = open_generation(index).folder
    whole = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {name for name, _, _ in open_generation(index).manifest.files} == {
        path.relative_to(folder).as_posix() for path in whole if path.name != "manifest.json"
    }
    for path in (path for path in whole if path.name != "manifest.json"):
        path.write_bytes(whole[path][:-1])
        with pytest.raises(IndexUnusable, match=path.name):
            open_generation(index)
        run(corpus, index)
        assert {path: path.read_bytes() for path in whole} == whole


def test_a_flipped_bit_is_found_by_its_hash_and_full_mends_it_in_place(corpus: Path, tmp_path: Path) -> None:
    index = tmp_path / "index"
    run(corpus, index)
    generation = open_generation(index)
    path = generation.folder / "vectors.faiss"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    wrong = set(generation.manifest.files) ^ set(listed(generation.folder))
    assert {name for name, _, _ in wrong} == {"vectors.faiss"}
    run(corpus, index, full=True)
    assert path.read_bytes() == whole
    assert listed(generation.folder) == generation.manifest.files


def test_a_document_without_a_rule_is_named_and_the_rest_is_filed(corpus: Path, tmp_path: Path) -> None:
    (corpus / "go" / "laws.md").write_text(" \n\n")
    told: list[str] = []
    report = build(corpus, tmp_path / "index", HashingEmbedder(), progress=lambda phase, *_: told.append(phase))
    assert [(p.code, p.document) for p in report.problems] == [("no-rules", "go/laws@1.0")]
    assert report.rules == 6
    (corpus / "chess" / "laws.md").write_text("")
    told.clear()
    with pytest.raises(CorpusUnreadable, match="No rule"):
        build(corpus, tmp_path / "index", HashingEmbedder(), progress=lambda phase, *_: told.append(phase))
    assert set(told) == {"reading"}
