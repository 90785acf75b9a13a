"""The records: frozen, slotted, tuples instead of lists, and nothing of ours imported."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from types import ModuleType
from typing import get_type_hints

import pytest

from kb import models, views
from tests.records import ANSWER


def records(module: ModuleType) -> list[type]:
    return [c for _, c in inspect.getmembers(module, dataclasses.is_dataclass) if c.__module__ == module.__name__]


@pytest.mark.parametrize("record", [*records(models), *records(views)], ids=lambda r: r.__name__)
def test_a_record_is_frozen_slotted_and_holds_no_list(record: type) -> None:
    assert record.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in vars(record)
    hints = [str(h) for h in get_type_hints(record).values()]
    assert not [h for h in hints if h.startswith(("list", "dict", "set")) or "list[" in h]
    assert record.__doc__


def test_models_import_nothing_of_ours() -> None:
    tree = ast.parse(inspect.getsource(models))
    named = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert not [n for n in named if n and n.startswith("kb")]


def test_records_can_be_compared_and_hashed() -> None:
    assert hash(ANSWER) == hash(dataclasses.replace(ANSWER))
    assert dataclasses.replace(ANSWER, text="else") != ANSWER
