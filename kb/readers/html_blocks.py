"""What the walk over an HTML page has open: the block of text being gathered, the lists it is in."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kb.models import Line
from kb.readers.blocks import fold, is_marker, plain


@dataclass(slots=True)
class OpenList:
    """A list: its next value and step, its counter style ("" prints nothing).

    `sure` where the page itself says how it counts; `items` are the lines that took a computed number from it, `own`
    counts the items that brought their own.
    """

    style: str = ""
    value: int = 1
    step: int = 1
    sure: bool = False
    items: list[int] = field(default_factory=list)
    own: int = 0


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
        if len(self.pieces) == 1 and not text[0].isdigit() and is_marker(self.pieces[0][0].strip()):
            text = " " + text
        self.pieces.append((text, bold))
        self.words = True

    def folded(self) -> str:
        """The text so far, its white space folded."""
        return fold("".join(piece for piece, _ in self.pieces)) if self.words else ""

    def unfolded(self) -> str:
        """The text so far as it stands in the file: of code and drawings."""
        return plain("".join(piece for piece, _ in self.pieces)).rstrip()


def printed(line: Line, false: bool) -> Line:
    """An item with its marker before it, or with none."""
    if false:
        return replace(line, number="")
    text = f"{line.number}. {line.text}"
    return replace(line, text=text, number="", bold=line.bold and line.bold + len(text) - len(line.text))


def is_int(text: str) -> bool:
    """Whether an attribute is a whole number that a list could have."""
    return re.fullmatch(r"-?\d{1,6}", text.strip()) is not None
