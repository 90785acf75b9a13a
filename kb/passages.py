"""What of a chunk is searched: the texts that become its vectors, and the fields that its words are counted in.

Both are pure functions of a chunk and its direct children, so that an index can be rebuilt piece by piece.
"""

from __future__ import annotations

from kb.models import Chunk

WINDOW_WORDS = 150
"""About 200 word pieces of rulebook English: a window and its headings stay below the model's 256."""
WINDOW_STEP = 110
"""Windows overlap by 40 words, longer than nearly every sentence, so that no sentence is cut in all of them."""
FIELD_WEIGHTS = (("text", 1.0), ("headings", 0.5), ("children", 0.4))
"""The weight of a word by where it stands, as chosen on other rulebooks' questions."""


def views(chunk: Chunk, children: tuple[Chunk, ...] = ()) -> tuple[tuple[str, str], ...]:
    """Return the texts to embed as (name, text): bare, with headings, and windows of what is too long for the model.

    A text that says the same as one before is left out; a chunk always has at least one view.
    """
    found: dict[str, str] = {}
    for name, text in (("bare", chunk.text), ("headed", chunk.embed_text), *_windows(chunk)):
        if text.strip():
            found.setdefault(text, name)
    return tuple((name, text) for text, name in found.items()) or (("bare", chunk.text),)


def _windows(chunk: Chunk) -> tuple[tuple[str, str], ...]:
    words = chunk.text.split()
    if len(words) <= WINDOW_WORDS:
        return ()
    starts = range(0, len(words) - (WINDOW_WORDS - WINDOW_STEP), WINDOW_STEP)
    return tuple((f"window-{n}", " ".join(words[at : at + WINDOW_WORDS])) for n, at in enumerate(starts, 1))


def fields(chunk: Chunk, children: tuple[Chunk, ...] = ()) -> tuple[str, ...]:
    """Return the texts that words are counted in, in the order of `FIELD_WEIGHTS`."""
    return (chunk.text, " \n ".join(chunk.heading_path), " \n ".join(child.text for child in children))
