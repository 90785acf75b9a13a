"""Names of a package that are loaded from its modules when they are first used."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

PACKAGE = """from kb.lazily import loader
__getattr__ = loader(__name__, {"towers": ("build", "towers"), "moats": ("dig",)})
"""


@pytest.fixture
def fort(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "fort_of_tests"
    folder.mkdir()
    (folder / "__init__.py").write_text(PACKAGE)
    (folder / "towers.py").write_text("def build(): return 'built'\ndef towers(): return 3\n")
    (folder / "moats.py").write_text("def dig(): return 'dug'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    names = [f"{folder.name}{module}" for module in ("", ".towers", ".moats")]
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return folder.name


def test_a_name_loads_its_module_and_no_other(fort: str) -> None:
    package = __import__(fort)
    assert not {f"{fort}.towers", f"{fort}.moats"} & set(sys.modules)
    assert package.build() == "built"
    assert f"{fort}.towers" in sys.modules
    assert f"{fort}.moats" not in sys.modules


def test_a_function_is_not_hidden_by_the_module_of_its_name(fort: str) -> None:
    package = __import__(fort)
    assert package.build() == "built"
    assert package.towers() == 3


def test_another_name_is_none_of_the_package(fort: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{fort}' has no attribute 'wall'"):
        _ = __import__(fort).wall
