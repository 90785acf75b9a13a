"""Warm calls of one process, by part, and what it holds in memory: `python -m benchmarks.warm CORPUS INDEX`.

Memory is counted while a second process has the same index open and has been asked the same, so that what counts as
private is what the two do not share.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does; before NumPy is loaded

import numpy as np

from benchmarks.books import QUESTIONS, ROOT
from kb import KnowledgeBase
from kb.embed import open_onnx
from kb.generation import open_generation
from kb.store import FILE, FaissStore

ROUNDS = 12
HOLD = "hold"


def held() -> dict[str, float]:
    """This process's memory in MB: all of it, and what it shares with nobody (Linux)."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()[1:]
    sizes = {line.split(":")[0]: float(line.split()[1]) / 1024 for line in lines}
    return {"rss": sizes["Rss"], "private": sizes["Private_Clean"] + sizes["Private_Dirty"]}


@contextlib.contextmanager
def second_process(corpus: Path, index: Path) -> Iterator[None]:
    """While it lasts, another process holds the index open and idles; it has answered every question once."""
    command = [sys.executable, "-m", "benchmarks.warm", str(corpus), str(index), HOLD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield
        other.communicate()


def hold(corpus: Path, index: Path) -> None:
    """Be that process, until standard input ends."""
    model = open_onnx(open_generation(index).model)
    model.embed(["once"])
    knowledge = KnowledgeBase.open(corpus, index)
    for question in QUESTIONS:
        knowledge.query(question)
    print("ready", flush=True)
    sys.stdin.read()


def times(call: Callable[[str], object]) -> tuple[list[float], list[float]]:
    """Milliseconds of each of ROUNDS calls with each question: by the clock, and of processor time."""
    clock, processor = [], []
    for _ in range(ROUNDS):
        for question in QUESTIONS:
            started, used = time.perf_counter(), time.process_time()
            call(question)
            clock.append(1000 * (time.perf_counter() - started))
            processor.append(1000 * (time.process_time() - used))
    return clock, processor


def processor_ms(call: Callable[[], object]) -> float:
    """Milliseconds of processor time of one call."""
    used = time.process_time()
    call()
    return 1000 * (time.process_time() - used)


@contextlib.contextmanager
def passes() -> Iterator[list[float]]:
    """While it lasts, the encoder's passes write their milliseconds of processor time into the list."""
    import onnxruntime

    real, spent = onnxruntime.InferenceSession.run, []

    def timed(*arguments: Any) -> Any:
        used = time.process_time()
        made = real(*arguments)
        spent.append(1000 * (time.process_time() - used))
        return made

    with mock.patch.object(onnxruntime.InferenceSession, "run", timed):
        yield spent


def recall(index: Path, embed: Callable[[str], object]) -> float:
    """Share of the exactly best ten chunks among the ten that the store gives."""
    folder = open_generation(index).folder
    store = FaissStore(folder)
    import faiss

    exact = faiss.read_index(str(folder / FILE))
    shares = []
    for question in QUESTIONS:
        vector = np.asarray(embed(question), dtype=np.float32)
        right = list(dict.fromkeys(exact.search(vector[None], 60)[1][0].tolist()))[:10]
        shares.append(len({one for one, _ in store.search(vector, 10)} & set(right)) / len(right))
    return float(np.mean(shares))


def main(corpus: Path, index: Path) -> None:
    """Print every measure as JSON: MB, milliseconds of clock or (`_cpu`) of processor, shares."""
    with second_process(corpus, index):
        measured = measure(corpus, index)
    print(json.dumps(measured))


def measure(corpus: Path, index: Path) -> dict[str, float]:
    """The measures of this process."""
    model = open_onnx(open_generation(index).model)
    model.embed(["once"])
    before = held()
    knowledge = KnowledgeBase.open(corpus, index)
    started = time.perf_counter()
    knowledge.query(QUESTIONS[0])
    first = 1000 * (time.perf_counter() - started)
    fresh = [processor_ms(partial(knowledge.query, question)) for question in QUESTIONS[1:]]
    whole, whole_cpu = times(knowledge.query)
    with passes() as within:
        whole_again = times(knowledge.query)[1]
    encoder, encoder_cpu = times(lambda question: model.embed([question], "query"))
    after = held()
    around = float(np.median(whole_cpu) - np.median(encoder_cpu))
    return {
        "chunks": knowledge.stamp.chunks,
        "first": round(first, 2),
        "whole": round(float(np.median(whole)), 3),
        "p99": round(float(np.percentile(whole, 99)), 3),
        "encoder": round(float(np.median(encoder)), 3),
        "whole_cpu": round(float(np.median(whole_cpu)), 3),
        "encoder_cpu": round(float(np.median(encoder_cpu)), 3),
        "around_cpu": round(around, 3),
        "pass_within_cpu": round(float(np.median(within)), 3),
        "not_the_pass_cpu": round(float(np.median(whole_again) - np.median(within)), 3),
        "fresh_cpu": round(float(np.median(fresh)), 3),
        "around_to_encoder": round(around / float(np.median(encoder_cpu)), 2),
        "grown_mb": round(after["rss"] - before["rss"], 1),
        "grown_private_mb": round(after["private"] - before["private"], 1),
        "recall_at_10": round(recall(index, lambda q: model.embed([q], "query")[0]), 4),
    }


if __name__ == "__main__":
    if sys.argv[3:] == [HOLD]:
        hold(Path(sys.argv[1]), Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
