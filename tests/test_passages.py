"""The vectors and word fields of a chunk."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kb.embed import HashingEmbedder
from kb.models import Chunk, Span
from kb.passages import WINDOW, children_of, fields_of, paths_of, vectors_of, windows_of


def chunk(number: str, text: str, path: Sequence[str] = ()) -> Chunk:
    return Chunk(number, number, number, "rule", tuple(path), text, text, "", Span(1, 1))


CHUNKS = [
    chunk("1", "Turns"),
    chunk("1.1", "Draw a card", ["Turns"]),
    chunk("1.2", "Play a card", ["Turns"]),
    chunk("2", "Winning"),
]
PARENTS = [-1, 0, 0, -1]


def test_children_stand_under_their_parent_in_order() -> None:
    assert children_of(PARENTS) == [[1, 2], [], [], []]


def test_each_chunk_has_two_unit_vectors_under_its_ordinal() -> None:
    ordinals, vectors = vectors_of(CHUNKS, PARENTS, HashingEmbedder().embed)
    assert ordinals == [0, 1, 2, 3, 0, 1, 2, 3]
    assert vectors.shape == (8, 64)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_a_rule_without_relatives_keeps_its_own_direction() -> None:
    embed = HashingEmbedder().embed
    _, vectors = vectors_of(CHUNKS, PARENTS, embed)
    np.testing.assert_allclose(vectors[3], embed(["Winning"])[0], atol=1e-6)


def test_a_parent_leans_towards_what_stands_below_it() -> None:
    embed = HashingEmbedder().embed
    _, vectors = vectors_of(CHUNKS, PARENTS, embed)
    draw = embed(["Draw a card"])[0]
    assert vectors[0] @ draw > embed(["Turns"])[0] @ draw


def test_an_empty_corpus_has_no_vectors() -> None:
    ordinals, vectors = vectors_of([], [], HashingEmbedder().embed)
    assert ordinals == []
    assert vectors.shape == (0, 64)


def test_fields_are_own_text_headings_and_children() -> None:
    assert fields_of(CHUNKS, PARENTS)[0] == ("Turns", "", "Draw a card\nPlay a card")
    assert fields_of(CHUNKS, PARENTS)[2] == ("Play a card", "Turns", "")


def test_the_end_of_a_long_rule_has_a_vector_of_its_own() -> None:
    long = "A unit moves. " * 100 + "Only dragons may land on the tower."
    windows = windows_of(long)
    assert " ".join(windows) == long
    assert max(map(len, windows)) <= WINDOW
    assert windows_of("A unit moves.") == []
    embed = HashingEmbedder().embed
    ordinals, vectors = vectors_of([chunk("1", "Turns"), chunk("2", long)], [-1, -1], embed)
    assert ordinals[4:] == [1] * len(windows)
    np.testing.assert_allclose(vectors[-1], embed([windows[-1]])[0], atol=1e-6)


def test_the_question_of_a_faq_entry_has_a_vector_of_its_own() -> None:
    embed = HashingEmbedder().embed
    entry = replace(chunk("faq-1", "May a tower shoot twice?\nNo, once in a turn."), kind="faq")
    ordinals, vectors = vectors_of([chunk("1", "Towers\nThey shoot."), entry], [-1, -1], embed)
    assert ordinals == [0, 1, 0, 1, 1]
    np.testing.assert_allclose(vectors[4], embed(["May a tower shoot twice?"])[0], atol=1e-6)


def test_a_path_names_the_rules_above_by_title_or_first_words() -> None:
    long = chunk("1.1", "A player whose turn it is and who has no card left in the deck loses")
    assert paths_of([chunk("1", "Turns\nThey alternate."), long, chunk("1.1.1", "Draw")], [-1, 0, 1])[2] == (
        "Turns",
        "A player whose turn it is and who has no card left",
    )
