"""The other pages in Debian's Chromium: checker, comparison, changes, about, the export; accessibility of them all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb import KnowledgeBase
from tests.browser import AXE, DESK, PHONE, Opener, box, ready
from tests.website import HOSTILE, Site


def test_the_checker_runs_events_and_takes_them_back(opened: Opener) -> None:
    """Events by buttons and in words, undo, a question, the steps, the picture; all of it in the address."""
    page = opened("/check?game=damage-and-rally")
    page.get_by_role("button", name="The unit becomes Stunned", exact=True).click()
    page.wait_for_selector("#kb-timeline li")
    page.get_by_test_id("stSelectbox").locator("input").click()
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


def test_an_event_that_is_none_is_told_so(opened: Opener) -> None:
    """An expected failure is a sentence, not a traceback."""
    page = opened("/check?game=riftbound&event=sneezes")
    alert = page.get_by_role("alert")
    assert "sneezes" in alert.inner_text()
    assert "Traceback" not in page.locator("body").inner_text()


def test_the_games_are_compared_cell_by_cell(opened: Opener) -> None:
    """A column a game, and every filled cell cites its rule."""
    page = opened("/compare?topic=stunned")
    heads = page.locator("#kb-compare thead th").all_inner_texts()
    assert {"Damage & Rally", "Infinity", "Riftbound"} <= set(heads)
    assert page.locator("#kb-compare tbody td a").count() >= 3


def test_what_changed_between_two_versions(opened: Opener) -> None:
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


def test_about_names_the_documents(opened: Opener) -> None:
    """Versions, licences, and how much of each document is in the rules."""
    text = opened("/about").locator("#kb-about").inner_text()
    assert "Odd Rules" in text
    assert "Made up <i>for</i> tests." in text


def test_an_address_that_is_none_is_not_found(opened: Opener, address: str) -> None:
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
def test_no_page_violates_accessibility(opened: Opener, scheme: str) -> None:
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


def test_screenshots_can_be_made(opened: Opener, tmp_path: Path) -> None:
    """What the screenshots command does, for one page, on paper too."""
    page = opened("/?q=stunned")
    page.emulate_media(media="print")
    assert not box(page).is_visible()
    assert page.locator(".card").first.is_visible()
    page.screenshot(path=tmp_path / "page.png")
    assert (tmp_path / "page.png").stat().st_size > 5000
