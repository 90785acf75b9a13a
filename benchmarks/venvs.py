"""An interpreter for each peer: a virtual environment of its own in the work folder, made when it is first asked for.

What a peer shares with us (torch, sentence-transformers, FAISS) it takes from our environment, unless it wants another
release: then it gets that one. Nothing is installed into ours.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

REQUIREMENTS = {
    "bm25s": ("bm25s==0.3.16",),
    "txtai": ("txtai==9.14.0",),
    "chromadb": ("chromadb==1.5.9",),
    "lancedb": ("lancedb==0.40.0",),
    "semantra": ("semantra==0.1.12", "setuptools<81"),  # it asks pkg_resources for its own release
}
"""What is installed for a peer; one that is not named needs nothing that we do not have."""
PINNED = ("torch", "sentence-transformers")
"""A peer that wants another release of these would be timed with another engine than the rest."""


def interpreter(peer: str, work: Path) -> str:
    """Return the interpreter that runs a peer. Raises RuntimeError where its packages are not to be had."""
    if peer not in REQUIREMENTS:
        return sys.executable
    folder = work / "venvs" / peer
    python = folder / "bin" / "python"
    if not (folder / "ready").is_file():
        venv.create(folder, clear=True, with_pip=True)
        packages = next(folder.glob("lib/*/site-packages"))
        (packages / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
        _install(python, REQUIREMENTS[peer], folder)
        (folder / "ready").touch()
    return str(python)


def _install(python: Path, requirements: tuple[str, ...], folder: Path) -> None:
    from importlib.metadata import version

    held = folder / "pinned.txt"
    held.write_text("".join(f"{name}=={version(name).partition('+')[0]}\n" for name in PINNED))
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", str(held), *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["pip failed"])[-1])
