"""Text to vectors: the protocol, the embedder that answers questions (ONNX Runtime), and a hashing one for tests.

Importing this module costs nothing; torch and sentence-transformers are loaded by `open_embedder` alone, which
building uses.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from kb.errors import REBUILD, IndexUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

TextKind = Literal["query", "passage"]
MODEL_FILE = "model.onnx"
WEIGHTS_FILE = "weights.bin"
"""What the model's file refers to: ONNX Runtime maps it, so that processes share it and a start does not read it."""
TOKENIZER_FILE = "tokenizer.json"
CARD_FILE = "card.json"


class Embedder(Protocol):
    """Whatever turns texts into vectors. `id` names model, revision and prompt; `dim` is the length of a vector."""

    @property
    def id(self) -> str: ...

    @property
    def dim(self) -> int: ...

    def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """Return float32 [len(texts), dim], each row of unit length."""
        ...


class HashingEmbedder:
    """Words hashed into `dim` signed buckets: no model, the same on every machine. For tests and as a worked
    example."""

    def __init__(self, dim: int = 64) -> None:
        self.dim = dim
        self.id = f"hashing-{dim}"

    def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """Return float32 [n, dim] of unit length; a text without a word gets the first axis."""
        from hashlib import blake2b

        import numpy as np

        out = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(out, texts, strict=True):
            for word in text.casefold().split():
                digest = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "big")
                row[digest % self.dim] += 1.0 if digest >> 63 else -1.0
        return unit(out)


class OnnxEmbedder:
    """A model exported by `export_onnx`: tokenizer, encoder, pooling and normalising, without torch. Threads may share
    it.

    It opens for one question: with one thread, and the weights as they lie in the file, mapped. Who asks again gets
    `threads`, and the weights laid out as the processor multiplies them: that copies 20 MB and takes 10 ms, and from
    then on each pass takes two thirds of the time. The vectors are the same.
    """

    def __init__(self, folder: Path, threads: int = 2) -> None:
        card = read_card(folder)
        self.id = str(card["id"])
        self.dim = int(card["dim"])
        self._prompts: dict[str, str] = dict(card["prompts"])
        self._tokenizer = open_tokenizer(folder / TOKENIZER_FILE, int(card["max_tokens"]))
        self._session = _session(folder / MODEL_FILE, 1, laid_out=False)
        self._lock = threading.Lock()
        self._asked = 0
        self._again = cache(lambda: _session(folder / MODEL_FILE, threads))
        self._inputs = tuple(one.name for one in self._session.get_inputs())

    def embed(self, texts: Sequence[str], kind: TextKind = "query") -> Vectors:
        """Return float32 [n, dim] of unit length. Each text is a pass of its own: the scale of 8-bit activations is
        taken over a whole batch, so the texts beside it would change a vector.
        """
        import numpy as np

        prompt = self._prompts.get(kind, "")
        out = np.empty((len(texts), self.dim), dtype=np.float32)
        session = self._session_for(len(texts))
        for row, text in zip(out, texts, strict=True):
            row[:] = self._alone(session, prompt + text)
        return out

    def _session_for(self, texts: int) -> Any:
        """The session for so many more texts."""
        with self._lock:
            self._asked += texts
            if self._asked > 1:
                self._session = self._again()
            return self._session

    def has_word(self, word: str) -> bool:
        """Whether the model's vocabulary has a word, in small letters, in one piece: then it is an ordinary one."""
        return self._tokenizer.token_to_id(word) is not None

    def _alone(self, session: Any, text: str) -> Vectors:
        ids = self._tokenizer.encode(text).ids
        given = model_inputs([ids], len(ids))
        result: Vectors = session.run(None, {name: given[name] for name in self._inputs})[0][0]
        return result


def model_inputs(ids: Sequence[Sequence[int]], width: int) -> dict[str, NDArray[np.int64]]:
    """Return the encoder's inputs, each int64 [len(ids), width], for token ids; the rest is masked."""
    import numpy as np

    tokens = np.zeros((len(ids), width), dtype=np.int64)
    mask = np.zeros((len(ids), width), dtype=np.int64)
    for row, one in enumerate(ids):
        tokens[row, : len(one)] = one
        mask[row, : len(one)] = 1
    return {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}


def open_onnx(folder: Path, threads: int = 2) -> OnnxEmbedder:
    """Open an exported model. Raises IndexUnusable where files are missing or broken."""
    return OnnxEmbedder(Path(folder), threads)


def open_embedder(name: str = "", revision: str = "") -> Embedder:
    """Open a model for building: the shipped one for an empty name, else a folder, else a hub's ID at `revision`.

    Raises BadSetting for a model that cannot be had, that is not safetensors, or whose files are not the ones known.
    """
    from kb.embed.transformer import SentenceEmbedder

    return SentenceEmbedder.open(name, revision)


def unit(vectors: Vectors) -> Vectors:
    """Scale rows to unit length; a row that is zero or not finite becomes the first axis, so that no score is ever
    NaN."""
    import numpy as np

    out = np.nan_to_num(np.asarray(vectors, dtype=np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    norms = np.linalg.norm(out, axis=1, keepdims=True)
    out[norms[:, 0] == 0, 0] = 1.0
    return np.ascontiguousarray(out / np.where(norms == 0, 1.0, norms), dtype=np.float32)


def read_card(folder: Path) -> dict[str, Any]:
    """Read what an exported model says of itself: id, dim, max_tokens, prompts. Raises IndexUnusable."""
    try:
        card: dict[str, Any] = json.loads((folder / CARD_FILE).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise IndexUnusable(f"{folder} holds no usable model ({error}).", REBUILD) from error
    return card


def open_tokenizer(path: Path, max_tokens: int) -> Any:
    """Open a `tokenizers.Tokenizer` that cuts at `max_tokens` and never pads. Raises IndexUnusable."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises a bare Exception
        raise IndexUnusable(f"{path} is no tokenizer ({error}).", REBUILD) from error
    tokenizer.enable_truncation(max_tokens)
    tokenizer.no_padding()
    return tokenizer


def runtime() -> Any:
    """ONNX Runtime, told before it loads to report nothing to its makers: it would, whenever there is a network."""
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    return onnxruntime


def _session(path: Path, threads: int, laid_out: bool = True) -> Any:
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # The graph was optimised when it was exported: doing it again costs time at every start.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.disable_prepacking", str(int(not laid_out)))
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own, unrelated classes
        raise IndexUnusable(f"{path} is no usable model ({error}).", REBUILD) from error
