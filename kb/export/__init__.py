"""Every rule of the index as JSON Lines, as Markdown, or as one HTML file that searches without a network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Literal

from kb.cite import label
from kb.models import Game, Rule, Source

Format = Literal["jsonl", "md", "html"]
BUNDLE = Path(__file__).with_name("bundle.html")
DEEPEST_HEADING = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule with where it stands. `heading_path` runs from the top down, without the rule's own title."""

    rule: Rule
    source: Source
    game: Game
    heading_path: tuple[str, ...]


def export(entries: Sequence[Entry], form: Format, stamp: str = "") -> str:
    """Return the entries in a format; `stamp` names the index in the HTML file's foot."""
    if form == "jsonl":
        return "".join(json.dumps(as_json(e), ensure_ascii=False) + "\n" for e in entries)
    return "\n".join(_markdown(entries)) + "\n" if form == "md" else _html(entries, stamp)


def as_json(e: Entry) -> dict[str, Any]:
    """One line of the export."""
    r = e.rule
    return {
        "id": r.id,
        "game": e.source.game,
        "document": e.source.id,
        "version": e.source.version,
        "number": r.number,
        "parent": r.parent,
        "kind": r.kind,
        "heading_path": list(e.heading_path),
        "text": r.words,
        "refs": list(r.refs),
        "page": r.span.page,
        "lines": [r.span.start_line, r.span.end_line],
    }


def _markdown(entries: Sequence[Entry]) -> Iterator[str]:
    """A heading a game and document, a paragraph a rule; headings of the rules nest below."""
    game = source = None
    for e in entries:
        if e.game != game:
            game, source = e.game, None
            yield f"# {_plain(e.game.name)}\n"
        if e.source != source:
            source = e.source
            yield f"## {_plain(f'{e.source.title} {e.source.version}'.strip())}\n"
            yield from (f"> {_plain(n)}\n" for n in (*e.source.notices, *e.game.notices))
        if e.rule.kind == "heading":
            yield f"{'#' * min(e.rule.depth + 2, DEEPEST_HEADING)} {_plain(f'{e.rule.number} {e.rule.title}')}\n"
        else:
            yield f"**{_plain(e.rule.number)}** {_plain(e.rule.words)}\n"


def _plain(text: str) -> str:
    """Text whose characters mean nothing to Markdown or HTML; a table's rows stay rows."""
    return re.sub(r"([\\`*_\[\]<>#$])", r"\\\1", text)


def _html(entries: Sequence[Entry], stamp: str) -> str:
    """The bundle: the rules as JSON inside a page whose script searches them."""
    sources = list(dict.fromkeys(e.source for e in entries))
    games = {e.game.id: e.game for e in entries}
    data = {
        "sources": [
            {
                "title": s.title,
                "version": s.version,
                "label": label(games[s.game], s, "\0"),
                "game": games[s.game].name,
                "notices": [*s.notices, *games[s.game].notices],
                "url": s.url,
            }
            for s in sources
        ],
        "rules": [
            [
                e.rule.id,
                sources.index(e.source),
                e.rule.number,
                e.rule.parent,
                e.rule.kind,
                list(e.heading_path),
                e.rule.words,
            ]
            for e in entries
        ],
    }
    # "<" written out keeps "</script>" and "<!--" in a rule from ending the block they stand in.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    names = ", ".join(sorted(g.name for g in games.values()))
    page = BUNDLE.read_text("utf-8")
    return (
        page.replace("@@TITLE@@", escape(f"Rules: {names}"))
        .replace("@@STAMP@@", escape(stamp))
        .replace("@@DATA@@", text)
    )
