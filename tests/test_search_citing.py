"""The numbers that a question may name, before any catalogue is asked."""

from __future__ import annotations

import pytest

from kb.models import Source
from kb.search.citing import Cited, cited, is_citing, is_named

CORE = Source("hill", "core", "Fort and Hill Laws", "rules", "core.md", "1", short="FH")
SMALL = frozenset(["what", "does", "say", "the", "a", "can", "i", "have"])


def read(text: str) -> tuple[list[str], bool]:
    """The readings of a question's numbers, and whether it says nothing else."""
    numbers, only = cited(text, [CORE], lambda words: all(word.casefold() in SMALL for word in words.split()))
    return [" | ".join(one.readings) for one in numbers], only


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("702.19b)", "702.19b"),
        ("(8:6a)", "8:6a"),
        ("702.19 (b)", "702.19(b)"),
        ("702 . 19 b", "702.19b"),
        ("702,19b", "702.19b"),
        ("rule 8 10 d", "8.10d"),
        ("9 f8", "9f8"),
        ("A 7 c", "A7c"),
        ("A 7c", "A7c"),
        ("B . 3", "B3"),
        ("B. 3. 1", "B3.1"),
        ("8,4,a", "8.4.a"),
        ("B,3,1", "B3.1"),
        ("show me 5", "5"),
        ("r8:8", "r8:8 | 8:8"),
        ("r. 8:8", "r8:8 | 8:8"),
        ("Q 8:8", "Q8:8"),
        ("7\u20111\u20112", "7-1-2"),
        ("７．１．２ｂ", "7.1.2b"),
        ("15:7 Abs. 3", "15:7.3 | 15:7"),
        ("CR702.19b", "cr702.19b | 702.19b"),
        ("FH7.3", "FH7.3 | 7.3"),
        ("XY7.3", "XY7.3"),
        ("what does FH 5 say?", "5"),
        ("Fort and Hill Laws 5", "5"),
        ("FHL 5", "5"),
        ("No. 5", "5"),
        ("what does number 5 say", "5"),
        ("e2b", "e2b"),
    ],
)
def test_a_number_is_read_however_it_is_written(text: str, readings: str) -> None:
    (number,), only = read(text)
    assert (number.casefold(), only) == (readings.casefold(), True)


@pytest.mark.parametrize(
    "text",
    [
        "Glide 5",
        "glide, 2",
        "XP 30",
        "DON!! 10",
        "X 2 cards",
        "can I have 2",
        "can I have 2 of 10?",
        "5 kg",
        "can no. 5 pass",
        "Is number 5 out?",
        "#5 runs",
    ],
)
def test_an_integer_behind_another_word_is_no_number_of_a_rule(text: str) -> None:
    assert read(text) == ([], False)


@pytest.mark.parametrize("text", ["K.O.", "A.C.", "3x3x3", "2x2", "1v1", "7m", "M10", "T1", "X 2", "2024-01-05"])
def test_what_may_be_a_word_is_not_sure_to_be_a_number(text: str) -> None:
    assert not any(one.sure for one in cited(text, [CORE], lambda words: False)[0])


@pytest.mark.parametrize("text", ["999.9", "702.19zz", "rule B", "section 7m", "5", "FH 2x2", "8:10"])
def test_a_plain_citation_is_sure(text: str) -> None:
    numbers, only = cited(text, [CORE], lambda words: False)
    assert (only, [one.sure for one in numbers]) == (True, [True])


def test_numbers_side_by_side_are_all_read() -> None:
    assert read("702.19b 510.1c") == (["702.19b", "510.1c"], True)
    assert read("Who wins under 1.7.2c, 9.8.5 or rules 3, 4 and 5.1?") == (["1.7.2c", "9.8.5", "3", "4", "5.1"], False)


def test_integers_side_by_side_are_one_number_or_several() -> None:
    (number,), only = cited("5 6 7", (), lambda words: False)
    assert (only, number.readings, [part.readings for part in number.parts]) == (
        True,
        ("5.6.7",),
        [("5",), ("6",), ("7",)],
    )
    assert cited("what of 5 6 7", (), lambda words: False) == ((), False)


def test_a_range_is_a_number_or_its_ends() -> None:
    (number,), _ = cited("see rules 8:7-10", (), lambda words: True)
    assert [part.readings for part in number.parts] == [("8:7",), ("8:10",)]


@pytest.mark.parametrize(
    ("text", "local"), [("Does 8.1 mean I lose?", False), ("Does 8:1 mean I lose?", True), ("Is e4 legal?", True)]
)
def test_a_number_of_two_parts_counts_among_words_as_it_is_written(text: str, local: bool) -> None:
    numbers, _ = cited(text, (), lambda words: False)
    assert [(one.sure, one.loose, one.local) for one in numbers] == [(False, False, local)]


@pytest.mark.parametrize(
    "text", ["a disc of 1.5 kg weighs", "in version 8.1 it won", "a 2.5% chance is", "for 7m it runs", "under $2.5 is"]
)
def test_a_measure_is_no_number(text: str) -> None:
    assert cited(text, (), lambda words: False) == ((), False)


@pytest.mark.parametrize("text", ["Does 108.3.dz matter?", "3/l", "8.1.q97 burns"])
def test_a_number_that_goes_on_is_not_read_as_its_beginning(text: str) -> None:
    assert read(text)[0] == []


def test_a_sentence_that_ends_in_a_number_keeps_what_follows_apart() -> None:
    assert read("Under rule 5. 3 cards burn.") == (["5"], False)
    assert read("Does rule 7.2 a second time burn?")[0] == ["7.2a | 7.2"]


def test_what_cites() -> None:
    cites = [is_citing(word, {"fh"}) for word in ("Rule", "Art", "FH", "Glide")]
    assert cites == [True, True, True, False]


@pytest.mark.parametrize(
    ("before", "named"),
    [("what does the Fort Bar ", True), ("§ ", True), ("no ", False), ("a comfort bar ", False)],
)
def test_what_stands_before_a_number_names_it(before: str, named: bool) -> None:
    assert is_named(before, {"fort bar"}) is named


def test_many_marks_take_no_time_that_grows_with_their_square() -> None:
    for text in ("1." * 2500, "(1" * 2500, "a1" * 2500, "1 a " * 1250, "1,2," * 1250):
        assert all(isinstance(one, Cited) for one in cited(text, [CORE], lambda words: False)[0])


def test_a_question_without_a_number_loads_nothing_that_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tells a citing word takes 40 ms to load, a third of what a whole question takes at a cold start."""

    def fail(text: str) -> tuple[()]:
        raise AssertionError(text)

    monkeypatch.setattr("kb.numbering.find_references", fail)
    for text in ("can a tower shoot", "who may draw", "tower", "is it a or b"):
        assert cited(text, (), bool) == ((), False)
