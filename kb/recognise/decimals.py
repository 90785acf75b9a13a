"""Numbers that go on in decimals, as wargames count: 5.1, 5.11, 5.12, 5.2 - where 5.11 belongs to 5.1."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kb import numbering
from kb.recognise.draft import Draft

_SHARE = 0.9
"""Of the numbers with several parts, how many have two, both digits, in a document that counts so ..."""
_RISING = 0.98
"""... and of the steps between them, how many rise as decimal fractions do."""


def counts_so(drafts: Sequence[Draft]) -> bool:
    """Tell whether a document's rules stand in the order of decimal fractions, and not in that of whole numbers."""
    numbers = [numbering.components(draft.number) for draft in drafts if draft.grammar]
    parted = [parts for parts in numbers if len(parts) > 1 and "".join(parts).isdecimal()]
    keys = [(int(parts[0]), parts[1]) for parts in parted if len(parts) == 2]
    if not any(draft.problem == "out-of-order" for draft in drafts) or len(keys) < _SHARE * len(parted):
        return False
    return sum(above < below for above, below in itertools.pairwise(keys)) >= _RISING * (len(keys) - 1)


def settle(drafts: Sequence[Draft]) -> None:
    """Take back that such numbers stand out of order."""
    for draft in drafts:
        if draft.problem == "out-of-order":
            draft.problem = ""


def parent_of(number: str) -> str:
    """Return the number above one that goes on in decimals: 5.12 -> 5.1, 5.1 -> 5."""
    whole, dot, part = number.rpartition(".")
    return f"{whole}{dot}{part[:-1]}" if dot and part.isdecimal() and len(part) > 1 else numbering.parent_of(number)
