"""MediaWiki text: what a wiki shows of it."""

import mwparserfromhell
import pytest

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import wiki
from kb.recognise import recognise

SOURCE = Source("demo", "core", "Core", "rules", "core.wiki", "1")


def lines(text: str) -> tuple[Line, ...]:
    return wiki.read(SOURCE, text.encode()).lines


def shown(text: str) -> list[tuple[str, int, str]]:
    return [(line.role, line.level, line.text) for line in lines(text)]


def test_headings_and_paragraphs_with_their_lines():
    text = "== 4. Movement ==\n'''Robots''' walk\ntwo [[space|spaces]].\n\nCats [[nap]].<br>Always.\n=== Big ===\nEnd"
    assert [(line.role, line.level, line.line, line.starts, line.bold, line.text) for line in lines(text)] == [
        ("heading", 2, 1, True, 0, "4. Movement"),
        ("text", 0, 2, True, 6, "Robots walk"),
        ("text", 0, 3, False, 0, "two spaces."),
        ("text", 0, 5, True, 0, "Cats nap."),
        ("text", 0, 5, False, 0, "Always."),
        ("heading", 3, 6, True, 0, "Big"),
        ("text", 0, 7, True, 0, "End"),
    ]


def test_lists_are_numbered_as_a_wiki_prints_them():
    text = "# Draw\n## One\n## Two\n# Play\n#* Fast\n# Rest\nText\n# Again\n* Loose"
    assert shown(text) == [
        ("item", 1, "1. Draw"),
        ("item", 2, "1. One"),
        ("item", 2, "2. Two"),
        ("item", 1, "2. Play"),
        ("item", 2, "Fast"),
        ("item", 1, "3. Rest"),
        ("text", 0, "Text"),
        ("item", 1, "1. Again"),
        ("item", 1, "Loose"),
    ]


def test_terms_and_definitions():
    assert [(line.text, line.bold) for line in lines("; Nap : what a cat does\n;Walk\n: go")] == [
        ("Nap", 3),
        ("what a cat does", 0),
        ("Walk", 4),
        ("go", 0),
    ]


def test_a_bold_line_over_text_is_a_heading():
    assert shown("== Move ==\n'''Robots'''\n\nThey walk.") == [
        ("heading", 2, "Move"),
        ("heading", 3, "Robots"),
        ("text", 0, "They walk."),
    ]


def test_tables_are_rows_with_header_and_lines():
    text = 'Before\n{| class="x"\n|+ Units\n! Unit !! Cost\n|-\n| Cat || 3\n|-\n| Dog\n| 4\n|}\nAfter'
    assert [(line.role, line.level, line.line, line.text) for line in lines(text)] == [
        ("text", 0, 1, "Before"),
        ("row", 0, 3, "Units"),
        ("row", 1, 4, "Unit | Cost"),
        ("row", 0, 6, "Cat | 3"),
        ("row", 0, 8, "Dog | 4"),
        ("text", 0, 11, "After"),
    ]


def test_what_a_cell_covers_in_other_rows_and_columns_is_empty_there():
    text = '{|\n! A !! B !! C\n|-\n| rowspan="2" | Cat || 1 || 2\n|-\n| 3\n| 4\n|-\n| colspan=2 | All || 5\n|}'
    assert [line.text for line in lines(text)] == ["A | B | C", "Cat | 1 | 2", "| 3 | 4", "All |  | 5"]


def test_templates_show_the_words_they_are_given_and_boxes_name_their_fields():
    text = "{{Box|skill_type=Short skill|Free text}}\nA {{term|stunned}} cat {{#if:x|y}}naps."
    assert shown(text) == [
        ("text", 0, "Skill type: Short skill"),
        ("text", 0, "Free text"),
        ("text", 0, "A stunned cat naps."),
    ]


def test_footnotes_entities_comments_raw_text_and_furniture():
    text = "Cats<ref>By ''day''.</ref> nap &amp; rest<!-- no -->.\n<nowiki>[[x]]</nowiki> [http://a.b site]"
    text += "\n__TOC__\n[[Category:Cats]]\n[[File:cat.png|thumb|A cat]]"
    assert [(line.aside, line.text) for line in lines(text)] == [
        ("", "Cats[1] nap & rest."),
        ("", "[1] By day."),
        ("", "[[x]] site"),
        ("category", "Category:Cats"),
        ("", "A cat"),
    ]


def test_footnotes_of_a_table_count_on():
    text = "Cats<ref>One.</ref> nap.\n{|\n| Cat<ref>Two.</ref>\n|}\nDogs<ref>Three.</ref> run."
    assert [line.text for line in lines(text)] == [
        *("Cats[1] nap.", "[1] One.", "Cat[2] [2] Two.", "Dogs[3] run.", "[3] Three."),
    ]


def test_lists_in_html_are_numbered_as_a_browser_prints_them():
    text = '<ol style="list-style-type: upper-alpha;">\n<li>Draw.</li>\n<li>Play:\n<ol type="i" start="3">'
    text += "<li>one</li><li>4.7 two</li></ol>\n</li>\n<li>Rest.</li>\n</ol>\n<ul><li>Loose</li></ul>\nText"
    assert shown(text) == [
        ("item", 1, "A. Draw."),
        ("item", 1, "B. Play:"),
        ("item", 2, "iii. one"),
        ("item", 2, "4.7 two"),
        ("item", 1, "C. Rest."),
        ("item", 1, "Loose"),
        ("text", 0, "Text"),
    ]


def test_list_items_in_html_end_where_the_next_begins():
    text = "<ol>\n<li>Draw.\n<ol type=a><li>one<li>two</ol>\n<li>Play.</li>\n<li>Rest.\n</ol>\nText"
    assert shown(text) == [
        ("item", 1, "1. Draw."),
        ("item", 2, "a. one"),
        ("item", 2, "b. two"),
        ("item", 1, "2. Play."),
        ("item", 1, "3. Rest."),
        ("text", 0, "Text"),
    ]


def test_listings_keep_their_columns():
    text = "Cats and dogs start as shown:\n<pre>\n | c | &lt;\n\n | d |</pre>\nThen they run."
    assert [(line.role, line.line, line.starts, line.text) for line in lines(text)] == [
        ("text", 1, True, "Cats and dogs start as shown:"),
        ("code", 3, True, " | c | <"),
        ("code", 5, False, " | d |"),
        ("text", 6, True, "Then they run."),
    ]


def test_links_within_the_page_lead_to_headings_and_named_places():
    text = "== Naps and meals ==\nLong.<span id=fish></span>\n== Walks ==\nAfter [[#Naps_and_meals|a nap]], [[#fish]]."
    rules = recognise(wiki.read(SOURCE, text.encode())).rules
    assert [(rule.number, rule.refs) for rule in rules] == [("naps-and-meals", ()), ("walks", ("naps-and-meals",))]


def test_a_template_on_a_line_of_its_own_is_a_paragraph_and_other_languages_are_set_aside():
    found = lines("{{Main|Cats at home}}\nThey {{em|always}} nap.\n[[de:Katzen]] [[:de:Hunde]]")
    assert [(line.aside, line.starts, line.text) for line in found] == [
        ("", True, "Cats at home"),
        ("", True, "They always nap."),
        ("language", True, "de:Katzen"),
        ("", False, "de:Hunde"),
    ]


def test_html_blocks_part_lines():
    assert [line.text for line in lines("<div>One</div><p>Two</p> <span>three</span><ul><li>Four</li></ul>")] == [
        "One",
        "Two",
        "three",
        "Four",
    ]


@pytest.mark.parametrize("text", ["a ''b'' '''c'''\n* d\n== e ==\nf [[g|h]] i", "1\n{|\n| 2\n|-\n| 3\n|}\n4 {{x|5}}"])
def test_no_visible_character_is_lost(text: str):
    ours = "".join("".join(line.text.split()) for line in lines(text))
    other = mwparserfromhell.parse(text).strip_code(keep_template_params=True)
    assert ours == "".join(other.split())


@pytest.mark.parametrize("text", ["", "   \n\n", "<!-- only -->", "__TOC__"])
def test_a_page_without_text_is_refused(text: str):
    with pytest.raises(BadDocument, match=r"core\.wiki: it holds no text"):
        lines(text)


@pytest.mark.parametrize(
    "text", ["{{a|" * 5000, "[[" * 20000 + "x", "<div>" * 5000 + "x", "\n{|\n|" * 2000, "{{a|[[" * 70]
)
def test_deep_nesting_is_refused_at_once(text: str):
    with pytest.raises(BadDocument, match=r"core\.wiki, line \d+: mark-up is nested too deep"):
        lines(text)


def test_a_forgotten_end_is_no_fault():
    assert [line.text for line in lines('A {{b\nC [[d <ref name="x" />\n' * 20)] == ["A {{b", "C [[d"] * 20


def test_quotes_without_end_are_text():
    assert "x" in "".join(line.text for line in lines("'''''" * 3000 + "x"))


def test_lists_that_begin_again_under_each_heading_stay_in_it():
    text = "== Up ==\n# Wake\n# Wash:\n## face\n## hands\n== Down ==\n# Eat\nExample: fish.\n== End ==\n# Rest\n# Stop"
    rules = recognise(wiki.read(Source("g", "d", "D", "rules", "d.wiki", "1"), text.encode())).rules
    assert [rule.number for rule in rules] == ["up", "down", "down/example-1", "end"]


def test_a_template_that_is_given_a_version_says_what_of():
    text = "{{Outdated|patch 4.2}}\nCats nap.\n\n{{Version|3.1}}\nDogs {{skill|Run 2}} far."
    assert [line.text for line in lines(text)] == [
        "Outdated: patch 4.2",
        "Cats nap.",
        "Version: 3.1",
        "Dogs Run 2 far.",
    ]


def test_the_mark_of_a_question_is_no_term():
    assert [(line.text, line.bold > 0) for line in lines(";Q: May a cat nap?\n:A: It may.\n; Cat : naps\n")] == [
        ("Q: May a cat nap?", True),
        ("A: It may.", False),
        ("Cat", True),
        ("naps", False),
    ]


def test_links_in_cells_lead_from_their_row():
    rows = lines("== Naps ==\nx\n{|\n| Cat || see [[#Naps]]\n|-\n| Dog || barks\n|}\n")[2:]
    assert [line.links for line in rows] == [("naps",), ()]


def test_a_template_with_a_field_for_the_version_is_named():
    assert [line.text for line in lines("{{Outdated|version=4.2}}\nCats nap.\n")] == [
        "Outdated: 4.2",
        "Cats nap.",
    ]
