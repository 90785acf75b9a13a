"""Settings: where each value comes from, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import BadSetting
from kb.settings import default_corpus, default_index, load


def a_game(folder: Path) -> Path:
    (folder / "corpus" / "chess").mkdir(parents=True)
    (folder / "corpus" / "chess" / "game.toml").write_text('id = "chess"\n')
    return folder / "corpus"


def test_option_wins_over_variable_over_file_over_default(tmp_path: Path) -> None:
    (tmp_path / "kb.toml").write_text("limit = 2\nport = 9000\nhost = 'a'\n")
    env = {"KB_LIMIT": "3", "KB_PORT": "9001"}
    settings = load({"limit": 4, "port": None}, env=env, cwd=tmp_path)
    assert (settings.limit, settings.port, settings.host, settings.color) == (4, 9001, "a", "auto")


def test_relative_paths_of_a_file_are_taken_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "kb.toml").write_text('corpus = "games"\nindex = "built"\n')
    below = tmp_path / "deep" / "er"
    below.mkdir(parents=True)
    settings = load(env={}, cwd=below)
    assert (settings.corpus, settings.index) == (tmp_path / "games", tmp_path / "built")


def test_pyproject_table_is_read(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.kb]\nlimit = 7\n[tool.other]\nx = 1\n")
    assert load(env={}, cwd=tmp_path).limit == 7


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("limt = 3", ("limt", "limit")),
        ("limit = 0", ("limit", "1 to 1000")),
        ("limit = true", ("limit",)),
        ("port = 'http'", ("port", "http")),
        ("color = 'pink'", ("color", "pink")),
        ("corpus = 3", ("corpus", "string")),
        ("corpus = ", ("not TOML",)),
    ],
)
def test_a_wrong_file_is_named_with_its_key(tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    (tmp_path / "kb.toml").write_text(text)
    with pytest.raises(BadSetting) as caught:
        load(env={}, cwd=tmp_path)
    told = f"{caught.value} {caught.value.hint}".replace("is not TOML", "not TOML")
    assert "kb.toml" in told
    assert all(word in told for word in words)
    assert caught.value.exit_code == 2


def test_a_misspelt_variable_is_refused_and_a_foreign_one_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="KB_CORPS"):
        load(env={"KB_CORPS": "x"}, cwd=tmp_path)
    assert load(env={"KB_LAYOUT": "us"}, cwd=tmp_path).limit == 5


def test_a_config_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"none\.toml"):
        load(config=tmp_path / "none.toml", env={}, cwd=tmp_path)


def test_the_index_stands_beside_the_corpus_of_the_folder(tmp_path: Path) -> None:
    corpus = a_game(tmp_path)
    settings = load(env={}, cwd=tmp_path)
    assert (settings.corpus, settings.index) == (corpus, tmp_path / "index")
    assert default_corpus(tmp_path) == corpus


def test_the_index_of_an_installed_corpus_is_in_the_cache() -> None:
    import kb.settings

    where = default_index(kb.settings.PACKAGE / "corpus", {"XDG_CACHE_HOME": "/c"})
    assert where == Path("/c/rules-kb/index")
