"""The only reader of the environment and of settings files.

Each setting comes from the first place that gives it: an option of the command, a `KB_*` variable, `kb.toml` (or
`[tool.kb]` in a `pyproject.toml`), the default. An unknown key is refused, with the nearest that exists.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from kb.errors import BadSetting

Color = Literal["auto", "always", "never"]
COLORS = ("auto", "always", "never")
ENV_PREFIX = "KB_"
CONFIG_NAME = "kb.toml"
MAX_LIMIT = 1000  # more results than anyone reads: a guard against a slip, not a limit of the search
PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Settings:
    """What the faces are told. `model` is empty for the shipped one; `revision` pins a model from a hub; `limit` is the
    number of passages.
    """

    corpus: Path
    index: Path
    model: str = ""
    revision: str = ""
    limit: int = 5
    color: Color = "auto"
    host: str = "127.0.0.1"
    port: int = 8501


NAMES = tuple(f.name for f in fields(Settings))


def load(
    options: Mapping[str, Any] | None = None,
    *,
    config: Path | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Settings:
    """Join the four places. `options` whose value is None were not given. Raises `BadSetting` naming place and key."""
    env = os.environ if env is None else env
    cwd = Path.cwd() if cwd is None else cwd
    path = config or _path_of(env, cwd) or _nearest_config(cwd)
    values = {**_from_file(path), **_from_env(env, cwd)}
    values.update({k: v for k, v in (options or {}).items() if v is not None})
    corpus = Path(values.pop("corpus", None) or default_corpus(cwd)).absolute()
    index = Path(values.pop("index", None) or default_index(corpus, env)).absolute()
    return Settings(corpus=corpus, index=index, **values)


def default_corpus(cwd: Path) -> Path:
    """`./corpus` where it holds a game, else the one shipped with the package, else the checkout's."""
    shipped = (cwd / "corpus", PACKAGE / "corpus", PACKAGE.parent / "corpus")
    return next((p for p in shipped if any(p.glob("*/game.toml"))), shipped[0])


def default_index(corpus: Path, env: Mapping[str, str]) -> Path:
    """Beside the corpus; for the corpus inside an installed package, the user's cache folder."""
    if corpus.parent != PACKAGE:
        return corpus.parent / "index"
    cache = env.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "rules-kb" / "index"


def _path_of(env: Mapping[str, str], cwd: Path) -> Path | None:
    given = env.get(ENV_PREFIX + "CONFIG")
    return cwd / given if given else None


def _nearest_config(cwd: Path) -> Path | None:
    """`kb.toml`, or a `pyproject.toml` with `[tool.kb]`, in this folder or one above it."""
    for folder in (cwd, *cwd.parents):
        if (folder / CONFIG_NAME).is_file():
            return folder / CONFIG_NAME
        project = folder / "pyproject.toml"
        if project.is_file() and "[tool.kb]" in project.read_text("utf-8", "replace"):
            return project
    return None


def _from_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    import tomllib  # most have no such file

    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BadSetting(f"{path}: cannot be read: {error.strerror}", "name a readable file with --config") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path}: is not TOML: {error}", "mend the file, or name another with --config") from error
    if path.name == "pyproject.toml":
        table = table.get("tool", {}).get("kb", {})
    return {key: _checked(key, value, str(path), path.parent) for key, value in table.items()}


def _from_env(env: Mapping[str, str], cwd: Path) -> dict[str, Any]:
    """The `KB_*` variables of ours. One that is nearly ours is refused; another program's is left alone."""
    found: dict[str, Any] = {}
    for variable in sorted(v for v in env if v.startswith(ENV_PREFIX) and v != ENV_PREFIX + "CONFIG"):
        key = variable.removeprefix(ENV_PREFIX).lower()
        if key in NAMES:
            found[key] = _checked(key, env[variable], variable, cwd)
        elif _near(key, 0.8):
            _refuse(key, variable)
    return found


def _refuse(key: str, where: str) -> None:
    near = _near(key)
    raise BadSetting(
        f"{where}: unknown setting {key!r}", f"did you mean {near!r}?" if near else f"known: {', '.join(NAMES)}"
    )


def _near(key: str, alike: float = 0.6) -> str:
    """The setting that `key` is all but, or nothing."""
    from difflib import get_close_matches  # few settings are misspelt

    return next(iter(get_close_matches(key, NAMES, 1, alike)), "")


def _checked(key: str, value: Any, where: str, folder: Path) -> Any:
    """The value in its type; a relative path is taken from the folder of the file that names it."""
    if key not in NAMES:
        _refuse(key, where)
    if key in ("limit", "port"):
        return _whole(key, value, where)
    if not isinstance(value, str):
        raise BadSetting(f"{where}: {key} must be a string, not {value!r}")
    if key == "color" and value not in COLORS:
        raise BadSetting(f"{where}: color must be one of {', '.join(COLORS)}, not {value!r}")
    return folder / value if key in ("corpus", "index") else value


def _whole(key: str, value: Any, where: str) -> int:
    top = MAX_LIMIT if key == "limit" else 65535
    try:
        number = int(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else 0
    except ValueError:
        number = 0
    if not 1 <= number <= top:
        raise BadSetting(f"{where}: {key} must be a whole number from 1 to {top}, not {value!r}")
    return number
