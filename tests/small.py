"""A small corpus of two games, one with two versions, indexed without a model: to look up and compare."""

from __future__ import annotations

from pathlib import Path

from kb.build import build
from kb.embed import HashingEmbedder

CHESS = """id = "chess"
name = "Chess"
aliases = ["ch"]
notices = ["Unofficial."]

[[document]]
id = "laws"
title = "Laws of Chess"
short = "LC"
kind = "rules"
file = "one.md"
version = "1"
effective = "2024-01-01"
main = true

[[document]]
id = "laws"
title = "Laws of Chess"
short = "LC"
kind = "rules"
file = "two.md"
version = "2"
effective = "2025-01-01"
main = true

[[document]]
id = "clubs"
title = "Club Rules"
kind = "policy"
file = "clubs.md"
version = "1"
"""
GO = """id = "go"
name = "Go & Stones"

[[document]]
id = "core"
title = "Core"
kind = "rules"
file = "core.md"
version = "3"
"""
ONE = """# 1. Moves

1.1. A pawn moves one square forward and never sideways.

1.2. A rook moves any number of squares along a rank or a file.

1.3. A king that stands in check has to leave it at once, see rule 9.9.

1.3.a. It may take the piece that gives check.
"""
TWO = """# 1. Moves

1.1. The board is set so that each player has a light square in the right corner.

1.2. A pawn moves one square forward and never sideways.

1.3. A rook moves any number of squares along a rank or a file.

1.4. A king that stands in check has to leave it at once, see rule 9.9 and rule 1.2.

1.4.a. It may take the piece that gives check.

Example: A king on e1 takes the queen on e2 that nobody guards.

# 2. Castling

2.1. Castling is one move of king and rook together.
"""
CLUBS = "# House\n\n1.1. Doors open at seven in the evening.\n\n1.2. Whoever comes late has lost the toss.\n"
CORE = "# 1. Stones\n\n1.1. Black sets the first stone.\n\n1.2. A stone without a free point beside it is taken off.\n"


def small_corpus(folder: Path) -> Path:
    """Write the corpus below `folder`; returns its root."""
    texts = {
        "chess/game.toml": CHESS,
        "chess/one.md": ONE,
        "chess/two.md": TWO,
        "chess/clubs.md": CLUBS,
        "go/game.toml": GO,
        "go/core.md": CORE,
    }
    for name, text in texts.items():
        path = folder / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder / "corpus"


def small_index(folder: Path) -> tuple[Path, Path]:
    """The corpus and its index, whose vectors mean nothing."""
    corpus = small_corpus(folder)
    build(corpus, folder / "index", HashingEmbedder())
    return corpus, folder / "index"
