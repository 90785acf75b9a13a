"""Citations in other people's texts: found in the forms people write, and judged."""

from __future__ import annotations

import pytest

from kb.lint import Slip, Target, check, fixed, stands_in
from kb.mentions import Mention, mentions
from kb.models import Game, Source

GAMES = (Game("chess", "Chess", ("ch",)), Game("go-and-stones", "Go & Stones"))
SOURCES = (
    Source("chess", "laws", "Laws of Chess", "rules", "laws.md", "1.3", short="LC", main=True),
    Source("chess", "laws", "Laws of Chess", "rules", "old.md", "1.2", short="LC"),
    Source("go-and-stones", "core", "Core", "rules", "core.md", "2026-01-16", main=True),
)


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
    ],
)
def test_a_citation_is_found_in_each_form(text: str, row: tuple[str, ...]) -> None:
    assert found(text) == [row]


@pytest.mark.parametrize(
    "text",
    ["I like chess. 4 of us play.", "chess 2 players", "chessboard 4.1", "https://x.org/chess/4.1", "chess is fun"],
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


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("A pawn\u2019s move", True),
        ("a  pawn's\nmove is one square.", True),
        ("A pawn's ... square", True),
        ("a square ... pawn", False),
        ("a pawn's moves", False),
    ],
)
def test_a_quote_stands_word_for_word_whatever_its_typography(quote: str, stands: bool) -> None:
    assert stands_in(quote, "A pawn's move is one square, no more.") is stands


def judged(text: str, target: Target) -> Slip | None:
    return next(check("a.md", text, mentions(text, GAMES, SOURCES), lambda m: target), None)


def test_what_stands_is_not_reported() -> None:
    assert judged("chess 4.1", Target("4.1", "A pawn moves.", latest="4.1")) is None


def test_a_missing_rule_names_the_nearest() -> None:
    slip = judged("chess 4.9", Target("", nearest=("4.8",)))
    assert slip is not None
    assert (slip.code, slip.fix) == ("missing", "")
    assert "4.8" in slip.message


def test_a_renumbered_rule_is_fixed_in_place() -> None:
    text = "One chess 4.1 and two chess 4.1 (v1.2)."
    slips = list(check("a.md", text, mentions(text, GAMES, SOURCES), lambda m: Target("4.1", "x", latest="5.1")))
    assert [s.code for s in slips] == ["renumbered", "renumbered"]
    assert fixed(text, slips) == "One chess 5.1 and two chess 5.1 (v1.2)."


def test_a_hash_finds_the_rule_wherever_it_went() -> None:
    slip = judged("chess:4.1~00000001", Target("4.1", "another", hash="00000002", latest="4.1", same_hash="6.2"))
    assert slip is not None
    assert (slip.code, slip.fix) == ("renumbered", "chess:6.2~00000001")


def test_an_edited_rule_is_told_by_its_hash() -> None:
    slip = judged("chess:4.1~00000001", Target("4.1", "a", hash="00000002", latest="4.1"))
    assert slip is not None
    assert (slip.code, slip.fix) == ("edited", "chess:4.1~00000002")


def test_a_misquote_is_reported_with_the_rule_and_never_fixed() -> None:
    slip = judged('chess 4.1: "a pawn moves three squares"', Target("4.1", "A pawn moves one square.", latest="4.1"))
    assert slip is not None
    assert (slip.code, slip.fix) == ("misquoted", "")
    assert "one square" in slip.message


def test_an_empty_text_has_no_mention() -> None:
    assert list(mentions("", GAMES, SOURCES)) == []


def test_mentions_are_records() -> None:
    (mention,) = mentions("chess 4.1", GAMES, SOURCES)
    assert isinstance(mention, Mention)
    assert "chess 4.1"[mention.start : mention.end] == mention.text
