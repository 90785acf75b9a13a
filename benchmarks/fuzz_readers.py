"""Fuzzes readers and recognisers: a mutated file must give rules without loss, or one KbError that names the file.

    python -m benchmarks.fuzz_readers [--minutes 10] [--seed 1] [--folder ../shared/rulebooks] [--keep FOLDER]

Files are those of FOLDER (cut to pieces, for the large ones are slow to mutate) and the small ones below. Each mutated
file is read in a worker process with 1 GiB and 20 seconds of processor time; a crash, a hang, any other error than
KbError, an error without the file's name, or a character left over is a finding. What was found is kept in --keep.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import sys
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path

from kb import readers
from kb.errors import KbError
from kb.models import Source
from kb.recognise import recognise

MEMORY = 1 << 30
SECONDS = 20
PIECE = 60_000
"""Bytes of a text file that are mutated at a time."""

SMALL = {
    "own.html": b"<h1>R</h1><ol type=a><li>One<ol><li>x</li></ol></li></ol>"
    b"<table><tr><th>A<td>3</table><dl><dt>T<dd>d</dl><nav>m</nav><p data-rule=1.1>n",
    "own.json": b'{"title": "R", "rules": [{"nr": "1.1", "text": "Cats nap.", "examples": ["One naps."]}],'
    b' "glossary": {"Nap": "To rest."}}',
    "own.jsonl": b'{"id": "1.1", "text": "Cats nap here."}\n{"id": "1.2", "text": "Dogs run there."}\n',
    "own.rtf": b"{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 A;}}{\\listtext 1.1.\\tab}A \\'93b\\'94\\par"
    b"\\trowd c\\cell d\\cell\\row \\u233?{\\footnote e}{\\header f}}",
    "own.wiki": b"== 1. A ==\n'''b''' [[c|d]] {{e|f|g=h}}\n# i\n## j\n{|\n! k !! l\n|-\n| m || n\n|}\n<ref>o</ref>",
    "own.md": b"# 1 A\n\n**1.1** b\n- c\n  1. d\n\n| e | f |\n|---|---|\n| g | h |\n\n```\n# i\n```\n"
    b"<div>j</div>\n\nExample: k",
    "own.txt": b"1. A\n1.1. b\n1.1a c\nExample: d\n\nGlossary\n\nNap\nTo rest.\n",
    "own.pdf": b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>"
    b"endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    b"endobj\n4 0 obj<</Length 99>>stream\nBT /F 10 Tf 10 700 Td (1.1. Cats nap-) Tj 0 -12 Td (ping.) Tj "
    b"300 0 Td (Cell) Tj ET\nendstream endobj\n5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>endobj\n"
    b"trailer<</Root 1 0 R/Size 6>>\n%%EOF",
}
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def _relations(*names: str) -> str:
    found = "".join(
        f'<Relationship Id="r{n}" Type="{_OFFICE}/{name.split("/")[-1].removesuffix(".xml")}" Target="{name}"/>'
        for n, name in enumerate(names)
    )
    return f'<Relationships xmlns="{_PACKAGE}">{found}</Relationships>'


DOCX = {
    "_rels/.rels": _relations("word/officeDocument.xml"),
    "word/_rels/officeDocument.xml.rels": _relations("styles.xml", "numbering.xml", "footnotes.xml", "header.xml"),
    "word/officeDocument.xml": f"<w:document {_W}><w:body>"
    "<w:p><w:pPr><w:pStyle w:val='H'/></w:pPr><w:r><w:t>Move</w:t></w:r></w:p>"
    "<w:p><w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:rPr><w:b/></w:rPr>"
    "<w:t>Cats</w:t><w:br/><w:footnoteReference w:id='2'/><w:tab/><w:sym w:char='2660'/><w:lastRenderedPageBreak/>"
    "</w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>"
    "</w:body></w:document>",
    "word/styles.xml": f"<w:styles {_W}><w:style w:type='paragraph' w:styleId='H'><w:name w:val='heading 1'/><w:pPr>"
    "<w:numPr><w:numId w:val='1'/></w:numPr><w:outlineLvl w:val='0'/></w:pPr></w:style></w:styles>",
    "word/numbering.xml": f"<w:numbering {_W}><w:abstractNum w:abstractNumId='0'><w:lvl w:ilvl='0'><w:start w:val='1'/>"
    "<w:numFmt w:val='decimal'/><w:lvlText w:val='%1'/></w:lvl><w:lvl w:ilvl='1'><w:numFmt w:val='lowerRoman'/>"
    "<w:lvlText w:val='%1.%2'/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>"
    "</w:numbering>",
    "word/footnotes.xml": f"<w:footnotes {_W}><w:footnote w:id='2'><w:p><w:r><w:t>n</w:t></w:r></w:p></w:footnote>"
    "</w:footnotes>",
    "word/header.xml": f"<w:hdr {_W}><w:p><w:r><w:t>h</w:t></w:r></w:p></w:hdr>",
}
"""The parts of a small DOCX: each is mutated by itself."""

_PACKED = 0.03
"""How often a whole real PDF or DOCX is read, which takes seconds."""

TOKENS = (
    *(b"\x00", b"\xff", b"\n", b"\r", b"\x0c", b"<", b">", b"{", b"}", b"[", b"]", b'"', b"\\", b"|", b"#", b"*", b"&"),
    *(b"1.1.", b"(a)", b"(i)", b"<table>", b"</li>", b"<ol>", b"]]", b"{{", b"\\u-1", b"\\'", b"\\bin9", b"&#x110000;"),
    *(b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"9" * 30, b"-", b"<!--", b"endobj", b"w:numId", b"%%EOF"),
)


def mutate(data: bytes, rng: random.Random) -> bytes:
    """One to eight changes: bytes flipped, tokens put in, pieces cut out, doubled, moved, or the end cut off."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        size = len(changed)
        at, length = rng.randrange(size + 1), rng.choice((1, 2, 10, 100, 2000))
        kind = rng.randrange(7)
        if kind == 0 and size:
            changed[min(at, size - 1)] ^= 1 << rng.randrange(8)
        elif kind == 1:
            changed[at:at] = rng.choice(TOKENS) * rng.choice((1, 1, 1, 3, 50))
        elif kind == 2:
            del changed[at : at + length]
        elif kind == 3:
            changed[at:at] = changed[at : at + length] * rng.choice((1, 2, 20))
        elif kind == 4:
            other = rng.randrange(size + 1)
            changed[other:other] = changed[at : at + length]
        elif kind == 5:
            del changed[at:]
        else:
            changed[at : at + length] = bytes(rng.randrange(256) for _ in range(length % 50))
    return bytes(changed)


def mutate_zip(data: bytes, rng: random.Random) -> bytes:
    """Changes a part inside the package; sometimes the package itself."""
    if rng.random() < 0.3:
        return mutate(data, rng)
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new:
        parts = [name for name in old.namelist() if name.endswith((".xml", ".rels"))]
        victim = rng.choice(parts)
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutate(part, rng) if name == victim else part)
    return out.getvalue()


def seeds(folder: Path) -> dict[str, bytes]:
    """File name to bytes: the small ones above, and the real ones."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        for name, part in DOCX.items():
            package.writestr(name, part)
    found = SMALL | {"own.docx": out.getvalue()}
    for path in sorted(folder.glob("*")):
        if path.suffix in readers.SUFFIXES:
            found[path.name] = path.read_bytes()
    return found


def piece(name: str, data: bytes, rng: random.Random) -> bytes:
    """A piece of a text file, for the whole of it takes seconds; packed formats only make sense whole."""
    if name.endswith((".pdf", ".docx")) or len(data) <= PIECE:
        return data
    at = rng.randrange(len(data) - PIECE)
    return (data[:200] if rng.random() < 0.5 else b"") + data[at : at + PIECE]


def cases(found: dict[str, bytes], rng: random.Random) -> Iterator[tuple[str, bytes]]:
    """Mutated files without end; small ones are taken as often as real ones."""
    names = sorted(found)
    own = [name for name in names if name.startswith("own.")]
    packed = [name for name in names if name.endswith((".pdf", ".docx")) and name not in own]
    plain = [name for name in names if name not in packed]
    while True:
        seldom = rng.random()
        name = rng.choice(packed if packed and seldom < _PACKED else own if seldom < 0.5 else plain)
        data = piece(name, found[name], rng)
        yield name, mutate_zip(data, rng) if name.endswith(".docx") else mutate(data, rng)


def judge(name: str, data: bytes) -> str:
    """What is wrong with how a file is read, or "ok", or "refused"."""
    try:
        parsed = recognise(readers.read(Source("g", "d", "T", "rules", name, "1"), data))
    except KbError as error:
        known = error.exit_code == 5 and name in str(error) and "\n" not in str(error)
        return "refused" if known else f"a poor error: {type(error).__name__} {error}"
    except Exception:
        return traceback.format_exc()
    return "ok" if parsed.left_over == 0 else f"{parsed.left_over} characters left over"


def work(pipe: Connection) -> None:
    """Reads what comes through the pipe, within limits, until it closes."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            name, data = pipe.recv()
        except EOFError:
            return
        pipe.send(judge(name, data))


class Worker:
    """A process that reads files; started anew when it dies or hangs."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self.pipe, far = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=work, args=(far,), daemon=True)
        self.process.start()
        far.close()

    def judge(self, name: str, data: bytes) -> str:
        """The verdict on one file."""
        began = time.monotonic()
        self.pipe.send((name, data))
        while not self.pipe.poll(1):
            if not self.process.is_alive():
                return self._again("the process died")
            if time.monotonic() - began > 6 * SECONDS:
                return self._again(f"no answer in {6 * SECONDS} seconds")
        try:
            answer: str = self.pipe.recv()
        except EOFError:
            return self._again("the process died")
        return answer

    def _again(self, why: str) -> str:
        self.process.kill()
        self.process.join()
        self._start()
        return why


def main() -> int:
    """Runs for the time given; exit code 1 if anything was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("../shared/rulebooks"))
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"))
    chosen = parser.parse_args()
    counts: Counter[str] = Counter()
    until = time.monotonic() + 60 * chosen.minutes
    worker = Worker()
    for count, (name, data) in enumerate(cases(seeds(chosen.folder), random.Random(chosen.seed))):
        if time.monotonic() > until:
            break
        verdict = worker.judge(name, data)
        if verdict not in ("ok", "refused"):
            chosen.keep.mkdir(parents=True, exist_ok=True)
            (chosen.keep / f"{count}-{name}").write_bytes(data)
            print(f"{count} {name}: {verdict}", flush=True)
            verdict = "found"
        counts[f"{name.rpartition('.')[2]} {verdict}"] += 1
    print(", ".join(f"{kind} {times}" for kind, times in sorted(counts.items())))
    return int(any(kind.endswith("found") for kind in counts))


if __name__ == "__main__":
    sys.exit(main())
