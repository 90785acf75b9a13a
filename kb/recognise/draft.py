"""Rules while they are being read, and the walk over the lines that fills them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kb.models import Aside, Kind, Line, Source, Span
from kb.recognise.candidates import TITLE_LENGTH, Numbered

_EXAMPLE = re.compile(
    r"(?:^|(?<=[.!?:;)”\"’'\]])\s+|(?<=[a-z\d])(?<!\b[Ff]or)(?<!\b[Aa]n)(?<!\b[Tt]he)(?<!\b[Oo]f)(?<!\b[Tt]his)(?<!\bnext)"
    r"(?<!\bfirst)(?<!\bfollowing)\s+(?=Examples?\s*:\s*[“\"A-Z]))"
    r"(?P<word>(?:Examples?|EXAMPLES?|Beispiele?|BEISPIELE?|Ejemplos?|Exemples?|Esempi?o?|Exemplos?)(?:\s*\d{1,2}|\s[A-Z])?"
    r"(?:\s+(?:of|OF)(?:\s+(?!include|are\b|is\b)[^\W\d_]+){1,4}|\s+\([^()]{1,40}\))?\s*:)\s*"
    r"|(?:^|(?<=[。）」』]))\s*(?P<east>[(（【]?(?:例|例如|예|예시)\s?[\d①-⑳]{0,2}[)）】]?[:：]|[(（【](?:例|예)[\d①-⑳]{0,2}[)）】])\s*"
    r"|^(?P<other>(?:Пример|Przykład|Příklad|Voorbeeld|Exempel|Eksempel|דוגמה)\s?\d{0,2}:)\s*"
)
"""After a sentence; after a word, where a capital shows that one has ended whose stop was forgotten."""
_EAST = ("例", "예")


def _example(text: str) -> re.Match[str] | None:
    """The word of an example within a text, or None."""
    may = ":" in text or (not text.isascii() and any(sign in text for sign in _EAST))
    return _EXAMPLE.search(text) if may else None


PLURAL = re.compile(r"(?:examples|beispiele|ejemplos|exemples|esempi|exemplos)\b", re.IGNORECASE)
_LABEL = re.compile(r"\A\w+(?:\s*\d{1,2}|\s[A-Z])?(?:\s+(?:of|OF)(?:\s+\w+){1,4}|\s+\([^()]*\))?\s*:?\Z")
_DASHED = re.compile(r"[^\s–—-][–—-]$")
"""A line cut behind a dash goes on without a space."""


@dataclass(slots=True)
class Piece:
    """Some characters of a rule or an aside, in reading order: `part` is "marker", "title" or "text"."""

    part: str
    text: str
    line: Line
    joined: str = ""


@dataclass(slots=True)
class Draft:
    """A rule being read. `level` is its heading level (0: none); `above` the draft it stands under in the document;
    `goes_on` tells that paragraphs do not end it, only what begins another.
    """

    kind: Kind
    number: str
    above: Draft | None
    level: int = 0
    problem: str = ""
    grammar: bool = False
    children: int = 0
    plain: bool = False
    goes_on: bool = False
    pieces: list[Piece] = field(default_factory=list)

    def text(self, part: str) -> str:
        """Return the characters of one part, joined as the lines were."""
        return "".join(piece.joined + piece.text for piece in self.pieces if piece.part == part).strip()

    def add(self, part: str, text: str, line: Line, joined: str) -> None:
        """Append characters of a line; `joined` is the white space between them and what came before."""
        if text.strip():
            above = next((piece for piece in reversed(self.pieces) if piece.part == part), None)
            glued = above is None or (joined == " " and _DASHED.search(above.text))
            self.pieces.append(Piece(part, text.strip(), line, "" if glued else joined))

    def has(self, part: str) -> bool:
        """Tell whether anything stands in a part."""
        return any(piece.part == part for piece in self.pieces)


@dataclass(slots=True)
class Columns:
    """A table whose rows are entries: the kind of them, the columns of their names and texts, and its number of cells.

    `header` is its first line until it has gone to the first entry, `owner` the rule that goes on behind the table.
    """

    kind: Kind
    name: int
    text: int
    size: int
    header: Line | None = None
    owner: Draft | None = None


@dataclass(slots=True)
class Walk:
    """The state of one pass over a document: what is open, and what has been found so far."""

    source: Source
    lines: Sequence[Line]
    rules: Mapping[int, Numbered]
    set_aside: Mapping[int, str]
    drafts: list[Draft] = field(default_factory=list)
    asides: list[tuple[str, Piece]] = field(default_factory=list)
    headings: list[Draft] = field(default_factory=list)
    current: Draft | None = None
    mode: str = ""
    mode_level: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    term_level: int = 0
    carry: int = 0
    titles: Mapping[str, int] = field(default_factory=dict)
    examples: frozenset[int] = frozenset()
    at: int = 0
    columns: Columns | None = None
    asks_in_bold: bool = False
    marked_up: bool = False
    numbered: bool = False

    def __post_init__(self) -> None:
        """Count what is asked for again and again: lines of a title, and whether any heading is marked up."""
        self.titles = Counter(slug(line.text) for line in self.lines if len(line.text) <= TITLE_LENGTH)
        self.marked_up = any(line.role == "heading" and i not in self.set_aside for i, line in enumerate(self.lines))

    def open(self, kind: Kind, number: str, level: int = 0, above: Draft | None = None) -> Draft:
        """Begin a rule under `above` (none given: the innermost heading) and make it the current one."""
        draft = Draft(kind, number, above or (self.headings[-1] if self.headings else None), level)
        self.drafts.append(draft)
        self.current = draft
        if draft.above and kind != "note":
            draft.above.children += 1
        return draft

    def open_heading(self, draft: Draft) -> None:
        """Make a draft the heading of what follows; headings of its level and below end."""
        while self.headings and self.headings[-1].level >= draft.level:
            self.headings.pop()
        draft.above = self.headings[-1] if self.headings else None
        self.headings.append(draft)
        if self.mode and draft.level <= self.mode_level:
            self.mode, self.mode_level = "", 0

    def below(self, index: int) -> Line | None:
        """Return the next line that is not set aside, None at the end."""
        after = (i for i in range(index + 1, len(self.lines)) if i not in self.set_aside)
        return next((self.lines[i] for i in after), None)

    def aside(self, name: str, line: Line) -> None:
        """Set a whole line aside."""
        self.asides.append((name, Piece("aside", line.text, line)))

    def count(self, name: str) -> int:
        """Return 1, 2, 3 ... for each use of a name."""
        self.counts[name] = self.counts.get(name, 0) + 1
        return self.counts[name]

    def add_text(self, text: str, line: Line, joined: str | None = None) -> None:
        """Append text to the current rule, opening one where none is; an example in it becomes a rule of its own."""
        white = ("\n" if line.starts or line.role in ("row", "code") else " ") if joined is None else joined
        draft = self.current or self.open("note", f"note-{self.count('note')}")
        found = None if draft.kind == "faq" or line.role == "code" else _example(text)
        if not found:
            draft.add("text", text, line, white)
            return
        draft.add("text", text[: found.start()], line, white)
        self._open_example(draft, text[found.start(found.lastgroup or 0) :], len(found[found.lastgroup or 0]), line)

    def named(self, title: str, section: str) -> str:
        """Return the number of an entry by its title, under the innermost heading or, where none is, `section`."""
        return f"{self.headings[-1].number if self.headings else section}/{slug(title)}"

    def open_example(self, owner: Draft) -> Draft:
        """Begin the next example of a rule."""
        return self.open("example", f"{owner.number}/example-{self.count(f'{owner.number}/example')}", above=owner)

    def _open_example(self, draft: Draft, text: str, word: int, line: Line) -> None:
        owner = draft.above if draft.kind == "example" and draft.above else draft
        example = self.open_example(owner)
        rest = text[word:]
        found = _example(rest)
        example.add("text", text[:word] + (rest[: found.start()] if found else rest), line, " ")
        example.goes_on = not rest.strip() and PLURAL.match(text) is not None
        if found:
            self._open_example(
                example, rest[found.start(found.lastgroup or 0) :], len(found[found.lastgroup or 0]), line
            )

    def end_example(self) -> None:
        """Go back from an example to the rule it belongs to, for the text after it.

        A label that stands alone has its example still before it.
        """
        draft = self.current
        if draft and draft.kind == "example" and draft.above and not draft.goes_on:
            self.current = draft if _LABEL.match(draft.text("text")) else draft.above


LONGEST_SLUG = 60
"""Characters of a name made from a title; a longer one (a whole sentence as a heading) is cut at a word."""


def slug(text: str) -> str:
    """Return the words of a title as a stable name: "The Combat Step!" -> "the-combat-step", "Größe" -> "grosse"."""
    plain = re.sub(r"[\u0300-\u036f'’]", "", unicodedata.normalize("NFKD", text.casefold()))
    words = re.findall(r"[^\W_]+", unicodedata.normalize("NFC", plain))
    whole = "-".join(words)
    if len(whole) <= LONGEST_SLUG:
        return whole or "section"
    return whole[: LONGEST_SLUG + 1].rpartition("-")[0] or whole[:LONGEST_SLUG]


def visible(text: str) -> int:
    """Return the number of characters of `text` that are not white space."""
    return sum(map(len, text.split()))


def aside_of(name: str, piece: Piece) -> Aside:
    """Return the record of a line set aside."""
    at = piece.line.line
    return Aside(name, piece.text, Span(at, at, piece.line.page))
