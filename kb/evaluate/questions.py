"""Labelled questions: one JSON object a line, as people wrote them, with the numbers of the rules that answer."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from kb import numbering
from kb.errors import UsageError
from kb.models import Rule, Source

CLASSES = ("class", "distance", "kind", "style", "needs_options", "lang")
"""Fields that may name a question's class; the first that is there does."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `gold` are rule numbers; `every` asks for all of them, else any will do; `passages` quote them.

    `options` are those of a multiple choice. `scoped` is false where the question itself has to lead to the game.
    """

    id: str
    text: str
    game: str
    document: str = ""
    gold: tuple[str, ...] = ()
    every: bool = False
    passages: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    scoped: bool = True
    klass: str = ""

    @property
    def answerable(self) -> bool:
        """Whether any rule answers it."""
        return bool(self.gold)

    def asked(self, options: bool) -> str:
        """The question as it is put, with its options where wanted."""
        if not options or not self.options:
            return self.text
        return " ".join((self.text, *(f"{chr(97 + at)}) {option}" for at, option in enumerate(self.options))))


def load_questions(path: Path) -> tuple[Question, ...]:
    """Read a file of questions. Raises UsageError naming the line that is none."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as a file of questions ({error}).") from error
    return tuple(_question(line, f"{path}, line {at}") for at, line in enumerate(lines, 1) if line.strip())


def _question(line: str, where: str) -> Question:
    try:
        held = json.loads(line)
        return Question(
            id=str(held["id"]),
            text=str(held["question"]),
            game=str(held["game"]),
            document=str(held.get("document", "")),
            gold=tuple(map(str, held["gold"])),
            every=held.get("match") == "all",
            passages=tuple(map(str, held.get("gold_passages", ()))),
            options=tuple(map(str, (held.get("options") or {}).values())),
            scoped=bool(held.get("scoped", True)),
            klass=_class(held),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        hint = 'a line is {"id", "question", "game", "gold": [rule numbers]} and may have document, options, match'
        raise UsageError(f"{where} is no labelled question ({error!r}).", hint) from error


def _class(held: Mapping[str, Any]) -> str:
    field = next((name for name in CLASSES if name in held), "")
    return f"{field}={held[field]}" if field else ""


def source_for(question: Question, sources: Sequence[Source], games: Mapping[str, str]) -> Source | None:
    """The document that a question is about: by its file, that file in another format, or its game's main one.

    `games` maps names in small letters to ids. None where the corpus has no such document.
    """
    file = PurePosixPath(question.document)
    named = [source for source in sources if PurePosixPath(source.file).name == file.name]
    alike = [source for source in sources if PurePosixPath(source.file).stem == file.stem]
    if question.document and (named or alike):
        return (named or alike)[-1]
    game = games.get(question.game.casefold(), "")
    own = [source for source in sources if source.game == game]
    return next((source for source in reversed(own) if source.main), own[-1] if own else None)


def find_gold(number: str, rules: Mapping[str, Rule]) -> Rule | None:
    """The rule that a gold label means: its number, its heading path ("A > B"), or the end of either."""
    for key in (number, numbering.normalise(number), "/".join(map(slug, number.split(" > ")))):
        if key in rules:
            return rules[key]
    tail = slug(number.split(" > ")[-1])
    if tail in rules:
        return rules[tail]
    ends = [rule for key, rule in rules.items() if _same_words(key.rpartition("/")[2], tail)]
    return ends[0] if ends else None


def _same_words(name: str, wanted: str) -> bool:
    """Whether a slug is the wanted one, or ends in it: "clarification-no-3" for "clarification3"."""
    plain = re.sub(r"-no(?=-\d)|-", "", name)
    return plain == wanted.replace("-", "") or (bool(re.search(r"\d$", wanted)) and plain.endswith(wanted))


def slug(title: str) -> str:
    """A heading as it stands in a number: small letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", title.casefold()).replace("'", "").replace("’", "")
    return "-".join(re.findall(r"[a-z0-9]+", "".join(c for c in plain if not unicodedata.combining(c))))
