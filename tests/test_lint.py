"""Citations in other people's texts: judged."""

from __future__ import annotations

import pytest

from kb.lint import Slip, Target, check, fixed, stands_in
from kb.mentions import mentions
from kb.models import Game, Source

GAMES = (Game("chess", "Chess", ("ch",)), Game("go-and-stones", "Go & Stones"))
SOURCES = (
    Source("chess", "laws", "Laws of Chess", "rules", "laws.md", "1.3", short="LC", main=True),
    Source("chess", "laws", "Laws of Chess", "rules", "old.md", "1.2", short="LC"),
    Source("go-and-stones", "core", "Core", "rules", "core.md", "2026-01-16", main=True),
)


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
