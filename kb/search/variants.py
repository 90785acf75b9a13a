"""Other spellings and forms of an English word, for one that the rules do not know: centre for center, go for goes."""

from __future__ import annotations

from collections.abc import Iterable

_ENDINGS = (
    ("er", "re"), ("re", "er"), ("ers", "res"), ("res", "ers"), ("ered", "red"), ("red", "ered"),
    ("our", "or"), ("or", "our"), ("ours", "ors"), ("ors", "ours"), ("oured", "ored"), ("ored", "oured"),
    ("ourless", "orless"), ("orless", "ourless"), ("ourful", "orful"), ("orful", "ourful"),
    ("ourable", "orable"), ("orable", "ourable"), ("oring", "ouring"), ("ouring", "oring"),
    ("ense", "ence"), ("ence", "ense"), ("enses", "ences"), ("ences", "enses"),
    ("ise", "ize"), ("ize", "ise"), ("ises", "izes"), ("izes", "ises"), ("ised", "ized"), ("ized", "ised"),
    ("ising", "izing"), ("izing", "ising"), ("isation", "ization"), ("ization", "isation"),
    ("yse", "yze"), ("yze", "yse"), ("ysed", "yzed"), ("yzed", "ysed"),
    ("ogue", "og"), ("og", "ogue"), ("ogues", "ogs"), ("ogs", "ogues"),
    ("lled", "led"), ("led", "lled"), ("lling", "ling"), ("ling", "lling"), ("ller", "ler"), ("ler", "ller"),
)  # fmt: skip
"""Endings that British and American English write differently, both ways,."""
_LEAST = 2
"""Letters before such an ending."""

_FORMS = """be been was were is are; beat beaten; become became; begin began begun; bind bound; bite bit bitten;
bleed bled; break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen;
come came; deal dealt; die dice; do did done does; draw drew drawn; drink drank drunk; drive drove driven;
eat ate eaten; fall fell fallen; feel felt; fight fought; find found; flee fled; fly flew flown;
forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go went gone goes; grow grew grown;
hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led; leap leapt; leave left; lose lost;
make made; mean meant; meet met; pay paid; ride rode ridden; rise rose risen; run ran; say said; see saw seen;
sell sold; send sent; shake shook shaken; shoot shot; sink sank sunk; sit sat; speak spoke spoken; spend spent;
spring sprang; stand stood; steal stole stolen; stick stuck; strike struck; sweep swept; swim swam; swing swung;
take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; understand understood;
wake woke woken; wear wore worn; win won; write wrote written; child children; foot feet; half halves; leaf leaves;
life lives; man men; mouse mice; person people; thief thieves; tooth teeth; wolf wolves; woman women"""
_SPELLINGS = """grey gray; greys grays; practice practise; license licence; plow plough; program programme;
check cheque; mold mould; armor armour; jewelry jewellery; judgment judgement; disk disc; disks discs; meter metre"""


def _by_word(rings: str) -> dict[str, tuple[str, ...]]:
    """Each word of the rings with the others of its own."""
    found = (ring.split() for ring in rings.split(";"))
    return {word: tuple(other for other in ring if other != word) for ring in found for word in ring}


_BY_FORM, _BY_SPELLING = _by_word(_FORMS), _by_word(_SPELLINGS)


_BENT = ("s", "es", "d", "ed", "ing")
"""What English bends words by."""


def bare_forms(word: str) -> tuple[str, ...]:
    """Return a word, and without what English may have bent it by: otters, otter."""
    return (word, *(word.removesuffix(ending) for ending in _BENT if word.endswith(ending)))


def forms(word: str) -> tuple[str, ...]:
    """Return the other forms of an irregular word, in small letters."""
    return _BY_FORM.get(word, ())


def spellings(word: str) -> Iterable[str]:
    """Yield other spellings of a word in small letters; some are no words."""
    yield from _BY_SPELLING.get(word, ())
    for old, new in _ENDINGS:
        if word.endswith(old) and len(word) >= len(old) + _LEAST:
            yield word[: len(word) - len(old)] + new
