"""Runs `kb` inside the test process: quick, and with both streams kept apart."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kb.cli import cli
from kb.cli.common import run


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@dataclass(frozen=True)
class Command:
    """`kb` on one corpus and index, in an environment without settings of the person who runs the tests."""

    corpus: Path
    index: Path
    patch: pytest.MonkeyPatch

    def __call__(self, *arguments: str, stdin: str | None = None) -> Done:
        where = ["--corpus", str(self.corpus), "--index", str(self.index)]
        out, err = io.StringIO(), io.StringIO()
        given = io.StringIO(stdin or "")
        if stdin is None:
            given.isatty = lambda: True  # type: ignore[method-assign]
        self.patch.setattr(sys, "stdin", given)
        self.patch.setenv("COLUMNS", "80")
        with redirect_stdout(out), redirect_stderr(err):
            code = run(cli, [*where, *arguments])
        return Done(code, out.getvalue(), err.getvalue())
