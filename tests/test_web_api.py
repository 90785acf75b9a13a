"""The JSON API: its answers, its description, its errors, and schemathesis against all of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from starlette.testclient import TestClient

from kb import KnowledgeBase, schema
from kb.web.rest import MAX_HITS
from tests.test_web_pages import web_app
from tests.website import HOSTILE, Site

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed: pip install schemathesis")

positive_data_acceptance = pytest.importorskip("schemathesis.specs.openapi.checks").positive_data_acceptance

API = "/api/v1"
EXAMPLES = 12  # a path; a nightly run may raise it
# Which events and versions there are is not in the description: an unknown one is refused though it fits the schema.
KNOWN_ONLY_TO_THE_INDEX = [positive_data_acceptance]
OPERATIONS = ("/query", "/rules/{game}/{number}", "/games", "/check", "/compare", "/diff")


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[TestClient]:
    """A client of the API, which has no limit of rate here."""
    with TestClient(web_app(site), base_url="http://localhost", raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def kb(site: Site) -> Iterator[KnowledgeBase]:
    """The library itself, over the same index."""
    with KnowledgeBase.open(site.corpus, site.index) as kb:
        yield kb


def get(client: TestClient, path: str, **params: Any) -> Any:
    """The body of a good answer."""
    answer = client.get(API + path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_answers_are_those_of_the_library(client: TestClient, kb: KnowledgeBase) -> None:
    """Each path gives exactly what `--json` prints."""
    question = "can a stunned unit rally"
    assert get(client, "/query", q=question) == schema.answer(kb.query(question))
    assert get(client, "/query", q="token", game="oddities", limit=2, kind="rule") == schema.answer(
        kb.query("token", games=("oddities",), limit=2, kinds=("rule",))
    )
    assert get(client, "/rules/oddities/1.2") == schema.rule_view(kb.get("oddities 1.2"))
    assert get(client, "/rules/oddities/rules@1.0:1.2", tree=True) == schema.rule_view(
        kb.get("oddities/rules@1.0:1.2", tree=True)
    )
    assert get(client, "/check", game="riftbound", event=["stun", "end turn"], ask="attack") == schema.checked(
        kb.check("riftbound", ("stun", "end turn"), "attack")
    )
    assert get(client, "/compare", topic="stunned") == schema.comparison(kb.compare("stunned"))
    assert get(client, "/diff", game="oddities", old="1.0", new="2.0") == schema.diff(kb.diff("oddities", "1.0", "2.0"))
    assert [g["id"] for g in get(client, "/games")["games"]] == [g.id for g in kb.games()]


def test_hostile_words_come_out_as_they_are(client: TestClient) -> None:
    """JSON escapes what it must, and nothing else is done to the text."""
    assert get(client, "/rules/oddities/1.2.a")["text"] == HOSTILE


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/query", 422),
        ("/query?q=", 422),
        ("/query?q=%20", 422),
        ("/query?q=" + "x" * 5001, 422),
        ("/query?q=x&game=nogame", 404),
        ("/query?q=x&limit=0", 422),
        (f"/query?q=x&limit={MAX_HITS + 1}", 422),
        ("/query?q=x&mode=guess", 422),
        ("/rules/oddities/99.9", 404),
        ("/rules/nogame/1", 404),
        ("/check?game=riftbound&event=sneeze", 422),
        ("/check?game=oddities", 422),
        ("/diff?game=oddities&old=0&new=2.0", 422),
        ("/nothing", 404),
        ("/openapi", 404),
        ("/docs", 404),
    ],
)
def test_errors_are_problem_json(client: TestClient, path: str, status: int) -> None:
    """One shape for all: what is wrong and what to do, no traceback."""
    answer = client.get(API + path)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) == {"type", "title", "status", "detail", "hint"}
    assert body["status"] == status
    assert body["title"]
    assert "Traceback" not in answer.text


def test_an_unchanged_answer_is_not_sent_again(client: TestClient, kb: KnowledgeBase) -> None:
    """The ETag is the index's stamp: every answer is right until the index is another."""
    answer = client.get(f"{API}/query", params={"q": "token"})
    assert answer.headers["etag"] == f'W/"{kb.stamp.stamp}"'
    again = client.get(f"{API}/query", params={"q": "token"}, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(f"{API}/games", headers={"If-None-Match": '"old"'}).status_code == 200


def test_the_description_loads_nothing_and_names_every_answer(client: TestClient) -> None:
    """OpenAPI without a page that asks another origin; each operation with its errors."""
    described = get(client, "/openapi.json")
    assert set(described["paths"]) == set(OPERATIONS)
    for path in OPERATIONS:
        answers = described["paths"][path]["get"]["responses"]
        assert {"200", "304", "404", "422", "429", "503"} <= set(answers)
        assert "application/problem+json" in answers["404"]["content"]
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_only_reading_is_possible(client: TestClient) -> None:
    """Nothing is written through the API."""
    for method in ("post", "put", "patch", "delete"):
        assert client.request(method, f"{API}/query?q=x").status_code == 405


@pytest.mark.parametrize("path", OPERATIONS)
def test_schemathesis_finds_no_fault(client: TestClient, path: str) -> None:
    """Generated requests, good and bad: no server error, no answer that is not described."""
    described = schemathesis.openapi.from_dict(get(client, "/openapi.json"))
    operation = described[path]["GET"]

    @settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def run(case: Any) -> None:
        sent = case.as_transport_kwargs(base_url="http://localhost/api/v1")
        answer = client.request(sent["method"], sent["url"], params=sent.get("params"), headers=sent.get("headers"))
        assert answer.status_code < 500
        case.validate_response(schemathesis.Response.from_any(answer), excluded_checks=KNOWN_ONLY_TO_THE_INDEX)

    run()
