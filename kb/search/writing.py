"""Writes what the search keeps beside words and vectors, for the build; `extras` opens it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.lexical import LexicalIndex
from kb.models import Chunk
from kb.passages import children_of, paths_of
from kb.search.defining import definitions_of
from kb.search.extras import FOLDER, pairs_of
from kb.search.spelling import vocabulary_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAIR_WEIGHTS = (1.0, 0.5)
"""How much two words in a row count in the rule's own text and in the headings above it."""


def links_of(chunks: Sequence[Chunk], refs: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return (ordinal, ordinal of a chunk it refers to), sorted; `refs` are the numbers that each chunk cites.

    A number means the chunk of the same document; where that has none, one of the same game.
    """
    by_document = {(_document(chunk), chunk.number): ordinal for ordinal, chunk in enumerate(chunks)}
    by_game = {(_game(chunk), chunk.number): ordinal for ordinal, chunk in enumerate(chunks)}
    found = set()
    for ordinal, (chunk, numbers) in enumerate(zip(chunks, refs, strict=True)):
        for number in numbers:
            target = by_document.get((_document(chunk), number), by_game.get((_game(chunk), number)))
            if target is not None and target != ordinal:
                found.add((ordinal, target))
    return sorted(found)


def _document(chunk: Chunk) -> str:
    return chunk.rule_id.removesuffix(f":{chunk.number}")


def _game(chunk: Chunk) -> str:
    return chunk.rule_id.partition("/")[0]


FAMILY = 0.033
EXAMPLE = -0.08
TERM = -0.1
"""What a passage has before the question is known: a rule with many below it says the general thing; an example or a
glossary entry mostly repeats a rule and names it."""


def prior_of(chunks: Sequence[Chunk], parents: Sequence[int]) -> NDArray[np.float32]:
    """Return what speaks for each chunk before the question is known, float32 [n]; added to its score."""
    import numpy as np

    below = [len(kids) for kids in children_of(parents)]
    by_kind = [EXAMPLE if c.kind == "example" else TERM if c.kind == "term" and "\n" in c.text else 0.0 for c in chunks]
    prior: NDArray[np.float32] = (FAMILY * np.log1p(below) + np.asarray(by_kind)).astype(np.float32)
    return prior


def write(
    generation: Path,
    chunks: Sequence[Chunk],
    parents: Sequence[int],
    refs: Sequence[Sequence[str]],
    groups: Sequence[int],
    languages: Sequence[str],
    vectors: NDArray[np.float32],
) -> None:
    """Write the extras of a generation.

    `groups` says whose average length a chunk is measured by, `languages` which one it is in; `vectors` [n, dim] are
    one for each chunk.
    """
    import numpy as np

    folder = generation / FOLDER
    texts = [(chunk.text, "\n".join(path)) for chunk, path in zip(chunks, paths_of(chunks, parents), strict=True)]
    LexicalIndex.build(texts, folder / "pairs", PAIR_WEIGHTS, groups, pairs_of, languages)
    np.save(folder / "prior.npy", prior_of(chunks, parents))
    np.save(folder / "links.npy", np.asarray(links_of(chunks, refs), dtype=np.int32).reshape(-1, 2))
    _write_json(folder / "definitions.json", definitions_of(chunks))
    _write_json(folder / "vocabulary.json", vocabulary_of(chunk.text for chunk in chunks))
    _write_json(folder / "games.json", sorted({_game(chunk) for chunk in chunks}))
    np.save(folder / "centres.npy", centres_of(chunks, vectors))


def centres_of(chunks: Sequence[Chunk], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean vector of each game's passages, float32 [games, dim], games sorted.

    Its product with a question is the mean cosine of the passages with it. Where they all speak of one thing, a
    question about it is like all of them, and a high cosine of the best one says little.
    """
    import numpy as np

    games = np.array([_game(chunk) for chunk in chunks], dtype=object)
    means = [vectors[games == game].mean(axis=0) for game in sorted(set(games.tolist()))]
    return np.array(means, dtype=np.float32).reshape(-1, vectors.shape[1])


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
