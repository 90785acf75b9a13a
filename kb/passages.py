"""What of a chunk is searched: the texts that are embedded and combined into its vectors, and its fields of words.

The build calls `vectors_of` and `fields_of`. The store files every vector under its chunk's ordinal and gives the best of a
chunk's vectors. Parents are given as ordinals, one for each chunk, -1 at the top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from kb.models import Chunk

Floats = NDArray[np.float32]
Embed = Callable[[Sequence[str]], Floats]

FIELD_WEIGHTS = {"own": 1.0, "headings": 0.5, "children": 0.4}
"""How much a word counts by where it stands; measured in benchmarks/."""


def children_of(parents: Sequence[int]) -> list[list[int]]:
    """Return the ordinals of each chunk's direct children, in order."""
    children: list[list[int]] = [[] for _ in parents]
    for child, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(child)
    return children


def vectors_of(chunks: Sequence[Chunk], parents: Sequence[int], embed: Embed) -> tuple[NDArray[np.int64], Floats]:
    """Return the chunk's ordinal [m] for each of the unit vectors [m, dim]: bare text and text under its headings.

    `embed` turns passages into unit vectors [n, dim]; it is called once, with every text, so that it can cache and batch.
    """
    texts = [text for chunk in chunks for text in (chunk.text, chunk.embed_text)]
    return np.repeat(np.arange(len(chunks), dtype=np.int64), 2), embed(texts)


def fields_of(chunks: Sequence[Chunk], parents: Sequence[int]) -> list[dict[str, str]]:
    """Return for each chunk the texts of its fields, named as in `FIELD_WEIGHTS`."""
    children = children_of(parents)
    return [
        {
            "own": chunk.text,
            "headings": "\n".join(chunk.heading_path),
            "children": "\n".join(chunks[child].text for child in children[ordinal]),
        }
        for ordinal, chunk in enumerate(chunks)
    ]
