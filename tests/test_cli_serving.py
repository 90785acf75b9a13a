"""The commands for shells and servers: completion, and what `--help` says of the others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Command


@pytest.fixture
def kb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(tmp_path / "corpus", tmp_path / "index", monkeypatch)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(kb: Command, shell: str) -> None:
    done = kb("completion", shell)
    assert done.code == 0
    assert "_KB_COMPLETE" in done.out


def test_completion_of_an_unknown_shell(kb: Command) -> None:
    assert kb("completion", "tcsh").code == 2


def test_the_shell_is_told_the_commands() -> None:
    env = {**os.environ, "_KB_COMPLETE": "bash_complete", "COMP_WORDS": "kb qu", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-m", "kb"], env=env, capture_output=True, text=True, check=False)
    assert "plain,query" in done.stdout


@pytest.mark.parametrize("command", ["serve", "mcp", "eval"])
def test_help_needs_no_index(kb: Command, command: str) -> None:
    done = kb(command, "--help")
    assert (done.code, done.err) == (0, "")
    assert f"kb {command}" in done.out
