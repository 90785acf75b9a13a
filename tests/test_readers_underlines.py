"""Underlined titles of plain text are headings; the signs under them are no text."""

from __future__ import annotations

import pytest

from kb import readers
from kb.models import Source
from kb.readers.underlines import underlined


def lines(text: str) -> list[tuple[str, str, int]]:
    source = Source("game", "doc", "Document", "rules", "doc.txt", "1")
    return [(line.role, line.text, line.level) for line in readers.read(source, text.encode()).lines]


def test_signs_stand_for_levels_in_the_order_in_which_they_appear() -> None:
    text = "=====\nHills\n=====\n\nClimbing\n========\nUp.\n\nBy day\n------\nSlow.\n\nFalling\n=======\nDown.\n"
    assert lines(text) == [
        ("heading", "Hills", 1),
        ("heading", "Climbing", 2),
        ("text", "Up.", 0),
        ("heading", "By day", 3),
        ("text", "Slow.", 0),
        ("heading", "Falling", 2),
        ("text", "Down.", 0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name     Cost\n-------------\nOre      2",
        "It rains on the hills\nand in the valleys\n------------------",
        "Hills\n----------------------------------------",
        "Name | Cost\n-----------\nOre  | 2",
        "Hills\n=-=-=\nUp",
        "---\n---",
    ],
)
def test_tables_and_rules_across_the_page_underline_nothing(text: str) -> None:
    assert not underlined(text.split("\n")).levels


def test_ideographs_take_two_columns() -> None:
    text = "山の登り方\n==========\n登る。\n\n休み\n====\n"
    assert lines(text) == [("heading", "山の登り方", 1), ("text", "登る。", 0), ("heading", "休み", 1)]


def test_the_only_underlined_title_leaves_the_others_to_their_looks() -> None:
    assert lines("Hills\n=====\n\nSetup\n\nPut hills on the table.") == [
        ("text", "Hills", 0),
        ("text", "Setup", 0),
        ("text", "Put hills on the table.", 0),
    ]


def test_hashes_mark_titles_where_there_are_several() -> None:
    text = "# Hills\n\n## Climbing\n\nUp.\n\n#3 is no title\n"
    assert lines(text) == [
        ("heading", "Hills", 1),
        ("heading", "Climbing", 2),
        ("text", "Up.", 0),
        ("text", "#3 is no title", 0),
    ]
    assert lines("# 5 hills\n") == [("text", "# 5 hills", 0)]
