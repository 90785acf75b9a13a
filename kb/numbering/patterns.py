"""Patterns compiled when they are first used."""

from __future__ import annotations

import re
from functools import cache


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compile when first used: together the large patterns take 20 ms, and few questions need one."""
    return re.compile(pattern, flags)
