"""Citations of texts and of the clipboard held against the rules: which rule each leads to today, files read and
mended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.encoding import decode
from kb.errors import KbError, NotFound, UsageError
from kb.lint import Slip, Target, check, fixed
from kb.lookup import Asked, Lookup, hash_of
from kb.mentions import Mention, mentions
from kb.models import Rule
from kb.views import RuleView

TEXTS = (".md", ".markdown", ".txt", ".rst", ".html", ".adoc", ".org", ".tex", ".json", ".jsonl", ".csv")


def lint(lookup: Lookup, paths: Sequence[Path], *, game: str = "", fix: bool = False) -> tuple[Slip, ...]:
    """Every citation in the files (of a folder: its texts, in order of name) that does not hold."""
    default = lookup.game(game).id if game else ""
    games = tuple(lookup.games.values())
    found: list[Slip] = []
    for path in _files(paths):
        text, encoding = _read(path)
        slips = list(
            check(str(path), text, mentions(text, games, lookup.sources, default), lambda m: target(lookup, m))
        )
        if fix and any(s.fix for s in slips):
            _write(path, fixed(text, slips).encode(encoding))
        found += slips
    return tuple(found)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix.lower() in TEXTS and p.is_file())
        else:
            yield path


def _read(path: Path) -> tuple[str, str]:
    """The text with its own line ends, and its encoding: a file that is mended keeps both."""
    try:
        data = path.read_bytes()
        _, encoding = decode(data, str(path))
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}", "name a text file or a folder of them") from error
    except KbError as error:
        raise UsageError(str(error), error.hint) from error
    return data.decode(encoding), encoding


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from error


def target(lookup: Lookup, m: Mention) -> Target:
    """Where a mention leads: in the version it names, or else in the newest; and what its rule is now."""
    asked = Asked(m.game, m.document, m.version, m.number, m.hash, m.number)
    hashed = lookup.by_hash(asked)
    try:
        rules, how, _ = lookup.find(asked)
    except NotFound:
        near = lookup.catalogue.nearest(m.number, m.game, m.document, m.version)
        return Target("", same_hash=hashed.number if hashed else "", nearest=tuple(r.number for r in near))
    rule = rules[0]
    now = _now(lookup, rule) if m.version else rule
    return Target(
        number=rule.number if how != "moved" else m.number,
        text=lookup.text(rule),
        label=lookup.label(rule),
        hash=hash_of(rule),
        latest=now.number,
        version=lookup.catalogue.source_of(now.id).version,
        same_hash=hashed.number if hashed else "",
    )


def _now(lookup: Lookup, rule: Rule) -> Rule:
    """The rule in the newest version of its document; itself where it is gone: the citation still holds for its
    version.
    """
    source = lookup.catalogue.source_of(rule.id)
    newest = lookup.document(source.game, source.id)
    return rule if newest == source else lookup.follow(rule, source, newest) or rule


def verify(lookup: Lookup, citation: str, quote: str = "") -> tuple[Slip | None, RuleView | None]:
    """What is wrong with one citation, and the rule it leads to now."""
    asked = lookup.read(citation)
    quotes = (quote,) if quote else ()
    mention = Mention(
        citation,
        0,
        len(citation),
        1,
        1,
        asked.game,
        asked.document,
        asked.version,
        asked.number,
        asked.hash,
        quotes,
        max(citation.rfind(asked.number), 0),
    )
    slip = next(check("", citation, (mention,), lambda m: target(lookup, m)), None)
    try:
        return slip, lookup.view(citation)
    except NotFound:
        return slip, None
