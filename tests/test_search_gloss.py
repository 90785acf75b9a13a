"""Questions in other languages read in English; the sentences are our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.lexical import tokenize
from kb.search.gloss import in_english
from kb.search.language import LANGUAGES

HERE = Path(__file__).parents[1]


def none(term: str) -> int:
    return 0


@pytest.mark.parametrize(
    ("question", "language", "english"),
    [
        ("el dragón no puede jugar dos cartas", "es", "the dragon cannot play two card"),
        ("¿Quién roba la última carta?", "es", "who draws the last card ?"),
        ("jugarlas sin pagar su coste", "es", "play for free"),
        ("la unidad vuelve a tu mano", "es", "the unit returns to your hand"),
        ("la Torre Gris pierde los jardines", "es", "the tower grey loses the garden"),
        ("Gespielte Handkarten werden aufgedeckt", "de", "played cards in hand are face up"),
        ("wie gewinnt der Ritter", "de", "how win the knight"),
        (
            "wann fängt der Ritter an, und greift er die Kreatur an?",
            "de",
            "when start the knight , and attack he the creature ?",
        ),
        ("So groß wie der Turm des Spielens", "de", "so large as the tower of the play"),
        ("como entro en la torre", "es", "how enter in the tower"),
        ("ataca como un dragón", "es", "attack as a dragon"),
        ("Puis-je attaquer le dragon ?", "fr", "may i attack the dragon ?"),
        ("Est-ce que le chevalier sort du jardin ?", "fr", "the knight leaves the garden ?"),
        ("che torre attacca", "it", "what tower attack"),
        ("Wie viele Kartenstapel gibt es", "de", "how many cards stack is there"),
        ("les joueuses n'ont qu'une épée", "fr", "the player have that a sword"),
        ("i cavalieri vengono rimossi dal gioco", "it", "the knight are removed from the game"),
        ("as unidades atordoadas não atacam", "pt", "the unit stunned not attack"),
    ],
)
def test_a_question_is_read_word_by_word(question: str, language: str, english: str) -> None:
    assert in_english(question, language, none).text == english


def test_the_usual_translation_is_taken_unless_the_rules_have_another_more_than_twice_as_often() -> None:
    library = {"librari": 40, "deck": 3}
    question = "las cartas del mazo"
    asked = in_english(question, "es", lambda term: library.get(term, 0))
    assert asked.text == "the card of the library"
    assert asked.others == ("deck",)
    assert in_english(question, "es", none).text == "the card of the deck"
    library["deck"] = 20
    assert in_english(question, "es", lambda term: library.get(term, 0)).text == "the card of the deck"


def test_another_sense_is_never_taken_for_the_first_but_asked_for_beside_it() -> None:
    asked = in_english("wer gewinnt", "de", lambda term: {"win": 1, "gain": 500}.get(term, 0))
    assert (asked.text, asked.others) == ("who win", ("gain",))


def test_a_translation_of_several_words_is_as_common_as_its_rarest() -> None:
    stands = {"face": 9, "up": 90, "faceup": 19}
    assert in_english("carta boca arriba", "es", lambda term: stands.get(term, 0)).text == "card faceup"


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_listed_translation_is_english(language: str) -> None:
    held = json.loads((HERE / f"kb/search/words_{language}.json").read_text("utf-8"))
    for kind in ("verbs", "words", "phrases"):
        for word, english in held[kind].items():
            assert word == word.strip().lower(), word
            assert english.isascii(), word
            assert all(tokenize(one) for one in english.split("|")) or not english, word
            assert not english.startswith("~"), word
