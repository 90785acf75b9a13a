"""How a build says where it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Told (step, done, total); total is 0 where it is not known."""


def quiet(step: str, done: int, total: int) -> None:
    """Say nothing."""
