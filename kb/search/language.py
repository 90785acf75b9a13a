"""Which language a question is in: told by small words alone, or by a list's where the rules know none of its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from kb.lexical import tokenize
from kb.search.glossary import glossary, without_accents
from kb.search.small import SMALL
from kb.search.variants import bare_forms

LANGUAGES = {
    "de": """nicht kein keine bei nach vor ohne nur zwischen jede jeder jeden einmal und mehr weiter als gegen
        karte karten spieler gegner zug zuges spiel spielen einheit figur feld ziehen angreifen wieviel wieviele""",
    "es": """¿ más sin sobre cuáles cuántas cuánta hasta sí cada otro otra todos todas carta cartas jugador
        jugadores turno juego jugar partida personaje mazo daño robar atacar ganar""",
    "fr": """ne pas sans sous entre après avant n jusqu chaque autre tous toutes plusieurs l s t carte cartes
        joueur joueurs tour jeu jouer partie personnage pioche défausse piocher attaquer gagner puis""",
    "it": """non più senza sul sulla prima dopo nell dell all ogni se sarà altro altra tutti tutte carta carte
        giocatore giocatori turno gioco giocare partita personaggio mazzo pescare attaccare vincere come""",
    "pt": """não mais sem sobre pelo pela ao aos às até cada outro outra todos todas carta cartas jogador
        jogadores turno jogo jogar partida personagem baralho dano comprar atacar ganhar""",
}
"""Languages that there is a list for, and words of players' talk by which a question is known to be in one, beside
SMALL's small ones."""

LEAST, SURE = 2, 5
"""How many such words a question must have to be taken for one of a language: LEAST where they are more than English
ones and none of those is first, or SURE, as it may quote an English card. One that is not spelt in English letters
counts twice."""

_ENGLISH = "not no more than each one only into under over between before after until while other player turn card"
"""Words by which a question is known to be English, beside SMALL's."""
_BOTH = """all sa no me a an as do die was war man on in so also come sole plus pour per con son sons su main
ton era des les ta si mi tu te i e o y u c d j l m s t n at am hat bin dort sale fare dove data
fur mas puis sera ate has will"""
_EITHER = frozenset(_BOTH.split())
"""What is a word of English and of another language, and a letter alone, which may be a name: does not tell them apart,
only the others from each other."""

_WORD = re.compile(r"[^\W\d_]+|¿")

Knows = Callable[[str, str], int]
"""In how many of the rules that a question of this language would be read for, a term stands: (language, term)."""


def language_of(text: str) -> str:
    """Return the language of LANGUAGES that a question is in by its small words, "" for English and any other."""
    words = _WORD.findall(text.lower())
    telling = [word for word in words if word not in _EITHER]
    if _all_small().isdisjoint(telling):  # as in most of English
        return ""
    best = max(LANGUAGES, key=lambda language: (_count(telling, language) > 0, _count(words, language)))
    own, english = _count(telling, best), sum(map(_is_english, telling))
    begins = bool(telling) and telling[0] == words[0] and _is_english(words[0])
    return best if own >= SURE or (LEAST <= own > english and not begins) else ""


def language_by_words(text: str, knows: Knows, is_word: Callable[[str], bool]) -> str:
    """Return the language whose list has the words of a question that the rules and English do not know, "" for none.

    None of its words may be a small one of English. `knows` tells in how many of the rules that the question would be
    read for a term stands, `is_word` whether English has a word, in small letters.
    """
    words = list(dict.fromkeys(_WORD.findall(text.lower())))
    if any(_is_english(word) for word in words if word not in _EITHER):
        return ""
    counted = {language: _own(words, language, knows, is_word) for language in LANGUAGES}
    best = max(counted, key=lambda language: counted[language])
    return best if counted[best] else ""


def _own(words: Sequence[str], language: str, knows: Knows, is_word: Callable[[str], bool]) -> tuple[int, ...]:
    """How many words are the language's alone, how many its at all, and how many small ones; nothing where too few are.

    Enough are more of its own than there are of others; or all of several, where the rules know none of them.
    """
    unknown = [word for word in words if word not in _EITHER and not _known(word, language, knows)]
    if not unknown:  # as most of English: no list need be read
        return ()
    own = [word for word in words if word in _small(language) or glossary(language).has(word)]
    alone = sum(word in own and not any(map(is_word, bare_forms(word))) for word in unknown)
    matter = [word for word in own if word not in _EITHER and word not in _small(language)]
    whole = len(own) == len(words) > 1 and bool(matter) and all(word in unknown for word in matter)
    enough = whole or alone > len(words) - len(own)
    return (alone, len(own), sum(word in _small(language) for word in own)) if enough else ()


def is_foreign(word: str) -> bool:
    """Whether a language's list has a word, in small letters: then it is not misspelt."""
    return any(word in _small(language) or glossary(language).find(word) for language in LANGUAGES)


def _known(word: str, language: str, knows: Knows) -> bool:
    return any(knows(language, term) for term in tokenize(word))


def _count(words: Iterable[str], language: str) -> int:
    return sum(1 if word.isascii() else 2 for word in words if word in _small(language))


def _is_english(word: str) -> bool:
    return word in _small("en")


@cache
def _small(language: str) -> frozenset[str]:
    """A language's telling words, as they are written with their accents and without."""
    words = f"{SMALL[language]} {LANGUAGES.get(language, _ENGLISH)}".split()
    return frozenset((*words, *map(without_accents, words)))


@cache
def _all_small() -> frozenset[str]:
    return frozenset().union(*map(_small, LANGUAGES))
