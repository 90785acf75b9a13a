"""Patterns compiled when they are first used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache


@cache
def compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Compile when first used: together the large patterns take 20 ms, and few questions need one."""
    return re.compile(pattern, flags)


class Late:
    """A pattern that is compiled when it is first looked for. Used as a compiled one, from its methods to `pattern`."""

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    sub: Callable[..., str]

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags

    def __getattr__(self, name: str) -> object:
        """A method of the compiled pattern, from then on this object's own."""
        if name not in Late.__annotations__:
            raise AttributeError(f"a pattern has no {name!r}")
        method: object = getattr(compiled(self.pattern, self.flags), name)
        setattr(self, name, method)
        return method
