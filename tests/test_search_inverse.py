"""English questions for rules in another language; the sentences are our own."""

from __future__ import annotations

import pytest

from kb.lexical import tokenize
from kb.search.inverse import from_english, has_list

RULES = set(tokenize("Torwart, Spieler, Team, rote Karte, Time-out", "de"))


def stands(term: str) -> int:
    return int(term in RULES)


@pytest.mark.parametrize(
    ("question", "german"),
    [
        ("what happens if a goalkeeper gets the red card", "torwart rote karte"),
        ("how many players are on a team", "spieler team"),
        ("when is a time-out", "time out"),
        ("golfle", "golfle"),
        ("", ""),
    ],
)
def test_an_english_question_is_read_in_the_words_of_the_rules(question: str, german: str) -> None:
    read = from_english(question, "de", stands)
    assert (read.text, read.language) == (german, "en")


def test_of_several_words_the_rules_choose_and_the_others_are_asked_for_too() -> None:
    few = from_english("battle", "de", lambda term: {"kampf": 1}.get(term, 0))
    many = from_english("battle", "de", lambda term: {"kampf": 1, "schlacht": 8}.get(term, 0))
    assert (few.text, many.text) == ("kampf", "schlacht")
    assert "kampf" in many.others


def test_every_list_can_be_read_so() -> None:
    assert [has_list(language) for language in ("de", "es", "fr", "it", "pt", "en", "tlh")] == [True] * 5 + [False] * 2
    for language, dragon in (("es", "dragón"), ("fr", "dragon"), ("it", "drago"), ("pt", "dragão")):
        assert from_english("the dragon", language, lambda term: 0).text == dragon
