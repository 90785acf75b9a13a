"""Texts that were embedded before are not embedded again: their vectors are kept in the generation, by the text's
hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.build.steps import Progress
from kb.embed import Embedder
from kb.errors import KbError
from kb.generation import MANIFEST

if TYPE_CHECKING:
    from kb.embed import Vectors

KEYS, VECTORS = "texts.keys", "texts.npy"
KEY_BYTES = 16
"""Of SHA-256: two texts of a library of a billion share them with a chance of one in 10^20."""


class Reuse:
    """Embeds texts through `embedder`, taking from the generation in `before` what it knows. Counts what it did.

    Vectors are kept in half precision and used as kept, so that one taken from before is the one a new build computes.
    """

    def __init__(self, embedder: Embedder, before: Path | None, tell: Progress) -> None:
        import numpy as np

        self.embedder = embedder
        self.engine = str(getattr(embedder, "engine", ""))
        self.embedded = self.reused = 0
        self._tell = tell
        self._before = before
        self._keys: list[bytes] = []
        self._vectors: Any = np.zeros((0, embedder.dim), np.float16)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32 [n, dim]; every text is embedded once. Raises KbError for an embedder that does not keep its
        word.
        """
        import numpy as np

        by_key = {_key(text): text for text in texts}
        places, vectors = _load(self._before, self.embedder.id, self.engine)
        self._keys = sorted(by_key)
        known = np.array([places.get(key, -1) for key in self._keys], dtype=np.int64)
        new = [by_key[key] for key, place in zip(self._keys, known, strict=True) if place < 0]
        self.embedded, self.reused = len(new), len(self._keys) - len(new)
        self._vectors = np.empty((len(self._keys), self.embedder.dim), dtype=np.float16)
        self._vectors[known < 0] = self._run(new)
        if self.reused:
            self._vectors[known >= 0] = vectors[known[known >= 0]]
        row = {key: at for at, key in enumerate(self._keys)}
        return np.asarray(self._vectors[[row[_key(text)] for text in texts]], dtype=np.float32)

    def _run(self, texts: list[str]) -> Any:
        import numpy as np

        self._tell("embedding", 0, len(texts))
        made = self._embed(texts)
        if made.shape != (len(texts), self.embedder.dim) or not np.isfinite(made).all():
            raise KbError(
                f"{self.embedder.id} gave {made.shape} for {len(texts)} texts of {self.embedder.dim}, or no numbers.",
                "The index was left as it was; choose another model.",
            )
        return made.astype(np.float16)

    def _embed(self, texts: list[str]) -> Vectors:
        from kb.embed.passages import PassageEmbedder

        if isinstance(self.embedder, PassageEmbedder):
            return self.embedder.embed(texts, "passage", lambda done: self._tell("embedding", done, len(texts)))
        made = self.embedder.embed(texts, "passage")
        self._tell("embedding", len(texts), len(texts))
        return made

    def save(self, folder: Path) -> None:
        """Write the vectors used, by key, for the next build."""
        import numpy as np

        (folder / KEYS).write_bytes(b"".join(self._keys))
        np.save(folder / VECTORS, self._vectors)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES]


def _load(folder: Path | None, embedder: str, engine: str) -> tuple[dict[bytes, int], Any]:
    """The rows of the kept vectors by key, and the vectors; nothing where another model or arithmetic made them."""
    import numpy as np

    if folder is None:
        return {}, None
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        keys = (folder / KEYS).read_bytes()
        vectors = np.load(folder / VECTORS, mmap_mode="r").view(np.ndarray)
        fits = (manifest["embedder"], manifest["engine"], len(keys)) == (embedder, engine, KEY_BYTES * len(vectors))
    except (OSError, ValueError, KeyError, EOFError):
        return {}, None
    return {keys[at * KEY_BYTES : (at + 1) * KEY_BYTES]: at for at in range(len(vectors) if fits else 0)}, vectors
