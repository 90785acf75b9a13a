"""Processor seconds of embedding alone the very texts that a build embeds: `python -m benchmarks.embedding CORPUS
INDEX ENGINE`.

ENGINE is openvino (the build's own, the model as it lies in INDEX) or encode (`SentenceTransformer.encode` at its
defaults). Counted is what a bare script would take, as whole as a build is counted: Python, the engine's import, the
model opened, every text embedded; not the reading of the corpus that gives the texts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SOME = 512
"""Texts that a slow engine embeds; its time is scaled to all of them."""


def texts_of(corpus: Path) -> list[str]:
    """Every text that a build of the corpus embeds, each once."""
    import numpy as np

    from kb.build.reading import read_corpus
    from kb.build.steps import quiet
    from kb.build.writing import parent_ordinals
    from kb.passages import vectors_of

    seen: dict[str, None] = {}

    def remember(texts: Sequence[str]) -> NDArray[np.float32]:
        seen.update(dict.fromkeys(texts))
        return np.ones((len(texts), 1), dtype=np.float32)

    for parsed, chunks in read_corpus(corpus, quiet).filed:
        vectors_of(chunks, parent_ordinals(parsed, chunks), remember)
    return list(seen)


def by_openvino(texts: Sequence[str], index: Path) -> float:
    """Embed every text; return the processor seconds from the process's start."""
    from kb.embed.passages import PassageEmbedder

    newest = max((index / "models").iterdir(), key=lambda folder: folder.stat().st_mtime)
    PassageEmbedder(newest).embed(texts)
    return time.process_time()


def by_encode(texts: Sequence[str], index: Path) -> float:
    """Embed a share of the texts; return the processor seconds from the process's start, as if it had been all."""
    from sentence_transformers import SentenceTransformer

    from kb.embed.transformer import shipped_folder

    model = SentenceTransformer(str(shipped_folder()), device="cpu", local_files_only=True)
    some = texts[:: max(1, len(texts) // SOME)]
    ready = time.process_time()
    model.encode(some, show_progress_bar=False)
    return ready + (time.process_time() - ready) * len(texts) / len(some)


def main(corpus: Path, index: Path, engine: str) -> None:
    """Print the seconds."""
    before = time.process_time()
    texts = texts_of(corpus)
    reading = time.process_time() - before
    print({"openvino": by_openvino, "encode": by_encode}[engine](texts, index) - reading)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
