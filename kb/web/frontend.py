"""Streamlit's own files: its page with our title, styles and script in it, and everything compressed once and kept.

Streamlit sends its scripts uncompressed (2.8 MB before the first result); here each is compressed the first time it is
asked for. Its page gets a title, a description, our styles and script, and a way on for browsers without script.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path

import streamlit
from markupsafe import Markup
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kb.web.html import asset, environment, fingerprint
from kb.web.pages import missing

STATIC = Path(streamlit.__file__).parent / "static"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".wasm": "application/wasm",
}
FOR_EVER = "public, max-age=31536000, immutable"
LEVEL = 9  # paid once a file
PAGES = {
    "/": "Search the rules",
    "/check": "State checker",
    "/compare": "Compare the games",
    "/changes": "What changed",
    "/about": "About",
}
PREFIXES = (
    "/_stcore/",
    "/static/",
    "/media/",
    "/component/",
    "/assets/",
    "/r/",
    "/fold/",
    "/page/",
    "/lite",
    "/api/v1",
    "/mcp",
)
NEEDED = ("Html", "TextInput", "ButtonGroup", "Selectbox")  # Streamlit's names for what the search page is made of
IMPORTED = re.compile(r"""from\s*"\./([\w.-]+\.js)\"""")
# Streamlit's title, its description for programs, its font (the theme uses the reader's own), its noscript.
LEFT_OUT = re.compile(
    r"<title>.*?</title>|<link\s+rel=.(?:service-desc|preload).[^>]*/>|<noscript>.*?</noscript>", re.DOTALL
)


class Front:
    """The middleware before Streamlit: its files compressed and for ever, a real 404 where it would show its page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        app = self.app
        if scope["type"] == "http" and not served(path):
            app = await missing(Request(scope))
        elif scope["type"] == "http" and path.startswith("/static/") and takes_gzip(scope):
            app = packed(path) or self.app
        await app(scope, receive, send)


def takes_gzip(scope: Scope) -> bool:
    """Whether the client reads gzip."""
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


def served(path: str) -> bool:
    """Whether an address is one of ours or of Streamlit's; it would answer any other with its page, as 200."""
    return (
        path in PAGES
        or path.startswith(PREFIXES)
        or (len(path) > 1 and ".." not in path and (STATIC / path[1:]).is_file())
    )


@cache
def packed(path: str) -> Response | None:
    """A file of Streamlit's, compressed, to be kept for ever; None for what is not a text file there."""
    file = (STATIC / path.lstrip("/")).resolve()
    kind = KINDS.get(file.suffix)
    if kind is None or not file.is_relative_to(STATIC.resolve()) or not file.is_file():
        return None
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding", "Cache-Control": FOR_EVER}
    return Response(gzip.compress(file.read_bytes(), LEVEL, mtime=0), media_type=kind, headers=headers)


async def page(request: Request) -> Response:
    """Streamlit's page at one of our addresses."""
    text = index_page(request.url.path).encode()
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if takes_gzip(request.scope):
        text, headers = gzip.compress(text, LEVEL, mtime=0), {**headers, "Content-Encoding": "gzip"}
    return Response(text, media_type="text/html", headers=headers)


@cache
def index_page(path: str) -> str:
    """Streamlit's index.html with our head, and something to read while its scripts come."""
    page = (STATIC / "index.html").read_text("utf-8")
    head = environment().get_template("head.html")
    ours = head.render(
        title=PAGES[path],
        styles=Markup(asset("kb.css") + asset("ui.css")),
        version=fingerprint("ui.js"),
        scripts=scripts(),
    )
    page = LEFT_OUT.sub("", page)
    page = page.replace('<meta charset="UTF-8" />', '<meta charset="UTF-8" />' + ours, 1)
    return page.replace('<div id="root"></div>', environment().get_template("waiting.html").render(), 1)


def scripts() -> tuple[str, ...]:
    """The files that the search page asks for once it runs, with what they import: named up front, they come sooner."""
    found: dict[str, None] = {}
    waiting = [file for name in NEEDED for file in sorted(STATIC.glob(f"static/js/{name}.*.js"))]
    while waiting:
        file = waiting.pop(0)
        if str(file.relative_to(STATIC)) not in found:
            found[str(file.relative_to(STATIC))] = None
            waiting += [file.parent / name for name in IMPORTED.findall(file.read_text("utf-8"))]
    return tuple(found)


async def script(request: Request) -> Response:
    """The page's own script."""
    return Response(asset("ui.js"), media_type="text/javascript", headers={"Cache-Control": FOR_EVER})
