"""What a question loads and reads: no torch, no page, no pandas, no file of the corpus, one run of the encoder."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb import KnowledgeBase
from kb.build import build
from kb.embed import HashingEmbedder, OnnxEmbedder
from tests.small import small_corpus
from tests.test_house import HEAVY, modules_after


@pytest.mark.parametrize(
    "arguments", [("query", "can a stunned unit rally"), ("query", "423.1.a"), ("check", "riftbound", "--ask", "move")]
)
def test_a_question_loads_nothing_heavy(corpus: Path, index: Path, arguments: tuple[str, ...]) -> None:
    loaded = modules_after("--corpus", str(corpus), "--index", str(index), *arguments)
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize(
    "arguments", [("get", "riftbound 423.1.a"), ("games",), ("check", "riftbound", "--ask", "move")]
)
def test_what_needs_no_vectors_loads_none(corpus: Path, index: Path, arguments: tuple[str, ...]) -> None:
    loaded = modules_after("--corpus", str(corpus), "--index", str(index), *arguments)
    assert not loaded & {"faiss", "onnxruntime", "tokenizers", *HEAVY}


def test_a_question_reads_no_file_of_the_corpus(corpus: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    real = Path.open

    def noted(path: Path, *arguments: object, **named: object) -> object:
        opened.append(str(path))
        return real(path, *arguments, **named)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", noted)
    with KnowledgeBase.open(corpus, index) as kb:
        kb.query("can a stunned unit rally")
        assert not kb.stale
    assert not [name for name in opened if name.startswith(str(corpus))]


def test_the_encoder_runs_once_a_question(corpus: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    real = OnnxEmbedder.embed

    def counted(self: OnnxEmbedder, texts: list[str], kind: str = "query") -> object:
        calls.append(len(texts))
        return real(self, texts, kind)  # type: ignore[arg-type]

    monkeypatch.setattr(OnnxEmbedder, "embed", counted)
    with KnowledgeBase.open(corpus, index) as kb:
        kb.query("what does it mean to be stunned")
        assert calls == [1]
        kb.query("423.1.a")
        assert calls == [1]  # a number alone needs no model


def test_a_game_whose_documents_could_not_be_read_is_not_called_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.embed.open_onnx", lambda folder: HashingEmbedder())
    corpus = small_corpus(tmp_path)
    (corpus / "go" / "core.md").unlink()
    build(corpus, tmp_path / "index", HashingEmbedder())
    with KnowledgeBase.open(corpus, tmp_path / "index") as kb:
        asked, other = (kb.query("who sets a stone", games=(g,), mode="words") for g in ("go", "chess"))
        games = kb.status().games
    assert asked.notes == ("No document of Go & Stones is in the index; `kb status` says why.",)
    assert not [note for note in other.notes if "kb status" in note]
    assert games == 1


FERRY = """# 1 Ferry

1.1 The ferry leaves as soon as:

1.1.1 every seat is taken, or

1.1.2 the bell has rung twice.

1.2 Nobody swims.
"""


PIER = """# Piers

## 1 Mooring

1.1 A ferry moors at a pier:

1.1.1 by day, or

1.1.2 with a lamp.

## 2 Fees

2.1 Mooring costs a coin. {}
"""


@pytest.mark.parametrize(("more", "fees"), [("", ["2.1"]), ("Pay it at once. " * 80, [])])
def test_a_title_is_shown_with_its_section_where_that_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str, fees: list[str]
) -> None:
    monkeypatch.setattr("kb.embed.open_onnx", lambda folder: HashingEmbedder())
    corpus = small_corpus(tmp_path)
    (corpus / "go" / "core.md").write_text(PIER.format(more))
    build(corpus, tmp_path / "index", HashingEmbedder())
    with KnowledgeBase.open(corpus, tmp_path / "index") as kb:
        asked = [kb.query(n, games=("go",)).hits[0] for n in ("1", "2")]
        below = kb.query("fees", games=("go",), limit=1).hits[0]
    assert [[rule.number for rule in hit.context] for hit in asked] == [["1.1", "1.1.1", "1.1.2"], fees]
    assert (below.chunk.number, [rule.number for rule in below.context]) == ("2", ["2.1"])


def test_a_part_of_a_sentence_is_answered_with_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.embed.open_onnx", lambda folder: HashingEmbedder())
    corpus = small_corpus(tmp_path)
    (corpus / "go" / "core.md").write_text(FERRY)
    build(corpus, tmp_path / "index", HashingEmbedder())
    with KnowledgeBase.open(corpus, tmp_path / "index") as kb:
        asked = {n: kb.query(n, games=("go",), mode="words") for n in ("1.1", "1.1.1", "1.2")}
    around = {n: [rule.number for rule in answer.hits[0].context] for n, answer in asked.items()}
    assert around == {"1.1": ["1.1.1", "1.1.2"], "1.1.1": ["1.1"], "1.2": []}
    assert asked["1.1.1"].text.startswith("The ferry leaves as soon as:\nevery seat is taken, or [")
    assert "as soon as:\nevery seat is taken, or\nthe bell has rung twice. [" in asked["1.1"].text
