"""Rule text as HTML: all of it escaped, the question's words marked, cited numbers as links that show their rule."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from kb.lexical import tokenize
from kb.numbering import find_references

WORD = re.compile(r"[^\W_]+(?:[.'’:-][^\W_]+)*")
# Words that every question has: marking them would hide the ones that matter.
PLAIN_WORDS = frozenset(
    (
        "a", "an", "the", "is", "are", "was", "be", "do", "does", "did", "can", "could", "may", "might", "must",
        "shall", "should", "will", "would", "i", "you", "he", "she", "it", "we", "they", "my", "your", "its",
        "of", "in", "on", "at", "to", "for", "from", "by", "with", "as", "and", "or", "if", "not", "no", "so",
        "when", "while", "what", "which", "who", "how", "why", "where", "that", "this", "there", "have", "has",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Link:
    """A rule that a text cites: where it is shown, and its first words for who only wants a look (or none)."""

    url: str
    tip: str


def marked_words(question: str) -> frozenset[str]:
    """The terms of a question worth marking, as the word index stems them."""
    words = (w for w in WORD.findall(question) if w.casefold() not in PLAIN_WORDS)
    return frozenset(term for word in words for term in tokenize(word))


def rich(text: str, words: Collection[str] = (), links: Mapping[str, Link] | None = None) -> Markup:
    """Return `text` as safe HTML, its visible characters unchanged. `links` maps a cited number to its rule."""
    return Markup("").join(_pieces(text, frozenset(words), links or {}))


def _pieces(text: str, words: frozenset[str], links: Mapping[str, Link]) -> Iterator[Markup]:
    at = 0
    for reference in find_references(text) if links else ():
        link = links.get(reference.number)
        if link is None or reference.start < at:
            continue
        yield _marked(text[at : reference.start], words)
        yield _anchor(text[reference.start : reference.end], link)
        at = reference.end
    yield _marked(text[at:], words)


def _anchor(text: str, link: Link) -> Markup:
    if not link.tip:
        return Markup('<a href="{}">{}</a>').format(link.url, text)
    return Markup('<span class="ref"><a href="{}">{}</a><span class="tip" role="tooltip">{}</span></span>').format(
        link.url, text, link.tip
    )


def _marked(text: str, words: frozenset[str]) -> Markup:
    if not words:
        return escape(text)
    out, at = [], 0
    for found in WORD.finditer(text):
        if words.isdisjoint(tokenize(found[0])):
            continue
        out += [escape(text[at : found.start()]), Markup("<mark>{}</mark>").format(found[0])]
        at = found.end()
    return Markup("").join([*out, escape(text[at:])])
