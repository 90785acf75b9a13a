"""Exported models kept in the index folder: exporting takes half a minute and loads torch, so it is done once a
model."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from kb.embed import CARD_FILE, MODEL_FILE, TOKENIZER_FILE, WEIGHTS_FILE
from kb.embed.export import WHOLE_FILE, export_onnx, least_cosine
from kb.embed.passages import MIN_COSINE, PassageEmbedder
from kb.embed.transformer import SentenceEmbedder, locate
from kb.errors import KbError

_FORMAT = 4
"""Raised when what `export_onnx` writes changes."""
_MAKERS = ("torch", "onnx", "onnxruntime", "sentence-transformers")
QUERY_FILES = (CARD_FILE, MODEL_FILE, TOKENIZER_FILE, WEIGHTS_FILE)
SUMS_FILE = "sums.json"
"""SHA-256 of each file as exported."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """An exported model: its id and the folder with its files."""

    id: str
    folder: Path

    def passages(self) -> PassageEmbedder:
        """Open it for embedding passages."""
        return PassageEmbedder(self.folder, _kept_sums(self.folder)[WHOLE_FILE])

    def copy_for_queries(self, folder: Path) -> None:
        """Put what questions need into `folder`, as hard links where the file system has them."""
        folder.mkdir(parents=True, exist_ok=True)
        for name in QUERY_FILES:
            try:
                os.link(self.folder / name, folder / name)
            except OSError:
                shutil.copyfile(self.folder / name, folder / name)


def shelve(shelf: Path, sample: Sequence[str], name: str = "", revision: str = "") -> Shelved:
    """Return the exported model, exporting it first where the shelf has none of this model and these versions, or only
    one that is damaged.

    `sample` are texts of the corpus that the export is checked on. Raises BadSetting (no such model), KbError
    (export too far off).
    """
    identity, _ = locate(name, revision)
    folder = shelf / f"{identity.replace('/', '_')}-{_key(identity)}"
    if not _whole(folder):
        shutil.rmtree(folder, ignore_errors=True)
        shelf.mkdir(parents=True, exist_ok=True)
        _export(folder, sample, name, revision)
    return Shelved(identity, folder)


def _key(identity: str) -> str:
    made_with = [f"{maker} {version(maker)}" for maker in _MAKERS]
    return hashlib.sha256("\n".join((str(_FORMAT), identity, *made_with)).encode()).hexdigest()[:8]


def _export(folder: Path, sample: Sequence[str], name: str, revision: str) -> None:
    """Export aside, check, and move into place in one step."""
    embedder = SentenceEmbedder.open(name, revision)
    original = embedder.embed(sample)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as aside:
        made = Path(aside, "model")
        export_onnx(embedder, made, sample, original)
        worst = least_cosine(original, PassageEmbedder(made).embed(sample))
        if worst < MIN_COSINE:
            raise KbError(
                f"{embedder.id} as exported agrees only to {worst:.4f} with the original.", "Choose another model."
            )
        (made / SUMS_FILE).write_text(json.dumps(_sums(made), indent=1), "utf-8")
        made.rename(folder)


def _sums(folder: Path) -> dict[str, str]:
    paths = sorted(path for path in folder.iterdir() if path.name != SUMS_FILE)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def _whole(folder: Path) -> bool:
    """Whether every file is as it was exported: a disk that fails must not be kept from build to build."""
    try:
        return _kept_sums(folder) == _sums(folder)
    except (OSError, ValueError):
        return False


def _kept_sums(folder: Path) -> dict[str, str]:
    held: dict[str, str] = json.loads((folder / SUMS_FILE).read_text("utf-8"))
    return held
