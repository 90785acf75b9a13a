"""A citation as a person or a program writes it, taken apart."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from kb.numbering.grammar import is_number, normalise
from kb.numbering.patterns import Late


@dataclass(frozen=True, slots=True)
class CitationQuery:
    """A citation as a person or a program wrote it, taken apart; what was not said is empty."""

    game: str
    document: str
    version: str
    number: str
    hash: str


_QUOTES = str.maketrans("“”„‟«»‘’‚‛", '""""""\'\'\'\'')


def text_hash(text: str) -> str:
    """Return the eight hex digits a pasted citation ends in: SHA-256, NFKC, straight quotes, folded space."""
    import hashlib  # it brings OpenSSL with it, and a question is answered without

    plain = " ".join(unicodedata.normalize("NFKC", text).translate(_QUOTES).split())
    return hashlib.sha256(plain.encode()).hexdigest()[:8]


_PATHED = Late(
    r"\s*(?P<game>[\w-]+)(?:/(?P<document>[\w.-]+))?(?:@(?P<version>[^:~\s]+))?:"
    r"(?P<number>[^~]+?)(?:~(?P<hash>[0-9a-f]{8}))?\s*"
)
_TAIL = Late(r"(?:\s*\((?P<note>v[^()\s]+|\d{4}-\d\d-\d\d|[A-Z]\d+(?:\.\d+)*)\))?\s*(?:~(?P<hash>[0-9a-f]{8}))?\s*$")


_ARTICLE = Late(r"(?<=[条條则則조])\s+(?=[제第]?\s?\d)")
"""The space within 제3조 제2항, whose parts are one number."""


def parse_citation(text: str) -> CitationQuery:
    """Take a citation apart: "riftbound/core@1.3:423.1.a.1~0a1b2c3d", "riftbound 423.1.a", "Riftbound CR 423.1 (v1.3)".

    Words before the number are the game as written ("Riftbound CR"); a lone number has no game. Never raises: what
    cannot be read as more is all number.
    """
    found = None if is_number(text.strip()) else _PATHED.fullmatch(text)
    if found is None:
        return _spoken(text)
    game, document, version, digest = (found[name] or "" for name in ("game", "document", "version", "hash"))
    return CitationQuery(game, document, version, normalise(found["number"]), digest)


def _spoken(text: str) -> CitationQuery:
    tail = _TAIL.search(text)
    body = text[: tail.start()] if tail else text
    note = (tail["note"] or "" if tail else "").removeprefix("v")
    digest = tail["hash"] or "" if tail else ""
    *words, number = _ARTICLE.sub("", body).split() or [""]
    game, _, version = " ".join(words).partition("@")
    game, _, document = game.partition("/")
    return CitationQuery(game.strip(), document, version.strip() or note, normalise(number), digest)
