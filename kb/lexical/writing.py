"""Writing a word index: every token of the corpus as one number, counted and summed by sorting."""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from kb.lexical.scoring import ARRAYS, K1, B, sum_of


def write(
    folder: Path,
    documents: Iterable[Sequence[str]],
    weights: Sequence[float],
    groups: Sequence[int] | None,
    cut: Callable[[str, str], list[str]],
    languages: Sequence[str] | None,
) -> None:
    """Index `documents` into `folder` (see LexicalIndex.build). Raises ValueError for a wrong number of fields or
    groups."""
    vocabulary, tokens, sizes = _cut(documents, len(weights), cut, languages)
    lengths = np.array(sizes, dtype=np.float64).reshape(-1, len(weights))
    norms = _norms(lengths, groups)
    order = sorted(vocabulary, key=_filed)
    rank = np.empty(len(order), dtype=np.int64)
    rank[[vocabulary[term] for term in order]] = np.arange(len(order))
    terms, docs, impacts = _impacts(rank[np.frombuffer(tokens, dtype=np.int32)], sizes, np.asarray(weights), norms)
    words = [term.encode() for term in order]
    arrays = {
        "sums": np.array([sum_of(word) for word in words], dtype=np.uint32),
        "starts": np.concatenate(([0], np.cumsum([len(word) for word in words], dtype=np.int64))),
        "postings": np.concatenate(([0], np.cumsum(np.bincount(terms, minlength=len(words))))),
        "vocabulary": np.frombuffer(b"".join(words), dtype=np.uint8),
        "docs": docs.astype(np.int32),
        "weights": impacts.astype(np.float32),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name in ARRAYS:
        np.save(folder / f"{name}.npy", arrays[name])
    (folder / "words.json").write_text(json.dumps({"passages": len(lengths), "terms": len(words)}) + "\n", "utf-8")


def _filed(term: str) -> tuple[int, bytes]:
    word = term.encode()
    return sum_of(word), word


def _cut(
    documents: Iterable[Sequence[str]],
    fields: int,
    cut: Callable[[str, str], list[str]],
    languages: Sequence[str] | None,
) -> tuple[dict[str, int], array[int], array[int]]:
    """Every term's number, the corpus as those numbers, and the length of each field of each passage."""
    vocabulary: dict[str, int] = defaultdict(count().__next__)  # a new term gets the next number
    tokens, sizes = array("i"), array("i")
    for place, texts in enumerate(documents):
        if len(texts) != fields:
            raise ValueError(f"passage {place} has {len(texts)} fields, not {fields}")
        for text in texts:
            terms = cut(text, languages[place] if languages else "en")
            sizes.append(len(terms))
            tokens.extend(map(vocabulary.__getitem__, terms))
    return vocabulary, tokens, sizes


def _impacts(tokens: Any, sizes: array[int], weights: Any, norms: Any) -> tuple[Any, Any, Any]:
    """Term, passage and saturated weight of every posting, by term and passage."""
    count = int(tokens.max(initial=-1)) + 1
    texts = np.repeat(np.arange(len(sizes), dtype=np.int64), np.frombuffer(sizes, dtype=np.int32))
    keys, times = np.unique(texts * count + tokens, return_counts=True) if count else (texts, texts)
    text, term = np.divmod(keys, max(count, 1))
    doc, field = np.divmod(text, len(weights))
    each = times * weights[field] / norms[doc, field]
    order = np.lexsort((doc, term))  # stable: the fields of a passage stay in their order
    doc, term = doc[order], term[order]
    first = np.flatnonzero((np.diff(doc, prepend=-1) != 0) | (np.diff(term, prepend=-1) != 0))
    frequency = np.add.reduceat(each[order], first) if len(first) else each
    return term[first], doc[first], frequency * (K1 + 1) / (frequency + K1)


def _norms(lengths: Any, groups: Sequence[int] | None) -> Any:
    """1 - b + b * length / average length of the group, by passage and field."""
    member = np.asarray(groups if groups is not None else np.zeros(len(lengths)), dtype=np.int64)
    if len(member) != len(lengths):
        raise ValueError(f"{len(member)} groups for {len(lengths)} passages")
    norms = np.ones_like(lengths)
    for group in np.unique(member):
        mean = lengths[member == group].mean(axis=0)
        norms[member == group] = 1 - B + B * lengths[member == group] / np.where(mean > 0, mean, 1.0)
    return norms
