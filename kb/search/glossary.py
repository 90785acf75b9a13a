"""A list of a language's words with their English: words_<language>.json, and how a word's forms lead to it.

The file says how the language bends its words; docs/retrieval.md tells what stands in it and how to write another.
Accents are kept where a listed word has them, and not missed where a player leaves them out.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

_LEAST_ROOT = 2
"""Letters of a verb's root; of a noun or adjective one more, as shorter ones are others' endings."""
_LONGEST = 40
"""Letters of the longest word that is looked up: each way of cutting it is tried."""
_WORDS = 4096
"""Words whose entries are remembered."""
_LEAST_PART = 3
"""Letters of a part of a compound."""
_TOKEN = re.compile(r"[^\W\d_]+|[\d_]\S*|(?!(?<=[^\W\d_])[-‐‑][^\W\d_])[^\s\w'’¿¡«»]")
"""Words, numbers and marks that English has, too; not the apostrophe and the hyphen, which part two words."""
_ALSO = "~"
"""Before a translation in another sense than the first, which is never taken for it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A listed word or phrase, without accents, its translations, the most usual first, and those in another sense."""

    word: str
    english: tuple[str, ...]
    also: tuple[str, ...] = ()


def tokens(text: str) -> list[str]:
    """Return the words, numbers and marks of a text."""
    return _TOKEN.findall(text)


@cache
def glossary(language: str) -> Glossary:
    """The list of a language, read when it is first asked for. Raises FileNotFoundError where there is none."""
    return Glossary(json.loads((Path(__file__).parent / f"words_{language}.json").read_text("utf-8")))


class Glossary:
    """A list as the file has it; see docs/retrieval.md."""

    def __init__(self, held: dict[str, Any]) -> None:
        self._verbs, self._words = _plain(held["verbs"]), _plain(held["words"])
        self._asking = _plain(held.get("asking", {}))
        self._swaps: list[list[str]] = held.get("roots", [])
        self._root_ends: list[list[str]] = held.get("root_ends", [])
        self._forms: tuple[list[list[str]], list[list[str]]] = (held.get("plurals", []), held.get("forms", []))
        self._joins: tuple[str, ...] = tuple(held["joins"].split(" ")) if "joins" in held else ()
        self._tails, self._before = held.get("tails", "").split(), tuple(held.get("before_tails", "").split())
        self._heads, self._inserts = tuple(held.get("heads", "").split()), tuple(held.get("inserts", "").split())
        self._noun_ends: list[str] = held.get("of_infinitives", "").split()
        self._endings = set(held["endings"].split())
        self._roots: dict[str, str] = {}
        self._folded: dict[str, str] = {}
        self._phrases = _by_first(held["phrases"])
        self._in_phrases = {word for some in self._phrases.values() for one in some for word in one.word.split(" ")}
        self._entry = lru_cache(_WORDS)(self._looked_up)
        self._list_roots(held["infinitives"])
        self._held = held

    def _list_roots(self, infinitives: Sequence[str]) -> None:
        for verb in self._verbs:
            ending = next((one for one in infinitives if verb.endswith(one)), "")
            root = verb.removesuffix(ending)
            self._roots.setdefault(root, verb)
            self._folded.setdefault(self._fold(root), verb)

    def find(self, word: str) -> Entry | None:
        """Return the entry that a word, in small letters, is a form of."""
        return self._entry(word) if len(word) <= _LONGEST else None

    def listed(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return every word and phrase of the list as it is written, with its translations in the first sense."""
        kinds = ("verbs", "words", "phrases")
        return [(word, _made(word, english).english) for kind in kinds for word, english in self._held[kind].items()]

    def asked(self, word: str) -> str:
        """Return what a word that begins a question asks in English, "" for most."""
        return self._asking.get(word, "")

    def parted(self, word: str, head: str) -> Entry | None:
        """Return the entry of the verb that a form of one and its head, which stands apart, are: fängt ... an."""
        plain = without_accents(word)
        bare = (self._conjugated(plain) or "") if head in self._heads else ""
        verb = f"{without_accents(head)}{bare}"
        return _made(verb, self._verbs[verb]) if bare and verb in self._verbs else None

    def has(self, word: str) -> bool:
        """Whether a word, in small letters, is a form of an entry or stands in a phrase."""
        return without_accents(word) in self._in_phrases or self.find(word) is not None

    def phrase(self, words: Sequence[str], at: int) -> tuple[int, Entry] | None:
        """Return how many of the words from `at` on are a listed phrase, the longest, and its entry."""
        known = self.find(words[at])
        firsts = dict.fromkeys((without_accents(words[at]), known.word if known else ""))
        for phrase in sorted((one for first in firsts for one in self._phrases.get(first, ())), key=_longest):
            parts = phrase.word.split(" ")
            if len(parts) <= len(words) - at and all(map(self._same, parts[1:], words[at + 1 :])):
                return len(parts), phrase
        return None

    def _same(self, part: str, word: str) -> bool:
        if part == without_accents(word):
            return True
        one, other = self.find(part), self.find(word)
        return one is not None and other is not None and one.word == other.word

    def _looked_up(self, word: str) -> Entry | None:
        plain = without_accents(word)
        for listed, held in ((word, self._words), (plain, self._words), (plain, self._verbs)):
            if listed in held:
                return _made(listed, held[listed])
        named = next((verb for one in self._noun_ends if (verb := plain.removesuffix(one)) != plain), "")
        if named in self._verbs:  # a verb as a noun: des Spielens
            return _made(named, self._verbs[named])
        return self._simple(plain) or self._with_tail(plain) or self._compound(plain)

    def _simple(self, word: str) -> Entry | None:
        """Nouns in the plural come before verbs, other forms of nouns behind them: more of those are a verb's."""
        plurals, forms = self._forms
        noun = self._changed(word, plurals)
        verb = None if noun else self._verb(word, self._roots, str)
        noun = noun or ("" if verb else self._changed(word, forms))
        if noun:
            return _made(noun, self._words[noun])
        verb = verb or self._verb(word, self._folded, self._fold)
        return _made(verb, self._verbs[verb]) if verb else None

    def _conjugated(self, word: str) -> str | None:
        return self._verb(word, self._roots, str) or self._verb(word, self._folded, self._fold)

    def _changed(self, word: str, changes: Iterable[Sequence[str]]) -> str:
        for old, new in changes:
            if word.endswith(old) and len(word) > len(old) + _LEAST_ROOT:
                listed = word[: len(word) - len(old)] + new
                if listed in self._words:
                    return listed
        return ""

    def _verb(self, word: str, roots: dict[str, str], fold: Any) -> str | None:
        """The verb whose root is what an ending leaves of a word, the longest ending first."""
        for bare in self._without_insert(word):
            for cut in range(_LEAST_ROOT, len(bare) + 1):
                if bare[cut:] in self._endings:
                    verb = roots.get(fold(bare[:cut]))
                    if verb:
                        return verb
        return None

    def _without_insert(self, word: str) -> Iterable[str]:
        """The word, and without what stands before a participle or after a verb's head: gespielt, aufgedeckt."""
        yield word
        for head in ("", *self._heads):
            for insert in self._inserts:
                if word.startswith(head + insert):
                    yield head + word[len(head) + len(insert) :]

    def _fold(self, root: str) -> str:
        """A root with what conjugation changes made alike."""
        for old, new in self._swaps:
            root = root.replace(old, new)
        for old, new in self._root_ends:
            if root.endswith(old):
                return root[: len(root) - len(old)] + new
        return root

    def _with_tail(self, word: str) -> Entry | None:
        """A verb with pronouns behind it."""
        for tail in self._tails:
            bare = word.removesuffix(tail)
            if bare != word and bare.endswith(self._before):
                found = self._simple(bare)
                if found and found.word in self._verbs:
                    return found
        return None

    def _compound(self, word: str) -> Entry | None:
        """Two listed words in one, the longer second one first."""
        for cut in range(_LEAST_PART, len(word) - _LEAST_PART + 1) if self._joins else ():
            last = self._part(word[cut:])
            for join in self._joins if last else ():
                bare = word[:cut].removesuffix(join)
                first = self._part(bare) if len(bare) >= _LEAST_PART and bare + join == word[:cut] else None
                if first and last:
                    return Entry(word, tuple(f"{first.english[0]} {one}" for one in last.english))
        return None

    def _part(self, word: str) -> Entry | None:
        listed = self._words.get(word)
        return _made(word, listed) if listed else self._simple(word)


def without_accents(word: str) -> str:
    """Return a word without its accents, ß as ss; ñ is a letter of its own."""
    if word.isascii():
        return word
    letters = unicodedata.normalize("NFC", word.replace("ß", "ss"))
    return "".join(one if one == "ñ" else unicodedata.normalize("NFD", one)[0] for one in letters)


def _plain(held: dict[str, str]) -> dict[str, str]:
    """A list with its words without accents, too; those written so are first."""
    return {without_accents(word): english for word, english in reversed(held.items())} | held


def _by_first(phrases: dict[str, str]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for phrase, english in phrases.items():
        entry = _made(" ".join(tokens(phrase)), english)
        found.setdefault(entry.word.partition(" ")[0], []).append(entry)
    return found


def _made(word: str, english: str) -> Entry:
    some = english.split("|")
    usual = tuple(one for one in some if not one.startswith(_ALSO))
    return Entry(without_accents(word), usual, tuple(one[1:] for one in some if one.startswith(_ALSO)))


def _longest(phrase: Entry) -> tuple[int, str]:
    return -phrase.word.count(" "), phrase.word
