"""A sentence-transformers model made into ONNX, pooling and normalising inside: whole for passages, 8-bit for
questions."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import shutil
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.embed import CARD_FILE, MODEL_FILE, TOKENIZER_FILE, WEIGHTS_FILE, open_onnx, runtime
from kb.errors import KbError

if TYPE_CHECKING:
    from kb.embed import Vectors
    from kb.embed.transformer import SentenceEmbedder

OPSET = 17
WHOLE_FILE = "whole.onnx"
"""The model in float32, which passages are embedded with."""
LEAST_MAPPED = 1024
"""Bytes of a tensor that is worth a place in the mapped file."""
MIN_COSINE = 0.97
"""Below this an 8-bit question no longer ranks passages as the model itself does; all-MiniLM-L6-v2 reaches .98."""


def export_onnx(embedder: SentenceEmbedder, folder: Path, sample: Sequence[str], vectors: Vectors) -> float:
    """Write model.onnx and weights.bin (8-bit), whole.onnx, tokenizer.json and card.json into `folder`; return the
    least cosine of the 8-bit one with the original's `vectors` (float32 [n, dim]) of `sample`.

    Raises KbError, and leaves nothing, where that is below MIN_COSINE.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch, _quiet():
        fused, small = Path(scratch, "fused.onnx"), Path(scratch, "small.onnx")
        _trace(embedder, folder / WHOLE_FILE)
        _fuse(embedder, folder / WHOLE_FILE, fused)
        _quantise(fused, small)
        _optimise(small, folder / MODEL_FILE)
    _write_card(embedder, folder)
    worst = least_cosine(vectors, open_onnx(folder).embed(sample, "passage"))
    if worst < MIN_COSINE:
        shutil.rmtree(folder)
        raise KbError(
            f"The 8-bit copy of {embedder.id} agrees only to {worst:.3f} with it; {MIN_COSINE} is needed.",
            "Choose another model.",
        )
    return worst


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Exporters print and warn about their own insides; nobody who builds an index can act on it."""
    level = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(level)


def _trace(embedder: SentenceEmbedder, path: Path) -> None:
    import torch

    names = ["input_ids", "attention_mask", "token_type_ids"]
    wanted = [n for n in names if n in embedder.model.tokenizer.model_input_names]

    class Whole(torch.nn.Module):
        """Every module of the model in a row, tensors in, sentence embedding out."""

        def __init__(self, model: Any) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: Any) -> Any:
            return torch.nn.functional.normalize(
                self.model(dict(zip(wanted, tensors, strict=True)))["sentence_embedding"], dim=-1
            )

    example = torch.ones((2, 8), dtype=torch.int64)
    axes = {name: {0: "batch", 1: "tokens"} for name in wanted} | {"embedding": {0: "batch"}}
    with torch.inference_mode():
        torch.onnx.export(
            Whole(embedder.model), tuple(example.clone() for _ in wanted), str(path),
            input_names=wanted, output_names=["embedding"], dynamic_axes=axes, opset_version=OPSET, dynamo=False,
        )  # fmt: skip


def _fuse(embedder: SentenceEmbedder, plain: Path, fused: Path) -> None:
    runtime()
    from onnxruntime.transformers import optimizer

    config = embedder.model[0].auto_model.config
    # ONNX Runtime's own fusing is left to `_optimise`: here it would only take time.
    optimizer.optimize_model(
        str(plain), model_type="bert", num_heads=config.num_attention_heads, hidden_size=config.hidden_size, opt_level=0
    ).save_model_to_file(str(fused))


def _quantise(fused: Path, path: Path) -> None:
    runtime()
    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic

    # Shape inference stops at the fused operators, so the type of what follows them is told.
    told = {"DefaultTensorType": TensorProto.FLOAT}
    quantize_dynamic(str(fused), str(path), weight_type=QuantType.QInt8, per_channel=True, extra_options=told)


def _optimise(small: Path, path: Path) -> None:
    """Once here and not at every start: what ONNX Runtime would fuse when it opens the file. Weights go beside it."""
    onnxruntime = runtime()
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(path)
    beside = "session.optimized_model_external_initializers"
    options.add_session_config_entry(f"{beside}_file_name", WEIGHTS_FILE)
    options.add_session_config_entry(f"{beside}_min_size_in_bytes", str(LEAST_MAPPED))
    onnxruntime.InferenceSession(str(small), options, providers=["CPUExecutionProvider"])


def _write_card(embedder: SentenceEmbedder, folder: Path) -> None:
    tokenizer = embedder.model.tokenizer
    tokenizer.backend_tokenizer.save(str(folder / TOKENIZER_FILE))
    card = {
        "id": embedder.id,
        "dim": embedder.dim,
        "max_tokens": int(embedder.model.max_seq_length),
        "prompts": {kind: embedder.prompt(kind) for kind in ("query", "passage")},
    }
    (folder / CARD_FILE).write_text(json.dumps(card, indent=1, sort_keys=True) + "\n", "utf-8")


def least_cosine(one: Vectors, other: Vectors) -> float:
    """Return the least of the rows' inner products; 1 where there is no row."""
    return float((one * other).sum(axis=1).min()) if len(one) else 1.0
