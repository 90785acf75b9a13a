"""Files made to exhaust the reader: each is refused with one error, within ten seconds of processor time and 1 GiB.

Every file is small on disk or made in memory; it is read in a process with those limits, as `kb build` reads it.
"""

import io
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.build.reading import read_corpus

REPO = Path(__file__).resolve().parent.parent
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
CHILD = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
from kb import readers
from kb.errors import KbError
from kb.models import Source
from kb.recognise import recognise
name = sys.argv[1]
try:
    parsed = recognise(readers.read(Source("g", "d", "T", "rules", name, "1"), sys.stdin.buffer.read()))
    print("READ", len(parsed.rules), parsed.left_over)
except KbError as error:
    print(type(error).__name__, error)
"""


def outcome(name: str, data: bytes) -> str:
    """What reading says: "READ rules left-over", or the error's class and sentence."""
    command = [sys.executable, "-c", CHILD, name]
    done = subprocess.run(command, input=data, capture_output=True, cwd=REPO, timeout=60, check=False)
    return done.stdout.decode() or f"died: {done.returncode} {done.stderr.decode()[-300:]}"


def package(document: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        packed.writestr("word/document.xml", document)
    return out.getvalue()


def zip_bomb() -> bytes:
    return package(b"<w:document " + W.encode() + b">" + b" " * 100_000_000)


def element_bomb() -> bytes:
    return package(f"<w:document {W}><w:body>".encode() + b"<w:p/>" * 3_000_000 + b"</w:body></w:document>")


def entity_bomb() -> bytes:
    entities = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 9 if n else 'ha'}'>" for n in range(30))
    return package(f"<!DOCTYPE w [{entities}]><w:document {W}><w:body>&e29;</w:body></w:document>".encode())


def external_entity() -> bytes:
    head = "<!DOCTYPE w [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
    return package(f"{head}<w:document {W}><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>".encode())


def pdf_with(pages: bytes, content: bytes = b"BT ET") -> bytes:
    packed = zlib.compress(content)
    stream = b"<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (len(packed), packed)
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[%s>>" % pages, page, stream, font]
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R/Size 6>>\n%%EOF"


HOSTILE: list[tuple[str, Callable[[], bytes], str]] = [
    ("zip-bomb.docx", zip_bomb, "BadDocument zip-bomb.docx, word/document.xml: the part unpacks to more than"),
    ("elements.docx", element_bomb, "BadDocument elements.docx, word/document.xml: the part has over 1,000,000 tags"),
    ("entities.docx", entity_bomb, "BadDocument entities.docx, word/document.xml"),
    ("external.docx", external_entity, "BadDocument external.docx, word/document.xml: the part declares entities"),
    ("million.pdf", lambda: pdf_with(b"3 0 R " * 9 + b"]/Count 1000000"), "BadDocument million.pdf: "),
    ("many.pdf", lambda: pdf_with(b"3 0 R " * 1_000_000 + b"]/Count 1000000"), "it declares 1,000,000 pages"),
    ("spaces.pdf", lambda: pdf_with(b"3 0 R]/Count 1", b" " * 150_000_000), "BadDocument spaces.pdf: "),
    ("deep.html", lambda: b"<div>" * 1_000_000, "BadDocument deep.html, line 1: elements are nested too deep"),
    ("tags.html", lambda: b"<p>" * 5_000_000, "BadDocument tags.html: it has over 1,000,000 tags"),
    ("deep.json", lambda: b"[" * 10_000_000, "BadDocument deep.json: it has over 1,000,000 values"),
    ("nested.json", lambda: b'{"a":' * 500_000, "BadDocument nested.json: it is nested deeper than 64 levels"),
    ("numbers.json", lambda: b"[" + b"1" * 10_000_000 + b"]", "BadDocument numbers.json, line 1: a line of 10,000,000"),
    ("deep.rtf", lambda: b"{\\rtf1 " + b"{" * 1_000_000, "BadDocument deep.rtf, byte"),
    ("words.rtf", lambda: b"{\\rtf1 " + b"\\b " * 9_000_000, "BadDocument words.rtf: it has over"),
    ("deep.wiki", lambda: b"{{a|" * 1_000_000, "BadDocument deep.wiki, line 1: mark-up is nested too deep"),
    ("line.txt", lambda: b"x" * 100_000_000, "BadDocument line.txt has 100,000,000 bytes of text; the limit is"),
    ("line.md", lambda: b"word " * 3_000_000, "BadDocument line.md, line 1: a line of"),
    ("lines.txt", lambda: b"1. a\n" * 3_000_000, "BadDocument lines.txt has 3,000,000 lines; the limit is"),
    ("deep.md", lambda: b"> " * 500_000 + b"x", ""),
    ("lists.md", lambda: b"".join(b" " * n + b"- a\n" for n in range(2000)), ""),
    ("brackets.md", lambda: b"[" * 60_000, ""),
    ("stars.md", lambda: b"*a_" * 30_000, ""),
    ("quotes.md", lambda: b"<div>" * 60_000, ""),
    ("numbers.txt", lambda: b"1" * 40_000 + b"." * 9_000, ""),
    ("references.txt", lambda: b"rule 1.1, " * 9_000, ""),
    ("same.txt", lambda: b"1.1. Same rule.\n" * 20_000, ""),
    ("letters.txt", lambda: b"(a) (i) (1) " * 8_000, ""),
]


@pytest.mark.parametrize(("name", "made", "said"), HOSTILE, ids=[name for name, _, _ in HOSTILE])
def test_a_hostile_file_is_refused_or_read_within_limits(name: str, made: Callable[[], bytes], said: str):
    """With nothing to be said, reading it is as good, if no character is lost."""
    result = outcome(name, made())
    assert said in result if said else result.startswith(f"BadDocument {name}") or result.split()[0::2] == ["READ", "0"]


def test_the_rest_of_a_corpus_is_read_beside_a_hostile_file(tmp_path):
    folder = tmp_path / "cats"
    folder.mkdir()
    (folder / "good.md").write_text("# Rules\n\n**1.1.** Cats nap.\n")
    (folder / "bad.json").write_bytes(b"[" * 100_000)
    entry = '[[document]]\nid = "{0}"\ntitle = "{0}"\nfile = "{1}"\nversion = "1"\n'
    (folder / "game.toml").write_text(
        'id = "cats"\n' + entry.format("good", "good.md") + entry.format("bad", "bad.json")
    )
    read = read_corpus(tmp_path, lambda *_: None)
    assert [parsed.source.id for parsed, _ in read.filed] == ["good"]
    assert read.unreadable == ("cats/bad@1",)
