"""What the benchmarks of speed are run on: a rulebook, larger ones made of it, their indexes, and what is asked."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.larger import Moved, make_corpus
from kb.build import build
from kb.embed.shelf import shelve
from kb.encoding import decode
from kb.generation import open_generation
from kb.store import FILE, map_vectors

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT.parent / "shared" / "rulebooks" / "mtg_cr_2026-01-16.txt"
QUESTIONS = (
    "can a creature that attacks be blocked by a creature that is tapped",
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
SECONDS_FILE = "build-seconds.json"


def book(options: argparse.Namespace, copies: int = 1) -> tuple[Path, Path]:
    """The corpus of the document (or the shipped one where there is no document) and the folder of its index."""
    if not options.document.is_file():
        return ROOT / "corpus", options.work / "shipped"
    corpus = options.work / f"corpus-{copies}"
    if not corpus.is_dir():
        make_corpus(corpus, decode(options.document.read_bytes())[0], copies)
    return corpus, options.work / f"index-{copies}"


def shipped(options: argparse.Namespace) -> tuple[Path, Path]:
    """The shipped games and the folder of their index, up to date."""
    return built(argparse.Namespace(**{**vars(options), "document": Path("none")}))


def built(options: argparse.Namespace) -> tuple[Path, Path]:
    """Corpus and index of one copy, up to date."""
    corpus, index = book(options)
    build(corpus, index)
    return corpus, index


def build_moved(options: argparse.Namespace, corpus: Path, index: Path) -> float:
    """Build with made-up vectors where it is not built yet; return the processor seconds that building took.

    For more copies than anybody has hours to embed; the table says so.
    """
    _, first = built(options)
    model = shelve(first / "models", [])
    base = np.array(map_vectors(open_generation(first).folder / FILE)[1])
    used = time.process_time()
    report = build(corpus, index, Moved(base, model.id))
    used = time.process_time() - used
    kept = index / SECONDS_FILE
    if report.changed or not kept.is_file():
        kept.write_text(json.dumps(used))
    folder = open_generation(index).folder / "model"
    if not folder.is_dir():
        model.copy_for_queries(folder)
    return float(json.loads(kept.read_text()))


def kb(corpus: Path, index: Path, *command: str) -> list[str]:
    """The command line as a user types it."""
    return [str(Path(sys.executable).with_name("kb")), "--corpus", str(corpus), "--index", str(index), *command]
