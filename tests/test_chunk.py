"""Chunks: one rule each, its text as shown, its path and lead-in for the embedding only."""

from __future__ import annotations

import hashlib

from kb import readers
from kb.chunk import chunks_of
from kb.models import Chunk, Game, Source
from kb.recognise import recognise

GAME = Game("small", "Small Game")


def chunks(text: str, name: str = "doc.md") -> dict[str, Chunk]:
    parsed = recognise(readers.read(Source("small", "core", "Core", "rules", name, "2"), text.encode()))
    found = chunks_of(parsed, GAME)
    assert [chunk.id for chunk in found] == [rule.id for rule in parsed.rules]
    return {chunk.number: chunk for chunk in found}


LAW = """# The Law

## 1. Towers

1.1. A tower must:

1.1.1. stand, or

1.1.2. fall.

1.2. A tower pays $5 for `*` and <b>.

Example: It pays 5.
"""


def test_a_chunk_shows_the_rule_and_embeds_its_path() -> None:
    found = chunks(LAW)
    chunk = found["1.2"]
    assert chunk.id == "small/core@2:1.2"
    assert chunk.text == "A tower pays $5 for * and ."
    assert chunk.heading_path == ("The Law", "1. Towers")
    assert chunk.embed_text == "Small Game > The Law > 1. Towers\nA tower pays $5 for * and ."
    assert chunk.content_hash == hashlib.sha256(chunk.embed_text.encode()).hexdigest()
    assert (chunk.span.start_line, chunk.span.end_line) == (11, 11)


def test_a_sentence_that_a_list_completes_leads_into_its_items() -> None:
    chunk = chunks(LAW)["1.1.1"]
    assert chunk.text == "stand, or"
    assert chunk.embed_text.split("\n")[1:] == ["A tower must:", "stand, or"]


def test_an_example_carries_its_rule_in_what_is_embedded_only() -> None:
    chunk = chunks(LAW)["1.2/example-1"]
    assert chunk.text == "Example: It pays 5."
    assert "A tower pays $5" in chunk.embed_text


def test_a_question_stands_with_its_answer() -> None:
    chunk = chunks("# FAQ\n\n## Who pays?\n\nThe owner.\n")["faq-1"]
    assert chunk.kind == "faq"
    assert chunk.text == "Who pays?\nThe owner."


def test_the_same_words_under_two_numbers_are_two_chunks() -> None:
    found = chunks("1.1. Same.\n\n1.2. Same.\n", "doc.txt")
    assert found["1.1"].text == found["1.2"].text
    assert found["1.1"].id != found["1.2"].id


def test_an_empty_document_has_no_chunks() -> None:
    assert chunks("") == {}
