"""Words cut at a hyphen: what the document itself says of them decides."""

from __future__ import annotations

import pytest

from kb.readers.hyphens import Hyphens


@pytest.mark.parametrize(
    ("lines", "head", "first", "joined"),
    [
        (["The player moves."], "Every play-", "er moves", "Every player moves"),
        (["A well-known hill."], "A well-", "known", "A well-known"),
        (["Two players, or four."], "A two-", "or", None),
        (["Hills."], "A hill", "top", None),
        (["The Anti-Hill."], "The Anti-", "Hill", "The Anti-Hill"),
    ],
)
def test_joined(lines: list[str], head: str, first: str, joined: str | None) -> None:
    assert Hyphens.of(lines).joined(head, first) == joined
