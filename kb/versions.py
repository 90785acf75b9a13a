"""Two versions of a document, rule by rule: added, removed, changed, renumbered.

A rule is the same rule when it says the same: a number may be new, and the numbers it cites may have moved with it, and
neither is a change of the rule. Rules are paired in three passes: the same words; the same number and much the same
words; the most similar words. Among equals the pair goes first whose parents were paired, then the one with the same
number, then the one that stands at the same place of its document.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from kb.models import Rule, Source
from kb.numbering import find_references

ChangeKind = Literal["added", "removed", "changed", "renumbered"]
Pair = tuple[int, int]

SAME_NUMBER = 0.5  # a rule that kept its number and half its words was edited; below, another rule took its number
WORD = re.compile(r"\w+")
GROWN = 0.9  # of the shorter one's words: a sentence put into a longer one is the same rule, edited
FEW_WORDS = 3  # below, any longer text holds them by chance
MOVED = 0.75  # a rule under another number is the same one only if most of it stands: short rules share phrases
MIN_MOVED = 25  # characters: below, a likeness of wording says little ("Combat Phase", "Draw Phase")
STRAIGHT = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-", "\u2011": "-"}
)


@dataclass(frozen=True, slots=True)
class Change:
    """One rule that is not as it was. `old` is None for an added rule, `new` for a removed one; `similarity` 0..1."""

    kind: ChangeKind
    old: Rule | None
    new: Rule | None
    similarity: float


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed from `old` to `new`: in the order of the new document, a removed rule where it stood. Unchanged
    rules are counted only.
    """

    old: Source
    new: Source
    changes: tuple[Change, ...]
    unchanged: int

    def count(self, kind: ChangeKind) -> int:
        """How many changes are of `kind`."""
        return sum(c.kind == kind for c in self.changes)


def words_of(rule: Rule) -> str:
    """What a rule says, to compare: title and text, NFKC, straight quotes and hyphens, folded white space, cited
    numbers masked.
    """
    text = rule.words
    for reference in sorted(find_references(text), key=lambda r: r.start, reverse=True):
        text = f"{text[: reference.start]}\u00a7{text[reference.end :]}"
    return " ".join(unicodedata.normalize("NFKC", text).translate(STRAIGHT).split())


def diff(old: Source, new: Source, before: Sequence[Rule], after: Sequence[Rule]) -> Diff:
    """Compare the rules of two versions, both in their document's order. Pure; the cost is that of the rules that
    differ.
    """
    match = _Matching(before, after)
    match.run()
    changes: list[Change] = []
    unchanged = 0
    for i, j in _in_order(match.pairs, len(before), len(after)):
        change = _change(match, i, j)
        if change is None:
            unchanged += 1
        else:
            changes.append(change)
    return Diff(old, new, tuple(changes), unchanged)


def _change(match: _Matching, i: int | None, j: int | None) -> Change | None:
    if i is None or j is None:
        old = None if i is None else match.before[i]
        new = None if j is None else match.after[j]
        return Change("added" if old is None else "removed", old, new, 0.0)
    before, after = match.before[i], match.after[j]
    if match.same(i, j):
        return None if before.number == after.number else Change("renumbered", before, after, 1.0)
    return Change("changed", before, after, round(match.similarity(i, j), 4))


def _in_order(pairs: dict[int, int], old: int, new: int) -> list[tuple[int | None, int | None]]:
    """Every rule of both sides once: by place in the new document, a removed rule after the one it followed."""
    back = {j: i for i, j in pairs.items()}
    removed: dict[int, list[int]] = defaultdict(list)
    last = -1
    for i in range(old):
        if i in pairs:
            last = pairs[i]
        else:
            removed[last].append(i)
    rows: list[tuple[int | None, int | None]] = [(i, None) for i in removed[-1]]
    for j in range(new):
        rows.append((back.get(j), j))
        rows += [(i, None) for i in removed[j]]
    return rows


class _Matching:
    """The pairing under way: `pairs` maps a place in `before` to one in `after`."""

    def __init__(self, before: Sequence[Rule], after: Sequence[Rule]) -> None:
        self.before, self.after = before, after
        self.old_words = [words_of(r) for r in before]
        self.new_words = [words_of(r) for r in after]
        self._old_keys = ["".join(w.split()) for w in self.old_words]
        self._new_keys = ["".join(w.split()) for w in self.new_words]
        self.pairs: dict[int, int] = {}
        self.taken: set[int] = set()
        self._old_at = _places(before)
        self._new_at = _places(after)

    def run(self) -> None:
        """The three passes, from the surest pairs to the least sure."""
        self._same_words()
        self._same_number()
        self._similar()

    def same(self, i: int, j: int) -> bool:
        """Whether they say the same: white space is the layout's, and a PDF may lose it."""
        return self._old_keys[i] == self._new_keys[j]

    def _grown(self, i: int, j: int) -> bool:
        """Whether nearly all words of the shorter stand in the longer, in order, under the same parent."""
        from rapidfuzz.distance import LCSseq

        old, new = (WORD.findall(text.casefold()) for text in (self.old_words[i], self.new_words[j]))
        least = min(len(old), len(new))
        return least >= FEW_WORDS and self._parents_paired(i, j) and LCSseq.similarity(old, new) >= GROWN * least

    def similarity(self, i: int, j: int) -> float:
        """0..1: twice the characters in common over those of both (Indel distance)."""
        from rapidfuzz.distance import Indel

        return float(Indel.normalized_similarity(self.old_words[i], self.new_words[j]))

    def _accept(self, i: int, j: int) -> None:
        self.pairs[i] = j
        self.taken.add(j)

    def _take(self, candidates: Iterable[tuple[float, int, int]]) -> None:
        """Pair greedily, best first."""
        for _, i, j in sorted(candidates, key=self._rank):
            if i not in self.pairs and j not in self.taken:
                self._accept(i, j)

    def _rank(self, candidate: tuple[float, int, int]) -> tuple[float, bool, bool, float, int, int]:
        similarity, i, j = candidate
        same = self.before[i].number == self.after[j].number
        apart = abs(i / max(1, len(self.before)) - j / max(1, len(self.after)))
        return (-similarity, not self._parents_paired(i, j), not same, apart, i, j)

    def _parents_paired(self, i: int, j: int) -> bool:
        up, across = self._old_at.get(self.before[i].parent), self._new_at.get(self.after[j].parent)
        return up is not None and across is not None and self.pairs.get(up) == across

    def _same_words(self) -> None:
        groups: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for i, words in enumerate(self._old_keys):
            groups[words][0].append(i)
        for j, words in enumerate(self._new_keys):
            groups[words][1].append(j)
        shared = [g for g in groups.values() if g[0] and g[1]]
        for old, new in sorted(
            shared, key=lambda g: len(g[0]) * len(g[1])
        ):  # the unambiguous first: they place the others
            self._take((1.0, i, j) for i in old for j in new)

    def _same_number(self) -> None:
        for i, rule in enumerate(self.before):
            j = self._new_at.get(rule.number)
            if i in self.pairs or j is None or j in self.taken or self._old_at.get(rule.number) != i:
                continue
            if self.similarity(i, j) >= SAME_NUMBER or self._grown(i, j):
                self._accept(i, j)

    def _similar(self) -> None:
        """The rest by likeness alone, long enough texts only."""
        from rapidfuzz import process
        from rapidfuzz.distance import Indel

        old = [i for i in range(len(self.before)) if i not in self.pairs and len(self.old_words[i]) >= MIN_MOVED]
        new = [j for j in range(len(self.after)) if j not in self.taken and len(self.new_words[j]) >= MIN_MOVED]
        if not old or not new:
            return
        table = process.cdist(
            [self.old_words[i] for i in old],
            [self.new_words[j] for j in new],
            scorer=Indel.normalized_similarity,
            score_cutoff=MOVED,
        )
        self._take((float(table[a, b]), old[a], new[b]) for a, b in zip(*table.nonzero(), strict=True))


def _places(rules: Sequence[Rule]) -> dict[str, int]:
    """Where each number first stands."""
    places: dict[str, int] = {}
    for at, rule in enumerate(rules):
        places.setdefault(rule.number, at)
    return places


def word_changes(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """The words of both texts in order as ("=", same), ("-", only before), ("+", only after)."""
    a, b = old.split(), new.split()
    found: list[tuple[str, str]] = []
    for op, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if op == "equal":
            found.append(("=", " ".join(a[i1:i2])))
            continue
        found += [(mark, " ".join(part)) for mark, part in (("-", a[i1:i2]), ("+", b[j1:j2])) if part]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Past:
    """One version in a rule's history: how it differs from the version before (None in the oldest)."""

    source: Source
    rule: Rule | None
    change: ChangeKind | Literal["unchanged"] | None
    similarity: float = 1.0


def history(versions: Sequence[tuple[Source, Sequence[Rule]]], number: str) -> tuple[Past, ...]:
    """A rule through the versions, oldest first. `number` is the one it has in the newest version that knows it."""
    found: list[Past] = []
    wanted: str | None = number
    for (newer, after), (older, before) in zip(reversed(versions), reversed(versions[:-1]), strict=False):
        here = next((r for r in after if r.number == wanted), None)
        change = _came_from(diff(older, newer, before, after), here) if here else None
        found.append(
            Past(
                newer,
                here,
                change.kind if change else "unchanged" if here else None,
                change.similarity if change else 1.0,
            )
        )
        if here is not None:
            wanted = (change.old.number if change.old else None) if change else here.number
    oldest, rules = versions[0]
    found.append(Past(oldest, next((r for r in rules if r.number == wanted), None), None))
    return tuple(p for p in reversed(found) if p.rule is not None)


def _came_from(whole: Diff, rule: Rule) -> Change | None:
    return next((c for c in whole.changes if c.new is rule), None)
