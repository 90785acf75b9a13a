"""What the library says about rules and about itself: a rule with its surroundings, its state, findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.models import Citation, Game, Rule, Source, Stamp, Verdict

How = Literal["exact", "normalised", "moved", "definition"]
Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule and what surrounds it.

    `parents` run from the top down, `children` and `examples` are in the document's order and direct ones only, `tree`
    holds every rule below in order and is filled only where it was asked for. `refs` are the rules cited that exist,
    `missing` the numbers cited that do not. `how` says how the citation led here; for "moved", `moved_from` is the
    older version's label. `same_number` are the rules of that number in other documents or games; `text` is the
    chunk's, heading and words together; `hash` the eight hex digits of its words.
    """

    rule: Rule
    source: Source
    game: Game
    citation: Citation
    text: str
    parents: tuple[Rule, ...] = ()
    children: tuple[Rule, ...] = ()
    examples: tuple[Rule, ...] = ()
    tree: tuple[Rule, ...] = ()
    refs: tuple[Rule, ...] = ()
    cited_by: tuple[Rule, ...] = ()
    missing: tuple[str, ...] = ()
    how: How = "exact"
    moved_from: str = ""
    hash: str = ""
    same_number: tuple[Citation, ...] = ()

    @property
    def pasted(self) -> str:
        """The id as `kb cite` prints it: `riftbound/core@1.3:423.1.a~0a1b2c3d`."""
        return f"{self.rule.id}~{self.hash}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong or worth knowing: `where` is a file, document or setting, `fix` what to do."""

    code: str
    severity: Severity
    where: str
    message: str
    fix: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Coverage:
    """Visible characters of a document: in rules, set aside (by recogniser, most first), left over."""

    document: str
    visible: int
    in_rules: int
    left_over: int
    set_aside: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StatusReport:
    """The index in use: its stamp, whether the corpus differs from it, counts, and the references that lead nowhere."""

    index: Stamp
    stale: bool
    corpus: str
    folder: str
    games: int
    documents: int
    rules: int
    missing_refs: tuple[tuple[str, str], ...] = ()
    coverage: tuple[Coverage, ...] = ()
    problems: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """What one game says on a topic: an aspect ("gained", "ends", ...) and the words with their citation."""

    aspect: str
    text: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One game of a comparison."""

    game: Game
    cells: tuple[Cell, ...] = ()
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A topic over every game: `aspects` in the order of the table's rows."""

    topic: str
    aspects: tuple[str, ...]
    columns: tuple[Column, ...]
    notes: tuple[str, ...] = ()
