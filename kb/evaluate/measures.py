"""From ranked rules to measures: ir-measures for each question, the mean of each with its 95 % interval.

A hit counts at the rule or its direct parent or child ("related"), or at the rule alone ("strict"). Each gold rule is
credited once, to the first hit that stands for it, so that a parent and its child are not two finds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.errors import UsageError

NAMES = ("hit@1", "hit@3", "hit@5", "MRR@10", "nDCG@10", "recall@5")
DEPTH = 10
RESAMPLES = 2000
SEED = 20
HALF = 0.5
"""Share of a quoted rule's words that a passage must hold to count as showing it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the bounds of its 95 % bootstrap interval; n is how many questions it is taken over."""

    mean: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def credited(ranked: Sequence[str], gold: Sequence[str], related: Mapping[str, frozenset[str]]) -> list[str]:
    """Rename each hit that stands for a gold rule to that rule, each gold rule once; others get a name of their own."""
    left = list(dict.fromkeys(gold))
    out = []
    for place, hit in enumerate(ranked):
        found = hit if hit in left else next((rule for rule in left if hit in related.get(rule, ())), None)
        if found is not None:
            left.remove(found)
        out.append(found if found is not None else f"#{place}")
    return out


def measured(run: Mapping[str, Sequence[str]], gold: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Return NAMES by question for runs whose hits are named by `credited`."""
    try:
        import ir_measures
        from ir_measures import RR, R, Success, nDCG
    except ImportError as error:
        raise UsageError("measuring needs the package ir-measures", "install it: pip install ir-measures") from error
    asked = dict(zip((Success @ 1, Success @ 3, Success @ 5, RR @ DEPTH, nDCG @ DEPTH, R @ 5), NAMES, strict=True))
    scores = {key: {hit: float(len(hits) - at) for at, hit in enumerate(hits)} for key, hits in run.items()}
    judged = {key: dict.fromkeys(rules, 1) for key, rules in gold.items()}
    out: dict[str, dict[str, float]] = {key: dict.fromkeys(NAMES, 0.0) for key in run}
    for one in ir_measures.iter_calc(list(asked), judged, scores):
        out[one.query_id][asked[one.measure]] = float(one.value)
    return out


def all_found(hits: Sequence[str], gold: Sequence[str], values: dict[str, float]) -> dict[str, float]:
    """The values of a question that asks for every gold rule: a hit only where all of them are that high up."""
    place = {f"hit@{k}": float(set(gold) <= set(hits[:k])) for k in (1, 3, 5)}
    return values | place


def shows(passage: str, quote: str) -> bool:
    """Whether a passage holds at least half of a quote's words, in whatever order."""
    words = re.findall(r"\w+", quote.casefold())
    held = set(re.findall(r"\w+", passage.casefold()))
    return bool(words) and sum(word in held for word in words) >= HALF * len(words)


def interval(values: Sequence[float]) -> Interval:
    """The mean with its percentile bootstrap interval (Efron 1979); the same for the same values."""
    import numpy as np

    if not values:
        return Interval(0.0, 0.0, 0.0, 0)
    each: Any = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(SEED)
    means = each[rng.integers(0, len(each), (RESAMPLES, len(each)))].mean(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return Interval(float(each.mean()), float(low), float(high), len(each))
