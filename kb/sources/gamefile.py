"""game.toml to records: every key checked, every mistake named with its file, line and remedy."""

from __future__ import annotations

import datetime
import difflib
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

from kb.errors import BadGameFile
from kb.models import Authority, Game, Source, SourceKind

GAME_FILE = "game.toml"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
"""What may stand after the @ of a citation: no blank, colon or slash."""

_GAME_KEYS = ("id", "name", "aliases", "publisher", "url", "notices", "document")
_DOCUMENT_KEYS = tuple(field.name for field in fields(Source) if field.name != "game")
_TEXT_KEYS = tuple(key for key in _DOCUMENT_KEYS if key not in ("notices", "main"))
_REQUIRED = ("id", "title", "file", "version")
_SHA256 = re.compile(r"[0-9a-f]{64}")


def read_game_file(path: Path) -> tuple[Game, tuple[Source, ...]]:
    """The game and its documents, in the order of the file. Raises BadGameFile naming file, line and key."""
    try:
        text = path.read_text("utf-8-sig")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise BadGameFile(f"{path} cannot be read: {error}.", "It must be a TOML file in UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadGameFile(f"{path} is not TOML: {error}.", "See docs/adding-a-game.md for a whole example.") from error
    fault = _fault_of(path, text)
    game = _game(table, path.parent.name, fault)
    tables = table.get("document", [])
    if not isinstance(tables, list) or not all(isinstance(entry, dict) for entry in tables):
        raise fault("document", "must be written as [[document]] tables")
    sources = tuple(_source(entry, game.id, fault) for entry in tables)
    _check_unique(sources, fault)
    return game, _with_main(sources, fault)


Fault = Callable[[str, str], BadGameFile]


def _fault_of(path: Path, text: str) -> Fault:
    """A maker of errors that finds the line of a key or value in the file's text."""
    lines = text.split("\n")

    def fault(word: str, what: str) -> BadGameFile:
        at = next(
            (n for n, line in enumerate(lines, 1) if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", line)), 0
        )
        place = f"{path}, line {at}" if at else str(path)
        return BadGameFile(f"{place}: {word} {what}.", "See docs/architecture.md for the keys of game.toml.")

    return fault


def _game(table: dict[str, Any], folder: str, fault: Fault) -> Game:
    _check_keys(table, _GAME_KEYS, fault)
    game_id = _text(table, "id", fault) or folder
    if game_id != folder:
        raise fault(game_id, f"must be the name of its folder, {folder!r}")
    if not SLUG.fullmatch(game_id):
        raise fault(game_id, "is no id: use small letters, digits and single hyphens")
    return Game(
        id=game_id,
        name=_text(table, "name", fault) or game_id,
        aliases=_texts(table, "aliases", fault),
        publisher=_text(table, "publisher", fault),
        url=_text(table, "url", fault),
        notices=_texts(table, "notices", fault),
    )


def _source(table: dict[str, Any], game: str, fault: Fault) -> Source:
    _check_keys(table, _DOCUMENT_KEYS, fault)
    values = {key: _text(table, key, fault) for key in _TEXT_KEYS if key in table}
    for key in _REQUIRED:
        if not values.get(key):
            raise fault("document", f"{values.get('id', '')!r} has no {key}; it needs {', '.join(_REQUIRED)}")
    main = table.get("main", False)
    if not isinstance(main, bool):
        raise fault("main", "must be true or false")
    _check_values(values, fault)
    return Source(game=game, notices=_texts(table, "notices", fault), main=main, **({"kind": "rules"} | values))  # type: ignore[arg-type]


def _check_values(values: dict[str, str], fault: Fault) -> None:
    if not SLUG.fullmatch(values["id"]):
        raise fault(values["id"], "is no document id: use small letters, digits and single hyphens")
    if not VERSION.fullmatch(values["version"]):
        raise fault(values["version"], "is no version: use letters, digits, dots and hyphens")
    for key, allowed in (("kind", get_args(SourceKind)), ("authority", get_args(Authority))):
        if key in values and values[key] not in allowed:
            raise fault(values[key], f"is no {key}: it is one of {', '.join(allowed)}")
    if values.get("effective") and not _is_date(values["effective"]):
        raise fault(values["effective"], "is no date: write effective as 2026-03-30")
    if values.get("sha256") and not _SHA256.fullmatch(values["sha256"]):
        raise fault("sha256", "must be 64 hexadecimal digits in small letters, or empty")


def _is_date(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _check_keys(table: dict[str, Any], known: tuple[str, ...], fault: Fault) -> None:
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.5)
            advice = f"did you mean {near[0]}" if near else f"known are {', '.join(known)}"
            raise fault(key, f"is an unknown key; {advice}")


def _text(table: dict[str, Any], key: str, fault: Fault) -> str:
    value = table.get(key, "")
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if not isinstance(value, str):
        raise fault(key, f'must be text: write {key} = "{value}"')
    return value.strip()


def _texts(table: dict[str, Any], key: str, fault: Fault) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise fault(key, 'must be a list of texts: ["...", "..."]')
    return tuple(value)


def _check_unique(sources: Iterable[Source], fault: Fault) -> None:
    seen: set[tuple[str, str]] = set()
    files: set[str] = set()
    for source in sources:
        if (source.id, source.version) in seen:
            raise fault(source.id, f"stands twice with version {source.version}; give each version once")
        if source.file in files:
            raise fault(source.file, "is listed twice; a file is one document")
        seen.add((source.id, source.version))
        files.add(source.file)


def _with_main(sources: tuple[Source, ...], fault: Fault) -> tuple[Source, ...]:
    """Marks every version of the main document: the one flagged, else the first of kind rules, else the first."""
    flagged = sorted({source.id for source in sources if source.main})
    if len(flagged) > 1:
        raise fault("main", f"is set for {' and '.join(flagged)}; a game has one main document")
    rules = [source.id for source in sources if source.kind == "rules"]
    main = (flagged or rules or [source.id for source in sources] or [""])[0]
    return tuple(replace(source, main=source.id == main) for source in sources)
