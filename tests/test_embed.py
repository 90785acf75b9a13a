"""Opening models: which are refused, and what a question does not import."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kb.embed import MODEL_FILE, HashingEmbedder, open_onnx, unit
from kb.embed.export import export_onnx
from kb.embed.passages import BATCH, STEP, _batches
from kb.embed.transformer import SHIPPED, SentenceEmbedder, locate, shipped_folder
from kb.errors import BadSetting, IndexUnusable, KbError
from kb.generation import open_generation


def test_the_shipped_model_is_known_by_its_hash() -> None:
    identity, folder = locate()
    assert identity == f"{SHIPPED}@53aa5117"
    assert folder == shipped_folder()
    assert locate(SHIPPED) == (identity, folder)


def test_a_changed_file_of_the_shipped_model_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kb.embed.transformer._sha256", lambda path: "0" * 64)
    with pytest.raises(BadSetting, match="not the file that was published"):
        shipped_folder()


def test_a_folder_is_known_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "model.safetensors").write_bytes(b"one")
    first, _ = locate(str(tmp_path))
    (tmp_path / "model.safetensors").write_bytes(b"two")
    assert first.startswith(f"{tmp_path.name}@")
    assert locate(str(tmp_path))[0] != first


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(BadSetting, match="safetensors"):
        locate(str(tmp_path))


def test_a_folder_without_a_model_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"no weights")
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(BadSetting) as caught:
        SentenceEmbedder.open(str(tmp_path))
    assert "holds no sentence-transformers model" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_export_far_from_the_original_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Model:
        id, dim = "model@1", 4

    class Small(Model):
        def embed(self, texts: list[str], kind: str) -> np.ndarray:
            return np.eye(4, dtype=np.float32)[::-1][: len(texts)]

    for step in ("_trace", "_fuse", "_quantise", "_optimise", "_write_card"):
        monkeypatch.setattr(f"kb.embed.export.{step}", lambda *_: None)
    monkeypatch.setattr("kb.embed.export.open_onnx", lambda folder: Small())
    with pytest.raises(KbError, match=r"0\.000"):
        export_onnx(Model(), tmp_path / "made", ["a", "b"], np.eye(4, dtype=np.float32)[:2])  # type: ignore[arg-type]
    assert not (tmp_path / "made").exists()


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable, match=str(tmp_path)):
        open_onnx(tmp_path)


def test_unit_vectors_have_no_nan() -> None:
    rows = unit(np.array([[3, 4], [0, 0], [np.nan, np.inf]], dtype=np.float32))
    np.testing.assert_allclose(rows, [[0.6, 0.8], [1, 0], [1, 0]])


def test_hashing_is_the_same_everywhere() -> None:
    rows = HashingEmbedder(8).embed(["stunned unit", "unit stunned", ""])
    assert np.array_equal(rows[0], rows[1])
    assert rows[2].tolist() == [1, 0, 0, 0, 0, 0, 0, 0]


def test_batches_hold_every_row_once_and_pad_little() -> None:
    lengths = [*range(1, 100), *[40] * 50, 0]
    batches = _batches(lengths)
    assert sorted(row for _, rows in batches for row in rows) == list(range(len(lengths)))
    assert all(len(rows) <= BATCH and width % STEP == 0 for width, rows in batches)
    assert all(0 <= width - lengths[row] < STEP or not lengths[row] for width, rows in batches for row in rows)
    assert [width for width, _ in batches] == sorted((width for width, _ in batches), reverse=True)


def test_importing_the_embedders_loads_nothing_heavy() -> None:
    heavy = "{'numpy', 'torch', 'faiss', 'onnxruntime', 'sqlite3', 'tokenizers'}"
    code = f"import kb.embed, kb.store, kb.lexical, sys; print(sorted({heavy} & set(sys.modules)))"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_asking_reports_nothing_to_anybody(index: Path) -> None:
    """ONNX Runtime sends its makers events unless it is told not to before it loads; nothing connects anywhere."""
    stamp = json.loads((index / "CURRENT").read_text())["stamp"]
    script = f"""
import os, socket
from pathlib import Path
socket.socket.connect = lambda *_: (_ for _ in ()).throw(SystemExit("it connects"))
from kb.embed import open_onnx
open_onnx(Path({str(index / stamp / "model")!r})).embed(["may it move"], "query")
print(os.environ["ORT_DISABLE_TELEMETRY"])
"""
    told = {name: value for name, value in os.environ.items() if name != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=told)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_broken_model_is_named(index: Path, tmp_path: Path) -> None:
    shutil.copytree(open_generation(index).model, tmp_path / "model")
    (tmp_path / "model" / MODEL_FILE).write_bytes(b"no model")
    with pytest.raises(IndexUnusable, match=MODEL_FILE):
        open_onnx(tmp_path / "model")
