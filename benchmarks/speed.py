"""How fast it is: whole processes and warm calls, ours and others' in turn, on a rulebook and on larger ones.

    python -m benchmarks [OPTIONS]               every part, then the tables (`make bench`)
    python -m benchmarks.speed cold|profile|warm|stream|build|growth [--document FILE] [--runs N] [--work DIR] ...
    python -m benchmarks.speed report            the tables of the last results, into benchmarks/README.md

The document is a large rulebook as plain text; without one the shipped games are measured. Peers are installed into
the work folder (see venvs.py); one that cannot be had is left out and named. Results are kept in benchmarks/results/
with the commit. Ratios within a run are what counts; seconds depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import timing
from benchmarks.books import DOCUMENT, QUESTIONS, ROOT, book, build_moved, built, kb, shipped
from benchmarks.building import build_times
from benchmarks.peers import NAMES, PEERS
from benchmarks.profiled import profile
from benchmarks.timing import module
from benchmarks.venvs import interpreter
from kb.catalogue import Catalogue
from kb.embed.transformer import shipped_folder
from kb.generation import open_generation

RESULTS = Path(__file__).parent / "results"
SIZES = (1, 10, 100)
FEWER = 3
"""One run in so many for what takes a minute."""
STREAMED = 1000


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one part (see the module's text)."""
    parser = argparse.ArgumentParser(
        prog="benchmarks.speed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("part", choices=[*PARTS, "report"])
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--without", nargs="*", default=(), choices=tuple(PEERS), help="peers to leave out")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "rules-kb-bench")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="how many rulebooks: 1 10 100")
    options = parser.parse_args(arguments)
    if options.part == "report":
        from benchmarks.report import write

        write(RESULTS, Path(__file__).parent / "README.md")
        return
    options.work.mkdir(parents=True, exist_ok=True)
    result = {"commit": _commit(), "machine": _machine(), **PARTS[options.part](options)}
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"speed-{options.part}.json"
    path.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    print(json.dumps(result, indent=1))


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _machine() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} cores"


def passages(index: Path, folder: Path) -> Path:
    """Every chunk with its headings as one JSON string a line: what the peers index."""
    catalogue = Catalogue.open(open_generation(index).catalogue)
    path = folder / "passages.jsonl"
    chunks = catalogue.chunks(catalogue.scope().tolist())
    path.write_text("\n".join(json.dumps(chunk.embed_text) for chunk in chunks), "utf-8")
    return path


def ready_peers(options: argparse.Namespace, index: Path) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The peers, their indexes prepared, each as the start of its command; and why others are left out."""
    folder = options.work / "peers" / open_generation(index).manifest.stamp
    folder.mkdir(parents=True, exist_ok=True)
    os.environ |= {
        "BENCH_FOLDER": str(folder),
        "BENCH_MODEL": str(shipped_folder()),
        "BENCH_ONNX": str(open_generation(index).model),
        "BENCH_VECTORS": str(folder / "vectors.npy"),
        "HF_HUB_OFFLINE": "1",
        "PYTHONPATH": str(ROOT),
    }
    texts = passages(index, folder)
    found: dict[str, list[str]] = {}
    left_out: dict[str, str] = {}
    for peer in (peer for peer in PEERS if peer not in options.without):
        try:
            found[peer] = _ready(peer, options.work, folder, texts)
        except RuntimeError as error:
            left_out[NAMES[peer]] = str(error)
            print(f"left out: {peer}: {error}", file=sys.stderr)
    return found, left_out


def _ready(peer: str, work: Path, folder: Path, texts: Path) -> list[str]:
    start = [interpreter(peer, work), "-m", "benchmarks.peers", peer]
    ready = folder / peer / "prepared"
    if not ready.is_file():
        command = [*start, "prepare", str(folder), str(texts)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError((done.stderr.strip().splitlines() or ["it failed"])[-1])
        ready.touch()
    return start


def cold(options: argparse.Namespace) -> dict[str, Any]:
    """One question from a cold start, whole processes in turn."""
    corpus, index = built(options)
    games, small = shipped(options)
    peers, left_out = ready_peers(options, index)
    folder = os.environ["BENCH_FOLDER"]
    commands = {
        "kb query": kb(corpus, index, "query", QUESTIONS[0]),
        "kb query, shipped games": kb(games, small, "query", "can a stunned unit rally"),
        "kb get (no model)": kb(games, small, "get", "riftbound 423.1"),
        "kb --version": kb(corpus, index, "--version"),
        **{NAMES[peer]: [*start, "ask", folder, QUESTIONS[0]] for peer, start in peers.items()},
    }
    runs = timing.in_turn(commands, options.runs)
    ours, floor, script = runs["kb query"], runs[NAMES["bare"]], runs.get(NAMES["script"])
    return {
        "runs": options.runs,
        "rows": {name: run.row() for name, run in runs.items()},
        "to_the_floor": timing.ratio(ours, floor),
        "shipped_to_the_floor": timing.ratio(runs["kb query, shipped games"], floor),
        "script_to_ours": timing.ratio(script, ours) if script else None,
        "left_out": left_out,
    }


def warm(options: argparse.Namespace) -> dict[str, Any]:
    """Median milliseconds a question in a process that has answered before, ours by part and the peers'."""
    corpus, index = built(options)
    peers, left_out = ready_peers(options, index)
    folder = Path(os.environ["BENCH_FOLDER"])
    asked = folder / "questions.jsonl"
    asked.write_text("\n".join(json.dumps(question) for question in QUESTIONS), "utf-8")
    rows: dict[str, list[dict[str, float]]] = {}
    ours = []
    for _ in range(max(3, options.runs // FEWER)):
        ours.append(json.loads(module("benchmarks.warm", str(corpus), str(index))))
        for peer, start in peers.items():
            command = [*start, "warm", str(folder), str(asked)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=timing.environment())
            if done.returncode:
                left_out[NAMES[peer]] = (done.stderr.strip().splitlines() or ["it failed"])[-1]
            else:
                rows.setdefault(NAMES[peer], []).append(json.loads(done.stdout.splitlines()[-1]))
    return {
        "ours": _middle(ours),
        "peers": {name: _middle(some) for name, some in rows.items()},
        "left_out": left_out,
    }


def _middle(measured: Sequence[dict[str, float]]) -> dict[str, float]:
    return {key: round(median(one[key] for one in measured), 3) for key in measured[0]}


def stream(options: argparse.Namespace) -> dict[str, Any]:
    """Questions a second through `kb query -`."""
    corpus, index = shipped(options)
    words = ("stunned", "unit", "attack", "move", "rally", "turn", "spell", "damage", "order", "phase")
    many = [f"can a {one} {two} stunned after {n} turns" for n in range(10) for one in words for two in words]
    asked = options.work / "thousand.txt"
    asked.write_text("\n".join(many[:STREAMED]) + "\n", "utf-8")
    shell = ["sh", "-c", f'"$0" "$@" < {asked}', *kb(corpus, index, "query", "--format", "jsonl", "-")]
    one = kb(corpus, index, "query", "--format", "jsonl", many[0])
    runs = timing.in_turn({"a thousand": shell, "one": one}, options.runs)
    rate = [STREAMED / wall for wall in runs["a thousand"].wall]
    return {
        "runs": options.runs,
        "per_second": round(median(rate), 1),
        "best": round(max(rate), 1),
        "rows": {name: run.row() for name, run in runs.items()},
    }


def growth(options: argparse.Namespace) -> dict[str, Any]:
    """The same rulebook, ten and a hundred of it: cold start, warm calls, memory, recall, building without
    embedding."""
    rows = {}
    for copies in options.sizes:
        corpus, index = book(options, copies) if copies > 1 else built(options)
        seconds = build_moved(options, corpus, index if copies > 1 else _scratch(options))
        _forget(index)
        runs = timing.in_turn({"cold": kb(corpus, index, "query", QUESTIONS[0])}, options.runs)["cold"]
        measured = _middle([json.loads(module("benchmarks.warm", str(corpus), str(index))) for _ in range(3)])
        rows[str(copies)] = {**measured, "cold": runs.row(), "build_cpu": round(seconds, 2)}
    return {"runs": options.runs, "rows": rows}


def _scratch(options: argparse.Namespace) -> Path:
    """An empty folder to build the one rulebook in as the larger ones are."""
    _, index = book(options)
    folder = index.with_name(f"{index.name}-moved")
    shutil.rmtree(folder, ignore_errors=True)
    return Path(folder)


def _forget(index: Path) -> None:
    """Let the system forget the files of an index that was just written: what is then read of them is what is needed.

    Written in one go they lie in memory in pieces of 2 MB, and each that is touched would be counted whole.
    """
    os.sync()
    for path in (path for path in index.rglob("*") if path.is_file()):
        file = os.open(path, os.O_RDONLY)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)


PARTS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "cold": cold,
    "profile": profile,
    "warm": warm,
    "stream": stream,
    "build": build_times,
    "growth": growth,
}

if __name__ == "__main__":
    main()
