"""Every document of the corpus to rules and chunks, and the games' state tables held against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb import readers
from kb.build.steps import Progress
from kb.catalogue import source_key
from kb.chunk import chunks_of
from kb.cite import citation
from kb.errors import BadDocument, BadGameFile, UnknownFormat
from kb.lexical import tokenize
from kb.models import Chunk, Citation, Game, Parsed, Problem, Source
from kb.recognise import recognise
from kb.sources import Corpus, load_corpus, read_source
from kb.states import Lookup, StateTable, load_state, resolve, verify

UNREADABLE = "unreadable-document"
Filed = tuple[tuple[Parsed, tuple[Chunk, ...]], ...]


@dataclass(frozen=True, slots=True)
class Read:
    """The corpus as read: documents with their chunks in corpus order, state tables with their citations, problems."""

    games: tuple[Game, ...]
    filed: Filed
    states: tuple[StateTable, ...]
    problems: tuple[Problem, ...]

    @property
    def unreadable(self) -> tuple[str, ...]:
        """The documents that could not be read, as "game/document@version"."""
        return tuple(problem.document for problem in self.problems if problem.code == UNREADABLE)


def read_corpus(root: Path, tell: Progress) -> Read:
    """Read every document; one that cannot be read is a problem, and the rest is read all the same.

    Raises CorpusUnreadable, BadGameFile where the corpus as a whole cannot be used.
    """
    corpus = load_corpus(root)
    problems = list(corpus.problems)
    filed = []
    for done, source in enumerate(corpus.sources):
        tell("reading", done, len(corpus.sources))
        try:
            filed.append(_document(corpus, source))
        except (BadDocument, UnknownFormat) as error:
            problems.append(Problem(UNREADABLE, f"{error} {error.hint}".strip(), source_key(source)))
    tell("reading", len(corpus.sources), len(corpus.sources))
    problems += [problem for parsed, _ in filed for problem in (*_empty(parsed), *parsed.problems)]
    tables, faults = _states(corpus, filed)
    return Read(corpus.games, tuple(filed), tables, (*problems, *faults))


def _empty(parsed: Parsed) -> Iterator[Problem]:
    """A document without a rule is a mistake somebody has to be told of: a scan without text, an empty file."""
    if not parsed.rules:
        yield Problem("no-rules", f"{parsed.source.file} holds no rule: has it text?", source_key(parsed.source))


def _document(corpus: Corpus, source: Source) -> tuple[Parsed, tuple[Chunk, ...]]:
    game = corpus.game(source.game)
    assert game is not None  # a source is listed in its game's file
    parsed = recognise(readers.read(source, read_source(corpus, source)))
    seen: set[str] = set()
    for rule in parsed.rules:
        if rule.id in seen:
            raise BadDocument(
                f"{source_key(source)} has two rules with the id {rule.id}.", "Number one of them otherwise."
            )
        seen.add(rule.id)
    return parsed, chunks_of(parsed, game)


def _states(
    corpus: Corpus, filed: Sequence[tuple[Parsed, Sequence[Chunk]]]
) -> tuple[tuple[StateTable, ...], list[Problem]]:
    tables: list[StateTable] = []
    problems: list[Problem] = []
    for game in corpus.games:
        documents = [(parsed.source, chunks) for parsed, chunks in filed if parsed.source.game == game.id]
        loaded = []
        for path in corpus.state_files(game.id):
            try:
                loaded.append(load_state(path, game))
            except BadGameFile as error:
                problems.append(
                    Problem("bad-state-file", f"{error} {error.hint}".strip(), f"{game.id}/states/{path.name}")
                )
        if not loaded:
            continue
        cited = dict(_cited(game, documents))
        terms = {term for _, chunks in documents for chunk in chunks for term in tokenize(chunk.text)}
        for table in loaded:
            problems += verify(table, _lookup(cited))
            tables.append(resolve(table, _lookup(cited), terms))
    return tuple(tables), problems


def _cited(
    game: Game, documents: Sequence[tuple[Source, Sequence[Chunk]]]
) -> Iterator[tuple[tuple[str, str], Citation]]:
    """(document, number) -> citation; the newest version comes last, and so stands."""
    for source, chunks in documents:
        for chunk in chunks:
            yield (source.id, chunk.number), citation(chunk, game, source)


def _lookup(cited: Mapping[tuple[str, str], Citation]) -> Lookup:
    return lambda document, number: cited.get((document, number))
