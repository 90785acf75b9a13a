"""From a citation to its rule and what surrounds it.

The order: the number as written, the number normalised, a number of an older version (the rule is followed to the
newest), a number printed behind letters that a whole document shares (3.1 for GB-3.1), a definition (a term, a heading
or a numbered rule of that name, never an item of a list), and else the nearest that exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from kb import numbering
from kb.catalogue import EVERY, Catalogue
from kb.cite import citation, label
from kb.errors import BadCitation, NotFound, UnknownGame, UsageError
from kb.models import Citation, Game, Rule, Source
from kb.search.citing import Cited, cited
from kb.versions import Diff, diff
from kb.views import How, RuleView

NEAREST = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A citation with its names resolved to ids; `term` is what was asked for where it is no number."""

    game: str
    document: str
    version: str
    number: str
    hash: str
    term: str


class Lookup:
    """Citations of one opened catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.games = {g.id: g for g in catalogue.games()}
        self.sources = catalogue.sources()
        self._diffs: dict[tuple[Source, Source], Diff] = {}
        self.names = {n.casefold(): g.id for g in self.games.values() for n in (*g.aliases, g.name, g.id)}

    def game(self, name: str) -> Game:
        """The game of that id, name or alias, in any case. Raises `UnknownGame` with the nearest."""
        found = self.names.get(name.strip().casefold())
        if found is None:
            near = get_close_matches(name.casefold(), self.names, 1)
            hint = f"did you mean {near[0]}?" if near else f"the games are: {', '.join(sorted(self.games)) or 'none'}"
            raise UnknownGame(f"there is no game {name!r} in the corpus", hint)
        return self.games[found]

    def document(self, game: str, name: str) -> Source:
        """The newest version of a game's document by id, short name or title; its main one if `name` is empty."""
        newest = self.catalogue.newest(game)
        fits = [s for s in newest if (name.casefold() in _names(s) if name else s.main)]
        if not fits:
            known = ", ".join(s.id for s in newest)
            raise BadCitation(f"{game} has no document {name!r}", f"its documents are: {known}")
        return fits[0]

    def narrowed(self, games: Sequence[str], document: str, version: str) -> tuple[str, str]:
        """The id and the version of the document that a search is narrowed to, empty where they were.

        Raises `UsageError` where no document of `games` (of any game) has that name or that version.
        """
        wanted = {self.game(game).id for game in games}
        within = [s for s in self.sources if not wanted or s.game in wanted]
        fits = [s for s in within if not document or document.casefold() in _names(s)]
        if not fits:
            known = ", ".join(dict.fromkeys(s.id for s in within))
            raise UsageError(f"there is no document {document!r} here", f"there is: {known}")
        plain = version.casefold().removeprefix("v")
        versions = dict.fromkeys(s.version for s in fits)
        found = next((v for v in versions if v.casefold().removeprefix("v") == plain), "")
        if version and not found:
            raise UsageError(f"there is no version {version!r} here", f"there is: {', '.join(versions)}")
        return fits[0].id if document else "", found if version else ""

    def read(self, text: str) -> Asked:
        """Take a citation apart. Raises `BadCitation` for none, `UnknownGame`."""
        if not text.strip():
            raise BadCitation("the citation is empty", "give one such as: riftbound 423.1.a")
        query = numbering.parse_citation(text)
        if numbering.is_number(number := numbering.normalise(text)):  # "rule 423.1", "CR 702.19b": no game is named
            return Asked("", "", "", number, "", number)
        if query.game.casefold() in self.names:
            game = self.names[query.game.casefold()]
            document = self.document(game, query.document).id if query.document else ""
            return Asked(game, document, query.version, query.number, query.hash, query.number)
        game, rest = self._game_in_front(query.game)
        document = self._document_called(rest, game)
        if not rest or document:
            return Asked(game, document, query.version, query.number, query.hash, query.number)
        written = f"{rest} {query.number}"
        if re.search(r"\d", rest) and self._spelt(written, game, "", query.version):
            return Asked(game, "", query.version, written, query.hash, written)
        if numbering.is_number(query.number) and not game:
            self.game(query.game)  # raises: the words before a number name no game
        return Asked(game, "", query.version, query.number, query.hash, written)

    def _spelt(self, text: str, game: str, document: str = "", version: str = "") -> str:
        """The number of a rule that is written another way: 702.19 (b), 702 19 b, CR702.19b, 7.1.2 for 7-1-2."""
        numbers, only = cited(text, [s for s in self.sources if game in ("", s.game)], lambda words: False)
        one = numbers[0] if only and len(numbers) == 1 else Cited(())
        looks = (self.catalogue.find, self.catalogue.parted)
        tries = (found for look in looks for read in one.readings if (found := look(read, game, document, version)))
        return next((found[0].number for found in tries), "")

    def _game_in_front(self, words: str) -> tuple[str, str]:
        """The game that the first words name, and the words after it."""
        split = words.split()
        for end in range(len(split), 0, -1):
            head, _, version = " ".join(split[:end]).partition("@")
            if head.casefold() in self.names and not version:
                return self.names[head.casefold()], " ".join(split[end:])
        return "", words

    def _document_called(self, name: str, game: str) -> str:
        fits = (s.id for s in self.sources if (not game or s.game == game) and name.casefold() in _names(s))
        return next(fits, "") if name else ""

    def find(self, asked: Asked) -> tuple[tuple[Rule, ...], How, str]:
        """Rules that a citation means, the likeliest first; how they were found; for "moved" the old label.

        Raises `NotFound` whose hint names the nearest.
        """
        found = self.catalogue.find(asked.number, asked.game, asked.document, asked.version)
        if found:
            return found, "exact" if found[0].number == asked.number else "normalised", ""
        moved = [] if asked.version else list(self._moved(asked))
        if moved:
            return tuple(rule for rule, _ in moved), "moved", moved[0][1]
        lettered = () if asked.version else self.catalogue.behind_letters(asked.number, asked.game, asked.document)
        if lettered:
            return lettered, "normalised", ""
        spelt = self._spelt(asked.term, asked.game, asked.document, asked.version)
        if spelt:
            return self.catalogue.find(spelt, asked.game, asked.document, asked.version), "normalised", ""
        defined = tuple(self._defined(asked))
        if defined:
            return defined, "definition", ""
        raise self.not_found(asked)

    def not_found(self, asked: Asked) -> NotFound:
        """The error that names the nearest rules."""
        above = asked.number.rpartition(".")[0]  # 4.3.IIb is no number of the grammar, 4.3 is
        look = self.catalogue.nearest
        tries = (look(n, asked.game, asked.document, asked.version, NEAREST) for n in (asked.number, above))
        near = next(filter(None, tries), ())
        where = f"{self.games[asked.game].name} has" if asked.game else "no document has"
        what = f"{where} {'no ' if asked.game else 'a '}rule {asked.term!r}"
        version = f" in version {asked.version}" if asked.version else ""
        hint = f"the nearest: {'; '.join(self.label(r) for r in near)}" if near else self._otherwise(asked)
        return NotFound(f"{what}{version}", hint)

    def _otherwise(self, asked: Asked) -> str:
        """What to do where no number is near: a version that exists, a game's name spelt, a name that is close."""
        versions = dict.fromkeys(s.version for s in self._sources_of(asked))
        if asked.version and asked.version not in versions:
            return f"the versions are: {', '.join(versions)}"
        if not asked.game and (games := get_close_matches(asked.term.casefold(), self.names, 1)):
            game = self.games[self.names[games[0]]]
            return f'for the game {game.name} name a rule of it, or ask: kb query -g {game.id} "..."'
        titles = {r.title.casefold(): r.title for r in self._newest_rules(asked) if r.title and _named(r)}
        near = get_close_matches(asked.term.casefold(), sorted(titles), NEAREST)
        return f"did you mean: {'; '.join(titles[n] for n in near)}?" if near else 'to search for words: kb query "..."'

    def _sources_of(self, asked: Asked) -> Iterator[Source]:
        yield from (s for s in self.sources if asked.game in ("", s.game) and asked.document in ("", s.id))

    def _newest_rules(self, asked: Asked) -> Iterator[Rule]:
        for s in self.catalogue.newest(asked.game):
            if not asked.document or s.id == asked.document:
                yield from self.catalogue.rules(s.game, s.id, s.version)

    def _moved(self, asked: Asked) -> Iterator[tuple[Rule, str]]:
        """The rules that older versions had under this number, as they stand in the newest."""
        older = self.catalogue.find(asked.number, asked.game, asked.document, EVERY)
        for rule in reversed(older):
            source = self.catalogue.source_of(rule.id)
            newest = self.document(source.game, source.id)
            now = self.follow(rule, source, newest)
            if now is not None:
                yield now, self.label(rule)
                return

    def follow(self, rule: Rule, old: Source, new: Source) -> Rule | None:
        """The rule of `new` that `rule` of `old` has become; None if it is gone."""
        if (old, new) not in self._diffs:
            before, after = (self.catalogue.rules(s.game, s.id, s.version) for s in (old, new))
            self._diffs[old, new] = diff(old, new, before, after)
        for change in self._diffs[old, new].changes:
            if change.old is not None and change.old.id == rule.id:
                return change.new
        return next(iter(self.catalogue.find(rule.number, new.game, new.id, new.version)), None)

    def _defined(self, asked: Asked) -> Iterator[Rule]:
        wanted = asked.term.strip().casefold()
        rules = [r for r in self._newest_rules(asked) if r.title.strip().casefold() == wanted and _named(r)]
        yield from (r for kind in ("term", "heading", "rule") for r in rules if r.kind == kind)

    def by_hash(self, asked: Asked) -> Rule | None:
        """The rule in the newest version whose words have the citation's hash; the one of its number first."""
        if not asked.hash:
            return None
        fits = [r for r in self._newest_rules(asked) if hash_of(r) == asked.hash]
        return next((r for r in fits if r.number == asked.number), fits[0] if fits else None)

    def view(self, text: str, *, tree: bool = False) -> RuleView:
        """The rule a citation names, with what surrounds it. A hash leads to the rule that has those words now."""
        asked = self.read(text)
        by_hash = self.by_hash(asked) if asked.hash and not asked.version else None
        if by_hash is not None and by_hash.number != asked.number:
            return self.around(by_hash, "moved", text, (), tree)
        rules, how, moved_from = self.find(asked)
        return self.around(rules[0], how, moved_from, rules[1:], tree)

    def around(self, rule: Rule, how: How, moved_from: str, others: Sequence[Rule], tree: bool) -> RuleView:
        """A rule with what surrounds it."""
        source = self.catalogue.source_of(rule.id)
        below = self.catalogue.children(rule.id)
        return RuleView(
            rule=rule,
            source=source,
            game=self.games[source.game],
            citation=self.citation(rule),
            text=self.text(rule),
            parents=self.catalogue.parents(rule.id),
            children=tuple(r for r in below if r.kind != "example"),
            examples=tuple(r for r in below if r.kind == "example"),
            tree=tuple(self._below(rule)) if tree else (),
            refs=self.catalogue.refs(rule.id),
            cited_by=self.catalogue.cited_by(rule.id),
            missing=self.catalogue.missing(rule.id),
            how=how,
            moved_from=moved_from,
            hash=hash_of(rule),
            same_number=tuple(self.citation(r) for r in others),
        )

    def _below(self, rule: Rule) -> Iterator[Rule]:
        for child in self.catalogue.children(rule.id):
            yield child
            yield from self._below(child)

    def text(self, rule: Rule) -> str:
        """The rule's title and words, as its chunk shows them."""
        ordinal = self.catalogue.ordinal(rule.id)
        return rule.words if ordinal is None else self.catalogue.chunk(ordinal).text

    def citation(self, rule: Rule) -> Citation:
        """The citation of a rule, with the whole of its words as the quote."""
        source = self.catalogue.source_of(rule.id)
        game, ordinal = self.games[source.game], self.catalogue.ordinal(rule.id)
        if ordinal is not None:
            return citation(self.catalogue.chunk(ordinal), game, source)
        return Citation(
            game=game.id,
            document=source.id,
            version=source.version,
            number=rule.number,
            heading_path=tuple(r.title or r.number for r in self.catalogue.parents(rule.id)),
            page=rule.span.page,
            lines=(rule.span.start_line, rule.span.end_line),
            quote=rule.words,
            url=source.url or game.url,
            label=label(game, source, rule.number),
            authority=source.authority,
            notices=tuple(dict.fromkeys((*source.notices, *game.notices))),
        )

    def label(self, rule: Rule) -> str:
        """How a person is told the rule."""
        source = self.catalogue.source_of(rule.id)
        return label(self.games[source.game], source, rule.number)


def hash_of(rule: Rule) -> str:
    """The eight hex digits of a rule's words, without its own number."""
    return numbering.text_hash(rule.words)


def _named(rule: Rule) -> bool:
    """Whether its title is a name by which it may be asked for: an item of a list has none."""
    return rule.kind in ("term", "heading") or (rule.kind == "rule" and numbering.is_number(rule.number))


def _names(source: Source) -> tuple[str, ...]:
    return tuple(n.casefold() for n in (source.id, source.short, source.title) if n)
