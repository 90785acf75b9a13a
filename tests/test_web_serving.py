"""The whole server in a process of its own: the same hits by every face, and a rebuild under load."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

import pytest
from mcp import Client

from kb import KnowledgeBase
from kb.web.app import SETTINGS
from tests.website import ROOT, Site, served

QUESTIONS = ("can a stunned unit rally", "price of a token", "oddities 1.2.a", "when does stun end")
SWAP_SECONDS = 5  # the server looks every second
NEW_RULE = "1.6. A token painted blue may be swapped for a red one at dawn.\n"


def fetch(url: str, **headers: str) -> bytes:
    """The body at an address; raises for a status that is an error."""
    with urlopen(Request(url, headers=headers), timeout=20) as answer:
        body: bytes = answer.read()
        return body


def by_command(site: Site, question: str) -> list[str]:
    """The hits' rules by `kb query --json`."""
    command = [sys.executable, "-m", "kb", "--corpus", str(site.corpus), "--index", str(site.index), "query", "--json"]
    done = subprocess.run([*command, "--", question], cwd=ROOT, capture_output=True, text=True, check=False)
    return [h["id"] for h in json.loads(done.stdout)["hits"]]


def by_mcp(address: str, question: str) -> list[str]:
    """The hits' rules by the tool `query` over HTTP."""

    async def run() -> Any:
        async with Client(f"{address}/mcp") as client:
            return await client.call_tool("query", {"question": question})

    return [h["id"] for h in asyncio.run(run()).structured_content["hits"]]


def by_lite(address: str, question: str) -> list[str]:
    """The hits' rules on the plain page."""
    text = fetch(f"{address}/lite?{urlencode({'q': question})}").decode()
    return re.findall(r'<h3 id="hit-\d+-name"><a href="/r/([^"]+)"', text)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_face_gives_the_same_hits(site: Site, address: str, question: str) -> None:
    """Library, command line, API, MCP and the plain page; test_ui reads the Streamlit page."""
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        wanted = [h.chunk.rule_id for h in kb.query(question).hits]
    assert wanted
    assert by_command(site, question) == wanted
    api = json.loads(fetch(f"{address}/api/v1/query?{urlencode({'q': question})}"))
    assert [h["id"] for h in api["hits"]] == wanted
    assert by_mcp(address, question) == wanted
    assert by_lite(address, question) == [quote(rule, safe="/@:") for rule in wanted]


def test_pages_and_scripts_are_compressed(address: str) -> None:
    """Streamlit's scripts too, which it sends as they are; a client that reads no gzip gets none."""
    page = fetch(f"{address}/", **{"Accept-Encoding": "gzip"})
    assert page[:2] == b"\x1f\x8b"
    text = fetch(f"{address}/").decode()
    script = re.search(r'src="\./(static/js/index[^"]+)"', text)
    assert script
    packed = fetch(f"{address}/{script[1]}", **{"Accept-Encoding": "gzip"})
    assert packed[:2] == b"\x1f\x8b"
    assert len(packed) * 2 < len(fetch(f"{address}/{script[1]}"))
    assert fetch(f"{address}/r/oddities/1.2", **{"Accept-Encoding": "gzip"})[:2] == b"\x1f\x8b"


def test_the_first_page_works_without_script(address: str) -> None:
    """It leads to the plain search, and names itself."""
    text = fetch(f"{address}/").decode()
    assert '<a href="/lite">' in text.split("<noscript")[1]
    assert "<title>Search the rules" in text


@contextmanager
def asking(urls: list[str], failures: list[str]) -> Iterator[list[int]]:
    """Ask all addresses over and over from a thread; counts the answers, notes what failed."""
    stop = threading.Event()
    answers = [0]

    def run() -> None:
        while not stop.is_set():
            for url in urls:
                try:
                    fetch(url)
                    answers[0] += 1
                except OSError as error:
                    failures.append(f"{url}: {error}")
                stop.wait(0.06)  # under the rate an address is allowed

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield answers
    finally:
        stop.set()
        thread.join()


def test_a_rebuild_under_load_fails_no_request(site: Site, tmp_path: Path) -> None:
    """The old index answers until the new one is whole; the new one answers within seconds."""
    copy = Site(tmp_path / "corpus", tmp_path / "index")
    shutil.copytree(site.corpus, copy.corpus)
    shutil.copytree(site.index, copy.index)
    with served(copy) as address:
        urls = [f"{address}/lite?q=token", f"{address}/api/v1/query?q=stunned", f"{address}/r/oddities/1.2"]
        before = json.loads(fetch(f"{address}/api/v1/games"))["index"]["stamp"]
        failures: list[str] = []
        with asking(urls, failures) as answers:
            with (copy.corpus / "oddities" / "new.txt").open("a", encoding="utf-8") as file:
                file.write(NEW_RULE)
            report = KnowledgeBase.build(copy.corpus, copy.index)
            after = wait_for_another(address, before)
        assert report.stamp == after != before
        assert failures == []
        assert answers[0] > len(urls)
        assert b"painted blue" in fetch(f"{address}/r/oddities/1.6")
        assert after[:12].encode() in fetch(f"{address}/lite")


def wait_for_another(address: str, stamp: str) -> str:
    """The stamp of the index in use, once it is another."""
    waited = threading.Event()
    for _ in range(SWAP_SECONDS * 5):
        now: str = json.loads(fetch(f"{address}/api/v1/games"))["index"]["stamp"]
        if now != stamp:
            return now
        waited.wait(0.2)
    return stamp


def test_the_settings_file_is_what_the_server_runs_with() -> None:
    """.streamlit/config.toml serves who runs the page without `kb serve`."""
    table = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert dict(flat(table)) == SETTINGS


def flat(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """A nested table as dotted keys."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
