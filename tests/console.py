"""Runs the console blocks of Markdown pages: `$ command`, then what it prints.

`python -m tests.console README.md docs/*.md` writes what the commands print now into the pages; tests/test_docs.py runs
them and compares. "..." in a page stands for what differs from run to run, such as a date. Each page gets its own copy
of the corpus and of the index, so that a page may show `kb add` and `kb build`.
"""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHECKER = doctest.OutputChecker()
COMMAND_SECONDS = 120
# What differs from run to run or from machine to machine, and what the pages show in its place.
MASKS = (
    (
        re.compile(
            r"(built index )[0-9a-f]{12}(: \d+ games, \d+ documents, \d+ rules), \d+ vectors[^$]*? in [\d.]+ s\n"
        ),
        r"\1...\2, ... in ... s\n",
    ),
    (re.compile(r"(nothing changed: index )[0-9a-f]{12}"), r"\1..."),
    (re.compile(r"^index    [0-9a-f]{12} built .*", re.MULTILINE), "index    ... built ..."),
    (re.compile(r"^(folder|corpus)   .*/(index|corpus)\b.*", re.MULTILINE), r"\1   .../\2..."),
    (re.compile(r'"(stamp|built)": "[0-9a-f]{4}.*?"'), r'"\1": "..."'),
    (re.compile(r"score [\d.]+: .*"), "score ..."),
    (re.compile(r"\([\d,]+ characters\)"), "(... characters)"),
    (re.compile(r"[^ ]*/[^ ]*?/(corpus|index)/"), r".../\1/"),
)


@dataclass(frozen=True)
class Shown:
    """A command of a page, what the page says it prints, and where that stands in the page."""

    command: str
    expected: str
    start: int
    end: int

    def matches(self, printed: str) -> bool:
        return CHECKER.check_output(self.expected, printed, doctest.ELLIPSIS)


def commands(page: str) -> Iterator[Shown]:
    """Every `$ command` of the page's console blocks. A line that ends in a backslash goes on in the next."""
    for block in BLOCK.finditer(page):
        at = block.start(1)
        lines = block[1].splitlines(keepends=True)
        while lines:
            command = lines.pop(0)
            at += len(command)
            while command.endswith("\\\n"):
                at += len(lines[0])
                command += lines.pop(0)
            output = ""
            while lines and not lines[0].startswith("$ "):
                output += lines.pop(0)
            yield Shown(command.removeprefix("$ ").rstrip("\n"), output, at, at + len(output))
            at += len(output)


def sandbox(corpus: Path, index: Path, folder: Path) -> None:
    """A folder with the corpus and a built index, as a new user's; the index's files are links, nobody writes into
    them.
    """
    shutil.copytree(corpus, folder / "corpus")
    shutil.copytree(index, folder / "index", copy_function=os.link)


def run(command: str, folder: Path) -> str:
    """What the command prints, both streams as a terminal would mix them."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("KB_") and k != "PYTHONUNBUFFERED"}
    env |= {"PATH": f"{Path(sys.executable).parent}:{env['PATH']}", "COLUMNS": "80", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        timeout=COMMAND_SECONDS,
        check=False,
    )
    return done.stdout


def masked(output: str) -> str:
    """The output with "..." where it differs from run to run."""
    for pattern, shown in MASKS:
        output = pattern.sub(shown, output)
    return output


def rewrite(path: Path, folder: Path) -> None:
    """Put what the commands print now into the page, where it differs."""
    page = path.read_text("utf-8")
    printed = [(shown, run(shown.command, folder)) for shown in commands(page)]
    for shown, output in reversed(printed):
        if not shown.matches(output):
            page = page[: shown.start] + masked(output) + page[shown.end :]
    path.write_text(page, "utf-8")


def main() -> None:
    (ROOT / "build").mkdir(exist_ok=True)  # on the index's own disk, as links need it
    run("kb build", ROOT)
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
            sandbox(ROOT / "corpus", ROOT / "index", Path(folder))
            rewrite(Path(name), Path(folder))


if __name__ == "__main__":
    main()
