"""The pages without script and the guard before them, over HTTP in this process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from kb import KnowledgeBase
from kb.web import pages
from kb.web.app import faces
from kb.web.guard import MAX_BODY, MAX_URL, Guard, Rate
from kb.web.html import results
from tests.website import HOSTILE, Site

PAGE_BYTES = 20_000
NO_LIMIT = Rate(burst=10**6, per_second=10.0**6)


def web_app(site: Site, rate: Rate = NO_LIMIT) -> Starlette:
    """Every face but Streamlit's, behind the guard."""
    routes, lifespan = faces(lambda: KnowledgeBase.open(site.corpus, site.index))
    middleware = [Middleware(Guard, rate=rate)]
    return Starlette(
        routes=routes, lifespan=lifespan, middleware=middleware, exception_handlers={Exception: pages.failed}
    )


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    """A client that follows no redirect."""
    with TestClient(web_app(site), base_url="http://localhost", follow_redirects=False) as client:
        yield client


def rules(site: Site) -> list[str]:
    """The id of every rule of the site."""
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        return [h.chunk.rule_id for q in ("token", "stunned", "damage") for h in kb.query(q, limit=50).hits]


def test_a_rule_is_one_small_request_without_script(client: TestClient, site: Site) -> None:
    """Every rule: under 20 kB, nothing fetched beside it, its words, a title and a description."""
    for rule_id in dict.fromkeys(rules(site)):
        answer = client.get(f"/r/{rule_id}")
        assert answer.status_code == 200, rule_id
        assert len(answer.content) < PAGE_BYTES, rule_id
        linked = re.findall(r'<link rel="(?!canonical)[^>]*href="([^"]+)"', answer.text)
        assert [address.partition(":")[0] for address in linked] == ["data"]
        assert not re.search(r"<(?:img|script|iframe|link rel=.stylesheet)", answer.text)
        assert re.search(r"<title>[^<]+</title>", answer.text)
        assert re.search(r'<meta name="description" content="[^"]+">', answer.text)


def test_a_rule_shows_its_surroundings(client: TestClient) -> None:
    """Path, neighbours, children, what it cites and what cites it, and what it cites in vain."""
    text = client.get("/r/oddities/1.2").text
    assert 'rel="prev" href="/r/oddities/rules@2.0:1.1"' in text
    assert 'rel="next" href="/r/oddities/rules@2.0:1.2.a"' in text
    assert 'href="/r/oddities/rules@2.0:1.2.a">1.2.a</a>' in text.split("Under it")[1]
    assert "Made up &lt;i&gt;for&lt;/i&gt; tests." in text
    cited = client.get("/r/oddities/1.2.a").text
    assert "1.1</a>" in cited.split("Cited by")[1]
    assert unescape(re.search(r'<div class="words">(.*?)</div>', cited, re.S).group(1)) == HOSTILE  # type: ignore[union-attr]
    assert "It cites 9.9, which no document here holds." in client.get("/r/oddities/1.1").text


def test_faq_entries_stand_on_the_page_of_their_rule(client: TestClient) -> None:
    """A FAQ entry about a rule is listed apart from the rules under it."""
    assert "May a wobbling token move?" in client.get("/r/oddities/1.2.a").text.split("FAQ on it")[1]


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ("/r/oddities/1.2.A", "/r/oddities/rules@2.0:1.2.a"),
        ("/r/oddities/1.3.", "/r/oddities/rules@2.0:1.3"),
        ("/r/oddities/1.5", "/r/oddities/rules@2.0:1.4"),
    ],
)
def test_other_spellings_lead_to_the_rule(client: TestClient, asked: str, place: str) -> None:
    """A number written otherwise, or of an older version, is sent to the rule's address."""
    answer = client.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (302, place)


def test_a_version_named_is_the_version_shown(client: TestClient) -> None:
    """An older version keeps its own words; without a version the newest is meant."""
    assert "may whistle" in client.get("/r/oddities/rules@1.0:1.3").text
    assert "price of a token" in client.get("/r/oddities/1.3").text


@pytest.mark.parametrize(
    "asked", ["/r/oddities/1.2.z", "/r/nogame/1.1", "/r/oddities/rules@9:1.1", "/r/oddities/%3Cb%3E"]
)
def test_what_is_not_there_is_a_404_that_helps(client: TestClient, asked: str) -> None:
    """A sentence, and what is nearest; never a traceback, never mark-up from the address."""
    answer = client.get(asked)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text
    assert "<b>" not in re.sub(r"<style>.*?</style>", "", answer.text, flags=re.S)


def test_a_404_links_the_nearest_rules(client: TestClient) -> None:
    """The nearest numbers of the same game are links."""
    assert 'href="/r/oddities/rules@2.0:1.2.a"' in client.get("/r/oddities/1.2.b").text


def test_the_rules_around_a_passage_stand_beside_it(site: Site) -> None:
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        shown = results(kb, kb.query("1.2.a", games=("oddities",), context="parents"), live=False)
    assert shown.index('@2.0:1.2">1.2</a> A wobbling token') < shown.index('<div class="words">')


def test_the_plain_search_finds_and_keeps_the_question(client: TestClient) -> None:
    """The same passages as the library's, cited, the question still in its box."""
    answer = client.get("/lite", params={"q": "price of a token", "game": "oddities"})
    assert answer.status_code == 200
    assert 'value="price of a token"' in answer.text
    assert "/r/oddities/rules@2.0:1.3" in answer.text
    assert "<script" not in answer.text
    hostile = client.get("/lite", params={"q": '"><script>alert(1)</script>'})
    assert "<script" not in hostile.text
    assert client.get("/lite", params={"q": "x", "game": "nogame"}).status_code == 422


def test_the_page_of_a_pdf_is_a_picture(client: TestClient) -> None:
    """For a rule of a PDF only."""
    answer = client.get("/page/oddities/leaflet@1.0:7.1.png")
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert client.get("/page/oddities/1.2.png").status_code == 404


def test_the_fold_of_a_card_is_a_piece_of_html(client: TestClient) -> None:
    """Above, the section, FAQ, cited by; nothing of a document's words is mark-up; 404 for what is not there."""
    answer = client.get("/fold/oddities/rules@2.0:1.2.a")
    assert answer.status_code == 200
    for heading in ("Above it", "The section around it", "FAQ on it", "Cited by"):
        assert f"<h4>{heading}</h4>" in answer.text
    assert "<html" not in answer.text
    assert "<script" not in answer.text
    assert client.get("/fold/oddities/rules@2.0:9.9").status_code == 404


def test_a_page_is_not_sent_again_while_the_index_stands(client: TestClient) -> None:
    """The stamp is the ETag."""
    tag = client.get("/r/oddities/1.2").headers["etag"]
    assert client.get("/r/oddities/1.2", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/r/oddities/1.2", headers={"If-None-Match": 'W/"other"'}).status_code == 200


def test_limits_and_hosts(client: TestClient) -> None:
    """Bodies, addresses and hosts that are refused, each with its status."""
    assert client.post("/mcp", content=b"x" * (MAX_BODY + 1)).status_code == 413
    assert client.get("/lite", params={"q": "x" * MAX_URL}).status_code == 414
    assert client.get("/r/oddities/1%0A2").status_code == 404
    assert client.get("/lite", headers={"Host": "evil.example"}).status_code == 400
    assert client.get("/lite", headers={"Host": "127.0.0.1:8501"}).status_code == 200


def test_a_body_in_pieces_is_counted_too(client: TestClient) -> None:
    """A body sent without its length cannot be longer either."""
    pieces = (b"x" * 1024 for _ in range(MAX_BODY // 1024 + 2))
    assert client.post("/mcp", content=pieces, headers={"Content-Type": "application/json"}).status_code == 413


def test_too_many_requests_are_told_to_wait(site: Site) -> None:
    """429 as problem JSON with Retry-After; other faces' addresses are not counted."""
    with TestClient(web_app(site, Rate(burst=3, per_second=0.001)), base_url="http://localhost") as client:
        answers = [client.get("/lite") for _ in range(4)]
        assert [a.status_code for a in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) > 1
        assert answers[-1].headers["content-type"] == "application/problem+json"
        assert client.get("/assets/ui.js").status_code == 200


def test_pages_may_load_nothing_from_elsewhere(client: TestClient) -> None:
    """The policy of the plain pages allows no script at all, that of the API neither."""
    for path in ("/lite", "/r/oddities/1.2", "/api/v1/games"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script" not in policy
