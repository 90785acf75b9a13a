"""The typed models of the web API and MCP are the JSON of `kb.schema`, field by field."""

from __future__ import annotations

import pytest

from kb import schema
from kb.wire import AnswerOut, ComparisonOut, RuleViewOut, VerdictOut
from tests.records import ANSWER, COMPARISON, VERDICT, VIEW

PAIRS = [
    (AnswerOut, schema.answer(ANSWER)),
    (RuleViewOut, schema.rule_view(VIEW)),
    (VerdictOut, schema.checked(VERDICT)),
    (ComparisonOut, schema.comparison(COMPARISON)),
]


@pytest.mark.parametrize(("model", "made"), PAIRS, ids=lambda x: getattr(x, "__name__", ""))
def test_a_model_takes_what_is_printed_and_gives_it_back(model: type[AnswerOut], made: schema.Json) -> None:
    assert model.model_validate(made).model_dump(mode="json", by_alias=True) == made
