"""The highest of many scores: the same as sorting them all, ties by place."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kb.highest import highest


@given(st.lists(st.integers(-3, 3), max_size=40), st.integers(-1, 45))
def test_it_is_what_sorting_gives(scores: list[int], k: int) -> None:
    best = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[: max(k, 0)]
    assert highest(np.array(scores, dtype=np.float32), k).tolist() == sorted(best)
