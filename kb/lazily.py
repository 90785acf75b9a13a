"""Packages whose names are loaded from their modules when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from importlib import import_module
from typing import Any


def loader(package: str, homes: Mapping[str, Collection[str]]) -> Callable[[str], Any]:
    """Return a package's `__getattr__` (PEP 562): `homes` says by module which of the package's names it holds.

    All of a module's names are bound at once: a module's own name would otherwise hide a function that is called so.
    """

    def load(name: str) -> Any:
        home = next((home for home, names in homes.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, held = import_module(f"{package}.{home}"), vars(sys.modules[package])
        held.update({one: getattr(module, one) for one in homes[home]})
        return held[name]

    return load
