"""One process for people and programs: Streamlit's page, the rule pages, the JSON API and MCP over one index."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from mcp.server.transport_security import TransportSecuritySettings
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route

from kb import mcp
from kb.errors import KbError
from kb.web import frontend, pages, shared
from kb.web.guard import Guard, Rate, known_hosts
from kb.web.rest import create_api
from kb.wire import sentences

if TYPE_CHECKING:
    from kb.api import KnowledgeBase

Lifespan = Callable[[Any], AbstractAsyncContextManager[dict[str, Any]]]

SCRIPT = Path(__file__).parents[2] / "ui" / "app.py"
CHECK_EVERY = 1.0  # seconds between looks at index/CURRENT: a rebuilt index is in use within two
log = logging.getLogger("kb.web")

FONT = "system-ui, Roboto, 'Liberation Sans', sans-serif"  # the reader's own: Streamlit's would be 170 kB more
LIGHT = {
    "primaryColor": "#0b4f9e",
    "backgroundColor": "#ffffff",
    "secondaryBackgroundColor": "#f2f4f8",
    "textColor": "#1b1f27",
    "linkColor": "#0b4f9e",
}
DARK = {
    "primaryColor": "#8cc2ff",
    "backgroundColor": "#14171d",
    "secondaryBackgroundColor": "#1f242d",
    "textColor": "#eceff4",
    "linkColor": "#8cc2ff",
}
SETTINGS: dict[str, Any] = {
    "server.address": "127.0.0.1",  # who runs the page alone; `serve` puts its own in
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.showEmailPrompt": False,
    "server.maxUploadSize": 1,
    "server.maxMessageSize": 5,  # MB: results are a few dozen kB
    "server.enableStaticServing": False,
    "server.disconnectedSessionTTL": 120,  # seconds a lost session is kept for a phone that comes back
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "runner.postScriptGC": False,  # a full collection after every rerun cost 80 ms of processor time a search
    "runner.magicEnabled": False,
    "theme.font": FONT,
    **{f"theme.light.{key}": value for key, value in LIGHT.items()},
    **{f"theme.dark.{key}": value for key, value in DARK.items()},
}


def create_app(
    open_kb: Callable[[], KnowledgeBase],
    *,
    hosts: Collection[str] = (),
    rate: Rate | None = None,
    script: Path = SCRIPT,
) -> st.App:
    """Return the ASGI application. `open_kb` is called once, when it starts; `hosts` are the names it answers to."""
    routes, lifespan = faces(open_kb)
    return st.App(
        script,
        lifespan=lifespan,
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts, rate=rate), Middleware(frontend.Front)],
        on_script_error=_told,
        exception_handlers={Exception: pages.failed},
    )


def faces(open_kb: Callable[[], KnowledgeBase]) -> tuple[list[BaseRoute], Lifespan]:
    """The routes beside Streamlit's own, and the lifespan that opens the index for them and keeps it current."""
    server = mcp.create_server(shared.knowledge)
    # Hosts are checked for every face by the guard, so MCP's own list, which knows no "any address", is off.
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    over_http = server.streamable_http_app(stateless_http=True, json_response=True, transport_security=security)

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[dict[str, Any]]:
        before = shared.use(await asyncio.to_thread(lambda: _warm(open_kb())))
        gc.collect()
        gc.freeze()  # the index lives as long as the process: no collection need look at it
        watcher = asyncio.create_task(watch())
        try:
            async with server.session_manager.run():
                yield {}
        finally:
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher
            shared.use(before)

    return [*over_http.routes, *_routes()], lifespan


def _routes() -> list[BaseRoute]:
    return [
        Route("/r/{game}/{rest:path}", pages.rule_page),
        Route("/fold/{game}/{rest:path}", pages.fold),
        Route("/page/{game}/{rest:path}", pages.page_picture),
        Route("/lite", pages.lite),
        Route("/assets/ui.js", frontend.script),
        Mount("/api/v1", create_api(shared.knowledge)),
        *(Route(path, frontend.page) for path in frontend.PAGES),
    ]


def _warm(kb: KnowledgeBase) -> KnowledgeBase:
    """Ask once, so that model and vectors are loaded before the first person asks."""
    kb.query("rule", limit=1)
    return kb


async def watch() -> None:
    """Take a rebuilt index into use; a broken one is left alone, and said once."""
    said = ""
    while True:
        await asyncio.sleep(CHECK_EVERY)
        try:
            if await asyncio.to_thread(shared.knowledge().reload_if_changed):
                await asyncio.to_thread(_warm, shared.knowledge())
                log.warning("a rebuilt index is in use: %s", shared.knowledge().stamp.stamp)
            said = ""
        except KbError as error:
            if str(error) != said:
                log.error("the rebuilt index cannot be used, the old one stays: %s", error)
            said = str(error)


def _told(error: Exception) -> bool:
    """Say what is wrong on the page: an expected failure with its hint, a fault of ours without its insides."""
    if isinstance(error, KbError):
        st.error(sentences(error))
    else:
        log.error("a page failed", exc_info=error)
        st.error("Something went wrong here, and it is our fault. Reload the page; if it happens again, report it.")
    return True


def serve(corpus: Path, index: Path, host: str = "127.0.0.1", port: int = 8501, *, hosts: Collection[str] = ()) -> None:
    """Serve until stopped. `hosts` are further names that browsers may reach this machine by."""
    from kb.api import KnowledgeBase

    app = create_app(lambda: KnowledgeBase.open(corpus, index), hosts=known_hosts(host, hosts))
    app.run(config={**SETTINGS, "server.address": host, "server.port": port})
