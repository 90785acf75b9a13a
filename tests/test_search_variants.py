"""Other forms and spellings of a word."""

from __future__ import annotations

import pytest

from kb.search.variants import bare_forms, forms, spellings


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("meter", "metre"),
        ("centres", "centers"),
        ("colour", "color"),
        ("colourless", "colorless"),
        ("defense", "defence"),
        ("organise", "organize"),
        ("analysed", "analyzed"),
        ("catalog", "catalogue"),
        ("cancelled", "canceled"),
        ("armour", "armor"),
        ("gray", "grey"),
    ],
)
def test_a_spelling_leads_to_the_other_both_ways(one: str, other: str) -> None:
    assert other in spellings(one)
    assert one in spellings(other)


def test_no_word_is_its_own_form_or_spelling() -> None:
    for word in ("went", "dice", "metre", "grey", "or", "re"):
        assert word not in forms(word)
        assert word not in spellings(word)
    assert "go" in forms("went")
    assert forms("harbour") == ()


def test_bare_forms_are_without_what_english_bends_by() -> None:
    assert "otter" in bare_forms("otters")
    assert "watch" in bare_forms("watching")
    assert bare_forms("moth") == ("moth",)
