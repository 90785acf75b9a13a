"""One generation of the index, opened: its parts joined to answer a question, each opened when it is first needed."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Literal

from kb.catalogue import Catalogue
from kb.errors import EmbedderMismatch
from kb.generation import Generation
from kb.models import Answer, Chunk, Hit, Kind, Mode, Rule, Verdict

if TYPE_CHECKING:
    from kb.lookup import Lookup
    from kb.search import Searcher
    from kb.search.ranking import Fused
    from kb.states import StateTable

FEW, SHORT = 12, 1200
"""Rules and characters of a section that is shown whole with its title: what a phone shows at a glance or two."""
LOOKED_AT = 20
"""Of the best passages so many are looked at for one below a title."""
Surroundings = Literal["none", "section", "parents"]
NO_TABLES = '"tables": []'
"""How the index says that no game has states (`kb.states.to_json`): what reads them need not be loaded then."""


class Opened:
    """A generation's parts: a rule by its number needs neither model nor vectors, and does not open them."""

    def __init__(self, generation: Generation) -> None:
        self.generation = generation
        self.catalogue = Catalogue.open(generation.catalogue)
        self._lock = threading.RLock()

    @cached_property
    def lookup(self) -> Lookup:
        """Citations of this generation."""
        from kb.lookup import Lookup

        return Lookup(self.catalogue)

    @cached_property
    def tables(self) -> tuple[StateTable, ...]:
        """The checker's data of every game."""
        text = self.generation.states.read_text("utf-8", "replace")
        if NO_TABLES in text:
            return ()
        from kb.states import from_json

        return from_json(text)

    @cached_property
    def searcher(self) -> Searcher:
        """The search. Raises `EmbedderMismatch` where the model for questions is not that of the vectors."""
        from kb.embed import open_onnx
        from kb.lexical import LexicalIndex
        from kb.search import Extras, Searcher
        from kb.store import FaissStore

        with self._lock:
            g = self.generation
            embedder = open_onnx(g.model)
            if embedder.id != g.manifest.embedder:
                told = f"the index was built with {g.manifest.embedder}, its model for questions is {embedder.id}"
                raise EmbedderMismatch(told, "build it again: kb build --full")
            words, vectors = LexicalIndex.open(g.words), FaissStore(g.folder)
            return Searcher(self.catalogue, words, vectors, embedder, Extras(g.folder))

    def query(
        self,
        question: str,
        games: tuple[str, ...],
        limit: int,
        kinds: tuple[Kind, ...],
        mode: Mode,
        document: str,
        version: str,
        context: Surroundings,
    ) -> Answer:
        """Search, let the checker rule where no number was asked for, and join both; arguments as
        `KnowledgeBase.query`.
        """
        from kb.answer import compose, deciding
        from kb.search import Scope

        where = self.lookup.narrowed(games, document, version) if document or version else ("", "")
        scope = Scope(games, *where, kinds)
        found = self.searcher.find(question, scope, mode)
        tables = tuple(t for t in self.tables if t.game.id in found.games)
        ruled = self._ruled(question, tables) if tables and mode == "auto" and not found.exact else ()
        result = self.searcher.shown(found, limit, deciding(ruled))
        ranked = {one.game: one.ranked for one in found.found}
        result = replace(result, hits=tuple(self._whole(hit, ranked.get(hit.citation.game, ())) for hit in result.hits))
        unread = () if result.hits else tuple(self._unread(found.games))
        answer = compose(question, result, ruled, self.generation.stamp, unread)
        if context == "none":
            return answer
        return replace(answer, hits=tuple(replace(h, context=self._around(h, context)) for h in answer.hits))

    def _unread(self, games: Iterable[str]) -> Iterator[str]:
        """A note for each game without a document: that its rules are silent would be said of rules nobody read."""
        for game in games:
            if not self.catalogue.sources(game):
                yield f"No document of {self.lookup.games[game].name} is in the index; `kb status` says why."

    @staticmethod
    def _ruled(question: str, tables: tuple[StateTable, ...]) -> tuple[Verdict, ...]:
        from kb.checker import verdicts  # a corpus without states need not load the checker

        return verdicts(question, tables)

    def _whole(self, hit: Hit, ranked: Iterable[Fused]) -> Hit:
        context = self._sentence(hit) or self._best_below(hit, ranked)
        return replace(hit, context=context) if context else hit

    def _sentence(self, hit: Hit) -> tuple[Rule, ...]:
        """What a hit says little without: the rule above one that begins in small letters ("calls it, or"), the rules
        right below one that ends in a colon ("provided that:"), those of a title whose whole section is short.
        """
        text, rule_id = hit.chunk.text.strip(), hit.chunk.rule_id
        if hit.chunk.is_title:
            return self._section(rule_id)
        if hit.chunk.kind not in ("rule", "clause") or not text:
            return ()
        above = self.catalogue.parents(rule_id)[-1:] if text[0].islower() else ()
        below = self.catalogue.children(rule_id) if text.endswith(":") else ()
        return (*above, *(rule for rule in below if rule.kind == hit.chunk.kind))

    def _section(self, rule_id: str) -> tuple[Rule, ...]:
        """All that is below a title, if it can be read at a glance; else nothing."""
        below = self.catalogue.section(rule_id, FEW)
        return below if sum(len(rule.words) for rule in below) <= SHORT else ()

    def _best_below(self, hit: Hit, ranked: Iterable[Fused]) -> tuple[Rule, ...]:
        """The best passage below a title whose section is too long to be shown with it."""
        if not hit.chunk.is_title:
            return ()
        near = (self.catalogue.chunk(one.ordinal) for one in islice(ranked, LOOKED_AT))
        below = next((chunk for chunk in near if not chunk.is_title and _stands_under(chunk, hit.chunk)), None)
        rule = self.catalogue.rule(below.rule_id) if below else None
        return (rule,) if rule else ()

    def _around(self, hit: Hit, context: Surroundings) -> tuple[Rule, ...]:
        """The rules above a hit; for "section" those beside it under the same parent, too."""
        above = self.catalogue.parents(hit.chunk.rule_id)
        if context == "parents" or not above:
            return above
        return (*above, *self.catalogue.children(above[-1].id))


def _stands_under(chunk: Chunk, title: Chunk) -> bool:
    """Whether the headings above a chunk are those above a title, and it."""
    above = len(title.heading_path)
    same = chunk.rule_id.removesuffix(chunk.number) == title.rule_id.removesuffix(title.number)
    path = chunk.heading_path
    return same and len(path) > above and path[:above] == title.heading_path and path[above].endswith(title.text)
