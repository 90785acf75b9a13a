"""The pages for people: every command shown is run, and prints what the page says; every file linked to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.console import ROOT, commands, run, sandbox

PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", [p for p in PAGES if "```console" in p.read_text("utf-8")], ids=lambda p: p.name)
def test_every_command_prints_what_the_page_says(page: Path, corpus: Path, index: Path, tmp_path: Path) -> None:
    sandbox(corpus, index, tmp_path)
    for shown in commands(page.read_text("utf-8")):
        printed = run(shown.command, tmp_path)
        assert shown.matches(printed), f"$ {shown.command}\n--- the page\n{shown.expected}--- now\n{printed}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert not missing


def test_every_command_of_the_program_is_described() -> None:
    from kb.cli import COMMANDS

    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"## kb {name}" not in page] == []
