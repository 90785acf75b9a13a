"""How fast it is: whole processes and warm calls, ours and others' in turn, on a rulebook and on larger ones.

    python -m benchmarks.speed cold|warm|stream|build|growth [--document FILE] [--runs N] [--peers PYTHON] [--work DIR]
    python -m benchmarks.speed report            the tables of the last results, into benchmarks/README.md

The document is a large rulebook as plain text; without one the shipped games are measured. PYTHON is an interpreter
that has the peers installed (txtai, bm25s, chromadb, lancedb); one that lacks a peer leaves it out and says so.
Results are kept in benchmarks/results/. Ratios within a run are what counts; seconds depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks import timing
from benchmarks.larger import Moved, make_corpus
from benchmarks.peers import NAMES, PEERS

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT.parent / "shared" / "rulebooks" / "mtg_cr_2026-01-16.txt"
RESULTS = Path(__file__).parent / "results"
QUESTION = "can a creature that attacks be blocked by a creature that is tapped"
QUESTIONS = (
    QUESTION,
    "what happens when two effects replace the same event",
    "does damage stay on a creature until the end of the turn",
    "how many cards may a player keep at the end of the turn",
    "when does a player lose the game",
    "can I respond to a mana ability",
    "who chooses the order of blockers",
    "is a copy of a spell cast",
    "what is a state-based action",
    "may the same land be tapped twice for mana",
    "how does first strike deal damage in combat",
    "what does it mean to sacrifice a permanent that somebody else controls",
)
SIZES = (1, 10, 100)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="benchmarks.speed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("part", choices=[*PARTS, "report"])
    parser.add_argument("--document", type=Path, default=DOCUMENT)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--peers", default=sys.executable)
    parser.add_argument("--without", nargs="*", default=(), choices=tuple(PEERS), help="peers to leave out")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "rules-kb-bench")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    options = parser.parse_args(arguments)
    if options.part == "report":
        from benchmarks.report import write

        write(RESULTS, Path(__file__).parent / "README.md")
        return
    options.work.mkdir(parents=True, exist_ok=True)
    result = PARTS[options.part](options)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"speed-{options.part}.json"
    path.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    print(json.dumps(result, indent=1))


def book(options: argparse.Namespace, copies: int = 1) -> tuple[Path, Path]:
    """The corpus of the document (or the shipped one where there is no document) and the folder of its index."""
    if not options.document.is_file():
        return ROOT / "corpus", options.work / "shipped"
    from kb.encoding import decode

    corpus = options.work / f"corpus-{copies}"
    if not corpus.is_dir():
        make_corpus(corpus, decode(options.document.read_bytes())[0], copies)
    return corpus, options.work / f"index-{copies}"


def built(options: argparse.Namespace, copies: int = 1) -> tuple[Path, Path]:
    """The same, with the index up to date. More than one copy gets made-up vectors, which is said in the table."""
    from kb.build import build
    from kb.embed.shelf import shelve
    from kb.generation import open_generation
    from kb.store import FILE, map_vectors

    corpus, index = book(options, copies)
    if copies == 1:
        build(corpus, index)
        return corpus, index
    _, first = built(options)
    model = shelve(first / "models", [])
    base = np.array(map_vectors(open_generation(first).folder / FILE)[1])
    build(corpus, index, Moved(base, model.id))
    folder = open_generation(index).folder / "model"
    if not folder.is_dir():
        model.copy_for_queries(folder)
    return corpus, index


def kb(corpus: Path, index: Path, *command: str) -> list[str]:
    """The command line as a user types it."""
    return [str(Path(sys.executable).with_name("kb")), "--corpus", str(corpus), "--index", str(index), *command]


def passages(index: Path, folder: Path) -> Path:
    """Every chunk with its headings as one JSON string a line: what the peers index."""
    from kb.catalogue import Catalogue
    from kb.generation import open_generation

    catalogue = Catalogue.open(open_generation(index).catalogue)
    path = folder / "passages.jsonl"
    chunks = catalogue.chunks(catalogue.scope().tolist())
    path.write_text("\n".join(json.dumps(chunk.embed_text) for chunk in chunks), "utf-8")
    return path


def _peers(options: argparse.Namespace, index: Path) -> dict[str, list[str]]:
    """The peers that this interpreter has, their indexes prepared; each as the start of its command."""
    from kb.embed.transformer import shipped_folder
    from kb.generation import open_generation

    folder = options.work / "peers"
    folder.mkdir(exist_ok=True)
    os.environ |= {
        "BENCH_MODEL": str(shipped_folder()),
        "BENCH_ONNX": str(open_generation(index).model),
        "BENCH_VECTORS": str(folder / "vectors.npy"),
        "HF_HUB_OFFLINE": "1",
        "PYTHONPATH": str(ROOT),
    }
    texts = passages(index, folder)
    found = {}
    for peer in (peer for peer in PEERS if peer not in options.without):
        start = [options.peers, "-m", "benchmarks.peers", peer]
        ready = folder / peer / "prepared"
        if not ready.is_file():
            done = subprocess.run(
                [*start, "prepare", str(folder), str(texts)], capture_output=True, text=True, check=False
            )
            if done.returncode:
                print(f"left out: {peer}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
                continue
            ready.touch()
        found[peer] = start
    return found


def cold(options: argparse.Namespace) -> dict[str, Any]:
    """One question from a cold start, whole processes in turn."""
    corpus, index = built(options)
    _, shipped = built(argparse.Namespace(**{**vars(options), "document": Path("none")}))
    peers, folder = _peers(options, index), str(options.work / "peers")
    commands = {
        "kb query": kb(corpus, index, "query", QUESTION),
        "kb query, shipped games": kb(ROOT / "corpus", shipped, "query", "can a stunned unit rally"),
        "kb get (no model)": kb(ROOT / "corpus", shipped, "get", "riftbound 423.1"),
        "kb --version": kb(corpus, index, "--version"),
        **{NAMES[peer]: [*start, "ask", folder, QUESTION] for peer, start in peers.items()},
    }
    runs = timing.in_turn(commands, options.runs)
    ours, floor, script = runs["kb query"], runs[NAMES["bare"]], runs.get(NAMES["script"])
    return {
        "runs": options.runs,
        "rows": {name: run.row() for name, run in runs.items()},
        "to_the_floor": timing.ratio(ours, floor),
        "shipped_to_the_floor": timing.ratio(runs["kb query, shipped games"], floor),
        "script_to_ours": timing.ratio(script, ours) if script else None,
    }


def warm(options: argparse.Namespace) -> dict[str, Any]:
    """Median milliseconds a question in a process that has answered before, ours by part and the peers'."""
    corpus, index = built(options)
    peers, folder = _peers(options, index), options.work / "peers"
    asked = folder / "questions.jsonl"
    asked.write_text("\n".join(json.dumps(question) for question in QUESTIONS), "utf-8")
    rows: dict[str, list[float]] = {}
    ours = []
    for _ in range(max(3, options.runs // 3)):
        ours.append(_alone([str(corpus), str(index)]))
        for peer, start in peers.items():
            done = subprocess.run(
                [*start, "warm", str(folder), str(asked)], capture_output=True, text=True, check=False
            )
            if not done.returncode:
                rows.setdefault(NAMES[peer], []).append(float(done.stdout.split()[-1]))
    return {"ours": _middle(ours), "peers": {name: median(times) for name, times in rows.items()}}


def _middle(measured: Sequence[dict[str, float]]) -> dict[str, float]:
    return {key: round(median(one[key] for one in measured), 3) for key in measured[0]}


def _alone(places: Sequence[str]) -> dict[str, float]:
    """`benchmarks.warm` in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.warm", *places]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    measured: dict[str, float] = json.loads(done.stdout)
    return measured


def stream(options: argparse.Namespace) -> dict[str, Any]:
    """Questions a second through `kb query -`."""
    corpus, index = built(argparse.Namespace(**{**vars(options), "document": Path("none")}))
    words = ("stunned", "unit", "attack", "move", "rally", "turn", "spell", "damage", "order", "phase")
    many = [
        f"can a {one} {two} {three} after {n} turns"
        for n in range(10)
        for one in words
        for two in words
        for three in words[:1]
    ]
    many = (many * (1 + 1000 // len(many)))[:1000]
    asked = options.work / "thousand.txt"
    asked.write_text("\n".join(many) + "\n", "utf-8")
    shell = ["sh", "-c", f'"$0" "$@" < {asked}', *kb(corpus, index, "query", "--format", "jsonl", "-")]
    one = kb(corpus, index, "query", "--format", "jsonl", many[0])
    runs = timing.in_turn({"a thousand": shell, "one": one}, options.runs)
    rate = [len(many) / wall for wall in runs["a thousand"].wall]
    return {
        "per_second": round(median(rate), 1),
        "best": round(max(rate), 1),
        "rows": {n: r.row() for n, r in runs.items()},
    }


def build_times(options: argparse.Namespace) -> dict[str, Any]:
    """Building from nothing, after one edit, and with nothing to do, in processor time; beside bare embedding."""
    corpus, index = book(options)
    built(options)
    edited = options.work / "edited"
    shutil.rmtree(edited, ignore_errors=True)
    shutil.copytree(corpus, edited, symlinks=False)
    rows: dict[str, list[tuple[float, float]]] = {}
    alone: dict[str, list[float]] = {"openvino": [], "encode": []}
    for turn in range(max(1, options.runs // 3)):
        _edit(edited, turn)
        for name, command in {
            "from nothing": kb(corpus, index, "build", "--full"),
            "one rule edited": kb(edited, index, "build"),
            "nothing changed": kb(edited, index, "build"),
        }.items():
            rows.setdefault(name, []).append(timing.once(command))
        for engine, seconds in alone.items():
            command = [sys.executable, "-m", "benchmarks.embedding", str(corpus), str(index), engine]
            done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
            seconds.append(float(done.stdout.split()[-1]))
    table = {
        name: {"wall": round(median(r[0] for r in runs), 2), "cpu": round(median(r[1] for r in runs), 2)}
        for name, runs in rows.items()
    }
    ours, bare, plain = table["from nothing"]["cpu"], median(alone["openvino"]), median(alone["encode"])
    return {
        "rows": table,
        "embedding_alone_cpu": round(bare, 2),
        "encode_at_defaults_cpu": round(plain, 2),
        "build_to_embedding": round(ours / bare, 2),
        "encode_to_build": round(plain / ours, 2),
    }


def _edit(corpus: Path, turn: int) -> None:
    """Change one long rule in the middle of the first document, another at each turn."""
    target = next(path for path in sorted(corpus.rglob("*")) if path.suffix in (".txt", ".md"))
    lines = target.read_text("utf-8").splitlines()
    long = [place for place, line in enumerate(lines) if len(line) > 120]
    lines[long[len(long) // 2 + turn]] += f" This was edited {turn + 1} times."
    target.write_text("\n".join(lines) + "\n", "utf-8")


def growth(options: argparse.Namespace) -> dict[str, Any]:
    """The same rulebook, ten and a hundred of it: cold start, warm calls, memory, recall, building without
    embedding."""
    rows = {}
    for copies in options.sizes:
        corpus, index = built(options, copies)
        runs = timing.in_turn({"cold": kb(corpus, index, "query", QUESTION)}, options.runs)["cold"]
        measured = _middle([_alone([str(corpus), str(index)]) for _ in range(3)])
        rows[str(copies)] = {**measured, "cold": runs.row()}
    return {"rows": rows}


PARTS: dict[str, Callable[[argparse.Namespace], dict[str, Any]]] = {
    "cold": cold,
    "warm": warm,
    "stream": stream,
    "build": build_times,
    "growth": growth,
}

if __name__ == "__main__":
    main()
