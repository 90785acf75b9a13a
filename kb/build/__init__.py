"""From the corpus to an index: read, recognise, chunk, embed, file, swap in. The old index serves until the new one
is whole."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

from kb.build.folder import Place, current, program, removed_after, swap
from kb.build.reading import Read, read_corpus
from kb.build.reuse import Reuse
from kb.build.steps import Progress, quiet
from kb.build.writing import seal, write_generation
from kb.embed import Embedder
from kb.errors import CorpusUnreadable
from kb.generation import Generation, read_current
from kb.models import Problem
from kb.sources import fingerprint

__all__ = ["BuildReport", "Progress", "build"]

MODELS = "models"
"""The folder of exported models in an index."""
_SAMPLE = 8
"""Texts of the corpus that an exported model is checked on: the original takes longer over them than the export."""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did. `changed` is false where the index was already that of this corpus; times are in seconds.

    `embedded` texts were put through the model, `reused` ones were known from the generation before. `problems` name
    what a person should look at; `unreadable` documents are not in the index.
    """

    stamp: str
    changed: bool
    games: int
    documents: int
    rules: int
    chunks: int
    vectors: int = 0
    embedded: int = 0
    reused: int = 0
    seconds: float = 0.0
    problems: tuple[Problem, ...] = ()
    unreadable: tuple[str, ...] = ()

    def __str__(self) -> str:
        counts = f"{self.games} games, {self.documents} documents, {self.rules} rules"
        if not self.stamp:
            return f"checked {counts}: nothing written"
        if not self.changed:
            return f"nothing changed: index {self.stamp} has {counts}"
        texts = f"{self.embedded} texts embedded, {self.reused} reused"
        return f"built index {self.stamp}: {counts}, {self.vectors} vectors ({texts}) in {self.seconds:.1f} s"


def build(
    corpus: Path,
    index: Path,
    embedder: Embedder | None = None,
    *,
    model: str = "",
    revision: str = "",
    full: bool = False,
    check: bool = False,
    progress: Progress | None = None,
) -> BuildReport:
    """Bring the index up to the corpus and say what was done; a failure leaves the old index as it was.

    `embedder` is for tests; without it `model` at `revision` is used (empty: the shipped one). `full` embeds everything
    anew, `check` reads and checks only. Raises CorpusUnreadable (and its kinds), BadSetting for the model,
    IndexUnusable where the folder cannot be written or another build is running.
    """
    started = time.monotonic()
    tell = progress or quiet
    if check:
        return _report(read_corpus(Path(corpus), tell))
    seen = fingerprint(Path(corpus))  # before reading: what changes while we read is noticed as a change
    mark = "\n".join((seen, program(), embedder.id if embedder else f"{model}@{revision}"))
    with Place(Path(index)) as place:
        before = current(place.index)
        if before and not full and read_current(place.index).get("mark") == mark:
            return _unchanged(before)
        read = read_corpus(Path(corpus), tell)
        stamp, report = _make(place, read, embedder, (model, revision), None if full else before, tell)
        changed = swap(place, stamp, seen, mark)
        removed_after(place, stamp, before)
        if embedder is None:
            _clear_shelf(place, before)
    return replace(report, changed=changed or full, seconds=time.monotonic() - started)


def _make(
    place: Place,
    read: Read,
    embedder: Embedder | None,
    model: tuple[str, str],
    before: Generation | None,
    tell: Progress,
) -> tuple[str, BuildReport]:
    report = _report(read)  # before the model is opened: a corpus without a rule is refused at once
    shelved = None
    if embedder is None:
        from kb.embed.shelf import shelve

        texts = [chunk.text for _, chunks in read.filed for chunk in chunks]
        tell("opening the model", 0, 0)
        shelved = shelve(place.index / MODELS, texts[:: max(1, len(texts) // _SAMPLE)][:_SAMPLE], *model)
        embedder = shelved.passages()
    reuse = Reuse(embedder, before.folder if before else None, tell)
    manifest = write_generation(place.aside, read, reuse, tell)
    if shelved:
        shelved.copy_for_queries(place.aside / "model")
    seal(place.aside, manifest)
    return manifest.stamp, replace(
        report, stamp=manifest.stamp, vectors=manifest.vectors, embedded=reuse.embedded, reused=reuse.reused
    )


def _clear_shelf(place: Place, before: Generation | None) -> None:
    from kb.embed.shelf import clear

    kept = [generation.manifest.embedder for generation in (before, current(place.index)) if generation]
    clear(place.index / MODELS, kept)


def _report(read: Read) -> BuildReport:
    if not read.filed:
        first = read.problems[0].message if read.problems else "It holds no document."
        raise CorpusUnreadable(f"No document of the corpus can be read: {first}", "kb build --check names them all.")
    documents = [parsed for parsed, _ in read.filed]
    if not any(parsed.rules for parsed in documents):
        files = ", ".join(f"{parsed.source.game}/{parsed.source.file}" for parsed in documents)
        raise CorpusUnreadable(f"No rule was found in {files}.", "Are these the documents, and is there text in them?")
    return BuildReport(
        "",
        False,
        len({parsed.source.game for parsed in documents}),
        len(documents),
        sum(len(parsed.rules) for parsed in documents),
        sum(len(chunks) for _, chunks in read.filed),
        problems=read.problems,
        unreadable=read.unreadable,
    )


def _unchanged(current: Generation) -> BuildReport:
    from kb.catalogue import Catalogue

    manifest = current.manifest
    catalogue = Catalogue.open(current.catalogue)
    problems = catalogue.problems()
    catalogue.close()
    return BuildReport(
        manifest.stamp,
        False,
        manifest.games,
        manifest.documents,
        manifest.rules,
        manifest.chunks,
        manifest.vectors,
        problems=problems,
        unreadable=tuple(problem.document for problem in problems if problem.code == "unreadable-document"),
    )
