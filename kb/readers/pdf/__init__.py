"""PDF: text with its pages, by PDFium, 20 times as fast as pypdf on a 300-page rulebook and free for any use.

A few kilobytes of PDF may unfold to gigabytes in ways that cannot be seen beforehand (forms in forms), and PDFium is
C++. So it runs in a process of its own, within limits of memory and processor time; a fault there is one error here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from kb.errors import BadDocument, KbError
from kb.models import Document, Line, Source
from kb.readers.blocks import refuse

_MAX_SECONDS = 300
"""Of real time, for a worker that sleeps; processor time is limited by the worker itself."""

_TRACE = 500
"""Characters of the worker's last words that are shown."""

_TOO_MUCH = "reading it takes more memory or time than any rulebook does"
_REPRINT = "Print it to a new PDF, or save its text."


def read(source: Source, data: bytes) -> Document:
    """Rows of every page in reading order.

    Raises BadDocument for a damaged or locked file, one without text, or one that takes too much memory or time.
    """
    command = [sys.executable, "-m", "kb.readers.pdf.worker", source.file]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    try:
        done = subprocess.run(
            command, input=data, capture_output=True, env=environment, timeout=_MAX_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise refuse(source, "", _TOO_MUCH, _REPRINT) from error
    if done.returncode < 0 or b"MemoryError" in done.stderr:  # killed by a signal: its limits, or a fault of PDFium's
        raise refuse(source, "", _TOO_MUCH, _REPRINT)
    if done.returncode:
        raise KbError(
            f"{source.file}: the PDF reader failed.", done.stderr.decode("utf-8", "replace").strip()[-_TRACE:]
        )
    answer = json.loads(done.stdout)
    if "error" in answer:
        raise BadDocument(answer["error"], answer["hint"])
    return Document(source, tuple(Line(*line) for line in answer["lines"]), answer["pages"], "pdf")
