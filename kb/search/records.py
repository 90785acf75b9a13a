"""What a search is asked and what it gives."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kb.models import Hit, Kind, Mode


@dataclass(frozen=True, slots=True)
class Scope:
    """Where to look, narrowed before anything is ranked; empty means everywhere, in the newest versions."""

    games: tuple[str, ...] = ()
    document: str = ""
    version: str = ""
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the ways of searching are mixed. The default is the product's; benchmarks/ shows what each part brings.

    `meaning`, `words` and `pairs` weigh the vectors, BM25 on words and on pairs of words, each scaled by its best;
    `foreign` weighs the vectors where the rules are in another language than English, which the model reads less well;
    `covered` the share of the question that a passage covers, `references` the score of the best passage that refers to
    it, `prior` what speaks for it beforehand. `least` is what of `words` and `covered` is left where the rules know no
    word of the question, `synonyms` weighs words that they have for one that they do not know. `pool` is how many
    passages each way puts forward. Chosen on half of the questions in benchmarks/ and reported on the other.
    """

    meaning: float = 0.45
    foreign: float = 0.25
    words: float = 0.15
    pairs: float = 0.06
    covered: float = 0.25
    references: float = 0.08
    prior: float = 1.0
    least: float = 0.2
    synonyms: float = 0.6
    pool: int = 200
    stop_words: bool = True
    definitions: bool = True
    spelling: bool = True


SLOPE = 0.1
"""How much evidence, above what is needed, takes a score from .5 to .73: thresholds are .2 apart."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for a game's rules answering the question: all comparable across questions.

    `cosine` is the best passage's (-1..1), `known` the share of the question's content words that its rules know,
    `unknown` those they do not, `elsewhere` those of them that other rules of the corpus define. `confidence` is made
    of them; from `answered` on the question counts as answered, from `weak` on as answered perhaps.
    """

    game: str
    name: str
    cosine: float
    known: float
    unknown: tuple[str, ...]
    elsewhere: tuple[str, ...]
    confidence: float
    answered: float
    weak: float

    @property
    def strength(self) -> float:
        """The evidence as a number in 0..1 that compares across questions and games: .5 just answers."""
        return 1 / (1 + math.exp((self.answered - self.confidence) / SLOPE))


LONGEST = 40
"""Letters of a word as it is told: what is longer is no word, and may be a page."""


def told(word: str) -> str:
    """Return a word as an asker is told it, by its beginning where it is longer than any."""
    return word if len(word) <= LONGEST else f"{word[:LONGEST]}…"


@dataclass(frozen=True, slots=True)
class Missing:
    """A rule number that the question names and no rule in scope has, with the labels of the nearest that exist."""

    number: str
    nearest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits grouped by game, best game first, and why.

    `games` are the games searched, `exact` tells that the first hits are rules that the question names by number,
    `corrected` pairs a word as typed with the spelling used in its place, `suggested` with one that was not used.
    `repeated` pairs the label of a passage that was passed over with that of the one shown that says the same.
    `absent` are the references in the hits that lead nowhere: (label of the hit, number). `read_as` is what a question
    in another language than the rules' was read as, word by word.
    """

    question: str
    mode: Mode
    games: tuple[str, ...]
    hits: tuple[Hit, ...]
    exact: bool = False
    missing: tuple[Missing, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    corrected: tuple[tuple[str, str], ...] = ()
    suggested: tuple[tuple[str, str], ...] = ()
    repeated: tuple[tuple[str, str], ...] = ()
    absent: tuple[tuple[str, str], ...] = ()
    read_as: str = ""
