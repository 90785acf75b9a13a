"""What is left of a cold start: `kb query` as whole processes in turn, each divided by import and by step.

python -m benchmarks.speed profile [--runs N]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import timing
from benchmarks.books import QUESTIONS, ROOT, built, kb, shipped
from benchmarks.coldsteps import END

QUESTION = "can a stunned unit rally"
"""Of the shipped games: with a verdict, the most that a question loads."""
WATCHED = "from benchmarks.coldsteps import main; main()"
Marks = dict[str, tuple[float, float]]
"""Milliseconds by the clock and of the processor, by import and step."""


def profile(options: argparse.Namespace) -> dict[str, Any]:
    """One question of the shipped games and one of the rulebook: the medians of what each import and step takes."""
    games, small = shipped(options)
    corpus, index = built(options)
    commands = {
        "shipped games": kb(games, small, "query", QUESTION),
        "rulebook": kb(corpus, index, "query", QUESTIONS[0]),
    }
    runs: dict[str, list[Marks]] = {name: [] for name in commands}
    for turn in range(-1, options.runs):
        for name, command in commands.items():
            marks = watched(command[1:])
            if turn >= 0:  # the first run fills the caches of the disk
                runs[name].append(marks)
    return {"runs": options.runs, "rows": {name: medians(marks) for name, marks in runs.items()}}


def watched(arguments: Sequence[str]) -> Marks:
    """Run `kb` once with these arguments and return what it spent. Raises RuntimeError where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        marks = Path(folder) / "marks.json"
        started = time.perf_counter()
        env = {"PYTHONPATH": str(ROOT), "KB_STARTED": str(started), "KB_MARKS": str(marks)}
        _, used = timing.once([sys.executable, "-c", WATCHED, *arguments], env)
        ended = time.perf_counter()
        if not marks.is_file():
            raise RuntimeError(f"kb {' '.join(arguments)} ended without its marks")
        held = json.loads(marks.read_text("utf-8"))
    rows: Marks = {name: (clock, cpu) for name, (clock, cpu) in held["rows"].items()}
    return rows | {END: (1000 * (ended - held["ended"]), 1000 * (used - held["used"]))}


def medians(runs: Sequence[Marks]) -> dict[str, tuple[float, float]]:
    """The median of each row over the runs; one that a run lacks took it nothing."""
    names = dict.fromkeys(name for marks in runs for name in marks)
    return {
        name: (
            round(median(marks.get(name, (0, 0))[0] for marks in runs), 2),
            round(median(marks.get(name, (0, 0))[1] for marks in runs), 2),
        )
        for name in names
    }
