"""MCP as a client sees it: a real session over standard input and output, and over HTTP."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from kb import KnowledgeBase, schema
from kb.mcp import MAX_HITS
from tests.website import HOSTILE, ROOT, Site

TOOLS = {"query", "get_rule", "check_state", "compare"}
QUESTION = "can a stunned unit rally"


def over_stdio(site: Site) -> Client:
    """A client that starts the server as LLM clients do."""
    command = ["-m", "kb", "--corpus", str(site.corpus), "--index", str(site.index), "mcp"]
    return Client(StdioServerParameters(command=sys.executable, args=command, cwd=str(ROOT)))


@pytest.fixture(params=["stdio", "http"])
def client(request: pytest.FixtureRequest, site: Site) -> Client:
    """A client over either transport, not yet connected."""
    if request.param == "stdio":
        return over_stdio(site)
    return Client(request.getfixturevalue("address") + "/mcp")


def text_of(contents: Any) -> str:
    """The text of the first part of an answer."""
    return str(contents[0].text)


def told(client: Client, use: Callable[[Client], Awaitable[Any]]) -> Any:
    """Connect, use, leave."""

    async def run() -> Any:
        async with client:
            return await use(client)

    return asyncio.run(run())


def test_a_session_over_either_transport(client: Client, site: Site) -> None:
    """The tools with their schemas, a call of each, a resource, and expected failures as tool errors."""

    async def use(client: Client) -> None:
        tools = {t.name: t for t in (await client.list_tools()).tools}
        assert set(tools) == TOOLS
        assert all(t.output_schema and t.annotations and t.annotations.read_only_hint for t in tools.values())
        with KnowledgeBase.open(site.corpus, site.index) as kb:
            calls: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
                "query": ({"question": QUESTION}, schema.answer(kb.query(QUESTION))),
                "get_rule": ({"citation": "oddities 1.2.a"}, schema.rule_view(kb.get("oddities 1.2.a"))),
                "check_state": (
                    {"game": "riftbound", "events": ["stun"], "ask": "attack"},
                    schema.checked(kb.check("riftbound", ("stun",), "attack")),
                ),
                "compare": ({"topic": "stunned"}, schema.comparison(kb.compare("stunned"))),
            }
            for name, (arguments, expected) in calls.items():
                result = await client.call_tool(name, arguments)
                assert not result.is_error, result
                assert result.structured_content == expected
        read = await client.read_resource("rule://oddities/1.2.a")
        assert HOSTILE in text_of(read.contents)
        assert "oddities/rules@2.0" in text_of((await client.read_resource("rule://games")).contents)
        slashed = "rule://damage-and-rally/stunned-units@undated:stunned-units/description"
        assert "(undated)" in text_of((await client.read_resource(slashed)).contents)
        for name, arguments, words in FAILURES:
            failed = await client.call_tool(name, arguments)
            assert failed.is_error, (name, arguments)
            assert words in text_of(failed.content)
            assert "Traceback" not in text_of(failed.content)

    told(client, use)


FAILURES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("query", {"question": " "}, "question is empty"),
    ("query", {"question": "x", "games": ["nogame"]}, "nogame"),
    ("query", {"question": "x", "limit": MAX_HITS + 1}, "less than or equal"),
    ("get_rule", {"citation": "oddities 99.9"}, "nearest"),
    ("check_state", {"game": "riftbound", "events": ["sneeze"]}, "sneeze"),
    ("check_state", {"game": "oddities"}, "no state"),
    ("compare", {"topic": ""}, "topic is empty"),
)


def test_a_resource_that_is_not_there_says_so(site: Site) -> None:
    """The error names what is nearest, and not the server's insides."""

    async def use(client: Client) -> None:
        with pytest.raises(Exception, match="nearest"):
            await client.read_resource("rule://oddities/1.2.b")

    told(over_stdio(site), use)
