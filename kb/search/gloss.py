"""A question in a language that the rules are not in, word by word in theirs: enough for both ways of searching.

The lists (words_<language>.json) hold the common words of players' talk. They are no translation: a word that is not
in the list stays as it is, and what the words were read as is told to the asker. Of several translations the
usual one is taken, unless the rules asked have another far more often: in one game a deck is a library, and exhausted
is tapped or exerted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kb.lexical import tokenize
from kb.search.small import SMALL

if TYPE_CHECKING:
    from kb.search.glossary import Entry

LANGUAGES = {
    "de": """nicht kein keine bei nach vor ohne nur zwischen jede jeder jeden einmal und mehr weiter als gegen
        karte karten spieler gegner zug zuges spiel spielen einheit figur feld ziehen angreifen""",
    "es": """¿ más sin sobre cuáles cuántas cuánta hasta sí cada otro otra todos todas carta cartas jugador
        jugadores turno juego jugar partida personaje mazo daño robar atacar ganar""",
    "fr": """ne pas sans sous entre après avant n jusqu chaque autre tous toutes plusieurs l s t carte cartes
        joueur joueurs tour jeu jouer partie personnage pioche défausse piocher attaquer gagner""",
    "it": """non più senza sul sulla prima dopo nell dell all ogni se sarà altro altra tutti tutte carta carte
        giocatore giocatori turno gioco giocare partita personaggio mazzo pescare attaccare vincere""",
    "pt": """não mais sem sobre pelo pela ao aos às até cada outro outra todos todas carta cartas jogador
        jogadores turno jogo jogar partida personagem baralho dano comprar atacar ganhar""",
}
"""Languages that there is a list for, and words of players' talk by which a question is known to be in one, beside
SMALL's small ones."""

LEAST, SURE = 2, 5
"""How many such words a question must have to be taken for one of a language: LEAST where they are more than English
ones, or SURE, as it may quote an English card. One that is not spelt in English letters counts twice."""

_ENGLISH = "not no more than each one only into under over between before after until while other player turn card"
"""Words by which a question is known to be English, beside SMALL's."""
_BOTH = """all sa no me a an as do die was war man on in so also come sole plus pour per con son sons su main
ton era des les ta si mi tu te i e o y u c d j l m s t n at am hat bin dort sale fare dove data"""
_EITHER = frozenset(_BOTH.split())
"""What is a word of English and of another language, and a letter alone, which may be a name: does not tell them apart,
only the others from each other."""

USUAL = 2
"""How many times as often as the first of a word's translations the rules must have another that is taken for it."""

_WORD = re.compile(r"[^\W\d_]+|¿")

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Gloss:
    """A question's `text` in English, and the terms of the translations that were not taken."""

    text: str
    others: tuple[str, ...] = ()


def language_of(text: str) -> str:
    """Return the language of LANGUAGES that a question is in, "" for English and any other."""
    words = _WORD.findall(text.lower())
    telling = [word for word in words if word not in _EITHER]
    best = max(LANGUAGES, key=lambda language: (_count(telling, language) > 0, _count(words, language)))
    own, english = _count(telling, best), sum(word in _small("en") for word in telling)
    return best if own >= SURE or LEAST <= own > english else ""


def _count(words: Iterable[str], language: str) -> int:
    return sum(1 if word.isascii() else 2 for word in words if word in _small(language))


@cache
def _small(language: str) -> frozenset[str]:
    return frozenset(f"{SMALL[language]} {LANGUAGES.get(language, _ENGLISH)}".split())


def in_english(text: str, language: str, passages: Count) -> Gloss:
    """Return a question word by word in English; `passages` tells in how many of the rules asked a term stands."""
    from kb.search.glossary import glossary, tokens  # an English question needs neither

    held, written = glossary(language), tokens(text)
    small = [word.lower() for word in written]
    out: list[str] = []
    others: dict[str, None] = {}
    at = 0
    while at < len(written):
        length, entry = held.phrase(small, at) or (1, held.find(small[at]))
        best, *rest = _ordered(entry, passages) if entry else [written[at]]
        out.append(best)
        others.update(dict.fromkeys(term for one in rest for term in tokenize(one)))
        at += length
    return Gloss(" ".join(filter(None, out)), tuple(others))


def _ordered(entry: Entry, passages: Count) -> list[str]:
    """An entry's translations, the one first that stands in most passages; by its rarest term where it has several."""
    if len(entry.english) == 1:
        return list(entry.english)
    stands = [min(map(passages, tokenize(one)), default=0) for one in entry.english]
    stands[0] *= USUAL
    return [entry.english[at] for at in sorted(range(len(stands)), key=lambda at: -stands[at])]
