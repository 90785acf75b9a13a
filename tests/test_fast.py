"""What makes a question fast: no file of the corpus is opened, the index is mapped, the encoder runs once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kb import embed
from kb.embed import MODEL_FILE, WEIGHTS_FILE, OnnxEmbedder
from kb.generation import open_generation
from kb.lexical import LexicalIndex
from kb.search import Extras
from kb.store import FaissStore
from tests.mapping import is_mapped

ROOT = Path(__file__).parents[1]
ASKED = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
from kb.cli import cli
from kb.cli.common import run
code = run(cli, sys.argv[1:])
print(*opened, sep="\\n", file=sys.stderr)
sys.exit(code)
"""


def opened_by(corpus: Path, index: Path, *command: str) -> list[str]:
    """Every file that a whole `kb` command opens, by Python's own account."""
    given = ["--corpus", str(corpus), "--index", str(index), *command]
    done = subprocess.run([sys.executable, "-c", ASKED, *given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr.splitlines()


def test_a_question_opens_no_file_of_the_corpus(corpus: Path, index: Path) -> None:
    opened = opened_by(corpus, index, "query", "can a stunned unit rally")
    assert any(name.startswith(str(index)) for name in opened)
    assert not [name for name in opened if name.startswith(str(corpus))]


def test_a_question_opens_no_large_file_whole(corpus: Path, index: Path) -> None:
    """Vectors and words are mapped; of the model's files ONNX Runtime opens its own, Python none."""
    names = {Path(name).name for name in opened_by(corpus, index, "query", "can a stunned unit rally")}
    assert not names & {"texts.npy", "texts.keys", "whole.onnx", MODEL_FILE, WEIGHTS_FILE}


def test_what_is_searched_is_mapped_and_not_copied(index: Path) -> None:
    generation = open_generation(index)
    store, extras = FaissStore(generation.folder), Extras(generation.folder)
    assert is_mapped(store._vectors)
    assert is_mapped(store._ids)
    for words in (LexicalIndex.open(generation.words), extras.pairs):
        assert all(map(is_mapped, (words._docs, words._weights, words._starts, words._postings, words._vocabulary)))
    assert is_mapped(extras.prior)


def test_a_search_leaves_the_vectors_where_they_are(index: Path) -> None:
    store = FaissStore(open_generation(index).folder)
    before = store._vectors
    store.search(np.ones(store.dim, dtype=np.float32), 5)
    assert np.shares_memory(store._vectors, before)
    assert is_mapped(store._vectors)


def test_a_question_is_one_run_of_the_session(index: Path) -> None:
    embedder = OnnxEmbedder(open_generation(index).model)
    runs: list[int] = []
    session = embedder._session

    class Counting:
        def run(self, *given: object) -> object:
            runs.append(1)
            return session.run(*given)

    embedder._session = Counting()
    assert embedder.embed(["may a stunned unit move"], "query").shape == (1, embedder.dim)
    assert len(runs) == 1


LOADED = """
import sys
from kb.cli import cli
from kb.cli.common import run
code = run(cli, sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
BUILDING = {
    "kb.build", "kb.sources", "kb.readers", "kb.recognise", "kb.chunk", "kb.catalogue.writing", "kb.lexical.writing",
    "kb.numbering.markers", "kb.states.load", "kb.states.verify", "kb.embed.export",
}  # fmt: skip
NEVER = {
    "asyncio", "bz2", "concurrent.futures", "email", "http", "importlib.metadata", "jsonschema", "logging", "lzma",
    "multiprocessing", "random", "shutil", "socket", "ssl", "statistics", "string", "subprocess", "tempfile", "tomllib",
    "traceback", "unittest", "urllib.request", "faiss", "rapidfuzz",
}  # fmt: skip
"""Of Python's own and the libraries what a question has no use for. Each costs a start one to thirty thousandths."""


def loaded_by(corpus: Path, index: Path, *command: str) -> set[str]:
    """Every module that a whole `kb` command has loaded when it ends."""
    given = ["--corpus", str(corpus), "--index", str(index), *command]
    done = subprocess.run([sys.executable, "-c", LOADED, *given], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_a_question_loads_what_it_needs_and_no_more(corpus: Path, index: Path) -> None:
    loaded = loaded_by(corpus, index, "query", "can a stunned unit rally")
    assert not loaded & (BUILDING | NEVER)
    assert {"onnxruntime", "tokenizers", "kb.checker.verdicts"} <= loaded


def test_a_rule_by_its_number_needs_no_model(corpus: Path, index: Path) -> None:
    loaded = loaded_by(corpus, index, "get", "riftbound 423.1")
    assert not loaded & (BUILDING | NEVER | {"numpy", "onnxruntime", "tokenizers", "kb.checker", "kb.states"})


def test_weights_are_laid_out_for_those_only_who_ask_again_and_the_vectors_are_the_same(
    index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bool] = []
    real = embed._session

    def noted(path: Path, threads: int, laid_out: bool = True) -> object:
        opened.append(laid_out)
        return real(path, threads, laid_out)

    monkeypatch.setattr(embed, "_session", noted)
    texts = ["may a stunned unit move", "rally", "what is a turn " * 90]
    alone = [OnnxEmbedder(open_generation(index).model).embed([text])[0] for text in texts]
    assert opened == [False, False, False]
    embedder = OnnxEmbedder(open_generation(index).model)
    first, *others = [embedder.embed([text])[0] for text in (texts[0], *texts)]
    assert opened[3:] == [False, True]
    assert np.array_equal([first, *others], [alone[0], *alone])
    assert np.array_equal(OnnxEmbedder(open_generation(index).model).embed(texts), alone)
    assert opened[5:] == [False, True]
