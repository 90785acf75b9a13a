"""Writing a catalogue: one transaction into a new file, in corpus order, so that the same records give the same
bytes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kb.catalogue.records import INDEXES, SCHEMA, Filed, fold, pack, source_key
from kb.models import Game, Problem, Source

Keys = dict[tuple[int, str], int]


def write(path: Path, games: Sequence[Game], filed: Filed, problems: Sequence[Problem]) -> None:
    """Write documents in corpus order (the newest version of a document last). Raises sqlite3.Error, ValueError."""
    base = sqlite3.connect(path, isolation_level=None)
    try:
        base.execute("pragma journal_mode = off")  # a file that is not whole is thrown away, so nothing is rolled back
        base.execute("pragma synchronous = off")
        base.executescript(SCHEMA)
        base.execute("begin")
        base.executemany("insert into game values (?, ?)", [(game.id, pack(game)) for game in games])
        base.executemany("insert into problem (record) values (?)", [(pack(problem),) for problem in problems])
        _documents(base, filed)
        _references(base, filed)
        base.execute("commit")
        base.executescript(INDEXES)
    finally:
        base.close()


def _documents(base: sqlite3.Connection, filed: Filed) -> None:
    newest = {(parsed.source.game, parsed.source.id): place for place, (parsed, _) in enumerate(filed)}
    first = 0
    for place, (parsed, chunks) in enumerate(filed):
        source, last = parsed.source, first + len(chunks)
        is_newest = newest[source.game, source.id] == place
        row = (
            place,
            source_key(source),
            source.game,
            source.id,
            source.version,
            is_newest,
            source.main,
            first,
            last,
            pack(source),
        )
        base.execute(f"insert into source values ({','.join('?' * len(row))})", row)
        ordinals = {chunk.rule_id: first + at for at, chunk in enumerate(chunks)}
        rules = [
            (rule.id, place, rule.number, fold(rule.number), rule.parent, ordinals.get(rule.id), pack(rule))
            for rule in parsed.rules
        ]
        columns = "id, source, number, folded, parent, ordinal, record"
        base.executemany(f"insert into rule ({columns}) values (?, ?, ?, ?, ?, ?, ?)", rules)
        base.executemany(
            "insert into chunk values (?, ?, ?, ?)",
            [(first + at, place, chunk.kind, pack(chunk)) for at, chunk in enumerate(chunks)],
        )
        base.executemany(
            "insert into aside values (?, ?, ?)", [(place, aside.recogniser, pack(aside)) for aside in parsed.asides]
        )
        base.execute(
            "insert into coverage values (?, ?, ?, ?)", (place, parsed.visible, parsed.in_rules, parsed.set_aside)
        )
        first = last


def _references(base: sqlite3.Connection, filed: Filed) -> None:
    """A number cited means a rule of the same document, else of the game's main one, else of any other, newest
    first."""
    exact: Keys = {}
    folded: Keys = {}
    for place, source, number, fold_ in base.execute(
        "select place, source, number, folded from rule order by place desc"
    ):
        exact[source, number] = folded[source, fold_] = place
    order = _where_to_look([parsed.source for parsed, _ in filed])
    base.executemany("insert into ref values (?, ?, ?)", _found(filed, order, exact, folded))


def _found(
    filed: Filed, order: Sequence[Sequence[int]], exact: Keys, folded: Keys
) -> Iterator[tuple[int, str, int | None]]:
    place = 0
    for at, (parsed, _) in enumerate(filed):
        for rule in parsed.rules:
            place += 1
            for number in rule.refs:
                yield place, number, _target(number, order[at], exact, folded)


def _target(number: str, sources: Sequence[int], exact: Keys, folded: Keys) -> int | None:
    wanted = fold(number)
    for source in sources:
        found = exact.get((source, number), folded.get((source, wanted)))
        if found is not None:
            return found
    return None


def _where_to_look(sources: Sequence[Source]) -> list[list[int]]:
    def order(own: int) -> list[int]:
        others: list[tuple[Any, ...]] = [
            (not other.main, -at, at)
            for at, other in enumerate(sources)
            if other.game == sources[own].game and at != own
        ]
        # Another version of the same document is never meant: its number may be another rule.
        return [own, *(at for *_, at in sorted(others) if sources[at].id != sources[own].id)]

    return [order(own) for own in range(len(sources))]
