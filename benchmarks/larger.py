"""A rulebook made larger: copies of it in which every rarer word is another, filed as further documents of its game."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

KEPT = 150
"""The commonest words and those of the format stay: they carry grammar, references and layout."""
_WORD = re.compile(r"[A-Za-z]{3,}")
_FORMAT = frozenset(["example", "contents", "glossary", "credits", "introduction", "see", "rule", "rules", "section"])
_GAME = """id = "{game}"
name = "{game}"
"""
_DOCUMENT = """
[[document]]
id = "{id}"
title = "{id}"
kind = "rules"
file = "{id}.txt"
version = "1"
main = {main}
"""


def make_corpus(root: Path, text: str, copies: int, game: str = "large") -> Path:
    """Write a corpus of `copies` documents, the first of them `text` itself; returns its folder."""
    folder = root / game
    folder.mkdir(parents=True, exist_ok=True)
    counted = Counter(word.casefold() for word in _WORD.findall(text))
    rarer = [word for word, _ in counted.most_common()[KEPT:] if word not in _FORMAT]
    table = _GAME.format(game=game)
    for copy in range(copies):
        name = f"book-{copy}"
        (folder / f"{name}.txt").write_text(_WORD.sub(_swapped(rarer, copy), text), "utf-8")
        table += _DOCUMENT.format(id=name, main=str(copy == 0).lower())
    (folder / "game.toml").write_text(table, "utf-8")
    return root


def _swapped(words: Sequence[str], copy: int) -> Callable[[re.Match[str]], str]:
    """Each word becomes the one `copy` places rarer, one in three a word of the copy's own, so that the vocabulary
    grows."""
    places = {word: place for place, word in enumerate(words)}

    def swap(found: re.Match[str]) -> str:
        place = places.get(found[0].casefold())
        if place is None or copy == 0:
            return found[0]
        other = words[(place + 7 * copy) % len(words)]
        other = f"{other}{chr(97 + copy % 26)}{chr(97 + copy // 26)}" if place % 3 == 0 else other
        return other.capitalize() if found[0][0].isupper() else other

    return swap


class Moved:
    """Vectors for texts that nobody has hours to embed: those of real rules, each moved by the difference of two
    others.

    It takes the id of the model that made `base` (float32 [n, dim], unit length), so that its questions can be asked.
    """

    def __init__(self, base: NDArray[np.float32], identity: str) -> None:
        self.id, self.dim, self._base = identity, base.shape[1], base
        self.engine = "moved"

    def embed(self, texts: Sequence[str], kind: str = "passage") -> NDArray[np.float32]:
        """Return float32 [n, dim] of unit length, a function of each text alone."""
        out = np.empty((len(texts), self.dim), dtype=np.float32)
        for row, text in zip(out, texts, strict=True):
            digest = hashlib.sha256(text.encode()).digest()
            one, two, three = (int.from_bytes(digest[at : at + 8], "big") % len(self._base) for at in (0, 8, 16))
            row[:] = self._base[one] + 0.7 * (self._base[two] - self._base[three])
        out /= np.linalg.norm(out, axis=1, keepdims=True)
        return out
