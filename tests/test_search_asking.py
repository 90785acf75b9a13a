"""What a question names, and the words in it that only ask how much."""

from __future__ import annotations

import pytest

from kb.search.asking import asked_name, without_measure


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what is the harbour rule?", "harbour rule"),
        ("What does may mean", "may"),
        ("what's a ferry", "ferry"),
        ("define if", "if"),
        ("the meaning of X", "X"),
        ("might", "might"),
        ("the", "the"),
        ("", ""),
        ("may a ferry rest", "may a ferry rest"),
    ],
)
def test_the_name_that_a_question_asks_the_meaning_of(question: str, name: str) -> None:
    assert asked_name(question) == name


def test_how_long_asks_and_long_names() -> None:
    assert without_measure("How long is a long rest, and how far is it?") == "How is a long rest, and how is it?"
    assert without_measure("a long rest") == "a long rest"
    assert without_measure("show long rests") == "show long rests"
