"""`KnowledgeBase`: the one object through which every face, and every program that imports `kb`, uses the library."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from kb.errors import UsageError
from kb.fingerprint import fingerprint
from kb.generation import open_generation, read_current
from kb.models import Answer, Game, Kind, Mode, Rule, Source, Stamp, Verdict
from kb.opened import Opened, Surroundings
from kb.settings import MAX_LIMIT, load

if TYPE_CHECKING:
    from kb.build import BuildReport
    from kb.export import Format
    from kb.lint import Slip
    from kb.states import StateTable
    from kb.versions import Diff, Past
    from kb.views import Comparison, Finding, RuleView, StatusReport

Progress = Callable[[str, int, int], None]


class KnowledgeBase:
    """An opened index and the corpus it was built from. Opening and asking never write.

    Use it as a context manager, or call `close`. One object may be used by several threads.
    """

    def __init__(self, corpus: Path, index: Path) -> None:
        self.corpus, self.index = corpus, index
        self._lock = threading.RLock()
        self._opened = Opened(open_generation(index))

    @classmethod
    def open(cls, corpus: Path | None = None, index: Path | None = None) -> Self:
        """Open the index, by default the one the settings name. Raises `IndexUnusable` where there is none to use."""
        settings = load({"corpus": corpus, "index": index})
        return cls(settings.corpus, settings.index)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the index's files go."""
        self._opened.catalogue.close()

    @property
    def stamp(self) -> Stamp:
        """Which index answers."""
        return self._opened.generation.stamp

    @property
    def stale(self) -> bool:
        """Whether the corpus is not the one the index was built from, told by names, sizes and times. No corpus is no
        change.
        """
        return self.corpus.is_dir() and fingerprint(self.corpus) != self._opened.generation.fingerprint

    def reload_if_changed(self) -> bool:
        """Answer from a newer index if one was built meanwhile; returns whether there was one. Calls under way end on
        the old.
        """
        with self._lock:
            if read_current(self.index)["stamp"] == self.stamp.stamp:
                return False
            self._opened = Opened(open_generation(self.index))
            return True

    def query(
        self,
        question: str,
        *,
        games: Sequence[str] = (),
        limit: int = 5,
        kinds: Sequence[Kind] = (),
        mode: Mode = "auto",
        document: str = "",
        version: str = "",
        context: Surroundings = "none",
    ) -> Answer:
        """Answer a question from the rules; finding nothing is an answer too (`status` "none").

        Scope narrows before ranking. Raises `UsageError` for an empty question, a limit out of range, a document or a
        version that is not there, `UnknownGame`.
        """
        question = question.encode("utf-8", "replace").decode()  # half a character, from a broken stream, as "?"
        if not question.strip():
            raise UsageError("the question is empty", 'ask one, such as: kb query "can a stunned unit rally"')
        if not 1 <= limit <= MAX_LIMIT:
            raise UsageError(f"the limit must be from 1 to {MAX_LIMIT}, not {limit}")
        return self._opened.query(question, tuple(games), limit, tuple(kinds), mode, document, version, context)

    def get(self, citation: str, *, tree: bool = False) -> RuleView:
        """The rule a citation names and what surrounds it. Raises `NotFound` (its hint: the nearest), `UnknownGame`."""
        return self._opened.lookup.view(citation, tree=tree)

    def neighbours(self, rule_id: str) -> tuple[Rule | None, Rule | None]:
        """The rules before and after one in its document; None at its ends. `rule_id` is a `Rule.id`."""
        around = self._opened.catalogue.neighbours(rule_id)
        place = next((i for i, r in enumerate(around) if r.id == rule_id), 0)
        before, after = around[:place], around[place + 1 :]
        return (before[-1] if before else None), (after[0] if after else None)

    def check(self, game: str, events: Sequence[str] = (), ask: str = "", *, state: str = "") -> Verdict:
        """What follows for a unit of `game` after `events`, in a state of it (see `table`). Raises `UnknownGame`,
        `UsageError` for an event that is none.
        """
        from kb.checker import check

        return check(self.table(game, state), tuple(events), ask)

    def table(self, game: str, state: str = "") -> StateTable:
        """The checker's data of a state of a game: where none is named the only one, or Stunned among several. Raises
        `UnknownGame`, `UsageError` naming the states there are.
        """
        found = self._opened.lookup.game(game)
        tables = [t for t in self.tables() if t.game.id == found.id]
        state = state or (tables[0].id if len(tables) == 1 else "stunned")
        fits = [t for t in tables if state.casefold() in (t.id.casefold(), t.name.casefold())]
        if not fits:
            known = ", ".join(t.id for t in tables)
            hint = f"its states are: {known}" if known else f"none of its states is written down in {found.id}/states"
            raise UsageError(f"{found.name} has no state {state!r} to check", hint)
        return fits[0]

    def tables(self) -> tuple[StateTable, ...]:
        """The checker's data of every game."""
        return self._opened.tables

    def compare(self, topic: str) -> Comparison:
        """One topic over all games, each cell cited."""
        from kb.compare import compare

        if not topic.strip():
            raise UsageError("the topic is empty", "name one, such as: kb compare stunned")
        return compare(topic, self.games(), self.tables(), lambda game: self.query(topic, games=(game,), limit=1))

    def games(self) -> tuple[Game, ...]:
        """The games of the index, by id."""
        return self._opened.catalogue.games()

    def sources(self, game: str = "") -> tuple[Source, ...]:
        """The documents of the index, or of one game by id, name or alias."""
        return self._opened.catalogue.sources(self._opened.lookup.game(game).id if game else "")

    def status(self, *, coverage: bool = False) -> StatusReport:
        """What is loaded, whether it is stale, and which references lead nowhere."""
        from kb.doctor import status

        return status(self._opened.generation, self._opened.lookup, self.corpus, stale=self.stale, coverage=coverage)

    def doctor(self) -> tuple[Finding, ...]:
        """What is wrong with corpus, state files, index and installation."""
        return self.examine(self.corpus, self.index)

    @staticmethod
    def examine(corpus: Path, index: Path, model: str = "") -> tuple[Finding, ...]:
        """As `doctor`, also where there is no index to open."""
        from kb.doctor import examine

        return examine(corpus, index, model)

    def diff(self, game: str, old: str, new: str, *, document: str = "") -> Diff:
        """What changed between two versions of a game's document (its main one). Raises `UsageError` naming the
        versions.
        """
        from kb.versions import diff

        before, after = self._version(game, document, old), self._version(game, document, new)
        return diff(before, after, self.rules(before), self.rules(after))

    def _version(self, game: str, document: str, version: str) -> Source:
        lookup = self._opened.lookup
        main = lookup.document(lookup.game(game).id, document)
        versions = [s for s in lookup.sources if (s.game, s.id) == (main.game, main.id)]
        fits = [s for s in versions if version.casefold().removeprefix("v") == s.version.casefold().removeprefix("v")]
        if not fits:
            known = ", ".join(s.version for s in versions)
            raise UsageError(f"{main.title} has no version {version!r} in the corpus", f"there is: {known}")
        return fits[0]

    def rules(self, source: Source) -> tuple[Rule, ...]:
        """Every rule of a document, in its order."""
        return self._opened.catalogue.rules(source.game, source.id, source.version)

    def history(self, citation: str) -> tuple[Past, ...]:
        """A rule through the versions of its document, oldest first."""
        from kb.versions import history

        view = self.get(citation)
        versions = [s for s in self.sources(view.source.game) if s.id == view.source.id]
        upto = versions[: versions.index(view.source) + 1]
        return history([(s, self.rules(s)) for s in upto], view.rule.number)

    def verify(self, citation: str, quote: str = "") -> tuple[Slip | None, RuleView | None]:
        """What is wrong with a citation (None: it stands), and the rule it leads to now (None: there is none)."""
        from kb.linting import verify

        return verify(self._opened.lookup, citation, quote)

    def lint(self, paths: Sequence[Path], *, game: str = "", fix: bool = False) -> tuple[Slip, ...]:
        """Citations in other people's texts that are missing, renumbered, edited or misquoted; with `fix` writes what
        is sure.

        Raises `UsageError` for a path that cannot be read.
        """
        from kb.linting import lint

        return lint(self._opened.lookup, paths, game=game, fix=fix)

    def export(self, form: Format, *, games: Sequence[str] = ()) -> str:
        """Every rule of the newest versions as "jsonl", "md" or "html"."""
        from kb.export import Entry, export

        lookup = self._opened.lookup
        wanted = {lookup.game(g).id for g in games}
        entries = [
            Entry(rule, source, lookup.games[source.game], lookup.citation(rule).heading_path)
            for source in self._opened.catalogue.newest()
            if not wanted or source.game in wanted
            for rule in self.rules(source)
        ]
        return export(entries, form, self.stamp.stamp)

    @staticmethod
    def add(corpus: Path, file: Path, *, game_name: str = "", overwrite: bool = False, **source: str) -> Source:
        """Copy a document into a corpus; `source` holds game, title, version and what else `Source` has. Returns it as
        listed.
        """
        from kb import readers
        from kb.sources import add_document

        wanted = Source(**{"id": source.pop("document", ""), "file": "", **source})  # type: ignore[arg-type]
        return add_document(corpus, file, wanted, game_name=game_name, overwrite=overwrite, check=readers.read)

    @staticmethod
    def build(
        corpus: Path,
        index: Path,
        *,
        model: str = "",
        revision: str = "",
        full: bool = False,
        check: bool = False,
        progress: Progress | None = None,
    ) -> BuildReport:
        """Build the index from the corpus; with `check` only read and check it. The old index serves until the new one
        is whole.
        """
        from kb.build import build

        return build(corpus, index, model=model, revision=revision, full=full, check=check, progress=progress)
