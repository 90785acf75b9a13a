"""What is read from whole rulebooks: numbers against a yardstick, coverage by recogniser, processor time.

    python -m benchmarks.parsing [FOLDER] [--differences N] [--only PART] [--growth] [--compare NAME NAME]

FOLDER holds documents and `ids/<document>.tsv`, a number (or a heading path "A > B") and its text a line. The
yardsticks come from simple regular expressions and have faults of their own: under each row stands where the two
differ, and whether a number stands in the document's text at all; N says how many to name.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from benchmarks import parsing_differences as differences
from kb import numbering, readers
from kb.encoding import decode
from kb.errors import KbError
from kb.models import Document, Parsed, Source
from kb.recognise import recognise
from kb.recognise.draft import slug, visible

DEFAULT = Path(__file__).resolve().parent.parent.parent / "shared" / "rulebooks"
NO_DOCUMENTS = frozenset({".tsv"})


@dataclass(frozen=True, slots=True)
class Row:
    """One document's figures; times are seconds of processor time."""

    name: str
    document: Document
    parsed: Parsed
    read: float
    recognised: float
    expected: tuple[str, ...]

    @property
    def numbers(self) -> frozenset[str]:
        """Numbers found, without the suffix of a second rule of one number."""
        return frozenset(rule.number.partition("#")[0] for rule in self.parsed.rules)

    @property
    def missing(self) -> list[str]:
        """Numbers of the yardstick that were not found."""
        return [number for number in dict.fromkeys(self.expected) if number not in self.numbers]

    @property
    def extra(self) -> list[str]:
        """Rule numbers found that the yardstick lacks."""
        known = frozenset(self.expected)
        return sorted((n for n in self.numbers if numbering.is_number(n) and n not in known), key=numbering.sort_key)


def measure(path: Path) -> Row:
    """Read and recognise one document. Raises KbError where it cannot be read."""
    source = Source("game", slug(path.stem), path.stem, "rules", path.name, "1")
    data = path.read_bytes()
    start = spent()
    document = readers.read(source, data)
    middle = spent()
    parsed = recognise(document)
    return Row(path.name, document, parsed, middle - start, spent() - middle, yardstick(path))


def spent() -> float:
    """Seconds of processor time of this process and of those it has started and seen end (the PDF reader's)."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def yardstick(path: Path) -> tuple[str, ...]:
    """Numbers that the yardstick of a document lists; heading paths as the paths of our numbers."""
    file = path.parent / "ids" / f"{path.name}.tsv"
    if not file.exists():
        return ()
    names = [row.partition("\t")[0] for row in file.read_text(encoding="utf-8").splitlines() if row.strip()]
    return tuple("/".join(map(slug, n.split(" > "))) if not numbering.is_number(n) else n for n in names)


def report(row: Row) -> str:
    """One line of the table."""
    p, wanted = row.parsed, len(frozenset(row.expected))
    found = f"{1 - len(row.missing) / wanted:8.2%}" if wanted else "       -"
    kinds = Counter(rule.kind for rule in p.rules)
    aside = Counter[str]()
    for each in p.asides:
        aside[each.recogniser] += visible(each.text)
    names = " ".join(f"{name} {count / max(p.visible, 1):.2%}" for name, count in aside.most_common(4))
    return (
        f"{row.name:32} {wanted:5} {found} {len(row.missing):4} {len(row.extra):4} {len(p.rules):5} "
        f"{kinds['example']:4} {kinds['term']:4} {len(p.problems):3} "
        f"{p.in_rules / max(p.visible, 1):8.2%} {p.left_over:5} "
        f"{row.read:6.2f} {row.recognised:6.2f}  {names}"
    )


def growth(path: Path) -> None:
    """Processor time for 1, 2, 4 and 8 copies of a document, one behind the other."""
    text, _encoding = decode(path.read_bytes(), path.name)
    source = Source("game", "copies", "copies", "rules", f"copies{path.suffix}", "1")
    for copies in (1, 2, 4, 8):
        data = "\n\n".join(text for _ in range(copies)).encode()
        start = spent()
        parsed = recognise(readers.read(source, data))
        took = spent() - start
        print(f"{copies} x {path.name}: {took:.2f} s, {took / copies:.2f} s a copy, {len(parsed.rules)} rules")


HEAD = (
    f"{'document':32} {'ids':>5} {'found':>8} {'miss':>4} {'xtra':>4} {'rules':>5} {'exam':>4} {'term':>4} {'prb':>3} "
    f"{'in rules':>8} {'left':>5} {'read':>6} {'recog':>6}  set aside by"
)


def main(arguments: list[str] | None = None) -> int:
    """Print the table; return 1 if any document could not be read or has characters left over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--differences", type=int, default=differences.SHOWN, metavar="N")
    parser.add_argument("--only", default="")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--compare", nargs=2, metavar="NAME", default=())
    chosen = parser.parse_args(arguments)
    files = [
        f
        for f in sorted(chosen.folder.iterdir())
        if f.is_file() and f.suffix not in NO_DOCUMENTS and chosen.only in f.name
    ]
    if chosen.compare:
        one, other = (measure(chosen.folder / name) for name in chosen.compare)
        print(*differences.compare(one, other, chosen.differences), sep="\n")
        return 0
    if chosen.growth:
        for file in (file for file in files if file.suffix in (".txt", ".md")):
            growth(file)
        return 0
    print(HEAD)
    return max((_print(file, chosen.differences) for file in files), default=0)


def _print(file: Path, shown: int) -> int:
    try:
        row = measure(file)
    except KbError as error:
        print(f"{file.name:32} {error}", file=sys.stderr)
        return 1
    print(report(row), flush=True)
    differences.printed(differences.against_yardstick(row, shown))
    return int(row.parsed.left_over != 0)


if __name__ == "__main__":
    sys.exit(main())
