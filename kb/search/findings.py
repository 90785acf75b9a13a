"""What was found for a question, before it is cut to what is shown."""

from __future__ import annotations

from dataclasses import dataclass

from kb.models import Mode
from kb.search.ranking import Order
from kb.search.records import Evidence, Missing

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """What one game gave: its ranked passages, the evidence that they answer, and what defines the word asked for."""

    game: str
    ranked: Order
    evidence: Evidence
    defined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found for a question, before it is cut to what is shown: `exact` are the ordinals of the rules that
    it names by number, `found` the games with passages; the rest as SearchResult.
    """

    question: str
    mode: Mode
    games: tuple[str, ...]
    exact: tuple[int, ...]
    missing: tuple[Missing, ...]
    found: tuple[Found, ...]
    corrected: Pairs
    suggested: Pairs
    read_as: str
