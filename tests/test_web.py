"""The web faces without a browser: text as HTML, the guard, addresses, rule pages, the API."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.models import Step
from kb.sources import load_corpus
from kb.states import StateTable, load_states
from kb.web.address import citation_of
from kb.web.diagram import dot, in_words, standing
from kb.web.guard import Buckets, Rate, host_allowed, known_hosts
from kb.web.html import marked_changes
from kb.web.picture import place
from kb.web.richtext import Link, marked_words, rich
from tests.website import ROOT

TAGS = re.compile(r"<[^>]*>")
HOSTILE = "<img src=x onerror=alert(1)> & $5 to $10, *x* [M] :fire: <script>a</script> \"q\" 'r'"


def visible(html: str) -> str:
    """What a reader sees of a piece of HTML."""
    return unescape(TAGS.sub("", re.sub(r'<span class="tip".*?</span>', "", html)))


@given(st.text(max_size=200), st.text(max_size=40))
def test_rich_text_shows_every_character_and_no_more(text: str, question: str) -> None:
    """Marking and linking add mark-up, never a character."""
    links = {"423.1.a": Link("/r/x", "<b>")}
    html = str(rich(text, marked_words(question), links))
    assert visible(html) == text


def test_hostile_text_is_text() -> None:
    """Nothing of a rule's text becomes an element."""
    html = str(rich(HOSTILE, marked_words("script onerror"), {}))
    assert visible(html) == HOSTILE
    assert set(re.findall(r"<(\w+)", html)) == {"mark"}


def test_a_question_marks_its_words_in_other_forms_and_no_function_words() -> None:
    """The stems decide; "a" and "can" are in every question."""
    html = str(rich("Stunned units can not rally as a unit.", marked_words("can a stunned unit rally"), {}))
    assert html == "<mark>Stunned</mark> <mark>units</mark> can not <mark>rally</mark> as a <mark>unit</mark>."


def test_a_cited_number_is_a_link_that_shows_its_rule() -> None:
    """The number's own characters are the link's; an unknown number stays text."""
    html = str(rich("See rule 423.1.a and rule 999.1.b.", (), {"423.1.a": Link("/r/g/423.1.a", 'No <b> "x"')}))
    assert '<a href="/r/g/423.1.a">423.1.a</a>' in html
    assert "No &lt;b&gt; &#34;x&#34;" in html
    assert html.count("<a ") == 1


def test_marked_changes_keep_both_texts() -> None:
    """Without what was put in, the old words; without what was taken out, the new."""
    old, new = "A unit may  not attack <b>.", "A stunned unit may not attack\n<i>."
    html = str(marked_changes(old, new))
    assert visible(re.sub(r"<ins>.*?</ins>", "", html, flags=re.S)) == old
    assert visible(re.sub(r"<del>.*?</del>", "", html, flags=re.S)) == new


@pytest.mark.parametrize(
    ("rest", "citation"),
    [
        ("423.1.a", "g:423.1.a"),
        ("8:10d", "g:8:10d"),
        ("core@1.3:423.1", "g/core@1.3:423.1"),
        ("r@2:8:10", "g/r@2:8:10"),
    ],
)
def test_addresses_name_a_number_or_an_id(rest: str, citation: str) -> None:
    """A colon may be part of a number; only "@" makes an id."""
    assert citation_of("g", rest) == citation


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("localhost:8501", True), ("127.0.0.1:8501", True), ("[::1]:8501", True), ("192.168.1.7", True),
        ("rules.example", True), ("RULES.example.:80", True),
        ("evil.example", False), ("localhost.evil.example", False), ("", False), ("a b", False),
    ],
)  # fmt: skip
def test_only_known_names_and_addresses_are_answered(host: str, allowed: bool) -> None:
    """A rebound name of another site is refused; an address cannot be rebound."""
    assert host_allowed(host, known_hosts("0.0.0.0", ["rules.example"])) is allowed


def test_an_address_may_ask_in_bursts_and_then_at_its_rate() -> None:
    """Tokens come back with time, one address's requests do not count for another."""
    now = [0.0]
    buckets = Buckets(Rate(burst=2, per_second=1.0), lambda: now[0])
    assert [buckets.wait("a") for _ in range(3)] == [0.0, 0.0, 1.0]
    assert buckets.wait("b") == 0.0
    now[0] = 1.0
    assert [buckets.wait("a") for _ in range(2)] == [0.0, 1.0]


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("x A unit\r\nmay attack. y", "A unit may attack.", "A unit\r\nmay attack."),
        ("x A unit may attack", "A unit may attack twice in a turn.", "A unit may attack"),
        ("nothing of it", "A unit may attack", ""),
        ("", "A unit", ""),
        ("no", "", ""),
    ],
)
def test_a_quote_is_found_on_its_page(text: str, quote: str, found: str) -> None:
    """White space is not compared; a quote that goes on overleaf is marked as far as the page goes."""
    span = place(text, quote)
    assert text[span.start : span.stop] == found


def shipped_tables() -> tuple[StateTable, ...]:
    """The states of the shipped games."""
    corpus = load_corpus(ROOT / "corpus")
    return tuple(t for game in corpus.games for t in load_states(ROOT / "corpus" / game.id, game))


def step(*after: str) -> Step:
    """A step that ends in these states."""
    return Step("x", (), after, "because")


@pytest.mark.parametrize("table", shipped_tables(), ids=lambda t: t.game.id)
def test_the_picture_of_a_state_names_every_row_that_brings_or_ends_it(table: StateTable) -> None:
    """Each such row's rule stands at an arrow; the words say the same; the run's place is filled."""
    text = dot(table).replace("\\n", " ")
    for section in ("gain", "loss", "again"):
        for row in table.of(section):
            assert all(word in text for word in row.quotes[0].rule.split())
    assert "penwidth=3" not in text
    assert dot(table, [step(table.name)]).count("penwidth=3") == 1
    assert len(in_words(table)) == dot(table).count(" -> ")


def test_where_a_run_stands() -> None:
    """In the state, out of it, or not to be told."""
    assert [standing(s) for s in ([], [step("stunned")], [step()], [step("stunned?")])] == ["", "in", "out", ""]
