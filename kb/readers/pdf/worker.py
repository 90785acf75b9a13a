"""The process that runs PDFium: a PDF on standard input, its lines or an error as one JSON object on its output."""

from __future__ import annotations

import json
import sys
from dataclasses import fields

from kb.errors import KbError
from kb.models import Line, Source
from kb.readers.pdf.extract import extract

_MEMORY = 640 * 1024 * 1024
"""Bytes beyond the file itself; a 300-page rulebook takes 90 MB."""

_SECONDS = 8
_SECONDS_A_PAGE = 0.03
"""Of processor time; a page takes 0.006."""


def main() -> None:
    """Reads the PDF named by the first argument from standard input."""
    data = sys.stdin.buffer.read()
    _limit_memory(len(data))
    _limit_time(0)
    source = Source(game="", id="", title="", kind="rules", file=sys.argv[1], version="")
    try:
        document = extract(source, data, _limit_time)
        answer = {"lines": [_fields(line) for line in document.lines], "pages": document.pages}
    except KbError as error:
        answer = {"error": str(error), "hint": error.hint}
    json.dump(answer, sys.stdout)


def _fields(line: Line) -> list[object]:
    """A line's fields but for anchors and links, which PDFs have none of."""
    return [getattr(line, field.name) for field in fields(Line) if field.name not in ("anchors", "links")]


def _limit_memory(size: int) -> None:
    if sys.platform != "win32":
        import resource

        limit, hard = _MEMORY + size, resource.getrlimit(resource.RLIMIT_AS)[1]
        limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_time(pages: int) -> None:
    """Gives the pages their time; called again when their number is known."""
    if sys.platform != "win32":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        seconds = _SECONDS + int(pages * _SECONDS_A_PAGE)
        seconds = seconds if hard == resource.RLIM_INFINITY else min(seconds, hard)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, hard))


if __name__ == "__main__":
    main()
