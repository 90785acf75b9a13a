"""Words that no rule in scope knows and one nearly is: corrected where one letter is wrong, else only suggested."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from kb.lexical import tokenize
from kb.search.question import ENGLISH, content_words
from kb.search.variants import bare_forms

SHORTEST = 4
"""Letters of the shortest word that is corrected: below it, too many words are one letter apart."""
SHORTEST_UNLISTED = 6
"""The same where the rules are not in English: no list tells which words the language has."""
MOST = 32
"""Words of one question that are corrected: each is held against every word of the corpus."""
LONG = 8
"""Letters from which two wrong ones still suggest a word."""


def misspelt(
    text: str, knows: Callable[[str], int], is_word: Callable[[str], bool], languages: tuple[str, ...] = ENGLISH
) -> list[str]:
    """Return the words of a question that may be misspelt: unknown to the rules, no ordinary word, and no name.

    `knows` tells in how many passages a term stands, `is_word` whether the language has the word.
    """
    shortest = SHORTEST if set(languages) == {"en"} else SHORTEST_UNLISTED
    first = text.split()[0] if text.split() else ""
    unknown = (
        word
        for word, terms in content_words(text, languages)
        if len(word) >= shortest
        and not any(map(knows, terms))
        and not any(map(is_word, bare_forms(word.casefold())))
        and (word[0].islower() or first.startswith(word) or text.isupper())
    )
    return list(islice(unknown, MOST))


def near(
    word: str, vocabulary: Sequence[str], knows: Callable[[str], int], languages: Sequence[str] = ENGLISH
) -> tuple[str, int]:
    """Return the known word spelled most like `word` and how many letters differ; ("", 0) where none is near.

    Distance is optimal string alignment: a letter wrong, missing, added, or two swapped count as one. Of equally near
    words the one with the same first letter is taken, then the more frequent, then the first.
    """
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    small = word.casefold()
    most = 2 if len(small) >= LONG else 1
    found = extract(small, vocabulary, scorer=OSA.distance, score_cutoff=most, limit=20)
    ranked = sorted(
        (distance, other[:1] != small[:1], -_known(other, knows, languages), other) for other, distance, _ in found
    )
    best = next((one for one in ranked if one[2] < 0), None)
    return (best[3], int(best[0])) if best else ("", 0)


def likely(word: str, other: str) -> bool:
    """Whether a word one letter away is what was meant: few mistake the first letter but by swapping it."""
    small = word.casefold()
    return small[0] == other[0] or small[:2] == other[1::-1]


def _known(word: str, knows: Callable[[str], int], languages: Sequence[str]) -> int:
    return max(min((knows(term) for term in tokenize(word, language)), default=0) for language in languages)


def vocabulary_of(texts: Iterable[str]) -> list[str]:
    """Return every word of the texts that is long enough to be confused, in small letters, sorted."""
    return sorted({word.casefold() for text in texts for word, _ in content_words(text) if len(word) >= SHORTEST - 1})
