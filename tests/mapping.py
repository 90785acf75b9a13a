"""Whether numbers are those of a file's memory map, or a copy of them."""

from __future__ import annotations

import mmap

import numpy as np


def is_mapped(array: object) -> bool:
    """Whether an array (or a view of it) lies in a memory map."""
    while isinstance(array, np.ndarray | memoryview):
        array = array.base if isinstance(array, np.ndarray) else array.obj
    return isinstance(array, mmap.mmap)
