"""HTML: what a browser shows, in order, with page furniture set aside by name."""

import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import html
from kb.recognise import recognise

SOURCE = Source("demo", "core", "Core", "rules", "core.html", "1")


def lines(page: str | bytes) -> tuple[Line, ...]:
    return html.read(SOURCE, page if isinstance(page, bytes) else page.encode()).lines


def shown(page: str) -> list[tuple[str, int, str, str]]:
    return [(line.role, line.level, line.number, line.text) for line in lines(page) if not line.aside]


def test_nested_lists_get_the_markers_a_browser_prints():
    page = """<h2>Turn</h2><ol><li>Draw.<ol type="a"><li>One card.</li><li>Two if tired.</li></ol></li>
    <li value="5">Play.</li><li>Rest.</li></ol><ol reversed><li>x</li><li>y</li></ol>"""
    assert shown(page) == [
        ("heading", 2, "", "Turn"),
        ("item", 1, "", "1. Draw."),
        ("item", 2, "", "a. One card."),
        ("item", 2, "", "b. Two if tired."),
        ("item", 1, "", "5. Play."),
        ("item", 1, "", "6. Rest."),
        ("item", 1, "", "2. x"),
        ("item", 1, "", "1. y"),
    ]


def test_joined_counters_of_the_style_sheet_give_whole_numbers():
    page = """<style>ol {counter-reset: item; list-style: none} /* x */
    ol > li {counter-increment: item} li::before {content: counters(item, ".") " "}</style>
    <ol><li>Setup<ol><li>Board</li><li>Cards</li></ol></li><li>End</li></ol>"""
    assert shown(page) == [
        ("item", 1, "", "1. Setup"),
        ("item", 2, "", "1.1 Board"),
        ("item", 2, "", "1.2 Cards"),
        ("item", 1, "", "2. End"),
    ]


def test_counters_of_headings_and_of_lists_that_follow_each_other():
    page = """<style>body{counter-reset:part}h2{counter-increment:part;counter-reset:rule}
    h2:before{content:"Part " counter(part)": "}
    p.r{counter-increment:rule}p.r:before{content:counter(part) "." counter(rule, lower-alpha) " "}
    .l-0 > li{counter-increment:c0}.l-1 > li{counter-increment:c1}ol.l-1.start{counter-reset:c1 0}
    ol{list-style-type:none}
    ol.l-0.start{counter-reset:c0 0}.l-0 > li:before{content:counter(c0,decimal) ". "}
    .l-1 > li:before{content:"(" counter(c0) "-" counter(c1,upper-roman) ") "}</style>
    <h2>Move</h2><p class=r>Walk.</p><p class="r x">Run.</p><h2>Fight</h2><p class=r>Hit.</p>
    <ol class="l-0 start"><li>A</li></ol><ol class="l-1 start"><li>B</li><li>C</li></ol><ol class=l-0><li>D</li></ol>"""
    assert [line.text for line in lines(page) if not line.aside] == [
        *("Part 1: Move", "1.a Walk.", "1.b Run.", "Part 2: Fight", "2.a Hit."),
        *("1. A", "(1-I) B", "(1-II) C", "2. D"),
    ]


def test_a_bare_counter_is_a_marker():
    page = "<style>ul{counter-reset:n}li:before{counter-increment:n;content:counter(n)}</style><ul><li>Cat<li>Dog</ul>"
    assert [line.text for line in lines(page) if not line.aside] == ["1. Cat", "2. Dog"]


def test_numbers_that_a_style_sheet_takes_from_attributes():
    page = """<style>p::before {content: attr(data-n) ". "}</style>
    <p data-n="4.1">Cats nap.</p><p data-n="4.2">Dogs run.</p>"""
    assert [line.text for line in lines(page) if not line.aside] == ["4.1. Cats nap.", "4.2. Dogs run."]


def test_items_that_print_their_own_number_get_none_beside_it():
    page = """<ol><li><b>4.1.</b><span>Robots move.</span></li><li><b>4.2.</b><span>Cats nap.</span>
    <ol><li>Example: a cat naps.</li><li>Example: it sleeps.</li></ol></li></ol>"""
    assert shown(page) == [
        ("item", 1, "", "4.1. Robots move."),
        ("item", 1, "", "4.2. Cats nap."),
        ("item", 2, "", "Example: a cat naps."),
        ("item", 2, "", "Example: it sleeps."),
    ]
    assert [line.bold for line in lines(page)] == [4, 4, 0, 0]


def test_a_linked_style_sheet_makes_the_numbers_of_a_page_with_its_own_doubtful():
    rules = "<ol><li>4.1. Cats nap.</li><li>4.2. Dogs run.</li></ol><ol><li>Draw.</li></ol>"
    steps = "<h2>Steps</h2><ol><li>Wake.</li><li>Eat.</li></ol>"
    assert [line.text for line in lines(rules * 3 + steps)][-2:] == ["1. Wake.", "2. Eat."]
    linked = '<link rel="stylesheet" href="rules.css">' + rules * 3 + steps
    assert [line.text for line in lines(linked)][-2:] == ["Wake.", "Eat."]


def test_preformatted_text_is_code_and_keeps_its_columns():
    page = """<h2>4.1 Board</h2><p>Cats and dogs start so, and every cat looks at a dog:</p>
    <pre>  | c |   | d |\n  | 4 |   | 2 |\n\n4.2 x</pre><p>Then they run.</p>"""
    assert shown(page) == [
        ("heading", 2, "", "4.1 Board"),
        ("text", 0, "", "Cats and dogs start so, and every cat looks at a dog:"),
        ("code", 0, "", "  | c |   | d |"),
        ("code", 0, "", "  | 4 |   | 2 |"),
        ("code", 0, "", "4.2 x"),
        ("text", 0, "", "Then they run."),
    ]
    assert [line.starts for line in lines(page)] == [True, True, True, False, False, True]


def test_code_behind_the_word_example_is_the_example():
    page = """<h2>4.1 Board</h2><p>Cats move as drawn.</p><p>Example:</p><pre>c  .\n\n.  d</pre>
    <p>Dogs move so:</p><pre>d d</pre><h2>4.2 End</h2><p>All nap.</p>"""
    rules = recognise(html.read(SOURCE, page.encode())).rules
    assert [(rule.number, rule.text) for rule in rules] == [
        ("4.1", "Cats move as drawn.\nDogs move so:\nd d"),
        ("4.1/example-1", "Example:\nc  .\n.  d"),
        ("4.2", "All nap."),
    ]


def test_headings_that_count_from_zero_and_end_with_a_stop_are_numbered():
    page = "".join(
        f"<h3>{n}. {word}.</h3><p>See section {n + 1}.</p>" for n, word in enumerate(("Words", "Cats", "Dogs"))
    )
    rules = recognise(html.read(SOURCE, f"<h1>Cats</h1>{page}".encode())).rules
    assert [(rule.number, rule.title, rule.refs) for rule in rules][1:] == [
        ("0", "Words.", ("1",)),
        ("1", "Cats.", ("2",)),
        ("2", "Dogs.", ("3",)),
    ]


def test_a_list_in_a_section_of_a_chapter_does_not_number_the_chapter():
    chapter = (
        "<h1>Chapter {0}. Cats</h1><p>Cats nap.</p><h2>Meals</h2><p>In turn:</p><ol><li>Fish.</li><li>Rest.</li></ol>"
    )
    rules = recognise(html.read(SOURCE, (chapter.format(1) + chapter.format(2)).encode())).rules
    assert [rule.number for rule in rules] == ["1", "1/meals", "2", "2/meals"]


def test_laws_are_read_as_their_pages_print_them():
    page = """<h1>Katzengesetz</h1><h2>Abschnitt 1 Allgemeines</h2><h3>§ 1 Zweck</h3><div>(1) Katzen sind
    <dl><dt>1.</dt><dd>Hauskatzen,</dd><dt>2.</dt><dd>Wildkatzen, wenn sie<dl><dt>a)</dt><dd>frei oder</dd>
    <dt>b)</dt><dd>zahm sind.</dd></dl></dd></dl></div><div>(2) Sie ruhen.</div><h3>§ 2 Ruhe</h3>
    <div>(1) Es gilt § 1 Absatz 2.</div><div>(2) Nachts nicht.</div><h3>§ 2a Hunde</h3><div>Sie rennen.</div>
    <h2>Abschnitt 2 Schluss</h2><h3>§ 3 Ende</h3><p>Alles endet.</p>"""
    rules = recognise(html.read(SOURCE, page.encode())).rules
    first, second = "katzengesetz/abschnitt-1-allgemeines", "katzengesetz/abschnitt-2-schluss"
    assert [(rule.number, rule.parent, rule.refs) for rule in rules if not rule.number.startswith("katzen")] == [
        ("1", first, ()),
        ("1(1)", "1", ()),
        ("1(1).1", "1(1)", ()),
        ("1(1).2", "1(1)", ()),
        ("1(1).2a", "1(1).2", ()),
        ("1(1).2b", "1(1).2", ()),
        ("1(2)", "1", ()),
        ("2", first, ()),
        ("2(1)", "2", ("1(2)",)),
        ("2(2)", "2", ()),
        ("2a", first, ()),
        ("3", second, ()),
    ]


def test_a_lone_number_in_brackets_counts_where_others_of_its_print_do():
    page = """<h3>§ 1 Naps</h3><p>(1) Cats nap.</p><p>(2) Dogs do not.</p><h3>§ 2 Walks</h3><p>(1) Dogs run.</p>
    <h3>§ 3 End</h3><p>All end.</p>"""
    numbers = [rule.number for rule in recognise(html.read(SOURCE, page.encode())).rules]
    assert numbers == ["1", "1(1)", "1(2)", "2", "2(1)", "3"]
    alone = page.replace("<p>(2) Dogs do not.</p>", "")
    assert [rule.number for rule in recognise(html.read(SOURCE, alone.encode())).rules] == ["1", "2", "3"]


def test_chapters_over_sections_of_a_hundred_are_no_numbers_of_their_row():
    page = """<h2>CHAPTER 1 - NAPS</h2><h3>§101. Words</h3><p>(a) A nap is short.</p><p>(b) A sleep is long.</p>
    <h3>§102. Naps</h3><p>See section 101(b).</p><h3>§103. End</h3><p>All end.</p>"""
    rules = recognise(html.read(SOURCE, page.encode())).rules
    assert [(rule.number, rule.refs) for rule in rules][1:] == [
        *(("101", ()), ("101(a)", ()), ("101(b)", ()), ("102", ("101(b)",)), ("103", ())),
    ]


def test_a_bare_number_in_an_element_of_its_own_is_parted_from_its_title():
    page = "<h4><span>1</span>Right to nap</h4><p>Cats nap.</p><p><b>4</b>A <b>2</b>nd.</p>"
    assert [line.text for line in lines(page)] == ["1 Right to nap", "Cats nap.", "4A 2nd."]


def test_the_terms_of_a_list_of_definitions_are_entries_below_the_letters_of_a_glossary():
    entries = {
        "C": ("cat", "A beast that naps."),
        "D": ("dog", "A beast that runs."),
        "E": ("*", "A star has no name."),
    }
    letters = "".join(f"<h3>{letter}</h3><dl><dt>{t}<dd>{d}</dl>" for letter, (t, d) in entries.items())
    page = f"<h2>26.1 Glossary</h2><h3>Signs and Numbers</h3><p>None.</p>{letters}<h2>26.2 End</h2><p>All nap.</p>"
    rules = recognise(html.read(SOURCE, page.encode())).rules
    assert [(rule.number, rule.kind, rule.title) for rule in rules if rule.kind == "term"] == [
        ("26.1/c/cat", "term", "cat"),
        ("26.1/d/dog", "term", "dog"),
    ]


def test_notes_behind_a_chapter_do_not_number_it():
    page = """<h1>Chapter 1. Cats</h1><p>They nap.(1)</p><h1>Chapter 2. Books</h1><h2>Titles</h2><p>None.</p>
    <h2>Footnotes</h2><p>(1)</p><p>By day.</p><p>(2)</p><p>Or by night.</p>"""
    assert [rule.number for rule in recognise(html.read(SOURCE, page.encode())).rules][-2:] == [
        "2/titles",
        "2/footnotes",
    ]


def test_a_contents_page_goes_on_past_an_entry_that_is_a_sentence():
    entries = ("1.1. Cats", "1.2. All of them nap.", "1.3. Dogs")
    page = "<h2>Contents</h2>" + "".join(f"<p>{entry}</p>" for entry in entries)
    text = "".join(f"<h3>{entry}</h3><p>Nobody else does so.</p>" for entry in entries)
    parsed = recognise(html.read(SOURCE, (page + text).encode()))
    assert [rule.number for rule in parsed.rules] == ["1.1", "1.2", "1.3"]
    assert not parsed.problems


def test_a_page_that_is_a_preformatted_text_is_read_as_text():
    page = "<h1>Cats</h1><pre>1.1  Cats nap all day.\n1.2  Dogs run all night.\n\n1.3  Birds sing.</pre>"
    assert [(line.role, line.text) for line in lines(page)][1:] == [
        ("text", "1.1 Cats nap all day."),
        ("text", "1.2 Dogs run all night."),
        ("text", "1.3 Birds sing."),
    ]


def test_a_table_with_header_cells_is_one_though_a_cell_holds_a_list():
    cells = "<tr><td>Cat<td>Do:<ol><li>Wake.<li>Eat.</ol><tr><td>Dog<td>Run."
    assert shown(f"<table><tr><th>Who<th>What{cells}</table>") == [
        ("row", 1, "", "Who | What"),
        ("row", 0, "", "Cat | Do: 1. Wake. 2. Eat."),
        ("row", 0, "", "Dog | Run."),
    ]
    assert ("item", 1, "", "1. Wake.") in shown(f"<table>{cells}</table>")


def test_what_a_cell_covers_in_other_rows_and_columns_is_empty_there():
    page = """<table><tr><th>Who<th>When<th>What<tr><td rowspan=2>Cat<td>Day<td>Naps<tr><td>Night<td>Eats
    <tr><td colspan=2>All<td>Play<tr><td colspan=99999999>End<td rowspan=x>.</table>"""
    assert [text for _, _, _, text in shown(page)] == [
        *("Who | When | What", "Cat | Day | Naps", "| Night | Eats", "All |  | Play", "End | ."),
    ]


def test_a_heading_of_two_lines_is_one_title_unless_the_second_has_its_own_number():
    page = "<h2>Chapter 3<br>Naps</h2><p>Long.</p><h3>3.1 Cats<br>3.2 Dogs</h3>"
    assert [line.text for line in lines(page)] == ["Chapter 3 Naps", "Long.", "3.1 Cats", "3.2 Dogs"]


def test_the_sign_that_links_to_a_heading_is_not_part_of_it():
    page = """<h2 id=nap>Naps<a class="headerlink" href="#nap">¶</a></h2>
    <p>See <a href="#f1">*</a> and <a href="#nap">§ 4</a>.</p>"""
    assert [(line.role, line.text) for line in lines(page)] == [
        ("aside", "¶"),
        ("heading", "Naps"),
        ("text", "See * and § 4."),
    ]


def test_a_block_named_header_that_is_mostly_links_is_set_aside():
    page = """<div class=header><p>Next: <a href=2>Naps and meals</a>, Up: <a href=0>Cats at home</a></p></div>
    <h2>Cats</h2><div class=header><p>This header tells what <a href=c>cats</a> eat.</p></div>"""
    assert [(line.aside, line.text) for line in lines(page)] == [
        ("page header", "Next: Naps and meals, Up: Cats at home"),
        ("", "Cats"),
        ("", "This header tells what cats eat."),
    ]


def test_lists_switched_off_print_no_numbers():
    page = "<style>ol.plain{list-style-type:none}</style><ol class=plain><li>Aim</li></ol><ul><li>Fire</li></ul>"
    assert shown(page) == [("item", 1, "", "Aim"), ("item", 1, "", "Fire")]


def test_rule_numbers_in_attributes_are_numbers_only_where_they_are_meant_so():
    page = """<div id="a1" data-number="4.1">Cats nap.</div><div data-number="4.2">Dogs run.</div>
    <p data-number="4.2.a">4.2.a Big dogs run far.</p><p id="3">A picture.</p>"""
    assert [(line.number, line.text) for line in lines(page)] == [
        ("4.1", "Cats nap."),
        ("4.2", "Dogs run."),
        ("", "4.2.a Big dogs run far."),
        ("", "A picture."),
    ]


def test_ids_that_are_rule_numbers():
    page = "".join(f'<p id="rule-7.{n}">Rule text {word}.</p>' for n, word in enumerate(("one", "two", "six"), 1))
    assert [line.number for line in lines(page)] == ["7.1", "7.2", "7.3"]


def test_tables_are_whole_rows_with_their_header_and_layout_tables_are_blocks():
    page = """<table><thead><tr><th>Unit</th><th>Cost</th></tr></thead><tr><td>Cat</td><td>3<br>gold</td></tr></table>
    <table><tr><td><h2>Left</h2><p>Words.</p></td><td><ol><li>One</li></ol></td></tr></table>"""
    assert shown(page) == [
        ("row", 1, "", "Unit | Cost"),
        ("row", 0, "", "Cat | 3 gold"),
        ("heading", 2, "", "Left"),
        ("text", 0, "", "Words."),
        ("item", 1, "", "1. One"),
    ]
    assert [line.starts for line in lines(page)] == [True, False, True, True, True]


def test_page_furniture_is_set_aside_by_name_and_not_lost():
    page = """<head><title>Demo</title><script>var x = "1.1 not a rule";</script></head><body>
    <header><a href=/>Home</a> <a href=/shop>Shop</a></header><nav><ul><li><a href=#a>1.1 Draw</a></li></ul></nav>
    <div class="search-bar"><input placeholder="Search rules"><button>Go</button></div>
    <div class="toc">Contents <a href="#a">1.1 Draw and everything else</a></div>
    <div class="cookie-consent">We use cookies to count. <button>Fine</button></div>
    <main><header><h1>Rules</h1></header><p class="nav-note">1.1 Draw.</p></main><footer>Imprint</footer></body>"""
    assert [(line.aside, line.text) for line in lines(page)] == [
        ("page title", "Demo"),
        ("script", 'var x = "1.1 not a rule";'),
        ("page header", "Home Shop"),
        ("menu", "1.1 Draw"),
        ("menu", "Search rules"),
        ("menu", "Go"),
        ("menu", "Contents 1.1 Draw and everything else"),
        ("banner", "We use cookies to count."),
        ("banner", "Fine"),
        ("", "Rules"),
        ("", "1.1 Draw."),
        ("page footer", "Imprint"),
    ]


def test_a_long_script_is_listed_by_its_beginning():
    page = f"<script>var cats = '{'x' * 300_000}';</script><p>4.1 Cats nap.</p>"
    script, rule = html.read(SOURCE, page.encode()).lines
    assert script.aside == "script"
    assert script.text == ("var cats = '" + "x" * 200)[:200]
    assert rule.text == "4.1 Cats nap."


def test_a_list_of_links_to_the_headings_of_its_page_is_its_contents():
    words = ("Setup", "Turn", "Naps", "End")
    entries = "".join(f"<li>{n}. <a href='#s{n}'>{word}</a></li>" for n, word in enumerate(words, 1))
    text = "".join(f"<h2 id=s{n}>{n}. {word}</h2><p>Cats.</p>" for n, word in enumerate(words, 1))
    page = f"<p>In detail</p><ul>{entries}</ul>{text}"
    assert [line.aside for line in lines(page)][:6] == ["", *["contents"] * 4, ""]
    steps = page + "<h2>5. Days</h2><h2>6. Nights</h2><h2>7. Weeks</h2><h2>8. Years</h2><h2>9. More</h2>"
    assert {line.aside for line in lines(steps)} == {""}
    assert {line.aside for line in lines(page.replace("</a>", "</a> is where every cat of the game"))} == {""}


def test_furniture_inside_a_line_is_taken_out_of_it():
    page = """<h2>Stunned<span class="mw-editsection">[<a href=/e>edit</a>]</span></h2><ol><li><button>Copy</button>
    <b>4.1.</b> Cats nap.<nav><a href=#>up</a></nav></li></ol><table>
    <tr><td>Cat <button>?</button>naps</td><td>3</td></table>
    <div id="footer">Imprint, privacy</div>"""
    assert [(line.role, line.aside, line.text) for line in lines(page)] == [
        ("aside", "menu", "[edit]"),
        ("heading", "", "Stunned"),
        ("aside", "form", "Copy"),
        ("item", "", "4.1. Cats nap."),
        ("aside", "menu", "up"),
        ("aside", "form", "?"),
        ("row", "", "Cat naps | 3"),
        ("aside", "page footer", "Imprint, privacy"),
    ]


def test_links_become_references_to_the_rules_they_lead_to():
    page = """<h2 id="nap">4. Napping</h2><p><a name="cats"></a>4.1. Cats nap.</p><p id=x>4.2. Dogs do as in
    <a href="#cats">the rule of cats</a>, see
    <a href="#nap">here</a>, <a href="#x">this</a> and <a href="/y#z">that</a>.</p>"""
    read = html.read(SOURCE, page.encode())
    assert [(line.anchors, line.links) for line in read.lines] == [
        (("nap",), ()),
        (("cats",), ()),
        (("x",), ("cats", "nap", "x")),
    ]
    assert {rule.number: rule.refs for rule in recognise(read).rules} == {"4": (), "4.1": (), "4.2": ("4.1", "4")}


def test_entities_are_decoded_once_and_typography_is_plain():
    assert [line.text for line in lines("<p>&amp;lt;b&amp;gt; &#x27;x&#x27;&nbsp;of\ufb01ce soft&shy;ly</p>")] == [
        "&lt;b&gt; 'x' office softly"
    ]


def test_short_bold_paragraphs_are_headings_and_terms_are_not():
    page = "<h1>Rules</h1><p><b>Setup</b></p><p>Place the board.</p>"
    page += "<dl><dt>Nap</dt><dd>Rest.</dd></dl><p><b>A rule.</b><p>End"
    assert [(line.role, line.level, line.text) for line in lines(page)][:5] == [
        ("heading", 1, "Rules"),
        ("heading", 2, "Setup"),
        ("text", 0, "Place the board."),
        ("text", 0, "Nap"),
        ("text", 0, "Rest."),
    ]
    assert [line.role for line in lines(page)][5:] == ["text", "text"]


def test_breaks_continue_and_pictures_that_are_words_stay():
    page = '<p>Pay <img alt="gold" src=x> now,<br>then rest.</p><p><img src=logo.png alt=Logo></p><p>After</p>'
    assert [(line.text, line.starts) for line in lines(page)] == [
        ("Pay [gold] now,", True),
        ("then rest.", False),
        ("After", True),
    ]


def test_lines_are_those_of_the_file():
    assert [(line.line, line.text) for line in lines("<p>One</p>\n\n<p>Two</p>\r\n<pre>a\nb</pre> c")] == [
        (1, "One"),
        (3, "Two"),
        (4, "a"),
        (5, "b"),
        (5, "c"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "iso-8859-2", "utf-16"])
def test_the_declared_encoding_is_used_where_it_is_right(encoding):
    page = f'<html><head><meta charset="{encoding}"></head><body><p>Zoë äöü</p></body>'
    assert lines(page.encode(encoding))[-1].text == "Zoë äöü"


def test_a_wrong_declaration_does_not_garble():
    assert lines('<meta charset="utf-8"><p>Zo\xeb\x92s caf\xe9'.encode("latin-1"))[-1].text == "Zoë’s café"


@pytest.mark.parametrize(
    "page", ["<div>" * 100_000 + "deep", "<ol><li>" * 50_000, "<b>" * 3000 + "x", "<table><tr><td>" * 9000]
)
def test_nesting_too_deep_is_refused_with_file_and_line(page):
    with pytest.raises(BadDocument, match=r"core\.html, line 1: elements are nested too deep"):
        lines(page)


def test_an_empty_file_is_refused():
    with pytest.raises(BadDocument, match=r"core\.html.*no HTML can be read"):
        lines("")


def test_a_page_that_scripts_build_is_refused():
    with pytest.raises(BadDocument, match=r"core\.html: it holds no text beside menus and scripts"):
        lines("<script>render()</script><nav><a href=/>Home</a></nav><div id=root></div>")


def independent(page: str) -> str:
    """All text of the page by another parser."""
    return html.visible(LexborHTMLParser(page).root.text(deep=True))  # type: ignore[union-attr]


@pytest.mark.parametrize("wrap", [lambda s: s, lambda s: f"<div>{s}", lambda s: f"<ul><li>{s}</ul>tail"])
def test_no_visible_character_is_lost(wrap: Callable[[str], str]):
    page = wrap("a<p>b<i>c</i>d<ol><li>e<p>f</ol>g<b>h</b><dl><dt>i<dd>j</dl>k<br>l<pre>m\n n</pre>o<h1>p</h1>q")
    read = "".join(re.sub(r"^\d\. ", "", line.text) for line in lines(page))
    assert html.visible(read) == independent(page)


WORDS = st.sampled_from(["cats", "nap", "here", "dogs", "run", "there", "birds", "fly", "over"])
BLOCK = ("p", "div", "ul", "ol", "li", "h2", "h5", "table", "tr", "td", "th", "dl", "dt", "dd", "pre", "blockquote")
INLINE = ("b", "i", "a", "span", "q", "sup", "code", "br")
TREES = st.recursive(
    WORDS.map(lambda word: f" {word} "),
    lambda inner: st.tuples(st.sampled_from(BLOCK + INLINE), st.lists(inner, max_size=4)).map(
        lambda pair: f"<{pair[0]}>{''.join(pair[1])}</{pair[0]}>"
    ),
    max_leaves=25,
)


@given(st.lists(TREES, min_size=1, max_size=6))
@example(["<table><tr> cats </tr></table>"])
@settings(max_examples=150, deadline=None)
def test_whatever_the_nesting_every_word_is_there_in_order(trees: list[str]):
    page = "".join(trees) + "<p>end</p>"
    words = re.compile(r"[a-z]+")
    root = LexborHTMLParser(page).root
    shown_by_lexbor = words.findall(root.text(deep=True, separator=" ")) if root else []
    ours = [word for line in lines(page) for word in words.findall(line.text)]
    assert sorted(ours) == sorted(shown_by_lexbor)
    if "<table" not in page:  # the two parsers put text that stands loose in a table at different places
        assert ours == shown_by_lexbor


def test_a_list_of_definitions_in_a_section_of_terms_gives_terms():
    page = """<h2>3. Terms</h2><dl><dt>Nap</dt><dd>A short sleep.</dd><dt>Cat</dt><dt>Puss</dt><dd>Who naps.</dd></dl>
    <h2>4. Rules</h2><p>4.1 Cats nap.</p><p>4.2 Dogs run.</p>"""
    document = html.read(Source("g", "d", "D", "rules", "page.html", "1"), page.encode())
    rules = recognise(document).rules
    assert [(rule.number, rule.kind, rule.title, rule.text) for rule in rules[1:3]] == [
        ("3/nap", "term", "Nap", "A short sleep."),
        ("3/cat", "term", "Cat Puss", "Who naps."),
    ]


def test_letters_within_a_list_that_stays_in_its_rule_stay_there_too():
    steps = "<ol><li>Wake.</li><li>Eat:<ol type=a><li>fish,</li><li>milk.</li></ol></li></ol>"
    page = f"<h2>4. Day</h2><p>4.1 Do this:</p>{steps}<p>4.2 Or that:</p><ol type=a><li>nap,</li><li>run.</li></ol>"
    document = html.read(Source("g", "d", "D", "rules", "page.html", "1"), page.encode())
    assert [rule.number for rule in recognise(document).rules] == ["4", "4.1", "4.2", "4.2a", "4.2b"]


def test_all_paragraphs_of_a_box_that_begins_with_an_example_are_the_example():
    box = "<blockquote><p><b>Example:</b> Tom naps.</p><p>He naps long.</p></blockquote>"
    page = f"<h2>4. Naps</h2><p>4.1 Cats nap.</p>{box}<p>They snore.</p><p>4.2 Dogs nap.</p>"
    page += "<details><summary>Example</summary><p>Rex naps.</p><p>He snores.</p></details><p>So it is.</p>"
    rules = recognise(html.read(Source("g", "d", "D", "rules", "page.html", "1"), page.encode())).rules
    assert [(rule.number, rule.text) for rule in rules[1:]] == [
        ("4.1", "Cats nap.\nThey snore."),
        ("4.1/example-1", "Example: Tom naps.\nHe naps long."),
        ("4.2", "Dogs nap.\nSo it is."),
        ("4.2/example-1", "Example\nRex naps.\nHe snores."),
    ]


@pytest.mark.parametrize("name", ["header", "nav", "toc-anchor"])
def test_headings_that_are_links_to_themselves_are_headings(name: str):
    page = "".join(f'<h2 id=h{n}><a class="{name}" href="#h{n}">Part {n}</a></h2><p>Cats nap.</p>' for n in (1, 2))
    assert [line.text for line in lines(page) if line.role == "heading"] == ["Part 1", "Part 2"]
    assert not any(line.aside for line in lines(page))


def test_buttons_that_open_an_answer_are_titles_and_others_are_controls():
    page = """<h2>Cats</h2><div class="accordion-header"><button>May a cat nap?</button></div><p>It may.</p>
        <h3><button aria-expanded="false">Dogs</button></h3><p>They bark.</p><button>Print</button>
        <nav><button>What is new?</button></nav>"""
    found = [(line.role, line.text, line.bold > 0) for line in lines(page) if not line.aside]
    assert found == [
        ("heading", "Cats", False),
        ("text", "May a cat nap?", True),
        ("text", "It may.", False),
        ("heading", "Dogs", True),
        ("text", "They bark.", False),
    ]


def test_links_back_to_the_top_are_set_aside():
    page = '<p>Nap.</p><p><a href="#top">Back to top ↑</a></p><p>See <a href="#top">the top card</a>.</p>'
    assert [line.text for line in lines(page) if not line.aside] == ["Nap.", "See the top card."]


def test_links_by_the_address_of_the_page_itself_lead_within_it():
    chapters = "".join(
        f'<dl><dt>{n}. <a href="faq.html#c{n}">Cats {n}</a></dt>'
        f'<dd><a href="faq.html#q{n}">{n}.1 Naps {n}</a></dd></dl>'
        for n in (1, 2, 3)
    )
    text = "".join(f'<h3 id="c{n}">{n}. Cats {n}</h3><p id="q{n}">{n}.1 Naps {n}</p><p>Yes.</p>' for n in (1, 2, 3))
    found = lines(f'{chapters}{text}<p>See <a href="dogs.html#c1">dogs</a> and <a href="faq.html#q2">naps</a>.</p>')
    assert [line.aside for line in found[:6]] == ["contents"] * 6
    assert [line.text for line in found if line.role == "heading"] == ["1. Cats 1", "2. Cats 2", "3. Cats 3"]
    assert found[-1].links == ("q2",)


def test_the_marker_of_an_item_that_begins_with_the_same_letter():
    assert [line.text for line in lines('<ol type="a"><li>a roof</li><li>bees</li><li>c) cats</li></ol>')] == [
        "a. a roof",
        "b. bees",
        "c) cats",
    ]


def test_text_that_is_struck_out_is_set_aside():
    found = lines("<p>1.1 Cats nap <del>twice</del> once.</p>")
    assert [(line.aside, line.text) for line in found] == [("deleted", "twice"), ("", "1.1 Cats nap once.")]


def test_the_marker_of_a_menus_last_item_is_no_number_of_the_text():
    page = '<nav><ol><li><a href="#a">Cats</a></li><li><a href="#b">Dogs</a></li></ol></nav><h2>1 Cats</h2>'
    assert [(line.number, line.text) for line in lines(page) if not line.aside] == [("", "1 Cats")]
