"""The grammar of numbers: reading, order, parents, references, hashes, citations."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import numbering
from kb.numbering import CitationQuery, grammar, patterns

DIGITS = st.integers(0, 999).map(str)
LETTER = st.sampled_from("abcdefghijkmnpqrstuvwxyz")
CAPITAL = st.sampled_from("ABCDEFGHJK")


def joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


DOTTED = st.lists(st.one_of(DIGITS, LETTER), min_size=1, max_size=4).flatmap(
    lambda rest: DIGITS.map(lambda first: ".".join([first, *rest]))
)
NUMBERS = st.one_of(
    DOTTED,
    joined(DIGITS, st.just("."), DIGITS, LETTER),
    joined(DIGITS, st.just(":"), DIGITS, LETTER),
    st.lists(DIGITS, min_size=2, max_size=5).map("-".join),
    joined(st.integers(1, 99).map(str), LETTER, DIGITS, LETTER),
    joined(st.integers(1, 99).map(str), CAPITAL, st.integers(1, 99).map(str), LETTER),
    joined(CAPITAL, st.integers(1, 99).map(str), LETTER, st.integers(1, 99).map(str)),
    joined(DIGITS, st.just("("), st.integers(1, 99).map(str), st.just(")("), LETTER, st.just(")")),
    joined(st.integers(1, 99).map(str), LETTER, st.sampled_from(["+", "++"])),
)


@given(NUMBERS, st.sampled_from(["", ".", ")"]))
def test_a_printed_number_is_read_back(number: str, end: str) -> None:
    end = "" if number.endswith(")") else end
    mark = numbering.leading(f"{number}{end} Then words.")
    assert mark is not None
    assert mark.number == number
    assert f"{number}{end} Then words."[mark.start :] == "Then words."


@given(NUMBERS)
def test_normalising_twice_is_normalising_once(number: str) -> None:
    once = numbering.normalise(f"rule {number}.")
    assert numbering.normalise(once) == once
    assert once.casefold() == number.casefold()


@given(NUMBERS)
def test_parents_lead_to_the_top_one_component_at_a_time(number: str) -> None:
    steps = 0
    while number:
        above = numbering.parent_of(number)
        assert len(above) < len(number)
        assert number.startswith(above)
        assert not above or numbering.sort_key(above) < numbering.sort_key(number)
        number, steps = above, steps + 1
    assert steps <= 8


@given(NUMBERS)
def test_a_cited_number_is_found(number: str) -> None:
    text = f"As rule {number} says."
    found = numbering.find_references(text)
    assert [reference.number for reference in found] == [numbering.normalise(number)]
    assert text[found[0].start : found[0].end] == found[0].text


@given(st.text(max_size=200))
def test_no_text_breaks_the_grammar(text: str) -> None:
    for reference in numbering.find_references(text):
        assert text[reference.start : reference.end] == reference.text
    numbering.parse_citation(text)
    numbering.normalise(text)
    numbering.sort_key(text)
    numbering.parent_of(text)
    mark = numbering.leading(text)
    assert mark is None or 0 < mark.start <= len(text)


@pytest.mark.parametrize(
    ("number", "parent"),
    [
        ("423.1.a.1", "423.1.a"),
        ("423.1", "423"),
        ("423", ""),
        ("702.19b", "702.19"),
        ("702.19", "702"),
        ("613.41", "613"),
        ("8:10d", "8:10"),
        ("1-2-1-1", "1-2-1"),
        ("1a1", "1a"),
        ("1c++", "1c"),
        ("13C6a", "13C6"),
        ("A2b", "A2"),
        ("12(3)", "12"),
        ("(a)(1)(ii)", "(a)(1)"),
        ("702.19b/example-1", "702.19b"),
        ("combat/ending", "combat"),
        ("702.19b#2", "702.19"),
        ("faq-3", ""),
    ],
)
def test_parent(number: str, parent: str) -> None:
    assert numbering.parent_of(number) == parent


@pytest.mark.parametrize(
    "numbers",
    [
        ["1.1", "1.2", "1.10", "2", "10"],
        ["701.2", "701.10", "702"],
        ["8:9", "8:10", "8:10a", "8:10d", "9:1"],
        ["1-1", "1-1-1", "1-2", "1-10"],
        ["1.z", "1.aa"],
        ["effects-2", "effects-10"],
        ["12", "12(3)", "12(10)"],
        ["5.1", "5.1#2", "5.2"],
        ["1a", "1b", "1b1", "2a"],
    ],
)
def test_natural_order(numbers: list[str]) -> None:
    shuffled = [*numbers[1::2], *numbers[::2]]
    assert sorted(shuffled, key=numbering.sort_key) == numbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("423.1.a.1.", "423.1.a.1"),
        ("CR 702.19B", "702.19b"),
        ("rule 702.19b.", "702.19b"),
        ("1a1)", "1a1"),
        ("Article 12(3)", "12(3)"),
        ("§ 5(a)", "5(a)"),
        ("13C6a", "13C6a"),
        ("1–2–1", "1-2-1"),
        ("(8:10d)", "8:10d"),
        ("FAQ-3", "faq-3"),
        ("１０.２", "10.2"),
        ("第三条", "3"),
        ("第3条第2項", "3(2)"),
        ("제3조의2", "3-2"),
        ("第二百三十四条", "234"),
        ("第一〇三条", "103"),
        ("第x条", "第x条"),
    ],
)
def test_normalise(text: str, number: str) -> None:
    assert numbering.normalise(text) == number


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See rule 465. The step.", ["465"]),
        ("rules 205.1a–b, 305.7, and 613.1d", ["205.1a", "205.1b", "305.7", "613.1d"]),
        ("It is dead (8:10d).", ["8:10d"]),
        ("It is dead (see 8:3, 8:10a).", ["8:3", "8:10a"]),
        ("CR 702.19b", ["702.19b"]),
        ("(See 9. Rule Processing)", ["9"]),
        ("Regulation A2b and 10f apply", ["A2b", "10f"]),
        ("Article 12(3) applies", ["12(3)"]),
        ("(8:7-10, 16:3e-g)", ["8:7", "8:10", "16:3e", "16:3g"]),
        ("rules 4 to 6", ["4", "6"]),
        ("section 6, “Spells”", ["6"]),
        ("step 3d of the cleanup", []),
        ("2.5 metres and 3 cards, 50% of 10", []),
        ("on 1/16/2026, the 2nd time", []),
        ("see 3 cards", []),
        ("第12条第3項により、第二章第四条に従う。", ["12(3)", "4"]),
        ("제3조의2에 따른다. (제4조 제1항)", ["3-2", "4(1)"]),
        ("ルール702.19bと1.2を参照。1.5倍になる。", ["702.19b", "1.2"]),
        ("a 7-m-throw, rule 7", ["7"]),
    ],
)
def test_references(text: str, numbers: list[str]) -> None:
    assert [reference.number for reference in numbering.find_references(text)] == numbers


def test_a_number_without_a_citing_word_is_of_the_documents_own_scheme() -> None:
    text = "Version 5.0.0 of 8:10d, rule 9.1.1"
    assert [r.number for r in numbering.find_references(text, {":"})] == ["8:10d", "9.1.1"]
    text = "N5.2 and FAQ 5.0.0 of 8:10d, 423.1.a, (702.19b), A2b; rule 4"
    assert [r.number for r in numbering.find_references(text, ())] == ["8:10d", "423.1.a", "702.19b", "4"]


@pytest.mark.parametrize(
    "text", ["3 cards each", "2nd of May", "1/16/2026 was it", "2.5cm of it", "1d6 hits", "no number", ""]
)
def test_no_leading_number(text: str) -> None:
    mark = numbering.leading(text)
    assert mark is None or not mark.form


def test_text_hash_ignores_quotes_and_white_space_but_no_words() -> None:
    assert numbering.text_hash("a “b”  c’s\n") == numbering.text_hash('a "b" c\'s')
    assert numbering.text_hash("battleﬁeld") == numbering.text_hash("battlefield")
    assert numbering.text_hash("a b") != numbering.text_hash("a c")
    assert len(numbering.text_hash("")) == 8


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("riftbound/core@1.3:423.1.a.1~0a1b2c3d", CitationQuery("riftbound", "core", "1.3", "423.1.a.1", "0a1b2c3d")),
        ("riftbound@1.1:410.1.a.2", CitationQuery("riftbound", "", "1.1", "410.1.a.2", "")),
        ("riftbound 423.1.a", CitationQuery("riftbound", "", "", "423.1.a", "")),
        ("Riftbound CR 423.1.a.1 (v1.3)", CitationQuery("Riftbound CR", "", "1.3", "423.1.a.1", "")),
        ("423.1.a.2.", CitationQuery("", "", "", "423.1.a.2", "")),
        ("8:10d", CitationQuery("", "", "", "8:10d", "")),
        ("12(3)", CitationQuery("", "", "", "12(3)", "")),
        ("faq-3", CitationQuery("", "", "", "faq-3", "")),
        ("mtg 702.19B", CitationQuery("mtg", "", "", "702.19b", "")),
        ("hills 제3조 제2항", CitationQuery("hills", "", "", "3(2)", "")),
        ("", CitationQuery("", "", "", "", "")),
    ],
)
def test_citations(text: str, query: CitationQuery) -> None:
    assert numbering.parse_citation(text) == query


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("It weighs 3.5-4.5 kg.", []),
        ("It is legal, 8:7-10.", ["8:7", "8:10"]),
        ("See rule A-01.", ["A-01"]),
        ("A FAQ-3 and a B-17 fly.", []),
    ],
)
def test_measures_and_names_are_no_references(text: str, cited: list[str]) -> None:
    assert [reference.number for reference in numbering.find_references(text, frozenset({".", ":"}))] == cited


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("[5.11] Each unit moves.", "5.11"),
        ("<SC1> All is scored.", "SC1"),
        ("RULE NO. 7: The ball", "7"),
        ("B-01.2 Attack.", "B-01.2"),
        ("[1] A footnote.", None),
    ],
)
def test_numbers_in_other_prints(line: str, number: str | None) -> None:
    mark = numbering.leading(line)
    assert (mark.number if mark else None) == number


@pytest.mark.parametrize(
    ("line", "number", "word", "rest"),
    [
        ("第三条の二 手札", "3-2", "条", "手札"),
        ("第十二章　终局", "12", "章", "终局"),
        ("제5조(목적) 말", "5", "조", "(목적) 말"),
        ("第一条本规则", "1", "条", "本规则"),
        ("１．２．山札", "1.2", "", "山札"),
        ("1.2.3山札", "1.2.3", "", "山札"),
    ],
)
def test_east_asian_numbers(line: str, number: str, word: str, rest: str) -> None:
    mark = numbering.leading(line)
    assert mark is not None
    assert (mark.number, mark.word, line[mark.start :]) == (number, word, rest)


@pytest.mark.parametrize("line", ["第3条に従って遊ぶ。", "제3조에 따라 논다.", "第一の目的"])
def test_a_cited_ordinal_begins_no_line(line: str) -> None:
    assert numbering.leading(line) is None


@pytest.mark.parametrize(
    ("line", "number", "form"),
    [("（三）后手", "3", "()"), ("②のカード", "2", "()"), ("十二、结束", "12", "、"), ("一人で遊ぶ", None, "")],
)
def test_east_asian_markers(line: str, number: str | None, form: str) -> None:
    mark = numbering.relative(line)
    assert (mark and mark.number, mark.form if mark else "") == (number, form)


@pytest.mark.parametrize(
    ("title", "number", "rest"),
    [
        ("Combat (7.3)", "7.3", "Combat"),
        ("Combat – 7.3", "7.3", "Combat"),
        ("Melee (optional) (§ 7.3.1)", "7.3.1", "Melee (optional)"),
        ("Combat 7.3", None, ""),
        ("Combat (see 7.3)", None, ""),
        ("Combat (2nd)", None, ""),
    ],
)
def test_numbers_behind_a_title(title: str, number: str | None, rest: str) -> None:
    mark = numbering.trailing(title)
    assert (mark and mark.number, title[: mark.start] if mark else "") == (number, rest)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("8.1.a", "8.1a"),
        ("8.1(a)", "8.1A"),
        ("4.2_1_b_ii", "4.2(1)(b)(ii)"),
        ("4.1(3)", "4.1.3"),
        ("2(a)(5)(A)", "2a5A"),
        ("(a)(1)", "a1"),
    ],
)
def test_prints_of_one_number_share_their_bare_form(one: str, other: str) -> None:
    assert numbering.bare(one) == numbering.bare(other)


@pytest.mark.parametrize(("one", "other"), [("1.11", "11.1"), ("1(1)", "11"), ("3a1", "3a.11"), ("8:1", "8.1")])
def test_bare_forms_tell_numbers_apart(one: str, other: str) -> None:
    assert numbering.bare(one) != numbering.bare(other)


def test_a_late_pattern_is_compiled_by_its_first_use_and_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr(patterns, "compiled", lambda *given: made.append(given[0]) or re.compile(*given))
    late, whole = patterns.Late(r"r(u)le", re.IGNORECASE), re.compile(r"r(u)le", re.IGNORECASE)
    assert (made, late.pattern) == ([], r"r(u)le")
    text = "Rule by rule"
    assert (late.findall(text), late.sub("-", text, count=1)) == (whole.findall(text), whole.sub("-", text, count=1))
    assert [m.span() for m in late.finditer(text, 1)] == [m.span() for m in whole.finditer(text, 1)]
    assert late.search(text) is not None
    assert late.match(text) is not None
    assert late.fullmatch(text) is None
    assert set(made) == {late.pattern}
    with pytest.raises(AttributeError, match="subn"):
        late.subn  # noqa: B018


@given(st.one_of(NUMBERS, st.text(max_size=12), st.text("aZ1.-( \u0661#_+", max_size=8)))
def test_words_are_told_apart_before_the_pattern_and_as_it_would(text: str) -> None:
    assert numbering.is_number(text) == bool(grammar._NUMERIC.fullmatch(text))


def test_every_name_is_where_it_is_said_to_be() -> None:
    assert sorted(numbering.__all__) == sorted(name for names in numbering._HOMES.values() for name in names)
    assert all(getattr(numbering, name) is not None for name in numbering.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        numbering.nothing  # noqa: B018


def test_spellings_of_a_number_have_its_parts_with_any_sign_between() -> None:
    assert {"8:10d", "8.10d", "8-10d"} <= set(numbering.spellings("8.10.D"))
    assert "7-1-2-2" in numbering.spellings("7.1.2.2")
    assert {"g.1.8", "g1.8", "g-1.8"} <= set(numbering.spellings("G1.8"))
    assert numbering.spellings("702") == numbering.spellings("") == ()


def test_the_spellings_of_a_long_number_are_few() -> None:
    long = numbering.spellings(".".join("123456789"))
    assert len(long) <= numbering.grammar.MOST_SPELLINGS
    assert {"1-2-3-4-5-6-7-8-9", "1:2:3:4:5:6:7:8:9"} <= set(long)


@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2212")
def test_every_dash_in_a_number_is_one(dash: str) -> None:
    assert numbering.normalise(f"7{dash}1{dash}2") == "7-1-2"
