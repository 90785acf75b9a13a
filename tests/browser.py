"""What the page's tests drive it with: Debian's Chromium, an opener that watches it, and what they wait for."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.website import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
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

Page = Any
Opener = Callable[..., Page]


@pytest.fixture(scope="module")  # not for the whole run: while it lives, no other test can use asyncio
def browser() -> Iterator[Any]:
    """One Chromium for the tests of a file; they are skipped, with the reason, where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Opener]:
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
    """The box for the question."""
    return page.get_by_test_id("stTextInput").first.locator("input")


def ask(page: Page, question: str) -> None:
    """Type a question and wait for its results."""
    box(page).fill(question)
    box(page).press("Enter")
    page.wait_for_function("q => document.querySelector('#kb-results')?.dataset.q === q", arg=question)
    ready(page)


def url_becomes(page: Page, pattern: str) -> None:
    """Wait for an address."""
    page.wait_for_url(re.compile(pattern))


def has_value(page: Page, value: str) -> None:
    """Wait until the question's box holds `value`: it is filled a moment after it is drawn."""
    from playwright.sync_api import expect

    expect(box(page)).to_have_value(value)
