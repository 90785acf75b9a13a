"""Plain text, and the choice of a reader."""

from __future__ import annotations

import sys

import pytest

from kb import readers
from kb.errors import BadDocument, UnknownFormat
from kb.models import Document, Source


def read(data: bytes, name: str = "doc.txt") -> Document:
    return readers.read(Source("game", "doc", "Document", "rules", name, "1"), data)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_line_ends_and_encodings_make_no_difference(end: str, encoding: str) -> None:
    text = end.join(["1.1. Größe “zählt”.", "", "1.2. Ende – bald, und zwar für alle, die es mögen."])
    document = read(text.encode(encoding))
    assert [(line.text, line.line) for line in document.lines] == [
        ("1.1. Größe “zählt”.", 1),
        ("1.2. Ende – bald, und zwar für alle, die es mögen.", 3),
    ]


def test_a_form_feed_turns_the_page() -> None:
    document = read(b"One.\nTwo.\n\x0cThree.\n")
    assert [(line.text, line.line, line.page) for line in document.lines] == [
        ("One.", 1, 1),
        ("Two.", 2, 1),
        ("Three.", 3, 2),
    ]
    assert document.pages == 2


def test_text_without_wrapping_starts_a_paragraph_on_every_line() -> None:
    document = read(b"A tower stands on a hill.\nA second tower stands in a valley.\nA third one fell.")
    assert all(line.starts for line in document.lines)


def test_wrapped_text_starts_a_paragraph_after_an_empty_line() -> None:
    document = read(
        b"A tower stands on a hill that is\nvery high and looks over the\nvalley below it.\n\nAnother fell."
    )
    assert [line.starts for line in document.lines] == [True, False, False, True]


def test_a_word_that_a_line_end_divides_is_whole_again() -> None:
    document = read(
        b"A tower that stands on a high hill is seen from far by every play-\ner of the game, and a well-\nknown tower "
        b"from farther.\n\nNo player sees a well-known tower at night, when every player of\nthe game sleeps."
    )
    assert [line.text for line in document.lines] == [
        "A tower that stands on a high hill is seen from far by every player",
        "of the game, and a well-known",
        "tower from farther.",
        "No player sees a well-known tower at night, when every player of",
        "the game sleeps.",
    ]


def test_signs_for_a_terminal_or_a_printer_are_no_text() -> None:
    assert [line.text for line in read(b"\x1b[1m1.1 Hills\x1b[0m\nA\x08A hill _\x08is high.\n").lines] == [
        "1.1 Hills",
        "A hill is high.",
    ]


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(BadDocument, match=r"doc\.txt"):
        read(b"\x00\x01\x02\x03" * 50)


def test_an_unknown_format_is_named_with_what_to_do() -> None:
    with pytest.raises(UnknownFormat, match=r"\.odt") as caught:
        read(b"PK\x03\x04", "doc.odt")
    assert "docx" in caught.value.hint


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("rules.txt", b"1.1. A", "text"),
        ("RULES.MD", b"# A", "markdown"),
        ("rules", b"plain", "text"),
        ("rules.txt", b"%PDF-1.7", "pdf"),
        ("rules.md", b"{\\rtf1", "rtf"),
        ("rules.html", b"<p>", "html"),
        ("rules.jsonl", b"{}", "json"),
        ("rules.wiki", b"== A ==", "wiki"),
        ("rules.docx", b"PK\x03\x04", "docx"),
    ],
)
def test_the_format_by_suffix_and_first_bytes(name: str, data: bytes, form: str) -> None:
    assert readers.format_of(name, data) == form


def test_reading_text_loads_no_other_format() -> None:
    import subprocess

    code = (
        "import sys; from kb import readers; from kb.models import Source;"
        "readers.read(Source('g', 'd', 'D', 'rules', 'a.txt', '1'), b'1.1. A');"
        "sys.exit(any(name in sys.modules for name in ('lxml', 'docx', 'pypdfium2', 'markdown_it')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
