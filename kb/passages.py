"""What of a chunk is searched: its two vectors and its fields of words. The build calls this; measured in benchmarks/.

Parents are given as ordinals, one for each chunk, -1 at the top.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kb.models import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Embed = Callable[[Sequence[str]], Floats]

FIELD_WEIGHTS = (1.0, 0.5, 0.4)
"""How much a word counts in the rule's own text, in the headings above it, in the rules directly below it."""

CHILDREN = 0.8
SIBLINGS = 0.1
"""Share in a rule's vectors of the rule read with those below it, and of its siblings' mean."""

LONGEST = 1500
"""Characters of a rule and its children that are embedded as one: a little more than the encoder's 256 tokens hold."""

WINDOW = 900
"""Characters that surely fit into 256 tokens. A longer rule is embedded in windows too, so that its end is found."""

HEAD_WORDS = 12
"""Words of a rule above that are read as its heading, where it has no title of its own to end sooner."""

_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+")


def children_of(parents: Sequence[int]) -> list[list[int]]:
    """Return the ordinals of each chunk's direct children, in order."""
    children: list[list[int]] = [[] for _ in parents]
    for child, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(child)
    return children


def paths_of(chunks: Sequence[Chunk], parents: Sequence[int]) -> list[tuple[str, ...]]:
    """Return for each chunk the heads of the chunks above it, from the top down: their titles, or their first words."""
    heads = [" ".join(chunk.text.partition("\n")[0].split()[:HEAD_WORDS]) for chunk in chunks]
    paths: list[tuple[str, ...]] = []
    for ordinal in range(len(chunks)):
        path: list[str] = []
        above = parents[ordinal]
        while above >= 0 and len(path) < len(chunks):
            path.append(heads[above])
            above = parents[above]
        paths.append(tuple(reversed(path)))
    return paths


def vectors_of(chunks: Sequence[Chunk], parents: Sequence[int], embed: Embed) -> tuple[list[int], Floats]:
    """Return ordinals [m] and unit vectors [m, dim]: two for each chunk, bare and under its headings, and its windows;
    and one for the question of a FAQ entry, which a player's question is nearer to than to the answer.

    Into the two is mixed what the rule says together with those below it, and what its siblings say. `embed` turns
    passages into unit vectors [n, dim]; it is called once, with every text, so that it can batch and cache.
    """
    import numpy as np

    count, children = len(chunks), children_of(parents)
    parts = [(ordinal, part) for ordinal, chunk in enumerate(chunks) for part in _parts(chunk)]
    texts = [chunk.text for chunk in chunks]
    headed = [" > ".join((*path, text)) for path, text in zip(paths_of(chunks, parents), texts, strict=True)]
    vectors = embed([*texts, *headed, *_families(chunks, children), *(part for _, part in parts)])
    bare, under, family, alone = np.split(vectors, [count, 2 * count, 3 * count])
    around = CHILDREN * family + SIBLINGS * _siblings(bare, children)
    ordinals = [*range(count), *range(count), *(ordinal for ordinal, _ in parts)]
    return ordinals, np.concatenate((_unit(bare + around), _unit(under + around), alone))


def _parts(chunk: Chunk) -> list[str]:
    """What of a chunk has a vector of its own."""
    question, _, answer = chunk.text.partition("\n")
    return [*([question] if chunk.kind == "faq" and answer else ()), *windows_of(chunk.text)]


def windows_of(text: str) -> list[str]:
    """Return a long text cut at sentences into windows that the encoder can read whole; none where it fits as it is."""
    if len(text) <= WINDOW:
        return []
    windows = [""]
    for sentence in _SENTENCE.split(text):
        if windows[-1] and len(windows[-1]) + len(sentence) > WINDOW:
            windows.append("")
        windows[-1] = f"{windows[-1]} {sentence}".strip()
    return windows


def _families(chunks: Sequence[Chunk], children: Sequence[Sequence[int]]) -> list[str]:
    """Each chunk's text together with that of the chunks below it."""
    return [
        "\n".join((chunk.text, *(chunks[kid].text for kid in kids)))[:LONGEST]
        for chunk, kids in zip(chunks, children, strict=True)
    ]


def _siblings(bare: Floats, children: Sequence[Sequence[int]]) -> Floats:
    """The unit mean of the vectors of each chunk's siblings; zero where it has none or stands at the top."""
    import numpy as np

    out = np.zeros_like(bare)
    for kids in children:
        if len(kids) > 1:
            out[kids] = _unit(bare[kids].sum(axis=0) - bare[kids])
    return out


def _unit(rows: Floats) -> Floats:
    import numpy as np

    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Floats = (rows / np.where(norms > 0, norms, 1)).astype(np.float32)
    return scaled


def fields_of(chunks: Sequence[Chunk], parents: Sequence[int]) -> list[tuple[str, str, str]]:
    """Return for each chunk its own text, the headings above it and the text of the rules below (see FIELD_WEIGHTS)."""
    return [
        (chunk.text, "\n".join(path), "\n".join(chunks[kid].text for kid in kids))
        for chunk, path, kids in zip(chunks, paths_of(chunks, parents), children_of(parents), strict=True)
    ]
