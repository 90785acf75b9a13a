"""What publishers' layouts say of rules beside their numbers: parts, summaries, contents, examples, citations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.models import Parsed, Rule, Source
from kb.readers import read
from kb.recognise import recognise


def parsed(text: str, name: str = "d.txt") -> Parsed:
    return recognise(read(Source("g", "d", "D", "rules", name, "1"), text.encode()))


def rules(text: str, name: str = "d.txt") -> dict[str, Rule]:
    return {rule.number: rule for rule in parsed(text, name).rules}


CATS = """Cat rules

Erster Abschnitt: Wach

§ 1 Essen
(1) Eine Katze isst.
(2) {}

Zweiter Abschnitt: Schlaf

§ 2 Ruhe
(1) Eine Katze ruht.
(2) Sie ruht oft.
"""


def test_a_part_counted_in_words_ends_the_rule_before_it() -> None:
    found = rules(CATS.format("Sie isst viel."))
    assert found["1(2)"].text == "Sie isst viel."
    assert found["2"].parent == "cat-rules/zweiter-abschnitt-schlaf"


def test_a_part_in_capitals_and_roman_numerals_ends_the_rule_before_it() -> None:
    text = "1. Cats\n\n1.1 Cats nap.\n\n1.2 Cats eat.\n\nGUIDELINES I. Slow naps\n\nI.1 Nap slowly.\n\nI.2 Wake late.\n"
    found = rules(f"{text}\nGUIDELINES II. Quick rules\n\nII.1 Nap fast.\n\nII.2 Wake up.\n")
    assert found["1.2"].text == "Cats eat."
    assert (found["I.2"].text, found["I.2"].parent) == ("Wake late.", "guidelines-i-slow-naps")
    assert found["II.1"].parent == "guidelines-ii-quick-rules"


def test_a_summary_behind_the_text_gives_no_rule_twice() -> None:
    titles = ("Eating", "Napping", "Purring", "Hunting")
    body = "".join(
        f"1.{n} {title}    Warning\nA cat is {title.lower()}.\nIt stops.\n\n" for n, title in enumerate(titles, 1)
    )
    card = "".join(f"1.{n} {title}          Warning\n" for n, title in enumerate(titles, 1))
    found = parsed(f"1 CATS\n{body}QUICK REFERENCE\n{card}")
    assert [rule.number for rule in found.rules if rule.number.startswith("1")] == ["1", "1.1", "1.2", "1.3", "1.4"]
    assert not found.problems
    assert found.left_over == 0


def test_a_list_of_links_to_the_headings_is_contents_and_so_is_the_place_for_one() -> None:
    page = "# Cats\n\nAll about cats.\n\n[TOC]\n\n1. [Eating](#eating)\n2. [Naps](#naps)\n3. [Purrs](#purrs)\n\n"
    found = parsed(f"{page}## Eating\n\nEat.\n\n## Naps\n\nNap.\n\n## Purrs\n\nPurr, see [Naps](#naps).\n", "d.md")
    assert [aside.recogniser for aside in found.asides] == ["contents"]
    assert found.rules[0].text == "All about cats."
    assert found.rules[-1].refs == ("cats/naps",)


def test_a_list_of_links_in_a_sentence_each_is_text() -> None:
    page = (
        "# Cats\n\n- Eat as in [Eating](#eating), often.\n- Nap as in [Naps](#naps).\n- Purr as in [Purrs](#purrs).\n\n"
    )
    found = parsed(f"{page}## Eating\n\nEat.\n\n## Naps\n\nNap.\n\n## Purrs\n\nPurr.\n", "d.md")
    assert not found.asides
    assert found.rules[0].refs == ("cats/eating", "cats/naps", "cats/purrs")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("例：猫が寝る。", "例：猫が寝る。"),
        ("（例）猫が寝る。", "（例）猫が寝る。"),
        ("예: 고양이가 잔다.", "예: 고양이가 잔다."),
        ("Пример: кошка спит.", "Пример: кошка спит."),
        ("猫は寝る。例：三匹が寝る。", "例：三匹が寝る。"),
    ],
)
def test_examples_in_other_scripts(line: str, text: str) -> None:
    found = rules(f"1. 猫\n\n1.1. 猫は寝ることがあります。\n{line}\n\n1.2. 猫は食べます。\n")
    assert found["1.1/example-1"].text == text


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("They nap as in 2.1.", ("2.1",)),
        ("They nap unless 2.1 forbids it.", ("2.1",)),
        ("They nap, see 2.1 for how long.", ("2.1",)),
        ("They nap (1.2 and 2.0).", ("1.2", "2")),
        ("They nap unless 2.1 seconds pass.", ()),
        ("Они спят, см. правило 2.1.", ("2.1",)),
    ],
)
def test_citations_without_a_citing_word(sentence: str, cited: tuple[str, ...]) -> None:
    found = rules(f"1. Cats\n\n1.1 {sentence}\n\n1.2 Cats eat.\n\n2. Dogs\n\n2.1 Dogs bark.\n\n2.2 Dogs run.\n")
    assert found["1.1"].refs == cited


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("Sie isst nach §§ 1 und 2 viel.", ("1", "2")),
        ("Voir art. 2 al. 1 à ce sujet.", ("2(1)",)),
        ("Siehe § 2 Abs. 1 dazu.", ("2(1)",)),
    ],
)
def test_paragraphs_cited_in_other_languages(sentence: str, cited: tuple[str, ...]) -> None:
    refs = rules(CATS.format(sentence))["1(2)"].refs
    assert refs == cited


def test_what_stands_behind_an_article_is_part_of_it() -> None:
    text = "第一条 猫吃。\n第二条 猫睡，见第三条第二款和第四条第（二）项。\n第三条 猫跑。\n第四条 猫：\n"
    assert set(rules(f"{text}（一）跳；\n（二）叫。\n")["2"].refs) == {"3", "4(2)"}


def test_a_number_in_bold_begins_a_rule_though_no_space_parts_the_paragraphs() -> None:
    source = Source("g", "d", "D", "rules", "d.txt", "1")
    printed = ("[1.1] Cats nap.", "[1.11] Old cats nap.", "[1.12] So do I.", "[1.2] Cats eat.", "[2.1] Dogs bark.")
    document = read(source, "\n".join(printed).encode())
    lines = tuple(replace(each, starts=False, bold=each.text.index("]") + 1) for each in document.lines)
    found = recognise(replace(document, lines=lines))
    assert [(rule.number, rule.parent) for rule in found.rules][:4] == [
        ("1.1", ""),
        ("1.11", "1.1"),
        ("1.12", "1.1"),
        ("1.2", ""),
    ]


WORDS = """1. Cats

1.1. A cat sleeps on a roof.

1.2. A cat eats fish.

Glossary
in a pile
Two or more cats that lie on one another, in a garden or on a roof that is wide enough for all
of them. They are one cat until one wakes.
mew
noun. What a cat says when it wants fish, and nobody has put any before it since the sun came
up.
verb. When a cat says so, also called mewing.
nap
A short sleep.
"""


def test_an_entry_may_begin_with_the_kind_of_word_it_is() -> None:
    found = {rule.title: rule.text for rule in parsed(WORDS).rules if rule.kind == "term"}
    assert list(found) == ["in a pile", "mew", "nap"]
    assert found["mew"].endswith("also called mewing.")


def test_a_citation_that_a_line_end_pushed_to_the_front_is_no_rule() -> None:
    text = (
        "1. Cats\n\n1.1  They nap as long as in\n1.2 and as in 2.1.\n\n1.2  They eat.\n\n2. Dogs\n\n2.1  They bark.\n"
    )
    found = parsed(text)
    assert [rule.number for rule in found.rules] == ["1", "1.1", "1.2", "2", "2.1"]
    assert not found.problems


def test_a_number_in_a_row_of_its_own_with_a_title_heads_the_rows_below() -> None:
    table = "| No. | Rule |\n|---|---|\n| 100 | Cats |\n| 100.1 | They nap |\n| 100.2 | They eat |\n| 101 | Dogs |\n"
    found = rules(f"{table}| 101.1 | They bark |\n\n[Back to top](#top)\n", "d.md")
    assert [(number, rule.parent) for number, rule in found.items() if rule.kind != "note"] == [
        ("100", ""),
        ("100.1", "100"),
        ("100.2", "100"),
        ("101", ""),
        ("101.1", "101"),
    ]
    assert found["101.1"].words == "They bark"


def test_citations_in_the_brackets_of_the_numbers_themselves() -> None:
    found = rules("<C1> Cats nap.\n<C2> They eat, see <C1>.\n<C3> Breaking <C2> is bad.\n<D1> Dogs bark.\n")
    assert [rule.refs for rule in found.values()] == [(), ("C1",), ("C2",), ()]


UNNUMBERED = """THE CATS
They nap all day.
  1. On the table
  2. On the bed

Food
Cats eat as follows:
Mice ........ 2
Fish ........ 3
Birds ....... 1

NAPS
A nap takes an hour.

Example: Tom naps twice.

PLAY
Cats play at night.
"""


def test_sections_of_a_text_without_numbers() -> None:
    found = rules(UNNUMBERED)
    assert list(found) == ["the-cats", "the-cats/food", "naps", "naps/example-1", "play"]
    assert found["the-cats"].text == "They nap all day.\n1. On the table\n2. On the bed"
    assert found["the-cats/food"].text.endswith("Mice ........ 2\nFish ........ 3\nBirds ....... 1")


def test_dots_without_spaces_lead_to_the_pages_of_contents() -> None:
    found = parsed("Cats.........3\nDogs.........12\n\n1. Cats\n\n1.1. They nap.\n\n2. Dogs\n\n2.1. They bark.\n")
    assert [aside.recogniser for aside in found.asides] == ["contents"]


HANDBOOK = """CAT HANDBOOK

ARTICLE ONE
DEFINITIONS

Section 1.01 Certain Terms. A nap is sleep by day.

Section 1.02 Headings. They are no rules.

ARTICLE TWO
CATS

Section 2.01 Who naps. A nap is taken by:
(a) a cat;
(b) one who
    (i) is tired, and
    (ii) has read Section 1.02.

Section 2.02 Where. Anywhere (see Section 2.01(a)).

ARTICLE THREE
DOGS

Section 3.01 Barking. It is loud.

EXHIBIT A
FORM OF A NAP
"""


def test_sections_that_go_on_in_a_sentence_have_parts_and_stand_in_articles() -> None:
    found = rules(HANDBOOK)
    assert [(number, rule.parent) for number, rule in found.items()][1:-1] == [
        ("1", "cat-handbook"),
        ("1.01", "1"),
        ("1.02", "1"),
        ("2", "cat-handbook"),
        ("2.01", "2"),
        ("2.01(a)", "2.01"),
        ("2.01(b)", "2.01"),
        ("2.01(b)(i)", "2.01(b)"),
        ("2.01(b)(ii)", "2.01(b)"),
        ("2.02", "2"),
        ("3", "cat-handbook"),
        ("3.01", "3"),
    ]
    assert (found["1.02"].text, found["2.02"].refs) == ("Headings. They are no rules.", ("2.01(a)",))


def test_rules_counted_behind_a_hash() -> None:
    text = (
        "Rule #1: Naps. Cats nap.\n\nRule #2: Meals. Cats eat, except under Rule #1.\n\nRule #3: Play. See Rule #2.\n"
    )
    assert [(rule.number, rule.refs) for rule in rules(text).values()] == [("1", ()), ("2", ("1",)), ("3", ("2",))]


def test_a_paragraph_cited_by_a_word_is_the_rules_item() -> None:
    text = "§ 1. Koty\n1. Kot śpi.\n2. Wyjątki określa § 2 ust. 2.\n\n§ 2. Psy\n1. Pies szczeka.\n2. Pies śpi.\n"
    assert rules(text)["1.2"].refs == ("2.2",)
