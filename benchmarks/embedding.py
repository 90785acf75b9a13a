"""Processor seconds of embedding alone the very texts that a build embeds: `python -m benchmarks.embedding CORPUS
INDEX ENGINE`.

ENGINE is openvino (the build's own: the model as it lies in INDEX, opened before the clock starts) or encode
(`SentenceTransformer.encode` at its defaults).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kb.build.reading import read_corpus
from kb.build.steps import quiet
from kb.build.writing import parent_ordinals
from kb.embed.transformer import shipped_folder
from kb.passages import vectors_of

SOME = 512
"""Texts that a slow engine embeds; its time is scaled to all of them."""


def texts_of(corpus: Path) -> list[str]:
    """Every text that a build of the corpus embeds, each once."""
    read = read_corpus(corpus, quiet)
    seen: dict[str, None] = {}

    def remember(texts: Sequence[str]) -> NDArray[np.float32]:
        seen.update(dict.fromkeys(texts))
        return np.ones((len(texts), 1), dtype=np.float32)

    for parsed, chunks in read.filed:
        vectors_of(chunks, parent_ordinals(parsed, chunks), remember)
    return list(seen)


def main(corpus: Path, index: Path, engine: str) -> None:
    texts = texts_of(corpus)
    if engine == "openvino":
        from kb.embed.shelf import shelve

        embedder = shelve(index / "models", []).passages()
        started = time.process_time()
        embedder.embed(texts)
        print(time.process_time() - started)
    else:
        from sentence_transformers import SentenceTransformer

        model = SentenceTransformer(str(shipped_folder()), device="cpu", local_files_only=True)
        some = texts[:: max(1, len(texts) // SOME)]
        started = time.process_time()
        model.encode(some, show_progress_bar=False)
        print((time.process_time() - started) * len(texts) / len(some))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
