"""The file of vectors: an ordinary FAISS index, read through NumPy's memory map, as importing FAISS takes longer than
looking through a rulebook.

The headers before the vectors come to 140 bytes, which keeps the floats aligned; the offset is checked when the file is
written.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import REBUILD, IndexUnusable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Vectors = NDArray[np.float32]

FACTORY = "IDMap,L2norm,Flat"
CODES_AT = 140
"""IxMp 37 bytes, IxPT 41, one VNrm 17, IxFI 45."""
_TAGS = ((0, b"IxMp"), (37, b"IxPT"), (78, b"VNrm"), (95, b"IxFI"))
_DIM_AT = 4


def map_vectors(path: Path) -> tuple[Ints, Vectors]:
    """Return ids int64 [n] and vectors float32 [n, dim] of a FAISS file, both memory-mapped.

    Raises IndexUnusable for any other layout.
    """
    import numpy as np

    try:
        raw = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
        head = raw[:CODES_AT].tobytes()
        if any(head[at : at + 4] != tag for at, tag in _TAGS):
            raise ValueError("another kind of FAISS index")
        dim, size = struct.unpack_from("<i", head, _DIM_AT)[0], struct.unpack_from("<Q", head, CODES_AT - 8)[0]
        end = CODES_AT + 4 * size
        vectors = raw[CODES_AT:end].view(np.float32).reshape(-1, dim)
        ids = raw[end + 8 :].view(np.int64)
        if len(ids) != len(vectors):
            raise ValueError(f"{len(ids)} ids for {len(vectors)} vectors")
    except (OSError, ValueError, struct.error) as error:
        raise IndexUnusable(f"{path} is no usable vector index ({error}).", REBUILD) from error
    return ids, vectors
