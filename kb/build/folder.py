"""The index folder while it is written: one build at a time, everything aside, swapped in by one rename."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Self

from kb import __version__
from kb.errors import IndexUnusable
from kb.generation import CURRENT, MANIFEST, Generation, open_generation

_ASIDE = ".new-"
_LOCK = ".lock"


class Place:
    """An index folder locked for writing; `aside` is an empty folder in it, gone afterwards unless it was renamed.

    Raises IndexUnusable where the folder cannot be written, also later on, or another build holds the lock.
    """

    def __init__(self, index: Path) -> None:
        self.index = index.absolute()
        self._lock: IO[str] | None = None
        self._aside: Path | None = None

    def __enter__(self) -> Self:
        try:
            self.index.mkdir(parents=True, exist_ok=True)
            self._lock = (self.index / _LOCK).open("w")
        except OSError as error:
            raise _unwritable(self.index, error) from error
        if not _locked(self._lock):
            self._lock.close()
            raise IndexUnusable(f"Another build is writing to {self.index}.", "Wait for it to end, then try again.")
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._aside:
            shutil.rmtree(self._aside, ignore_errors=True)
        if self._lock:
            self._lock.close()
        if isinstance(error, OSError) and (error.filename is None or str(error.filename).startswith(str(self.index))):
            raise _unwritable(self.index, error) from error

    @property
    def aside(self) -> Path:
        """Where the new generation is written; leftovers of builds that were killed are cleared away first."""
        if self._aside is None:
            for left in self.index.glob(f"{_ASIDE}*"):
                shutil.rmtree(left, ignore_errors=True)
            self._aside = Path(tempfile.mkdtemp(prefix=_ASIDE, dir=self.index))
            self._aside.chmod(0o755)
        return self._aside


def _unwritable(index: Path, error: OSError) -> IndexUnusable:
    return IndexUnusable(
        f"The index cannot be written to {index}: {error.strerror or error}.",
        "Give a folder you may write to with --index.",
    )


def _locked(file: IO[str]) -> bool:
    """Take the lock, which the system lets go when the process ends, however it ends."""
    try:
        import fcntl
    except ImportError:  # Windows: an open file there cannot be renamed away, and one user builds at a time
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def swap(place: Place, stamp: str, fingerprint: str, mark: str) -> bool:
    """Make the folder aside the current generation; return whether its content differs from the one before."""
    target = place.index / stamp
    before = current(place.index)
    if before and before.folder == target:
        built = before.built
        _renew(place.aside, target)
    else:
        built = datetime.now(UTC).isoformat(timespec="seconds")
        shutil.rmtree(target, ignore_errors=True)
        place.aside.rename(target)
    held = {"stamp": stamp, "built": built, "fingerprint": fingerprint, "mark": mark}
    new = place.index / f"{_ASIDE}current"
    with new.open("w", encoding="utf-8") as file:
        file.write(json.dumps(held, sort_keys=True) + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, place.index / CURRENT)
    return before is None or before.folder != target


def _renew(made: Path, target: Path) -> None:
    """Put the files of the same content over those of a generation in use: whoever reads it sees no gap, and what a
    disk has damaged is whole again.
    """
    for path in sorted(path for path in made.rglob("*") if path.is_file()):
        os.replace(path, target / path.relative_to(made))


def current(index: Path) -> Generation | None:
    """The generation in use, or None where there is none that is whole."""
    try:
        return open_generation(index)
    except IndexUnusable:
        return None


def removed_after(place: Place, stamp: str, before: Generation | None) -> None:
    """Clear away generations that nobody can have open any more: all but this one and the one before."""
    kept = {stamp, before.folder.name if before else ""}
    for folder in place.index.iterdir():
        if (folder / MANIFEST).is_file() and folder.name not in kept:
            shutil.rmtree(folder, ignore_errors=True)


def program() -> str:
    """What wrote an index: the release, and for a checkout its sources by size and time, so that an edit is noticed."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        status = path.stat()
        digest.update(f"{path.relative_to(root).as_posix()} {status.st_size} {status.st_mtime_ns}\n".encode())
    return f"{__version__} {digest.hexdigest()[:16]}"
