"""What the tests share: the shipped corpus, and one index of it, built once a run with the real model."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb import KnowledgeBase
from tests.browser import browser, opened
from tests.small import small_index
from tests.website import Site, make_site, served

__all__ = ["browser", "opened"]  # fixtures of the page's tests

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped corpus; tests do not write to it."""
    return Path(shutil.copytree(ROOT / "corpus", tmp_path_factory.mktemp("shipped") / "corpus"))


@pytest.fixture(scope="session")
def index(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the shipped corpus."""
    folder = tmp_path_factory.mktemp("built") / "index"
    KnowledgeBase.build(corpus, folder)
    return folder


@pytest.fixture(scope="session")
def knowledge(corpus: Path, index: Path) -> Iterator[KnowledgeBase]:
    """The shipped games, opened."""
    with KnowledgeBase.open(corpus, index) as opened:
        yield opened


@pytest.fixture(scope="session")
def site(index: Path, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The shipped games and one with hostile words, indexed with the shipped model."""
    return make_site(tmp_path_factory.mktemp("site"), index / "models")


@pytest.fixture(scope="session")
def address(site: Site) -> Iterator[str]:
    """The address of a server of that site."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Two small games, one with two versions, whose vectors mean nothing."""
    corpus, index = small_index(tmp_path_factory.mktemp("small"))
    with KnowledgeBase.open(corpus, index) as opened:
        yield opened
