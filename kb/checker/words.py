"""Words of a question or an event, and where the data's phrases stand among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kb.lexical import tokenize
from kb.numbering.patterns import Late

Phrases = dict[str, tuple[tuple[str, ...], ...]]

_NOT = Late(r"(?i)\b(ca|wo|sha)?n['’]t\b|n['’]t\b|\bcannot\b")
_SHORT = Late(r"(?i)(?<=\w)['’](?:m|re|ve|ll|d)\b")
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}
_NUMBERS = {
    w: str(n)
    for n, w in enumerate(
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    )
}
_OWNERS = dict.fromkeys(("my", "your", "his", "her", "their", "our"), "it")
_SAME = {**_NUMBERS, **_OWNERS}
_PHRASE = 60
"""Characters: shorter texts of plain words are cut word by word, for the data's phrases share most of theirs."""
_HYPHEN = Late(r"(?<=[^\W\d])-(?=[^\W\d])")
_NUMBER = Late(r"[-+]?\d+(?:\.\d+)?")


@lru_cache(maxsize=8192)
def terms(text: str) -> tuple[str, ...]:
    """The terms of a text in order, stemmed; "can't" is "can not", "five" is "5", "my" is "its"."""
    if " " in text and len(text) <= _PHRASE and text.isascii() and text.replace(" ", "").isalpha():
        return tuple([term for word in text.split() for term in terms(word)])
    if "'" in text or "’" in text or "cannot" in text.casefold():
        text = _SHORT.sub(" ", _NOT.sub(_spelled, text))
    return tuple(_SAME.get(term, term) for term in tokenize(text))


def _spelled(found: re.Match[str]) -> str:
    return "can not" if found[0].lower() == "cannot" else f"{_WHOLE.get((found[1] or '').lower(), '')} not "


@lru_cache(maxsize=8192)
def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Each term of a text with the word it comes from, as written but without punctuation."""
    plain = text.replace("’", "'")
    raws = (_HYPHEN.sub(" ", plain) if "-" in plain else plain).split()
    return tuple((term, raw.strip(".,;:!?\"'()")) for raw in raws for term in terms(raw))


@lru_cache(maxsize=8192)
def kept(text: str, names: frozenset[str]) -> tuple[str, ...]:
    """The terms of a text as `spelt`."""
    return tuple(spelt(term, raw.casefold(), names) for term, raw in pairs(text))


def spelt(term: str, raw: str, names: frozenset[str]) -> str:
    """The term, but as it was written where it is one of `names` ("stun" is not "stunned") or a doer ("attacker")."""
    doer = raw.removesuffix("s")
    if term in names:
        return raw
    return doer if doer.endswith(("er", "or")) and len(doer) > len(term) else term


@lru_cache(maxsize=4096)
def cut(phrases: tuple[str, ...], names: frozenset[str], least: int = 1) -> tuple[tuple[str, ...], ...]:
    """Phrases as `kept` gives them, those of fewer than `least` terms left out."""
    return tuple(found for phrase in phrases if len(found := kept(phrase, names)) >= least)


@lru_cache(maxsize=8192)
def alternatives(words: tuple[str, ...]) -> str:
    """Words as the alternatives of a pattern; of none, what matches nothing."""
    return "|".join(map(re.escape, words)) or r"(?!)"


def number(term: str) -> float | None:
    """The value of a term that is a number, or None."""
    return float(term) if _NUMBER.fullmatch(term) else None


def places(phrase: str | tuple[str, ...], within: tuple[str, ...]) -> Iterator[range]:
    """Where the terms of `phrase` stand in a row, as ranges of indices."""
    sought = terms(phrase) if isinstance(phrase, str) else phrase
    if not sought or sought[0] not in within:
        return
    for start in range(len(within) - len(sought) + 1):
        if within[start : start + len(sought)] == sought:
            yield range(start, start + len(sought))


@lru_cache(maxsize=8192)
def by_first(phrases: tuple[str | tuple[str, ...], ...]) -> Phrases:
    """Phrases as terms, under the first term of each."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in phrases:
        if sought := terms(phrase) if isinstance(phrase, str) else phrase:
            found.setdefault(sought[0], []).append(sought)
    return {first: tuple(dict.fromkeys(those)) for first, those in found.items()}


def longest(phrases: tuple[str | tuple[str, ...], ...], within: tuple[str, ...]) -> range:
    """The first of the longest matches of any phrase, or an empty range."""
    return longest_of(by_first(phrases), within)


def longest_of(phrases: Phrases, within: tuple[str, ...]) -> range:
    """The same of phrases as `by_first` gives them."""
    best = range(0)
    for start, term in enumerate(within):
        for sought in phrases.get(term, ()):
            if len(sought) > len(best) and within[start : start + len(sought)] == sought:
                best = range(start, start + len(sought))
    return best


def covered(phrases: tuple[str | tuple[str, ...], ...], within: tuple[str, ...]) -> set[int]:
    """The indices of every term that stands in a match of any phrase."""
    known = by_first(phrases)
    return {
        i
        for start, term in enumerate(within)
        for sought in known.get(term, ())
        if within[start : start + len(sought)] == sought
        for i in range(start, start + len(sought))
    }
