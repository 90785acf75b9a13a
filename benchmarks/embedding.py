"""Processor seconds of embedding alone the texts that a build embeds: `python -m benchmarks.embedding CORPUS INDEX
ENGINE`.

ENGINE is openvino or encode (sentence-transformers at its defaults).
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
from kb.passages import vectors_of

SOME = 512
"""Texts that a slow engine embeds; its time is scaled to all of them."""


def texts_of(corpus: Path) -> list[str]:
    """Every text of the corpus that is embedded, each once."""
    read = read_corpus(corpus, quiet)
    parsed, chunks = read.filed[0]
    seen: dict[str, None] = {}

    def remember(texts: Sequence[str]) -> NDArray[np.float32]:
        seen.update(dict.fromkeys(texts))
        return np.ones((len(texts), 1), dtype=np.float32)

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
        from kb.embed.transformer import SentenceEmbedder

        model, some = SentenceEmbedder.open().model, texts[:: max(1, len(texts) // SOME)]
        started = time.process_time()
        model.encode(some, show_progress_bar=False)
        print((time.process_time() - started) * len(texts) / len(some))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
