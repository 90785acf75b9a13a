"""Adding a document to the corpus: checked names, an atomic copy, an entry in game.toml beside what people wrote."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import BadDocument, CorpusUnreadable, UsageError
from kb.models import Source
from kb.sources.corpus import document_path, read_bytes
from kb.sources.gamefile import GAME_FILE, SLUG, VERSION, read_game_file

if TYPE_CHECKING:
    from tomlkit.items import Table

_DEFAULTS = Source(game="", id="", title="", kind="rules", file="", version="")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")


def add_document(
    root: Path,
    file: Path,
    wanted: Source,
    *,
    game_name: str = "",
    overwrite: bool = False,
    check: Callable[[Source, bytes], object] | None = None,
) -> Source:
    """Copies `file` into the game's folder and lists it in game.toml with its sha256; returns the source as listed.

    Of `wanted`, game, title and version are needed; an empty id is made from the title; its file and sha256 are not
    looked at. A game that is not there yet gets a folder, named `game_name` (or as its id). The same file under the
    same id and version changes nothing. `check` (a reader) is given the source, under the file's own name, and its
    bytes before anything is written, and may refuse them. Raises UsageError for a bad name, or for other bytes under an
    id and version that are there, unless `overwrite`; BadDocument or CorpusUnreadable where reading or writing fails.
    """
    root, file = Path(root), Path(file)
    data = read_bytes(file)
    if not data.strip():
        raise BadDocument(f"{file} is empty.", "Give a file with the rules in it.")
    source = _named(wanted, file, hashlib.sha256(data).hexdigest())
    present = _present(root, source)
    if present is not None and not overwrite:
        return _unchanged(present, source, document_path(root, present))
    if check is not None:
        check(replace(source, file=file.name), data)
    if present is not None:
        source = replace(source, file=present.file)
    try:
        _write(document_path(root, source), data)
        _list(root / source.game / GAME_FILE, source, game_name)
    except OSError as error:
        raise CorpusUnreadable(
            f"{root / source.game} cannot be written: {error.strerror}.", "Give a corpus you may write."
        ) from error
    return _present(root, source) or source


def slug(text: str) -> str:
    """An id made of a name: small letters, digits, single hyphens. Raises UsageError for a path, or nothing left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    made = "-".join(re.findall(r"[a-z0-9]+", plain))
    if not SLUG.fullmatch(made) or re.search(r"[/\\\x00]", text) or text.startswith("."):
        raise UsageError(f"{text!r} gives no usable id.", "Use letters and digits, such as 'core-rules'.")
    return made


def _named(wanted: Source, file: Path, sha256: str) -> Source:
    if not VERSION.fullmatch(wanted.version):
        raise UsageError(f"{wanted.version!r} is no version.", "Use letters, digits, dots and hyphens.")
    game, document = slug(wanted.game), slug(wanted.id or wanted.title)
    suffix = file.suffix.lower() if _SUFFIX.fullmatch(file.suffix) else ""
    return replace(wanted, game=game, id=document, file=f"{document}-{wanted.version}{suffix}", sha256=sha256)


def _present(root: Path, source: Source) -> Source | None:
    path = root / source.game / GAME_FILE
    if not path.exists():
        return None
    _, listed = read_game_file(path)
    same = [one for one in listed if one.id == source.id and one.version == source.version]
    return same[0] if same else None


def _unchanged(present: Source, source: Source, path: Path) -> Source:
    known = present.sha256 or hashlib.sha256(read_bytes(path)).hexdigest()
    if known == source.sha256:
        return present
    raise UsageError(
        f"{source.game}/{source.id}@{source.version} is there already, with other bytes.",
        "Give the new file its own --version, or say --overwrite.",
    )


def _write(path: Path, data: bytes) -> None:
    """Writes beside the target and renames, so that nobody ever sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _list(path: Path, source: Source, game_name: str) -> None:
    # Imported here: reading the corpus, which every command does, has no need of it.
    import tomlkit

    if path.exists():
        document = tomlkit.parse(path.read_text("utf-8-sig"))
    else:
        document = tomlkit.document()
        document["id"], document["name"] = source.game, game_name or source.game
        document.add(tomlkit.nl())
    tables = document.setdefault("document", tomlkit.aot())
    _drop(tables, source)
    if tables:
        tables[-1].add(tomlkit.nl())
    tables.append(_entry(source))
    _write(path, tomlkit.dumps(document).encode())


def _drop(tables: list[Table], source: Source) -> None:
    for place in range(len(tables) - 1, -1, -1):
        if (tables[place].get("id"), str(tables[place].get("version"))) == (source.id, source.version):
            del tables[place]


def _entry(source: Source) -> Table:
    import tomlkit

    table = tomlkit.table()
    for field in fields(Source):
        value = getattr(source, field.name)
        if field.name != "game" and (value != getattr(_DEFAULTS, field.name) or field.name == "kind"):
            table[field.name] = list(value) if isinstance(value, tuple) else value
    return table
