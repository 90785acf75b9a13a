"""A look at a PDF's packed streams before PDFium unpacks them: a few kilobytes may unpack to gigabytes."""

from __future__ import annotations

import re
import zlib

from kb.models import Source
from kb.readers.blocks import refuse

MAX_STREAM = 64 * 1024 * 1024
"""Bytes of one unpacked stream that is no picture; the text of the largest page known is under one megabyte."""

MAX_TOTAL = 512 * 1024 * 1024
"""Bytes of all of them together."""

_STREAM = re.compile(rb"stream\r?\n")
_DICTIONARY = 600
"""Bytes before a stream in which its dictionary says what it is."""

_CHUNK = 1024 * 1024


def check_streams(source: Source, data: bytes) -> None:
    """Raises BadDocument if a stream, or all streams together, unpack to more than the limits."""
    total = 0
    for match in _STREAM.finditer(data):
        if data[match.start() - 3 : match.start()] == b"end":
            continue
        dictionary = data[max(match.start() - _DICTIONARY, 0) : match.start()].rpartition(b" obj")[2]
        if b"/Image" in dictionary or not (b"Flate" in dictionary or b"/Fl" in dictionary):
            continue
        size = _unpacked(data, match.end(), twice=dictionary.count(b"Flate") > 1)
        total += size
        if size > MAX_STREAM or total > MAX_TOTAL:
            place = f"byte {match.start():,}"
            raise refuse(
                source, place, "a packed part unpacks to more than any rulebook holds", "Print it to a new PDF."
            )


def _unpacked(data: bytes, start: int, twice: bool) -> int:
    """The unpacked size of the stream at `start`, counted no further than just past the limit."""
    outer = zlib.decompressobj()
    inner = zlib.decompressobj() if twice else None
    size, left = 0, data[start : start + _CHUNK]
    place = start + len(left)
    try:
        while left and size <= MAX_STREAM and not outer.eof:
            out = outer.decompress(left, _CHUNK)
            size += len(out)
            if inner is not None:
                size += len(inner.decompress(out, MAX_STREAM))
            left = outer.unconsumed_tail
            if not left and not outer.eof:
                left = data[place : place + _CHUNK]
                place += len(left)
    except zlib.error:
        pass  # damaged or not Flate: PDFium will say so, and reads no more of it than we did
    return size
