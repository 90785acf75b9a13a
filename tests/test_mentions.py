"""Citations in other people's texts: found in the forms people write, with the quotes beside them."""

from __future__ import annotations

import pytest

from kb.mentions import Mention, mentions
from tests.test_lint import GAMES, SOURCES


def found(text: str, default: str = "") -> list[tuple[str, str, str, str, str]]:
    return [(m.game, m.document, m.version, m.number, m.hash) for m in mentions(text, GAMES, SOURCES, default)]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("See chess/laws@1.2:423.1.a~0a1b2c3d.", ("chess", "laws", "1.2", "423.1.a", "0a1b2c3d")),
        ("See chess:423.1.a, please", ("chess", "", "", "423.1.a", "")),
        ("(chess 4.1)", ("chess", "", "", "4.1", "")),
        ("Chess LC 423.1.a (v1.3) says", ("chess", "laws", "1.3", "423.1.a", "")),
        ("CH rule 8:10d.", ("chess", "", "", "8:10d", "")),
        ("chess@1.2:702.19b", ("chess", "", "1.2", "702.19b", "")),
        ("Go & Stones Core 12(3) (2026-01-16)", ("go-and-stones", "core", "2026-01-16", "12(3)", "")),
        ("chess faq-3", ("chess", "", "", "faq-3", "")),
        ("Chess GB-3.1, then", ("chess", "", "", "GB-3.1", "")),
        ("chess gb-2.2(a).", ("chess", "", "", "gb-2.2(a)", "")),
        ("Chess A.1", ("chess", "", "", "A.1", "")),
    ],
)
def test_a_citation_is_found_in_each_form(text: str, row: tuple[str, ...]) -> None:
    assert found(text) == [row]


@pytest.mark.parametrize(
    "text",
    [
        "I like chess. 4 of us play.",
        "chess 2 players",
        "chessboard 4.1",
        "https://x.org/chess/4.1",
        "chess is fun",
        "chess p.12",
    ],
)
def test_prose_is_no_citation(text: str) -> None:
    assert found(text) == []


def test_a_bare_number_is_one_only_with_a_default_game() -> None:
    assert found("by rule 4.1.b of it") == []
    assert found("by rule 4.1.b of it", "chess") == [("chess", "", "", "4.1.b", "")]


def test_line_column_and_quotes() -> None:
    text = (
        'Intro\n\nThe text "a pawn moves one square" is chess 4.1.\n\n'
        "> a king moves one square only\n> in any direction\n\nchess 4.2\n"
    )
    one, two = mentions(text, GAMES, SOURCES)
    assert (one.line, one.column, one.quotes) == (3, 39, ("a pawn moves one square",))
    assert (two.line, two.quotes) == (8, ("a king moves one square only in any direction",))


def test_a_quote_belongs_to_the_citation_next_to_it() -> None:
    text = 'chess 4.1: "a pawn moves one square", but "a king moves as it likes" (chess 4.2), chess 4.3\n'
    assert [m.quotes for m in mentions(text, GAMES, SOURCES)] == [
        ("a pawn moves one square",),
        ("a king moves as it likes",),
        (),
    ]


def test_a_version_that_the_corpus_does_not_hold_is_kept() -> None:
    assert found("Chess LC 4.1 (v0.9)") == [("chess", "laws", "0.9", "4.1", "")]
    assert found("Chess LC 4.1 (nice)") == [("chess", "laws", "", "4.1", "")]


def test_an_empty_text_has_no_mention() -> None:
    assert list(mentions("", GAMES, SOURCES)) == []


def test_mentions_are_records() -> None:
    (mention,) = mentions("chess 4.1", GAMES, SOURCES)
    assert isinstance(mention, Mention)
    assert "chess 4.1"[mention.start : mention.end] == mention.text
