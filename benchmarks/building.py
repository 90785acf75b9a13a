"""Building, whole and piece by piece, beside embedding the same texts alone."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import timing
from benchmarks.books import book, built, kb
from kb.generation import listed, open_generation

NOTHING, EXPORT = "from nothing", "from nothing, the model's export in it"
BUILDS = {
    "one rule edited": (True, True),
    "nothing changed": (True, True),
    EXPORT: (False, False),
    NOTHING: (False, True),
}
"""What is built: again into the same folder or anew, the exported model there before or not."""


def build_times(options: argparse.Namespace) -> dict[str, Any]:
    """Processor seconds of each kind of build, of embedding alone, and whether an edit leaves the bytes of a build from
    nothing.
    """
    corpus, index = book(options)
    built(options)
    edited, anew = options.work / "edited", options.work / "anew"
    shutil.rmtree(edited, ignore_errors=True)
    shutil.copytree(corpus, edited, symlinks=False)
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in BUILDS}
    alone: dict[str, list[float]] = {"openvino": [], "encode": []}
    same = True
    for turn in range(max(1, options.runs // 3)):
        edit(edited, turn)
        for name, (again, shelved) in BUILDS.items():
            if not again:
                _empty(anew, index / "models" if shelved else None)
            runs[name].append(timing.once(kb(edited, index if again else anew, "build")))
        same = same and _files(index) == _files(anew)
        for engine, seconds in alone.items():
            seconds.append(float(timing.module("benchmarks.embedding", str(edited), str(anew), engine)))
    return _summed(runs, median(alone["openvino"]), median(alone["encode"])) | {"same_bytes": same}


def _summed(runs: dict[str, list[tuple[float, float]]], bare: float, plain: float) -> dict[str, Any]:
    rows = {
        name: timing.Runs(tuple(wall for wall, _ in some), tuple(cpu for _, cpu in some)).row()
        for name, some in runs.items()
    }
    return {
        "runs": len(runs[NOTHING]),
        "rows": rows,
        "embedding_alone_cpu": round(bare, 2),
        "encode_at_defaults_cpu": round(plain, 2),
        "build_to_embedding": round(rows[NOTHING]["cpu"] / bare, 2),
        "with_export_to_embedding": round(rows[EXPORT]["cpu"] / bare, 2),
        "encode_to_build": round(plain / rows[NOTHING]["cpu"], 2),
    }


def _empty(index: Path, models: Path | None) -> None:
    """An index folder with nothing in it but the exported models, if any."""
    shutil.rmtree(index, ignore_errors=True)
    if models:
        shutil.copytree(models, index / "models")


def edit(corpus: Path, turn: int) -> None:
    """Change one long rule in the middle of the first document, another at each turn."""
    target = next(path for path in sorted(corpus.rglob("*")) if path.suffix in (".txt", ".md"))
    lines = target.read_text("utf-8").splitlines()
    long = [place for place, line in enumerate(lines) if len(line) > 120]
    lines[long[len(long) // 2 + turn]] += f" This was edited {turn + 1} times."
    target.write_text("\n".join(lines) + "\n", "utf-8")


def _files(index: Path) -> dict[str, str]:
    """Every file of the current generation with its SHA-256."""
    return {name: digest for name, _, digest in listed(open_generation(index).folder)}
