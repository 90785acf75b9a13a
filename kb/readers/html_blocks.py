"""The block of text that the walk over an HTML page gathers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kb.readers.blocks import fold, is_marker, plain

_WORD = re.compile(r"[^\W\d_a-zß-ÿ][a-zß-ÿ]")
"""A word with a capital: "<b>4</b>Naps" is number and title, "2nd" and "4A" are not."""


@dataclass(slots=True)
class Block:
    """The text being gathered: its pieces, each with whether it is bold, and where it began.

    `words` is true once any of it is text: pictures alone are no line.
    """

    pieces: list[tuple[str, bool]] = field(default_factory=list)
    line: int = 1
    starts: bool = True
    words: bool = False

    def add(self, text: str, bold: bool) -> None:
        """Adds a piece; a marker in an element of its own ("<b>4.2.</b>Text") is parted from its text by a space."""
        first = self.pieces[0][0].strip() if len(self.pieces) == 1 else ""
        if first and not text[0].isdigit() and (is_marker(first) or (first.isdecimal() and _WORD.match(text))):
            text = " " + text
        self.pieces.append((text, bold))
        self.words = True

    def folded(self) -> str:
        """The text so far, its white space folded."""
        return fold("".join(piece for piece, _ in self.pieces)) if self.words else ""

    def unfolded(self) -> str:
        """The text so far as it stands in the file: of code and drawings."""
        return plain("".join(piece for piece, _ in self.pieces)).rstrip()
