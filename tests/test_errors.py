"""The error tree: as its docstring draws it, each with an exit code of the contract."""

from __future__ import annotations

import inspect
import re

from kb import errors

ROW = re.compile(r"^([\s│├└─]*)(\w+)\s+(\d+)  ", re.MULTILINE)


def classes() -> dict[str, type[errors.KbError]]:
    found = inspect.getmembers(errors, lambda c: inspect.isclass(c) and issubclass(c, errors.KbError))
    return dict(found)


def test_the_docstring_draws_the_tree() -> None:
    drawn = {name: (len(lead), int(code)) for lead, name, code in ROW.findall(errors.__doc__ or "")}
    made = classes()
    assert set(drawn) == set(made)
    assert all(made[name].exit_code == code for name, (_, code) in drawn.items())
    above: dict[int, str] = {}
    for name, (depth, _) in drawn.items():
        parent = max((d for d in above if d < depth), default=None)
        assert parent is None or made[name].__base__ is made[above[parent]]
        above = {d: n for d, n in above.items() if d < depth} | {depth: name}


def test_exit_codes_are_those_of_the_contract() -> None:
    assert {c.exit_code for c in classes().values()} <= {1, 2, 4, 5, 70}


def test_every_error_carries_a_sentence_and_a_hint() -> None:
    for made in classes().values():
        error = made("what is wrong", "what to do")
        assert (str(error), error.hint, made.__doc__ is not None) == ("what is wrong", "what to do", True)
