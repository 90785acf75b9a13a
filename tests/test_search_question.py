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
        ("15:5.", "15:5"),
        ("702.19 b", "702.19b"),
        ("rule 8 : 10 d", "8:10d"),
        ("rule B", "B"),
        ("law 4", "4"),
        ("what does A.10 say?", "A.10"),
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


@pytest.mark.parametrize("text", ["turn 1", "can I", "draw 2", "plan B"])
def test_a_short_number_after_an_ordinary_word_is_no_rule(text: str) -> None:
    assert parse(text, GAMES).numbers == ()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Chess: The Endgame", "Chess: The Endgame"),
        ("Chess: The Endgame", "chess the endgame"),
        ("D&D 5.2", "D&D 5.2"),
        ("D&D 5.2", "D and D 5.2"),
        ("Chess (DE)", "Chess (DE)"),
    ],
)
def test_a_game_with_marks_in_its_name_is_named_as_it_is_written(name: str, written: str) -> None:
    asked = parse(f"{written} 7.3", (*GAMES, Game("other", name)))
    assert (asked.games, asked.numbers) == (("other",), ("7.3",))
    asked = parse(f"when may a king castle in {written}?", (*GAMES, Game("other", name)))
    assert (asked.games, asked.text) == (("other",), "when may a king castle ?")


@pytest.mark.parametrize(
    ("asked", "text", "games"),
    [
        ("In Ludo and Halma may a piece jump?", "may a piece jump?", ("halma", "ludo")),
        ("may a piece jump in Ludo or Halma", "may a piece jump", ("halma", "ludo")),
        ("ludo vs halma: may a piece jump", "may a piece jump", ("halma", "ludo")),
        ("Ludo, Halma: who begins", "who begins", ("halma", "ludo")),
        ("Compare Ludo and Halma", "Compare", ("halma", "ludo")),
        ("who may play ludo and win", "who may play ludo and win", ()),
    ],
)
def test_of_several_games_named_none_is_a_word_of_the_question(asked: str, text: str, games: tuple[str, ...]) -> None:
    found = parse(asked, (Game("ludo", "Ludo"), Game("halma", "Halma")))
    assert (found.text, found.games) == (text, games)


@pytest.mark.parametrize("mark", "´′‛")
def test_a_key_beside_the_apostrophe_is_one(mark: str) -> None:
    assert parse(f"why can{mark}t a king castle", GAMES).text == "why can't a king castle"
    assert parse("a wall of 5′", GAMES).text == "a wall of 5′"
