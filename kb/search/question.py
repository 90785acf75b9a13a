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
from kb.models import Game
from kb.search.small import SMALL

ENGLISH = ("en",)

_LAST = 4
"""Questions whose words are remembered: one question asks for its words several times, in a language or two."""

_NAMES = 1024
"""Names of games whose words are remembered."""
_OPTION = re.compile(r"(?:^|(?<=\s))\(?([a-hA-H])[).:]\s+(?=\S)")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])[´′ʹ‛＇](?=[^\W\d_])")
"""Keys beside the apostrophe, hit in its place: "can´t"."""
_SPACED = re.compile(r"((?:[^\W\d_]+\.? |§ ?)?)(\d+(?: ?[.:] ?\w{1,3})*(?: [a-z])?)", re.IGNORECASE)
"""A whole question that is a number with blanks in it: "702.19 b", "rule 4 . 2"."""
_CODE = re.compile(r"(?<![\w])(?:§+\s*)?[#(]?(?:[a-z]\.)?\w*\d[\w.:()\-–+]*|\b[a-z]+(?:-[a-z]+)*-\d+\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
"""Every code has one: a question without is not looked through letter by letter."""
Terms = tuple[str, ...]
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A question: `text` without the game's name, `games` it names, `only_number` if it is a citation."""

    asked: str
    text: str
    games: tuple[str, ...]
    numbers: tuple[str, ...]
    only_number: bool
    document: str = ""
    version: str = ""


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


def parse(question: str, games: Iterable[Game]) -> Parsed:
    """Take a question apart; only the games given can be named in it."""
    text = without_marks(_APOSTROPHE.sub("'", " ".join(question.split())))
    known = tuple(games)
    pasted = _pasted(text, known)
    if pasted:
        return pasted
    rest, named = strip_games(text, known)
    whole = _whole(rest)
    only = bool(whole)
    numbers = (whole,) if only else tuple(dict.fromkeys(_cited(rest)))
    bare = () if numbers or not _codes(rest) else _nothing_but(rest)
    return Parsed(question, rest or text, named, numbers or bare, only or bool(bare))


def _codes(text: str) -> list[re.Match[str]]:
    return list(_CODE.finditer(text)) if _DIGIT.search(text) else []


def _whole(text: str) -> str:
    """The number that a question of a word or two is, "" where it is none: "CR 7.3", but not "turn 1" or "can I"."""
    plain = text.strip(" ?!.,;:\"'“”‘’")
    spaced = _SPACED.fullmatch(plain)
    words = (spaced[1] + spaced[2].replace(" ", "") if spaced else plain).split()
    number = numbering.parse_citation(" ".join(words)).number if len(words) in (1, 2) else ""
    short = number.isdigit() or len(number) == 1
    if len(words) == 2 and short and words[0].islower() and words[0].isalpha():
        return number if numbering.find_references(f"{words[0]} 1") else ""
    return number if number and _is_code(number) else ""


def _nothing_but(text: str) -> tuple[str, ...]:
    """The numbers of a question that says nothing else: "what does 7.3 say?"."""
    words = [term for term in tokenize(_CODE.sub(" ", text)) if term not in stop()]
    numbers = [numbering.normalise(match[0].strip("(),;?!")) for match in _codes(text)]
    return tuple(dict.fromkeys(number for number in numbers if _is_code(number))) if not words else ()


def _pasted(text: str, games: Sequence[Game]) -> Parsed | None:
    """A whole citation, such as towers/core@1:2.1 or "towers 2.1 (v1)": it names document and version, too."""
    small = text.casefold()
    names = {folded: game for name, game in _names(games) if (folded := name.casefold()) in small}
    if not names:
        return None
    cited = numbering.parse_citation(text)
    game = names.get(cited.game.casefold(), "")
    path = bool(re.match(r"[\w-]+(?:/[\w.-]+)?(?:@[^:\s]+)?:\S+$", text))
    if not game or not (path or _is_code(cited.number)):
        return None
    return Parsed(text, text, (game,), (cited.number,), True, cited.document, cited.version)


def _is_code(number: str) -> bool:
    """Whether it is a number or a slug with one; a word in capitals ("STUN") is a word."""
    if number.isalpha() and len(number) > 1:
        return False
    return numbering.is_number(number) or bool(re.fullmatch(r"[a-z]+(?:-[a-z]+)*-\d+", number))


def _cited(text: str) -> list[str]:
    """Numbers in prose: those written as references, and longer codes ("faq-3", "1a1") that only a rule can carry."""
    found = [reference.number for reference in numbering.find_references(text)]
    for match in _codes(text):
        number = numbering.normalise(match[0].strip("(),;"))
        parts = numbering.components(number)
        if (_is_code(number) and not numbering.is_number(number)) or len(parts) >= 3:
            found.append(number)
    return found


def strip_games(text: str, games: Iterable[Game]) -> tuple[str, tuple[str, ...]]:
    """Return the text without the game's name where it names one, and the ids of the games named.

    A name counts where it stands as one: first, last, after "in", "for" or "of", or in the game's own capitals; so
    that a game called Root does not take every question about roots.
    """
    named: list[str] = []
    small = text.lower()
    mentioned = [pair for pair in _names(games) if all(word in small for word in _words_of(pair[0]))]
    for name, game in sorted(mentioned, key=lambda pair: (-len(pair[0]), pair)):
        pattern = re.compile(rf"(?<!\w)(?:\b(?:in|for|of)\s+)?{_flexible(name)}(?!\w)\s*[:,–—-]?\s*", re.IGNORECASE)
        for match in pattern.finditer(text):
            if game not in named and _stands_as_name(match, text, name):
                named.append(game)
                text = f"{text[: match.start()]} {text[match.end() :]}".strip(" ,:") if len(named) == 1 else text
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
    return bool(placed) or first or last or cased or " " in name


def nearest(word: str, candidates: Sequence[str], least: float = 60.0) -> str:
    """Return the candidate spelled most like `word`, or "" where none is near (rapidfuzz's ratio, 0..100)."""
    from rapidfuzz import fuzz, process

    small = [candidate.casefold() for candidate in candidates]
    found = process.extractOne(word.casefold(), small, scorer=fuzz.ratio, score_cutoff=least)
    return candidates[found[2]] if found else ""
