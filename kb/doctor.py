"""What is loaded and what is wrong: with the corpus, the checker's data, the index, the installation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from kb.catalogue import Catalogue
from kb.errors import KbError
from kb.generation import Generation, listed, open_generation
from kb.lookup import Lookup
from kb.models import Problem
from kb.sources import Corpus, fingerprint, load_corpus
from kb.views import Coverage, Finding, Severity, StatusReport

NEEDED = ("faiss", "onnxruntime", "tokenizers", "numpy", "sentence_transformers", "torch", "streamlit")
# What a person cannot rely on until it is mended; the rest is worth knowing and harms no answer.
ERRORS = frozenset(
    {
        "rule-missing",
        "quote-missing",
        "state-without-gain",
        "endless-state",
        "contradiction",
        "bad-state-file",
        "unreadable-document",
    }
)


def status(g: Generation, lookup: Lookup, corpus: Path, *, stale: bool, coverage: bool) -> StatusReport:
    """What the index holds, in counts, with the references that lead nowhere and what the build met."""
    catalogue, counts = lookup.catalogue, lookup.catalogue.counts()
    return StatusReport(
        index=g.stamp,
        stale=stale,
        corpus=str(corpus),
        folder=str(g.folder),
        games=len({s.game for s in catalogue.sources()}),
        documents=counts["sources"],
        rules=counts["rules"],
        missing_refs=tuple((_label(lookup, rule_id), number) for rule_id, number in catalogue.missing_refs()),
        coverage=tuple(_coverage(catalogue)) if coverage else (),
        problems=tuple(finding(p) for p in catalogue.problems()),
    )


def _label(lookup: Lookup, rule_id: str) -> str:
    rule = lookup.catalogue.rule(rule_id)
    return lookup.label(rule) if rule else rule_id


def _coverage(catalogue: Catalogue) -> Iterator[Coverage]:
    for source, visible, in_rules, aside in catalogue.coverage():
        left = visible - in_rules - sum(n for _, n in aside)
        yield Coverage(f"{source.game}/{source.id}@{source.version}", visible, in_rules, left, aside)


def finding(p: Problem) -> Finding:
    """A problem of a document as a finding."""
    severity: Severity = "error" if p.code in ERRORS else "warning"
    return Finding(p.code, severity, p.document, p.message, line=p.line)


def examine(corpus: Path, index: Path, model: str = "") -> tuple[Finding, ...]:
    """Look through corpus, index and installation; nothing is written. An empty tuple is good health."""
    found = [*_installation(), *_corpus(corpus)]
    return (*found, *_index(corpus, index, model))


def _failed(where: Path, error: KbError) -> Finding:
    return Finding(type(error).__name__, "error", str(where), str(error), error.hint)


def _installation() -> Iterator[Finding]:
    for name in NEEDED:
        if find_spec(name) is None:
            yield Finding(
                "package-missing", "error", name, f"the package {name} is not installed", "pip install rules-kb"
            )


def _corpus(corpus: Path) -> Iterator[Finding]:
    try:
        loaded: Corpus = load_corpus(corpus)
    except KbError as error:
        yield _failed(corpus, error)
        return
    yield from (finding(p) for p in loaded.problems)
    from kb.build import build

    try:
        report = build(corpus, Path(os.devnull), check=True)
    except KbError as error:
        yield _failed(corpus, error)
        return
    yield from (finding(p) for p in report.problems)


def _index(corpus: Path, index: Path, model: str) -> Iterator[Finding]:
    try:
        generation = open_generation(index)
    except KbError as error:
        yield _failed(index, error)
        return
    if corpus.is_dir() and fingerprint(corpus) != generation.fingerprint:
        yield Finding("stale", "warning", str(index), "the index is older than the corpus", "run: kb build")
    found = {name: digest for name, _, digest in listed(generation.folder)}
    for name, _, digest in generation.manifest.files:
        if found.get(name) != digest:
            told = f"{name} is not as it was written"
            yield Finding("damaged", "error", str(generation.folder), told, "run: kb build --full")
    if not os.access(index, os.W_OK):
        yield Finding(
            "read-only", "note", str(index), "the index folder cannot be written: asking works, building does not"
        )
    if model and model not in generation.manifest.embedder:
        yield Finding(
            "other-model",
            "warning",
            str(index),
            f"the index was built with {generation.manifest.embedder}, the settings name {model}",
            "run: kb build",
        )
