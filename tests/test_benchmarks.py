"""The benchmarks measure what they say: the same texts, whole processes, tables that follow from the results."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from benchmarks import coldsteps, precision, profiled, report, speed, timing
from benchmarks.embedding import texts_of
from benchmarks.larger import Moved, make_corpus
from benchmarks.peers import NAMES, PEERS
from benchmarks.venvs import REQUIREMENTS, interpreter
from kb.build import build
from kb.embed import HashingEmbedder
from kb.embed.shelf import Shelved

TEXT = "1. Moves\n\n1.1. A pawn moves forward.\n\n1.2. A rook goes along a file, see 1.1.\n\n2. Ends\n\n2.1. It ends.\n"


def test_bare_embedding_is_of_the_very_texts_that_a_build_embeds(tmp_path: Path) -> None:
    corpus = make_corpus(tmp_path / "corpus", TEXT, 2)
    asked: list[str] = []

    class Noting(HashingEmbedder):
        def embed(self, texts: list[str], kind: str = "passage") -> np.ndarray:  # type: ignore[override]
            asked.extend(texts)
            return super().embed(texts)

    made = build(corpus, tmp_path / "index", Noting())
    assert sorted(texts_of(corpus)) == sorted(asked)
    assert made.embedded == len(asked) > 5


def test_a_larger_book_has_other_words_and_the_same_numbers(tmp_path: Path) -> None:
    make_corpus(tmp_path, "1.1. " + " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200)), 2)
    first, second = ((tmp_path / "large" / f"book-{n}.txt").read_text() for n in range(2))
    assert first.startswith("1.1. ")
    assert second.startswith("1.1. ")
    assert set(first.split()) != set(second.split())
    assert len(first.split()) == len(second.split())


def test_made_up_vectors_depend_on_the_text_alone() -> None:
    base = np.eye(5, dtype=np.float32)
    moved = Moved(base, "model@1")
    rows = moved.embed(["a", "b", "a"])
    assert np.array_equal(rows[0], rows[2])
    assert np.array_equal(rows[1], moved.embed(["b"])[0])
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)


def test_commands_run_in_turn_and_one_that_fails_is_left_out(tmp_path: Path) -> None:
    log = tmp_path / "log"
    note = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    commands = {name: [sys.executable, "-S", "-c", note, str(log), name] for name in "ab"}
    runs = timing.in_turn({**commands, "c": [sys.executable, "-S", "-c", "raise SystemExit(9)"]}, 2)
    assert log.read_text() == "ababab"
    assert {name: len(run.cpu) for name, run in runs.items()} == {"a": 2, "b": 2}
    row = timing.Runs((1.0, 3.0, 2.0), (0.1, 0.2, 0.3)).row()
    assert (row["wall"], row["wall_min"], row["wall_max"], row["cpu"]) == (2.0, 1.0, 3.0, 0.2)
    assert timing.ratio(timing.Runs((2.0,), (3.0,)), timing.Runs((4.0,), (1.0,))) == (0.5, 3.0)


def test_what_is_timed_gets_a_plain_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    monkeypatch.setenv("BENCH_MODEL", "kept")
    seen = "[os.environ.get(name) for name in ('OPENBLAS_NUM_THREADS', 'BENCH_MODEL')]"
    note = f"import os, sys; open(sys.argv[1], 'w').write(str({seen}))"
    timing.once([sys.executable, "-S", "-c", note, str(tmp_path / "log")])
    assert (tmp_path / "log").read_text() == "[None, 'kept']"


def test_a_ledger_counts_each_moment_once_and_for_the_innermost(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    ledger = coldsteps.Ledger()
    inner = ledger.timed(lambda: next(clock), "inner")  # one second passes within
    ledger.enter("outer")
    inner()
    inner()
    ledger.leave()
    assert {name: spent[0] for name, spent in ledger.spent.items()} == {"outer": 3.0, "inner": 4.0}


def test_modules_count_for_their_package() -> None:
    named = {"kb.cli.ask": "kb.cli", "kb": "kb", "numpy.linalg._umath": "numpy", "_hashlib": coldsteps.PYTHON}
    assert {name: coldsteps.group_of(name) for name in named} == {m: f"import {of}" for m, of in named.items()}


def test_a_cold_question_is_divided_by_import_and_by_every_step(corpus: Path, index: Path) -> None:
    marks = profiled.watched(["--corpus", str(corpus), "--index", str(index), "query", "can a stunned unit rally"])
    assert {*coldsteps.STEPS, coldsteps.START, coldsteps.REST, coldsteps.END} <= marks.keys()
    assert {f"import {name}" for name in ("kb.search", "numpy", "onnxruntime", "tokenizers", "click")} <= marks.keys()
    assert min(value for spent in marks.values() for value in spent) >= 0
    with pytest.raises(RuntimeError, match="exit 2"):
        profiled.watched(["query", "--frob"])
    other = {"import numpy": (9.0, 1.0), "x": (0.0, 0.1)}
    table = report.profile({"runs": 2, "rows": {"a": profiled.medians([marks, marks]), "b": other}})
    rows = {row.split(" | ")[0]: row for row in table.splitlines()}
    assert rows["| import numpy"].endswith("| 9.0 | 1.0 |")
    assert rows["| all"].endswith("| 9.0 | 1.1 |")
    assert "| x" not in rows


def test_every_peer_has_a_name_and_an_interpreter(tmp_path: Path) -> None:
    assert PEERS.keys() == NAMES.keys() >= REQUIREMENTS.keys()
    assert interpreter("bare", tmp_path) == sys.executable
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("values", "exponent"), [((5, 50, 500), "1.00"), ((3, 3, 3), "0.00"), ((1, 2, 4), "0.30"), ((0, 1, 2), "")]
)
def test_the_slope_is_that_of_logarithms(values: tuple[float, ...], exponent: str) -> None:
    assert report.slope((1, 10, 100), values) == exponent


def test_tables_stand_between_the_marks_and_leave_the_rest_alone(tmp_path: Path) -> None:
    held = {"commit": "abc1234", "machine": "a machine", "per_second": 254.5, "best": 260.1}
    (tmp_path / "speed-stream.json").write_text(json.dumps(held))
    readme = tmp_path / "README.md"
    readme.write_text(f"# Ours\n\nbefore\n\n{report.BEGIN}\nold\n{report.END}\n\nafter\n")
    report.write(tmp_path, readme)
    once = readme.read_text()
    assert once.startswith(f"# Ours\n\nbefore\n\n{report.BEGIN}\n\n### A thousand")
    assert once.endswith(f"(Commit abc1234; a machine.)\n\n{report.END}\n\nafter\n")
    assert "254.5 a second" in once
    assert "old" not in once
    (tmp_path / "speed-build.json").write_text('{"rows": {}}')
    report.write(tmp_path, readme)
    assert once.partition("### A thousand")[2].partition("(Commit")[0] in readme.read_text()
    assert "`python -m benchmarks.speed build`" in readme.read_text()


def test_the_float_model_stands_where_the_one_for_questions_is_looked_for(tmp_path: Path) -> None:
    shelf, folder = tmp_path / "shelf", tmp_path / "float"
    shelf.mkdir()
    folder.mkdir()
    for name in ("model.onnx", "whole.onnx", "weights.bin", "card.json", "tokenizer.json"):
        (shelf / name).write_text(name)
    precision.float_model(Shelved("model@1", shelf), folder)
    assert (folder / "model.onnx").read_text() == "whole.onnx"
    assert (folder / "tokenizer.json").read_text() == "tokenizer.json"


def test_precision_is_told_by_set_and_in_the_mean() -> None:
    rows = precision.table({"one": 0.5, "two": 0.7}, {"one": 0.6, "two": 0.7})
    assert [row["set"] for row in rows] == ["one", "two", "mean"]
    assert rows[0] == {"set": "one", "int8": 0.5, "float": 0.6, "difference": -0.1}
    assert (rows[2]["int8"], rows[2]["float"], rows[2]["difference"]) == (0.6, 0.65, -0.05)


def test_a_peer_that_cannot_be_had_is_named_and_the_others_are_asked(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interpreter_of(peer: str, work: Path) -> str:
        if peer == "txtai":
            raise RuntimeError("no such package")
        return sys.executable

    for name in ("BENCH_FOLDER", "BENCH_MODEL", "BENCH_ONNX", "BENCH_VECTORS", "HF_HUB_OFFLINE", "PYTHONPATH"):
        monkeypatch.setenv(name, "")  # so that what the benchmark sets is undone
    monkeypatch.setattr(speed, "interpreter", interpreter_of)
    wanted = ("bare", "txtai")
    options = argparse.Namespace(work=tmp_path, without=[peer for peer in PEERS if peer not in wanted])
    found, left_out = speed.ready_peers(options, index)
    assert left_out == {NAMES["txtai"]: "no such package"}
    asked = [*found["bare"], "ask", os.environ["BENCH_FOLDER"], "may it move"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert done.stdout.count("np.float32(") == 384
