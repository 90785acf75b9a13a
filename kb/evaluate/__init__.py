"""Labelled questions put to the product's own search: measures by set and class, intervals, runs compared in pairs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from kb.errors import UsageError
from kb.evaluate.measures import DEPTH, NAMES, Interval, all_found, credited, interval, measured, shows
from kb.evaluate.questions import Question, find_gold, load_questions, source_for
from kb.models import Answer, Game, Rule, Source, Status

__all__ = ["Asked", "Report", "by_class", "compare", "evaluate", "in_half", "load_run", "report", "save_run"]

Progress = Callable[[str, int, int], None]
SCORINGS = ("related", "strict", "passage")


class Library(Protocol):
    """What is measured: `kb.api.KnowledgeBase`, or anything that answers as it does."""

    def query(self, question: str, *, games: Sequence[str], limit: int, document: str, version: str) -> Answer: ...
    def games(self) -> tuple[Game, ...]: ...
    def sources(self) -> tuple[Source, ...]: ...
    def rules(self, source: Source) -> tuple[Rule, ...]: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """What became of one question: status, rules found, measures by scoring. `missing` gold no document has."""

    id: str
    set: str
    klass: str
    answerable: bool
    status: Status
    found: tuple[str, ...]
    values: dict[str, dict[str, float]]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Means over a set or a class of it: by scoring and measure, and how often the status was right.

    `answered` is the share that came out answered: of the answerable whose rule is in the first three, or, for a set of
    unanswerable questions, of all of them.
    """

    name: str
    n: int
    values: dict[str, dict[str, Interval]]
    answered: Interval


def in_half(question_id: str, half: str) -> bool:
    """Whether a question is in a half ("tune" or "report"), by the SHA-256 of its id; any other word means all."""
    even = int(hashlib.sha256(question_id.encode()).hexdigest(), 16) % 2 == 0
    return even if half == "tune" else not even if half == "report" else True


def evaluate(
    kb: Library, path: Path, *, options: bool = True, half: str = "", progress: Progress | None = None
) -> tuple[tuple[Asked, ...], tuple[str, ...]]:
    """Ask every question of a file; return what became of them, and the ids of those the corpus has no document for."""
    questions = [question for question in load_questions(path) if in_half(question.id, half)]
    names = {name.casefold(): game.id for game in kb.games() for name in (*game.aliases, game.name, game.id)}
    pairs = [(question, source_for(question, kb.sources(), names)) for question in questions]
    known = [(question, source) for question, source in pairs if source is not None]
    rules: dict[Source, _Rules] = {}
    asked = []
    for at, (question, source) in enumerate(known, 1):
        if source not in rules:
            rules[source] = _Rules(kb, source)
        asked.append(_ask(kb, path.stem, question, rules[source], options))
        if progress:
            progress(path.stem, at, len(known))
    return _measure(asked), tuple(question.id for question, source in pairs if source is None)


class _Rules:
    """The rules of a game as a question's gold sees them: a document's by number, and which are parent and child."""

    def __init__(self, kb: Library, source: Source) -> None:
        self.source = source
        others = [s for s in kb.sources() if s.game == source.game and s.id != source.id]
        listed = [kb.rules(source), *(kb.rules(other) for other in others)]
        self.by_number = {rule.number: rule for rules in reversed(listed) for rule in rules}
        self.related: dict[str, set[str]] = {}
        for rules in listed:
            at = {rule.number: rule.id for rule in rules}
            for rule in rules:
                if rule.parent in at:
                    self.related.setdefault(rule.id, set()).add(at[rule.parent])
                    self.related.setdefault(at[rule.parent], set()).add(rule.id)


@dataclass(frozen=True, slots=True)
class _Raw:
    """One question with its answer, before it is measured."""

    set: str
    question: Question
    answer: Answer
    gold: tuple[str, ...]
    missing: tuple[str, ...]
    runs: dict[str, list[str]]


def _ask(kb: Library, name: str, question: Question, rules: _Rules, options: bool) -> _Raw:
    source, scoped = rules.source, question.scoped
    answer = kb.query(
        question.asked(options),
        games=(source.game,) if scoped else (),
        limit=DEPTH,
        document=source.id if scoped and question.document else "",
        version=source.version if scoped and question.document else "",
    )
    found = {number: find_gold(number, rules.by_number) for number in question.gold}
    gold = tuple(dict.fromkeys(rule.id for rule in found.values() if rule is not None))
    ranked = [hit.chunk.rule_id for hit in answer.hits]
    related = {rule: frozenset(rules.related.get(rule, ())) for rule in gold}
    runs = {"related": credited(ranked, gold, related), "strict": credited(ranked, gold, {})}
    if question.passages:
        runs["passage"] = _shown(answer, question.passages)
    return _Raw(name, question, answer, gold, tuple(n for n, rule in found.items() if rule is None), runs)


def _shown(answer: Answer, passages: Sequence[str]) -> list[str]:
    """Name each hit by the quoted passage it shows."""
    texts = [hit.chunk.text for hit in answer.hits]
    held = [next((p for p in passages if shows(text, p)), "") for text in texts]
    return [p if p and p not in held[:at] else f"#{at}" for at, p in enumerate(held)]


def _measure(raw: Sequence[_Raw]) -> tuple[Asked, ...]:
    values: dict[str, dict[str, dict[str, float]]] = {one.question.id: {} for one in raw}
    for scoring in SCORINGS:
        some = [one for one in raw if one.gold and scoring in one.runs]
        gold = {one.question.id: one.question.passages if scoring == "passage" else one.gold for one in some}
        for key, each in measured({one.question.id: one.runs[scoring] for one in some}, gold).items() if some else ():
            values[key][scoring] = each
        for one in some:
            if one.question.every and scoring != "passage":
                each = values[one.question.id][scoring]
                values[one.question.id][scoring] = all_found(one.runs[scoring], one.gold, each)
    return tuple(
        Asked(
            id=one.question.id,
            set=one.set,
            klass=one.question.klass,
            answerable=one.question.answerable,
            status=one.answer.status,
            found=tuple(hit.chunk.rule_id for hit in one.answer.hits),
            values=values[one.question.id],
            missing=one.missing,
        )
        for one in raw
    )


def report(asked: Sequence[Asked], name: str = "") -> Report:
    """Means and intervals over these questions."""
    values = {
        scoring: {measure: interval([one.values[scoring][measure] for one in some]) for measure in NAMES}
        for scoring in SCORINGS
        if (some := [one for one in asked if scoring in one.values])
    }
    judged = [one for one in asked if not one.answerable or one.values.get("related", {}).get("hit@3")]
    return Report(name, len(asked), values, interval([float(one.status == "answered") for one in judged]))


def by_class(asked: Sequence[Asked]) -> Iterator[Report]:
    """A report for each class of the questions, by name; nothing where there is only one."""
    classes = sorted({one.klass for one in asked})
    for klass in classes if len(classes) > 1 else ():
        yield report([one for one in asked if one.klass == klass], klass or "other")


def compare(asked: Sequence[Asked], before: Mapping[tuple[str, str], Asked], scoring: str, measure: str) -> Interval:
    """The mean difference to an earlier run over the questions that both have, with its interval."""
    pairs = [(one, before.get((one.set, one.id))) for one in asked]
    return interval(
        [
            one.values[scoring][measure] - old.values[scoring][measure]
            for one, old in pairs
            if old is not None and scoring in one.values and scoring in old.values
        ]
    )


def save_run(path: Path, asked: Sequence[Asked]) -> None:
    """Write a run, a question a line, to be compared with later."""
    path.write_text("".join(json.dumps(asdict(one), sort_keys=True) + "\n" for one in asked), "utf-8")


def load_run(path: Path) -> dict[tuple[str, str], Asked]:
    """Read a saved run. Raises UsageError where it is none."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        runs = [Asked(**row | {"found": tuple(row["found"]), "missing": tuple(row["missing"])}) for row in rows]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise UsageError(f"{path} is no saved run ({error}).", "make one: kb eval FILE --save RUN") from error
    return {(one.set, one.id): one for one in runs}
