"""A generation's files from what was read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from kb import __version__
from kb.build.reading import Read
from kb.build.reuse import Reuse
from kb.build.steps import Progress
from kb.catalogue import FILE as CATALOGUE
from kb.catalogue import Catalogue
from kb.errors import KbError
from kb.generation import MANIFEST, SCHEMA, Manifest, listed
from kb.lexical import LexicalIndex
from kb.models import Chunk, Parsed
from kb.passages import FIELD_WEIGHTS, fields_of, vectors_of
from kb.search.writing import write as write_extras
from kb.states import to_json
from kb.store import FaissStore

_MAKERS = ("faiss-cpu", "numpy", "openvino", "onnxruntime", "PyStemmer")


def write_generation(folder: Path, read: Read, reuse: Reuse, tell: Progress) -> Manifest:
    """Write everything but model and manifest into `folder`; return the manifest, whose stamp is the hash of what was
    written. Raises KbError.
    """
    chunks = [chunk for _, own in read.filed for chunk in own]
    parents = [parent for parsed, own in read.filed for parent in parent_ordinals(parsed, own)]
    parents = _offset(parents, [len(own) for _, own in read.filed])
    ordinals, vectors = vectors_of(chunks, parents, reuse.embed)
    if len(ordinals) != len(vectors) or set(ordinals) != set(range(len(chunks))):
        raise KbError(
            f"{len(vectors)} vectors for {len(ordinals)} places of {len(chunks)} chunks: nothing was written."
        )
    tell("writing", 0, 0)
    store = FaissStore(dim=reuse.embedder.dim)
    store.add(ordinals, vectors)
    store.save(folder)
    reuse.save(folder)
    groups = [at for at, (_, own) in enumerate(read.filed) for _ in own]
    languages = [parsed.source.language for parsed, own in read.filed for _ in own]
    LexicalIndex.build(fields_of(chunks, parents), folder / "words", FIELD_WEIGHTS, groups, languages=languages)
    refs_of = {rule.id: rule.refs for parsed, _ in read.filed for rule in parsed.rules}
    headed = vectors[len(chunks) : 2 * len(chunks)]
    refs = [refs_of.get(chunk.rule_id, ()) for chunk in chunks]
    write_extras(folder, chunks, parents, refs, groups, languages, headed)
    Catalogue.create(folder / CATALOGUE, read.games, read.filed, read.problems).close()
    (folder / "states.json").write_text(to_json(read.states), "utf-8")
    return _manifest(folder, read, reuse, len(chunks), len(store))


def parent_ordinals(parsed: Parsed, chunks: Sequence[Chunk]) -> list[int]:
    """Return for each chunk of a document the place of its parent's chunk among them, -1 at the top."""
    parents = {rule.id: rule.parent for rule in parsed.rules}
    places = {chunk.number: place for place, chunk in enumerate(chunks)}
    return [places.get(parents.get(chunk.rule_id, ""), -1) if parents.get(chunk.rule_id) else -1 for chunk in chunks]


def _offset(parents: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Places within documents to ordinals of the corpus."""
    first = [start for at, size in enumerate(sizes) for start in [sum(sizes[:at])] * size]
    return [parent if parent < 0 else parent + start for parent, start in zip(parents, first, strict=True)]


def _manifest(folder: Path, read: Read, reuse: Reuse, chunks: int, vectors: int) -> Manifest:
    made_with = (("rules-kb", __version__), *((name, version(name)) for name in _MAKERS))
    return Manifest(
        schema=SCHEMA,
        stamp=_stamp(folder, json.dumps([SCHEMA, reuse.embedder.id, reuse.engine, made_with])),
        embedder=reuse.embedder.id,
        dim=reuse.embedder.dim,
        engine=reuse.engine,
        games=len({parsed.source.game for parsed, _ in read.filed}),
        documents=len(read.filed),
        rules=sum(len(parsed.rules) for parsed, _ in read.filed),
        chunks=chunks,
        vectors=vectors,
        made_with=made_with,
    )


def seal(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, with the list of all that is in the generation's folder now."""
    (folder / MANIFEST).write_text(replace(manifest, files=listed(folder)).to_json(), "utf-8")


def _stamp(folder: Path, also: str) -> str:
    """Twelve hex digits of the SHA-256 over every file's name and hash, and over `also`."""
    digest = hashlib.sha256(also.encode())
    for name, _, own in listed(folder):
        digest.update(f"{name} {own}\n".encode())
    return digest.hexdigest()[:12]
