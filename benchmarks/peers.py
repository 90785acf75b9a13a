"""What others do for the same job, each on the same passages and, where it embeds, with the same model.

    python -m benchmarks.peers PEER prepare FOLDER PASSAGES      passages: one JSON string a line
    python -m benchmarks.peers PEER ask FOLDER QUESTION          a whole cold start, five results
    python -m benchmarks.peers PEER warm FOLDER QUESTIONS        one JSON string a line; prints the medians as JSON

Each keeps its index in FOLDER as it would for a user. The environment variable BENCH_MODEL names the model's folder
(sentence-transformers) and BENCH_ONNX that of the exported one.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

Ask = Callable[[str], Sequence[Any]]
K = 5
WARM_UP, ROUNDS = 5, 3


def _model() -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(os.environ["BENCH_MODEL"], device="cpu", local_files_only=True)


def _encoded(texts: Sequence[str]) -> Any:
    """The passages' vectors, made once for all peers."""
    import numpy as np

    kept = Path(os.environ["BENCH_VECTORS"])
    if not kept.is_file():
        with _faster():
            np.save(kept, _model().encode(list(texts), normalize_embeddings=True, show_progress_bar=False))
    return np.load(kept)


@contextlib.contextmanager
def _faster() -> Iterator[None]:
    """Preparing is not timed: passages are embedded in bfloat16, which changes no cosine by more than .001."""
    import torch

    with torch.autocast("cpu", dtype=torch.bfloat16):
        yield


def prepare_bare(folder: Path, texts: Sequence[str]) -> None:
    """Nothing to keep: it only embeds."""


def load_bare(folder: Path) -> Ask:
    """The floor: numpy, tokenizers and ONNX Runtime, the 8-bit model, one embedding; no search at all."""
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer

    model = Path(os.environ["BENCH_ONNX"])
    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(model / "model.onnx"), options, providers=["CPUExecutionProvider"])
    names = [one.name for one in session.get_inputs()]

    def ask(question: str) -> Sequence[Any]:
        ids = np.array([tokenizer.encode(question).ids], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        return list(session.run(None, {name: given[name] for name in names})[0][0])

    return ask


def prepare_script(folder: Path, texts: Sequence[str]) -> None:
    """A plain script's index: sentence-transformers and a flat FAISS file."""
    import faiss

    vectors = _encoded(texts)
    index = faiss.IndexFlatIP(vectors.shape[1])
    index.add(vectors)
    faiss.write_index(index, str(folder / "flat.faiss"))


def load_script(folder: Path) -> Ask:
    import faiss

    index, model = faiss.read_index(str(folder / "flat.faiss")), _model()
    return lambda question: index.search(model.encode([question], normalize_embeddings=True), K)[1][0].tolist()


def prepare_bm25s(folder: Path, texts: Sequence[str]) -> None:
    """Words only."""
    import bm25s

    made = bm25s.BM25()
    made.index(bm25s.tokenize(list(texts), show_progress=False), show_progress=False)
    made.save(str(folder / "bm25s"))


def load_bm25s(folder: Path) -> Ask:
    import bm25s

    made = bm25s.BM25.load(str(folder / "bm25s"), mmap=True)

    def ask(question: str) -> Sequence[Any]:
        found: Sequence[Any] = made.retrieve(bm25s.tokenize(question, show_progress=False), k=K, show_progress=False)[
            0
        ][0]
        return found

    return ask


def prepare_fts5(folder: Path, texts: Sequence[str]) -> None:
    """SQLite's full-text search and a NumPy file of vectors, asked with the exported model."""
    import sqlite3

    import numpy as np

    base = sqlite3.connect(folder / "fts.sqlite")
    base.execute("create virtual table t using fts5(text, tokenize='porter unicode61')")
    base.executemany("insert into t(rowid, text) values (?, ?)", enumerate(texts, 1))
    base.commit()
    np.save(folder / "vectors.npy", _encoded(texts))


def load_fts5(folder: Path) -> Ask:
    import re
    import sqlite3

    import numpy as np

    base = sqlite3.connect(folder / "fts.sqlite")
    vectors, embed = np.load(folder / "vectors.npy", mmap_mode="r"), load_bare(folder)

    def ask(question: str) -> Sequence[Any]:
        words = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", question))
        rows = base.execute(
            "select rowid, -bm25(t) from t where t match ? order by 2 desc limit 400", (words,)
        ).fetchall()
        scores = 0.7 * (vectors @ np.asarray(embed(question)))
        highest = rows[0][1] if rows else 1.0
        for place, score in rows:
            scores[place - 1] += 0.3 * score / highest
        best: list[int] = np.argsort(-scores)[:K].tolist()
        return best

    return ask


def prepare_txtai(folder: Path, texts: Sequence[str]) -> None:
    """Its hybrid of vectors and words."""
    from txtai import Embeddings

    made = Embeddings(path=os.environ["BENCH_MODEL"], hybrid=True)
    with _faster():
        made.index(list(enumerate(texts)))
    made.save(str(folder / "txtai"))


def load_txtai(folder: Path) -> Ask:
    from txtai import Embeddings

    made = Embeddings()
    made.load(str(folder / "txtai"))
    return lambda question: made.search(question, K)


def prepare_chromadb(folder: Path, texts: Sequence[str]) -> None:
    """Its persistent store (HNSW), with vectors made by sentence-transformers."""
    import chromadb

    made = chromadb.PersistentClient(str(folder / "chroma")).create_collection("rules", embedding_function=None)
    vectors = _encoded(texts)
    for at in range(0, len(texts), 2000):
        ids = [str(place) for place in range(at, min(at + 2000, len(texts)))]
        made.add(ids=ids, documents=list(texts[at : at + 2000]), embeddings=vectors[at : at + 2000])


def load_chromadb(folder: Path) -> Ask:
    import chromadb

    made = chromadb.PersistentClient(str(folder / "chroma")).get_collection("rules", embedding_function=None)
    model = _model()
    return lambda question: made.query(query_embeddings=model.encode([question]), n_results=K)["ids"][0]


def prepare_lancedb(folder: Path, texts: Sequence[str]) -> None:
    """A table of vectors, searched flat as it does by default."""
    import lancedb

    rows = [
        {"place": place, "text": text, "vector": vector}
        for place, (text, vector) in enumerate(zip(texts, _encoded(texts), strict=True))
    ]
    lancedb.connect(str(folder / "lance")).create_table("rules", rows)


def load_lancedb(folder: Path) -> Ask:
    import lancedb

    table, model = lancedb.connect(str(folder / "lance")).open_table("rules"), _model()
    return lambda question: table.search(model.encode(question)).limit(K).to_list()


def prepare_semantra(folder: Path, texts: Sequence[str]) -> None:
    """Its own windows of 128 tokens over all the text, as its command line makes them; it takes no passages."""
    (folder / "rules.txt").write_text("\n\n".join(texts), "utf-8")
    with _faster():
        _semantra(folder)


def _semantra(folder: Path) -> Any:
    """The model and the processed document, as its command line opens them before it serves its page."""
    from semantra.models import TransformerModel
    from semantra.semantra import process

    model = TransformerModel(model_name=os.environ["BENCH_MODEL"])
    document = process(
        filename=str(folder / "rules.txt"), semantra_dir=str(folder / "semantra"), model=model, num_dimensions=384,
        use_annoy=True, num_annoy_trees=100, windows=[(128, 0, 16)], cost_per_token=None, pool_count=None,
        pool_size=15000, force=False, silent=True, no_confirm=True, encoding="utf-8",
    )  # fmt: skip
    return model, document


def load_semantra(folder: Path) -> Ask:
    model, document = _semantra(folder)
    base = document.embedding_db

    def ask(question: str) -> Sequence[Any]:
        vector = model.embed_queries([{"query": question, "weight": 1.0}])
        found: Sequence[Any] = base.get_nns_by_vector(vector.reshape(-1), K, include_distances=True)[0]
        return found

    return ask


PEERS: dict[str, tuple[Callable[[Path, Sequence[str]], None], Callable[[Path], Ask]]] = {
    "bare": (prepare_bare, load_bare),
    "script": (prepare_script, load_script),
    "fts5": (prepare_fts5, load_fts5),
    "bm25s": (prepare_bm25s, load_bm25s),
    "txtai": (prepare_txtai, load_txtai),
    "chromadb": (prepare_chromadb, load_chromadb),
    "lancedb": (prepare_lancedb, load_lancedb),
    "semantra": (prepare_semantra, load_semantra),
}
NAMES = {
    "bare": "bare ONNX Runtime, one embedding, no search",
    "script": "sentence-transformers + FAISS script",
    "fts5": "SQLite FTS5 + NumPy vectors + ONNX int8 script",
    "bm25s": "bm25s (words only)",
    "txtai": "txtai, hybrid",
    "chromadb": "chromadb + sentence-transformers",
    "lancedb": "lancedb + sentence-transformers",
    "semantra": "semantra (its own windows)",
}


def main(peer: str, what: str, folder: str, given: str) -> None:
    prepare, load = PEERS[peer]
    place = Path(folder) / peer
    place.mkdir(parents=True, exist_ok=True)
    if what == "prepare":
        prepare(place, [json.loads(line) for line in Path(given).read_text("utf-8").splitlines()])
    elif what == "ask":
        print(load(place)(given))
    else:
        ask = load(place)
        questions = [json.loads(line) for line in Path(given).read_text("utf-8").splitlines()]
        for question in questions[:WARM_UP]:
            ask(question)
        print(json.dumps(_timed(ask, questions * ROUNDS)))


def _timed(ask: Ask, questions: Sequence[str]) -> dict[str, float]:
    """Median milliseconds of a question, by the clock and of processor time."""
    from statistics import median  # not at the top: a cold start is timed with all that this module loads

    clock, processor = [], []
    for question in questions:
        started, used = time.perf_counter(), time.process_time()
        ask(question)
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - used))
    return {"ms": round(median(clock), 3), "cpu_ms": round(median(processor), 3)}


if __name__ == "__main__":
    main(*sys.argv[1:5])
