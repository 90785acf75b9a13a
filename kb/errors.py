"""Every error the library raises, in one tree. Each says what is wrong and where, and what to do next.

KbError                      70  our fault, unless a subclass says otherwise
├── UsageError                2  a question, option or setting that cannot be used
│   ├── UnknownGame           2  no game of that name in the corpus
│   ├── BadCitation           2  a citation that cannot be read as one
│   └── BadSetting            2  an unknown key or a value out of range
├── NotFound                  1  no rule of that number, with the nearest that exist
├── IndexUnusable             4  no index, half-written, or another program's
│   └── EmbedderMismatch      4  the index was built with another model
└── CorpusUnreadable          5  the corpus cannot be read
    ├── BadGameFile           5  game.toml or a state file is wrong
    ├── BadDocument           5  a document cannot be decoded or parsed
    └── UnknownFormat         5  no reader for that format
"""

from __future__ import annotations

REBUILD = "Build the index again: kb build --full"
"""The hint of an index that is there and cannot be used."""


class KbError(Exception):
    """Base of all errors: `str(e)` is one clear sentence, `e.hint` says what to do next (may be empty)."""

    exit_code = 70

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(KbError):
    """What was asked cannot be asked that way."""

    exit_code = 2


class UnknownGame(UsageError):
    """No game of that name in the corpus."""


class BadCitation(UsageError):
    """A citation that cannot be read as one."""


class BadSetting(UsageError):
    """An unknown key in a settings file or a value out of range."""


class NotFound(KbError):
    """No rule of that number; the hint names the nearest that exist."""

    exit_code = 1


class IndexUnusable(KbError):
    """No index, a half-written one, or one this version cannot read."""

    exit_code = 4


class EmbedderMismatch(IndexUnusable):
    """The index was built with another embedding model."""


class CorpusUnreadable(KbError):
    """The corpus folder cannot be read."""

    exit_code = 5


class BadGameFile(CorpusUnreadable):
    """A game.toml or a state file is wrong: the message names the file and the key or row."""


class BadDocument(CorpusUnreadable):
    """A document cannot be decoded or parsed: the message names the file and the place."""


class UnknownFormat(CorpusUnreadable):
    """No reader for that format: the hint says what to convert it to."""
