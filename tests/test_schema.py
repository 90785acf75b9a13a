"""The JSON that leaves the program is what docs/json-schema.json says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kb import schema
from kb.lint import Target, check
from kb.mentions import mentions
from kb.models import Answer
from kb.versions import history
from tests.records import ANSWER, CHILD, COMPARISON, GAME, RULE, SOURCE, STATUS, VERDICT, VIEW, some_diff

SCHEMAS = json.loads((Path(__file__).parents[1] / "docs" / "json-schema.json").read_text())
SLIPS = list(
    check("a.md", "chess 4.1", mentions("chess 4.1", (GAME,), (SOURCE,)), lambda m: Target("4.1", "x", latest="5"))
)


def validate(name: str, value: Any) -> None:
    Draft202012Validator.check_schema(SCHEMAS)
    Draft202012Validator({**SCHEMAS, "$ref": f"#/$defs/{name}"}).validate(json.loads(json.dumps(value)))


MADE = [
    ("query", schema.answer(ANSWER)),
    ("query", schema.answer(Answer("", "none", ""))),
    ("get", schema.rule_view(VIEW)),
    ("check", schema.checked(VERDICT)),
    ("compare", schema.comparison(COMPARISON)),
    ("status", schema.status(STATUS)),
    ("diff", schema.diff(some_diff())),
    ("history", schema.history(history([(SOURCE, (RULE, CHILD))], "4.1"))),
    ("cite", schema.cited(VIEW)),
    ("verify", schema.verified(None, VIEW)),
    ("verify", schema.verified(SLIPS[0], None)),
    ("lint", schema.linted(SLIPS)),
    ("games", {"schema": 1, "games": [{**schema.game(GAME), "documents": [schema.source(SOURCE)]}]}),
]


@pytest.mark.parametrize(("name", "value"), MADE, ids=[name for name, _ in MADE])
def test_it_is_what_the_schema_says(name: str, value: Any) -> None:
    validate(name, value)


def test_scores_are_rounded_so_that_machines_agree() -> None:
    assert schema.hit(ANSWER.hits[0])["score"] == 0.123457


def test_the_contract_of_a_hit() -> None:
    row = schema.hit(ANSWER.hits[0])
    names = "rank score id game document version number kind heading_path text citation parts context"
    assert list(row) == names.split()
    assert {"label", "url", "page", "lines", "quote"} <= set(row["citation"])


def test_sarif_names_the_place_and_the_fix() -> None:
    made = schema.sarif(SLIPS)
    (result,) = made["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (made["version"], result["ruleId"], region["startLine"], region["startColumn"]) == (
        "2.1.0",
        "renumbered",
        1,
        1,
    )
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "chess 5"
