"""The forms of words that lead to a list's entries, by lists of a few words of no language."""

from __future__ import annotations

from typing import Any

import pytest

from kb.search.glossary import Glossary, glossary, tokens, without_accents

SMALL: dict[str, Any] = {
    "infinitives": ["ar"],
    "of_infinitives": "s",
    "asking": {"más": "how much"},
    "endings": "ar o as amos ado",
    "roots": [["ue", "o"]],
    "root_ends": [["qu", "c"]],
    "plurals": [["s", ""]],
    "forms": [["a", "o"]],
    "tails": "lo",
    "before_tails": "ar",
    "heads": "auf",
    "inserts": "ge",
    "joins": " s",
    "verbs": {"tocar": "touch", "contar": "count", "aufpasar": "watch", "pasar": "pass"},
    "words": {"torre": "tower|~turn", "nuevo": "new|fresh", "más": "more", "paso": "step"},
    "phrases": {"torre nuevo": "new tower", "torre nuevo más": "newest tower", "más": "plus"},
}


@pytest.fixture
def held() -> Glossary:
    return Glossary(SMALL)


@pytest.mark.parametrize(
    ("form", "word"),
    [
        ("tocar", "tocar"),
        ("toco", "tocar"),
        ("toquamos", "tocar"),
        ("tocars", "tocar"),
        ("cuento", "contar"),
        ("contarlo", "contar"),
        ("torres", "torre"),
        ("nueva", "nuevo"),
        ("mas", "mas"),
        ("más", "mas"),
        ("pasos", "paso"),
        ("pasas", "pasar"),
        ("gepasado", "pasar"),
        ("aufgepasado", "aufpasar"),
        ("torrespaso", "torrespaso"),
    ],
)
def test_a_form_leads_to_its_word(held: Glossary, form: str, word: str) -> None:
    found = held.find(form)
    assert found is not None
    assert found.word == word


@pytest.mark.parametrize("word", ["", "x", "to", "tor", "golem", "lo", "contarlos", "torrexpaso"])
def test_what_is_not_listed_is_not_found(held: Glossary, word: str) -> None:
    assert held.find(word) is None


def test_translations_stand_in_the_order_of_the_list(held: Glossary) -> None:
    found = held.find("nuevo")
    assert found is not None
    assert found.english == ("new", "fresh")
    compound = held.find("torrespaso")
    assert compound is not None
    assert compound.english == ("tower step",)


def test_a_translation_in_another_sense_is_apart(held: Glossary) -> None:
    found = held.find("torres")
    assert found is not None
    assert (found.english, found.also) == (("tower",), ("turn",))


def test_words_that_ask_and_words_of_phrases_are_known(held: Glossary) -> None:
    assert (held.asked("mas"), held.asked("torre")) == ("how much", "")
    assert [held.has(word) for word in ("torres", "mas", "golem")] == [True, True, False]


def test_the_longest_phrase_is_found_in_any_form_of_its_words(held: Glossary) -> None:
    words = ["torres", "nuevas", "mas", "x"]
    words[1] = "nueva"
    length, phrase = held.phrase(words, 0) or (0, None)
    assert (length, phrase and phrase.english) == (3, ("newest tower",))
    assert held.phrase(["torre"], 0) is None
    assert held.phrase(["x", "torre", "paso"], 1) is None


def test_tokens_are_words_numbers_and_marks_that_english_has() -> None:
    assert tokens("¿L'épée, 103.2.b «oui»?") == ["L", "épée", ",", "103.2.b", "oui", "?"]
    assert tokens("va-t-il - oui") == ["va", "t", "il", "-", "oui"]


def test_accents_go_and_n_with_a_tilde_stays() -> None:
    assert without_accents("ação größe niño") == "acao grosse niño"


def test_a_list_is_read_once() -> None:
    assert glossary("es") is glossary("es")
    with pytest.raises(FileNotFoundError):
        glossary("tlh")
