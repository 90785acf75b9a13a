"""BM25's formula, and the names of an index's files: what writing and reading must agree on."""

from __future__ import annotations

import math

K1 = 1.2
B = 0.75
"""Robertson's usual values; rulebooks were found not to care."""
ARRAYS = ("starts", "postings", "vocabulary", "docs", "weights")


def idf(frequency: int, total: int) -> float:
    """Robertson-Spärck Jones weight, kept above zero by the one inside the logarithm (Lucene's form)."""
    return math.log(1.0 + (total - frequency + 0.5) / (frequency + 0.5))
