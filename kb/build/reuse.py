"""Texts that were embedded before are not embedded again: their vectors are kept in the generation, by the text's
hash."""

from __future__ import annotations

import hashlib
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
        self.embedder = embedder
        self.engine = str(getattr(embedder, "engine", ""))
        self.embedded = self.reused = 0
        self._tell = tell
        self._known = _load(before, embedder.id, self.engine) if before else {}
        self._used: dict[bytes, Any] = {}

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return float32 [n, dim]; every text is embedded once. Raises KbError for an embedder that does not keep
        its word."""
        import numpy as np

        keys = [_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._known}
        self.embedded, self.reused = len(new), len(set(keys) - new.keys())
        self._known.update(zip(new, self._run(list(new.values())), strict=True))
        self._used = {key: self._known[key] for key in keys}
        found = [self._used[key] for key in keys]
        return np.stack(found).astype(np.float32) if found else np.zeros((0, self.embedder.dim), np.float32)

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

        keys = sorted(self._used)
        (folder / KEYS).write_bytes(b"".join(keys))
        rows = [self._used[key] for key in keys]
        np.save(folder / VECTORS, np.stack(rows) if rows else np.zeros((0, self.embedder.dim), np.float16))


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:KEY_BYTES]


def _load(folder: Path, embedder: str, engine: str) -> dict[bytes, Any]:
    """The kept vectors by key; none where the generation was made with another model or arithmetic."""
    import json

    import numpy as np

    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        if (manifest["embedder"], manifest["engine"]) != (embedder, engine):
            return {}
        keys = (folder / KEYS).read_bytes()
        vectors = np.load(folder / VECTORS, mmap_mode="r")
    except (OSError, ValueError, KeyError, EOFError):
        return {}
    if len(keys) != KEY_BYTES * len(vectors):
        return {}
    return {keys[at * KEY_BYTES : (at + 1) * KEY_BYTES]: vector for at, vector in enumerate(vectors)}
