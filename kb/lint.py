"""Citations in other people's text: do they still lead to a rule, to the same rule, and does the rule say what is
quoted?

A citation is a game's name (id, name or alias), then a document's if wanted, then a number, in the forms that `kb cite`
prints and people write: `riftbound/core@1.3:423.1.a~0a1b2c3d`, "Riftbound CR 423.1.a (v1.3)", `riftbound 423.1.a`. With
a default game "rule 423.1.a" and "CR 423.1.a" are citations too. The words in quotation marks on the same line, or in
the block quote right above or below, are taken as a quote of it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.models import Game, Source

Code = Literal["missing", "renumbered", "edited", "misquoted"]
SHORTEST_QUOTE = 4  # words: fewer in quotation marks is a term, not a quote
STRAIGHT = str.maketrans(
    "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2013\u2014\u2011", '""""""\'\'\'\'---'
)
NUMBER = r"(?P<number>(?:[A-Za-z]\d|\d)[\w]*(?:[.:\-][\w+]+|\(\w{1,4}\))*|(?:faq|effects|[a-z]+(?:-[a-z]+)*)-\d+)"
TAIL = r"(?:\s*\((?P<note>v?[\w][\w.\-]*)\))?(?:~(?P<hash>[0-9a-f]{8}))?"
QUOTED = re.compile(r"\"([^\"\n]+)\"|\u201c([^\u201d\n]+)\u201d")


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


@dataclass(frozen=True, slots=True)
class Target:
    """Where a mention leads today: the rule's number, words, label and hash; `latest` is its number in the newest
    `version`.

    `number` is empty where there is no such rule; `nearest` are numbers like it. `same_hash` is the number of the rule
    that has the hash of the mention, empty where none has it.
    """

    number: str
    text: str = ""
    label: str = ""
    hash: str = ""
    latest: str = ""
    version: str = ""
    same_hash: str = ""
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slip:
    """One citation that does not hold. `fix` is what the citation should read, empty where only a person can tell."""

    code: Code
    file: str
    mention: Mention
    message: str
    fix: str = ""


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
    """Every citation in `text`, in order."""
    ids = {n.casefold(): g.id for g in games for n in (g.id, g.name, *g.aliases)}
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    line_no = 0
    for found in pattern(games, sources, default).finditer(text):
        while starts[line_no + 1] <= found.start():
            line_no += 1
        game = ids.get((found["game"] or "").casefold(), default)
        document = _document(found["doc1"] or found["doc2"] or "", game, sources)
        yield Mention(
            text=found[0],
            start=found.start(),
            end=found.end(),
            line=line_no + 1,
            column=found.start() - starts[line_no] + 1,
            game=game,
            document=document,
            version=found["version"] or _version(found["note"], game, sources),
            number=found["number"],
            hash=(found["hash"] or "").lower(),
            quotes=_quotes(lines, line_no, found[0]),
            number_at=found.start("number") - found.start(),
        )


def _document(name: str, game: str, sources: Sequence[Source]) -> str:
    fits = (
        s.id
        for s in sources
        if s.game == game and name.casefold() in (s.id.casefold(), s.short.casefold(), s.title.casefold())
    )
    return next(fits, name) if name else ""


def _version(note: str | None, game: str, sources: Sequence[Source]) -> str:
    """The version in brackets after a number, if the game has one of that name: "(v1.3)", "(2026-01-16)"."""
    known = {s.version for s in sources if s.game == game}
    return next((v for v in (note or "", (note or "").removeprefix("v")) if v in known and v), "")


def _quotes(lines: Sequence[str], at: int, mention: str) -> tuple[str, ...]:
    """The quotes on the mention's line, or the block quote that touches it."""
    inline = [a or b for a, b in QUOTED.findall(lines[at].replace(mention, " "))]
    quotes = [q for q in inline if len(q.split()) >= SHORTEST_QUOTE]
    if quotes:
        return tuple(quotes)
    block = _block(lines, at, -1) or _block(lines, at, 1)
    return (block,) if len(block.split()) >= SHORTEST_QUOTE else ()


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


def plain(text: str) -> str:
    """Text as quotes are compared: NFKC, straight quotes and hyphens, no emphasis marks, folded white space, small
    letters.
    """
    folded = unicodedata.normalize("NFKC", text).translate(STRAIGHT).replace("*", "").replace("_", "")
    return " ".join(folded.split()).casefold()


def stands_in(quote: str, text: str) -> bool:
    """Whether the words of `quote` stand in `text`; "..." and "[...]" in a quote leave something out, a closing dot may
    be added.
    """
    whole, at = plain(text), 0
    for part in re.split(r"\[?(?:\.\.\.|\u2026)\]?", quote):
        words = plain(part).rstrip(".,; ")
        found = whole.find(words, at)
        if found < 0:
            return False
        at = found + len(words)
    return True


def check(file: str, text: str, found: Iterable[Mention], resolve: Callable[[Mention], Target]) -> Iterator[Slip]:
    """What is wrong with each mention, the worst first and one at a time: missing, renumbered, edited, misquoted."""
    for mention in found:
        target = resolve(mention)
        slip = _slip(file, mention, target)
        if slip is not None:
            yield slip


def _slip(file: str, m: Mention, t: Target) -> Slip | None:
    if not t.number and not t.same_hash:
        near = f"; the nearest: {', '.join(t.nearest)}" if t.nearest else ""
        return Slip("missing", file, m, f"{m.text}: no such rule{near}")
    moved = t.same_hash if m.hash and t.same_hash else t.latest
    if moved and moved != t.number:
        return Slip("renumbered", file, m, f"{m.text}: is now {moved}", _renumbered(m, moved, t.version))
    if m.hash and t.hash and m.hash != t.hash:
        fixed = m.text.replace(f"~{m.hash}", f"~{t.hash}")
        return Slip("edited", file, m, f"{m.text}: the rule's words have changed since (now ~{t.hash})", fixed)
    wrong = next((q for q in m.quotes if not stands_in(q, t.text)), None)
    if wrong is not None:
        return Slip("misquoted", file, m, f"{m.text}: does not say {wrong!r}; it says {_short(t.text)!r}")
    return None


def _renumbered(m: Mention, number: str, version: str) -> str:
    """The mention with its new number, and the version that has it where the mention names one."""
    head, tail = m.text[: m.number_at], m.text[m.number_at + len(m.number) :]
    if m.version and version:
        head, tail = head.replace(f"@{m.version}", f"@{version}"), tail.replace(m.version, version)
    return f"{head}{number}{tail}"


def _short(text: str, most: int = 160) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1].rsplit(" ", 1)[0] + "\u2026"


def fixed(text: str, slips: Sequence[Slip]) -> str:
    """`text` with every fix made, last first so that the places still hold."""
    for slip in sorted((s for s in slips if s.fix), key=lambda s: s.mention.start, reverse=True):
        text = text[: slip.mention.start] + slip.fix + text[slip.mention.end :]
    return text
