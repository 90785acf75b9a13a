"""Letters that are not seen, and full-width ones."""

from __future__ import annotations

import unicodedata

import pytest

from kb.lexical import tokenize
from kb.search.letters import plain_letters


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u200d", "\ufeff"])
def test_what_is_not_seen_parts_no_word(unseen: str) -> None:
    assert plain_letters(f"har{unseen}bour") == "harbour"
    assert tokenize(f"har{unseen}bour") == tokenize("harbour")


def test_letters_and_digits_are_plain_and_composed_and_marks_stay() -> None:
    full = "".join(chr(ord(one) + 0xFEE0) for one in "Harbour12")
    assert plain_letters(full) == "Harbour12"
    assert plain_letters(unicodedata.normalize("NFD", "château")) == "château"
    assert plain_letters("can´t … §") == "can´t … §"
