"""The Streamlit page in Debian's Chromium: what a person sees, types, copies, and comes back to."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from kb import KnowledgeBase
from tests.website import HOSTILE, ROOT, Site

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = ROOT / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
READY = '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
SHOWN = "#kb-results, #kb-verdict, #kb-compare, #kb-changes, #kb-about"  # what each page ends with
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1100, "height": 900}
QUESTION = "can a stunned unit rally"

Page = Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for all tests here."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Callable[..., Page]]:
    """Opens addresses of the site. At the end: no error on the console, and no request to another origin."""
    errors: list[str] = []
    asked: list[str] = []
    contexts = []

    def opener(path: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": DESK, "base_url": address, **options})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path)
        ready(page)
        return page

    yield opener
    for context in contexts:
        context.close()
    assert errors == []
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def ready(page: Page) -> None:
    """Wait until Streamlit has run the page; the pages without script are ready at once."""
    if page.locator("#root").count():
        page.wait_for_selector(SHOWN)
        page.wait_for_selector(READY)


def box(page: Page) -> Any:
    return page.get_by_test_id("stTextInput").first.locator("input")


def ask(page: Page, question: str) -> None:
    """Type a question and wait for its results."""
    box(page).fill(question)
    box(page).press("Enter")
    page.wait_for_function("q => document.querySelector('#kb-results')?.dataset.q === q", arg=question)
    ready(page)


def url_becomes(page: Page, pattern: str) -> None:
    page.wait_for_url(re.compile(pattern))


def test_a_question_gets_its_verdict_and_cited_passages(opened: Callable[..., Page]) -> None:
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


def test_the_page_gives_the_hits_of_the_library(opened: Callable[..., Page], site: Site) -> None:
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
def test_hostile_questions_are_text(opened: Callable[..., Page], question: str) -> None:
    """A question stays what was typed, in the box and in the address, and makes no element."""
    page = opened("/")
    question = question.strip()
    box(page).fill(question)
    box(page).press("Enter")
    page.wait_for_function("() => document.querySelector('#kb-results')?.dataset.q !== ''")
    ready(page)
    sync_api.expect(box(page)).to_have_value(question)
    assert page.locator("#kb-results img, #kb-results script, [data-testid=stMain] svg[data-icon]").count() == 0
    page.reload()
    ready(page)
    sync_api.expect(box(page)).to_have_value(question)


def test_rule_text_is_shown_character_for_character(opened: Callable[..., Page]) -> None:
    """Signs that Markdown, mathematics and emoji names live on are text, on the card and on the rule's page."""
    page = opened("/?q=oddities+1.2.a")
    assert page.locator(".card .words").first.inner_text() == HOSTILE
    page.goto("/r/oddities/1.2.a")
    assert page.locator(".words").inner_text() == HOSTILE


def test_filters_and_deep_links_live_in_the_address(opened: Callable[..., Page]) -> None:
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
    page.get_by_role("combobox", name="Document").fill("1.0")
    page.get_by_role("option", name="Odd Rules (1.0)").click()
    url_becomes(page, "doc=rules")
    page.locator(".card h3", has_text="(v1.0)").first.wait_for()
    page.go_back()
    page.locator(".card h3", has_text="(v2.0)").first.wait_for()
    other = opened(page.url.removeprefix(page.url[: page.url.index("/", 9)]) + "&kind=rule&n=3")
    sync_api.expect(box(other)).to_have_value("token price")
    assert other.locator(".card").count() <= 3
    assert set(other.locator(".card .tag").all_inner_texts()) == {"rule"}


def test_typing_is_live_and_one_step_of_the_history(opened: Callable[..., Page]) -> None:
    """Results come while the question is typed; "back" does not undo it letter by letter."""
    page = opened("/?q=stunned")
    sync_api.expect(box(page)).to_have_value("stunned")
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


def test_the_keyboard_alone_is_enough(opened: Callable[..., Page]) -> None:
    """`/` and Ctrl+K focus the box, arrows move through the results, `y` copies, Enter opens."""
    page = opened("/?q=stunned")
    sync_api.expect(box(page)).to_have_value("stunned")
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


def test_citation_link_and_ruling_slip_are_copied(opened: Callable[..., Page], address: str) -> None:
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


def test_a_cited_number_shows_its_rule(opened: Callable[..., Page]) -> None:
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


def test_the_fold_shows_what_is_around_a_rule(opened: Callable[..., Page]) -> None:
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


def test_the_checker_runs_events_and_takes_them_back(opened: Callable[..., Page]) -> None:
    """Events by buttons and in words, undo, a question, the steps, the picture; all of it in the address."""
    page = opened("/check?game=damage-and-rally")
    page.get_by_role("button", name="The unit becomes Stunned", exact=True).click()
    page.wait_for_selector("#kb-timeline li")
    page.get_by_test_id("stSelectbox").locator("input").fill("Rally")
    page.get_by_role("option", name="declare Rally").click()
    page.wait_for_selector(".verdict.illegal")
    page.get_by_role("button", name="The turn ends", exact=True).click()
    page.wait_for_selector(".verdict.legal")
    assert page.locator("#kb-steps tbody tr").count() == 2
    assert page.locator("#kb-steps tbody a").count() >= 2
    assert page.get_by_test_id("stGraphVizChart").locator("svg g.graph").count() == 2
    address = page.url
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".verdict.illegal")
    assert page.locator("#kb-timeline li").count() == 1
    page.go_back()
    page.wait_for_selector(".verdict.legal")
    again = opened(address.removeprefix(address[: address.index("/", 9)]))
    assert again.locator(".verdict.legal").count() == 1
    assert again.locator("#kb-timeline li").count() == 2


def test_an_event_that_is_none_is_told_so(opened: Callable[..., Page]) -> None:
    """An expected failure is a sentence, not a traceback."""
    page = opened("/check?game=riftbound&event=sneezes")
    alert = page.get_by_role("alert")
    assert "sneezes" in alert.inner_text()
    assert "Traceback" not in page.locator("body").inner_text()


def test_the_games_are_compared_cell_by_cell(opened: Callable[..., Page]) -> None:
    """A column a game, and every filled cell cites its rule."""
    page = opened("/compare?topic=stunned")
    heads = page.locator("#kb-compare thead th").all_inner_texts()
    assert {"Damage & Rally", "Infinity", "Riftbound"} <= set(heads)
    assert page.locator("#kb-compare tbody td a").count() >= 3


def test_what_changed_between_two_versions(opened: Callable[..., Page]) -> None:
    """A renumbered rule is no change of its words; one taken out is struck through."""
    page = opened("/changes")
    assert (
        page.get_by_role("status")
        .filter(has_text="renumbered")
        .inner_text()
        .startswith("2 added, 2 removed, 0 changed, 3 renumbered")
    )
    assert page.locator("#kb-changes .card").count() == 4
    page.get_by_role("button", name="Renumbered").click()
    page.locator("#kb-changes h3", has_text="1.5 → 1.4").wait_for()
    assert "show=renumbered" in page.url
    assert "Gone in the next version" in page.locator("#kb-changes del").first.inner_text()


def test_about_names_the_documents(opened: Callable[..., Page]) -> None:
    """Versions, licences, and how much of each document is in the rules."""
    text = opened("/about").locator("#kb-about").inner_text()
    assert "Odd Rules" in text
    assert "Made up <i>for</i> tests." in text


def test_an_address_that_is_none_is_not_found(opened: Callable[..., Page], address: str) -> None:
    """Streamlit alone would show its first page as 200."""
    page = opened("/")
    response = page.context.request.get(f"{address}/nowhere")
    assert response.status == 404
    assert page.context.request.get(f"{address}/static/../nowhere").status in (400, 404)


STATES = (
    "/", "/?q=can+a+stunned+unit+rally", "/?q=zebra+pancake+velocipede", "/check?game=infinity&event=stun", "/compare",
    "/changes", "/about", "/lite", "/lite?q=stunned", "/r/riftbound/423.1", "/r/oddities/1.2.a",
)  # fmt: skip


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install --prefix .venv/axe axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_violates_accessibility(opened: Callable[..., Page], scheme: str) -> None:
    """axe-core finds nothing on any page and state, on a phone and a desk; nothing is wider than a phone."""
    found = []
    script = AXE.read_text("utf-8")
    page = opened("/", color_scheme=scheme, viewport=PHONE if scheme == "light" else DESK)
    for path in STATES:
        page.goto(path)
        ready(page)
        for fold in page.locator("summary").all()[:3]:
            fold.click()
        page.wait_for_timeout(150)
        page.evaluate(script)
        only = ", runOnly: ['color-contrast']" if scheme == "dark" else ""  # the rest does not depend on colours
        violations = page.evaluate(f"axe.run(document, {{resultTypes: ['violations']{only}}})")["violations"]
        found += [(path, v["id"], n["html"][:200]) for v in violations for n in v["nodes"]]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert found == []


def test_the_export_opens_from_disk_with_the_network_off(browser: Any, site: Site, tmp_path: Path) -> None:
    """`kb export html` is one file that searches, shows any rule, keeps its words, and passes axe."""
    file = tmp_path / "rules.html"
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        file.write_text(kb.export("html"), "utf-8")
    context = browser.new_context(offline=True, viewport=PHONE)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(file.as_uri())
    page.locator("#q").fill("price of a token")
    assert "price of a token is $5" in page.locator("article").first.inner_text()
    page.locator("#q").fill("1.2.a")
    assert page.locator("article blockquote").first.inner_text() == HOSTILE
    page.locator("article h2 a").first.click()
    assert "Above" in page.locator("#out").inner_text()
    page.go_back()
    assert page.locator("#q").input_value() == "1.2.a"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"] == []
    context.close()
    assert errors == []


def test_screenshots_can_be_made(opened: Callable[..., Page], tmp_path: Path) -> None:
    """What the screenshots command does, for one page, on paper too."""
    page = opened("/?q=stunned")
    page.emulate_media(media="print")
    assert not box(page).is_visible()
    assert page.locator(".card").first.is_visible()
    page.screenshot(path=tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 5000
