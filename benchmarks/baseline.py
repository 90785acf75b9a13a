"""The plain system that the search is held against: one vector and BM25 over passages under their headings.

all-MiniLM-L6-v2 on "heading > heading > text", BM25 (k1 1.2, b .75, Porter stems, nothing left out) on the same text,
both scaled between their least and greatest score for the question, .7 and .3.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kb.catalogue import Catalogue
from kb.cite import citation
from kb.embed import Embedder
from kb.generation import Generation
from kb.lexical import LexicalIndex, tokenize
from kb.models import Chunk, Hit
from kb.passages import paths_of
from kb.search import Scope, SearchResult

SHARE = 0.7


class Baseline:
    """Searches one scope at a time; questions come from `kb.evaluate`, so scopes are single documents."""

    def __init__(
        self,
        catalogue: Catalogue,
        embedder: Embedder,
        generation: Generation,
        share: float = SHARE,
    ) -> None:
        self._catalogue, self._embedder, self._share = catalogue, embedder, share
        self._games = {game.id: game for game in catalogue.games()}
        self._held: dict[Scope, tuple[Any, Any, LexicalIndex]] = {}
        self._vectors = _known_vectors(generation)

    def search(self, question: str, scope: Scope, limit: int) -> SearchResult:
        if scope not in self._held:
            self._held[scope] = self._read(scope)
        allow, vectors, words = self._held[scope]
        sense = _scaled(vectors @ self._embedder.embed([question], "query")[0])
        bm25 = np.zeros(len(allow), dtype=np.float32)
        for place, score in words.search(tokenize(question), len(allow)):
            bm25[place] = score
        scores = self._share * sense + (1 - self._share) * _scaled(bm25)
        best = np.lexsort((np.arange(len(scores)), -scores))[:limit]
        chunks = self._catalogue.chunks(int(allow[at]) for at in best)
        hits = tuple(
            self._hit(rank, chunk, float(scores[at]))
            for rank, (chunk, at) in enumerate(zip(chunks, best, strict=True), 1)
        )
        return SearchResult(question, "auto", scope.games, hits)

    def _hit(self, rank: int, chunk: Chunk, score: float) -> Hit:
        source = self._catalogue.source_of(chunk.rule_id)
        return Hit(chunk, rank, score, (), citation(chunk, self._games[source.game], source))

    def _read(self, scope: Scope) -> tuple[Any, Any, LexicalIndex]:
        allow = self._catalogue.scope(scope.games, (scope.document,) if scope.document else (), scope.version)
        chunks = self._catalogue.chunks(allow.tolist())
        texts = headed(self._catalogue, chunks)
        folder = Path(tempfile.mkdtemp())
        return allow, self._vectors(texts), LexicalIndex.build([(text,) for text in texts], folder)


def headed(catalogue: Catalogue, chunks: Sequence[Chunk]) -> list[str]:
    """Each text under the heads of the rules above it."""
    places = {chunk.rule_id: at for at, chunk in enumerate(chunks)}
    above = [catalogue.parents(chunk.rule_id) for chunk in chunks]
    parents = [places.get(rules[-1].id, -1) if rules else -1 for rules in above]
    return [" > ".join((*path, chunk.text)) for path, chunk in zip(paths_of(chunks, parents), chunks, strict=True)]


def _known_vectors(generation: Generation) -> Any:
    """Texts to vectors, from those the build kept: it has embedded every text under its headings."""
    from kb.build.reuse import Reuse

    class Kept:
        id, dim = generation.manifest.embedder, generation.manifest.dim
        engine = generation.manifest.engine

        def embed(self, texts: Sequence[str], kind: str = "passage") -> Any:
            from kb.embed import open_embedder

            return open_embedder().embed(texts, "passage") if texts else np.zeros((0, self.dim), np.float32)

    return lambda texts: Reuse(Kept(), generation.folder, lambda *_: None).embed(texts)


def _scaled(scores: Any) -> Any:
    least, most = float(scores.min(initial=0)), float(scores.max(initial=0))
    return (scores - least) / (most - least) if most > least else scores * 0
