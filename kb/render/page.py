"""The page that text is printed on: its width, its colours, and what is safe to send to a terminal."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

WIDEST = 100  # longer lines are hard to read
COLUMNS = 80
NARROWEST = 24  # below this a hanging indent leaves no room for words


@dataclass(frozen=True, slots=True)
class Page:
    """How wide to print, and whether with colours (ANSI)."""

    width: int = COLUMNS
    color: bool = False

    def paint(self, text: str, code: str) -> str:
        """`text` in an ANSI style, such as "1" (bold) or "31" (red)."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> Iterator[str]:
        """Lines of `text` no wider than the page; line breaks of the text are kept, a table's row is not folded."""
        lead = indent if first is None else first
        for line in visible(text).splitlines() or [""]:
            if line.lstrip().startswith("|"):
                yield lead + line
            else:
                yield from textwrap.wrap(
                    line,
                    max(self.width, NARROWEST),
                    initial_indent=lead,
                    subsequent_indent=indent,
                    break_on_hyphens=False,
                ) or [lead.rstrip()]
            lead = indent


def page(color: bool) -> Page:
    """The page of this terminal (80 columns where there is none)."""
    return Page(min(_columns(), WIDEST), color)


def _columns() -> int:
    """As `shutil.get_terminal_size`, which brings every kind of archive with it: by COLUMNS, else by the terminal."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or COLUMNS  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # closed, taken away, or no terminal
        return COLUMNS


def visible(text: str) -> str:
    """`text` with control characters written out, so that a document cannot steer the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" or ord(c) > 0x9F else f"\\x{ord(c):02x}" for c in text)


def bullets(head: str, lines: Iterable[str], p: Page) -> list[str]:
    return [x for line in lines for x in p.wrap(line, "  ", f"{head} ")]
