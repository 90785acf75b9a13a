"""The screenshots of the README: `python -m tests.screenshots` writes docs/screenshots/*.png."""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser import CHROMIUM, FLAGS, PHONE, ready
from tests.website import ROOT, make_site, served

FOLDER = ROOT / "docs" / "screenshots"
COLOURS = 64  # of a palette: text and a few tints
WIDE = 1000
SHOTS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("search", "/?q=can+a+stunned+unit+rally", 1500, {}),
    ("search-phone-dark", "/?q=when+does+stun+end&game=riftbound", 1100, {"viewport": PHONE, "color_scheme": "dark"}),
    ("checker", "/check?game=damage-and-rally&event=stun&ask=rally", 1350, {}),
    ("compare", "/compare?topic=stunned", 1300, {}),
    ("changes", "/changes", 1200, {}),
    ("about", "/about", 1300, {}),
    ("rule", "/r/riftbound/423.1.a", 760, {}),
    ("lite", "/lite?q=does+stun+stack", 900, {}),
)


def main() -> None:
    """Make them all from the tests' site, which has a document in two versions."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        served(make_site(Path(folder), ROOT / "index" / "models", "Oddities")) as address,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, path, height, options in SHOTS:
            width = options.get("viewport", {"width": WIDE})["width"]
            context = browser.new_context(**{**options, "viewport": {"width": width, "height": height}})
            page = context.new_page()
            page.goto(address + path)
            ready(page)
            page.wait_for_timeout(1500)  # the picture of a state is drawn after the page is ready
            save(page.screenshot(), FOLDER / f"{name}.png")
            context.close()
        browser.close()


def save(png: bytes, file: Path) -> None:
    """Write a picture with few colours: a tenth of the size, and as readable."""
    Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1000} kB", file=sys.stderr)


if __name__ == "__main__":
    main()
