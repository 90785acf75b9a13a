"""Whole processes timed from outside, in turn, so that what slows the machine slows each of them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]


OURS = frozenset(
    (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "TOKENIZERS_PARALLELISM",
        "ORT_DISABLE_TELEMETRY",
        "PYTHONDONTWRITEBYTECODE",
        "PYTHONUNBUFFERED",
    )
)
"""What we set for our own process, or who runs the benchmark for theirs: each changes how long the others take.
Without a place for its bytecode Python compiles every changed source at each start."""


def environment() -> dict[str, str]:
    """The environment that every process which is timed gets: a plain one."""
    return {name: value for name, value in os.environ.items() if name not in OURS}


@dataclass(frozen=True, slots=True)
class Runs:
    """Seconds of clock and of processor (user and system) of each run."""

    wall: tuple[float, ...]
    cpu: tuple[float, ...]

    def row(self) -> dict[str, float]:
        """The medians with the least and the greatest."""
        return {
            "wall": round(median(self.wall), 3),
            "wall_min": round(min(self.wall), 3),
            "wall_max": round(max(self.wall), 3),
            "cpu": round(median(self.cpu), 3),
            "cpu_min": round(min(self.cpu), 3),
            "cpu_max": round(max(self.cpu), 3),
        }


def once(command: Sequence[str], env: Mapping[str, str] | None = None) -> tuple[float, float]:
    """Run a command; return wall seconds and processor seconds. Raises RuntimeError where it fails."""
    started = time.monotonic()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env={**environment(), **(env or {})}
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 3):  # found, nothing found, no verdict: each is an answer
        raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}\n{said.decode(errors='replace')[-800:]}")
    return wall, used.ru_utime + used.ru_stime


def in_turn(commands: Mapping[str, Sequence[str]], runs: int, warm_up: int = 1) -> dict[str, Runs]:
    """Run each command `runs` times, A B C A B C, after `warm_up` rounds that do not count. One that fails is left
    out."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    failed: set[str] = set()
    for turn in range(-warm_up, runs):
        for name in sorted(commands.keys() - failed, key=list(commands).index):
            try:
                run = once(commands[name])
            except (OSError, RuntimeError) as error:
                print(f"left out: {name}: {error}", file=sys.stderr)
                failed.add(name)
                continue
            if turn >= 0:
                found[name].append(run)
    return {
        name: Runs(tuple(r[0] for r in rows), tuple(r[1] for r in rows))
        for name, rows in found.items()
        if name not in failed
    }


def module(*command: str) -> str:
    """What a module of ours prints, run in a process of its own. Raises subprocess.CalledProcessError."""
    run = [sys.executable, "-m", *command]
    return subprocess.run(run, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT, env=environment()).stdout


def ratio(one: Runs, other: Runs) -> tuple[float, float]:
    """How many times as long `one` took as `other`: median of the pairs' ratios, by the clock and in processor time."""
    return (
        round(median(a / b for a, b in zip(one.wall, other.wall, strict=True)), 2),
        round(median(a / b for a, b in zip(one.cpu, other.cpu, strict=True)), 2),
    )
