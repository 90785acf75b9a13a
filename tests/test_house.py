"""The house rules: checked by the tools that know them, and by reading the tree."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MODULES = sorted(p for p in (ROOT / "kb").rglob("*.py"))
LONGEST_MODULE, LONGEST_FUNCTION = 400, 60
MEDIAN_FUNCTION = 10


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_ruff_finds_nothing() -> None:
    done = run(sys.executable, "-m", "ruff", "check", ".")
    assert done.returncode == 0, done.stdout


def test_mypy_strict_finds_nothing() -> None:
    done = run(sys.executable, "-m", "mypy")
    assert done.returncode == 0, done.stdout


def test_imports_point_down() -> None:
    script = Path(sys.executable).parent / "lint-imports"
    done = run(str(script))
    assert done.returncode == 0, done.stdout


def covered_by(module: Path) -> list[Path]:
    """The test files that may cover a module: its own, or those of the package it is in."""
    parts = module.relative_to(ROOT / "kb").with_suffix("").parts
    names = ["_".join(parts[: n + 1]) for n in range(len(parts))] + [parts[-1]]
    return [p for n in names for p in (ROOT / "tests").rglob(f"test_{n}*.py")]


@pytest.mark.parametrize("module", [m for m in MODULES if m.stem not in ("__init__", "__main__")], ids=lambda m: m.stem)
def test_every_module_has_its_test_file(module: Path) -> None:
    assert covered_by(module), f"no tests/test_*.py for {module.relative_to(ROOT)}"


def functions() -> Iterator[tuple[str, int]]:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield f"{path.relative_to(ROOT)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1


def test_modules_and_functions_are_short() -> None:
    long_modules = [str(m.relative_to(ROOT)) for m in MODULES if len(m.read_text().splitlines()) > LONGEST_MODULE]
    sizes = dict(functions())
    assert not long_modules
    assert not [name for name, size in sizes.items() if size > LONGEST_FUNCTION]
    assert sorted(sizes.values())[len(sizes) // 2] <= MEDIAN_FUNCTION


def imported() -> set[str]:
    """Top-level names that the code imports, wherever the import stands."""
    found: set[str] = set()
    for path in [*MODULES, *(ROOT / "ui").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"kb", "ui"}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(requirements: list[str]) -> set[str]:
    return {canonical(re.split(r"[<>=!~\[; ]", r)[0]) for r in requirements}


def test_what_is_imported_is_declared_and_locked() -> None:
    owners = importlib.metadata.packages_distributions()
    needed = {name: {canonical(d) for d in owners.get(name, [name])} for name in imported()}
    dependencies = declared(PROJECT["project"]["dependencies"])
    assert not sorted(name for name, dists in needed.items() if not dists & dependencies)
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    locked = declared([x for x in lines if x and not x.startswith("#")])
    extras = declared(PROJECT["project"]["optional-dependencies"]["dev"])
    assert not sorted((dependencies | extras) - locked)
    assert all("==" in x and "+" not in x for x in lines if x and not x.startswith("#"))


def test_every_package_is_packed() -> None:
    packages = {".".join(p.parent.relative_to(ROOT).parts) for p in [*MODULES, *(ROOT / "ui").rglob("__init__.py")]}
    assert packages <= set(PROJECT["tool"]["setuptools"]["packages"])


def test_the_top_has_at_most_fifteen_names_and_importing_it_is_cheap() -> None:
    import kb

    assert len(kb.__all__) <= 15
    assert all(getattr(kb, name) is not None for name in kb.__all__)
    loaded = run(
        sys.executable, "-c", "import kb, sys; print([m for m in sys.modules if m.startswith('kb.') or m == 'numpy'])"
    )
    assert loaded.stdout.strip() == "[]"


HEAVY = (
    "torch",
    "sentence_transformers",
    "transformers",
    "streamlit",
    "pandas",
    "scipy",
    "sklearn",
    "onnx",
    "fastapi",
    "mcp",
)


def modules_after(*arguments: str) -> set[str]:
    """The modules that a whole `kb` command has loaded when it ends."""
    code = f"""
import sys
from kb.cli import cli
from kb.cli.common import run
code = run(cli, {list(arguments)!r})
print(*sys.modules, file=sys.stderr)
sys.exit(code)"""
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("query", "--help"), ("completion", "bash")])
def test_help_and_version_load_no_numpy(arguments: tuple[str, ...]) -> None:
    assert not modules_after(*arguments) & {"numpy", "faiss", "onnxruntime", "sqlite3", *HEAVY}
