"""How records are kept in the catalogue's file, and the file's tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from kb import numbering
from kb.models import Aside, Chunk, Game, Parsed, Problem, Rule, Source, Span

FILE = "catalogue.sqlite"
SCHEMA = """
create table game (id text primary key, record text not null) without rowid;
create table source (
  place integer primary key, key text not null unique, game text not null, document text not null,
  version text not null, newest integer not null, main integer not null,
  first integer not null, last integer not null, record text not null);
create table rule (
  place integer primary key, id text not null unique, source integer not null, number text not null,
  folded text not null, parent text not null, ordinal integer, record text not null);
create table chunk (ordinal integer primary key, source integer not null, kind text not null, record text not null);
create table ref (rule integer not null, number text not null, target integer);
create table aside (source integer not null, recogniser text not null, record text not null);
create table problem (place integer primary key, record text not null);
create table coverage (
  source integer primary key, visible integer not null, in_rules integer not null, set_aside integer not null);
"""
INDEXES = """
create index rule_number on rule (number);
create index rule_folded on rule (folded);
create index rule_parent on rule (source, parent);
create index ref_rule on ref (rule);
create index ref_target on ref (target);
"""
Record = TypeVar("Record", Game, Source, Rule, Chunk, Aside, Problem)
Filed = Sequence[tuple[Parsed, Sequence[Chunk]]]


def source_key(source: Source) -> str:
    """Return what the ids of a document's rules begin with: "riftbound/core@1.3"."""
    return f"{source.game}/{source.id}@{source.version}"


def fold(number: str) -> str:
    """Return the form that spellings of a number share: normalised, without brackets, small letters."""
    plain = numbering.normalise(number)
    return numbering.bare(plain) if numbering.is_number(plain) else plain.casefold()


def pack(record: Game | Source | Rule | Chunk | Aside | Problem) -> str:
    """Return a record as JSON."""
    held = {name: getattr(record, name) for name in record.__dataclass_fields__}
    if span := held.get("span"):
        held["span"] = [span.start_line, span.end_line, span.page]
    return json.dumps(held, ensure_ascii=False, separators=(",", ":"))


def unpack(kind: type[Record], text: str) -> Record:
    """Return the record that `pack` wrote."""
    read: dict[str, Any] = json.loads(text)
    held: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in read.items()}
    if "span" in held:
        held["span"] = Span(*held["span"])
    make: Any = kind  # each kind has its own fields
    made: Record = make(**held)
    return made
