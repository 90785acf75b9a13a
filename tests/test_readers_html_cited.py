"""Lists that cite their own items say how they are printed, where a page leaves that to a style sheet elsewhere."""

from __future__ import annotations

import pytest

from kb.models import Source
from kb.readers import html
from kb.readers.html_cited import Cited, citations, printed, style_of, styles
from kb.recognise import recognise

LINK = "<link rel=stylesheet href=x.css>"
RULES = "<ol><li>1.1. Cats nap.</li><li>1.2. Dogs run.</li><li>1.3. Mice hide.</li></ol>" * 5
STEPS = """<h2>2.4. A cat's day</h2><ol class=steps><li>Morning<ol><li>The cat wakes.</li><li>Is it hungry?<ol>
<li>If so, it eats.</li><li>If not, go to (d).</li></ol></li><li>Return to (a).</li><li>The morning ends.</li></ol>
</li><li>Noon<ol><li>It sleeps.</li><li>If it rains, return to (1), otherwise go on to (3).</li></ol></li>
<li>Night</li></ol>"""


def texts(page: str) -> list[str]:
    source = Source("g", "d", "D", "rules", "page.html", "1")
    return [line.text for line in html.lines_of(source, page) if not line.aside]


def numbers(page: str) -> list[str]:
    document = html.read(Source("g", "d", "D", "rules", "page.html", "1"), page.encode())
    return [rule.number for rule in recognise(document).rules]


def test_citations_among_items_say_what_a_page_does_not_print() -> None:
    found = texts(LINK + RULES + STEPS)[16:]
    assert found[:4] == ["(1) Morning", "(a) The cat wakes.", "(b) Is it hungry?", "(i) If so, it eats."]
    assert found[4:8] == ["(ii) If not, go to (d).", "(c) Return to (a).", "(d) The morning ends.", "(2) Noon"]
    got = numbers(LINK + RULES + STEPS)
    assert {"2.4(1)", "2.4(1)(a)", "2.4(1)(b)(ii)", "2.4(1)(d)", "2.4(2)(b)", "2.4(3)"} <= set(got)


def test_lists_of_a_class_share_what_one_of_them_cites() -> None:
    other = "<h2>2.5. A dog's day</h2><ol class=steps><li>Up<ol><li>It barks.</li></ol></li><li>Down</li></ol>"
    assert texts(LINK + RULES + STEPS + other)[-3:] == ["(1) Up", "(a) It barks.", "(2) Down"]
    unlike = other.replace("class=steps", "class=thoughts")
    assert texts(LINK + RULES + STEPS + unlike)[-3:] == ["Up", "It barks.", "Down"]


def test_citations_that_lead_nowhere_number_nothing() -> None:
    lost = "<h2>2.4. Day</h2><ol><li>Wake.</li><li>Go to (f).</li><li>Return to (g).</li></ol>"
    assert texts(LINK + RULES + lost)[-3:] == ["Wake.", "Go to (f).", "Return to (g)."]
    once = "<h2>2.4. Day</h2><ol><li>Wake.</li><li>Eat.</li><li>Return to (a).</li></ol>"
    assert texts(LINK + RULES + once)[-3:] == ["Wake.", "Eat.", "Return to (a)."]


def test_a_list_that_says_how_it_counts_is_believed() -> None:
    page = "<h2>Day</h2><ol type=A><li>Wake, then go to (2).</li><li>Return to (1) or go to (2).</li></ol>"
    assert texts(page)[1:] == ["A. Wake, then go to (2).", "B. Return to (1) or go to (2)."]


@pytest.mark.parametrize(
    ("text", "mark", "boxed"),
    [
        ("If not, go to (d).", "d", True),
        ("Skip to step 4 at once.", "4", False),
        ("Weiter bei (c)", "c", True),
        ("Volver al paso 2", "2", False),
        ("Retour à l'étape 2, or repeat from (b)", "b", True),
    ],
)
def test_what_cites_an_item(text: str, mark: str, boxed: bool) -> None:
    assert [(each.mark, each.boxed) for each in citations(text, [3])][-1:] == [(mark, boxed)]


@pytest.mark.parametrize("text", ["Window: (P) (R).", "Go to 4.2.", "Return (a) card to me", "It goes to sleep."])
def test_what_cites_none(text: str) -> None:
    assert list(citations(text, [3])) == []


def test_a_level_is_proven_only_if_all_its_marks_lead_to_one_place() -> None:
    deep = [Cited("d", True, (3, 4, 2)), Cited("a", True, (3, 4)), Cited("2", True, (3,))]
    assert styles(deep) == {0: "(1)", 1: "(a)"}
    assert styles([Cited("2", True, (3, 4)), Cited("1", True, (3, 4))]) == {}
    assert styles([Cited("iv", True, (4,)), Cited("v", True, (6,))]) == {0: "(i)"}
    assert styles([Cited("2", True, (4,)), Cited("b", True, (4,))]) == {}
    assert style_of(2, {0: "(1)", 1: "(a)"}) == "(i)"
    assert style_of(1, {0: "a."}) == ""
    assert (printed(4, "(a)"), printed(4, "1."), printed(3, "(i)")) == ("(d)", "4.", "(iii)")
