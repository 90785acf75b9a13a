"""The language that a question is in, told by small words or by a list's; the sentences are our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.search.language import LANGUAGES, language_by_words, language_of
from kb.search.small import SMALL

HERE = Path(__file__).parents[1]
RULES = {"knight", "hand", "maximum", "tower"}
ENGLISH = {"rouge", "vince", "chat", "room", "ship", "jug", "hand", "maximum", "coin", "corner"}


def knows(language: str, term: str) -> int:
    return int(term in RULES)


def is_word(word: str) -> bool:
    return word in ENGLISH


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("¿Puede el caballero entrar en la torre?", "es"),
        ("robar cartas", "es"),
        ("Darf der Ritter den Turm betreten?", "de"),
        ("Le chevalier peut-il entrer dans la tour ?", "fr"),
        ("Il cavaliere può entrare nella torre?", "it"),
        ("O cavaleiro não pode entrar na torre?", "pt"),
        ("¿qué pasa con 'each player may draw a card or put it in the deck' si mi mazo no tiene cartas?", "es"),
        ("can a knight enter the tower", ""),
        ("what does El Dorado do", ""),
        ("does Su Shi come in war or die as the main man", ""),
        ("cuantos caballos hay por torre", "es"),
        ("does a Pegaso de la Luna fly", ""),
        ("stunned", ""),
        ("", ""),
    ],
)
def test_a_language_is_told_by_small_words(question: str, language: str) -> None:
    assert language_of(question) == language


def test_english_questions_are_never_taken_for_another_language() -> None:
    files = sorted((HERE / "benchmarks").glob("questions_talk*.jsonl"))
    questions = [json.loads(line)["question"] for file in files for line in file.read_text("utf-8").splitlines()]
    assert len(questions) > 150
    assert [question for question in questions if language_of(question)] == []


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("portero", "es"),
        ("Zeitstrafe", "de"),
        ("gano torre", "es"),
        ("carton rouge", "fr"),
        ("come si vince", "it"),
        ("wieviele karten maximum", "de"),
        ("posso attaccare", "it"),
        ("finit l'etourdissement", "fr"),
        ("chat room", ""),
        ("coin", ""),
        ("jugs", ""),
        ("knight portero for the tower", ""),
        ("golfle portero", ""),
        ("knight tower", ""),
        ("", ""),
    ],
)
def test_a_short_question_is_told_by_words_that_only_the_list_knows(question: str, language: str) -> None:
    assert language_by_words(question, knows, is_word) == language


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_words_that_tell_a_language_are_its_own(language: str) -> None:
    """A list of its own, small words, and none that English needs to be known by."""
    held = json.loads((HERE / f"kb/search/words_{language}.json").read_text("utf-8"))
    assert len(held["words"]) + len(held["verbs"]) > 1000
    assert language in SMALL
    assert not {"the", "is", "what", "can"} & set(f"{SMALL[language]} {LANGUAGES[language]}".split())
