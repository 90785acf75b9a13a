"""The address of a rule page and the citation it stands for."""

from __future__ import annotations


def citation_of(game: str, rest: str) -> str:
    """ "riftbound" and "core@1.3:423.1.a" (a rule's id) or "423.1.a" (a number) as a citation."""
    return f"{game}/{rest}" if "@" in rest else f"{game}:{rest}"
