"""BM25's formula, and the names and the order of an index's files: what writing and reading must agree on."""

from __future__ import annotations

import math
from zlib import crc32

K1 = 1.2
B = 0.75
"""Robertson's usual values; rulebooks were found not to care."""
ARRAYS = ("sums", "starts", "postings", "vocabulary", "docs", "weights")
"""By term: its sum, where its letters begin and where its postings; all letters, all postings. Terms are in the order
of their sums, which are sooner compared than letters."""


def sum_of(term: bytes) -> int:
    """Return what a term is filed under, a number of 32 bits; few terms share one."""
    return crc32(term)


def idf(frequency: int, total: int) -> float:
    """Robertson-Spärck Jones weight, kept above zero by the one inside the logarithm (Lucene's form)."""
    return math.log(1.0 + (total - frequency + 0.5) / (frequency + 0.5))
