"""The catalogue opened: rules looked up by id, number, order and reference."""

from __future__ import annotations

import re
import sqlite3
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb import numbering
from kb.catalogue.records import Filed, Record, fold, source_key, unpack
from kb.errors import REBUILD, IndexUnusable
from kb.models import Aside, Chunk, Game, Kind, Problem, Rule, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

EVERY = "*"
"""As a version: every version, not the newest of each document only."""
_SCOPES = 256
"""Scopes remembered: games x kinds x documents that people really combine."""
_CHUNKS = 4096
"""Chunks and sections remembered: a search looks at each of its hits twice, and people ask about the same rules."""
_ORDERED = 16
"""Scopes whose numbers are remembered in order: only a number that is not there asks for its neighbours."""
_LETTERS = re.compile(r"^([A-Za-z]*[.-]?)(?=\d).*$", re.DOTALL)


class Catalogue:
    """An opened catalogue; threads may share it. Made by `create`, opened by `open`."""

    def __init__(self, path: Path) -> None:
        try:
            # Immutable: nobody writes to a generation, so no lock is taken and a read-only folder will do.
            self._base = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            self._sources = {
                place: (unpack(Source, record), bool(newest), range(first, last))
                for place, record, newest, first, last in self._base.execute(
                    "select place, record, newest, first, last from source order by place"
                )
            }
        except sqlite3.Error as error:
            raise IndexUnusable(f"{path} is no usable catalogue ({error}).", REBUILD) from error
        self._by_key = {source_key(source): source for source, _, _ in self._sources.values()}
        self._scoped = lru_cache(_SCOPES)(self._scope)
        self._chunk = lru_cache(_CHUNKS)(self._read_chunk)
        self._rule = lru_cache(_CHUNKS)(self._read_rule)
        self._children = lru_cache(_CHUNKS)(self._read_children)
        self._below = lru_cache(_CHUNKS)(self._read_below)
        self._letters = lru_cache(_CHUNKS)(self._read_letters)
        self._ordered = lru_cache(_ORDERED)(self._in_order)

    @classmethod
    def open(cls, path: Path) -> Catalogue:
        """Open a catalogue read-only. Raises IndexUnusable."""
        return cls(Path(path))

    @classmethod
    def create(cls, path: Path, games: Iterable[Game], filed: Filed, problems: Iterable[Problem] = ()) -> Catalogue:
        """Write a catalogue of parsed documents with their chunks, in corpus order (a document's newest version
        last)."""
        from kb.catalogue.writing import write

        write(Path(path), tuple(games), filed, tuple(problems))
        return cls(Path(path))

    def close(self) -> None:
        """Let the file go."""
        self._base.close()

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._base.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise IndexUnusable(f"The catalogue of the index is damaged ({error}).", REBUILD) from error

    def _records(self, kind: type[Record], query: str, *values: Any) -> tuple[Record, ...]:
        return tuple(unpack(kind, row[0]) for row in self._rows(query, values))

    def games(self) -> tuple[Game, ...]:
        """The games, by id."""
        return self._records(Game, "select record from game order by id")

    def sources(self, game: str = "") -> tuple[Source, ...]:
        """The documents, in order of the corpus, of one game or of all."""
        return tuple(source for source, _, _ in self._sources.values() if game in ("", source.game))

    def source_of(self, rule_id: str) -> Source:
        """The document that a rule or chunk is from, by its id. Raises KeyError."""
        key, _, rest = rule_id.partition(":")
        while rest and key not in self._by_key:  # a version may hold a colon
            more, _, rest = rest.partition(":")
            key = f"{key}:{more}"
        if key not in self._by_key:
            raise KeyError(rule_id)
        return self._by_key[key]

    def newest(self, game: str = "") -> tuple[Source, ...]:
        """The newest version of each document, of one game or of all."""
        return tuple(source for source, newest, _ in self._sources.values() if newest and game in ("", source.game))

    def counts(self) -> dict[str, int]:
        """How many games, sources, rules and chunks there are."""
        return {
            f"{name}s": self._rows(f"select count(*) from {name}")[0][0] for name in ("game", "source", "rule", "chunk")
        }

    def rule(self, rule_id: str) -> Rule | None:
        """The rule of that id, or None."""
        return self._rule(rule_id)

    def _read_rule(self, rule_id: str) -> Rule | None:
        return next(iter(self._records(Rule, "select record from rule where id = ?", rule_id)), None)

    def rules(self, game: str, document: str, version: str) -> tuple[Rule, ...]:
        """Every rule of one version of a document, in the document's order."""
        place = self._place(f"{game}/{document}@{version}")
        return self._records(Rule, "select record from rule where source = ? order by place", place)

    def _place(self, key: str) -> int:
        return next((place for place, (source, _, _) in self._sources.items() if source_key(source) == key), -1)

    def _chosen(self, games: Sequence[str], documents: Sequence[str], version: str) -> list[int]:
        """Places of the documents meant; without a version the newest of each."""
        return [
            place
            for place, (source, newest, _) in self._sources.items()
            if (not games or source.game in games)
            and (not documents or source.id in documents)
            and (source.version == version or version == EVERY or (not version and newest))
        ]

    def find(self, number: str, game: str = "", document: str = "", version: str = "") -> tuple[Rule, ...]:
        """Rules of that number: as written, or failing that as normalised; a game's main document first.

        Without a version in the newest of each document.
        """
        places = self._chosen((game,) if game else (), (document,) if document else (), version)
        marks = ",".join("?" * len(places))
        query = f"""select rule.record from rule join source on source.place = rule.source
                    where rule.{{}} = ? and rule.source in ({marks}) order by source.game, source.main desc,
                    rule.place"""
        exact = self._records(Rule, query.format("number"), number, *places)
        return exact or self._records(Rule, query.format("folded"), fold(number), *places)

    def behind_letters(self, number: str, game: str = "", document: str = "", version: str = "") -> tuple[Rule, ...]:
        """Rules that print `number` behind letters, in documents whose numbers all begin with those: GB-3.1 for 3.1."""
        if not number[:1].isdecimal():
            return ()
        places = self._chosen((game,) if game else (), (document,) if document else (), version)
        found: list[Rule] = []
        for place in places:
            source, letters = self._sources[place][0], self._letters(place)
            found += self.find(letters + number, source.game, source.id, source.version) if letters else ()
        return tuple(found)

    def _read_letters(self, place: int) -> str:
        """The letters before the first digit that all numbers of a document have in common, "" where one has others."""
        shared = ""
        for (number,) in self._rows("select number from rule where source = ?", (place,)):
            if numbering.is_number(number):
                letters = _LETTERS.sub(r"\1", number)
                if not letters or letters == number or (shared and letters != shared):
                    return ""
                shared = letters
        return shared

    def parted(self, number: str, game: str = "", document: str = "", version: str = "") -> tuple[Rule, ...]:
        """Rules of the same parts with other signs between them, 7-1-2 for 7.1.2; none where they have several numbers
        that differ.
        """
        places = self._chosen((game,) if game else (), (document,) if document else (), version)
        spellings = numbering.spellings(number)
        if not spellings or not places:
            return ()
        query = f"""select rule.record from rule join source on source.place = rule.source
                    where rule.folded in ({",".join("?" * len(spellings))}) and rule.source in
                    ({",".join("?" * len(places))}) order by source.game, source.main desc, rule.place"""
        found = self._records(Rule, query, *spellings, *places)
        return found if len({fold(rule.number) for rule in found}) == 1 else ()

    def nearest(
        self, number: str, game: str = "", document: str = "", version: str = "", n: int = 3
    ) -> tuple[Rule, ...]:
        """The rules whose numbers stand next to `number`: the one above it, then those around it in natural order."""
        wanted = numbering.normalise(number)
        rows = self._ordered(tuple(self._chosen((game,) if game else (), (document,) if document else (), version)))
        if not rows or not (
            numbering.is_number(wanted) or (re.search(r"\d", wanted) and numbering.is_number(wanted.upper()))
        ):
            return ()
        key = numbering.sort_key(wanted)
        at = bisect_left(rows, (key,))
        if key[0][0] == numbering.LETTERS and not any(
            _shared(rows[i][0], key) for i in (at - 1, at) if 0 <= i < len(rows)
        ):
            key = key[1:] or key  # "CR702.19c": no number begins with the letters
            at = bisect_left(rows, (key,))
        around = sorted(
            range(max(0, at - n), min(len(rows), at + n)),
            key=lambda i: (-_shared(rows[i][0], key), abs(2 * (i - at) + 1), i),
        )
        found = self._records_of_places([rows[i][1] for i in around[:n]])
        return tuple(sorted(found, key=lambda rule: (numbering.sort_key(rule.number), rule.id)))

    def _in_order(self, places: tuple[int, ...]) -> list[tuple[tuple[Any, ...], int]]:
        """The numbers of documents in natural order, as (sort key, place of the rule)."""
        query = f"select number, place from rule where source in ({','.join('?' * len(places))})"
        rows = self._rows(query, places)
        return sorted((numbering.sort_key(one), place) for one, place in rows if numbering.is_number(one))

    def _records_of_places(self, places: Sequence[int]) -> tuple[Rule, ...]:
        return self._records(
            Rule, f"select record from rule where place in ({','.join('?' * len(places))}) order by place", *places
        )

    def children(self, rule_id: str) -> tuple[Rule, ...]:
        """The rules directly below, in the document's order."""
        return self._children(rule_id)

    def _read_children(self, rule_id: str) -> tuple[Rule, ...]:
        return self._records(
            Rule,
            """select below.record from rule join rule as below on below.source = rule.source and below.parent =
               rule.number where rule.id = ? and rule.number != '' order by below.place""",
            rule_id,
        )

    def section(self, rule_id: str, most: int) -> tuple[Rule, ...]:
        """All that is below a rule, at any depth, in the document's order; nothing where that is more than `most`."""
        return self._below(rule_id, most)

    def _read_below(self, rule_id: str, most: int) -> tuple[Rule, ...]:
        found = self._rows(
            """with recursive below (place, source, number) as (
                 select place, source, number from rule where id = ?
                 union all
                 select rule.place, rule.source, rule.number from below join rule
                   on rule.source = below.source and rule.parent = below.number and below.number != ''
                 limit ?)
               select record from below join rule using (place) order by place""",
            (rule_id, most + 2),  # itself, and one too many
        )
        return tuple(unpack(Rule, row[0]) for row in found[1:]) if len(found) <= most + 1 else ()

    def parents(self, rule_id: str) -> tuple[Rule, ...]:
        """The rules above, from the top down."""
        found: list[Rule] = []
        rule = self.rule(rule_id)
        while rule and rule.parent and len(found) < 64:  # deeper than any rulebook: a guard against a loop
            rule = self.rule(f"{rule.id.removesuffix(rule.number)}{rule.parent}")
            found += [rule] if rule else []
        return tuple(reversed(found))

    def refs(self, rule_id: str) -> tuple[Rule, ...]:
        """The rules that it cites and that exist, in the order cited."""
        return self._records(
            Rule,
            """select target.record from rule join ref on ref.rule = rule.place join rule as target on target.place =
               ref.target where rule.id = ? order by ref.rowid""",
            rule_id,
        )

    def missing(self, rule_id: str) -> tuple[str, ...]:
        """The numbers that it cites and that no document has."""
        query = """select ref.number from rule join ref on ref.rule = rule.place
                   where rule.id = ? and target is null order by ref.rowid"""
        return tuple(row[0] for row in self._rows(query, (rule_id,)))

    def missing_refs(self) -> tuple[tuple[str, str], ...]:
        """Every (rule id, number) where a number is cited that no document has, in order of the corpus."""
        query = """select rule.id, ref.number from ref join rule on rule.place = ref.rule
                   where target is null order by ref.rowid"""
        return tuple((rule_id, number) for rule_id, number in self._rows(query))

    def cited_by(self, rule_id: str) -> tuple[Rule, ...]:
        """The rules that cite it, in order of the corpus."""
        return self._records(
            Rule,
            """select distinct citing.record from rule join ref on ref.target = rule.place join rule as citing on
               citing.place = ref.rule where rule.id = ? order by citing.place""",
            rule_id,
        )

    def neighbours(self, rule_id: str, n: int = 1) -> tuple[Rule, ...]:
        """The rule with the `n` before and after it in its document."""
        row = next(iter(self._rows("select place, source from rule where id = ?", (rule_id,))), None)
        if row is None:
            return ()
        query = "select record from rule where source = ? and place between ? and ? order by place"
        return self._records(Rule, query, row[1], row[0] - n, row[0] + n)

    def ordinal(self, rule_id: str) -> int | None:
        """The ordinal of a rule's chunk; None for no such rule or one without a chunk."""
        row = next(iter(self._rows("select ordinal from rule where id = ?", (rule_id,))), None)
        return row[0] if row else None

    def chunk(self, ordinal: int) -> Chunk:
        """The chunk of that ordinal. Raises KeyError."""
        return self._chunk(int(ordinal))

    def _read_chunk(self, ordinal: int) -> Chunk:
        row = next(iter(self._rows("select record from chunk where ordinal = ?", (ordinal,))), None)
        if row is None:
            raise KeyError(ordinal)
        return unpack(Chunk, row[0])

    def chunks(self, ordinals: Iterable[int]) -> tuple[Chunk, ...]:
        """The chunks of these ordinals, in the order given. Raises KeyError."""
        return tuple(self._chunk(int(ordinal)) for ordinal in ordinals)

    def scope(
        self, games: Sequence[str] = (), documents: Sequence[str] = (), version: str = "", kinds: Sequence[Kind] = ()
    ) -> Ints:
        """Sorted ordinals (int64) of the chunks in these games, documents and kinds; empty means any.

        Without a version the newest of each document is meant. The array is shared: do not write to it.
        """
        return self._scoped(tuple(games), tuple(documents), version, tuple(kinds))

    def _scope(self, games: tuple[str, ...], documents: tuple[str, ...], version: str, kinds: tuple[str, ...]) -> Ints:
        import numpy as np

        places = self._chosen(games, documents, version)
        ranges = [np.arange(r.start, r.stop, dtype=np.int64) for r in (self._sources[place][2] for place in places)]
        every = np.concatenate(ranges) if ranges else np.zeros(0, dtype=np.int64)
        if kinds:
            query = f"select ordinal from chunk where kind in ({','.join('?' * len(kinds))})"
            every = np.intersect1d(every, np.fromiter((row[0] for row in self._rows(query, kinds)), np.int64))
        every.setflags(write=False)
        return every

    def problems(self) -> tuple[Problem, ...]:
        """What was found wrong while building, in order."""
        return self._records(Problem, "select record from problem order by place")

    def asides(self, game: str, document: str, version: str) -> tuple[Aside, ...]:
        """The visible text of a document that is in no rule, with who set it aside."""
        place = self._place(f"{game}/{document}@{version}")
        return self._records(Aside, "select record from aside where source = ? order by rowid", place)

    def coverage(self) -> tuple[tuple[Source, int, int, tuple[tuple[str, int], ...]], ...]:
        """For each document: visible characters, those in rules, and those set aside by recogniser, most first."""
        query = "select source, visible, in_rules from coverage order by source"
        return tuple(
            (self._sources[place][0], visible, inside, self._set_aside(place))
            for place, visible, inside in self._rows(query)
        )

    def _set_aside(self, place: int) -> tuple[tuple[str, int], ...]:
        counted: dict[str, int] = {}
        for name, record in self._rows("select recogniser, record from aside where source = ?", (place,)):
            counted[name] = counted.get(name, 0) + sum(not char.isspace() for char in unpack(Aside, record).text)
        return tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _shared(one: tuple[Any, ...], other: tuple[Any, ...]) -> int:
    """How many leading components two sort keys have in common."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
