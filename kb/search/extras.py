"""What the search keeps beside words and vectors: pairs of words, references, definitions, spellings, priors.

The build writes them (see `writing`), `Extras` opens what it wrote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import REBUILD, IndexUnusable
from kb.lexical import LexicalIndex, tokenize
from kb.search.definitions import SENTENCE, key_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLDER = "search"
_WORDS = 1024
"""Words remembered as defined or not: each game asks for those of a question that it does not know."""


def pairs_of(text: str, language: str = "en") -> list[str]:
    """Return each two terms in a row, as one term: what a phrase leaves that single words do not."""
    return paired(tokenize(text, language))


def paired(terms: Sequence[str]) -> list[str]:
    """Return each two in a row as one."""
    return [f"{one} {two}" for one, two in pairwise(terms)]


class Extras:
    """The extras of an opened generation."""

    def __init__(self, generation: Path) -> None:
        import numpy as np

        self._folder = folder = generation / FOLDER
        self._defined = lru_cache(_WORDS)(self._defines)
        self.pairs = LexicalIndex.open(folder / "pairs")
        try:
            # As plain arrays: each look at a part of a memmap makes another memmap, which takes longer than the look.
            self.prior: NDArray[np.float32] = np.load(folder / "prior.npy", mmap_mode="r").view(np.ndarray)
            self._links: NDArray[np.int32] = np.load(folder / "links.npy", mmap_mode="r").view(np.ndarray)
            centres = np.load(folder / "centres.npy")
        except (OSError, ValueError, EOFError) as error:
            message = f"{folder} does not hold what the search needs ({error})."
            raise IndexUnusable(message, REBUILD) from error
        self._centres: dict[str, NDArray[np.float32]] = dict(zip(self._read("games.json"), centres, strict=True))

    @cached_property
    def definitions(self) -> dict[str, list[tuple[int, int]]]:
        """By name (see definitions.key_of) the (how good, ordinal) of the chunks that define it."""
        held: dict[str, list[tuple[int, int]]] = self._read("definitions.json")
        return held

    def defines(self, word: str) -> bool:
        """Whether a glossary entry or sentence anywhere in the corpus defines a word."""
        return self._defined(word)

    def _defines(self, word: str) -> bool:
        return any(rank <= SENTENCE for rank, _ in self.definitions.get(key_of(word), ()))

    @cached_property
    def vocabulary(self) -> list[str]:
        """Every word of the corpus, in small letters, sorted."""
        held: list[str] = self._read("vocabulary.json")
        return held

    def like_all(self, game: str, vector: NDArray[np.float32]) -> float:
        """Return the mean cosine of a unit vector with the passages of a game."""
        return float(self._centres[game] @ vector) if game in self._centres else 0.0

    def _read(self, name: str) -> Any:
        try:
            return json.loads((self._folder / name).read_text("utf-8"))
        except (OSError, ValueError) as error:
            message = f"{self._folder / name} cannot be read ({error})."
            raise IndexUnusable(message, REBUILD) from error

    def referred(self, ordinals: Iterable[int]) -> list[tuple[int, int]]:
        """Return (ordinal, ordinal that it refers to) for the given ones."""
        import numpy as np

        asked = np.fromiter(ordinals, dtype=np.int32)  # of the links' own type, or NumPy converts them all
        lows, highs = (self._sources.searchsorted(asked, side) for side in ("left", "right"))
        return [
            (ordinal, target)
            for ordinal, low, high in zip(asked.tolist(), lows.tolist(), highs.tolist(), strict=True)
            for target in self._links[low:high, 1].tolist()
        ]

    @cached_property
    def _sources(self) -> Any:
        return self._links[:, 0].copy()
