"""The process that runs PDFium: a PDF on standard input, its lines or an error as one JSON object on its output."""

from __future__ import annotations

import contextlib
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
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_AS", _MEMORY + size)


def _limit_time(pages: int) -> None:
    """Gives the pages their time; called again when their number is known."""
    _limit("RLIMIT_CPU", _SECONDS + int(pages * _SECONDS_A_PAGE))


def _limit(name: str, value: int) -> None:
    """Lowers a limit of this process, where the system has such limits (not on Windows, not all on macOS)."""
    if sys.platform == "win32":
        return
    import resource

    which = getattr(resource, name)
    hard = resource.getrlimit(which)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(which, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


if __name__ == "__main__":
    main()
