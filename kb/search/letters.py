"""A question's letters as they are meant: without those that are not seen, full-width ones as plain."""

from __future__ import annotations

import unicodedata

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f"))
"""Soft hyphen, blanks and joiners of no width, byte-order and direction marks: pasted along, and inside of words."""


def plain_letters(text: str) -> str:
    """Return a text without marks that are not seen, its letters and digits in their plain form (NFKC), composed."""
    if text.isascii():
        return text
    seen = unicodedata.normalize("NFC", text.translate(_UNSEEN))
    return "".join(unicodedata.normalize("NFKC", one) if one.isalnum() else one for one in seen)
