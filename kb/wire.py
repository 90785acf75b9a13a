"""The JSON of `kb.schema` as typed models, for OpenAPI and for MCP's output schemas. A test holds the two together."""

from __future__ import annotations

from pydantic import BaseModel, Field

from kb.errors import KbError
from kb.models import Authority, Kind, Outcome, SourceKind, Status
from kb.versions import ChangeKind
from kb.views import How


def sentences(error: KbError) -> str:
    """An expected failure as sentences: what is wrong, and what to do next."""
    parts = (part.strip() for part in (str(error), error.hint))
    return " ".join(part[0].upper() + part[1:] + ("" if part[-1] in ".!?" else ".") for part in parts if part)


class Wire(BaseModel):
    """Base of all. Tests hold that no field of `kb.schema` is left out here."""


class CitationOut(Wire):
    """A place in a document and the words that stand there."""

    label: str = Field(description='How a person is told the place: "Riftbound CR 423.1 (v1.3)".')
    game: str
    document: str
    version: str
    number: str
    heading_path: list[str]
    url: str
    page: int | None
    lines: list[int] = Field(description="First and last line in the source, 1-based, inclusive.")
    quote: str = Field(description="Word for word as the document has it.")
    authority: Authority
    notices: list[str]


class StampOut(Wire):
    """Which index answered."""

    stamp: str
    built: str
    embedder: str
    chunks: int


class PartOut(Wire):
    """How one way of searching placed a hit: rank 0 where it did not find it."""

    rank: int
    score: float


class RuleOut(Wire):
    """A rule by itself."""

    id: str
    number: str
    parent: str
    kind: Kind
    title: str
    text: str
    refs: list[str]
    page: int | None
    lines: list[int]


class HitOut(Wire):
    """A passage found."""

    rank: int
    score: float
    id: str
    game: str
    document: str
    version: str
    number: str
    kind: Kind
    heading_path: list[str]
    text: str
    citation: CitationOut
    parts: dict[str, PartOut]
    context: list[RuleOut]


class StepOut(Wire):
    """One event of a run through the checker."""

    event: str
    before: list[str]
    after: list[str]
    why: str
    citations: list[CitationOut]


class VerdictPart(Wire):
    """What follows from the rules: legal and illegal only with a citation; `missing` names facts to ask for."""

    outcome: Outcome
    game: str
    state: str
    question: str
    why: str
    citations: list[CitationOut]
    missing: list[str]
    steps: list[StepOut]
    headline: str = Field("", description='In place of the outcome\'s name where the question was none of "may it".')


class VerdictOut(VerdictPart):
    """A verdict by itself."""

    schema_: int = Field(alias="schema")


class AnswerOut(Wire):
    """What a question gets: extractive, cited, with what is not known in `notes`."""

    schema_: int = Field(alias="schema")
    question: str
    status: Status
    answer: str
    verdicts: list[VerdictPart]
    hits: list[HitOut]
    notes: list[str]
    index: StampOut


class GameOut(Wire):
    """A game of the corpus."""

    id: str
    name: str
    aliases: list[str]
    publisher: str
    url: str
    notices: list[str]


class SourceOut(Wire):
    """A document of a game."""

    game: str
    id: str
    title: str
    kind: SourceKind
    version: str
    effective: str
    url: str
    licence: str
    authority: Authority
    language: str
    main: bool
    notices: list[str]


class RuleViewOut(Wire):
    """A rule and what surrounds it; `how` says how the citation led here."""

    schema_: int = Field(alias="schema")
    rule: RuleOut
    game: GameOut
    document: SourceOut
    text: str
    hash: str = Field(description="The eight hex digits that a pasted citation ends in after a tilde.")
    citation: CitationOut
    how: How
    moved_from: str
    parents: list[RuleOut]
    children: list[RuleOut]
    examples: list[RuleOut]
    tree: list[RuleOut]
    refs: list[RuleOut]
    cited_by: list[RuleOut]
    missing: list[str]
    same_number: list[CitationOut]


class CellOut(Wire):
    """What one game says on an aspect of a topic."""

    aspect: str
    text: str
    citations: list[CitationOut]


class ColumnOut(Wire):
    """One game of a comparison."""

    game: GameOut
    verdict: VerdictPart | None
    cells: list[CellOut]


class ComparisonOut(Wire):
    """A topic over every game; `aspects` are the rows in order."""

    schema_: int = Field(alias="schema")
    topic: str
    aspects: list[str]
    columns: list[ColumnOut]
    notes: list[str]


class ChangeOut(Wire):
    """One rule that is not as it was: `old` is null for an added rule, `new` for a removed one; both are numbers."""

    kind: ChangeKind
    old: str | None
    new: str | None
    similarity: float
    old_text: str
    new_text: str
    words: list[tuple[str, str]] = Field(description="For a changed rule: (=, same), (-, taken out), (+, put in).")


class DiffOut(Wire):
    """What changed from one version of a document to another; unchanged rules are counted only."""

    schema_: int = Field(alias="schema")
    from_: SourceOut = Field(alias="from")
    to: SourceOut
    unchanged: int
    changes: list[ChangeOut]


class GamesOut(Wire):
    """The games that are loaded, their documents, and which index it is."""

    schema_: int = Field(1, alias="schema")
    games: list[GameOut]
    documents: list[SourceOut]
    index: StampOut
