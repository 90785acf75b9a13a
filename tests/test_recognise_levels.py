"""Citations whose levels are words: the whole number of what they name, as the document numbers it."""

from __future__ import annotations

import pytest

from kb.models import Source
from kb.readers import read
from kb.recognise import recognise

DOCUMENT = """ARTICLE I - NAME
Section 1. The name is Nap Club.
Section 2. It is kept.

ARTICLE II - FEES
Section 1. The fee is due in May.
Section 2. {}

ARTICLE III - CHANGES
Section 1. A vote changes it.
Section 2. Nobody else may.
"""


def refs(sentence: str, document: str = DOCUMENT) -> tuple[str, ...]:
    source = Source("g", "d", "D", "rules", "d.txt", "1")
    rules = recognise(read(source, document.format(sentence).encode())).rules
    return next(rule.refs for rule in rules if sentence in rule.text)


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("See Article I, Section 2 for it.", ("1-2",)),
        ("See Section 2 of Article III for it.", ("3-2",)),
        ("It is paid as Section 1 says.", ("2-1",)),
        ("Article III is about changes.", ("3",)),
        ("Sections of Article IV are lost.", ("4",)),
        ("Article I, Section 1, and Article III, Section 1, count.", ("1-1", "3-1")),
    ],
)
def test_levels_in_words(sentence: str, cited: tuple[str, ...]) -> None:
    assert refs(sentence) == cited


def test_digits_need_no_numerals() -> None:
    plain = DOCUMENT.replace("ARTICLE III", "ARTICLE 3").replace("ARTICLE II", "ARTICLE 2").replace("CLE I ", "CLE 1 ")
    assert refs("See Article 1, Section 2, or Article I.", plain) == ("1-2",)


def test_a_document_without_such_levels_is_read_as_before() -> None:
    assert refs("See Section 2 and Part IV.", "1. One\n\n1.1. {}\n\n2. Two\n\n2.1. It ends.\n") == ("2",)


APPENDED = """1. One

1.1. First.

1.2. {}

Appendix A. More
1. Begin.
2. End.
2.1. Rest, as rules
1. Lie down.
"""


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("See Appendix A.2 for it.", ("A.2",)),
        ("See section 2.1 of Appendix A for it.", ("A.2.1",)),
        ("See rule 1.1, and Appendix 3.", ("1.1",)),
    ],
)
def test_rules_of_an_appendix(sentence: str, cited: tuple[str, ...]) -> None:
    assert refs(sentence, APPENDED) == cited


def test_no_citation_goes_over_the_end_of_a_paragraph() -> None:
    assert refs("Rest, as rules", APPENDED) == ()


@pytest.mark.parametrize(("sentence", "cited"), [("See Chapter One.", ("1",)), ("As in chapter 3.", ("3",))])
def test_chapters_with_the_first_numbers(sentence: str, cited: tuple[str, ...]) -> None:
    chapters = "CHAPTER ONE\n\n1.1 First.\n\nCHAPTER TWO\n\n2.1 {}\n\nCHAPTER THREE\n\n3.1 Last.\n"
    assert refs(sentence, chapters) == cited


def test_a_year_is_no_rule() -> None:
    document = "1. One\n\n1.1. {}\n\n2. Two\n\n2.1. It ends.\n"
    assert refs("See the Regulations 2024, rule 2.1, and rule 7.", document) == ("2.1", "7")
