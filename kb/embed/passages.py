"""The fastest way to embed passages: the exported model on OpenVINO, in bfloat16 where the processor multiplies it.

A vector depends on its text alone. The arithmetic of a row changes a little with the width it is padded to, but not
with the rows beside it, so the width is a function of the text's own length: a rebuilt index is the same bytes as a
new one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.embed import TOKENIZER_FILE, TextKind, model_inputs, open_tokenizer, read_card
from kb.embed.export import WHOLE_FILE

if TYPE_CHECKING:
    from kb.embed import Vectors

BATCH = 32
STEP = 8
"""Widths are multiples of this: finer ones make more shapes to compile, coarser ones more padding to multiply."""
THREADS = 2
MIN_COSINE = 0.999
"""With the original: bfloat16 reaches .9999."""


class PassageEmbedder:
    """An exported model for many texts. `engine` names the arithmetic: vectors of two engines are not to be mixed."""

    def __init__(self, folder: Path, weights: str = "") -> None:
        """`weights` is the SHA-256 of the model's file where it is known already."""
        import openvino

        card = read_card(folder)
        self.id = str(card["id"])
        self.dim = int(card["dim"])
        self._prompts: dict[str, str] = dict(card["prompts"])
        self._tokenizer = open_tokenizer(folder / TOKENIZER_FILE, int(card["max_tokens"]))
        core = openvino.Core()
        precision = "bf16" if "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"
        digest = weights or _sha256(folder / WHOLE_FILE)
        self.engine = f"openvino-{openvino.__version__.split('-')[0]}-{precision}-{digest[:8]}"
        options = {
            "INFERENCE_PRECISION_HINT": precision,
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_NUM_THREADS": THREADS,
        }
        compiled = core.compile_model(core.read_model(folder / WHOLE_FILE), "CPU", options)
        self._inputs = [one.any_name for one in compiled.inputs]
        self._request: Any = compiled.create_infer_request()

    def embed(
        self, texts: Sequence[str], kind: TextKind = "passage", done: Callable[[int], None] | None = None
    ) -> Vectors:
        """Return float32 [n, dim] of unit length; `done` is told after each batch how many texts are ready."""
        import numpy as np

        prompt = self._prompts.get(kind, "")
        encoded = [one.ids for one in self._tokenizer.encode_batch([prompt + text for text in texts])]
        out = np.empty((len(texts), self.dim), dtype=np.float32)
        ready = 0
        for width, rows in _batches([len(ids) for ids in encoded]):
            given = model_inputs([encoded[row] for row in rows], width)
            out[rows] = self._request.infer([given[name] for name in self._inputs])[0]
            ready += len(rows)
            if done:
                done(ready)
        return out


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _batches(lengths: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Rows by padded width, at most BATCH at a time, the longest first: the time left is then never guessed too
    short."""
    buckets: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        buckets.setdefault(-(-max(length, 1) // STEP) * STEP, []).append(row)
    return [
        (width, rows[at : at + BATCH])
        for width, rows in sorted(buckets.items(), reverse=True)
        for at in range(0, len(rows), BATCH)
    ]
