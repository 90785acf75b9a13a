"""Where the time of a cold command goes: a whole process, divided by import and by step (see profiled.py).

Each module that is loaded counts for its package, each call of a function named in STEPS for that step, and always
without what is loaded or called within. This module itself loads nothing that Python has not loaded already: it would
count for nobody.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

STEPS = {
    "settings": ("kb.settings", "load"),
    "which generation, is it whole": ("kb.api", "open_generation"),
    "is the corpus newer": ("kb.api", "fingerprint"),
    "catalogue: open": ("kb.opened", "Catalogue.open"),
    "tokenizer: load": ("kb.embed", "open_tokenizer"),
    "model: session": ("kb.embed", "_session"),
    "model: the question's vector": ("kb.embed", "OnnxEmbedder.embed"),
    "words and vectors: map": ("kb.opened", "Opened.searcher"),
    "question: take apart, spell": ("kb.search.searcher", "Searcher.find"),
    "words: score": ("kb.search.searcher", "Searcher._in_game"),
    "vectors: scan": ("kb.store", "FaissStore.nearest"),
    "fuse": ("kb.search.searcher", "fuse"),
    "states: read": ("kb.opened", "Opened.tables"),
    "verdict": ("kb.opened", "Opened._ruled"),
    "passages and their citations": ("kb.search.searcher", "Searcher.shown"),
    "answer: compose": ("kb.opened", "Opened.query"),
    "render": ("kb.cli.ask", "_show"),
}
"""The steps of a question, each with the module and the function that it is."""
START, REST, END = "Python: start", "command line, and what is between the steps", "Python: end"
OWN, PYTHON = "kb", "Python's own"


class Ledger:
    """Seconds by the clock and of the processor (every thread's) under each name, spent while it is on top of the
    stack."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}
        self._stack: list[str] = []
        self._last = (0.0, 0.0)

    def enter(self, name: str) -> None:
        """From here on time counts for `name`."""
        self._settle()
        self._stack.append(name)

    def leave(self) -> None:
        """From here on it counts for what was on top before."""
        self._settle()
        self._stack.pop()

    def _settle(self) -> None:
        before, self._last = self._last, (time.perf_counter(), time.process_time())
        if self._stack:
            spent = self.spent.setdefault(self._stack[-1], [0.0, 0.0])
            spent[0] += self._last[0] - before[0]
            spent[1] += self._last[1] - before[1]

    def timed(self, function: Callable[..., Any], name: str) -> Callable[..., Any]:
        """Return a function that does the same, its time under `name`."""

        def call(*given: Any, **named: Any) -> Any:
            self.enter(name)
            try:
                return function(*given, **named)
            finally:
                self.leave()

        return call


def group_of(module: str) -> str:
    """The name under which loading a module counts: ours by package, libraries by library, Python's own together."""
    first, *rest = module.split(".")
    if first == OWN:
        return f"import {first}.{rest[0]}" if rest else f"import {first}"
    return f"import {PYTHON if first in sys.stdlib_module_names else first}"


def watch(ledger: Ledger) -> None:
    """Time what is loaded from here on, and each step as soon as its module is there."""
    bootstrap: Any = sys.modules["_frozen_importlib"]
    load = bootstrap._find_and_load  # called for what is not loaded yet, by every way of importing

    def timed(name: str, *given: Any) -> ModuleType:
        ledger.enter(group_of(name))
        try:
            module: ModuleType = load(name, *given)
        finally:
            ledger.leave()
        for step, (home, function) in STEPS.items():
            if home == name:
                _wrap(ledger, module, function, step)
        return module

    bootstrap._find_and_load = timed


def _wrap(ledger: Ledger, module: ModuleType, function: str, step: str) -> None:
    *path, last = function.split(".")
    owner: Any = module
    for name in path:
        owner = getattr(owner, name)
    held = vars(owner)[last]
    if hasattr(held, "func"):  # a cached property
        held.func = ledger.timed(held.func, step)
    elif isinstance(held, classmethod | staticmethod):
        setattr(owner, last, type(held)(ledger.timed(held.__func__, step)))
    else:
        setattr(owner, last, ledger.timed(held, step))


def main() -> None:
    """Run the command line of this process's arguments, then write the marks where KB_MARKS says."""
    started, began = float(os.environ.pop("KB_STARTED")), time.perf_counter()
    path, used = os.environ.pop("KB_MARKS"), time.process_time()
    ledger = Ledger()

    def note() -> None:
        ledger.leave()
        import json

        ledger.spent[START] = [began - started, used]
        rows = {name: [1000 * value for value in spent] for name, spent in ledger.spent.items()}
        with open(path, "w") as file:
            json.dump({"rows": rows, "ended": time.perf_counter(), "used": time.process_time()}, file)

    watch(ledger)
    leave = os._exit

    def leaving(code: int) -> None:
        note()
        leave(code)

    setattr(os, "_exit", leaving)  # noqa: B010 (mypy: it never returns)
    ledger.enter(REST)
    try:
        from kb.cli import main as command

        command()
    finally:
        note()
