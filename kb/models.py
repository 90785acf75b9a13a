"""Every record of the knowledge base: frozen, slotted, tuples instead of lists.

Nothing here imports another module of the project. Positions are 1-based and inclusive; a page is None where the format
has no pages. Scores are floats, higher is better.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["rule", "faq", "example", "term", "clause", "heading", "note"]
SourceKind = Literal["rules", "faq", "errata", "glossary", "policy"]
Authority = Literal["official", "restated", "community"]
Outcome = Literal["legal", "illegal", "not_addressed", "undecided", "undefined"]
Status = Literal["answered", "weak", "none"]
Mode = Literal["auto", "exact", "words", "meaning"]
Role = Literal["text", "heading", "item", "row", "code", "aside"]


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the corpus, as its `game.toml` describes it."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    publisher: str = ""
    url: str = ""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """One document of a game: what it is, where it came from, which version it states.

    `file` is relative to the game's folder, `effective` an ISO date or empty, `language` a BCP 47 tag, `sha256` the
    hash of the file's bytes, `short` the name used in labels (empty: the title). `main` marks the document meant when a
    citation names none.
    """

    game: str
    id: str
    title: str
    kind: SourceKind
    file: str
    version: str
    effective: str = ""
    url: str = ""
    licence: str = ""
    authority: Authority = "official"
    language: str = "en"
    sha256: str = ""
    notices: tuple[str, ...] = ()
    short: str = ""
    numbering: str = ""
    main: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands in its source: first and last line, and the page of the first line."""

    start_line: int
    end_line: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a document as a person sees it: its visible characters, without mark-up, and what the format says of
    it.

    `line` is the line (or paragraph) of the source file it began on. `level` is the heading level (1..6) or the nesting
    depth of a list item (1..). `number` is a rule number that the format itself carries outside the visible text
    (Word's computed number, an attribute, a JSON key); it is not among the characters of `text`. `aside` names the
    reader's reason for setting the line apart (running header, menu, contents page); such a line is in no rule.
    `starts` is true where the line begins a new paragraph or block, false where it continues the one before. `bold` is
    the length in characters of the emphasised run that the line starts with, 0 if there is none. `anchors` are the
    names by which links within the document reach the line, `links` the names that links in the line lead to.
    """

    text: str
    line: int
    page: int | None = None
    role: Role = "text"
    level: int = 0
    number: str = ""
    aside: str = ""
    starts: bool = True
    bold: int = 0
    anchors: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A source as read: its visible lines in reading order."""

    source: Source
    lines: tuple[Line, ...]
    pages: int = 0
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class Reference:
    """A rule number that stands in prose or in a link: the number as normalised and the characters that name it."""

    number: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule, FAQ entry, example, term, clause, heading or note.

    `id` is `game/document@version:number`. `parent` is the number of the rule above, or empty at the top. `depth` is 1
    at the top. `title` is the heading's, question's or term's text; `text` the words of the rule itself without its
    number and without its sub-rules; title and text together hold every visible character of the rule. `refs` are the
    numbers it cites.
    """

    id: str
    number: str
    parent: str
    depth: int
    kind: Kind
    title: str
    text: str
    refs: tuple[str, ...]
    span: Span

    @property
    def words(self) -> str:
        """Title and text, each on its line."""
        return "\n".join(x for x in (self.title, self.text) if x)


@dataclass(frozen=True, slots=True)
class Aside:
    """Visible text that is in no rule, with the name of the recogniser or reader that set it apart."""

    recogniser: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a person should know about a document: `code` is its name in kebab-case, `message` a clear sentence."""

    code: str
    message: str
    document: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Parsed:
    """What recognising a document gave. Characters are visible (non-space) ones; `visible` is the document's whole
    count.
    """

    source: Source
    rules: tuple[Rule, ...]
    asides: tuple[Aside, ...] = ()
    problems: tuple[Problem, ...] = ()
    visible: int = 0
    in_rules: int = 0
    set_aside: int = 0

    @property
    def left_over(self) -> int:
        """Visible characters that are neither in a rule nor set aside: 0 unless a recogniser is at fault."""
        return self.visible - self.in_rules - self.set_aside


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is searched and shown: one rule or one FAQ entry.

    `text` is shown character for character; `embed_text` adds the heading path for the embedding only. `content_hash`
    is the SHA-256 (hex) of `embed_text`. `heading_path` runs from the top down and leaves the chunk's own title out.
    """

    id: str
    rule_id: str
    number: str
    kind: Kind
    heading_path: tuple[str, ...]
    text: str
    embed_text: str
    content_hash: str
    span: Span

    @property
    def is_title(self) -> bool:
        """Whether it is a heading with no text of its own below it."""
        return self.kind == "heading" and "\n" not in self.text.strip()


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a quote stands, as a person is shown it: `label` is "Riftbound CR 423.1.a.1 (v1.3)"."""

    game: str
    document: str
    version: str
    number: str
    heading_path: tuple[str, ...]
    page: int | None
    lines: tuple[int, int]
    quote: str
    url: str
    label: str
    authority: Authority = "official"
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """How one way of searching placed a hit: its rank (1-based, 0 if it did not find it) and score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that answers, with its place, score, and the share each part had ("exact", "words", "meaning").

    `context` holds the rules around it, in the document's order, where they were asked for, or where it is no whole
    sentence without them.
    """

    chunk: Chunk
    rank: int
    score: float
    parts: tuple[tuple[str, Part], ...]
    citation: Citation
    context: tuple[Rule, ...] = ()

    @property
    def before(self) -> tuple[Rule, ...]:
        """The rules of `context` that stand above the chunk."""
        return tuple(rule for rule in self.context if rule.span.start_line < self.chunk.span.start_line)

    @property
    def after(self) -> tuple[Rule, ...]:
        """The rules of `context` that stand below the chunk's first line."""
        return tuple(rule for rule in self.context if rule.span.start_line > self.chunk.span.start_line)


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a run through the checker: the states held before and after, why, and the rule that says so."""

    event: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    why: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from the rules: legal and illegal are said only with a citation; `missing` names facts to ask for.

    `outcome` is that of the action or claim itself, whichever way round the question asks; `headline` stands in place
    of its name where the question was none of "may it" and answers it as it was put ("NO", "-3", "ENDS").
    """

    outcome: Outcome
    game: str
    state: str
    question: str
    why: str
    citations: tuple[Citation, ...] = ()
    missing: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    headline: str = ""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Which index answered: `stamp` is the hash of its content, `built` an ISO time in UTC."""

    stamp: str
    built: str
    embedder: str
    chunks: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What a question gets: extractive, cited, and honest about what is not known (`notes`).

    `why` says what the status rests on, a line a game.
    """

    question: str
    status: Status
    text: str
    verdicts: tuple[Verdict, ...] = ()
    hits: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    index: Stamp = field(default_factory=lambda: Stamp("", "", "", 0))
    why: tuple[str, ...] = ()
