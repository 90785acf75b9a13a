"""Markdown: the visible text of every block, its line in the file, its role."""

from __future__ import annotations

from kb import readers
from kb.models import Document, Line, Source


def read(text: str) -> Document:
    return readers.read(Source("game", "doc", "Document", "rules", "doc.md", "1"), text.encode())


def shown(text: str) -> list[tuple[int, str, int, str]]:
    return [(line.line, line.role, line.level, line.text) for line in read(text).lines]


def test_roles_levels_and_source_lines() -> None:
    text = "# A\n\nB *c*\nd\n\n- e\n  - f\n\n    g\n\n```py\nh\n\ni\n```\n\n| j | k |\n|---|---|\n| l |   |\n"
    assert shown(text) == [
        (1, "heading", 1, "A"),
        (3, "text", 0, "B c"),
        (4, "text", 0, "d"),
        (6, "item", 1, "e"),
        (7, "item", 2, "f"),
        (9, "text", 2, "g"),
        (12, "code", 0, "h"),
        (14, "code", 0, "i"),
        (17, "row", 0, "j | k"),
        (19, "row", 0, "l |"),
    ]


def test_ordered_items_keep_their_printed_numbers() -> None:
    assert [line[3] for line in shown("7. A\n8. B\n\n100) C\n")] == ["7. A", "8. B", "100) C"]


def test_an_item_in_an_item_on_one_line_keeps_both_numbers() -> None:
    assert shown("389. 1. Roll.")[0][3] == "389. 1. Roll."


def test_emphasis_is_measured_not_shown() -> None:
    first, second = read("**Tower.** It stands.\n\nIt *is* **high**.").lines
    assert (first.text, first.bold) == ("Tower. It stands.", 6)
    assert (second.text, second.bold) == ("It is high.", 0)


def test_characters_that_could_be_mark_up_are_text() -> None:
    assert shown("\\*a\\* costs $5 [M] 1 < 2 &lt;b&gt; <Slash>")[0][3] == "*a* costs $5 [M] 1 < 2 <b> <Slash>"


def test_links_and_pictures_show_their_words() -> None:
    assert shown("[rule 1](#1) ![a tower](t.png)")[0][3] == "rule 1 a tower"


def test_links_inside_the_document_lead_to_headings() -> None:
    lines = read("# 1. The *Big* Combat\n\nSee [there](#1-the-big-combat), [8:3](#8:3), [a](b.md#c) and [d](#).").lines
    assert lines[0].anchors == ("1thebigcombat",)
    assert lines[1].links == ("1thebigcombat", "83")


def test_unknown_tags_of_tools_are_set_aside() -> None:
    lines = read("# <article-1><people> Article 1: People").lines
    assert [(line.text, line.aside) for line in lines] == [
        ("<article-1>", "pseudo-tag"),
        ("<people>", "pseudo-tag"),
        ("Article 1: People", ""),
    ]


def test_front_matter_is_set_aside() -> None:
    lines = read("---\ntitle: Rules\n---\n# A\n").lines
    assert [(line.line, line.text, line.aside) for line in lines] == [
        (1, "---", "front-matter"),
        (2, "title: Rules", "front-matter"),
        (3, "---", "front-matter"),
        (4, "A", ""),
    ]


def test_html_blocks_give_their_text_line_by_line() -> None:
    text = '<div class="a">1.1.<div>One &quot;x&quot;</div></div>\n<!-- no -->\n<style>p {}</style>\n'
    assert [line[3] for line in shown(text)] == ["1.1.", 'One "x"']


def test_html_tables_are_rows() -> None:
    text = "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td>c</td><td>d<br>e</td></tr>\n</table>\n"
    assert [(line[0], line[1], line[3]) for line in shown(text)] == [(2, "row", "A | B"), (3, "row", "c | d e")]


def test_a_hard_break_starts_a_line_of_its_own() -> None:
    starts = [(line.text, line.starts) for line in read("a  \nb\nc<br>d").lines]
    assert starts == [("a", True), ("b", True), ("c", False), ("d", True)]


def test_empty_documents_have_no_lines() -> None:
    assert read("").lines == ()
    assert read("\n\n<!-- a -->\n").lines == ()


def test_every_line_is_a_record_of_visible_text() -> None:
    assert all(isinstance(line, Line) and line.text.strip() for line in read("- \n- a\n\n1.\n\n>\n> b\n").lines)


def test_a_name_behind_a_heading_is_an_anchor_and_no_text() -> None:
    lines = read("## 1. Naps {#rule-naps .wide}\n\nSee [it](#rule-naps) or {#that}.\n").lines
    assert [(line.text, line.anchors) for line in lines] == [
        ("1. Naps", ("1naps", "rulenaps")),
        ("See it or {#that}.", ()),
    ]
    assert lines[1].links == ("rulenaps",)


def test_links_in_cells_lead_from_their_row():
    table = "| Cat | Does |\n|---|---|\n| Tom | [naps](#naps) |\n| Kit | plays |\n"
    assert [line.links for line in read(table).lines] == [(), ("naps",), ()]
