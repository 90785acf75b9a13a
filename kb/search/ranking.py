"""Two ranked lists into one: scores scaled by the best of each list, summed by weight, ties by ordinal.

Scaling by the best, and not between best and worst, keeps a list whose best is hardly better than its tenth from
being stretched. Reciprocal rank fusion was measured as worse on rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Ranked = Sequence[tuple[int, float]]


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage's place in the mix, and its (rank, score) in each list; rank 0 where the list does not have it."""

    ordinal: int
    score: float
    words: tuple[int, float]
    meaning: tuple[int, float]


def fuse(words: Ranked, meaning: Ranked, share: float, extra: Mapping[int, float] | None = None) -> list[Fused]:
    """Mix two lists, `share` of the weight to the words, `extra` added by ordinal; best first, ties by ordinal.

    What the vectors did not put forward counts as their last, what the words did not as nothing.
    """
    by_words = {ordinal: (rank, score) for rank, (ordinal, score) in enumerate(words, 1)}
    by_meaning = {ordinal: (rank, score) for rank, (ordinal, score) in enumerate(meaning, 1)}
    top_words = words[0][1] if words else 0.0
    top_meaning, floor = (meaning[0][1], meaning[-1][1]) if meaning else (0.0, 0.0)
    bonus = extra or {}
    out = []
    for ordinal in by_words.keys() | by_meaning.keys():
        word, sense = by_words.get(ordinal, (0, 0.0)), by_meaning.get(ordinal, (0, floor))
        score = share * _scaled(word[1], top_words) + (1 - share) * _scaled(sense[1], top_meaning)
        out.append(Fused(ordinal, score + bonus.get(ordinal, 0.0), word, by_meaning.get(ordinal, (0, 0.0))))
    return sorted(out, key=lambda fused: (-fused.score, fused.ordinal))


def _scaled(score: float, best: float) -> float:
    return score / best if best > 0 else 0.0
