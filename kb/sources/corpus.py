"""The corpus folder: one folder a game, with game.toml, its documents and states/*.toml."""

from __future__ import annotations

import hashlib
import re
import stat
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kb.encoding import MAX_PAGE_BYTES, MAX_TEXT_BYTES
from kb.errors import BadDocument, BadGameFile, CorpusUnreadable
from kb.models import Game, Problem, Source
from kb.sources.gamefile import GAME_FILE, read_game_file

MAX_BYTES = 128 * 1024 * 1024
"""For formats that carry pictures: a book of 300 pages in full colour has half of that."""

_LIMITS = {".pdf": MAX_BYTES, ".docx": MAX_BYTES, ".rtf": MAX_PAGE_BYTES} | dict.fromkeys(
    (".html", ".htm", ".xhtml"), MAX_PAGE_BYTES
)
_FOREIGN_PATH = re.compile(r"[\\\x00]|^[A-Za-z]:")
"""A back-slash or a drive letter: a path on one system, a name on another."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """Games and sources in order of id (then version), and the checker's files as (game id, path)."""

    root: Path
    games: tuple[Game, ...]
    sources: tuple[Source, ...]
    states: tuple[tuple[str, Path], ...] = ()
    problems: tuple[Problem, ...] = ()

    def of(self, game: str) -> tuple[Source, ...]:
        """The sources of one game id."""
        return tuple(source for source in self.sources if source.game == game)

    def game(self, game_id: str) -> Game | None:
        """The game of that id, or None."""
        return next((game for game in self.games if game.id == game_id), None)

    def state_files(self, game: str) -> tuple[Path, ...]:
        """The state files of one game id, by name."""
        return tuple(path for owner, path in self.states if owner == game)


def load_corpus(root: Path) -> Corpus:
    """Reads every game.toml below `root`.

    Documents themselves are read by `read_source`, one by one, so that one bad file does not hide the rest.
    Raises CorpusUnreadable for no folder or no document at all, BadGameFile for a wrong game.toml.
    """
    root = Path(root)
    games: list[Game] = []
    sources: list[Source] = []
    states: list[tuple[str, Path]] = []
    problems: list[Problem] = []
    for folder in _folders(root):
        if not (folder / GAME_FILE).is_file():
            problems.append(
                Problem("folder-without-game", f"{folder} has no {GAME_FILE} and is left out.", folder.name)
            )
            continue
        game, documents = read_game_file(folder / GAME_FILE)
        games.append(game)
        sources.extend(sorted(documents, key=lambda one: (one.id, one.effective, natural(one.version))))
        states.extend((game.id, path) for path in sorted(folder.glob("states/*.toml")))
    _check_names(root, games)
    if not sources:
        raise CorpusUnreadable(
            f"{root} holds no document.",
            "Add one with kb add FILE --game G --title T --version V, or give another --corpus.",
        )
    return Corpus(root, tuple(games), tuple(sources), tuple(states), tuple(problems))


def _folders(root: Path) -> list[Path]:
    try:
        return sorted(path for path in root.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))
    except OSError as error:
        raise CorpusUnreadable(
            f"{root} cannot be read: {error.strerror}.", "Give the corpus folder with --corpus."
        ) from error


def _check_names(root: Path, games: list[Game]) -> None:
    """A name that means two games would make a citation ambiguous."""
    owners: dict[str, str] = {}
    for game in games:
        for name in (game.id, game.name.casefold(), *(alias.casefold() for alias in game.aliases)):
            other = owners.setdefault(name, game.id)
            if other != game.id:
                raise BadGameFile(
                    f"{root / game.id / GAME_FILE}: {name!r} also names {other}.", "Give one another alias."
                )


def natural(version: str) -> tuple[tuple[int, str], ...]:
    """A sort key by which 1.10 comes after 1.9."""
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"[0-9]+|[^0-9]+", version))


def document_path(root: Path, source: Source) -> Path:
    """Where a source's file lies: inside the game's folder, though a symbolic link there may point elsewhere.

    Raises BadDocument for any other place.
    """
    name = PurePosixPath(source.file)
    if name.is_absolute() or ".." in name.parts or _FOREIGN_PATH.search(source.file):
        raise BadDocument(
            f"{Path(root) / source.game / GAME_FILE}: file {source.file!r} lies outside the game's folder.",
            "Copy it there with kb add, or put a symbolic link in the folder.",
        )
    return Path(root) / source.game / name


def read_source(corpus: Corpus, source: Source) -> bytes:
    """The bytes of a source, size and sha256 checked. Raises BadDocument naming the file."""
    path = document_path(corpus.root, source)
    data = read_bytes(path)
    if source.sha256 and hashlib.sha256(data).hexdigest() != source.sha256:
        raise BadDocument(
            f"{path} is not the file that was added: its sha256 differs from {GAME_FILE}.",
            "Add the new file under its own version, or take the sha256 out if the change is meant.",
        )
    return data


def read_bytes(path: Path) -> bytes:
    """All bytes of a regular file within the size limit of its kind. Raises BadDocument."""
    limit = _LIMITS.get(path.suffix.lower(), MAX_TEXT_BYTES)
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise BadDocument(f"{path} is not a regular file.", "Give the document's own file.")
        if status.st_size > limit:
            raise BadDocument(
                f"{path} has {status.st_size:,} bytes; the limit is {limit:,}.", "Split it into its parts."
            )
        return path.read_bytes()
    except OSError as error:
        raise BadDocument(f"{path} cannot be read: {error.strerror}.", "Is it there, and may you read it?") from error
