"""Whether the citations in other people's text still lead to a rule, to the same rule, and to the words quoted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.mentions import Mention

Code = Literal["missing", "renumbered", "edited", "misquoted"]
STRAIGHT = str.maketrans(
    "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2013\u2014\u2011", '""""""\'\'\'\'---'
)


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
