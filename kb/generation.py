"""The index folder: generations, one of them current. Opening reads two small files and never writes.

index/CURRENT              one line of JSON: which generation, when it was made, from which state of the corpus
index/<stamp>/             manifest.json, catalogue.sqlite, vectors.faiss, codes.npy, words/, model/, states.json
index/models/              exported models, kept from build to build
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kb.errors import EmbedderMismatch, IndexUnusable
from kb.models import Stamp

SCHEMA = 7
"""Raised whenever a generation of before can no longer be read."""
CURRENT = "CURRENT"
MANIFEST = "manifest.json"
_REBUILD = "Build it: kb build"


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a generation holds. `engine` names the arithmetic of its vectors, `made_with` the libraries that wrote it,
    `files` every other file of it: name, bytes, SHA-256."""

    schema: int
    stamp: str
    embedder: str
    dim: int
    engine: str
    games: int
    documents: int
    rules: int
    chunks: int
    vectors: int
    made_with: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, int, str], ...] = ()

    def to_json(self) -> str:
        """Return it as JSON, the same bytes for the same manifest."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


@dataclass(frozen=True, slots=True)
class Generation:
    """A complete index on disk. `built` is an ISO time in UTC, `fingerprint` that of the corpus it was built from."""

    folder: Path
    manifest: Manifest
    built: str
    fingerprint: str

    @property
    def catalogue(self) -> Path:
        return self.folder / "catalogue.sqlite"

    @property
    def words(self) -> Path:
        return self.folder / "words"

    @property
    def model(self) -> Path:
        return self.folder / "model"

    @property
    def states(self) -> Path:
        return self.folder / "states.json"

    @property
    def stamp(self) -> Stamp:
        """Which index this is, as an answer names it."""
        return Stamp(self.manifest.stamp, self.built, self.manifest.embedder, self.manifest.chunks)


def open_generation(index: Path, embedder: str = "") -> Generation:
    """Open the current generation of an index folder; `embedder`, where given, is the id that it must have.

    Raises IndexUnusable where there is none, where it is half-written or of another schema, EmbedderMismatch.
    """
    index = Path(index)
    held = read_current(index)
    folder = index / str(held["stamp"])
    manifest = _manifest(folder / MANIFEST)
    if manifest.schema != SCHEMA:
        raise IndexUnusable(
            f"The index in {index} has schema {manifest.schema}; this version of kb reads {SCHEMA}.", _REBUILD
        )
    for name, size, _ in manifest.files:
        if size_of(folder / name) != size:
            told = "is missing" if size_of(folder / name) < 0 else "is damaged"
            raise IndexUnusable(f"The index in {index} is not whole: {name} {told}.", _REBUILD)
    if embedder and manifest.embedder != embedder:
        raise EmbedderMismatch(
            f"The index in {index} was built with {manifest.embedder}, not with {embedder}.",
            "Build it with this model (kb build), or ask with the one it was built with.",
        )
    return Generation(folder, manifest, str(held["built"]), str(held["fingerprint"]))


def size_of(path: Path) -> int:
    """Return how many bytes a file has, -1 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def listed(folder: Path) -> tuple[tuple[str, int, str], ...]:
    """Return name, size in bytes and SHA-256 of every file of a generation but its manifest, by name."""
    import hashlib  # for building: a question looks at sizes only

    files = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / MANIFEST):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        files.append((path.relative_to(folder).as_posix(), path.stat().st_size, digest))
    return tuple(files)


def read_current(index: Path) -> dict[str, Any]:
    """Return what CURRENT says. Raises IndexUnusable where it is missing or broken."""
    try:
        held: dict[str, Any] = json.loads((index / CURRENT).read_text("utf-8"))
        if not all(isinstance(held[key], str) for key in ("stamp", "built", "fingerprint")):
            raise ValueError("not as kb writes it")
    except FileNotFoundError as error:
        raise IndexUnusable(f"There is no index in {index}.", _REBUILD) from error
    except OSError as error:
        raise IndexUnusable(f"{index / CURRENT} cannot be read: {error.strerror}.", "May you read it?") from error
    except (ValueError, KeyError, TypeError) as error:
        raise IndexUnusable(f"{index / CURRENT} is damaged ({error}).", _REBUILD) from error
    return held


def _manifest(path: Path) -> Manifest:
    try:
        held = json.loads(path.read_text("utf-8"))
        if held.get("schema") != SCHEMA:  # another schema may have other fields
            return Manifest(held["schema"], "", "", 0, "", 0, 0, 0, 0, 0)
        held["made_with"] = tuple((name, release) for name, release in held["made_with"])
        held["files"] = tuple((name, size, digest) for name, size, digest in held["files"])
        return Manifest(**held)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexUnusable(f"{path} is missing or damaged ({error}).", _REBUILD + " --full") from error
