"""Exported models kept in the index folder: exporting takes half a minute and loads torch, so it is done once a
model."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
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
    opened: PassageEmbedder | None = field(default=None, compare=False)
    """As the export was checked: opening takes half a second."""

    def passages(self) -> PassageEmbedder:
        """Open it for embedding passages."""
        return self.opened or PassageEmbedder(self.folder, _kept_sums(self.folder)[WHOLE_FILE])

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
    identity, source = locate(name, revision)
    folder = shelf / _name(identity)
    opened = None
    if not _whole(folder):
        shutil.rmtree(folder, ignore_errors=True)
        shelf.mkdir(parents=True, exist_ok=True)
        opened = _export(SentenceEmbedder.load(identity, source), folder, sample)
    return Shelved(identity, folder, opened)


def clear(shelf: Path, kept: Iterable[str]) -> None:
    """Remove every export, and what is left of an unfinished one, but those of the models of these ids as exported by
    these versions: no other is of use again. A generation has its own links to the files that it needs.

    Only for who has locked the index for building: others would lose what they are exporting.
    """
    names = set(map(_name, kept))
    for folder in (one for one in shelf.iterdir() if one.name not in names):
        shutil.rmtree(folder, ignore_errors=True)


def _name(identity: str) -> str:
    return f"{identity.replace('/', '_')}-{_key(identity)}"


def _key(identity: str) -> str:
    made_with = [f"{maker} {version(maker)}" for maker in _MAKERS]
    return hashlib.sha256("\n".join((str(_FORMAT), identity, *made_with)).encode()).hexdigest()[:8]


def _export(embedder: SentenceEmbedder, folder: Path, sample: Sequence[str]) -> PassageEmbedder:
    """Export aside, check, and move into place in one step; return the embedder that was checked."""
    original = embedder.embed(sample)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as aside:
        made = Path(aside, "model")
        export_onnx(embedder, made, sample, original)
        sums = _sums(made)
        passages = PassageEmbedder(made, sums[WHOLE_FILE])
        worst = least_cosine(original, passages.embed(sample))
        if worst < MIN_COSINE:
            raise KbError(
                f"{embedder.id} as exported agrees only to {worst:.4f} with the original.", "Choose another model."
            )
        (made / SUMS_FILE).write_text(json.dumps(sums, indent=1), "utf-8")
        made.rename(folder)
    return passages


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
