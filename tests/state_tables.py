"""What the checker's tests share: the shipped state tables with their citations, and golden tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kb.build.reading import Read, read_corpus
from kb.states import StateTable

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"


@cache
def shipped() -> Read:
    """The shipped corpus as the build reads it, without an index."""
    return read_corpus(ROOT / "corpus", lambda step, done, of: None)


def tables() -> tuple[StateTable, ...]:
    """The state tables of the shipped games, by game id."""
    return shipped().states


def table(game: str) -> StateTable:
    """The state table of one shipped game."""
    return next(one for one in tables() if one.game.id == game)


def golden(name: str) -> Iterator[tuple[str, ...]]:
    """The cells of every line of a golden table, without its two heading lines."""
    lines = [line for line in (GOLDEN / name).read_text("utf-8").splitlines() if line.startswith("|")]
    for line in lines[2:]:
        yield tuple(cell.strip() for cell in line.strip("|").split("|"))
