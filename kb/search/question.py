"""A question taken apart: content words, options of a multiple choice, rule numbers and game names in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise, zip_longest
from operator import contains

from kb import numbering
from kb.lexical import tokenize
from kb.models import Game, Source
from kb.search.citing import Cited, cited
from kb.search.small import SMALL

ENGLISH = ("en",)

_LAST = 4
"""Questions whose words are remembered: one question asks for its words several times, in a language or two."""

_NAMES = 1024
"""Names of games whose words are remembered."""
_OPTION = re.compile(r"(?:^|(?<=\s))\(?([a-hA-H])[).:]\s+(?=\S)")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])[´′ʹ‛＇](?=[^\W\d_])")
"""Keys beside the apostrophe, hit in its place: "can´t"."""
_BEFORE = r"(?:in|for|of|and|or|vs\.?|versus|than|between)"
"""What stands before the name of a game and goes with it."""
Terms = tuple[str, ...]
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question: `text` without the game's name, `games` it names, `cited` the numbers it may name; `only_number` if
    it says nothing else."""

    asked: str
    text: str
    games: tuple[str, ...]
    cited: tuple[Cited, ...]
    only_number: bool
    document: str = ""
    version: str = ""

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers as they are most likely read."""
        return tuple(one.readings[0] for one in self.cited)


@cache
def stop(language: str = "en") -> frozenset[str]:
    """Return the terms of a language that ask or bind and say nothing of the matter; none where we have no list."""
    words = SMALL.get(language.partition("-")[0].lower(), "").split()
    return frozenset(term for word in words for term in tokenize(word, language))


@lru_cache(_LAST)
def terms_of(text: str, language: str = "en") -> Terms:
    """Return the terms of a question, which is asked for them several times."""
    return tuple(tokenize(text, language))


def content_terms(text: str, language: str = "en") -> list[str]:
    """Return the terms of a text that say something of the matter, in order; all of them where none would be left."""
    terms = terms_of(text, language)
    return [term for term in terms if term not in stop(language)] or list(terms)


@lru_cache(_LAST)
def content_words(text: str, languages: tuple[str, ...] = ENGLISH) -> tuple[tuple[str, Terms], ...]:
    """Return (word as written, its terms) for each word that is a content word in every one of the languages."""
    small = [stop(language) for language in languages]
    words = all_words(text, languages)
    return tuple(one for one in words if not any(map(contains, small, one[1])))


@lru_cache(_LAST)
def all_words(text: str, languages: tuple[str, ...] = ENGLISH) -> tuple[tuple[str, Terms], ...]:
    """Return (word as written, its term in each of the languages) for each word, each once, numbers left out."""
    found: dict[Terms, str] = {}
    for word in dict.fromkeys(_WORD.findall(text)):
        for terms in zip(*[_terms_of(word, language) for language in languages], strict=False):
            found.setdefault(terms, word)
    return tuple((word, terms) for terms, word in found.items())


@lru_cache(1 << 15)
def _terms_of(word: str, language: str) -> Terms:
    """The build asks this of every word of a corpus, and a rulebook repeats its words."""
    return tuple(tokenize(word, language))


def without_marks(text: str) -> str:
    """Return a multiple choice ("... a) red b) blue") without its marks; its options stay, as part of what is asked."""
    marks = list(_OPTION.finditer(text))
    wanted = [chr(ord("a") + place) for place in range(len(marks))]
    if len(marks) < 2 or [mark[1].lower() for mark in marks] != wanted:
        return text
    return " ".join(_OPTION.sub(" ", text).split())


def parse(question: str, games: Iterable[Game], documents: Iterable[Source] = ()) -> Parsed:
    """Take a question apart; only the games given can be named in it, and only the documents before a number."""
    text = without_marks(_APOSTROPHE.sub("'", " ".join(question.split())))
    known = tuple(games)
    pasted = _pasted(text, known)
    if pasted:
        return pasted
    rest, named = strip_games(text, known)
    numbers, only = cited(rest, documents, _asks)
    return Parsed(question, rest or text, named, numbers, only)


def _asks(words: str) -> bool:
    """Whether the words ask for something and say nothing of it: "what does ... say"."""
    return all(term in stop() for term in tokenize(words))


def _pasted(text: str, games: Sequence[Game]) -> Parsed | None:
    """A whole citation, such as towers/core@1:2.1 or "towers 2.1 (v1)": it names document and version, too."""
    small = text.casefold()
    names = {folded: game for name, game in _names(games) if (folded := name.casefold()) in small}
    if not names:
        return None
    query = numbering.parse_citation(text)
    game = names.get(query.game.casefold(), "")
    path = bool(re.match(r"[\w-]+(?:/[\w.-]+)?(?:@[^:\s]+)?:\S+$", text))
    noted = query.document or query.version or query.hash
    if not game or not (path or (noted and _is_code(query.number))):
        return None
    return Parsed(text, text, (game,), (Cited((query.number,)),), True, query.document, query.version)


def _is_code(number: str) -> bool:
    """Whether it is a number or a slug with one; a word in capitals ("STUN") is a word."""
    if number.isalpha() and len(number) > 1:
        return False
    return numbering.is_number(number) or bool(re.fullmatch(r"[a-z]+(?:-[a-z]+)*-\d+", number))


def strip_games(text: str, games: Iterable[Game]) -> tuple[str, tuple[str, ...]]:
    """Return the text without the names of the games that it names, and their ids.

    A name counts where it stands as one: first, last, before a colon, after "in", "for" or "of", or in the game's own
    capitals; so that a game called Root does not take every question about roots.
    """
    named: list[str] = []
    small = text.lower()
    mentioned = [pair for pair in _names(games) if all(word in small for word in _words_of(pair[0]))]
    for name, game in sorted(mentioned, key=lambda pair: (-len(pair[0]), pair)):
        pattern = re.compile(rf"(?<!\w)(?:\b{_BEFORE}\s+)?{_flexible(name)}(?!\w)\s*[:,–—-]?\s*", re.IGNORECASE)
        for match in pattern.finditer(text):
            if game not in named and _stands_as_name(match, text, name):
                named.append(game)
                text = f"{text[: match.start()]} {text[match.end() :]}".strip(" ,:")
                break
    return " ".join(text.split()), tuple(sorted(named))


def _names(games: Iterable[Game]) -> list[tuple[str, str]]:
    return sorted({(name, game.id) for game in games for name in (game.name, game.id, *game.aliases) if name})


@lru_cache(_NAMES)
def _words_of(name: str) -> tuple[str, ...]:
    """The words of a name without "and": a text that lacks one cannot name the game, and needs no pattern for it."""
    return tuple(word for word in re.findall(r"\w+", name.lower()) if word != "and")


def _flexible(name: str) -> str:
    """A pattern for a name with "&" or "and", and any marks or spaces between its words or after them."""
    words = ["&" if word.casefold() == "and" else word for word in re.findall(r"\w+|&", name)]
    between = [r"\W*" if "&" in pair else r"\W{1,3}" for pair in pairwise(words)]
    parts = ["(?:&|and)" if word == "&" else re.escape(word) for word in words]
    closing = r"\)?" if name.endswith(")") else ""
    return "".join(chain.from_iterable(zip_longest(parts, between, fillvalue=""))) + closing


def _stands_as_name(match: re.Match[str], text: str, name: str) -> bool:
    written = match[0].strip(" :,–—-")
    placed = re.match(r"(?:in|for|of)\s", written, re.IGNORECASE)
    first, last = match.start() == 0, match.end() >= len(text.rstrip(" ?.!"))
    cased = name in written and name != name.lower()
    heads = match[0].rstrip().endswith(":")
    return bool(placed) or first or last or cased or heads or " " in name


def nearest(word: str, candidates: Sequence[str], least: float = 60.0) -> str:
    """Return the candidate spelled most like `word`, or "" where none is near (rapidfuzz's ratio, 0..100)."""
    from rapidfuzz import fuzz, process

    small = [candidate.casefold() for candidate in candidates]
    found = process.extractOne(word.casefold(), small, scorer=fuzz.ratio, score_cutoff=least)
    return candidates[found[2]] if found else ""
