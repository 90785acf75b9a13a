"""What a question names: rules by number, games, and words that look like numbers and are none."""

from __future__ import annotations

import pytest

from kb.models import Game
from kb.search.question import parse

GAMES = (Game("chess", "Chess"), Game("root", "Root"))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("423.1.a.2", "423.1.a.2"),
        ("423.1.a.2?", "423.1.a.2"),
        ('"423.1.A.2."', "423.1.a.2"),
        ("chess 8:10d!!", "8:10d"),
        ("CR 702.19B", "702.19b"),
        ("faq-3", "faq-3"),
        ("A", "A"),
    ],
)
def test_a_number_alone_is_looked_up(text: str, number: str) -> None:
    asked = parse(text, GAMES)
    assert asked.only_number
    assert asked.numbers == (number,)


@pytest.mark.parametrize("text", ["STUN", "RALLY?", "AND", "A AND", "EN PASSANT", "chess KING", '"open'])
def test_a_word_in_capitals_is_a_word(text: str) -> None:
    asked = parse(text, GAMES)
    assert not asked.only_number
    assert asked.numbers == ()
