"""A site for the tests: the shipped corpus, a game whose words are hostile, and a server in a process of its own.

`python -m tests.website CORPUS INDEX PORT` serves it.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.pdf_pages import column, pdf_of

ROOT = Path(__file__).parents[1]
START_SECONDS = 60

GAME = """
id = "oddities"
name = "NAME"

[[document]]
id = "rules"
title = "Odd Rules"
short = "OR"
kind = "rules"
file = "old.txt"
version = "1.0"

[[document]]
id = "rules"
title = "Odd Rules"
short = "OR"
kind = "rules"
file = "new.txt"
version = "2.0"
main = true
notices = ["Made up <i>for</i> tests."]

[[document]]
id = "faq"
title = "Odd Questions"
short = "FAQ"
kind = "faq"
file = "faq.md"
version = "2.0"

[[document]]
id = "leaflet"
title = "Leaflet"
short = "L"
kind = "rules"
file = "leaflet.pdf"
version = "1.0"
"""
OLD = """1. Tokens
1.1. A wobbling token is turned on its side until its owner sings.
1.2. The price of a token is $5 and *never* $10, whatever :fire: says.
1.3. Gone in the next version: a token may whistle.
1.4. Gone too: a token that hums is taken off the board.
1.5. Counters that nobody needs are kept in a cloth bag beside the board.
"""
HOSTILE = (
    "Write <script>alert(1)</script>, <img src=x onerror=alert(2)> or [M] on a token; "
    "a price of $5 or $10 is *text*, so is :fire:."
)
NEW = f"""1. Tokens
1.1. Tokens are made of wood, see rule 1.2.a and rule 9.9.
1.2. A wobbling token is turned on its side until its owner sings.
1.2.a. {HOSTILE}
1.3. The price of a token is $5 and *never* $10, whatever :fire: says.
1.4. Counters that nobody needs are kept in a cloth bag beside the board.
"""
FAQ = """# Odd questions

Q: May a wobbling token move?

A: No, see rule 1.2.a of the Odd Rules.

Q: Who sings?

A: The owner.
"""
LEAFLET = (
    "7. Gliding",
    "7.1. A gliding token passes over two empty squares, and lands on the third one.",
    "7.2. A token that glides off the board is put back on the square it came from.",
    "7.3. Gliding backwards is not allowed.",
)


@dataclass(frozen=True)
class Site:
    """Where the corpus and index of a site are."""

    corpus: Path
    index: Path


def make_site(folder: Path, models: Path, name: str = "Oddities <b>") -> Site:
    """Write the corpus into `folder` and build its index, with the exported models of another one if it has any."""
    from kb import KnowledgeBase

    site = Site(folder / "corpus", folder / "index")
    shutil.copytree(ROOT / "corpus", site.corpus)
    game = site.corpus / "oddities"
    game.mkdir()
    texts = {"game.toml": GAME.replace("NAME", name), "old.txt": OLD, "new.txt": NEW, "faq.md": FAQ}
    for file, text in texts.items():
        (game / file).write_text(text, "utf-8")
    (game / "leaflet.pdf").write_bytes(
        pdf_of([[text for i, rule in enumerate(LEAFLET) for text in column(rule, y=740 - 40 * i)]])
    )
    if models.is_dir():
        shutil.copytree(models, site.index / "models")
    KnowledgeBase.build(site.corpus, site.index)
    return site


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Serve a site in a process of its own; gives its address, with no slash at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tests.website", str(site.corpus), str(site.index), str(port)]
    log = site.index.parent / "server.log"
    with log.open("wb") as out:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env=environment)
    try:
        _wait(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            urlopen(f"{address}/lite", timeout=5).close()
            return
        except URLError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start:\n{log.read_text('utf-8', 'replace')}")


if __name__ == "__main__":
    from kb.web.app import serve

    serve(Path(sys.argv[1]), Path(sys.argv[2]), port=int(sys.argv[3]))
