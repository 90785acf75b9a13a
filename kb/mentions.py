"""Citations of rules as they stand in other people's texts: found, taken apart, with the quotes beside them.

A citation is a game's name (id, name or alias), then a document's if wanted, then a number, in the forms that `kb cite`
prints and people write: `riftbound/core@1.3:423.1.a~0a1b2c3d`, "Riftbound CR 423.1.a (v1.3)", `riftbound 423.1.a`. With
a default game "rule 423.1.a" and "CR 423.1.a" are citations too. Words in quotation marks belong to the citation of
their line that stands nearest; a block quote belongs to the citation right above or below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kb.models import Game, Source

SHORTEST_QUOTE = 4  # words: fewer in quotation marks is a term, not a quote
LETTERS = r"(?:[A-Za-z]|[A-Za-z]{1,2}-|(?-i:[A-Z]\.))?"
"""What may stand before a number's first digit: C6, GB-3.1, A.1."""
NUMBER = rf"(?P<number>{LETTERS}\d\w*(?:[.:\-][\w+]+|\(\w{{1,4}}\))*|(?:[a-z]+(?:-[a-z]+)*)-\d+)"
TAIL = r"(?:\s*\((?P<note>v?[\w][\w.\-]*)\))?(?:~(?P<hash>[0-9a-f]{8}))?"
QUOTED = re.compile(r"\"([^\"\n]+)\"|\u201c([^\u201d\n]+)\u201d")
VERSION_NOTE = re.compile(r"v(\d[\w.\-]*)")


@dataclass(frozen=True, slots=True)
class Mention:
    """A citation as it stands in a text: where (1-based line and column, character offsets), and the quotes beside it.

    `number_at` is where the number begins in `text`.
    """

    text: str
    start: int
    end: int
    line: int
    column: int
    game: str
    document: str
    version: str
    number: str
    hash: str
    quotes: tuple[str, ...] = ()
    number_at: int = 0


def pattern(games: Sequence[Game], sources: Sequence[Source], default: str = "") -> re.Pattern[str]:
    """The expression that finds citations of these games; longer names first, so that "Damage & Rally" wins over
    "Damage".
    """
    names = {n: g.id for g in games for n in (g.id, g.name, *g.aliases)}
    shorts = {n for s in sources for n in (s.short, s.title, s.id) if n}
    one_game, one_document = _either(names), _either(shorts)
    path = r"(?:/(?P<doc1>[\w.-]+))?(?:@(?P<version>[\w.\-]+?))?"
    spoken = rf"(?P<game>{one_game}){path}(?::\s*|\s+(?:(?P<doc2>{one_document})\s+)?(?:rule\s+)?)"
    if default:
        spoken = rf"(?:{spoken}|(?P<bare>\b(?:rules?|CR|section|\u00a7)\s*))"
    return re.compile(rf"(?<![\w/]){spoken}{NUMBER}{TAIL}(?![\w])", re.IGNORECASE)


def _either(names: Iterable[str]) -> str:
    return "|".join(re.escape(n) for n in sorted(names, key=lambda n: (-len(n), n))) or r"(?!)"


def mentions(text: str, games: Sequence[Game], sources: Sequence[Source], default: str = "") -> Iterator[Mention]:
    """Every citation in `text`, in order, each with the quotes that belong to it."""
    lines = text.splitlines(keepends=True)
    found = _found(text, lines, games, sources, default)
    for number, group in groupby(found, key=lambda m: m.line):
        yield from _with_quotes(lines, number - 1, tuple(group))


def _found(
    text: str, lines: Sequence[str], games: Sequence[Game], sources: Sequence[Source], default: str
) -> Iterator[Mention]:
    ids = {n.casefold(): g.id for g in games for n in (g.id, g.name, *g.aliases)}
    line, start = 0, 0
    for found in pattern(games, sources, default).finditer(text):
        if not _certain(found):
            continue
        while start + len(lines[line]) <= found.start():
            start += len(lines[line])
            line += 1
        game = ids.get((found["game"] or "").casefold(), default)
        yield Mention(
            text=found[0],
            start=found.start(),
            end=found.end(),
            line=line + 1,
            column=found.start() - start + 1,
            game=game,
            document=_document(found["doc1"] or found["doc2"] or "", game, sources),
            version=found["version"] or _version(found["note"], game, sources),
            number=found["number"],
            hash=(found["hash"] or "").lower(),
            number_at=found.start("number") - found.start(),
        )


def _certain(found: re.Match[str]) -> bool:
    """A game's name before a lone number is prose ("Chess 2 players") unless something else says that it is a rule."""
    if not found["number"].isdigit():
        return True
    before = found[0][: found.start("number") - found.start()].rstrip().casefold()
    told = before.endswith((":", "rule", "rules", "cr", "section", "\u00a7"))
    return told or any(found[name] for name in ("doc1", "doc2", "version", "note", "hash"))


def _document(name: str, game: str, sources: Sequence[Source]) -> str:
    fits = (
        s.id
        for s in sources
        if s.game == game and name.casefold() in (s.id.casefold(), s.short.casefold(), s.title.casefold())
    )
    return next(fits, name) if name else ""


def _version(note: str | None, game: str, sources: Sequence[Source]) -> str:
    """The version in brackets after a number: "(v1.3)", or as the game's documents write it, "(2026-01-16)"."""
    known = {s.version for s in sources if s.game == game and s.version}
    if note in known:
        return note or ""
    found = VERSION_NOTE.fullmatch(note or "")
    return found[1] if found else ""


def _with_quotes(lines: Sequence[str], at: int, here: Sequence[Mention]) -> Iterator[Mention]:
    """The mentions of a line with their quotes: those in quotation marks, or a block quote for the one next to it."""
    inline = _inline(lines[at], here)
    above, below = _block(lines, at, -1), _block(lines, at, 1)
    for place, mention in enumerate(here):
        block = (above if place == 0 else "") or (below if place == len(here) - 1 else "")
        quotes = inline[place] or ((block,) if _long(block) and not any(inline) else ())
        yield replace(mention, quotes=quotes)


def _inline(line: str, here: Sequence[Mention]) -> list[tuple[str, ...]]:
    """For each mention the quotes of the line that stand nearest to it; between two, the one that follows."""
    quotes: list[tuple[str, ...]] = [()] * len(here)
    for found in QUOTED.finditer(line):
        quote = found[1] or found[2]
        if _long(quote):
            nearest = min(range(len(here)), key=lambda i: (_gap(found, here[i]), -i))
            quotes[nearest] = (*quotes[nearest], quote)
    return quotes


def _gap(quote: re.Match[str], mention: Mention) -> int:
    start, end = mention.column - 1, mention.column - 1 + len(mention.text)
    return max(start - quote.end(), quote.start() - end)


def _long(quote: str) -> bool:
    return len(quote.split()) >= SHORTEST_QUOTE


def _block(lines: Sequence[str], at: int, step: int) -> str:
    """The Markdown block quote just above (-1) or below (1) a line, over one blank line at most; the line's own if it
    is in one.
    """
    here = at if lines[at].lstrip().startswith(">") else at + step
    if 0 <= here < len(lines) and not lines[here].strip():
        here += step
    taken: list[str] = []
    while 0 <= here < len(lines) and lines[here].lstrip().startswith(">"):
        if here != at:
            taken.append(lines[here].lstrip().lstrip(">").strip())
        here += step
    return " ".join(taken[::step])
