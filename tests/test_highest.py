"""The highest of many scores: the same as sorting them all, ties by place; numbers in a sorted array."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kb.highest import among, firsts, highest


@given(st.lists(st.integers(-3, 3), max_size=40), st.integers(-1, 45))
def test_it_is_what_sorting_gives(scores: list[int], k: int) -> None:
    best = sorted(range(len(scores)), key=lambda place: (-scores[place], place))[: max(k, 0)]
    assert highest(np.array(scores, dtype=np.float32), k).tolist() == sorted(best)


@given(st.lists(st.integers(0, 9), max_size=30), st.lists(st.integers(-1, 11), max_size=12))
def test_sorted_numbers_are_told_apart_and_found(numbers: list[int], wanted: list[int]) -> None:
    held = np.array(sorted(numbers), dtype=np.int64)
    assert held[firsts(held)].tolist() == sorted(set(numbers))
    assert among(held, np.array(wanted, dtype=np.int64)).tolist() == [one in numbers for one in wanted]
