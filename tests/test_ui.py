"""The Streamlit page's search in Debian's Chromium: what a person sees, types, copies, and comes back to."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from kb import KnowledgeBase
from tests.browser import PHONE, Opener, ask, box, has_value, ready, url_becomes
from tests.website import HOSTILE, Site

QUESTION = "can a stunned unit rally"


def test_a_question_gets_its_verdict_and_cited_passages(opened: Opener) -> None:
    """The whole way: type, read the verdict a game, the passages, and follow the citation to the rule's page."""
    page = opened("/")
    ask(page, QUESTION)
    verdicts = page.locator(".verdict").all_inner_texts()
    assert [v.splitlines()[0] for v in verdicts][:3] == [
        "Illegal · Damage & Rally", "Undefined · Infinity", "Undefined · Riftbound",
    ]  # fmt: skip
    assert page.locator("#kb-count").inner_text() == f"{page.locator('.card').count()} passages found"
    first = page.locator(".card").first
    assert "Rally" in first.locator("mark").all_inner_texts()
    label = first.locator("h3 a").inner_text()
    first.locator("h3 a").click()
    url_becomes(page, "/r/damage-and-rally/")
    assert page.locator("h1").inner_text() == label


def test_the_page_gives_the_hits_of_the_library(opened: Opener, site: Site) -> None:
    """The same rules in the same order, whatever is asked."""
    page = opened("/")
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        for question in (QUESTION, "price of a token", "oddities 1.2.a"):
            ask(page, question)
            links = page.locator(".card h3 a").all()
            shown = [unquote(link.get_attribute("href").removeprefix("/r/")) for link in links]
            assert shown == [h.chunk.rule_id for h in kb.query(question).hits]


@pytest.mark.parametrize(
    "question",
    [
        "<img src=x onerror=alert(1)>",
        "$5 … $10 *token*",
        ":fire:",
        "[M]",
        "<script>alert(1)</script> token",
        "stun " * 1000,
    ],
    ids=["img", "dollars", "emoji", "brackets", "script", "5000 characters"],
)
def test_hostile_questions_are_text(opened: Opener, question: str) -> None:
    """A question stays what was typed, in the box and in the address, and makes no element."""
    page = opened("/")
    question = question.strip()
    box(page).fill(question)
    box(page).press("Enter")
    page.wait_for_function("() => document.querySelector('#kb-results')?.dataset.q !== ''")
    ready(page)
    has_value(page, question)
    assert page.locator("#kb-results img, #kb-results script, [data-testid=stMain] svg[data-icon]").count() == 0
    page.reload()
    ready(page)
    has_value(page, question)


def test_rule_text_is_shown_character_for_character(opened: Opener) -> None:
    """Signs that Markdown, mathematics and emoji names live on are text, on the card and on the rule's page."""
    page = opened("/?q=oddities+1.2.a")
    assert page.locator(".card .words").first.inner_text() == HOSTILE
    page.goto("/r/oddities/1.2.a")
    assert page.locator(".words").inner_text() == HOSTILE


def test_filters_and_deep_links_live_in_the_address(opened: Opener) -> None:
    """What is chosen is in the address; the address brings it back; back and forward go through it."""
    page = opened("/")
    ask(page, "token price")
    page.get_by_role("radio", name="Oddities <b>").click(force=True)
    url_becomes(page, "game=oddities")
    ready(page)
    assert page.locator(".card").count() > 0
    assert all("Oddities <b>" in path for path in page.locator(".card .path").all_inner_texts())
    page.go_back()
    url_becomes(page, r"\?q=token\+price$")
    page.locator("[role=radio][aria-checked=true]", has_text="All games").wait_for()
    page.go_forward()
    url_becomes(page, "game=oddities")
    page.locator("[data-testid=stExpander] summary").click()
    page.wait_for_timeout(500)  # while the fold opens, a menu in it closes again
    page.get_by_role("combobox", name="Document").click()
    page.get_by_role("option", name="Odd Rules (1.0)").click()
    url_becomes(page, "doc=rules")
    page.locator(".card h3", has_text="(v1.0)").first.wait_for()
    page.go_back()
    page.locator(".card h3", has_text="(v2.0)").first.wait_for()
    other = opened(page.url.removeprefix(page.url[: page.url.index("/", 9)]) + "&kind=rule&n=3")
    has_value(other, "token price")
    assert other.locator(".card").count() <= 3
    assert set(other.locator(".card .tag").all_inner_texts()) == {"rule"}


def test_typing_is_live_and_one_step_of_the_history(opened: Opener) -> None:
    """Results come while the question is typed; "back" does not undo it letter by letter."""
    page = opened("/?q=stunned")
    has_value(page, "stunned")
    before = page.evaluate("history.length")
    box(page).press("End")
    box(page).press_sequentially(" unit", delay=20)
    page.wait_for_selector('#kb-results[data-q="stunned unit"]')
    box(page).press_sequentially(" rally", delay=20)
    page.wait_for_selector('#kb-results[data-q="stunned unit rally"]')
    url_becomes(page, "rally")
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    page.wait_for_selector('#kb-results[data-q="stunned"]')


def test_the_keyboard_alone_is_enough(opened: Opener) -> None:
    """`/` and Ctrl+K focus the box, arrows move through the results, `y` copies, Enter opens."""
    page = opened("/?q=stunned")
    has_value(page, "stunned")
    page.keyboard.press("/")
    page.keyboard.press("Control+a")
    page.keyboard.type("stunned rally", delay=10)
    page.keyboard.press("Enter")
    page.wait_for_selector('#kb-results[data-q="stunned rally"]')
    ready(page)
    for key, place in (("ArrowDown", "hit-1"), ("ArrowDown", "hit-2"), ("ArrowUp", "hit-1")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == place
    page.keyboard.press("y")
    page.wait_for_selector("#kb-toast:not(:empty)")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#hit-1 h3 a").inner_text()
    page.keyboard.press("Control+k")
    assert page.evaluate("document.activeElement.tagName") == "INPUT"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    url_becomes(page, "/r/")


def test_citation_link_and_ruling_slip_are_copied(opened: Opener, address: str) -> None:
    """The link opens the rule of that version; the slip quotes it word for word with its label."""
    page = opened("/?q=oddities+1.2.a")
    card = page.locator("#hit-1")
    copied = {}
    for what in ("Copy citation", "Copy link", "Ruling slip"):
        page.evaluate("document.querySelector('#kb-toast').textContent = ''")
        card.locator("button", has_text=what).click()
        page.wait_for_selector("#kb-toast:not(:empty)")
        copied[what] = page.evaluate("navigator.clipboard.readText()")
    assert copied["Copy citation"] == "Oddities <b> OR 1.2.a (v2.0)"
    assert copied["Copy link"] == f"{address}/r/oddities/rules@2.0:1.2.a"
    assert copied["Ruling slip"] == f"> {HOSTILE}\n{copied['Copy citation']}\n{copied['Copy link']}"
    assert card.get_by_role("link", name="Report a problem").get_attribute("href").startswith("mailto:?subject=")


def test_a_cited_number_shows_its_rule(opened: Opener) -> None:
    """On hover, on focus, and on the first touch; the second touch follows the link."""
    page = opened("/?q=oddities+1.1")
    link = page.locator(".card .ref > a").first
    shown = page.locator(".card .tip").first
    assert not shown.is_visible()
    link.hover()
    assert shown.is_visible()
    assert HOSTILE in shown.inner_text()
    page.mouse.move(0, 0)
    link.focus()
    assert shown.is_visible()
    phone = opened("/?q=oddities+1.1", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.locator(".card .ref > a").first.tap()
    assert phone.locator(".card .tip").first.is_visible()
    assert "/r/" not in phone.url
    phone.locator(".card .ref > a").first.tap()
    url_becomes(phone, "/r/oddities/")


def test_the_fold_shows_what_is_around_a_rule(opened: Opener) -> None:
    """Above, the section, who cites it; for a PDF its page; and why it matched."""
    page = opened("/?q=oddities+1.2.a")
    page.locator("#hit-1 summary", has_text="Around it").click()
    page.wait_for_selector("#hit-1 .fold")
    text = page.locator("#hit-1 .fold").inner_text()
    assert "A wobbling token is turned" in text
    assert "Cited by" in text
    assert "Tokens are made of wood" in text
    page.locator("#hit-1 summary", has_text="Why it matched").click()
    assert "by its number\nplace 1" in page.locator("#hit-1").inner_text()
    leaflet = opened("/?q=oddities+7.1")
    leaflet.locator("#hit-1 summary", has_text="Around it").click()
    leaflet.wait_for_selector("#hit-1 img.page")
    leaflet.wait_for_function("() => document.querySelector('#hit-1 img.page').naturalWidth > 100")
